// What happened to a coin, and who holds it, as the wire carries them.
import { z } from 'zod'
import { isoTime, u64Text } from '../records/fields.ts'
import { ACTIVITY_KINDS, activitySchema } from '../records/trade.ts'

/** `GET /api/collections/{id}/activity` */
export const activityQuerySchema = z.object({
  /** Some of ACTIVITY_KINDS, separated by commas; all without it. */
  kind: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(ACTIVITY_KINDS)))
    .optional(),
  /** Only what moved so much SOL at least, decimal text: swaps move none. */
  minSol: z.string().max(30).optional(),
  wallet: z.string().max(44).optional(),
  /** `true`: only of the wallets that the signed-in wallet follows, whatever `wallet` says. */
  following: z.literal('true').optional(),
  /** Only what is below this sequence. */
  cursor: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export type ActivityQuery = z.infer<typeof activityQuerySchema>

/** `GET /api/collections/{id}/activity`: newest first. */
export const activityPageSchema = z.object({
  /** May be fewer than the limit, or none, where a filter finds little: only `nextCursor` tells the end. */
  activity: z.array(activitySchema),
  /** Pass as `cursor` for older ones; null when there are none. */
  nextCursor: z.number().nullable(),
})
export type ActivityPage = z.infer<typeof activityPageSchema>

export const holderSchema = z.object({
  /** 1 for the largest. */
  rank: z.number(),
  ownerAddress: z.string(),
  baseUnits: u64Text,
  nftCount: z.number(),
  /** Of the coins that exist, in percent with two decimals; an NFT counts as its 1,000,000 coins. */
  sharePercent: z.number(),
  /** Since when it holds without a break, by its trades; null where all that it has was sent to it. */
  since: isoTime.nullable(),
  isCreator: z.boolean(),
})
export type Holder = z.infer<typeof holderSchema>
const vaultSchema = z.object({
  ownerAddress: z.string(),
  baseUnits: u64Text,
  /** Of the coins that exist. */
  sharePercent: z.number(),
})
/** `GET /api/collections/{id}/holders` */
export const holdersQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) })
/** `GET /api/collections/{id}/holders`: wallets, the largest first; what no wallet holds stands beside them. */
export const holdersSchema = z.object({
  holders: z.array(holderSchema),
  /** Share of the ten largest. */
  firstTenPercent: z.number(),
  /** Not sold yet; after graduation the coins of the pool. */
  curve: vaultSchema,
  /** Behind the NFTs that are out. */
  escrow: vaultSchema,
  /** Gone for good; the share is of the supply at launch. */
  burned: z.object({ baseUnits: u64Text, sharePercent: z.number() }),
})
export type Holders = z.infer<typeof holdersSchema>
