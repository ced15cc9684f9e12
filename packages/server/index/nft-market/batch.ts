// What the events of the NFTs' market come to until they are written: the last word on each listing and each offer, what
// happened, and what it says of the NFTs. Knows no database.
import type { Address } from '@solana/kit'
import { assert } from '@twinmint/sdk/core/assert'
import { coinsValueLamports } from '@twinmint/sdk/core/nft-sale'
import { EDITIONS, RARITY_COUNTS, type Rarity, rarityOf } from '@twinmint/sdk/core/rarity'
import { deriveListingAddresses, deriveNftAddresses } from '@twinmint/sdk/program/addresses'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { NFT_MARKET_TAGS, type NftMarketEvent } from '@twinmint/sdk/program/nft-market'
import { collectionIdOf, isoSeconds, isoTime, type LoggedEvent } from '../event-rows.ts'
import type { NftChange, NftKey } from '../rows.ts'
import type { ChangedListing, NftListingRow, NftMarketEventRow, NftOfferRow } from './rows.ts'

export type LoggedMarketEvent = LoggedEvent<NftMarketEvent['kind']>

export const isOfNftMarket = (event: ProgramEvent): event is LoggedMarketEvent['event'] =>
  event.kind in NFT_MARKET_TAGS

/** An NFT that changed hands for SOL. */
export interface NftSaleFacts {
  readonly collectionId: string
  readonly sequence: number
  readonly tokenId: number
  readonly sellerAddress: string
  readonly buyerAddress: string
  /** What the buyer paid, and what of it the seller got. */
  readonly dueLamports: bigint
  readonly sellerLamports: bigint
  /** F (sdk/core/nft-sale.ts): what its coins bring at that moment. */
  readonly coinsLamports: bigint
  readonly createdAt: string
}

/** What of an event hangs on derived addresses, made before the transaction; undefined where nothing does. */
export interface MarketMade {
  readonly nft: NftChange
  /** Of a `list`. */
  readonly listing: NftListingRow | undefined
}

export interface MarketBatch {
  /** Null for one that is gone. */
  readonly listings: Map<string, NftKey & { readonly row: NftListingRow | null }>
  readonly changed: Map<string, ChangedListing>
  readonly offers: Map<string, NftOfferRow | null>
  readonly events: NftMarketEventRow[]
  readonly sales: NftSaleFacts[]
}

export const newMarketBatch = (): MarketBatch => ({
  listings: new Map(),
  changed: new Map(),
  offers: new Map(),
  events: [],
  sales: [],
})

/** Who bought and who sold; undefined for what is no sale. */
export function saleFactsOf(event: ProgramEvent): NftSaleFacts | undefined {
  if (event.kind !== 'buyListing' && event.kind !== 'acceptOffer') return undefined
  const { dueLamports, royaltyLamports, platformFeeLamports } = event
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    tokenId: event.edition,
    sellerAddress: event.kind === 'buyListing' ? event.seller : event.who,
    buyerAddress: event.kind === 'buyListing' ? event.who : event.bidder,
    dueLamports,
    sellerLamports: dueLamports - royaltyLamports - platformFeeLamports,
    coinsLamports: coinsValueLamports(event),
    createdAt: isoTime(event),
  }
}

/** Where the NFT lies after an event of the market; undefined where the event moves none. */
export async function marketMadeOf(
  programAddress: Address,
  event: LoggedMarketEvent['event'],
): Promise<MarketMade | undefined> {
  if (event.kind === 'updateListing' || event.kind === 'offer' || event.kind === 'cancelOffer')
    return undefined
  const sale = saleFactsOf(event)
  const ownerAddress = (sale?.buyerAddress ?? event.who) as Address
  const { mint, userNft } = await deriveNftAddresses(programAddress, {
    mintAddress: event.mint,
    walletAddress: ownerAddress,
    edition: event.edition,
  })
  const { listing, listedNft } = await deriveListingAddresses(programAddress, mint)
  const isListed = event.kind === 'list'
  const nft: NftChange = {
    collectionId: collectionIdOf(event.mint),
    tokenId: event.edition,
    sequence: Number(event.sequence),
    mintAddress: mint,
    ownerAddress,
    tokenAccount: isListed ? listedNft : userNft,
    isSwapped: false,
    mintSignature: null,
    swappedAt: null,
    lastSaleLamports: sale?.dueLamports.toString() ?? null,
    marketFeesLamports: 'platformFeeLamports' in event ? event.platformFeeLamports.toString() : '0',
  }
  return {
    nft,
    listing: isListed
      ? {
          collectionId: nft.collectionId,
          tokenId: nft.tokenId,
          address: listing,
          sellerAddress: event.who,
          tokenAccount: listedNft,
          priceLamports: event.priceLamports.toString(),
          expiresAt: isoSeconds(event.expiresAtSeconds),
          sequence: nft.sequence,
          createdAt: isoTime(event),
        }
      : undefined,
  }
}

const keyOf = ({ collectionId, tokenId }: NftKey) => `${collectionId} ${tokenId}`

