// One coin and its twin as the wire carries them: what lists and pages read. Money is decimal strings in lamports and
// base units; the fields of the specification that are shown as they are (currentPrice, marketCap) are derived from them.
import { z } from 'zod'
import { isoTime, u64Text } from './fields.ts'
import { XRAY_WARNINGS } from './xray.ts'

/** Which coin, in a path. */
export const coinParamsSchema = z.object({
  id: z.string().meta({ description: 'The coin’s id or its mint address.' }),
})

export const collectionSchema = z.object({
  /** UUID derived from the mint's address, so that a rebuilt index gives the same. */
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  collectionName: z.string(),
  description: z.string(),
  /** 1024-pixel picture; null until the picture of a launch made elsewhere is known. */
  imageUrl: z.string().nullable(),
  /** 128-pixel picture. */
  thumbnailUrl: z.string().nullable(),
  creatorAddress: z.string(),
  mintAddress: z.string(),
  marketAddress: z.string(),
  vaultAddress: z.string(),
  escrowAddress: z.string(),
  collectionAddress: z.string(),
  /**
   * Where the chain says that metadata is: the coin's is this and "/coin" (of a coin without `folderCid` this itself), the
   * collection's this and "/collection", an NFT's this, "/" and its number.
   */
  metadataUri: z.string(),
  /** The content address of the folder that `metadataUri` ends in: picture and metadata. Null where it ends in none. */
  folderCid: z.string().nullable(),
  /** What the coin was launched with, in its metadata and so for good: https addresses. */
  links: z.object({
    website: z.string().optional(),
    x: z.string().optional(),
    telegram: z.string().optional(),
  }),
  /** Coins that exist, as decimal text: "1000000000" less what was burned. */
  totalSupply: z.string(),
  /** Of those the ones out of the curve. */
  currentSupply: z.string(),
  maxNFTSupply: z.number(),
  mintedNFTCount: z.number(),
  circulatingNFTCount: z.number(),
  /** SOL at launch for one coin. */
  initialPrice: z.string(),
  /** SOL for one coin, plain decimal text. */
  currentPrice: z.string(),
  /** Dollars at the current rate, two decimals. */
  marketCap: z.string(),
  marketCapLamports: u64Text,
  /** The least of the last ten minutes: what lists are ordered by, so that borrowed SOL moves none. At most `marketCapLamports`. */
  stoodMarketCapLamports: u64Text,
  /** 0 to 100: market cap against the launch's threshold; 100 for good once the graduation stands. */
  bondingProgress: z.number(),
  reserveLamports: u64Text,
  reserveBaseUnits: u64Text,
  realLamports: u64Text,
  /** The SOL that the reserve began with and nobody paid. */
  openingReserveLamports: u64Text,
  /** The launch guard's surcharge in the launch's first second, of 10,000; 0 = no guard. */
  guardBps: z.number(),
  /** In how many seconds it falls to nothing. */
  guardSeconds: z.number(),
  /** What surcharges have locked in the market for ever; beside the reserve, and nobody's. */
  lockedLamports: u64Text,
  creatorFeesOwedLamports: u64Text,
  graduationMarketCapLamports: u64Text,
  boostPriceLamports: u64Text,
  boostSeconds: z.number(),
  sellFeeBps: z.number(),
  creatorShareBps: z.number(),
  /** The creator's part of what an NFT sells for above its coins' value, of 10,000. */
  royaltyBps: z.number(),
  /** The treasury's part of what an NFT sells for, of 10,000. */
  marketFeeBps: z.number(),
  /** Of the last event that the index holds. */
  sequence: z.number(),
  isVerified: z.boolean(),
  /** Kept out of lists and searches by an admin; its own page and its trading stay. */
  isHidden: z.boolean(),
  /** What the chain says: the pool trades. It can be bought with SOL that is taken out again; `graduationStands` can not. */
  isGraduated: z.boolean(),
  graduatedAt: isoTime.nullable(),
  /**
   * When the graduation counts: ten minutes after the market cap came to half of the threshold or more, for the last time. Null
   * while it is below that. One that has passed never changes.
   */
  graduationStandsAt: isoTime.nullable(),
  /** That time has come: lists, counts and alerts go by this. */
  graduationStands: z.boolean(),
  /** The transaction whose buy graduated it. */
  graduationSignature: z.string().nullable(),
  /** Burned by the graduation. */
  burnedBaseUnits: u64Text,
  isBoosted: z.boolean(),
  boostedUntil: isoTime.nullable(),
  lastTradeAt: isoTime.nullable(),
  createdAt: isoTime,
  historySince: isoTime.nullable().meta({
    description:
      'Where this server’s history of the coin begins, when no node has the rest. Trades before it are in no list, chart, sum or position. Null where the history begins with the launch.',
  }),
  launchSignature: z
    .string()
    .meta({ description: 'The transaction of the launch; empty where no node has it any more.' }),
  /** SOL traded in the last 24 hours, decimal text. */
  tradingVolume: z.string(),
  /** Against the price 24 hours ago (or at launch), in percent. */
  change24hPercent: z.number(),
  change1hPercent: z.number(),
  /** Distinct wallets that bought, sold or swapped in 24 hours. */
  traders24h: z.number(),
  /** Wallets with NFTs, or coins left of what they bought, sold and swapped; coins sent between wallets are not counted. */
  holderCount: z.number(),
  /**
   * The course of the price in SOL, oldest first, for the eye: up to 24 closing prices, of minutes in the first half hour, of
   * five until two hours, then of hours. Fewer begin with the price at launch, where the history does; the last is the price of now.
   */
  sparkline: z.array(z.number()),
  /** What its Launch X-ray finds unusual, as the index knows it: empty where nothing is. */
  warnings: z.array(z.enum(XRAY_WARNINGS)).readonly(),
  tradeCount: z.number(),
  /** Comments and answers that are shown. */
  commentCount: z.number(),
  metadata: z.object({ projectType: z.literal('hybrid') }),
})
export type Collection = z.infer<typeof collectionSchema>

/** A coin as lists show it: without what only its own page says, a seventh of what a list is with it. */
export type ListedCoin = Omit<Collection, 'description' | 'launchSignature' | 'graduationSignature'>
