// The accounts of the market for NFTs: listings and offers, read. Bytes as in docs/program.md.
import type { Address } from '@solana/kit'
import { type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import { EDITION_SET_BYTES, editionsIn } from './editions.ts'

export const LISTING_BYTES = 160
export const OFFER_BYTES = 256
/** An NFT for sale. The account stands at the program address of `"listing"` and the NFT's mint. */
export interface Listing {
  /** The edition number. */
  readonly edition: number
  /** The coin. */
  readonly mint: Address
  readonly nftMint: Address
  readonly seller: Address
  readonly priceLamports: Lamports
  /** From this second on nothing fills. */
  readonly expiresAtSeconds: bigint
  readonly createdAtSeconds: bigint
}

/** SOL locked for one of several editions. The account stands at the program address of `"offer"`, bidder and nonce. */
export interface Offer {
  readonly mint: Address
  readonly bidder: Address
  readonly nonce: bigint
  readonly priceLamports: Lamports
  readonly expiresAtSeconds: bigint
  readonly createdAtSeconds: bigint
  /** Which it is for, upwards. */
  readonly editions: readonly number[]
  /** Locked beside the price, for the account in which the bidder will hold the NFT. */
  readonly nftRentLamports: Lamports
}

/** Reads a Listing account; throws a ProgramDataError when the bytes are something else, or of an unknown version. */
export function decodeListing(data: Uint8Array): Listing {
  if (data[0] !== 4 || data[1] !== 1 || data.length !== LISTING_BYTES)
    throw new ProgramDataError(`these ${data.length} bytes are no Listing`)
  const reader = new Reader(data.subarray(4))
  const edition = reader.u16()
  reader.u16() // zero
  return {
    edition,
    mint: reader.address(),
    nftMint: reader.address(),
    seller: reader.address(),
    priceLamports: lamports(reader.u64()),
    expiresAtSeconds: reader.i64(),
    createdAtSeconds: reader.i64(),
  }
}

/** Reads an Offer account; throws a ProgramDataError when the bytes are something else, or of an unknown version. */
export function decodeOffer(data: Uint8Array): Offer {
  if (data[0] !== 5 || data[1] !== 1 || data.length !== OFFER_BYTES)
    throw new ProgramDataError(`these ${data.length} bytes are no Offer`)
  const reader = new Reader(data.subarray(8))
  const offer = {
    mint: reader.address(),
    bidder: reader.address(),
    nonce: reader.u64(),
    priceLamports: lamports(reader.u64()),
    expiresAtSeconds: reader.i64(),
    createdAtSeconds: reader.i64(),
    editions: editionsIn(reader.bytes(EDITION_SET_BYTES)),
  }
  reader.bytes(3) // zeros
  return { ...offer, nftRentLamports: lamports(reader.u64()) }
}
