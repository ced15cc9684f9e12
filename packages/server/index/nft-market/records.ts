// How rows of the NFTs' market become what the wire carries. Pure.
import type { NftOffer, NftSale } from '@twinmint/sdk/api/records/nft-market'
import { editionsOfDigits } from './batch.ts'
import type { NftMarketEventRow, NftOfferRow } from './rows.ts'

/** So many numbers of an offer are named; how many there are stands beside them. */
const NAMED_MAX = 100

export const firstEditions = (digits: string): number[] => editionsOfDigits(digits).slice(0, NAMED_MAX)

export function nftOfferOf(row: NftOfferRow): NftOffer {
  return {
    address: row.address,
    collectionId: row.collectionId,
    bidderAddress: row.bidderAddress,
    priceLamports: row.priceLamports,
    editionCount: row.editionCount,
    editions: firstEditions(row.editions),
    rarity: row.rarity,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    txSignature: row.txSignature,
  }
}

/** Of a row of the kind `SALE`. */
export function nftSaleOf(row: NftMarketEventRow): NftSale {
  return {
    sequence: row.sequence,
    collectionId: row.collectionId,
    tokenId: row.tokenId ?? 0,
    sellerAddress: row.sellerAddress ?? '',
    buyerAddress: row.walletAddress,
    kind: row.offerAddress === null ? 'listing' : 'offer',
    dueLamports: row.lamports,
    royaltyLamports: row.royaltyLamports,
    platformFeeLamports: (BigInt(row.feeLamports) - BigInt(row.royaltyLamports)).toString(),
    txSignature: row.txSignature,
    createdAt: row.createdAt,
  }
}
