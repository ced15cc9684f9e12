// Which markets the table shows and in which order: what the address says, the request that follows from it, and the same
// order and choice for coins that come by the live stream. Pure.
import type { COLLECTION_STATES, CoinFilters, CollectionsQuery } from '@twinmint/sdk/api/coin/list-contract'
import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import type { CoinFigures } from '@twinmint/sdk/api/records/coin-figures'
import { stoodChange, stoodProgress } from '@twinmint/sdk/api/records/sustained'
import { passesFilters, requestFilters } from './filters.ts'

export type MarketTab = (typeof COLLECTION_STATES)[number]
export type SortOrder = CollectionsQuery['order']

export const MARKET_SORTS = [
  'price',
  'change1h',
  'change24h',
  'marketCap',
  'volume',
  'traders',
  'holders',
  'nfts',
  'progress',
  'age',
] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

/** What the table sorts by; and by when a coin graduated, which no column of it shows. */
type ListSort = MarketSort | 'graduated'

/** A list of coins: which, in which order. */
export interface ListView {
  readonly tab: MarketTab
  readonly sort: ListSort
  /** As it is read in the column: of ages, `asc` has the newest coin first. */
  readonly order: SortOrder
  /** As typed; spaces around it mean nothing. */
  readonly search: string
  readonly filters?: CoinFilters
  /** How many are asked for at a time; `MARKETS_PER_PAGE` where it is left out. */
  readonly pageSize?: number
}

/** The table's. */
export interface MarketsView extends ListView {
  readonly sort: MarketSort
}

/** The tabs in their order, and by what each is sorted at first. */
export const MARKET_TABS: readonly {
  readonly tab: MarketTab
  readonly label: string
  readonly sort: MarketSort
}[] = [
  { tab: 'new', label: 'New', sort: 'age' },
  { tab: 'graduating', label: 'About to graduate', sort: 'progress' },
  { tab: 'graduated', label: 'Graduated', sort: 'marketCap' },
  { tab: 'all', label: 'All', sort: 'volume' },
]
const START_TAB: MarketTab = 'all'
export const SEARCH_LENGTH_MAX = 100

/** The largest first, but the youngest age. */
export const firstOrder = (sort: MarketSort): SortOrder => (sort === 'age' ? 'asc' : 'desc')

export const firstSort = (tab: MarketTab): MarketSort =>
  MARKET_TABS.find((each) => each.tab === tab)?.sort ?? 'volume'

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((each) => each === text)

/** What the address says; what it does not know is as if it were not there. */
export function marketsViewOf(params: URLSearchParams): MarketsView {
  const tabs = MARKET_TABS.map(({ tab }) => tab)
  const tab = oneOf(tabs, params.get('tab')) ?? START_TAB
  const sort = oneOf(MARKET_SORTS, params.get('sort')) ?? firstSort(tab)
  const order = oneOf(['asc', 'desc'], params.get('order')) ?? firstOrder(sort)
  return { tab, sort, order, search: (params.get('q') ?? '').slice(0, SEARCH_LENGTH_MAX) }
}

/** The parameters with this view in them, each left out where it says nothing; others are kept. */
export function withMarketsView(before: URLSearchParams, view: MarketsView): URLSearchParams {
  const texts = {
    tab: view.tab === START_TAB ? '' : view.tab,
    sort: view.sort === firstSort(view.tab) ? '' : view.sort,
    order: view.order === firstOrder(view.sort) ? '' : view.order,
    q: view.search,
  }
  const next = new URLSearchParams(before)
  for (const [name, text] of Object.entries(texts))
    if (text === '') next.delete(name)
    else next.set(name, text)
  return next
}

/** Another tab, in its own first order. */
export function withTab(view: MarketsView, tab: MarketTab): MarketsView {
  const sort = firstSort(tab)
  return { ...view, tab, sort, order: firstOrder(sort) }
}

/** By another column in its first order; by the same one the other way round. */
export function withSort(view: MarketsView, sort: MarketSort): MarketsView {
  if (sort !== view.sort) return { ...view, sort, order: firstOrder(sort) }
  return { ...view, order: view.order === 'asc' ? 'desc' : 'asc' }
}

