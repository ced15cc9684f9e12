// The first script of a document whose page the server has drawn: brings the others when that stands on the screen, so that they
// keep nothing of it waiting. It stands in the document's head, and the document says which they are (src/server/pages.ts), the one
// that begins first.
let hasBegun = false
function begin(): void {
  if (hasBegun) return
  hasBegun = true
  const scripts = JSON.parse(document.getElementById('start')?.dataset['scripts'] ?? '[]') as string[]
  for (const href of scripts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void import(/* @vite-ignore */ scripts[0] ?? '')
}

// A button that is pressed before the page can answer keeps a mark: the page presses it again (src/ui/first/early.ts).
const mark = ({ target }: Event) => {
  const button = target instanceof Element ? target.closest('button') : null
  for (const each of document.querySelectorAll('[data-pressed]')) each.removeAttribute('data-pressed')
  button?.setAttribute('data-pressed', '')
}
document.addEventListener('click', mark, true)
document.addEventListener('takenover', () => document.removeEventListener('click', mark, true), {
  once: true,
})

/** A browser that does not say when it painted, or paints nothing, has the scripts by then. */
const LATEST_MS = 3_000

function beginWhenShown(): void {
  // A tab in the background draws nothing until somebody looks. A frame alone is not on the screen yet: scripts that begin with it
  // were there before the picture as often as not.
  if (document.hidden) return begin()
  setTimeout(begin, LATEST_MS)
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    begin()
  }).observe({ type: 'paint', buffered: true })
}

// Not before the document has come whole, of which a beginning may be on the screen, nor before its styles, of which a tab in the
// background knows no picture.
document.addEventListener('DOMContentLoaded', () => {
  const styles = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  if (styles === null || styles.sheet !== null) return beginWhenShown()
  for (const end of ['load', 'error']) styles.addEventListener(end, beginWhenShown, { once: true })
})
