// Which coins a list shows and in which order: the server's order, kept while live events move the figures. Pure.
import type { CollectionsQuery } from '../coin/list-contract.ts'
import type { ListedCoin } from '../records/coin.ts'

/** Of the home page's grid, in addresses. */
export const GRID_ID = 'collections'

/** `watchlist` shows what this browser's person chose, the others all coins in an order. */
export type HomeFilterKey = 'lastTrade' | 'created' | 'volume' | 'watchlist' | 'marketCap'
export interface HomeFilter {
  readonly key: HomeFilterKey
  readonly label: string
}

const LAST_TRADE: HomeFilter = { key: 'lastTrade', label: 'Last Trade' }

/** The filter buttons of the home page, in their order; the first is the one at the start. */
export const HOME_FILTERS: readonly HomeFilter[] = [
  LAST_TRADE,
  { key: 'created', label: 'Creation Time' },
  { key: 'volume', label: 'Heating Up' },
  { key: 'watchlist', label: 'Watchlist' },
  { key: 'marketCap', label: 'All Tokens' },
]

export function filterOfParam(param: string | null): HomeFilter {
  return HOME_FILTERS.find(({ key }) => key === param) ?? LAST_TRADE
}

/** How the home page orders all coins. */
export type HomeSort = Extract<CollectionsQuery['sort'], Exclude<HomeFilterKey, 'watchlist'>>

/** ISO times are in order as plain texts; comparing them as words would load the browser's rules of languages. */
const byIsoDescending = (a: string | null, b: string | null) => compareTexts(b ?? '', a ?? '')
const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byNumberDescending = (a: string, b: string) => Number(b) - Number(a)

const COMPARE: Record<HomeSort, (a: ListedCoin, b: ListedCoin) => number> = {
  lastTrade: (a, b) =>
    byIsoDescending(a.lastTradeAt, b.lastTradeAt) || byIsoDescending(a.createdAt, b.createdAt),
  created: (a, b) => byIsoDescending(a.createdAt, b.createdAt),
  volume: (a, b) =>
    byNumberDescending(a.tradingVolume, b.tradingVolume) || byIsoDescending(a.createdAt, b.createdAt),
  marketCap: (a, b) => byNumberDescending(a.stoodMarketCapLamports, b.stoodMarketCapLamports),
}

/** Largest or latest first; equal ones stay as the server ordered them. */
export function sortCollections(list: readonly ListedCoin[], sort: HomeSort): readonly ListedCoin[] {
  return [...list].sort(COMPARE[sort])
}

/** Its name, its collection's, or symbol, in any case. */
export function searchCollections(list: readonly ListedCoin[], query: string): readonly ListedCoin[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return list
  return list.filter(({ name, symbol, collectionName }) =>
    [name, symbol, collectionName].some((text) => text.toLowerCase().includes(wanted)),
  )
}

/** The option that is active after a key; -1 is the text itself. Undefined where the key moves nothing. */
export function activeAfterKey(active: number, key: string, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : -1
  if (key === 'ArrowUp') return active < 0 ? count - 1 : active - 1
  return undefined
}
