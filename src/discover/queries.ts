// Keys and options of the site's figures, and of what is asked for before a page is there. Every page loads this file: what
// only lists need is in list-queries.ts.
import { infiniteQueryOptions, type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Collection } from '../collection/contract.ts'
import { apiGetList } from '../wire/api.ts'
import type { SiteConfig, Stats } from './contract.ts'
import { usdOfLamports } from './dollars.ts'
import { BOOSTED_PATH, collectionsPath, TRENDING_PATH } from './home-data.ts'
import type { HomeSort } from './rules.ts'

/** What the page must know of the server it speaks to: asked for until it is known, and then only while buys are paused. */
export function useSiteConfig() {
  return useQuery<SiteConfig>({
    queryKey: CONFIG_KEY,
    refetchInterval: ({ state }) => (state.data === undefined ? 5_000 : state.data.paused ? 15_000 : false),
  })
}

/** The market cap of graduation, and what it is in dollars at the current rate; undefined until the site is known. */
export function useGraduation(): { readonly lamports: string; readonly usd: number } | undefined {
  const { data: site } = useSiteConfig()
  if (site === undefined) return undefined
  const lamports = site.graduationMarketCapLamports
  return { lamports, usd: usdOfLamports(lamports, site.solUsd) }
}

const CONFIG_KEY = ['api', 'config']
const BOOSTED_KEY = ['api', ...BOOSTED_PATH.split('/')]
export const TRENDING_KEY = ['api', ...TRENDING_PATH.split('/')]

export interface CollectionsRequest {
  readonly sort: HomeSort
  readonly search: string
}

/** The query string is part of the key's second segment, so that the live stream finds every list of coins. */
export function collectionsOptions({ sort, search }: CollectionsRequest) {
  const path = collectionsPath(sort, search)
  return infiniteQueryOptions({
    queryKey: ['api', path],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`
      return apiGetList<Collection>(`/api/${path}${cursor}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** Asks for what every page needs; done when it is there, or known not to come. */
export function prefetchSite(client: QueryClient): Promise<unknown> {
  return client.prefetchQuery({ queryKey: CONFIG_KEY })
}

/** Asks for what the home page shows first; done as above. */
export function prefetchHome(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.prefetchQuery({ queryKey: BOOSTED_KEY }),
    client.prefetchQuery({ queryKey: TRENDING_KEY }),
    client.prefetchInfiniteQuery(collectionsOptions({ sort: 'lastTrade', search: '' })),
  ])
}

/** The wallets of the demo market's bots; empty where there is none. */
export function useBotAddresses(): ReadonlySet<string> {
  const { data: site } = useSiteConfig()
  const addresses = site?.demoMarket?.botAddresses
  return useMemo(() => new Set(addresses), [addresses])
}

/** Boosts run out without an event, so the list is read again every 30 seconds. */
export function useBoosted() {
  return useQuery<readonly Collection[]>({
    queryKey: BOOSTED_KEY,
    refetchInterval: 30_000,
  })
}

/** Figures of the last 24 hours move by themselves. */
export function useStats() {
  return useQuery<Stats>({ queryKey: ['api', 'stats'], refetchInterval: 30_000 })
}
