// The rows of the NFTs' market: what is for sale, what is offered, and what happened. Columns as in ../rows.ts.

import type { NftMarketKind } from '@twinmint/sdk/api/records/nft-market-kinds'
import type { Rarity } from '@twinmint/sdk/core/rarity'
import { key, once, orNull, type RowOf, replace, type Table } from '../../database/table.ts'

/** NFTs that lie with the program for sale. */
export const NFT_LISTINGS = {
  name: 'nft_listings',
  again: 'merges',
  columns: {
    collectionId: key('uuid'),
    tokenId: key('int'),
    /** Of the account that tells of it. */
    address: replace('text'),
    sellerAddress: replace('text'),
    /** Where the NFT lies meanwhile. */
    tokenAccount: replace('text'),
    priceLamports: replace('numeric'),
    expiresAt: replace('timestamptz'),
    /** Of the last event about it. */
    sequence: replace('bigint'),
    createdAt: replace('timestamptz'),
  },
} satisfies Table
export type NftListingRow = RowOf<typeof NFT_LISTINGS.columns>

/** What an update changes of a listing that is there. */
export const CHANGED_LISTINGS = {
  name: 'nft_listings',
  again: 'merges',
  columns: {
    collectionId: key('uuid'),
    tokenId: key('int'),
    priceLamports: replace('numeric'),
    expiresAt: replace('timestamptz'),
    sequence: replace('bigint'),
  },
} satisfies Table
export type ChangedListing = RowOf<typeof CHANGED_LISTINGS.columns>

/** SOL that is locked for one of several numbers. */
export const NFT_OFFERS = {
  name: 'nft_offers',
  again: 'merges',
  columns: {
    address: key('text'),
    collectionId: replace('uuid'),
    sequence: replace('bigint'),
    bidderAddress: replace('text'),
    nonce: replace('text'),
    priceLamports: replace('numeric'),
    /** Number n is digit n. */
    editions: replace('bit(1000)'),
    editionCount: replace('int'),
    /** Where they are exactly those of one. */
    rarity: orNull(replace<'text', Rarity>('text')),
    expiresAt: replace('timestamptz'),
    txSignature: replace('text'),
    createdAt: replace('timestamptz'),
  },
} satisfies Table
export type NftOfferRow = RowOf<typeof NFT_OFFERS.columns>

/** All that happened in the market, its sales among it. */
export const NFT_MARKET_EVENTS = {
  name: 'nft_market_events',
  again: 'fails',
  columns: {
    collectionId: key('uuid'),
    sequence: key('bigint'),
    kind: once<'text', NftMarketKind>('text'),
    /** Who did it, and of a sale who bought. */
    walletAddress: once('text'),
    /** Of a sale. */
    sellerAddress: orNull(once('text')),
    tokenId: orNull(once('int')),
    /** Asked, offered, or paid. */
    lamports: once('numeric'),
    /** Of a sale, to creator and treasury. */
    feeLamports: once('numeric'),
    /** Of it the creator's. */
    royaltyLamports: once('numeric'),
    /** The offer that was made, withdrawn or accepted. */
    offerAddress: orNull(once('text')),
    editionCount: orNull(once('int')),
    rarity: orNull(once<'text', Rarity>('text')),
    expiresAt: orNull(once('timestamptz')),
    txSignature: once('text'),
    createdAt: once('timestamptz'),
  },
} satisfies Table
export type NftMarketEventRow = RowOf<typeof NFT_MARKET_EVENTS.columns>
