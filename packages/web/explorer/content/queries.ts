// What a launch's folder holds, fetched and compared by the browser itself when somebody looks, and whenever they ask again.
import type { Address } from '@solana/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { deriveMarketAddresses, deriveNftMintAddress } from '@twinmint/sdk/program/addresses'
import { rpcCaller } from '@twinmint/sdk/program/rpc'
import { accountsOf, COMMITMENT } from '@twinmint/sdk/proof/answers'
import { mintTexts, type NamedContent, namedBy, otherHostOf } from '@twinmint/sdk/proof/content/mint-metadata'
import { contentFetcher, readContent } from '@twinmint/sdk/proof/content/reading'
import { type ContentProof, proveContent } from '@twinmint/sdk/proof/content/rules'
import type { CoinReading } from '@twinmint/sdk/proof/reading'
import { proveNft } from './nft-rules.ts'

/** As long as a slow phone takes for the largest picture. */
const ANSWER_MS = 30_000

const pageFetcher = (signal: AbortSignal) =>
  contentFetcher({ origin: location.origin, timeoutMs: ANSWER_MS, signal })

/** A coin that names no folder has its metadata at `uri`. */
export type CheckedContent =
  | { readonly kind: 'none'; readonly uri: string }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | {
      readonly kind: 'checked'
      readonly cid: string
      readonly proof: ContentProof
      /** Whom wallets ask, where it is not this server. */
      readonly otherHost?: string | undefined
    }

async function checked(
  named: NamedContent,
  site: SiteConfig | undefined,
  prove: (cid: string) => Promise<ContentProof>,
): Promise<CheckedContent> {
  if ('problem' in named.coin) return { kind: 'unreadable', problem: named.coin.problem }
  if (named.cid === undefined) return { kind: 'none', uri: named.coin.value.uri }
  const ours = [location.origin, ...(site === undefined ? [] : [site.publicUrl])]
  return {
    kind: 'checked',
    cid: named.cid,
    proof: await prove(named.cid),
    otherHost: otherHostOf(named, ours),
  }
}

/** `reading` is the chain's word; read again, the folder is fetched again. */
export function useContentProof(
  { mintAddress, imageUrl, description, links }: Collection,
  {
    reading,
    readAt,
    site,
  }: {
    readonly reading: CoinReading | undefined
    readonly readAt: string
    readonly site: SiteConfig | undefined
  },
) {
  return useQuery({
    queryKey: ['chain', 'content', mintAddress, readAt],
    queryFn: async ({ signal }) => {
      if (reading === undefined) throw new Error('The chain was not read yet.')
      const named = namedBy(reading.accounts)
      return checked(named, site, async (cid) => {
        const shownPath = imageUrl ?? undefined
        const read = await readContent(pageFetcher(signal), { cid, by: 'path', shownPath })
        return proveContent(named, cid, read, { description, links })
      })
    },
    enabled: reading !== undefined,
    structuralSharing: false,
    // What was compared before stays until it is compared anew.
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** Of one NFT, when somebody asks. */
export function useNftProof(
  { mintAddress }: Pick<Collection, 'mintAddress'>,
  edition: number,
  { site, isWanted }: { readonly site: SiteConfig | undefined; readonly isWanted: boolean },
) {
  return useQuery({
    queryKey: ['chain', 'content', mintAddress, edition],
    queryFn: async ({ signal }) => {
      if (site === undefined) throw new Error('The server has not said which network it is on yet.')
      const [program, coinMint] = [site.programAddress as Address, mintAddress as Address]
      const [{ collection }, nftMint] = await Promise.all([
        deriveMarketAddresses(program, coinMint),
        deriveNftMintAddress(program, coinMint, edition),
      ])
      const mints = [coinMint, collection, nftMint]
      const answer = await rpcCaller(site.rpcUrl)(
        'getMultipleAccounts',
        [mints, { encoding: 'base64', commitment: COMMITMENT }],
        signal,
      )
      const [mint, ofCollection, ofNft] = accountsOf(answer, mints.length)
      const named = namedBy({ mint, collection: ofCollection })
      return checked(named, site, async (cid) => {
        const read = await readContent(pageFetcher(signal), { cid, by: 'path', edition })
        return proveNft(named, cid, read, { edition, mint: ofNft && mintTexts('nft', ofNft) })
      })
    },
    enabled: isWanted && site !== undefined,
    structuralSharing: false,
    gcTime: 0,
  })
}
