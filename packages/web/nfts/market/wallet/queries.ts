// What a wallet has listed and offered, and what others offer for its NFTs: keys and reads, kept true by the live stream.
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { MarketNftsPage, WalletOffersPage } from '@twinmint/sdk/api/nft-market/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { newsOf, withNews } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { topicOfAlerts, topicOfWallet } from '@twinmint/sdk/api/records/topics'
import { useMemo } from 'react'
import { apiGet, withCursor } from '../../../data/api.ts'
import { useLiveData, useRefreshOn } from '../../../data/live-data.ts'

type Side = 'made' | 'received'

const listingsKey = (address: string) => ['api', 'market-listings-of', address]
const offersKey = (address: string, side: Side) => ['api', 'market-offers-of', address, side]
const PER_PAGE = 50
/** An offer for somebody's NFT is told to those who look at its coin; elsewhere it is found within this. */
const OFFERS_EVERY_MS = 30_000

interface WithCoins {
  readonly collections: readonly Collection[]
  readonly nextCursor: string | null
}

/** The coin as the live stream has it, in every page that holds it: what a listing comes to follows from its reserves. */
function foldCoin<Page extends WithCoins>(
  data: InfiniteData<Page, string | null>,
  event: LiveEvent,
): InfiniteData<Page, string | null> {
  const news = new Map(newsOf(event).map((each) => [each.id, each]))
  if (!data.pages.some(({ collections }) => collections.some(({ id }) => news.has(id)))) return data
  const pages = data.pages.map((page) => ({
    ...page,
    collections: page.collections.map((each) => {
      const arrived = news.get(each.id)
      return arrived === undefined ? each : withNews(each, arrived)
    }),
  }))
  return { ...data, pages }
}

function usePages<Page extends WithCoins>(queryKey: readonly string[], path: string, everyMs?: number) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      apiGet<Page>(withCursor(`${path}limit=${PER_PAGE}`, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  useLiveData<InfiniteData<Page, string | null>>('market', queryKey, foldCoin)
  const pages = query.data?.pages
  const coins = useMemo(
    () => new Map((pages ?? []).flatMap(({ collections }) => collections).map((coin) => [coin.id, coin])),
    [pages],
  )
  return { ...query, coins }
}

/** What the wallet has listed, also what has expired; its coins by their ids. */
export function useOwnListings(address: string) {
  const query = usePages<MarketNftsPage>(
    listingsKey(address),
    `/api/marketplace/listings/${encodeURIComponent(address)}?`,
  )
  const nfts = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.nfts), [query.data])
  return { ...query, nfts }
}

/** Offers that the wallet made (also those that have expired), or that others made for what it has. */
export function useOffersOf(address: string, side: Side) {
  const query = usePages<WalletOffersPage>(
    offersKey(address, side),
    `/api/marketplace/offers/${encodeURIComponent(address)}?side=${side}&`,
    side === 'received' ? OFFERS_EVERY_MS : undefined,
  )
  const offers = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.offers), [query.data])
  return { ...query, offers }
}

/** Reads all of it again when the chain tells something of the wallet, or a notification came. */
export function useLiveOwnMarket(address: string): void {
  const keys = [listingsKey(address), offersKey(address, 'made'), offersKey(address, 'received')]
  useRefreshOn(topicOfWallet(address), keys)
  useRefreshOn(topicOfAlerts(address), [offersKey(address, 'received')])
}
