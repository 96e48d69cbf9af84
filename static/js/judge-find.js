// Where a page was kept for a hall without network, the server's search is out of reach: what has every word of the search at
// the beginning of one of its own words stays, the rest goes. And a rule that an address names stands open.

const status = document.getElementById("kept");
const form = document.querySelector("[data-find]");
const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}.]+/gu) ?? [];

function find(query) {
  const asked = wordsOf(query);
  let shown = 0;
  for (const one of document.querySelectorAll("[data-finds]")) {
    const has = wordsOf(`${one.dataset.finds} ${one.textContent}`);
    one.hidden = !asked.every((word) => has.some((other) => other.startsWith(word)));
    shown += one.hidden ? 0 : 1;
  }
  for (const chapter of document.querySelectorAll("[data-chapter]")) chapter.hidden = !chapter.querySelector("[data-finds]:not([hidden])");
  for (const counter of document.querySelectorAll("[data-found-count]")) counter.textContent = shown;
  for (const more of document.querySelectorAll("[data-only-kept]")) {
    more.hidden = !asked.length;
    const link = more.querySelector("a");
    link.href = `${link.pathname}?${new URLSearchParams({ q: query })}`;
  }
}

if ("kept" in status.dataset) {
  const input = form.elements.q;
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.addEventListener("input", () => find(input.value));
  form.addEventListener("submit", (event) => event.preventDefault());
  find(input.value);
}

const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
if (entry) {
  entry.open = true;
  entry.scrollIntoView();
}
