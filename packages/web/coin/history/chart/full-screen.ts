// An element over all the others of the page, in the window's whole size: by the page's top layer where the browser has it
// (whatever surrounds the element), else by its own style. The browser's full-screen API is missing on phones, so it is not used.

const isElement = (node: Element): node is HTMLElement => node instanceof HTMLElement

/** Everything beside the element and beside what it is in. */
function elementsBeside(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (
    let each: HTMLElement | null = element;
    each !== null && each !== document.body;
    each = each.parentElement
  ) {
    const of = each
    found.push(...[...(each.parentElement?.children ?? [])].filter(isElement).filter((other) => other !== of))
  }
  return found.filter(({ inert, tagName }) => !inert && tagName !== 'SCRIPT')
}

/** Shows it, with the rest of the page out of reach, and calls `onEscape` at Esc. What it returns puts all back. */
export function enterFullScreen(element: HTMLElement, onEscape: () => void): () => void {
  const beside = elementsBeside(element)
  for (const each of beside) each.inert = true
  const { overflow } = document.documentElement.style
  document.documentElement.style.overflow = 'hidden'
  const hasTopLayer = 'showPopover' in HTMLElement.prototype
  if (hasTopLayer) {
    element.popover = 'manual'
    element.showPopover()
  }
  if (!element.contains(document.activeElement)) element.focus({ preventScroll: true })
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
  }
  document.addEventListener('keydown', onKey)
  return () => {
    document.removeEventListener('keydown', onKey)
    if (hasTopLayer) element.popover = null
    document.documentElement.style.overflow = overflow
    for (const each of beside) each.inert = false
  }
}