/** Adds what an event says of the market; `made` as `marketMadeOf` gave it. Says what it adds to what happened. */
export function addMarketEvent(
  batch: MarketBatch,
  { event, signature }: LoggedMarketEvent,
  made: MarketMade | undefined,
): NftMarketEventRow {
  const row = marketEventRowOf({ event, signature })
  batch.events.push(row)
  const { collectionId, sequence } = row
  const nft = { collectionId, tokenId: 'edition' in event ? event.edition : 0 }
  switch (event.kind) {
    case 'list':
      assert(made?.listing, 'the row of a listing was made before')
      batch.changed.delete(keyOf(nft))
      batch.listings.set(keyOf(nft), { ...nft, row: made.listing })
      break
    case 'updateListing': {
      const terms = {
        priceLamports: event.priceLamports.toString(),
        expiresAt: isoSeconds(event.expiresAtSeconds),
        sequence,
      }
      const listed = batch.listings.get(keyOf(nft))
      if (listed?.row) batch.listings.set(keyOf(nft), { ...nft, row: { ...listed.row, ...terms } })
      else batch.changed.set(keyOf(nft), { ...nft, ...terms })
      break
    }
    case 'cancelListing':
    case 'buyListing':
      batch.changed.delete(keyOf(nft))
      batch.listings.set(keyOf(nft), { ...nft, row: null })
      break
    case 'offer':
      batch.offers.set(event.offer, offerRowOf(event, row))
      break
    case 'cancelOffer':
      batch.offers.set(event.offer, null)
      break
    case 'acceptOffer':
      batch.offers.set(event.offer, null)
      break
  }
  const sale = saleFactsOf(event)
  if (sale) batch.sales.push(sale)
  return row
}

const KINDS = {
  list: 'LIST',
  updateListing: 'LIST',
  cancelListing: 'UNLIST',
  buyListing: 'SALE',
  offer: 'OFFER',
  cancelOffer: 'OFFER_WITHDRAWN',
  acceptOffer: 'SALE',
} as const

function marketEventRowOf({ event, signature }: Omit<LoggedMarketEvent, 'slot'>): NftMarketEventRow {
  const sale = saleFactsOf(event)
  const offered = event.kind === 'offer' ? event.editions : undefined
  const row = {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    kind: KINDS[event.kind],
    walletAddress: sale?.buyerAddress ?? event.who,
    sellerAddress: sale?.sellerAddress ?? null,
    tokenId: 'edition' in event ? event.edition : offered?.length === 1 ? (offered[0] ?? null) : null,
    offerAddress: 'offer' in event ? event.offer : null,
    editionCount: offered?.length ?? null,
    rarity: offered ? rarityOfAll(offered) : null,
    expiresAt: 'expiresAtSeconds' in event ? isoSeconds(event.expiresAtSeconds) : null,
    txSignature: signature,
    createdAt: isoTime(event),
  }
  if (event.kind !== 'buyListing' && event.kind !== 'acceptOffer')
    return { ...row, lamports: event.priceLamports.toString(), feeLamports: '0', royaltyLamports: '0' }
  const { dueLamports, royaltyLamports, platformFeeLamports } = event
  return {
    ...row,
    lamports: dueLamports.toString(),
    feeLamports: (royaltyLamports + platformFeeLamports).toString(),
    royaltyLamports: royaltyLamports.toString(),
  }
}

function offerRowOf(
  event: LoggedEvent<'offer'>['event'],
  { rarity, editionCount, expiresAt, txSignature, ...row }: NftMarketEventRow,
): NftOfferRow {
  assert(expiresAt !== null && editionCount !== null, 'an offer says until when and for how many')
  return {
    address: event.offer,
    collectionId: row.collectionId,
    sequence: row.sequence,
    bidderAddress: row.walletAddress,
    nonce: event.nonce.toString(),
    priceLamports: row.lamports,
    editions: digitsOf(event.editions),
    editionCount,
    rarity,
    expiresAt,
    txSignature,
    createdAt: row.createdAt,
  }
}

/** The rarity whose numbers these are, all of them and no other; null where there is none. Each number once. */
export function rarityOfAll(editions: readonly number[]): Rarity | null {
  const [first] = editions
  if (first === undefined) return null
  const { rarity } = rarityOf(first)
  return editions.length === RARITY_COUNTS[rarity] && editions.every((one) => rarityOf(one).rarity === rarity)
    ? rarity
    : null
}

/** Numbers as the digits of a column of bits: that of number n is 1. */
export function digitsOf(editions: readonly number[]): string {
  const digits = Array.from({ length: EDITIONS }, () => '0')
  for (const edition of editions) digits[edition - 1] = '1'
  return digits.join('')
}

/** The inverse of `digitsOf`, upwards. */
export function editionsOfDigits(digits: string): number[] {
  return Array.from(digits).flatMap((digit, at) => (digit === '1' ? [at + 1] : []))
}

/** A batch as `writeMarket` takes it. */
export function marketRows(batch: MarketBatch) {
  const listings = [...batch.listings.values()]
  const offers = [...batch.offers]
  return {
    nftListings: listings.flatMap(({ row }) => row ?? []),
    changedListings: [...batch.changed.values()],
    goneListings: listings.flatMap(({ row, ...nft }) => (row ? [] : [nft])),
    nftOffers: offers.flatMap(([, row]) => row ?? []),
    goneOffers: offers.flatMap(([address, row]) => (row ? [] : [{ address }])),
    nftMarketEvents: batch.events,
  }
}
