// Keys and options of the lists and the site's figures.
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { Collection } from '../collection/contract.ts'
import type { SiteConfig, Stats } from './contract.ts'
import { type CollectionSort, usdOfLamports } from './rules.ts'

/** What the page must know of the server it speaks to: asked for until it is known, and then no more. */
export function useSiteConfig() {
  return useQuery<SiteConfig>({
    queryKey: ['api', 'config'],
    refetchInterval: ({ state }) => (state.data === undefined ? 5_000 : false),
  })
}

/** The market cap of graduation, and what it is in dollars at the current rate; undefined until the site is known. */
export function useGraduation(): { readonly lamports: string; readonly usd: number } | undefined {
  const { data: site } = useSiteConfig()
  if (site === undefined) return undefined
  const lamports = site.graduationMarketCapLamports
  return { lamports, usd: usdOfLamports(lamports, site.solUsd) }
}

/** The query string is part of the second segment, so that the live stream finds every list of coins. */
export function collectionsKey({ sort, search }: { readonly sort: CollectionSort; readonly search: string }) {
  const query = search === '' ? '' : `&search=${encodeURIComponent(search)}`
  return ['api', `collections?limit=50&sort=${sort}${query}`] as const
}

/** Asks for what the home page shows first, while the page itself is still on its way. */
export function prefetchHome(client: QueryClient): void {
  void client.prefetchQuery({ queryKey: collectionsKey({ sort: 'lastTrade', search: '' }) })
}

/** The first 50; what was shown stays until the answer to a new search or order is here. */
export function useCollections(request: { readonly sort: CollectionSort; readonly search: string }) {
  return useQuery<readonly Collection[]>({
    queryKey: collectionsKey(request),
    placeholderData: keepPreviousData,
  })
}

/** Boosts run out without an event, so the list is read again every 30 seconds. */
export function useBoosted() {
  return useQuery<readonly Collection[]>({
    queryKey: ['api', 'collections', 'boosted'],
    refetchInterval: 30_000,
  })
}

/** Figures of the last 24 hours move by themselves. */
export function useStats() {
  return useQuery<Stats>({ queryKey: ['api', 'stats'], refetchInterval: 30_000 })
}
