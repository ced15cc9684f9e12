// What launches copy and what they choose themselves, as bytes; and the hash by which a launch names the terms that its
// creator was shown.
import { STANDARD_OPENING_LAMPORTS } from '../core/curve.ts'
import { lamports } from '../core/money.ts'
import { sha256 } from '../core/sha256.ts'
import { Writer } from './bytes.ts'
import { LAMPORTS, struct, U16, U32, type ValuesOf } from './codec.ts'

/** The terms that a launch copies from the Config. */
export const TERMS = struct({
  graduationMarketCapLamports: LAMPORTS,
  boostPriceLamports: LAMPORTS,
  boostSeconds: U32,
  sellFeeBps: U16,
  /** The creator's share of the sell fee. */
  creatorShareBps: U16,
  /** The creator's share of what an NFT's buyer pays above what its coins bring. */
  royaltyBps: U16,
  /** The treasury's share of the price of an NFT. */
  marketFeeBps: U16,
})
export type Terms = ValuesOf<typeof TERMS.fields>

/** What a new deployment starts with: 420 SOL of market cap, 1 % on sells, half of it the creator's, 1 SOL a boost day,
 *  and for the marketplace 5 % of the premium to the creator and 1 % of the price to the treasury. */
export const STANDARD_TERMS: Terms = {
  graduationMarketCapLamports: lamports(420_000_000_000n),
  boostPriceLamports: lamports(1_000_000_000n),
  boostSeconds: 86_400,
  sellFeeBps: 100,
  creatorShareBps: 5_000,
  royaltyBps: 500,
  marketFeeBps: 100,
}

/** Terms as the wire and the index carry them. */
export const wireTerms = (terms: Terms) => ({
  graduationMarketCapLamports: terms.graduationMarketCapLamports.toString(),
  boostPriceLamports: terms.boostPriceLamports.toString(),
  boostSeconds: terms.boostSeconds,
  sellFeeBps: terms.sellFeeBps,
  creatorShareBps: terms.creatorShareBps,
  royaltyBps: terms.royaltyBps,
  marketFeeBps: terms.marketFeeBps,
})

/** What a launch chooses for its own market, forever. */
export const CHOICES = struct({
  openingReserveLamports: LAMPORTS,
  /** 0 = no launch guard. */
  guardBps: U16,
  guardSeconds: U16,
})
export type LaunchChoices = ValuesOf<typeof CHOICES.fields>

/** What a launch call chooses that names nothing. */
export const STANDARD_CHOICES: LaunchChoices = {
  openingReserveLamports: STANDARD_OPENING_LAMPORTS,
  guardBps: 0,
  guardSeconds: 0,
}

/** The first 16 bytes of the SHA-256 of the terms as the program writes them. */
export function termsHash(terms: Terms): Uint8Array {
  return sha256(TERMS.write(new Writer(), terms).finish()).subarray(0, 16)
}
