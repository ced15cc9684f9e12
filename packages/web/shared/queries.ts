// What every page knows of its server: network, terms, rate, links. Every page loads this file.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { useMemo } from 'react'
import { SITE_KEY } from '../data/query-client.ts'
import { usdOfLamports } from './dollars.ts'

/** What the page must know of the server it speaks to: asked for until it is known, and then only while buys are paused. */
export function useSiteConfig() {
  return useQuery<SiteConfig>({
    queryKey: SITE_KEY,
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

/** Asks for what every page needs; done when it is there, or known not to come. */
export function prefetchSite(client: QueryClient): Promise<unknown> {
  return client.prefetchQuery({ queryKey: SITE_KEY })
}

/** The wallets of the demo market's bots; empty where there is none. */
export function useBotAddresses(): ReadonlySet<string> {
  const { data: site } = useSiteConfig()
  const addresses = site?.demoMarket?.botAddresses
  return useMemo(() => new Set(addresses), [addresses])
}
