// Rows that come on top push the others down smoothly: all of them jumping at once is what a browser counts as a shift.
import { type RefObject, useLayoutEffect, useRef } from 'react'

const SLIDE: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
/** Of more than two rows a short list would show its end meanwhile. */
const PIXELS_MAX = 100

/**
 * For the body of a table (with separate borders: collapsed ones stay where they are) under a head that covers what slides out from
 * below it; what stands under the table slides along. The body is `isolate`: WebKit 2.50 leaves the cells of one that ceases to be a
 * stacking context unpainted, as an animated transform, opacity or filter ends. Another
 * `listKey` is another list, and `firstKey` is the first row's. Nothing slides where motion is unwanted, nor in a list that is
 * scrolled: there most browsers keep what is seen in its place.
 */
export function useSlide(
  body: RefObject<HTMLTableSectionElement | null>,
  listKey: string,
  firstKey: string | undefined,
): void {
  const drawn = useRef<{ readonly listKey: string; readonly firstRow: HTMLElement | undefined }>(undefined)
  useLayoutEffect(() => {
    const { current: element } = body
    const rows = [...(element?.children ?? [])].filter((row) => row instanceof HTMLElement)
    const [before, now] = [drawn.current, rows[0]]
    drawn.current = { listKey, firstRow: now }
    if (element?.animate === undefined || before?.firstRow === undefined || before.listKey !== listKey) return
    if (now === undefined || rows.indexOf(before.firstRow) < 1) return
    const table = element.closest('table')
    if ((table?.parentElement?.scrollTop ?? 0) > 0) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // Where one that is still under way has them is where they go on from.
    const { transform } = getComputedStyle(element)
    const offset = transform === 'none' ? 0 : new DOMMatrix(transform).m42
    const start = offset + now.offsetTop - before.firstRow.offsetTop
    if (start < -PIXELS_MAX) return
    const frames = [{ transform: `translateY(${start}px)` }, { transform: 'none' }]
    element.animate(frames, SLIDE)
    for (let below = table?.nextElementSibling; below; below = below.nextElementSibling)
      below.animate(frames, SLIDE)
  }, [body, listKey, firstKey])
}
