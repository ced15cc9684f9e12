// What is read of the index beside its records: a coin's curve, its trades, the widths of its candles.
import { z } from 'zod'
import { isoTime, u64Text } from '../records/fields.ts'
import { tradeSchema } from '../records/trade.ts'

export const bondingCurveSchema = z.object({
  collectionId: z.string(),
  /** SOL, decimal text. */
  virtualSolReserves: z.string(),
  /** Coins, decimal text. */
  virtualTokenReserves: z.string(),
  realSolReserves: z.string(),
  realTokenReserves: z.string(),
  /** reserveLamports × reserveBaseUnits. */
  k: z.string(),
  /** Dollars at the current rate. */
  migrationThreshold: z.number(),
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
  sellFeeBps: z.number(),
  creatorShareBps: z.number(),
  graduationMarketCapLamports: u64Text,
  isGraduated: z.boolean(),
  sequence: z.number(),
  updatedAt: isoTime,
})
export type BondingCurve = z.infer<typeof bondingCurveSchema>

export const TIMEFRAMES = ['1s', '5s', '15s', '1m', '5m', '15m', '1h', '4h', '1d'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]
export const TIMEFRAME_SECONDS: Record<Timeframe, number> = {
  '1s': 1,
  '5s': 5,
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
}
/** Candles of a minute and more are rows of the index; shorter ones are worked out of the trades when somebody asks. */
export const STORED_TIMEFRAMES = Object.values(TIMEFRAME_SECONDS).filter((seconds) => seconds >= 60)

/** `GET /api/collections/{id}/trades` */
export const tradesQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().min(1).optional(),
})
/** `GET /api/collections/{id}/trades`: newest first. */
export const tradesPageSchema = z.object({
  trades: z.array(tradeSchema),
  /** Pass as `cursor` for older ones; null when there are none. */
  nextCursor: z.number().nullable(),
})
export type TradesPage = z.infer<typeof tradesPageSchema>
