// What the address says of a list of NFTs, and the request that follows from it. Pure; other parameters are kept.

import type { MarketNftsQuery, MarketSort } from '@twinmint/sdk/api/nft-market/contract'
import type { NftsQuery } from '@twinmint/sdk/api/nfts/contract'
import { EDITIONS, RARITIES, type Rarity } from '@twinmint/sdk/core/rarity'

/** The states that the server knows, and the wallet's own. */
export const NFT_VIEWS = ['minted', 'listed', 'wallet', 'escrow', 'unminted', 'all', 'mine'] as const
export type NftView = (typeof NFT_VIEWS)[number]
export type NftSort = NftsQuery['sort']
const SORTS: readonly NftSort[] = ['edition', 'priceLow', 'priceHigh', 'listed', 'rarity', 'recent']

/** The orders that a market has, as they are called. */
export const MARKET_SORT_TEXTS: Readonly<Record<MarketSort, string>> = {
  priceLow: 'Price low to high',
  priceHigh: 'Price high to low',
  listed: 'Recently Listed',
  rarity: 'Rarity Rank',
}

const MARKET_SORTS: readonly MarketSort[] = ['priceLow', 'priceHigh', 'listed', 'rarity']

export interface NftFilters {
  readonly view: NftView
  readonly rarity: Rarity | undefined
  readonly sort: NftSort
  /** Finds exactly this one, whatever the other filters say. */
  readonly edition: number | undefined
}

/** What the address leaves out. */
export const PLAIN_FILTERS: NftFilters = {
  view: 'minted',
  rarity: undefined,
  sort: 'edition',
  edition: undefined,
}

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((each) => each === text)

export const rarityOfParam = (text: string | null): Rarity | undefined => oneOf(RARITIES, text)

/** An edition number as typed: "7", "#7" or "007"; undefined for all that is none. */
export function parseEdition(text: string): number | undefined {
  const digits = /^#?(\d{1,4})$/.exec(text.trim())?.[1]
  const edition = Number(digits)
  return digits !== undefined && edition >= 1 && edition <= EDITIONS ? edition : undefined
}

export function nftFiltersOf(params: URLSearchParams): NftFilters {
  return {
    view: oneOf(NFT_VIEWS, params.get('nfts')) ?? PLAIN_FILTERS.view,
    rarity: rarityOfParam(params.get('rarity')),
    sort: oneOf(SORTS, params.get('sort')) ?? PLAIN_FILTERS.sort,
    edition: parseEdition(params.get('edition') ?? ''),
  }
}

/** The parameters with these filters in the place of those that were there. */
export function withNftFilters(before: URLSearchParams, filters: NftFilters): URLSearchParams {
  const texts = {
    nfts: filters.view === PLAIN_FILTERS.view ? undefined : filters.view,
    rarity: filters.rarity,
    sort: filters.sort === PLAIN_FILTERS.sort ? undefined : filters.sort,
    edition: filters.edition?.toString(),
  }
  return withTexts(before, texts)
}

function withTexts(
  before: URLSearchParams,
  texts: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const [name, text] of Object.entries(texts))
    if (text === undefined) next.delete(name)
    else next.set(name, text)
  return next
}

/** Whether fewer NFTs may be shown than there are without filters. */
export function isFiltered({ view, rarity, edition }: NftFilters): boolean {
  return view !== PLAIN_FILTERS.view || rarity !== undefined || edition !== undefined
}

/** The query of `GET /api/collections/{id}/nfts`; undefined for the wallet's own while no wallet is connected. */
export function nftsQueryOf(filters: NftFilters, walletAddress: string | undefined): string | undefined {
  if (filters.edition !== undefined) return `state=all&edition=${filters.edition}`
  const query = new URLSearchParams()
  if (filters.view === 'mine') {
    if (walletAddress === undefined) return undefined
    query.set('state', 'wallet')
    query.set('owner', walletAddress)
  } else query.set('state', filters.view)
  if (filters.rarity !== undefined) query.set('rarity', filters.rarity)
  query.set('sort', filters.sort)
  return query.toString()
}

/** What the gallery's address says of the market of all coins. */
export interface MarketFilters {
  readonly sort: MarketSort
  readonly state: MarketNftsQuery['state']
  readonly rarity: Rarity | undefined
}

const PLAIN_MARKET = { sort: 'priceLow', state: 'listed' } as const

export function marketFiltersOf(params: URLSearchParams): MarketFilters {
  return {
    sort: oneOf(MARKET_SORTS, params.get('sort')) ?? PLAIN_MARKET.sort,
    state: params.get('items') === 'all' ? 'minted' : PLAIN_MARKET.state,
    rarity: rarityOfParam(params.get('class')),
  }
}

/** The parameters with these filters in the place of those that were there. */
export function withMarketFilters(before: URLSearchParams, filters: MarketFilters): URLSearchParams {
  const { sort, state, rarity } = filters
  return withTexts(before, {
    sort: sort === PLAIN_MARKET.sort ? undefined : sort,
    items: state === PLAIN_MARKET.state ? undefined : 'all',
    class: rarity,
  })
}

export const GALLERY_PARTS = ['gallery-collections', 'market', 'gallery-nfts'] as const
export type GalleryPart = (typeof GALLERY_PARTS)[number]

/** The part of the gallery that an address is about: the one that it names, or else that of the filters that it has. */
export function partOf(params: URLSearchParams, hash: string): GalleryPart | undefined {
  const named = oneOf(GALLERY_PARTS, hash.slice(1))
  if (named !== undefined) return named
  if (withMarketFilters(new URLSearchParams(), marketFiltersOf(params)).toString() !== '') return 'market'
  return rarityOfParam(params.get('rarity')) === undefined ? undefined : 'gallery-nfts'
}

/** The query of `GET /api/marketplace/nfts`. */
export function marketQueryOf({ sort, state, rarity }: MarketFilters): string {
  const query = new URLSearchParams({ sort, state })
  if (rarity !== undefined) query.set('rarity', rarity)
  return query.toString()
}
