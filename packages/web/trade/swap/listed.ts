// Where an NFT that somebody lists costs less than its coins and the swap: what each takes of somebody who has no coins, to the
// lamport. Pure.

import { decideSwap, netLamports, type ShownNow } from '@twinmint/sdk/actions/swap/quote-changes'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { curveStateOf } from '@twinmint/sdk/core/curve'
import { type Lamports, lamports } from '@twinmint/sdk/core/money'
import { coinsValueLamports, listingDueLamports } from '@twinmint/sdk/core/nft-sale'
import { NETWORK_FEE, TOKEN_ACCOUNT_RENT } from '@twinmint/sdk/core/rent'

/** A listed NFT beside the swap. All in lamports, rents and network fee included but for `dueLamports`. */
export interface CheaperListing {
  readonly nft: Nft
  /** What the seller's price comes to: never less than what the NFT's coins bring. */
  readonly dueLamports: Lamports
  readonly costLamports: Lamports
  /** Buying 1,000,000 coins and swapping them: with an NFT out of the escrow where there is one, else newly minted. */
  readonly swapLamports: Lamports
  readonly isMinted: boolean
  readonly savedLamports: Lamports
}

/**
 * The cheapest of `listed` where it costs less than buying the coins of one NFT and swapping them; undefined where none does,
 * or the curve has not that many coins. One's own listings (of `walletAddress`) and those that have expired by the chain's
 * clock are passed over.
 */
export function cheaperListing(
  listed: readonly Nft[],
  now: ShownNow,
  walletAddress: string | undefined,
): CheaperListing | undefined {
  const { asked } = decideSwap({ kind: 'buy', chosen: undefined, count: 1 }, now)
  if (asked === undefined) return undefined
  const coinsLamports = coinsValueLamports(curveStateOf(now.collection))
  const open = listed.flatMap((nft) => {
    const { listing } = nft
    return listing === null ||
      listing.sellerAddress === walletAddress ||
      BigInt(Math.floor(Date.parse(listing.expiresAt) / 1_000)) <= now.moment.nowSeconds
      ? []
      : [{ nft, dueLamports: listingDueLamports(lamports(BigInt(listing.priceLamports)), coinsLamports) }]
  })
  const [first, ...others] = open
  if (first === undefined) return undefined
  const { nft, dueLamports } = others.reduce(
    (best, each) => (each.dueLamports < best.dueLamports ? each : best),
    first,
  )
  const swap = netLamports('buy', asked.quote)
  const grown = now.holdings?.migrationLamports ?? 0n
  const cost = dueLamports + TOKEN_ACCOUNT_RENT + NETWORK_FEE + (now.priorityFeeLamports ?? 0n) + grown
  return cost >= swap
    ? undefined
    : {
        nft,
        dueLamports,
        costLamports: lamports(cost),
        swapLamports: lamports(swap),
        isMinted: asked.mintCount > 0,
        savedLamports: lamports(swap - cost),
      }
}
