// Says that the assistant is ready for offline use, once the service worker has kept all its pages. Browsers allow that
// on localhost or with a certificate.

const status = document.getElementById("kept");

async function keep() {
  if ("kept" in status.dataset) status.textContent = status.dataset.copy;
  if (!("serviceWorker" in navigator)) {
    status.textContent = status.dataset.not;
    return;
  }
  if (!("kept" in status.dataset)) status.textContent = status.dataset.getting;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.ready && !("kept" in status.dataset)) {
      status.textContent = status.dataset.ready;
      status.classList.add("kept--ready");
    }
  });
  try {
    await navigator.serviceWorker.register(status.dataset.worker);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ keep: JSON.parse(document.getElementById("keeping").textContent) });
  } catch {
    // The server is away, or the browser keeps nothing: what this page says already is all there is to say.
    return;
  }
}

keep();
