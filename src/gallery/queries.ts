// NFTs and the gallery's coins: keys, reads, and what live events make old.
import {
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Collection, LiveEvent } from '../collection/contract.ts'
import type { Rarity } from '../core/rarity.ts'
import { apiGet, apiGetList, type ListPart } from '../wire/api.ts'
import { onLiveEvent } from '../wire/live.ts'
import type { Nft, NftDetail, NftStats, NftsPage } from './contract.ts'
import { joinItems } from './figures.ts'

const nftsKey = (collectionId: string) => ['api', 'nfts-of', collectionId]
const statsKey = (collectionId: string) => ['api', 'nft-stats-of', collectionId]
const detailKey = (collectionId: string, edition: number) => ['api', 'nft', collectionId, edition]
const FEATURED_KEY = ['api', 'nfts-featured']
/** The path is in the key's second segment, so that the live stream finds the list of coins; `gallery` tells it from the home page's. */
const collectionsKey = (search: string) => ['api', `collections?limit=50&gallery${searchQuery(search)}`]
const searchQuery = (search: string) => (search === '' ? '' : `&search=${encodeURIComponent(search)}`)

export const NFTS_PER_PAGE = 24
export const FEATURED_PER_PAGE = 20
const REFRESH_AT_MOST_EVERY_MS = 3_000

/** Reads what is under `keys` again when `concerns` says so of a live event, at most every few seconds. */
function useRefreshOn(concerns: (event: LiveEvent) => boolean, keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      // A list that is being read further would lose that: it is read again when it has it.
      if (keys.some((queryKey) => client.isFetching({ queryKey }) > 0)) later()
      else for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    }
    const later = () => {
      timer ??= setTimeout(refresh, REFRESH_AT_MOST_EVERY_MS)
    }
    const stop = onLiveEvent<LiveEvent>((event) => {
      if (concerns(event)) later()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, concerns, keys])
}

function isSwapOf(event: LiveEvent, collectionId: string): boolean {
  return (
    event.type === 'trade' && event.trade.collectionId === collectionId && event.trade.nftTokenId !== null
  )
}

/** Keeps the lists and figures of a collection's NFTs true while mounted. */
export function useLiveNfts(collectionId: string): void {
  const concerns = useMemo(() => (event: LiveEvent) => isSwapOf(event, collectionId), [collectionId])
  const keys = useMemo(() => [nftsKey(collectionId), statsKey(collectionId)], [collectionId])
  useRefreshOn(concerns, keys)
}

/** NFTs of a collection by a query of filters.ts; nothing is read while it is undefined. */
export function useNfts(collectionId: string, nftsQuery: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: [...nftsKey(collectionId), nftsQuery],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`
      return apiGet<NftsPage>(
        `/api/collections/${encodeURIComponent(collectionId)}/nfts?limit=${NFTS_PER_PAGE}&${nftsQuery}${cursor}`,
        { signal },
      )
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    enabled: nftsQuery !== undefined,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const nfts = useMemo(() => joinItems((query.data?.pages ?? []).map((page) => page.nfts)), [query.data])
  return { ...query, nfts }
}

/** Figures of the last 24 hours move by themselves. */
export function useNftStats(collectionId: string) {
  return useQuery({
    queryKey: statsKey(collectionId),
    queryFn: ({ signal }) =>
      apiGet<NftStats>(`/api/collections/${encodeURIComponent(collectionId)}/nft-stats`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  })
}

/** One NFT with its coin and its history, live. */
export function useNft(collectionId: string, edition: number) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: detailKey(collectionId, edition),
    queryFn: ({ signal }) =>
      apiGet<NftDetail>(`/api/collections/${encodeURIComponent(collectionId)}/nfts/${edition}`, { signal }),
    refetchOnMount: 'always',
  })
  useEffect(
    () =>
      onLiveEvent<LiveEvent>((event) => {
        const queryKey = detailKey(collectionId, edition)
        const known = client.getQueryData<NftDetail>(queryKey)
        if (known === undefined) return
        const { id, sequence } = known.collection
        if (event.type === 'trade' && event.trade.nftTokenId === edition && isSwapOf(event, id))
          void client.invalidateQueries({ queryKey })
        if (
          event.type === 'collection' &&
          event.collection.id === id &&
          event.collection.sequence >= sequence
        )
          client.setQueryData<NftDetail>(queryKey, { ...known, collection: event.collection })
      }),
    [client, collectionId, edition],
  )
  return query
}

/** Coins by their own name, their collection's, or symbol, the last traded first. */
export function useGalleryCollections(search: string) {
  const query = useInfiniteQuery({
    queryKey: collectionsKey(search),
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`
      return apiGetList<Collection>(`/api/collections?limit=50${searchQuery(search)}${cursor}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  return { ...query, collections: useItems(query.data?.pages) }
}

/** Minted NFTs of all collections, the latest swap first. */
export function useFeaturedNfts(rarity: Rarity | undefined) {
  const query = useInfiniteQuery({
    queryKey: [...FEATURED_KEY, rarity ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const ofRarity = rarity === undefined ? '' : `&rarity=${rarity}`
      const cursor = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`
      return apiGetList<Nft>(`/api/nfts/featured?limit=${FEATURED_PER_PAGE}${ofRarity}${cursor}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const concerns = useMemo(() => swapsOfTheMarket(), [])
  useRefreshOn(concerns, FEATURED_KEYS)
  return { ...query, nfts: useItems(query.data?.pages) }
}
const FEATURED_KEYS = [FEATURED_KEY]

function useItems<T extends { readonly id: string }>(
  pages: readonly ListPart<T>[] | undefined,
): readonly T[] {
  return useMemo(() => joinItems((pages ?? []).map((page) => page.items)), [pages])
}

/** The market's topic carries coins only: a swap shows in their counts of NFTs. */
function swapsOfTheMarket(): (event: LiveEvent) => boolean {
  const heard = new Map<string, string>()
  return (event) => {
    if (event.type !== 'collection') return false
    const { id, mintedNFTCount, circulatingNFTCount } = event.collection
    const counts = `${mintedNFTCount}:${circulatingNFTCount}`
    const before = heard.get(id) ?? '0:0'
    heard.set(id, counts)
    return counts !== before
  }
}
