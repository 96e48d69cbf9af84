// Finds rows while somebody types, without asking the server.

const search = document.getElementById("q");
const nobody = document.getElementById("nobody");

/** A seat typed in a hurry becomes the one that the page writes: a23 is A-23. */
const asSeat = (text) => {
  const match = /^([a-z]{1,2})[\s.-]*0*([1-9][0-9]{0,2})$/i.exec(text.trim());
  return match ? `${match[1].toUpperCase()}-${match[2]}` : null;
};

function filter() {
  const seat = asSeat(search.value);
  const parts = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = [...document.querySelectorAll(".std tbody tr[id]")];
  for (const row of rows) {
    const name = row.querySelector("th").textContent.toLowerCase();
    row.hidden = seat ? row.id !== seat : !parts.every((part) => name.includes(part));
  }
  const isFound = rows.length === 0 || rows.some(({ hidden }) => !hidden);
  const said = isFound ? "" : nobody.dataset.told.replace("%s", search.value.trim());
  if (nobody.textContent !== said) nobody.textContent = said;
  for (const line of document.querySelectorAll(".std .cutline")) line.hidden = parts.length > 0;
}

if (search) {
  search.addEventListener("input", filter);
  document.addEventListener("htmx:afterSettle", ({ target }) => target.id === "live" && filter());
}
