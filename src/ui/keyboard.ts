// Where a phone's keyboard lies over the page: iOS, and Android since Chrome 108, shorten the visual viewport alone.

/** Bars of the browser are lower, in pixels. */
const KEYBOARD_HEIGHT_MIN = 80

/**
 * Says in the element's `--above` and `--below` how much of the page's window is covered, and keeps its focused field in view.
 * Returns the end of it.
 */
export function followKeyboard(element: HTMLElement): () => void {
  const { visualViewport } = globalThis
  if (!visualViewport) return () => {}
  const follow = () => {
    const { offsetTop, height, scale } = visualViewport
    const below = document.documentElement.clientHeight - offsetTop - height
    // A page that is zoomed in is covered nowhere.
    const isCovered = scale < 1.01 && below > KEYBOARD_HEIGHT_MIN
    element.style.setProperty('--above', `${isCovered ? offsetTop : 0}px`)
    element.style.setProperty('--below', `${isCovered ? below : 0}px`)
    if (isCovered && element.contains(document.activeElement))
      document.activeElement?.scrollIntoView({ block: 'nearest' })
  }
  follow()
  const ended = new AbortController()
  for (const change of ['resize', 'scroll'])
    visualViewport.addEventListener(change, follow, { signal: ended.signal })
  return () => ended.abort()
}
