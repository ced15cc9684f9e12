// What the page must know of this server and its network, read from the chain and from the configuration.
import type { Chain } from '../chain/chain.ts'
import { decodeConfig } from '../chain/program/accounts.ts'
import { deriveConfigAddress } from '../chain/program/addresses.ts'
import { Refusal } from '../core/errors.ts'
import { rememberFor } from '../wire/remember.ts'
import type { SiteConfig } from './contract.ts'

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
): () => Promise<SiteConfig> {
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
  const [account] = await chain.loadAccounts([await deriveConfigAddress(chain.programAddress)])
  if (!account) throw new Refusal('chainUnavailable', 'The program is not set up on this network.')
  const terms = decodeConfig(account.data)
  const network = isEmbedded ? 'embedded' : await networkOf(chain)
  const cluster = network === 'mainnet-beta' ? '' : `?cluster=${network}`
  const isPublic = network !== 'embedded' && network !== 'custom'
  return {
    network,
    demoMode: isEmbedded,
    walletChain: isPublic ? `solana:${network === 'mainnet-beta' ? 'mainnet' : network}` : 'solana:localnet',
    programAddress: chain.programAddress,
    solUsd: config.solUsd,
    graduationMarketCapLamports: terms.graduationMarketCapLamports.toString(),
    boostPriceLamports: terms.boostPriceLamports.toString(),
    boostSeconds: terms.boostSeconds,
    sellFeeBps: terms.sellFeeBps,
    creatorShareBps: terms.creatorShareBps,
    paused: terms.paused,
    faucetLamports: isEmbedded ? config.faucetLamports.toString() : '0',
    rpcUrl: '/rpc',
    explorerTransactionUrl: isPublic ? `${EXPLORER}/tx/{signature}${cluster}` : '/tx/{signature}',
    explorerAddressUrl: isPublic ? `${EXPLORER}/address/{address}${cluster}` : null,
    externalChart: externalChartOn(network, config.externalChart),
    links: config.links,
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
