// An NFT as the wire carries it, and those of a wallet.
import { z } from 'zod'
import { RARITIES } from '../../core/rarity.ts'
import { u64Text } from './fields.ts'
import { nftListingSchema } from './nft-market.ts'

export const nftSchema = z.object({
  /** `{collectionId}:{tokenId}`. */
  id: z.string(),
  collectionId: z.string(),
  /** The edition number, 1 to 1,000. */
  tokenId: z.number(),
  /** "Name #7". */
  name: z.string(),
  collectionName: z.string(),
  symbol: z.string(),
  /** 512-pixel picture; null where the collection's picture is not known. */
  imageUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  metadataUrl: z.string(),
  /** Whose it is: a wallet's (while it is listed, its seller's), or the escrow's; null while it is not minted. */
  ownerAddress: z.string().nullable(),
  /** Null while it is not minted. */
  mintAddress: z.string().nullable(),
  tokenAccount: z.string().nullable(),
  rarity: z.enum(RARITIES),
  /** "palindrome". */
  rarityReason: z.string(),
  /** 1 is the rarest of the collection. */
  rarityRank: z.number(),
  traits: z.array(z.object({ trait_type: z.string(), value: z.union([z.string(), z.number()]) })),
  isMinted: z.boolean(),
  /** It was given back and waits in the escrow: anybody may capture this very one. */
  isSwapped: z.boolean(),
  mintSignature: z.string().nullable(),
  /** When it was last captured or released. */
  swappedAt: z.string().nullable(),
  /** What it is for sale at; one that has expired stays here until its seller takes it back. Null where it is not listed. */
  listing: nftListingSchema.nullable(),
  /** What its last buyer paid, royalty and fee included; null where nobody has bought it. */
  lastSaleLamports: u64Text.nullable(),
  createdAt: z.string(),
})
export type Nft = z.infer<typeof nftSchema>

/** `GET /api/user/nfts/{wallet}`: of all collections, the last swapped first; 500 at most. Answers `userNftsSchema`. */
export const userNftsSchema = z.object({
  nftCount: z.number(),
  /** By edition. */
  nfts: z.array(nftSchema),
})
export type UserNfts = z.infer<typeof userNftsSchema>
