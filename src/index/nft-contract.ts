// How a collection's NFTs are asked for, and their figures.
import { z } from 'zod'
import { RARITIES } from '../core/rarity.ts'

const edition = z.coerce.number().int().min(1).max(1_000)

export const NFT_STATES = ['minted', 'wallet', 'listed', 'escrow', 'unminted', 'all'] as const
export const NFT_SORTS = ['edition', 'rarity', 'recent', 'priceLow', 'priceHigh', 'listed'] as const

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
