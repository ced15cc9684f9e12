// The market for NFTs: the accounts of listings and offers, and the events of its instructions, read. Bytes as in
// docs/program.md. Must not know who may do what, or what a sale comes to.
import type { Address } from '@solana/kit'
import { type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import { EDITION_SET_BYTES, editionsIn } from './editions.ts'
import type { InstructionName } from './instructions.ts'

export const LISTING_BYTES = 160
export const OFFER_BYTES = 256
/** The instructions of the NFT market, which are the kinds of its events. */
const NFT_MARKET_NAMES = [
  'list',
  'updateListing',
  'cancelListing',
  'buyListing',
  'offer',
  'cancelOffer',
  'acceptOffer',
] as const satisfies readonly InstructionName[]
export type NftMarketInstructionName = (typeof NFT_MARKET_NAMES)[number]
export const NFT_MARKET_KINDS: ReadonlySet<string> = new Set(NFT_MARKET_NAMES)

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

/** What the events of the seven instructions say beside what all events do. `who` of an acceptance is the seller. */
export type NftMarketEvent =
  | {
      readonly kind: 'list' | 'updateListing'
      readonly edition: number
      readonly priceLamports: Lamports
      readonly expiresAtSeconds: bigint
    }
  | { readonly kind: 'cancelListing'; readonly edition: number; readonly priceLamports: Lamports }
  | (SaleEvent & { readonly kind: 'buyListing'; readonly seller: Address })
  | {
      readonly kind: 'offer'
      readonly offer: Address
      readonly nonce: bigint
      readonly priceLamports: Lamports
      readonly expiresAtSeconds: bigint
      readonly editions: readonly number[]
    }
  | { readonly kind: 'cancelOffer'; readonly offer: Address; readonly priceLamports: Lamports }
  | (SaleEvent & { readonly kind: 'acceptOffer'; readonly offer: Address; readonly bidder: Address })

interface SaleEvent {
  readonly edition: number
  /** What was paid, all fees included. */
  readonly dueLamports: Lamports
  /** Of `dueLamports`, the creator's. */
  readonly royaltyLamports: Lamports
  /** Of `dueLamports`, the treasury's. */
  readonly platformFeeLamports: Lamports
}

/** What an event's first 152 bytes say of an NFT and of money. */
export interface NftMarketEventHead {
  readonly edition: number
  readonly moved: Lamports
  readonly feeLamports: Lamports
  readonly creatorFeeLamports: Lamports
}

/** Reads what an event's record goes on with; undefined for a kind that is not of the seven. */
export function readNftMarketEvent(
  kind: InstructionName,
  reader: Reader,
  { edition, moved, feeLamports, creatorFeeLamports }: NftMarketEventHead,
): NftMarketEvent | undefined {
  const sale = (): SaleEvent => ({
    edition,
    dueLamports: moved,
    royaltyLamports: creatorFeeLamports,
    platformFeeLamports: lamports(feeLamports - creatorFeeLamports),
  })
  switch (kind) {
    case 'list':
      return { kind: 'list', edition, priceLamports: moved, expiresAtSeconds: reader.i64() }
    case 'updateListing':
      return { kind: 'updateListing', edition, priceLamports: moved, expiresAtSeconds: reader.i64() }
    case 'cancelListing':
      return { kind: 'cancelListing', edition, priceLamports: moved }
    case 'buyListing':
      return { kind: 'buyListing', ...sale(), seller: reader.address() }
    case 'offer':
      return {
        kind: 'offer',
        offer: reader.address(),
        priceLamports: moved,
        nonce: reader.u64(),
        expiresAtSeconds: reader.i64(),
        editions: editionsIn(reader.bytes(EDITION_SET_BYTES)),
      }
    case 'cancelOffer':
      return { kind: 'cancelOffer', offer: reader.address(), priceLamports: moved }
    case 'acceptOffer':
      return { kind: 'acceptOffer', ...sale(), offer: reader.address(), bidder: reader.address() }
    default:
      return undefined
  }
}
