// What happened to a coin as the wire carries it: trades, and with them boosts, claims, the graduation and the NFTs' market.
import { z } from 'zod'
import { RARITIES } from '../../core/rarity.ts'
import { isoTime, u64Text } from './fields.ts'
import { NFT_MARKET_KINDS } from './nft-market-kinds.ts'

export const TRADE_TYPES = ['BUY', 'SELL', 'SWAP_TO_NFT', 'SWAP_TO_TOKEN'] as const
export const tradeSchema = z.object({
  id: z.string(),
  collectionId: z.string(),
  traderAddress: z.string(),
  type: z.enum(TRADE_TYPES),
  /** Decimal text: SOL paid (buy, with the surcharge) or received (sell). */
  solAmount: z.string(),
  /** Decimal text: coins received (buy, SWAP_TO_TOKEN) or paid (sell, SWAP_TO_NFT). */
  tokenAmount: z.string(),
  lamports: u64Text,
  baseUnits: u64Text,
  feeLamports: u64Text,
  /** What of `lamports` the launch guard locked for ever; 0 but of early buys. */
  surchargeLamports: u64Text,
  /** SOL for one coin right after the trade. */
  price: z.string(),
  /** The edition number of the NFT that was swapped; null for a buy or sell. */
  nftTokenId: z.number().nullable(),
  /** The NFT was made by this swap. */
  nftMinted: z.boolean(),
  txSignature: z.string(),
  sequence: z.number(),
  createdAt: isoTime,
})
export type Trade = z.infer<typeof tradeSchema>

/** Where trades of several coins stand together. */
export const tradeOfCoinSchema = tradeSchema.extend({
  coin: z.object({ name: z.string(), symbol: z.string(), thumbnailUrl: z.string().nullable() }),
})
export type TradeOfCoin = z.infer<typeof tradeOfCoinSchema>

export const ACTIVITY_KINDS = [...TRADE_TYPES, 'BOOST', 'CLAIM', 'GRADUATION', ...NFT_MARKET_KINDS] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** Something that happened to a coin. A graduation has the sequence of the buy that it happened in. */
export const activitySchema = z.object({
  id: z.string(),
  collectionId: z.string(),
  kind: z.enum(ACTIVITY_KINDS),
  sequence: z.number(),
  /** Who traded, paid, claimed, listed or offered, and of a sale who bought; null for a graduation whose buy is not known. */
  walletAddress: z.string().nullable(),
  /** Who sold; null for all but a sale. */
  sellerAddress: z.string().nullable(),
  /** Paid by a buy, boost or sale, received by a sell or claim, asked or offered; 0 for a swap and a graduation. */
  lamports: u64Text,
  /** Decimal text: SOL. */
  solAmount: z.string(),
  baseUnits: u64Text,
  /** Decimal text: coins. */
  tokenAmount: z.string(),
  /** Of a sell's or a sale's, to creator and treasury. */
  feeLamports: u64Text,
  /** What of a buy's `lamports` the launch guard locked for ever. */
  surchargeLamports: u64Text,
  /** SOL for one coin right after; null where no trade moved it. */
  price: z.string().nullable(),
  /** The NFT's number; of an offer where it is for one number alone. */
  nftTokenId: z.number().nullable(),
  nftMinted: z.boolean(),
  /** How many numbers an offer is for; null for all that is none. */
  editionCount: z.number().nullable(),
  /** The rarity that an offer is for; null where its numbers are not exactly those of one. */
  rarity: z.enum(RARITIES).nullable(),
  /** Null for a graduation whose transaction is not known. */
  txSignature: z.string().nullable(),
  createdAt: isoTime,
})
export type Activity = z.infer<typeof activitySchema>

/** What happened in a coin's market of NFTs. */
export const marketActivitySchema = activitySchema.extend({ kind: z.enum(NFT_MARKET_KINDS) })
export type MarketActivity = z.infer<typeof marketActivitySchema>
/** Where that of several coins stands together. */
export const marketActivityOfCoinSchema = marketActivitySchema.extend({ coin: tradeOfCoinSchema.shape.coin })
export type MarketActivityOfCoin = z.infer<typeof marketActivityOfCoinSchema>
