// Which coins a list shows and in which order: the server's order, kept while live events move the figures. Pure.
import type { Collection } from '../collection/contract.ts'
import type { CollectionsQuery } from './contract.ts'

export type CollectionSort = CollectionsQuery['sort']

/** The filter buttons of the home page, in their order; the first is the one at the start. */
export const HOME_FILTERS: readonly { readonly sort: CollectionSort; readonly label: string }[] = [
  { sort: 'lastTrade', label: 'Last Trade' },
  { sort: 'created', label: 'Creation Time' },
  { sort: 'volume', label: 'Heating Up' },
  { sort: 'marketCap', label: 'All Tokens' },
]

export function filterOfParam(param: string | null): (typeof HOME_FILTERS)[number] {
  const first = HOME_FILTERS[0] ?? { sort: 'lastTrade', label: 'Last Trade' }
  return HOME_FILTERS.find(({ sort }) => sort === param) ?? first
}

const byIsoDescending = (a: string | null, b: string | null) => (b ?? '').localeCompare(a ?? '')
const byNumberDescending = (a: string, b: string) => Number(b) - Number(a)

const COMPARE: Record<CollectionSort, (a: Collection, b: Collection) => number> = {
  lastTrade: (a, b) =>
    byIsoDescending(a.lastTradeAt, b.lastTradeAt) || byIsoDescending(a.createdAt, b.createdAt),
  created: (a, b) => byIsoDescending(a.createdAt, b.createdAt),
  volume: (a, b) =>
    byNumberDescending(a.tradingVolume, b.tradingVolume) || byIsoDescending(a.createdAt, b.createdAt),
  marketCap: (a, b) => byNumberDescending(a.marketCapLamports, b.marketCapLamports),
}

/** Largest or latest first; equal ones stay as the server ordered them. */
export function sortCollections(list: readonly Collection[], sort: CollectionSort): readonly Collection[] {
  return [...list].sort(COMPARE[sort])
}

/** Name or symbol, in any case. */
export function searchCollections(list: readonly Collection[], query: string): readonly Collection[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return list
  return list.filter(
    ({ name, symbol }) => name.toLowerCase().includes(wanted) || symbol.toLowerCase().includes(wanted),
  )
}

/** The order of `heldIds`, with what they do not name after them: cards do not move away from under a pointer. */
export function holdOrder(list: readonly Collection[], heldIds: readonly string[]): readonly Collection[] {
  const placeOf = new Map(heldIds.map((id, place) => [id, place]))
  const place = ({ id }: Collection) => placeOf.get(id) ?? heldIds.length
  return [...list].sort((a, b) => place(a) - place(b))
}

/** Dollars of an amount of lamports, for reading only. */
export function usdOfLamports(lamportsText: string, solUsd: number): number {
  return (Number(lamportsText) / 1e9) * solUsd
}
