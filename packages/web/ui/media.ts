// What the screen is like, where a layout needs other elements and not only other styles; and what the whole page's styles
// must know of what is on it. The server, whose drawing the page takes over, knows no screen.
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { isInBrowser, useIsTakenOver } from './hydration/hydration.ts'

/** As wide as Tailwind's `sm:`. */
const ROOMY = '(min-width: 40rem)'

/** As wide as Tailwind's `md:`. */
const WIDE = '(min-width: 50rem)'

/** A card fits beside the coin's chart: as wide as `min-[62.5rem]:`. */
const DESK = '(min-width: 62.5rem)'

/** Pixels of a rem: the text size that the browser is set to. */
export const remPixels = (): number =>
  (isInBrowser && Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) || 16

const subscribeTo = (text: string) => (listener: () => void) => {
  const query = matchMedia(text)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const subscribeToRoomy = subscribeTo(ROOMY)
const subscribeToWide = subscribeTo(WIDE)
const subscribeToDesk = subscribeTo(DESK)

/** Undefined in what the server draws, which holds what either has, each hidden by styles where it does not belong. */
function useMatches(subscribe: (listener: () => void) => () => void, text: string): boolean | undefined {
  const isTakenOver = useIsTakenOver()
  const matches = () => isInBrowser && matchMedia(text).matches
  const isMatching = useSyncExternalStore(subscribe, matches, matches)
  return isTakenOver ? isMatching : undefined
}

export const useIsRoomy = (): boolean | undefined => useMatches(subscribeToRoomy, ROOMY)

export const useIsWide = (): boolean | undefined => useMatches(subscribeToWide, WIDE)

export const useIsDesk = (): boolean | undefined => useMatches(subscribeToDesk, DESK)

type RootMark = 'data-chat-open' | 'data-coin-page' | 'data-connection-line' | 'data-dialog-open'

const drawnMarks = new Set<RootMark>()
/** Those of what the server has drawn since they were taken last. */
export function takeDrawnMarks(): readonly RootMark[] {
  const taken = [...drawnMarks]
  drawnMarks.clear()
  return taken
}

const marks = new Map<RootMark, number>()
function count(mark: RootMark, change: 1 | -1): void {
  const left = (marks.get(mark) ?? 0) + change
  marks.set(mark, left)
  document.documentElement.toggleAttribute(mark, left > 0)
}

/**
 * Says it at the document's root while the component is there. Not by `:root:has(…)`: for that the browser works out the
 * styles of the whole page again at nearly every change of it (a coin's page: five times as much work for styles).
 */
export function useRootMark(mark: RootMark, isOn = true): void {
  if (!isInBrowser && isOn) drawnMarks.add(mark)
  useLayoutEffect(() => {
    if (!isOn) return undefined
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark, isOn])
}

/** In pixels. The browser's own bars are lower than this. */
const KEYBOARD_HEIGHT_MIN = 80

/**
 * Follows an on-screen keyboard. iOS, and Android since Chrome 108, resize the visual viewport only. Sets the element's `--above` and
 * `--below` to the covered parts of the window and keeps the focused field in view. Returns a function that stops it.
 */
export function followKeyboard(element: HTMLElement): () => void {
  const { visualViewport } = globalThis
  if (!visualViewport) return () => {}
  const follow = () => {
    const { offsetTop, height, scale } = visualViewport
    const below = document.documentElement.clientHeight - offsetTop - height
    // A zoomed page also has a smaller visual viewport.
    const isCovered = scale < 1.01 && below > KEYBOARD_HEIGHT_MIN
    element.style.setProperty('--above', `${isCovered ? offsetTop : 0}px`)
    element.style.setProperty('--below', `${isCovered ? below : 0}px`)
  }
  follow()
  const ended = new AbortController()
  const { signal } = ended
  visualViewport.addEventListener('scroll', follow, { signal })
  const resize = () => {
    follow()
    if (element.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }
  visualViewport.addEventListener('resize', resize, { signal })
  return () => ended.abort()
}
