// Keys and options of the lists and the site's figures.
import { useQuery } from '@tanstack/react-query'
import type { Collection } from '../collection/contract.ts'
import type { CollectionsQuery, SiteConfig, Stats } from './contract.ts'

export const siteConfigKey = ['api', 'config'] as const

/** What the page must know of the server it speaks to. */
export function useSiteConfig() {
  return useQuery<SiteConfig>({ queryKey: siteConfigKey })
}

/** `?limit=50&sort=` as the last segment of the key, so that the live stream finds every list of coins. */
export function collectionsKey(sort: CollectionsQuery['sort']) {
  return ['api', `collections?limit=50&sort=${sort}`] as const
}

export function useCollections(sort: CollectionsQuery['sort']) {
  return useQuery<readonly Collection[]>({ queryKey: collectionsKey(sort) })
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
