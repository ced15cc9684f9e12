// A coin's Launch X-ray as the wire carries it.
import { z } from 'zod'
import { isoTime, u64Text } from '../records/fields.ts'
import { XRAY_WARNINGS } from '../records/xray.ts'

/** In percent, two decimals, rounded down. */
const percent = z.number()

const buySchema = z.object({
  walletAddress: z.string(),
  isCreator: z.boolean(),
  baseUnits: u64Text,
  /** All that was paid, with the surcharge of a launch guard. */
  lamports: u64Text,
  /** What of it the guard locked for ever. */
  surchargeLamports: u64Text,
  /** Of all coins at the launch. */
  percent,
  txSignature: z.string(),
  createdAt: isoTime,
})
export type XrayBuy = z.infer<typeof buySchema>

const buysSchema = z.object({
  percent,
  /** Of it by others than the creator, which is what the warning counts. */
  othersPercent: percent,
  /** The first ones, 20 at most. */
  buys: z.array(buySchema),
  buyCount: z.number(),
  /** False where the coin's first 200 trades end within it: then there may be more. */
  isWhole: z.boolean(),
})
export type XrayBuys = z.infer<typeof buysSchema>

const walletSchema = z.object({
  walletAddress: z.string(),
  isCreator: z.boolean(),
  /** Coins; NFTs stand beside them. */
  baseUnits: u64Text,
  nftCount: z.number(),
  /** Of the coins that exist, an NFT counted as its 1,000,000. */
  percent,
})

const creatorWalletSchema = walletSchema.extend({
  /** What the creator sent it; null for the creator. */
  funding: z
    .object({
      lamports: u64Text,
      baseUnits: u64Text,
      transferCount: z.number(),
      /** Of the largest transfer of SOL, or of coins where there was none. */
      txSignature: z.string(),
    })
    .nullable(),
})
export type XrayWallet = z.infer<typeof creatorWalletSchema>

/** `GET /api/collections/{id}/xray` */
export const xraySchema = z.object({
  /** Of the last event that the figures hold. */
  sequence: z.number(),
  /**
   * Where this server's history of the coin begins, when it is not the launch: then nothing is known of its first trades, and
   * `launchSlot`, `opening` and `sameSlot` are empty. Null where the history is whole.
   */
  historySince: isoTime.nullable(),
  /** What is unusual; empty where nothing is. */
  warnings: z.array(z.enum(XRAY_WARNINGS)),
  /** Who has the coins that exist: 100 together, each coin once. */
  bar: z.object({ creator: percent, largest: percent, others: percent, pool: percent }),
  /** The creator and the wallets that it funded: sent SOL before they bought, or coins. */
  creator: z.object({
    percent,
    /** The creator first; 20 at most. */
    wallets: z.array(creatorWalletSchema),
    fundedCount: z.number(),
    /** Of the creator's transactions that were read: before the launch (100 where there may be more), and since. */
    transactionsBefore: z.number(),
    transactionsAfter: z.number(),
    /**
     * False before the first reading, where there were more since the launch than are read, and where what is new could not
     * be read for this answer.
     */
    isWhole: z.boolean(),
  }),
  launchSlot: buysSchema.extend({
    /** Null where the node has forgotten it. */
    slot: z.number().nullable(),
  }),
  /** The launch's second and the ten after it. */
  opening: buysSchema,
  /** Slots in which three or more wallets beside the creator bought, among the coin's first 200 trades. */
  sameSlot: z.object({
    percent,
    /** The largest first; ten at most. */
    groups: z.array(
      z.object({ slot: z.number(), percent, walletCount: z.number(), buys: z.array(buySchema) }),
    ),
    groupCount: z.number(),
  }),
  /** The ten largest. */
  holders: z.object({ percent, wallets: z.array(walletSchema) }),
  /** Coins behind the NFTs that are out; whoever holds those has them. */
  nfts: z.object({ percent, count: z.number(), escrowAddress: z.string() }),
  /** Unsold on the curve; after graduation, in the pool. */
  pool: z.object({ percent, baseUnits: u64Text, marketAddress: z.string() }),
})
export type Xray = z.infer<typeof xraySchema>
