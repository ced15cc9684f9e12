// The list of markets by pages, kept true by the live stream, in an order that holds still; and the platform's figures.
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Analytics } from '@twinmint/sdk/api/markets/contract'
import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { type CoinNews, newsOf, withNews } from '@twinmint/sdk/api/records/coin-figures'
import { useMemo, useState } from 'react'
import { apiGet, type ListPart } from '../data/api.ts'
import { refetchUnlessFirst } from '../data/initial-data.ts'
import { getCoinsPart } from '../data/listed-coins.ts'
import { useLiveEvent } from '../data/live.ts'
import { type Pages, pagedOptions } from '../data/paged.ts'
import { keyOf } from '../data/query-keys.ts'
import { useClockText } from '../ui/amounts.tsx'
import { nowMs } from '../ui/hydration/hydration.ts'
import { useOrderTaken } from '../ui/steady.ts'
import { passesFilters } from './filters.ts'
import { countChanges, type HeldOrder, heldRows, reaches, takeOrder, targetRows } from './order.ts'
import { belongsTo, belongsToView, type ListView, requestOf } from './rules.ts'

/** What was answered, and to which view: another one's rows stay on screen until the new ones are here. */
interface MarketsPart extends ListPart<ListedCoin> {
  readonly view: ListView
}
type MarketsData = Pages<MarketsPart>

/**
 * The second segment is what the live stream finds lists of coins by, to write figures into them. The third keeps it from
 * reading them again at every coin that they do not name: that would be all pages, and is decided here.
 */
const marketsKey = (view: ListView) => keyOf(`collections?${requestOf(view)}`, 'markets')

/** Figures of the last day age without any event. */
const REFRESH_MS = 60_000
/** Beyond so many pages that would be too many questions; the live stream goes on. */
const REFRESHED_PAGES_MAX = 3

const NO_PAGES: readonly (readonly ListedCoin[])[] = []

export const marketsOptions = (view: ListView) => ({
  ...pagedOptions<MarketsPart>(
    marketsKey(view),
    `/api/collections?${requestOf(view)}`,
    async (path, init) => ({ ...(await getCoinsPart(path, init)), view }),
  ),
  refetchOnMount: refetchUnlessFirst,
})

export function useMarkets(view: ListView, isPaused: boolean) {
  const query = useInfiniteQuery({
    ...marketsOptions(view),
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) > REFRESHED_PAGES_MAX ? false : REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  useNewcomers(view)
  const answered = query.data?.pages
  const pages = useMemo(() => answered?.map(({ items }) => items) ?? NO_PAGES, [answered])
  return { ...query, ...useHeldRows(pages, answered?.[0]?.view ?? view, isPaused) }
}

/** Puts coins that no page names into the list when they come to belong above its end. */
function useNewcomers(view: ListView): void {
  const client = useQueryClient()
  const queryKey = marketsKey(view)
  useLiveEvent('market', (event) => {
    const data = client.getQueryData<MarketsData>(queryKey)
    for (const news of newsOf(event)) {
      if (data === undefined || !isNewcomer(data, news, view)) continue
      void loadCoin(client, news).then((coin) => {
        if (coin && belongsToView(view, coin, nowMs()))
          client.setQueryData<MarketsData>(queryKey, (now) => now && withNewcomer(now, withNews(coin, news)))
      })
    }
  })
}

/** By its figures; what a search looks for is not among them. */
function isNewcomer({ pages }: MarketsData, news: CoinNews, view: ListView): boolean {
  const lists = pages.map(({ items }) => items)
  const hasMore = pages.at(-1)?.nextCursor !== null
  return (
    ('name' in news || view.search.trim() === '') &&
    belongsTo(view.tab, news, nowMs()) &&
    passesFilters(view.filters, news, nowMs()) &&
    reaches(lists, hasMore, view, news) &&
    !isNamed(lists, news)
  )
}

const isNamed = (lists: readonly (readonly ListedCoin[])[], { id }: CoinNews) =>
  lists.some((items) => items.some((item) => item.id === id))

/** A new coin comes with its names; any other one is asked for once, and kept true by the stream. */
async function loadCoin(client: QueryClient, news: CoinNews): Promise<ListedCoin | undefined> {
  if ('name' in news) return news
  try {
    return await client.fetchQuery<ListedCoin>({ queryKey: keyOf('collections', news.id) })
  } catch {
    // The next event of it tries again.
    return undefined
  }
}

/** At the head of the first page, so that the last one still ends where its cursor says. */
function withNewcomer(data: MarketsData, coin: ListedCoin): MarketsData {
  const [first, ...others] = data.pages
  const isThere = isNamed(
    data.pages.map(({ items }) => items),
    coin,
  )
  if (first === undefined || isThere) return data
  return { ...data, pages: [{ ...first, items: [coin, ...first.items] }, ...others] }
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
    queryKey: keyOf('analytics', range),
    queryFn: ({ signal }) => apiGet<Analytics>(`/api/markets/figures?range=${range}`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
}
