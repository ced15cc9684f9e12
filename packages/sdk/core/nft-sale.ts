// What an NFT's sale comes to, as program/src/nft_market.rs has it. Pure; must not know accounts or the screen.
//
//   F        = floor(N·R_s / (R_t + N)), what the NFT's 1,000,000 coins bring from the curve now, before the fee of a sell;
//              of a listing no less than they brought when the slot began
//   due      = max(price, F) of a listing; the price of an offer
//   royalty  = floor(max(0, due − F)·royaltyBps / 10,000), the creator's, on what is above the coins' value alone
//   platform = ceil(due·marketFeeBps / 10,000), like the fee of a sell
//   seller   = due − royalty − platform
import { type CurveState, NFT_BASE_UNITS } from './curve.ts'
import { BPS_ONE, divideCeil, divideFloor, type Lamports, lamports } from './money.ts'

/** The most that a listing or an offer may lie in the future: 366 days, in seconds. */
export const EXPIRY_SECONDS_MAX = 366n * 86_400n
/** The most in one request: what one signature of the wallet lists, changes or takes back. */
export const LISTINGS_AT_ONCE_MAX = 40
/** The most that are withdrawn at once: one transaction. */
export const OFFERS_AT_ONCE_MAX = 10

/** What of a market's terms decides who gets what of a sale. */
export interface SaleTerms {
  /** Of what is above the coins' value, to the creator. */
  readonly royaltyBps: bigint
  /** Of the whole, to the treasury. */
  readonly marketFeeBps: bigint
}

export interface Sale {
  /** What the buyer pays. */
  readonly dueLamports: Lamports
  readonly royaltyLamports: Lamports
  readonly platformFeeLamports: Lamports
  /** What the seller gets. */
  readonly sellerLamports: Lamports
}

/** F: what the 1,000,000 coins of an NFT bring from the curve now, in lamports, before the fee of a sell. */
export function coinsValueLamports(
  state: Pick<CurveState, 'reserveLamports' | 'reserveBaseUnits'>,
): Lamports {
  return lamports(
    divideFloor(NFT_BASE_UNITS * state.reserveLamports, state.reserveBaseUnits + NFT_BASE_UNITS),
  )
}

/** What a listing at `priceLamports` costs while the coins bring `coinsLamports`: never less than these. */
export const listingDueLamports = (priceLamports: Lamports, coinsLamports: Lamports): Lamports =>
  priceLamports > coinsLamports ? priceLamports : coinsLamports

/** Who gets what where `dueLamports` are paid for an NFT whose coins bring `coinsLamports`. */
export function saleOf(dueLamports: Lamports, coinsLamports: Lamports, terms: SaleTerms): Sale {
  const premium = dueLamports > coinsLamports ? dueLamports - coinsLamports : 0n
  const royalty = divideFloor(premium * terms.royaltyBps, BPS_ONE)
  const platform = divideCeil(dueLamports * terms.marketFeeBps, BPS_ONE)
  return {
    dueLamports,
    royaltyLamports: lamports(royalty),
    platformFeeLamports: lamports(platform),
    sellerLamports: lamports(dueLamports - royalty - platform),
  }
}
