// The service worker of the judges' assistant of one tournament. It keeps all its pages and their files as soon as one
// is open, and serves them only when the server cannot be reached. A kept page is marked (`data-kept`). They are kept
// for one person: when a page for somebody else, or for a visitor, is served, they are deleted.

const FILES = "pegboard-judge-files";
const PAGES = `pegboard-judge ${self.registration.scope}`;
const HOME = new URL(self.registration.scope).pathname;
const RULES = `${HOME}rules/`;
const NOTE = new URL("kept-note", self.registration.scope).href;
const USER = "X-Judge-User";
const LOOSELY = { ignoreVary: true };
const MARKED = /\.[0-9a-f]{12}\./;
const PATIENCE = 4000;
/** So long after the server could not be reached a kept page is given out without asking again. */
const AWAY = 20000;
/** All is kept anew after an hour, in case the program or the rulebook of the tournament changed. */
const STALE = 3600000;
const IN_PAGES = /(?:src|href)="([^"]*\/static\/[^"#]+)"/g;
const IN_SCRIPTS = /\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;
const IN_STYLES = /url\(\s*["']?([^"')#]+)["']?\s*\)/g;

let awaySince = 0;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.includes("/static/")) event.respondWith(fileOf(request));
  else if (request.mode === "navigate" && address.pathname.startsWith(HOME)) event.respondWith(pageOf(request, address));
});

self.addEventListener("message", (event) => {
  const { keep } = event.data;
  if (keep) event.waitUntil(keepAll(keep).then((ready) => event.source.postMessage({ ready })));
});

// ---- Keeping ----

/** Keep all of it unless that was done lately; whether all of it is there now. */
async function keepAll({ pages, stamp }) {
  await self.clients.claim();
  const cache = await caches.open(PAGES);
  const note = await (await cache.match(NOTE, LOOSELY))?.json();
  const has = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const isWhole = pages.every((page) => has.includes(page));
  if (isWhole && note?.stamp === stamp && Date.now() - note.at < STALE) return true;
  const answers = await Promise.all(pages.map(fetchPage));
  if (answers.includes(null)) return isWhole && note?.stamp === stamp;
  const wanted = new Set();
  for (const [place, answer] of answers.entries()) {
    const html = await answer.text();
    for (const [, path] of html.matchAll(IN_PAGES)) wanted.add(new URL(path, location.origin).href);
    await keepPage(pages[place], html, answer.headers);
  }
  if (!(await keepFiles(wanted))) return false;
  await cache.put(NOTE, new Response(JSON.stringify({ stamp, at: Date.now() })));
  return true;
}

async function fetchPage(path) {
  const answer = await fetch(path, { headers: { Accept: "text/html" } }).catch(() => null);
  return answer?.ok && answer.headers.get(USER) ? answer : null;
}

async function keepPage(path, html, given) {
  const headers = new Headers(given);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const page = new Response(html.replace("data-fresh", "data-kept"), { status: 200, headers });
  await (await caches.open(PAGES)).put(path, page);
}

/** Keep these files and what they themselves name: scripts, styles and fonts. */
async function keepFiles(wanted) {
  const cache = await caches.open(FILES);
  for (const file of wanted) {
    try {
      const kept = MARKED.test(file) ? await cache.match(file, LOOSELY) : undefined;
      const answer = kept ?? (await fetch(file));
      if (!answer.ok) return false;
      if (!kept) await cache.put(file, answer.clone());
      const names = file.endsWith(".js") ? IN_SCRIPTS : file.endsWith(".css") ? IN_STYLES : null;
      if (names) for (const [, path] of (await answer.text()).matchAll(names)) wanted.add(new URL(path, file).href);
    } catch {
      return false;
    }
  }
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  return true;
}

// ---- Giving out ----

/** A file whose name has the mark of what is in it never changes; of any other one the server's own is better. */
async function fileOf(request) {
  const kept = await (await caches.open(FILES)).match(request, LOOSELY);
  if (kept && (MARKED.test(request.url) || isAway())) return kept;
  try {
    return await fetch(request);
  } catch {
    return kept ?? Response.error();
  }
}

const isAway = () => Date.now() - awaySince < AWAY;

/** The server's own page while it answers in time, else the kept one. */
async function pageOf(request, address) {
  const kept = await keptFor(address);
  if (kept && isAway()) return kept;
  const timer = new AbortController();
  const patience = kept ? setTimeout(() => timer.abort(), PATIENCE) : 0;
  try {
    const answer = await fetch(request, { signal: timer.signal });
    awaySince = 0;
    await look(answer, address);
    return answer;
  } catch {
    awaySince = Date.now();
    return kept ?? Response.error();
  } finally {
    clearTimeout(patience);
  }
}

/** The kept page of this address; answers in it the page takes from there itself, and a rule stands on the page of all rules. */
async function keptFor({ pathname }) {
  const cache = await caches.open(PAGES);
  const page = await cache.match(pathname, LOOSELY);
  const rule = pathname.startsWith(RULES) ? pathname.slice(RULES.length).replace("/", "") : "";
  return page ?? (rule && (await cache.match(RULES, LOOSELY)) ? Response.redirect(`${RULES}#rule-${rule}`) : undefined);
}

/** What the server gave just now is kept in place of the last; what is somebody else's, or a way to sign in, ends it. */
async function look(answer, { pathname, search }) {
  const cache = await caches.open(PAGES);
  if (answer.type === "opaqueredirect" || answer.status === 401 || answer.status === 403) return caches.delete(PAGES);
  if (!answer.ok || !answer.headers.get(USER)) return;
  const home = await cache.match(HOME, LOOSELY);
  if (home && home.headers.get(USER) !== answer.headers.get(USER)) return caches.delete(PAGES);
  if (!search && (await cache.match(pathname, LOOSELY))) await keepPage(pathname, await answer.clone().text(), answer.headers);
}
