// Rows that come on top push the others down smoothly: all of them jumping at once is what a browser counts as a shift.
import { type RefObject, useLayoutEffect, useRef } from 'react'

const SLIDE: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
/** More at once are another list rather than news. */
const ROWS_MAX = 5

/**
 * For the body of a table under a head that covers what slides out from below it; what stands under the table slides along. `firstKey`
 * is the first row's. Nothing slides where motion is unwanted, nor in a list that is scrolled: there the browser keeps what is seen
 * in its place.
 */
export function useSlide(
  body: RefObject<HTMLTableSectionElement | null>,
  firstKey: string | undefined,
): void {
  const firstRow = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    const element = body.current
    const rows = [...(element?.children ?? [])].filter((row) => row instanceof HTMLElement)
    const [before, now] = [firstRow.current, rows[0]]
    firstRow.current = now
    if (element?.animate === undefined || before === undefined || now === undefined) return
    const table = element.closest('table')
    const added = rows.indexOf(before)
    if (added < 1 || added > ROWS_MAX || (table?.parentElement?.scrollTop ?? 0) > 0) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // Where one that is still under way has them is where they go on from.
    const { transform } = getComputedStyle(element)
    const offset = transform === 'none' ? 0 : new DOMMatrix(transform).m42
    const start = `translateY(${offset + now.offsetTop - before.offsetTop}px)`
    const below = [...(table?.parentElement?.children ?? [])].filter((child) => child !== table)
    for (const sliding of [element, ...below])
      sliding.animate([{ transform: start }, { transform: 'none' }], SLIDE)
  }, [body, firstKey])
}
