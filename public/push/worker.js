// Receives what the server pushes, and nothing else: no page is in its scope, and it caches nothing.

/** Top-level windows of the dashboard. The chat on websites, its page and the documentation are of the same origin. */
async function dashboards() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(
    ({ url, frameType }) => frameType === 'top-level' && !/^\/(chat|widget|docs)(\/|$)/.test(new URL(url).pathname),
  )
}

async function show({ title, body, tag, path }) {
  // Whoever looks at the dashboard sees it there.
  if ((await dashboards()).some(({ focused }) => focused)) return
  await self.registration.showNotification(title, { body, tag, renotify: true, data: path })
}

async function open(path) {
  const [window] = await dashboards()
  if (!window) return self.clients.openWindow(path)
  await window.focus().catch(() => undefined) // a browser may refuse it, and then the page is shown once looked at
  window.postMessage({ open: path })
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  if (typeof event.notification.data === 'string') event.waitUntil(open(event.notification.data))
})
