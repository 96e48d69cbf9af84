// Keeps the desk's page available offline, where the browser allows it (on localhost or with a certificate). Elsewhere
// the queue still keeps what is typed; only a reload needs the server.

/** Have the worker keep this page and the files that it needs, for the person whose page it is. */
export async function keepPage(root, pile) {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(root.dataset.worker);
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const wanted = files.filter(({ origin, pathname }) => origin === location.origin && pathname.includes("/static/"));
    if (pile.user === pile.owner) active.postMessage({ keep: [...new Set(wanted.map(({ pathname }) => pathname))] });
  } catch {
    // A browser that keeps no pages, or a server that is away: the desk works on without.
    return;
  }
}
