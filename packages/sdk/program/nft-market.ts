// The market for NFTs: the accounts of listings and offers, their seven instructions and what their events say, built and
// read. Bytes as in docs/program.md; must not know who may do what, or what a sale comes to.
import type { Address } from '@solana/kit'
import { type Lamports, lamports } from '../core/money.ts'
import { EDITIONS } from '../core/rarity.ts'
import { ProgramDataError, Reader, Writer } from './bytes.ts'
import type { AccountMeta, Instruction } from './message.ts'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './programs.ts'

export const LISTING_BYTES = 160
export const OFFER_BYTES = 256
/** One bit an edition: n is bit (n − 1) % 8 of byte (n − 1) / 8. */
export const EDITION_SET_BYTES = 125

export const NFT_MARKET_TAGS = {
  list: 30,
  updateListing: 31,
  cancelListing: 32,
  buyListing: 33,
  offer: 34,
  cancelOffer: 35,
  acceptOffer: 36,
} as const
export type NftMarketInstructionName = keyof typeof NFT_MARKET_TAGS

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

/** The bitmap of editions, each 1 to 1,000. */
export function editionSet(editions: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(EDITION_SET_BYTES)
  for (const edition of editions) {
    if (!Number.isInteger(edition) || edition < 1 || edition > EDITIONS)
      throw new RangeError(`there is no edition ${edition}`)
    const at = (edition - 1) >> 3
    bytes[at] = (bytes[at] ?? 0) | (1 << ((edition - 1) & 7))
  }
  return bytes
}

/** The inverse of `editionSet`: upwards. */
export function editionsIn(set: Uint8Array): number[] {
  const editions: number[] = []
  for (let edition = 1; edition <= EDITIONS; edition++)
    if (((set[(edition - 1) >> 3] ?? 0) >> ((edition - 1) & 7)) & 1) editions.push(edition)
  return editions
}

/** `s` signs, `w` is writable; in the program's order. */
const ACCOUNTS = {
  list: [
    'seller:sw',
    'market:w',
    'config:',
    'listing:w',
    'listedNft:w',
    'nftMint:',
    'sellerNft:w',
    'system:',
    'token2022:',
    'program:',
  ],
  updateListing: ['seller:s', 'market:w', 'listing:w', 'program:'],
  cancelListing: [
    'seller:sw',
    'market:w',
    'listing:w',
    'listedNft:w',
    'nftMint:',
    'sellerNft:w',
    'system:',
    'token2022:',
    'associatedToken:',
    'program:',
  ],
  buyListing: [
    'buyer:sw',
    'market:w',
    'config:',
    'listing:w',
    'listedNft:w',
    'nftMint:',
    'buyerNft:w',
    'seller:w',
    'system:',
    'token2022:',
    'associatedToken:',
    'program:',
  ],
  offer: ['bidder:sw', 'market:w', 'config:', 'offer:w', 'system:', 'program:'],
  cancelOffer: ['bidder:sw', 'market:w', 'offer:w', 'program:'],
  acceptOffer: [
    'seller:sw',
    'market:w',
    'offer:w',
    'bidder:w',
    'nftMint:',
    'sellerNft:w',
    'bidderNft:w',
    'system:',
    'token2022:',
    'associatedToken:',
    'memo:',
    'program:',
  ],
} as const satisfies Record<NftMarketInstructionName, readonly string[]>

type RoleOf<Name extends NftMarketInstructionName> = (typeof ACCOUNTS)[Name][number] extends infer Entry
  ? Entry extends `${infer Role}:${string}`
    ? Role
    : never
  : never
type AddressesOf<Name extends NftMarketInstructionName> = Readonly<Record<RoleOf<Name>, Address>>
type FixedRole = 'system' | 'token2022' | 'associatedToken' | 'memo' | 'program'
type Named<Name extends NftMarketInstructionName> = Readonly<
  Record<Exclude<RoleOf<Name>, FixedRole>, Address>
>

const FIXED: Readonly<Record<string, Address>> = {
  system: SYSTEM_PROGRAM,
  token2022: TOKEN_2022_PROGRAM,
  associatedToken: ASSOCIATED_TOKEN_PROGRAM,
  memo: MEMO_PROGRAM,
}

