// Where a coin's chart is to be seen whole: at the external service that the server's configuration names, on the networks
// that such services may know; else here, over the whole window. Pure.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'

/** Our own, in the whole window. */
export const fullChartPath = ({ id }: Pick<Collection, 'id'>): string => `/trade/${id}?chart=full`

export interface ExternalChart {
  readonly url: string
  /** For people: `dexscreener.com`. */
  readonly host: string
}

/** The external chart of a coin; undefined where there is none, and while the site is not known. */
export function externalChart(
  site: Pick<SiteConfig, 'externalChart'> | undefined,
  { mintAddress }: Pick<Collection, 'mintAddress'>,
): ExternalChart | undefined {
  const external = site?.externalChart
  if (!external) return undefined
  const url = external.url.replace('{mint}', external.mints[mintAddress] ?? mintAddress)
  return { url, host: new URL(url).host.replace(/^www\./, '') }
}
