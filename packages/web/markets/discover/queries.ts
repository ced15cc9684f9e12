// Keys and options of the home page's lists and of the platform's figures, and what is asked for before the page is there.
// Every page loads this file: what only lists need is in list-queries.ts.
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Stats } from '@twinmint/sdk/api/coin/list-contract'
import { BOOSTED_PATH, collectionsPath, TRENDING_PATH } from '@twinmint/sdk/internal/api/home/first-lists'
import type { HomeSort } from '@twinmint/sdk/internal/api/home/rules'
import { getCoins, getCoinsPart } from '../../data/listed-coins.ts'
import { pagedOptions } from '../../data/paged.ts'
import { keyOf } from '../../data/query-keys.ts'

const listOptions = (name: string, path: string) =>
  queryOptions({
    queryKey: keyOf('collections', name),
    queryFn: ({ signal }) => getCoins(`/api/${path}`, signal),
  })
export const boostedOptions = listOptions('boosted', BOOSTED_PATH)
export const trendingOptions = listOptions('trending', TRENDING_PATH)

export interface CollectionsRequest {
  readonly sort: HomeSort
  readonly search: string
}

/** The query string is part of the key's second segment, so that the live stream finds every list of coins. */
export function collectionsOptions({ sort, search }: CollectionsRequest) {
  const path = collectionsPath(sort, search)
  return { ...pagedOptions(keyOf(path), `/api/${path}`, getCoinsPart), refetchOnMount: true }
}

/** Asks for what the home page shows first; done as above. */
export function prefetchHome(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.prefetchQuery(boostedOptions),
    client.prefetchQuery(trendingOptions),
    client.prefetchInfiniteQuery(collectionsOptions({ sort: 'lastTrade', search: '' })),
  ])
}

/** Boosts run out without an event, so the list is read again every 30 seconds. */
export function useBoosted() {
  return useQuery({ ...boostedOptions, refetchInterval: 30_000 })
}

/** Figures of the last 24 hours move by themselves. */
export function useStats() {
  return useQuery<Stats>({ queryKey: keyOf('figures'), refetchInterval: 30_000 })
}
