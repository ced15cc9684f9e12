// A coin's accounts, and the program's keys, read by the browser itself when somebody looks, and whenever they ask again.
import type { Address } from '@solana/kit'
import { useQuery } from '@tanstack/react-query'
import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { rpcCaller } from '@twinmint/sdk/program/rpc'
import { readKeys } from '@twinmint/sdk/proof/keys'
import type { ShownListed } from '@twinmint/sdk/proof/nft-market/lines'
import { headLoader, readCoin } from '@twinmint/sdk/proof/reading'
import { apiGet } from '../data/api.ts'
import { chainSeconds } from '../data/chain-time.ts'
import { nowMs } from '../ui/hydration/hydration.ts'

/** The networks' own public nodes, for whoever does not want to take this site's. The page's policy admits these. */
const PUBLIC_NODES: Readonly<Partial<Record<SiteConfig['network'], string>>> = {
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
  'mainnet-beta': 'https://api.mainnet-beta.solana.com',
}

export function publicNode(site: SiteConfig | undefined): string | undefined {
  return site && PUBLIC_NODES[site.network]
}

/** `isWanted`: it is on screen. Reading costs a node some 3 KB, so nobody reads it who does not see it. */
export function useCoinReading(
  { id, mintAddress }: Pick<Collection, 'id' | 'mintAddress'>,
  site: SiteConfig | undefined,
  { nodeUrl, isWanted }: { readonly nodeUrl: string | undefined; readonly isWanted: boolean },
) {
  return useQuery({
    queryKey: ['chain', 'coin', mintAddress, nodeUrl ?? ''],
    queryFn: async ({ signal }) => {
      if (site === undefined) throw new Error('The server has not said which network it is on yet.')
      const rpc = rpcCaller(nodeUrl ?? site.rpcUrl)
      const reading = await readCoin((method, params) => rpc(method, params, signal), {
        programAddress: site.programAddress,
        mintAddress,
        // The embedded chain lists a mint's accounts; relays and public nodes do not.
        countHolders: site.network === 'embedded',
        // A relay lists nothing; a public node may list what is our program's.
        countNftMarket: site.network === 'embedded' || nodeUrl !== undefined,
      })
      const shownListed = reading.nftMarket && (await loadShownListed(id, signal))
      return { reading, shownListed, readAt: new Date(nowMs()).toISOString() }
    },
    enabled: isWanted && site !== undefined,
    // Bytes and bigints are taken as they are.
    structuralSharing: false,
    // A proof is of a moment: one that was left is read anew.
    gcTime: 0,
  })
}

/**
 * What this site says is listed, and after which event of the coin: compared only where that is the chain's last. Undefined where the site does not answer: the chain's own proof stands without it.
 */
async function loadShownListed(id: string, signal: AbortSignal): Promise<ShownListed | undefined> {
  const path = `/api/collections/${encodeURIComponent(id)}`
  try {
    const { listed, sequence } = await apiGet<NftStats>(`${path}/nft-figures`, { signal })
    return { listed, sequence, unixSeconds: chainSeconds() }
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/** Who holds the program's keys. */
export function useProgramKeys(site: SiteConfig | undefined) {
  return useQuery({
    queryKey: ['chain', 'keys', site?.programAddress],
    queryFn: async ({ signal }) => {
      if (site === undefined) throw new Error('The server has not said which network it is on yet.')
      const rpc = rpcCaller(site.rpcUrl)
      const load = headLoader((method, params) => rpc(method, params, signal))
      return readKeys(load, site.programAddress as Address)
    },
    enabled: site !== undefined,
  })
}
