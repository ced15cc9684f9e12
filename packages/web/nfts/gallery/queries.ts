// NFTs and the gallery's coins: keys, reads, and what live events make old.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { MarketNftsPage, MarketStats } from '@twinmint/sdk/api/nft-market/contract'
import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftDetail, NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import { type CoinNews, newsOf } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { newerOf } from '@twinmint/sdk/api/records/newer'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { NFT_MARKET_KINDS } from '@twinmint/sdk/api/records/nft-market-kinds'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import type { Rarity } from '@twinmint/sdk/core/rarity'
import { useState } from 'react'
import { apiGet, apiGetList } from '../../data/api.ts'
import { refetchUnlessFirst } from '../../data/initial-data.ts'
import { getCoinsPart } from '../../data/listed-coins.ts'
import { mergeNews } from '../../data/live-cache.ts'
import { useLiveData, useRefreshOn } from '../../data/live-data.ts'
import { pagedOptions, useCoins, usePaged } from '../../data/paged.ts'
import { keyOf } from '../../data/query-keys.ts'

/** The path is in the key's second segment, so that the live stream finds the list of coins; `gallery` tells it from the home page's. */
const collectionsKey = (search: string) => keyOf(`collections?limit=50&gallery${searchQuery(search)}`)
const searchQuery = (search: string) => (search === '' ? '' : `&search=${encodeURIComponent(search)}`)

export const NFTS_PER_PAGE = 24
export const FEATURED_PER_PAGE = 20

const isMarket = (event: LiveEvent) =>
  event.type === 'activity' && NFT_MARKET_KINDS.some((kind) => kind === event.activity.kind)
/** What an NFT's owner, price or figures may be others after. */
const isOfNfts = (event: LiveEvent) =>
  isMarket(event) || (event.type === 'trade' && event.trade.nftTokenId !== null)

/** Keeps the lists and figures of a collection's NFTs true while mounted. */
export function useLiveNfts(collectionId: string): void {
  useRefreshOn(
    topicOfCoin(collectionId),
    [keyOf('nfts-of', collectionId), keyOf('nft-stats-of', collectionId)],
    { concerns: isOfNfts, isGathered: true },
  )
}

/** NFTs of a collection by a query of filters.ts; nothing is read while it is undefined. */
export function useNfts(collectionId: string, nftsQuery: string | undefined) {
  const path = `/api/collections/${encodeURIComponent(collectionId)}/nfts?limit=${NFTS_PER_PAGE}&${nftsQuery}`
  return usePaged(
    {
      ...pagedOptions<NftsPage>(keyOf('nfts-of', collectionId, nftsQuery), path),
      enabled: nftsQuery !== undefined,
      placeholderData: keepPreviousData,
    },
    (page) => page.nfts,
  )
}