function build<Name extends NftMarketInstructionName>(
  programAddress: Address,
  name: Name,
  addresses: Named<Name>,
  data: (writer: Writer) => Writer = (writer) => writer,
): Instruction {
  const named: Readonly<Record<string, Address>> = { ...addresses, ...FIXED, program: programAddress }
  const accounts = ACCOUNTS[name].map((entry): AccountMeta => {
    const [role = '', marks = ''] = entry.split(':')
    const address = named[role]
    if (address === undefined) throw new ProgramDataError(`${name} needs the account "${role}"`)
    return { address, signer: marks.includes('s'), writable: marks.includes('w') }
  })
  return { programAddress, accounts, data: data(new Writer().u8(NFT_MARKET_TAGS[name])).finish() }
}

interface Asked {
  readonly priceLamports: Lamports
  /** Later than now, by 366 days at most. */
  readonly expiresAtSeconds: bigint
}

/** `addresses.sellerNft` is any account of the seller's that holds the NFT; it is closed. */
export const listInstruction = (
  programAddress: Address,
  input: Asked & { readonly addresses: Named<'list'>; readonly edition: number },
): Instruction =>
  build(programAddress, 'list', input.addresses, (writer) =>
    writer.u16(input.edition).u64(input.priceLamports).u64(input.expiresAtSeconds),
  )

export const updateListingInstruction = (
  programAddress: Address,
  input: Asked & { readonly addresses: Named<'updateListing'> },
): Instruction =>
  build(programAddress, 'updateListing', input.addresses, (writer) =>
    writer.u64(input.priceLamports).u64(input.expiresAtSeconds),
  )

/** `addresses.sellerNft` is the seller's associated account. */
export const cancelListingInstruction = (
  programAddress: Address,
  input: { readonly addresses: Named<'cancelListing'> },
): Instruction => build(programAddress, 'cancelListing', input.addresses)

/** `addresses.buyerNft` is the buyer's associated account. */
export const buyListingInstruction = (
  programAddress: Address,
  input: { readonly addresses: Named<'buyListing'>; readonly lamportsMax: Lamports },
): Instruction =>
  build(programAddress, 'buyListing', input.addresses, (writer) => writer.u64(input.lamportsMax))

export const offerInstruction = (
  programAddress: Address,
  input: Asked & {
    readonly addresses: Named<'offer'>
    readonly nonce: bigint
    readonly editions: readonly number[]
  },
): Instruction =>
  build(programAddress, 'offer', input.addresses, (writer) =>
    writer
      .u64(input.nonce)
      .u64(input.priceLamports)
      .u64(input.expiresAtSeconds)
      .bytes(editionSet(input.editions)),
  )

export const cancelOfferInstruction = (
  programAddress: Address,
  input: { readonly addresses: Named<'cancelOffer'> },
): Instruction => build(programAddress, 'cancelOffer', input.addresses)

/** `addresses.sellerNft` is any account of the seller's that holds the NFT; `bidderNft` is the bidder's associated one. */
export const acceptOfferInstruction = (
  programAddress: Address,
  input: {
    readonly addresses: Named<'acceptOffer'>
    readonly edition: number
    /** What the seller gets at least, after royalty and fee. */
    readonly lamportsMin: Lamports
  },
): Instruction =>
  build(programAddress, 'acceptOffer', input.addresses, (writer) =>
    writer.u16(input.edition).u64(input.lamportsMin),
  )

export type DecodedNftMarketInstruction =
  | (Asked & { readonly name: 'list'; readonly addresses: AddressesOf<'list'>; readonly edition: number })
  | (Asked & { readonly name: 'updateListing'; readonly addresses: AddressesOf<'updateListing'> })
  | { readonly name: 'cancelListing'; readonly addresses: AddressesOf<'cancelListing'> }
  | {
      readonly name: 'buyListing'
      readonly addresses: AddressesOf<'buyListing'>
      readonly lamportsMax: Lamports
    }
  | (Asked & {
      readonly name: 'offer'
      readonly addresses: AddressesOf<'offer'>
      readonly nonce: bigint
      readonly editions: readonly number[]
    })
  | { readonly name: 'cancelOffer'; readonly addresses: AddressesOf<'cancelOffer'> }
  | {
      readonly name: 'acceptOffer'
      readonly addresses: AddressesOf<'acceptOffer'>
      readonly edition: number
      readonly lamportsMin: Lamports
    }

