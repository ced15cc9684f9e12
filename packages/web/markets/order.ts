// Rows that stand still. Live events change figures at once, but the order is one that was taken at a moment, and taken
// again only when nobody is pointing at a row. Pure.
import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import type { CoinFigures } from '@twinmint/sdk/api/records/coin-figures'
import { newerOf } from '@twinmint/sdk/api/records/newer'
import { passesFilters } from './filters.ts'
import { belongsTo, compareIn, type ListView } from './rules.ts'

type Pages = readonly (readonly ListedCoin[])[]

/** The order as it was taken: of which list, when so many of its pages were known. */
export interface HeldOrder {
  readonly listKey: string
  readonly pageCount: number
  readonly ids: readonly string[]
}

/** Coins by id. A coin that moved while its list was read stands on two pages: its latest state counts. */
function coinsOf(pages: Pages): Map<string, ListedCoin> {
  const byId = new Map<string, ListedCoin>()
  for (const collection of pages.flat()) {
    byId.set(collection.id, newerOf(byId.get(collection.id), collection))
  }
  return byId
}

/** What the view would show if it were asked for now. Equal ones stay as the server ordered them. */
export function targetRows(pages: Pages, view: ListView, nowMs: number): readonly ListedCoin[] {
  return [...coinsOf(pages).values()]
    .filter(
      (collection) =>
        belongsTo(view.tab, collection, nowMs) && passesFilters(view.filters, collection, nowMs),
    )
    .sort((a, b) => compareIn(view, a, b))
}

export function takeOrder(listKey: string, pages: Pages, target: readonly ListedCoin[]): HeldOrder {
  return { listKey, pageCount: pages.length, ids: target.map(({ id }) => id) }
}

/** The coins in the order that is held, with their figures of now; pages that came since follow below. */
export function heldRows(pages: Pages, held: HeldOrder): readonly ListedCoin[] {
  const byId = coinsOf(pages)
  const ids = new Set([
    ...held.ids,
    ...pages.slice(held.pageCount).flatMap((page) => page.map(({ id }) => id)),
  ])
  return [...ids].flatMap((id) => byId.get(id) ?? [])
}

/** How many coins would come, go or move if `shown` became `target`: the fewest moves that do it. */
export function countChanges(shown: readonly ListedCoin[], target: readonly ListedCoin[]): number {
  const placeOf = new Map(target.map(({ id }, place) => [id, place]))
  const places = shown.flatMap(({ id }) => placeOf.get(id) ?? [])
  const gone = shown.length - places.length
  const came = target.length - places.length
  return gone + came + places.length - longestRise(places)
}

/** The length of the longest subsequence that only rises: what can stay where it is. */
function longestRise(places: readonly number[]): number {
  /** The smallest place on which a rise of each length ends. */
  const ends: number[] = []
  for (const place of places) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    ends[low] = place
  }
  return ends.length
}

/** Whether a coin that no page names belongs on those that were read: above their last one, or anywhere when they are all. */
export function reaches(pages: Pages, hasMore: boolean, view: ListView, collection: CoinFigures): boolean {
  if (!hasMore) return true
  const last = pages.at(-1)?.at(-1)
  return last !== undefined && compareIn(view, collection, last) < 0
}
