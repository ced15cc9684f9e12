// Offers and sales as a page reads them: keys, reads, and what live events make old.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OffersPage, SalesPage } from '@twinmint/sdk/api/nft-market/contract'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { NFT_MARKET_KINDS, type NftMarketKind } from '@twinmint/sdk/api/records/nft-market-kinds'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import { apiGet } from '../../data/api.ts'
import { useRefreshOn } from '../../data/live-data.ts'
import { pagedOptions, usePaged } from '../../data/paged.ts'
import { keyOf } from '../../data/query-keys.ts'

const offersKey = (collectionId: string) => keyOf('marketplace', 'offers', collectionId)
const salesKey = (collectionId: string) => keyOf('marketplace', 'sales', collectionId)
const pathOf = (collectionId: string) => `/api/collections/${encodeURIComponent(collectionId)}`

const SALES_PER_PAGE = 24
/** Of a wallet's own NFTs that are listed at once a dialog shows so many; the server lists 40 at once. */
const OWN_SHOWN = 100

const FOR_SALE_SHOWN = 100
const NONE: readonly Nft[] = []

interface Nfts {
  readonly nfts: readonly Nft[]
}

const isOf = (kinds: readonly NftMarketKind[]) => (event: LiveEvent) =>
  event.type === 'activity' && kinds.some((kind) => kind === event.activity.kind)
const isMarket = isOf(NFT_MARKET_KINDS)
const isSale = isOf(['SALE'])

/** Open offers that are for this number, the best price first. */
export function useOffersFor(collectionId: string, edition: number) {
  const path = `${pathOf(collectionId)}/offers?edition=${edition}`
  const options = pagedOptions<OffersPage>([...offersKey(collectionId), edition], path)
  useRefreshOn(topicOfCoin(collectionId), [offersKey(collectionId)], { concerns: isMarket })
  return usePaged({ ...options, placeholderData: keepPreviousData }, (page) => page.offers)
}

/** What an NFT was sold for, the latest first. */
export function useSales(collectionId: string, edition: number) {
  const path = `${pathOf(collectionId)}/nfts/${edition}/sales?limit=${SALES_PER_PAGE}`
  useRefreshOn(topicOfCoin(collectionId), [salesKey(collectionId)], { concerns: isSale })
  return usePaged(pagedOptions<SalesPage>([...salesKey(collectionId), edition], path), (page) => page.sales)
}

/** Under the key of the coin's NFTs, so that whatever makes those old makes these. */
function useNftsOf(collectionId: string, search: string | undefined) {
  const queryKey = keyOf('nfts-of', collectionId)
  useRefreshOn(topicOfCoin(collectionId), [[...queryKey, 'market']], {
    concerns: (event) => isMarket(event) || (event.type === 'trade' && event.trade.nftTokenId !== null),
  })
  return useQuery({
    queryKey: [...queryKey, 'market', search],
    queryFn: ({ signal }) => apiGet<Nfts>(`${pathOf(collectionId)}/nfts?${search}`, { signal }),
    enabled: search !== undefined,
    refetchOnMount: 'always',
  })
}

/** One NFT as it is now, what it is for sale at among it. */
export function useNftInMarket(collectionId: string, edition: number) {
  const query = useNftsOf(collectionId, `state=all&edition=${edition}`)
  return { ...query, nft: query.data?.nfts[0] }
}

/** What is for sale of the coin, the cheapest first: that number where it is one, else as many as one answer has. */
export function useForSale(collectionId: string, edition: number | undefined): readonly Nft[] {
  const { data } = useNftsOf(
    collectionId,
    edition === undefined
      ? `state=listed&sort=priceLow&limit=${FOR_SALE_SHOWN}`
      : `state=all&edition=${edition}`,
  )
  return data?.nfts ?? NONE
}

/** NFTs of the coin that the wallet holds and has not listed, by their numbers. */
export function useUnlisted(collectionId: string, walletAddress: string | undefined) {
  const query = useNftsOf(
    collectionId,
    walletAddress === undefined ? undefined : `state=wallet&owner=${walletAddress}&limit=${OWN_SHOWN}`,
  )
  return { ...query, nfts: query.data?.nfts.filter(({ listing }) => listing === null) }
}