/** Figures of the last 24 hours move by themselves. */
export function useNftStats(collectionId: string) {
  return useQuery({
    queryKey: keyOf('nft-stats-of', collectionId),
    queryFn: ({ signal }) =>
      apiGet<NftStats>(`/api/collections/${encodeURIComponent(collectionId)}/nft-figures`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  })
}

/** One NFT with its coin and its history, live. */
export const nftOptions = (collectionId: string, edition: number) =>
  queryOptions({
    queryKey: keyOf('nft', collectionId, edition),
    queryFn: ({ signal }) =>
      apiGet<NftDetail>(`/api/collections/${encodeURIComponent(collectionId)}/nfts/${edition}`, { signal }),
    refetchOnMount: refetchUnlessFirst,
  })

export function useNft(collectionId: string, edition: number) {
  const { queryKey } = nftOptions(collectionId, edition)
  const query = useQuery(nftOptions(collectionId, edition))
  const topic = query.data && topicOfCoin(query.data.collection.id)
  useRefreshOn(topic, [queryKey], {
    concerns: (event) =>
      event.type === 'trade'
        ? event.trade.nftTokenId === edition
        : isMarket(event) && event.type === 'activity' && event.activity.nftTokenId === edition,
  })
  useLiveData<NftDetail>(topic, queryKey, (known, event) => {
    if (event.type !== 'collection') return known
    const collection = newerOf(known.collection, event.collection)
    return collection === known.collection ? known : { ...known, collection }
  })
  return query
}

/** Coins by their own name, their collection's, or symbol, the last traded first. */
export const galleryCollectionsOptions = (search: string) => ({
  ...pagedOptions(collectionsKey(search), `/api/collections?limit=50${searchQuery(search)}`, getCoinsPart),
  refetchOnMount: true,
})

export const useGalleryCollections = (search: string) =>
  usePaged({ ...galleryCollectionsOptions(search), placeholderData: keepPreviousData }, (part) => part.items)

/** Minted NFTs of all collections, the latest swap first. */
export function useFeaturedNfts(rarity: Rarity | undefined) {
  const path = `/api/nfts/featured?limit=${FEATURED_PER_PAGE}${rarity === undefined ? '' : `&rarity=${rarity}`}`
  const options = pagedOptions(keyOf('nfts-featured', rarity ?? 'all'), path, apiGetList<Nft>)
  const [concerns] = useState(() => concernsNftMarket({ isFirstNews: true }))
  useRefreshOn('market', [keyOf('nfts-featured')], { concerns, isGathered: true })
  return usePaged({ ...options, placeholderData: keepPreviousData }, (part) => part.items)
}

/** Of what ends by the clock no event tells. */
const MARKET_EVERY_MS = 60_000
/** All pages that were opened are read, under a limit of 120 a minute. */
const MARKET_GATHERED_MS = 15_000

/** NFTs of all coins by a query of filters.ts, and the coin that each is of. */
export function useMarketNfts(marketQuery: string) {
  const queryKey = keyOf('marketplace', 'nfts', marketQuery)
  const query = usePaged(
    {
      ...pagedOptions<MarketNftsPage>(
        queryKey,
        `/api/marketplace/nfts?limit=${NFTS_PER_PAGE}&${marketQuery}`,
      ),
      refetchInterval: MARKET_EVERY_MS,
      placeholderData: keepPreviousData,
    },
    (page) => page.nfts,
  )
  const [concerns] = useState(() => concernsNftMarket({ isFirstNews: false }))
  useRefreshOn('market', [keyOf('marketplace', 'nfts'), keyOf('marketplace', 'stats')], {
    concerns,
    isGathered: true,
    gatheredMs: MARKET_GATHERED_MS,
  })
  // Prices follow the coins.
  useLiveData<unknown>('market', queryKey, (known, event) => mergeNews(known, newsOf(event)).merged)
  const coins = useCoins(query.pages)
  return { ...query, coinOf: (collectionId: string) => coins.get(collectionId) }
}

export function useMarketStats() {
  return useQuery({
    queryKey: keyOf('marketplace', 'stats'),
    queryFn: ({ signal }) => apiGet<MarketStats>('/api/marketplace/figures', { signal }),
    refetchOnMount: 'always',
    refetchInterval: MARKET_EVERY_MS,
  })
}

/**
 * The market's topic carries coins only: what is no trade of coins, a swap, a listing, an offer or a sale of an NFT among it, moves
 * a coin's sequence and not its count of trades. Of a boost or a claim of fees alone the coin itself tells. What a coin's first
 * event is of nobody knows; `isFirstNews` counts it.
 */
export function concernsNftMarket({
  isFirstNews,
}: {
  readonly isFirstNews: boolean
}): (event: LiveEvent) => boolean {
  const heard = new Map<string, CoinNews>()
  const isNftNews = (news: CoinNews) => {
    const before = heard.get(news.id)
    heard.set(news.id, news)
    if (before === undefined) return isFirstNews
    const others = othersOf(news) - othersOf(before)
    return others !== 0 && !(others === 1 && isBoostedOrPaid(before, news))
  }
  return (event) => newsOf(event).filter(isNftNews).length > 0
}
const othersOf = ({ sequence, tradeCount }: CoinNews) => sequence - tradeCount
const isBoostedOrPaid = (before: CoinNews, now: CoinNews) =>
  now.boostedUntil !== before.boostedUntil ||
  BigInt(now.creatorFeesOwedLamports) < BigInt(before.creatorFeesOwedLamports)
