// The service worker that shows notices while no page of the site is open. The URL of the own page is opened by a tap
// and never shown, since it works as a password.

self.addEventListener("push", (event) => {
  const { title, text, tag, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: text, tag, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});
