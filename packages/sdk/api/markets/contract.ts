// The platform in figures, as the wire carries it.
import { z } from 'zod'

export const ANALYTICS_RANGES = ['24h', '7d', '30d'] as const
/** `GET /api/markets/figures` */
export const analyticsQuerySchema = z.object({ range: z.enum(ANALYTICS_RANGES).default('24h') })
/** `GET /api/markets/figures?range=`: hours of a day, else days. Quiet ones are there too, with zeros. */
export const analyticsSchema = z.object({
  range: z.enum(ANALYTICS_RANGES),
  bucketSeconds: z.number(),
  /** Oldest first. */
  buckets: z.array(
    z.object({
      /** Unix seconds of the bucket's begin. */
      time: z.number(),
      launches: z.number(),
      /** Those that began to stand: ten minutes after the buy. */
      graduations: z.number(),
      trades: z.number(),
      swaps: z.number(),
      traders: z.number(),
      /** SOL, decimal text. */
      volume: z.string(),
      fees: z.string(),
      /** NFTs sold from one wallet to another, what was paid for them, and what of it was royalty and fee (part of `fees`). */
      nftSales: z.number(),
      nftVolume: z.string(),
      nftFees: z.string(),
    }),
  ),
  totals: z.object({
    launches: z.number(),
    graduations: z.number(),
    trades: z.number(),
    swaps: z.number(),
    /** Distinct wallets over the whole range. */
    traders: z.number(),
    volume: z.string(),
    fees: z.string(),
    nftSales: z.number(),
    nftVolume: z.string(),
    nftFees: z.string(),
  }),
})
export type Analytics = z.infer<typeof analyticsSchema>
