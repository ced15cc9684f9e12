// NFTs as the wire carries them: lists of a collection, of a wallet and of all, and one NFT with its history.
import { z } from 'zod'
import { collectionSchema, tradeSchema } from '../collection/contract.ts'
import { RARITIES } from '../core/rarity.ts'

const edition = z.coerce.number().int().min(1).max(1_000)

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
  /** Who holds it: a wallet, or the escrow; null while it is not minted. */
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
  createdAt: z.string(),
})
export type Nft = z.infer<typeof nftSchema>

export const NFT_STATES = ['minted', 'wallet', 'escrow', 'unminted', 'all'] as const
export const NFT_SORTS = ['edition', 'rarity', 'recent'] as const

/** `GET /api/collections/{id}/nfts` */
export const nftsQuerySchema = z.object({
  /** `minted` is both `wallet` (held by one) and `escrow` (up for capture). */
  state: z.enum(NFT_STATES).default('minted'),
  rarity: z.enum(RARITIES).optional(),
  owner: z.string().max(44).optional(),
  /** Exactly this number. */
  edition: edition.optional(),
  /** Edition upwards, rarest first, or last swapped first. */
  sort: z.enum(NFT_SORTS).default('edition'),
  limit: z.coerce.number().int().min(1).max(100).default(24),
  cursor: z.string().max(200).optional(),
})
export type NftsQuery = z.infer<typeof nftsQuerySchema>

export const nftsPageSchema = z.object({
  nfts: z.array(nftSchema),
  /** Pass as `cursor` for the next ones; null when there are none. */
  nextCursor: z.string().nullable(),
})
export type NftsPage = z.infer<typeof nftsPageSchema>

/** `GET /api/collections/{id}/nft-stats` */
export const nftStatsSchema = z.object({
  supply: z.number(),
  minted: z.number(),
  inCirculation: z.number(),
  inEscrow: z.number(),
  /** Wallets that hold at least one. */
  holders: z.number(),
  swaps24h: z.number(),
  /** SOL traded in 24 hours, decimal text. */
  volume24h: z.string(),
  /** Of those minted. */
  rarities: z.record(z.enum(RARITIES), z.number()),
})
export type NftStats = z.infer<typeof nftStatsSchema>

/** `GET /api/nfts/featured`: minted NFTs, the latest swap first; the cursor for more is in the header `x-next-cursor`. */
export const featuredQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  rarity: z.enum(RARITIES).optional(),
  cursor: z.string().max(200).optional(),
})

/** `GET /api/user/nfts/{project}/{wallet}`, or `GET /api/user/nfts?projectId=&walletAddress=`: read from the chain. */
export const userNftsQuerySchema = z.object({
  projectId: z.string().min(1).max(64),
  walletAddress: z.string().min(1).max(44),
})
/** `GET /api/user/nfts/{wallet}`: of all collections, the last swapped first; 500 at most. Answers `userNftsSchema`. */
export const userNftsSchema = z.object({
  nftCount: z.number(),
  /** By edition. */
  nfts: z.array(nftSchema),
})
export type UserNfts = z.infer<typeof userNftsSchema>

/** `GET /api/collections/{id}/nfts/{edition}` */
export const nftDetailSchema = z.object({
  nft: nftSchema,
  collection: collectionSchema,
  /** Captures and releases of it, newest first; the oldest is its mint. */
  history: z.array(tradeSchema),
})
export type NftDetail = z.infer<typeof nftDetailSchema>
