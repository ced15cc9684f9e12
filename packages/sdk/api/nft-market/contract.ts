// The NFT market as it is read: what is for sale in all coins, offers and sales, and the market's figures.
import { z } from 'zod'
import { EDITIONS, RARITIES } from '../../core/rarity.ts'
import { coinParamsSchema, collectionSchema } from '../records/coin.ts'
import { u64Text } from '../records/fields.ts'
import { nftSchema } from '../records/nft.ts'
import { nftOfferSchema, nftSaleSchema } from '../records/nft-market.ts'

const limit = z.coerce.number().int().min(1).max(100).default(24)
const cursor = z.string().max(200).optional()
const edition = z.coerce.number().int().min(1).max(EDITIONS)
const nextCursor = z.string().nullable()

export const MARKET_SORTS = ['priceLow', 'priceHigh', 'listed', 'rarity'] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

/** `GET /api/marketplace/nfts`: NFTs of all coins. */
export const marketNftsQuerySchema = z.object({
  /** By what a buyer pays now, last listed first, or rarest first. By price and time those not for sale come last. */
  sort: z.enum(MARKET_SORTS).default('listed'),
  /** `listed` is for sale, and not expired. */
  state: z.enum(['listed', 'minted']).default('listed'),
  rarity: z.enum(RARITIES).optional(),
  /** Of one coin alone. */
  collectionId: z.uuid().optional(),
  limit,
  cursor,
})
export type MarketNftsQuery = z.infer<typeof marketNftsQuerySchema>

/** NFTs, and each coin that one of them is of, once: what a listing costs follows from the coin's reserves. */
export const marketNftsPageSchema = z.object({
  nfts: z.array(nftSchema),
  collections: z.array(collectionSchema),
  /** Pass as `cursor` for the next ones; null when there are none. */
  nextCursor,
})
export type MarketNftsPage = z.infer<typeof marketNftsPageSchema>

/** `GET /api/marketplace/figures` */
export const marketStatsSchema = z.object({
  /** NFTs that are minted. */
  items: z.number(),
  /** For sale, and not expired. */
  listed: z.number(),
  /** Paid for NFTs in all sales, and in those of the last 24 hours. */
  salesLamports: u64Text,
  sales24hLamports: u64Text,
  saleCount: z.number(),
})
export type MarketStats = z.infer<typeof marketStatsSchema>

/** `GET /api/collections/{id}/offers`: open ones, the best price first. */
export const offersQuerySchema = z.object({
  /** Those alone that are for this number. */
  edition: edition.optional(),
  /** Those of this wallet alone. */
  bidder: z.string().max(44).optional(),
  limit,
  cursor,
})
export const offersPageSchema = z.object({ offers: z.array(nftOfferSchema), nextCursor })
export type OffersPage = z.infer<typeof offersPageSchema>

/** `GET /api/collections/{id}/nfts/{edition}/sales`: newest first. */
export const salesQuerySchema = z.object({ limit, cursor })
export const salesPageSchema = z.object({ sales: z.array(nftSaleSchema), nextCursor })
export type SalesPage = z.infer<typeof salesPageSchema>

/** `GET /api/marketplace/listings/{walletAddress}`: those that have expired too, for they lie with the program. */
export const walletListingsQuerySchema = z.object({ limit, cursor })

/** `GET /api/marketplace/offers/{walletAddress}` */
export const walletOffersQuerySchema = z.object({
  /**
   * `made`: the wallet's own, the newest first, those that have expired too, for their SOL is locked. `received`: open ones of
   * others for numbers that it has, listed or not, that bring it at least what release and sell would; the best price first.
   */
  side: z.enum(['made', 'received']).default('received'),
  limit,
  cursor,
})
export const walletOfferSchema = nftOfferSchema.extend({
  /** Of a received one the numbers that the wallet has, upwards: the first hundred. None of one that it made. */
  heldEditions: z.array(z.number()),
})
export type WalletOffer = z.infer<typeof walletOfferSchema>
export const walletOffersPageSchema = z.object({
  offers: z.array(walletOfferSchema),
  collections: z.array(collectionSchema),
  nextCursor,
})
export type WalletOffersPage = z.infer<typeof walletOffersPageSchema>

export const walletMarketParamsSchema = z.object({ walletAddress: z.string() })
export const nftSalesParamsSchema = coinParamsSchema.extend({ edition: z.string() })
