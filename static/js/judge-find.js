// Where a page was kept for a hall without network, the server's search is out of reach. What has every word of the search stays;
// where nothing has them all, what has the most of it, a rare word weighing more than a common one. And a rule that an address
// names stands open.

const status = document.getElementById("kept");
const form = document.querySelector("[data-find]");
const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}.]+/gu) ?? [];
const stemOf = (word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/u, "") : word);
const searched = [...document.querySelectorAll("[data-finds]")];
let stems;

// So much of a search something must have to stay where nothing has all of it.
const LEAST_SHARE = 0.5;

/** What has this word, or one that begins with it. */
const having = (word) => searched.filter((one) => stems.get(one).some((other) => other.startsWith(stemOf(word))));

/** What is found, of everything that is searched. */
function found(asked) {
  const hits = asked.map(having).filter((those) => those.length);
  if (!hits.length) return new Set(asked.length ? [] : searched);
  const rarity = hits.map((those) => Math.log(1 + searched.length / those.length));
  const share = (one) => hits.reduce((sum, those, turn) => sum + (those.includes(one) ? rarity[turn] : 0), 0);
  const whole = rarity.reduce((sum, one) => sum + one, 0);
  const all = searched.filter((one) => hits.every((those) => those.includes(one)));
  return new Set(all.length ? all : searched.filter((one) => share(one) >= LEAST_SHARE * whole));
}

function find(query) {
  stems ??= new Map(searched.map((one) => [one, wordsOf(`${one.dataset.finds} ${one.textContent}`).map(stemOf)]));
  const asked = wordsOf(query).filter((word) => word.length > 1 || /\d/u.test(word));
  const shown = found(asked);
  for (const one of searched) one.hidden = !shown.has(one);
  for (const chapter of document.querySelectorAll("[data-chapter]")) chapter.hidden = !chapter.querySelector("[data-finds]:not([hidden])");
  for (const counter of document.querySelectorAll("[data-found-count]")) counter.textContent = shown.size;
  for (const nothing of document.querySelectorAll("[data-nothing]")) nothing.hidden = shown.size > 0;
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
