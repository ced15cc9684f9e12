// What launches copy and what they choose themselves, as bytes; and the hash by which a launch names the terms that its
// creator was shown.
import { STANDARD_OPENING_LAMPORTS } from '../core/curve.ts'
import { type Lamports, lamports } from '../core/money.ts'
import { sha256 } from '../core/sha256.ts'
import { type Reader, Writer } from './bytes.ts'

/** The terms that launches copy. */
export interface Terms {
  readonly graduationMarketCapLamports: Lamports
  readonly boostPriceLamports: Lamports
  readonly boostSeconds: number
  readonly sellFeeBps: number
  readonly creatorShareBps: number
  /** Of what an NFT's buyer pays above what its coins bring. */
  readonly royaltyBps: number
  /** Of a sale of an NFT. */
  readonly marketFeeBps: number
}

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

/** What a launch chooses for its own market, for good. */
export interface LaunchChoices {
  readonly openingReserveLamports: Lamports
  readonly guardBps: number
  readonly guardSeconds: number
}

/** What a launch call chooses that names nothing. */
export const STANDARD_CHOICES: LaunchChoices = {
  openingReserveLamports: STANDARD_OPENING_LAMPORTS,
  guardBps: 0,
  guardSeconds: 0,
}

export function writeTerms(writer: Writer, terms: Terms): Writer {
  return writer
    .u64(terms.graduationMarketCapLamports)
    .u64(terms.boostPriceLamports)
    .u32(terms.boostSeconds)
    .u16(terms.sellFeeBps)
    .u16(terms.creatorShareBps)
    .u16(terms.royaltyBps)
    .u16(terms.marketFeeBps)
}

export function readTerms(reader: Reader): Terms {
  return {
    graduationMarketCapLamports: lamports(reader.u64()),
    boostPriceLamports: lamports(reader.u64()),
    boostSeconds: reader.u32(),
    sellFeeBps: reader.u16(),
    creatorShareBps: reader.u16(),
    royaltyBps: reader.u16(),
    marketFeeBps: reader.u16(),
  }
}

export function writeChoices(writer: Writer, choices: LaunchChoices): Writer {
  return writer.u64(choices.openingReserveLamports).u16(choices.guardBps).u16(choices.guardSeconds)
}

export function readChoices(reader: Reader): LaunchChoices {
  return {
    openingReserveLamports: lamports(reader.u64()),
    guardBps: reader.u16(),
    guardSeconds: reader.u16(),
  }
}

/** The first 16 bytes of the SHA-256 of the terms as the program writes them. */
export function termsHash(terms: Terms): Uint8Array {
  return sha256(writeTerms(new Writer(), terms).finish()).subarray(0, 16)
}
