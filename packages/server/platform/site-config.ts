// What the page must know of this server and its network, read from the chain and from the configuration.

import { Refusal } from '@twinmint/sdk/core/errors'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { type Config, decodeConfig, isPausedAt } from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress } from '@twinmint/sdk/program/addresses'
import { CLOCK_ADDRESS, clockSeconds } from '@twinmint/sdk/program/clock'
import { wireTerms } from '@twinmint/sdk/program/terms'
import type { Chain } from '../chain/chain.ts'
import { type Remembered, rememberFor } from '../http/remember.ts'

const CACHE_MS = 5_000
const EXPLORER = 'https://explorer.solana.com'

/** The cluster by its genesis hash: what it is, not what its address looks like. */
const NETWORK_BY_GENESIS: Record<string, Exclude<SiteConfig['network'], 'embedded' | 'custom'>> = {
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet-beta',
}

/** What of it stands in the server's configuration. */
interface SiteSettings {
  /** Without a setting it is known once the server listens. */
  readonly publicUrl: () => string
  /** Dollars for one SOL. */
  readonly solUsd: number
  readonly faucetLamports: bigint
  readonly links: SiteConfig['links']
  readonly externalChart: SiteConfig['externalChart']
}

export function siteConfigReader(
  config: SiteSettings,
  chain: Chain,
  isEmbedded: boolean,
  demoMarket: SiteConfig['demoMarket'],
): Remembered<SiteConfig> {
  return rememberFor(CACHE_MS, async () => ({
    ...(await readSiteConfig(config, chain, isEmbedded)),
    demoMarket,
  }))
}

async function readSiteConfig(
  config: SiteSettings,
  chain: Chain,
  isEmbedded: boolean,
): Promise<Omit<SiteConfig, 'demoMarket'>> {
  const [account, clock] = await chain.loadAccounts([
    await deriveConfigAddress(chain.programAddress),
    CLOCK_ADDRESS,
  ])
  if (!account) throw new Refusal('chainUnavailable', 'The program is not set up on this network.')
  const terms = decodeConfig(account.data)
  const nowSeconds = clockSeconds(clock?.data)
  if (nowSeconds === undefined)
    throw new Refusal('chainUnavailable', 'The node does not say what time it is.')
  const network = isEmbedded ? 'embedded' : await networkOf(chain)
  const cluster = network === 'mainnet-beta' ? '' : `?cluster=${network}`
  const isPublic = network !== 'embedded' && network !== 'custom'
  return {
    network,
    demoMode: isEmbedded,
    publicUrl: config.publicUrl(),
    walletChain: isPublic ? `solana:${network === 'mainnet-beta' ? 'mainnet' : network}` : 'solana:localnet',
    programAddress: chain.programAddress,
    solUsd: config.solUsd,
    ...wireTerms(terms),
    ...pauseOf(terms, nowSeconds),
    faucetLamports: isEmbedded ? config.faucetLamports.toString() : '0',
    rpcUrl: '/rpc',
    explorerTransactionUrl: isPublic ? `${EXPLORER}/tx/{signature}${cluster}` : '/tx/{signature}',
    explorerAddressUrl: isPublic ? `${EXPLORER}/address/{address}${cluster}` : null,
    externalChart: externalChartOn(network, config.externalChart),
    links: config.links,
  }
}

/** Whether launches and buys are paused at a moment of the chain's clock, and until when. */
function pauseOf(config: Config, nowSeconds: bigint): Pick<SiteConfig, 'paused' | 'pausedUntil'> {
  const paused = isPausedAt(config, nowSeconds)
  return {
    paused,
    pausedUntil: paused ? new Date(Number(config.pausedUntilSeconds) * 1_000).toISOString() : null,
  }
}

/** Services that draw charts by mint address know the public networks at most. */
export const externalChartOn = (
  network: SiteConfig['network'],
  setting: SiteConfig['externalChart'],
): SiteConfig['externalChart'] => (network === 'mainnet-beta' || network === 'devnet' ? setting : null)

async function networkOf(chain: Chain): Promise<SiteConfig['network']> {
  try {
    return NETWORK_BY_GENESIS[await chain.rpc.getGenesisHash().send()] ?? 'custom'
  } catch (cause) {
    throw new Refusal('chainUnavailable', undefined, { cause })
  }
}
