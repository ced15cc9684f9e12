// What a long list of rows does in a window: only those in view are drawn, the one with the focus among them, and more
// are asked for near the end.
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { useCallback, useEffect, useState } from 'react'
import { isTakingOver } from '../ui/hydration/hydration.ts'
import { remPixels } from '../ui/media.ts'

const OVERSCAN = 8
/** Of a window, before it is known. */
const FIRST_HEIGHT = 480
/** So many rows before the end the next page is asked for. */
const LOAD_AHEAD = 30

export interface RowList {
  readonly rows: readonly ListedCoin[]
  /** In rem, as all that is drawn: rows are as high as the reader's text asks for. */
  readonly rowHeight: number
  readonly focusedId: string | undefined
  readonly onNearEnd: () => void
}

export interface DrawnRows {
  /** On the element that holds the rows. */
  readonly container: (element: HTMLElement | null) => (() => void) | undefined
  /** In their order; with the focused one they may have a gap. `start` and `end` count from the container's top. */
  readonly drawn: readonly {
    readonly collection: ListedCoin
    readonly index: number
    readonly start: number
    readonly end: number
  }[]
  readonly height: number
}

export function useDrawnRows({ rows, rowHeight, focusedId, onNearEnd }: RowList): DrawnRows {
  const [rem] = useState(remPixels)
  const [top, setTop] = useState(0)
  // What stands above the list may change its height, and with it the document's.
  const container = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const focusedIndex = focusedId === undefined ? -1 : rows.findIndex(({ id }) => id === focusedId)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inView = defaultRangeExtractor(range)
      if (focusedIndex < 0 || inView.includes(focusedIndex)) return inView
      return [...inView, focusedIndex].sort((a, b) => a - b)
    },
    [focusedIndex],
  )
  // The same function while the rows are the same: another one makes it measure them all again.
  const keyOf = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes here, and its functions stay in this hook
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight * rem,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: top,
    // The server knows no window, and the page none while it takes over.
    initialRect: { width: 0, height: FIRST_HEIGHT },
    ...(isTakingOver() ? { initialOffset: 0 } : {}),
    rangeExtractor,
    useFlushSync: false,
  })
  const items = virtualizer.getVirtualItems()
  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - LOAD_AHEAD
  useEffect(() => {
    if (isNearEnd && rows.length > 0) onNearEnd()
  }, [isNearEnd, rows.length, onNearEnd])
  return {
    container,
    drawn: items.flatMap((item: VirtualItem) => {
      const collection = rows[item.index]
      return collection === undefined
        ? []
        : [{ collection, index: item.index, start: (item.start - top) / rem, end: (item.end - top) / rem }]
    }),
    height: virtualizer.getTotalSize() / rem,
  }
}

/** The arrows go from row to row, as far as they are drawn: the one that gets the focus draws those beyond it. */
export function moveBetweenRows(event: React.KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.target instanceof Element ? event.target.closest('[data-id]') : null
  const other = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const link = other?.querySelector<HTMLElement>('a')
  if (!link) return
  event.preventDefault()
  link.focus()
  other?.scrollIntoView({ block: 'nearest' })
}
