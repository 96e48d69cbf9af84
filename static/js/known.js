// Suggests known people while a name or number is typed. Choosing one fills in number and club; typing on makes it a
// new person again. Without it the form is sent as typed, and the server recognizes people by number and name.

const form = document.querySelector("[data-known-form]");
const list = form?.querySelector("[data-known-list]");
const field = (name) => form.querySelector(`[name="${name}"]`);
let asked = 0;
let wait = 0;

async function look(input) {
  const mine = ++asked;
  if (input.value.trim().length < 2) {
    list.replaceChildren();
    return;
  }
  const query = new URLSearchParams({ [input.name]: input.value });
  try {
    const answer = await fetch(`${form.dataset.knownAt}?${query}`, { headers: { "HX-Request": "true" } });
    // An older answer that comes late says nothing of what stands in the field now.
    if (mine === asked && answer.ok) list.innerHTML = await answer.text();
  } catch {
    // Without a connection the form can still be filled in by hand.
    list.replaceChildren();
  }
}

// Takes the proposals away; what is still asked says nothing any more.
function close() {
  clearTimeout(wait);
  asked += 1;
  list.replaceChildren();
}

function choose({ dataset }) {
  field("player").value = dataset.player;
  field("name").value = dataset.name;
  field("acc_number").value = dataset.acc;
  field("club").value = dataset.club;
  close();
  (form.querySelector("[name=events]") ?? field("club")).focus();
}

if (form) {
  for (const name of ["name", "acc_number"]) {
    field(name).addEventListener("input", ({ target }) => {
      field("player").value = "";
      clearTimeout(wait);
      wait = setTimeout(look, 150, target);
    });
  }
  list.addEventListener("click", ({ target }) => {
    const one = target.closest("[data-player]");
    if (one) choose(one);
  });
  form.addEventListener("keydown", (event) => {
    const people = [...list.querySelectorAll("[data-player]")];
    const at = people.indexOf(document.activeElement);
    const typing = event.target.name === "name" || event.target.name === "acc_number";
    if (event.key === "ArrowDown" && people.length && (typing || at >= 0)) people[Math.min(at + 1, people.length - 1)].focus();
    else if (event.key === "ArrowUp" && at >= 0) (people[at - 1] ?? field("name")).focus();
    else if (event.key === "Escape" && (at >= 0 || (typing && list.childElementCount))) {
      if (at >= 0) field("name").focus();
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
