// How an NFT's row becomes what the wire carries. Pure.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { NftListing } from '@twinmint/sdk/api/records/nft-market'
import { rarityOf } from '@twinmint/sdk/core/rarity'

export interface NftRow {
  readonly collectionId: string
  readonly tokenId: number
  readonly collectionName: string
  readonly symbol: string
  readonly coinMintAddress: string
  readonly metadataUri: string
  readonly imageHash: string | null
  readonly ownerAddress: string | null
  /** Null until it is minted. */
  readonly mintAddress: string | null
  readonly tokenAccount: string | null
  readonly isSwapped: boolean
  readonly mintSignature: string | null
  readonly swappedAt: string | null
  readonly createdAt: string
  /** Of the last event about it; null while there is none. */
  readonly sequence: number | null
  readonly lastSaleLamports: string | null
  /** What its sales paid to the treasury. */
  readonly marketFeesLamports: string
  /** All five null where it is not listed. */
  readonly listingAddress: string | null
  readonly listingSeller: string | null
  readonly listingPrice: string | null
  readonly listingExpiresAt: string | null
  readonly listedAt: string | null
}

export function nftOf(row: NftRow): Nft {
  const { rarity, reason, rank } = rarityOf(row.tokenId)
  const picture = (size: number) =>
    row.imageHash === null ? null : `/api/images/${row.imageHash}-${size}.webp`
  return {
    id: `${row.collectionId}:${row.tokenId}`,
    collectionId: row.collectionId,
    tokenId: row.tokenId,
    name: `${row.collectionName} #${row.tokenId}`,
    collectionName: row.collectionName,
    symbol: row.symbol,
    imageUrl: picture(512),
    thumbnailUrl: picture(128),
    metadataUrl: `${row.metadataUri}/${row.tokenId}`,
    ownerAddress: row.ownerAddress,
    mintAddress: row.mintAddress,
    tokenAccount: row.tokenAccount,
    rarity,
    rarityReason: reason,
    rarityRank: rank,
    traits: [
      { trait_type: 'Edition', value: row.tokenId },
      { trait_type: 'Rarity', value: rarity.replace(/^./, (first) => first.toUpperCase()) },
      { trait_type: 'Pattern', value: reason },
    ],
    isMinted: row.mintAddress !== null,
    isSwapped: row.isSwapped,
    mintSignature: row.mintSignature,
    swappedAt: row.swappedAt,
    listing: listingOf(row),
    lastSaleLamports: row.lastSaleLamports,
    createdAt: row.createdAt,
  }
}

function listingOf(row: NftRow): NftListing | null {
  const { listingAddress, listingSeller, listingPrice, listingExpiresAt, listedAt } = row
  return listingAddress === null ||
    listingSeller === null ||
    listingPrice === null ||
    listingExpiresAt === null ||
    listedAt === null
    ? null
    : {
        address: listingAddress,
        sellerAddress: listingSeller,
        priceLamports: listingPrice,
        expiresAt: listingExpiresAt,
        createdAt: listedAt,
      }
}
