// The service worker of one event's entry desk. It keeps the last desk page, the last list of cards, and their files,
// and serves them only when the server cannot be reached. A kept page is marked (`data-kept`), so that it is never
// taken for the current one. It is kept for one person: when somebody else's page is served, it is deleted.

const FILES = "pegboard-files";
const PAGE = `pegboard-desk ${self.registration.scope}`;
const LIST = new URL(self.registration.scope).pathname;
const [KEPT_CARD, KEPT_LIST] = ["kept-page", "kept-list"].map((name) => new URL(name, self.registration.scope).href);
const USER = "X-Desk-User";
const STATIC = /(?:src|href)="([^"]*\/static\/[^"#]+)"/g;
const LOOSELY = { ignoreVary: true };
const MARKED = /\.[0-9a-f]{12}\./;
const PATIENCE = 8000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const isFile = ({ pathname }) => pathname.includes("/static/");
const isList = ({ pathname }) => pathname === LIST;
const isCard = ({ pathname }) => /\/cards\/[A-Z]{1,2}-[0-9]+\/$/.test(pathname);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // The last word of a page that goes away: what is not answered from here the browser drops.
  if (request.keepalive && request.method === "POST") return event.respondWith(fetch(request));
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (isFile(address)) event.respondWith(fileOf(request));
  else if (request.mode !== "navigate") return;
  else if (isList(address)) event.respondWith(pageOf(request, KEPT_LIST));
  else if (isCard(address) && !address.search.includes("as=read")) event.respondWith(pageOf(request, KEPT_CARD));
});

self.addEventListener("message", (event) => {
  if (event.data.keep) event.waitUntil(keepFor(event.data.keep));
});

/** A page that began to load before this worker was ready belongs to none until it is claimed. */
async function keepFor(files) {
  await self.clients.claim();
  await keepFiles(files);
}

/** A file whose name has the mark of what is in it never changes; of any other one the server's own is better. */
async function fileOf(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request, LOOSELY);
  if (kept && MARKED.test(request.url)) return kept;
  try {
    const answer = await fetch(request);
    if (kept && answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return kept ?? Response.error();
  }
}

/** Keep the files that an open desk has loaded, what the list of cards needs beside them, and both pages. */
async function keepFiles(loaded) {
  const list = await fetchPage(LIST);
  const listed = list ? [...(await list.clone().text()).matchAll(STATIC)].map(([, path]) => new URL(path, location.origin).pathname) : [];
  const wanted = [...new Set([...loaded, ...listed])];
  const cache = await caches.open(FILES);
  const kept = new Map((await cache.keys()).map((request) => [new URL(request.url).pathname, request]));
  for (const [path, request] of kept) if (!wanted.includes(path)) await cache.delete(request);
  await Promise.allSettled(wanted.filter((path) => !kept.has(path)).map((path) => cache.add(path)));
  if (list) await keepPage(list, KEPT_LIST);
  if (await (await caches.open(PAGE)).match(KEPT_CARD, LOOSELY)) return;
  const clients = await self.clients.matchAll({ type: "window" });
  const open = clients.map(({ url }) => new URL(url)).find(isCard);
  const page = open && (await fetchPage(open.pathname));
  if (page) await keepPage(page, KEPT_CARD);
}

async function fetchPage(path) {
  const answer = await fetch(path, { headers: { Accept: "text/html" } }).catch(() => null);
  return answer?.ok && answer.headers.get(USER) ? answer : null;
}

async function keepPage(answer, name) {
  const cache = await caches.open(PAGE);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request, LOOSELY);
    if (kept?.headers.get(USER) !== answer.headers.get(USER)) await cache.delete(request);
  }
  const html = (await answer.text()).replace("data-fresh", "data-kept");
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  await cache.put(name, new Response(html, { status: 200, headers }));
}

async function pageOf(request, name) {
  const timer = new AbortController();
  const patience = setTimeout(() => timer.abort(), PATIENCE);
  try {
    const answer = await fetch(request, { signal: timer.signal });
    await look(answer, name, new URL(request.url));
    return answer;
  } catch {
    const kept = await (await caches.open(PAGE)).match(name, LOOSELY);
    return kept ?? Response.error();
  } finally {
    clearTimeout(patience);
  }
}

/** What the server gave just now is kept in place of the last; what is somebody else's, or a way to sign in, ends it. */
async function look(answer, name, { search }) {
  const isTheirs = Boolean(answer.headers.get(USER));
  // Of the list only the whole one.
  if (answer.ok && isTheirs) return name === KEPT_LIST && search ? undefined : keepPage(answer.clone(), name);
  if (answer.type === "opaqueredirect" || answer.status === 401 || answer.status === 403) await caches.delete(PAGE);
  // The list of somebody who types nothing.
  else if (answer.ok && name === KEPT_LIST) await caches.delete(PAGE);
}
