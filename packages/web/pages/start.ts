// The first script of a document whose page the server has drawn: brings the others when that stands on the screen, so that they
// keep nothing of it waiting. It stands in the document's head, and the document says which they are (packages/server/documents/pages.ts), the one
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

// A button that is pressed before the page can answer keeps a mark, and so does what a mouse came to: the page presses the one
// again, and points at the other (packages/web/ui/hydration/early-events.ts).
function move(mark: string, to: Element | null): void {
  for (const each of document.querySelectorAll(`[${mark}]`)) each.removeAttribute(mark)
  to?.setAttribute(mark, '')
}
const elementOf = ({ target }: Event) => (target instanceof Element ? target : null)
const press = (event: Event) => move('data-pressed', elementOf(event)?.closest('button') ?? null)
const point = (event: PointerEvent) => {
  if (event.pointerType === 'mouse') move('data-pointed', elementOf(event))
}
const leave = ({ relatedTarget }: PointerEvent) => {
  if (relatedTarget === null) move('data-pointed', null)
}
const takenOver = new AbortController()
const early = { capture: true, signal: takenOver.signal }
document.addEventListener('click', press, early)
document.addEventListener('pointerover', point, early)
document.addEventListener('pointerout', leave, early)

// A browser may translate the page before the page's code has loaded. This records the original nodes for it
// (packages/web/ui/hydration/translated.ts).
const changes: MutationRecord[] = []
Object.assign(document.getElementById('start') ?? {}, { changes })
const watching = new MutationObserver((records) => changes.push(...records))
const end = () => {
  takenOver.abort()
  watching.disconnect()
  changes.length = 0
}
document.addEventListener('takenover', end, { once: true })

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
  watching.observe(document.body, { childList: true, subtree: true })
  const styles = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  if (styles === null || styles.sheet !== null) return beginWhenShown()
  for (const end of ['load', 'error']) styles.addEventListener(end, beginWhenShown, { once: true })
})
