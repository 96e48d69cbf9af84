// The worker of one event's entry desk. It keeps the last desk page that the server gave and the files that belong to it, and
// gives them out only where the server cannot be reached. A kept page says that it is one (`data-kept`), so that it never
// passes for what stands now. It is kept for one person: whoever is served another one's page has nothing kept of it.

const FILES = "pegboard-files";
const PAGE = `pegboard-desk ${self.registration.scope}`;
const KEPT = new URL("kept-page", self.registration.scope).href;
const LOOSELY = { ignoreVary: true };
const MARKED = /\.[0-9a-f]{12}\./;
const PATIENCE = 8000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const isFile = ({ pathname }) => pathname.includes("/static/");
const isCard = ({ pathname }) => /\/cards\/[A-Z]{1,2}-[0-9]+\/$/.test(pathname);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (isFile(address)) event.respondWith(fileOf(request));
  else if (request.mode === "navigate" && isCard(address) && !address.search.includes("as=read")) event.respondWith(pageOf(request));
});

self.addEventListener("message", (event) => {
  if (event.data.keep) event.waitUntil(keepFiles(event.data.keep));
});

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

async function keepFiles(wanted) {
  const cache = await caches.open(FILES);
  const kept = new Map((await cache.keys()).map((request) => [new URL(request.url).pathname, request]));
  for (const [path, request] of kept) if (!wanted.includes(path)) await cache.delete(request);
  await Promise.allSettled(wanted.filter((path) => !kept.has(path)).map((path) => cache.add(path)));
  if (await (await caches.open(PAGE)).match(KEPT, LOOSELY)) return;
  const page = await fetchPage();
  if (page) await keepPage(page);
}

async function fetchPage() {
  const clients = await self.clients.matchAll({ type: "window" });
  const open = clients.map(({ url }) => new URL(url)).find(isCard);
  const answer = open ? await fetch(open.pathname, { headers: { Accept: "text/html" } }).catch(() => null) : null;
  return answer?.ok && answer.headers.get("X-Desk-User") ? answer : null;
}

async function keepPage(answer) {
  const cache = await caches.open(PAGE);
  const html = (await answer.text()).replace("data-fresh", "data-kept");
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  await cache.put(KEPT, new Response(html, { status: 200, headers }));
}

async function pageOf(request) {
  const timer = new AbortController();
  const patience = setTimeout(() => timer.abort(), PATIENCE);
  try {
    const answer = await fetch(request, { signal: timer.signal });
    await look(answer);
    return answer;
  } catch {
    const kept = await (await caches.open(PAGE)).match(KEPT, LOOSELY);
    return kept ?? Response.error();
  } finally {
    clearTimeout(patience);
  }
}

/** What the server gave just now is kept in place of the last; what is somebody else's, or a way to sign in, ends it. */
async function look(answer) {
  const user = answer.headers.get("X-Desk-User");
  if (answer.ok && user) await keepPage(answer.clone());
  else if (answer.type === "opaqueredirect" || answer.status === 401 || answer.status === 403) await caches.delete(PAGE);
}
