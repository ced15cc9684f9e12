// The list of markets by pages, kept true by the live stream, in an order that holds still; and the platform's figures.
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClockText } from '../ui/amounts.tsx'
import { useOrderTaken } from '../ui/calm.ts'
import { nowMs } from '../ui/first/taking-over.ts'
import { apiGet, type ListPart, withCursor } from '../wire/api.ts'
import { refetchUnlessFirst } from '../wire/first-data.ts'
import { getCoinsPart } from '../wire/listed-coins.ts'
import { useLiveData } from '../wire/live-data.ts'
import type { ListedCoin } from '../wire/records/coin.ts'
import type { LiveEvent } from '../wire/records/live.ts'
import type { Analytics } from './contract.ts'
import { countChanges, type HeldOrder, heldRows, reaches, takeOrder, targetRows } from './order.ts'
import { belongsToView, type ListView, requestOf } from './rules.ts'

/** What was answered, and to which view: another one's rows stay on screen until the new ones are here. */
interface MarketsPart extends ListPart<ListedCoin> {
  readonly view: ListView
}
type MarketsData = InfiniteData<MarketsPart, string | null>

/**
 * The second segment is what the live stream finds lists of coins by, to write figures into them. The third keeps it from
 * reading them again at every coin that they do not name: that would be all pages, and is decided here.
 */
const marketsKey = (view: ListView) => ['api', `collections?${requestOf(view)}`, 'markets']

/** Figures of the last day age without any event. */
const REFRESH_MS = 60_000
/** Beyond so many pages that would be too many questions; the live stream goes on. */
const REFRESHED_PAGES_MAX = 3

const NO_PAGES: readonly (readonly ListedCoin[])[] = []

export const marketsOptions = (view: ListView) =>
  infiniteQueryOptions({
    queryKey: marketsKey(view),
    queryFn: async ({ pageParam, signal }): Promise<MarketsPart> => {
      const part = await getCoinsPart(withCursor(`/api/collections?${requestOf(view)}`, pageParam), signal)
      return { ...part, view }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: refetchUnlessFirst,
  })

export function useMarkets(view: ListView, isPaused: boolean) {
  const query = useInfiniteQuery({
    ...marketsOptions(view),
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) > REFRESHED_PAGES_MAX ? false : REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  useLiveData<MarketsData>('market', marketsKey(view), (data, event) => withNewcomer(data, event, view))
  const answered = query.data?.pages
  const pages = useMemo(() => answered?.map(({ items }) => items) ?? NO_PAGES, [answered])
  return { ...query, ...useHeldRows(pages, answered?.[0]?.view ?? view, isPaused) }
}

/** The list with a coin that no page names, when it belongs above the list's end. */
function withNewcomer(data: MarketsData, event: LiveEvent, view: ListView): MarketsData {
  if (event.type !== 'collection') return data
  const { collection } = event
  if (!belongsToView(view, collection, nowMs())) return data
  const [first, ...others] = data.pages
  const lists = data.pages.map(({ items }) => items)
  if (first === undefined || lists.some((items) => items.some(({ id }) => id === collection.id))) return data
  const hasMore = data.pages.at(-1)?.nextCursor !== null
  if (!reaches(lists, hasMore, view, collection)) return data
  // At the head of the first page, so that the last one still ends where its cursor says.
  return { ...data, pages: [{ ...first, items: [collection, ...first.items] }, ...others] }
}

/** The rows in the order that is held, taken anew every few seconds at most and never while paused. */
function useHeldRows(pages: readonly (readonly ListedCoin[])[], view: ListView, isPaused: boolean) {
  const listKey = requestOf(view)
  // Coins stop being new by the clock.
  const minute = useClockText((nowMs) => String(Math.floor(nowMs / 60_000)))
  const target = useMemo(() => targetRows(pages, view, Number(minute) * 60_000), [pages, view, minute])
  const [held, setHeld] = useState<HeldOrder>()
  const isOther = held?.listKey !== listKey
  const current = isOther ? takeOrder(listKey, pages, target) : held
  // Another list is shown in its own order from its first moment on.
  if (isOther && pages.length > 0) setHeld(current)

  const rows = useMemo(() => heldRows(pages, current), [pages, current])
  const changes = useMemo(() => countChanges(rows, target), [rows, target])
  useOrderTaken(changes > 0 && !isPaused, listKey, () => setHeld(takeOrder(listKey, pages, target)))
  return { rows, changesWaiting: changes }
}

/** Read again every half minute; the hour or day of now grows meanwhile. */
export function useAnalytics(range: Analytics['range']) {
  return useQuery({
    queryKey: ['api', 'analytics', range],
    queryFn: ({ signal }) => apiGet<Analytics>(`/api/markets/figures?range=${range}`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
}
