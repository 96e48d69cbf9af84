// Turns on push notices in this browser. Without push, or on a site without a certificate, the page says so and needs
// no script.

const form = document.getElementById("browser");
const said = form.querySelector("[data-said]");
const { worker, siteKey, refused, failed } = form.dataset;

const has = (name) => name in window;
const isOffered = window.isSecureContext && "serviceWorker" in navigator && has("PushManager") && has("Notification");

function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** The worker that shows notices: for no page, so that it comes in no other one's way. */
async function registered() {
  const registration = await navigator.serviceWorker.register(worker);
  const starting = registration.installing ?? registration.waiting;
  if (starting && !registration.active) {
    await new Promise((resolve) => {
      starting.addEventListener("statechange", () => starting.state === "activated" && resolve());
    });
  }
  return registration;
}

async function subscribed() {
  const { pushManager } = await registered();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(siteKey) };
  try {
    return await pushManager.subscribe(options);
  } catch (problem) {
    // It was told by this site before the site had another secret.
    const earlier = await pushManager.getSubscription();
    if (!earlier) throw problem;
    await earlier.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function tellMe(event) {
  event.preventDefault();
  const button = form.querySelector("button");
  button.setAttribute("aria-busy", "true");
  said.textContent = "";
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      said.textContent = refused;
      return;
    }
    const { endpoint, keys } = (await subscribed()).toJSON();
    form.elements["browser-address"].value = endpoint;
    form.elements["browser-key"].value = keys.p256dh;
    form.elements["browser-secret"].value = keys.auth;
    form.submit();
  } catch {
    said.textContent = failed;
  } finally {
    button.removeAttribute("aria-busy");
  }
}

if (isOffered) {
  form.querySelector("[data-none]").hidden = true;
  form.querySelector("[data-offer]").hidden = false;
  form.addEventListener("submit", tellMe);
}
