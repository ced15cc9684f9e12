// Offers and sales as a page reads them: keys, reads, and what live events make old.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiGet, withCursor } from '../wire/api.ts'
import { useRefreshOn } from '../wire/live-data.ts'
import type { LiveEvent } from '../wire/records/live.ts'
import { topicOfCoin } from '../wire/records/topics.ts'
import { NFT_MARKET_KINDS, type NftMarketKind } from '../wire/records/trade.ts'
import type { OffersPage, SalesPage } from './contract.ts'

const offersKey = (collectionId: string) => ['api', 'nft-offers', collectionId]
const salesKey = (collectionId: string) => ['api', 'nft-sales', collectionId]
const pathOf = (collectionId: string) => `/api/collections/${encodeURIComponent(collectionId)}`

const SALES_PER_PAGE = 24

const isOf = (kinds: readonly NftMarketKind[]) => (event: LiveEvent) =>
  event.type === 'activity' && kinds.some((kind) => kind === event.activity.kind)
const isMarket = isOf(NFT_MARKET_KINDS)
const isSale = isOf(['SALE'])

/** Open offers that are for this number, the best price first. */
export function useOffersFor(collectionId: string, edition: number) {
  const query = useInfiniteQuery({
    queryKey: [...offersKey(collectionId), edition],
    queryFn: ({ pageParam, signal }) =>
      apiGet<OffersPage>(withCursor(`${pathOf(collectionId)}/offers?edition=${edition}`, pageParam), {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  useRefreshOn(topicOfCoin(collectionId), [offersKey(collectionId)], { concerns: isMarket })
  const offers = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.offers), [query.data])
  return { ...query, offers }
}

/** What an NFT was sold for, the latest first. */
export function useSales(collectionId: string, edition: number) {
  const query = useInfiniteQuery({
    queryKey: [...salesKey(collectionId), edition],
    queryFn: ({ pageParam, signal }) =>
      apiGet<SalesPage>(
        withCursor(`${pathOf(collectionId)}/nfts/${edition}/sales?limit=${SALES_PER_PAGE}`, pageParam),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  })
  useRefreshOn(topicOfCoin(collectionId), [salesKey(collectionId)], { concerns: isSale })
  const sales = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.sales), [query.data])
  return { ...query, sales }
}