export const MARKETS_PER_PAGE = 100

/** All coins have the same supply, so price and market cap order alike; the youngest is the latest created. */
const SERVER_SORT: Record<ListSort, CollectionsQuery['sort']> = {
  price: 'marketCap',
  change1h: 'change1h',
  change24h: 'change24h',
  marketCap: 'marketCap',
  volume: 'volume',
  traders: 'traders',
  holders: 'holders',
  nfts: 'nfts',
  progress: 'progress',
  age: 'created',
  graduated: 'graduated',
}

/** The query of `GET /api/collections` without its cursor: equal for views that show the same. */
export function requestOf({ tab, sort, order, search, filters, pageSize }: ListView): string {
  const turned = sort === 'age' ? (order === 'asc' ? 'desc' : 'asc') : order
  const query = new URLSearchParams({
    limit: String(pageSize ?? MARKETS_PER_PAGE),
    state: tab,
    sort: SERVER_SORT[sort],
    order: turned,
  })
  if (search.trim() !== '') query.set('search', search.trim())
  for (const [name, text] of requestFilters(filters)) query.set(name, text)
  return query.toString()
}

const NEW_FOR_MS = 86_400_000
export const GRADUATING_FROM_PERCENT = 80

/** Whether a coin stands under a tab, as the server's `state` decides it. */
export function belongsTo(tab: MarketTab, collection: CoinFigures, nowMs: number): boolean {
  if (tab === 'all') return true
  if (tab === 'graduated') return collection.graduationStands
  if (collection.graduationStands) return false
  if (tab === 'new') return nowMs - Date.parse(collection.createdAt) < NEW_FOR_MS
  return stoodProgress(collection) >= GRADUATING_FROM_PERCENT
}

/** Whether a coin belongs to a list, as the server decides it. */
export const belongsToView = (
  { tab, search, filters }: Pick<ListView, 'tab' | 'search' | 'filters'>,
  collection: ListedCoin,
  nowMs: number,
): boolean =>
  belongsTo(tab, collection, nowMs) &&
  matchesSearch(collection, search) &&
  passesFilters(filters, collection, nowMs)

/** Name or symbol, in any case. */
export function matchesSearch({ name, symbol, collectionName }: ListedCoin, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return [name, symbol, collectionName].some((text) => text.toLowerCase().includes(wanted))
}

/** By what has stood for ten minutes, as the server orders. */
const VALUE: Record<ListSort, (collection: CoinFigures) => number> = {
  price: ({ stoodMarketCapLamports }) => Number(stoodMarketCapLamports),
  change1h: (collection) => stoodChange(collection, collection.change1hPercent),
  change24h: (collection) => stoodChange(collection, collection.change24hPercent),
  marketCap: ({ stoodMarketCapLamports }) => Number(stoodMarketCapLamports),
  volume: ({ tradingVolume }) => Number(tradingVolume),
  traders: ({ traders24h }) => traders24h,
  holders: ({ holderCount }) => holderCount,
  nfts: ({ circulatingNFTCount }) => circulatingNFTCount,
  progress: stoodProgress,
  age: ({ createdAt }) => -Date.parse(createdAt),
  graduated: ({ graduationStandsAt }) => (graduationStandsAt === null ? 0 : Date.parse(graduationStandsAt)),
}

/** Which of two coins comes first in a view; 0 where the view does not tell them apart. */
export function compareIn(
  { sort, order }: Pick<ListView, 'sort' | 'order'>,
  a: CoinFigures,
  b: CoinFigures,
): number {
  const difference = VALUE[sort](a) - VALUE[sort](b)
  return order === 'asc' ? difference : -difference
}

/** Whether the address asks for the columns in place of the table. */
export const hasColumns = (params: URLSearchParams): boolean => params.get('view') === 'columns'

/** What is typed is asked for when the typing pauses. */
export const SETTLE_MS = 250

/** The line of what the page is shown by: of one height before and after its code is there. */
export const TOOLS_LINE = 'mt-4 flex flex-wrap items-center gap-2'
