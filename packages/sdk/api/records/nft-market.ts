// Listings, offers and sales of NFTs as the wire carries them. Money is decimal text in lamports.
import { z } from 'zod'
import { RARITIES } from '../../core/rarity.ts'
import { isoTime, u64Text } from './fields.ts'

/** What an NFT is for sale at; of an NFT's record. */
export const nftListingSchema = z.object({
  /** The account on the chain. */
  address: z.string(),
  sellerAddress: z.string(),
  /** What the seller asks. A buyer pays this, or what the coins bring where that is more. */
  priceLamports: u64Text,
  /** From then on nobody can buy it. */
  expiresAt: isoTime,
  createdAt: isoTime,
})
export type NftListing = z.infer<typeof nftListingSchema>

/** SOL that is locked for whoever brings one of the editions. */
export const nftOfferSchema = z.object({
  /** The account on the chain. */
  address: z.string(),
  collectionId: z.string(),
  bidderAddress: z.string(),
  priceLamports: u64Text,
  /** How many editions it is for. */
  editionCount: z.number(),
  /** The editions, upwards: the first hundred of them. */
  editions: z.array(z.number()),
  /** Where they are exactly those of one rarity. */
  rarity: z.enum(RARITIES).nullable(),
  /** From then on nobody can accept it. */
  expiresAt: isoTime,
  createdAt: isoTime,
  txSignature: z.string().meta({ description: 'Empty where no node has the transaction any more.' }),
})
export type NftOffer = z.infer<typeof nftOfferSchema>

export const nftSaleSchema = z.object({
  /** Of the coin's events. */
  sequence: z.number(),
  collectionId: z.string(),
  tokenId: z.number(),
  sellerAddress: z.string(),
  buyerAddress: z.string(),
  /** A listing that was bought, or an offer that was accepted. */
  kind: z.enum(['listing', 'offer']),
  /** What the buyer paid, royalty and fee included. */
  dueLamports: u64Text,
  royaltyLamports: u64Text,
  platformFeeLamports: u64Text,
  txSignature: z.string(),
  createdAt: isoTime,
})
export type NftSale = z.infer<typeof nftSaleSchema>