/**
 * Reads what stands behind one of the seven tags; undefined for another tag. Throws a ProgramDataError where the data or the
 * number of accounts is not the instruction's; says nothing about whether the accounts are the right ones.
 */
export function decodeNftMarketInstruction(
  tag: number,
  reader: Reader,
  accounts: readonly Address[],
): DecodedNftMarketInstruction | undefined {
  const addresses = <Name extends NftMarketInstructionName>(name: Name) => decodeAddresses(name, accounts)
  const asked = (): Asked => ({ priceLamports: lamports(reader.u64()), expiresAtSeconds: reader.i64() })
  switch (tag) {
    case NFT_MARKET_TAGS.list: {
      const edition = reader.u16()
      return { name: 'list', addresses: addresses('list'), edition, ...asked() }
    }
    case NFT_MARKET_TAGS.updateListing:
      return { name: 'updateListing', addresses: addresses('updateListing'), ...asked() }
    case NFT_MARKET_TAGS.cancelListing:
      return { name: 'cancelListing', addresses: addresses('cancelListing') }
    case NFT_MARKET_TAGS.buyListing:
      return {
        name: 'buyListing',
        addresses: addresses('buyListing'),
        lamportsMax: lamports(reader.u64()),
      }
    case NFT_MARKET_TAGS.offer: {
      const nonce = reader.u64()
      const terms = asked()
      const editions = editionsIn(reader.bytes(EDITION_SET_BYTES))
      return { name: 'offer', addresses: addresses('offer'), nonce, ...terms, editions }
    }
    case NFT_MARKET_TAGS.cancelOffer:
      return { name: 'cancelOffer', addresses: addresses('cancelOffer') }
    case NFT_MARKET_TAGS.acceptOffer: {
      const edition = reader.u16()
      const lamportsMin = lamports(reader.u64())
      return { name: 'acceptOffer', addresses: addresses('acceptOffer'), edition, lamportsMin }
    }
    default:
      return undefined
  }
}

function decodeAddresses<Name extends NftMarketInstructionName>(
  name: Name,
  accounts: readonly Address[],
): AddressesOf<Name> {
  const entries = ACCOUNTS[name]
  if (accounts.length !== entries.length)
    throw new ProgramDataError(`${name} takes ${entries.length} accounts, not ${accounts.length}`)
  return Object.fromEntries(
    entries.map((entry, at) => [entry.split(':')[0], accounts[at]]),
  ) as AddressesOf<Name>
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
  kind: number,
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
    case NFT_MARKET_TAGS.list:
      return { kind: 'list', edition, priceLamports: moved, expiresAtSeconds: reader.i64() }
    case NFT_MARKET_TAGS.updateListing:
      return { kind: 'updateListing', edition, priceLamports: moved, expiresAtSeconds: reader.i64() }
    case NFT_MARKET_TAGS.cancelListing:
      return { kind: 'cancelListing', edition, priceLamports: moved }
    case NFT_MARKET_TAGS.buyListing:
      return { kind: 'buyListing', ...sale(), seller: reader.address() }
    case NFT_MARKET_TAGS.offer:
      return {
        kind: 'offer',
        offer: reader.address(),
        priceLamports: moved,
        nonce: reader.u64(),
        expiresAtSeconds: reader.i64(),
        editions: editionsIn(reader.bytes(EDITION_SET_BYTES)),
      }
    case NFT_MARKET_TAGS.cancelOffer:
      return { kind: 'cancelOffer', offer: reader.address(), priceLamports: moved }
    case NFT_MARKET_TAGS.acceptOffer:
      return { kind: 'acceptOffer', ...sale(), offer: reader.address(), bidder: reader.address() }
    default:
      return undefined
  }
}
