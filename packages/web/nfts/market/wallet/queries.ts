// What a wallet has listed and offered, and what others offer for its NFTs: keys and reads, kept true by the live stream.
import type { QueryKey } from '@tanstack/react-query'
import type { MarketNftsPage, WalletOffersPage } from '@twinmint/sdk/api/nft-market/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { newsOf, withNews } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { topicOfAlerts, topicOfWallet } from '@twinmint/sdk/api/records/topics'
import { useLiveData, useRefreshOn } from '../../../data/live-data.ts'
import { type Pages, pagedOptions, useCoins, usePaged } from '../../../data/paged.ts'
import { keyOf } from '../../../data/query-keys.ts'

type Side = 'made' | 'received'

const PER_PAGE = 50
/** An offer for somebody's NFT is told to those who look at its coin; elsewhere it is found within this. */
const OFFERS_EVERY_MS = 30_000

interface WithCoins {
  readonly collections: readonly Collection[]
  readonly nextCursor: string | null
}

/** The coin as the live stream has it, in every page that holds it: what a listing comes to follows from its reserves. */
function foldCoin<Page extends WithCoins>(data: Pages<Page>, event: LiveEvent): Pages<Page> {
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

function useWithCoins<Page extends WithCoins, Item>(
  queryKey: QueryKey,
  path: string,
  itemsOf: (page: Page) => readonly Item[],
  everyMs: number | false = false,
) {
  const query = usePaged({ ...pagedOptions<Page>(queryKey, path), refetchInterval: everyMs }, itemsOf)
  useLiveData<Pages<Page>>('market', queryKey, foldCoin)
  return { ...query, coins: useCoins(query.pages) }
}

/** What the wallet has listed, also what has expired; its coins by their ids. */
export const useOwnListings = (address: string) =>
  useWithCoins(
    keyOf('market-listings-of', address),
    `/api/marketplace/listings/${encodeURIComponent(address)}?limit=${PER_PAGE}`,
    (page: MarketNftsPage) => page.nfts,
  )

/** Offers that the wallet made (also those that have expired), or that others made for what it has. */
export const useOffersOf = (address: string, side: Side) =>
  useWithCoins(
    keyOf('market-offers-of', address, side),
    `/api/marketplace/offers/${encodeURIComponent(address)}?side=${side}&limit=${PER_PAGE}`,
    (page: WalletOffersPage) => page.offers,
    side === 'received' && OFFERS_EVERY_MS,
  )

/** Reads all of it again when the chain tells something of the wallet, or a notification came. */
export function useLiveOwnMarket(address: string): void {
  const keys = [
    keyOf('market-listings-of', address),
    keyOf('market-offers-of', address, 'made'),
    keyOf('market-offers-of', address, 'received'),
  ]
  useRefreshOn(topicOfWallet(address), keys)
  useRefreshOn(topicOfAlerts(address), [keyOf('market-offers-of', address, 'received')])
}
