// A personal page must send at once, above all a call for a judge. A form or link with data-asks first checks that the
// server answers. If it does not, the page stays and says beside the button that nothing was sent; nothing is queued.

const PATIENCE = 8_000;
const passed = new WeakSet();

/** What is said: the element's own words, or else those of any page. */
const wordsOf = ({ dataset }) => dataset.asks || document.getElementById("told").content.querySelector("[data-offline]").dataset.offline;

async function isThere(address) {
  try {
    const options = { method: "HEAD", cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) };
    return (await fetch(address, options)).status < 500;
  } catch {
    return false;
  }
}

function unsay() {
  for (const said of document.querySelectorAll(".notice[data-unsent]")) said.remove();
}

function say(element, pressed) {
  const said = document.getElementById("told").content.querySelector(".told").cloneNode(true);
  said.classList.remove("told");
  said.dataset.unsent = "";
  said.querySelector("[data-offline]").textContent = wordsOf(element);
  (pressed.closest("p") ?? pressed).after(said);
  said.scrollIntoView({ block: "nearest" });
}

/** Goes on with `go` once the server has answered at this address. */
async function askFirst(element, pressed, address, go) {
  if (pressed.getAttribute("aria-busy")) return;
  unsay();
  pressed.setAttribute("aria-busy", "true");
  const reached = navigator.onLine && (await isThere(address));
  pressed.removeAttribute("aria-busy");
  if (reached) go();
  else say(element, pressed);
}

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!target.matches("[data-asks]") || passed.delete(target)) return;
  event.preventDefault();
  askFirst(target, submitter ?? target, location.pathname, () => {
    passed.add(target);
    target.requestSubmit(submitter);
  });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-asks]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  askFirst(link, link, link.href, () => location.assign(link.href));
});
