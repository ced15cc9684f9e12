// How a collection's NFTs are asked for, and their figures.
import { z } from 'zod'
import { EDITIONS, RARITIES } from '../../core/rarity.ts'
import { u64Text } from '../records/fields.ts'

const edition = z.coerce.number().int().min(1).max(1_000)

export const NFT_STATES = ['minted', 'wallet', 'escrow', 'listed', 'unminted', 'all'] as const
export const NFT_SORTS = ['edition', 'rarity', 'recent', 'priceLow', 'priceHigh', 'listed'] as const

/** `GET /api/collections/{id}/nfts` */
export const nftsQuerySchema = z.object({
  /** `minted` is both `wallet` (held by one) and `escrow` (up for capture); `listed` is for sale, and not expired. */
  state: z.enum(NFT_STATES).default('minted'),
  rarity: z.enum(RARITIES).optional(),
  owner: z.string().max(44).optional(),
  /** Exactly this number. */
  edition: edition.optional(),
  /**
   * Edition upwards, rarest first, last swapped first, by the price that is asked, or last listed first. By the last three
   * those that are not for sale come last.
   */
  sort: z.enum(NFT_SORTS).default('edition'),
  limit: z.coerce.number().int().min(1).max(100).default(24),
  cursor: z.string().max(200).optional(),
})
export type NftsQuery = z.infer<typeof nftsQuerySchema>

/** A time that this index can have written. */
export const indexTime = z.iso.datetime().regex(/^2\d{3}-/)

/** In the cursor of what is featured: the fees of an NFT's sales, when it was last swapped, its coin and its number. */
export const featuredKeySchema = z.tuple([
  z.string().regex(/^\d{1,30}$/),
  indexTime,
  z.uuid(),
  z.number().int().min(1).max(EDITIONS),
])
export type FeaturedKey = z.infer<typeof featuredKeySchema>

/** `GET /api/collections/{id}/nft-figures` */
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
  /** The coin's last event that `listed` knows. */
  sequence: z.number(),
  /** For sale, and not expired. */
  listed: z.number(),
  /** The least that is asked for one of each rarity; null where none is for sale. A buyer pays the coins' value at least. */
  floors: z.record(z.enum(RARITIES), u64Text.nullable()),
  /** Offers that somebody can accept now, for no less than the coins bring. */
  offers: z.number(),
  /** The most of them; null where there are none. */
  bestOfferLamports: u64Text.nullable(),
  /** Paid for NFTs in all sales, and in those of the last 24 hours. */
  salesLamports: u64Text,
  salesLamports24h: u64Text,
})
export type NftStats = z.infer<typeof nftStatsSchema>
