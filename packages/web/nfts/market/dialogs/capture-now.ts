// Whether an offer above what the swap costs would be filled at once by whoever captures an NFT. Pure.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import {
  type BuyMoment,
  type CurveTexts,
  curveStateOf,
  NFT_BASE_UNITS,
  quoteBuyExactOut,
} from '@twinmint/sdk/core/curve'
import { type Lamports, lamports } from '@twinmint/sdk/core/money'
import { EDITIONS } from '@twinmint/sdk/core/rarity'
import { MINT_WINDOW, NETWORK_FEE, nftMintRent, TOKEN_ACCOUNT_RENT } from '@twinmint/sdk/core/rent'

type Coin = CurveTexts &
  Pick<Collection, 'mintedNFTCount' | 'circulatingNFTCount' | 'collectionName' | 'symbol' | 'metadataUri'>

/**
 * Whether one of the editions can certainly be captured: more of them lie within what is minted or can be than wallets hold,
 * so one at least is in the escrow or new. False where it is not certain.
 */
export function hasCapturable(
  editions: readonly number[],
  { mintedNFTCount, circulatingNFTCount }: Pick<Coin, 'mintedNFTCount' | 'circulatingNFTCount'>,
): boolean {
  const last = Math.min(EDITIONS, mintedNFTCount + MINT_WINDOW)
  return new Set(editions.filter((edition) => edition <= last)).size > circulatingNFTCount
}

/** What somebody without coins pays to capture one now, rents and network fee included; undefined where the curve lacks them. */
export function captureCostLamports(
  coin: Coin,
  moment: BuyMoment,
  priorityFeeLamports = 0n,
): Lamports | undefined {
  const buy = quoteBuyExactOut(curveStateOf(coin), NFT_BASE_UNITS, moment)
  if (buy.kind === 'refused') return undefined
  const { mintedNFTCount } = coin
  // One out of the escrow costs less; which numbers that holds is not known here.
  const mint = mintedNFTCount < EDITIONS ? nftMintRent(coin, mintedNFTCount + 1) : 0n
  // Of the coins, of the NFT, and for the first NFT of all the escrow's of coins.
  const accounts = TOKEN_ACCOUNT_RENT * (mintedNFTCount === 0 ? 3n : 2n)
  return lamports(buy.lamportsIn + accounts + mint + NETWORK_FEE + priorityFeeLamports)
}
