// Shows what the server pushes (packages/server/people/alerts/), and opens the page that it is about. Nothing is kept or fetched here.
const HOME = '/portfolio?tab=alerts'

/** A path of this site, whatever was pushed. */
function pathOf(text) {
  try {
    const url = new URL(text, self.location.origin)
    return url.origin === self.location.origin ? url.pathname + url.search + url.hash : HOME
  } catch {
    return HOME
  }
}

function read(data) {
  try {
    const { id, title, body, path } = data.json()
    return { id: String(id), title: String(title), body: String(body), path: pathOf(path) }
  } catch {
    // Browsers ask that something is shown for every push.
    return { id: 'news', title: 'Twinmint', body: 'One of your alerts fired.', path: HOME }
  }
}

self.addEventListener('push', (event) => {
  const { id, title, body, path } = read(event.data)
  // The same one again takes the place of the one that is shown.
  event.waitUntil(
    self.registration.showNotification(title, { body, tag: id, icon: '/favicon.svg', data: { path } }),
  )
})

/** Shows the page where it is open already. No other is led there: somebody may be signing in it. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find(({ url }) => url.startsWith(new URL(path, self.location.origin).href))
  return shown ? shown.focus() : self.clients.openWindow(path)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pathOf(event.notification.data?.path)))
})
