// One coin and its twin as the wire carries them: what lists and pages read. Money is decimal strings in lamports and
// base units; the fields of the specification that are shown as they are (currentPrice, marketCap) are derived from them.
import { z } from 'zod'
import { TIMEFRAMES } from '../coin/contract.ts'
import { isoTime, u64Text } from '../records/fields.ts'

/** The end of the year 9999: the database's times go further, but not as far as numbers do. */
const SECOND_MAX = 253_402_300_799

/** Query of `GET /api/chart-data/{id}`. */
export const chartQuerySchema = z.object({
  timeframe: z.enum(TIMEFRAMES).default('1h'),
  limit: z.coerce.number().int().min(1).max(1000).default(24),
  /** Only candles that begin before this unix second. */
  before: z.coerce.number().int().min(0).max(SECOND_MAX).optional(),
})

export const candleSchema = z.object({
  /** Unix seconds of the bucket's begin. */
  time: z.number(),
  /** SOL for one coin. */
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  /** SOL. */
  volume: z.number(),
  /** Buys and sells in it. */
  trades: z.number(),
})
export type Candle = z.infer<typeof candleSchema>

/** `GET /api/chart-data/{id}`. */
export const chartDataSchema = z.object({
  /**
   * Oldest first; only buckets with trades. Empty before the first trade. May be fewer than the limit where a coin is
   * busy and the buckets are shorter than a minute: only `nextBefore` tells the end.
   */
  chartData: z.array(candleSchema),
  timeframe: z.enum(TIMEFRAMES),
  currentPrice: z.string(),
  /** SOL, decimal text. */
  volume24h: z.string(),
  /** Dollars. */
  marketCap: z.string(),
  symbol: z.string(),
  name: z.string(),
  /** Of the last event in these candles: a live trade counts from the next one on. */
  sequence: z.number(),
  /** Pass as `before` for older candles; null when there are none. */
  nextBefore: z.number().nullable(),
})
export type ChartData = z.infer<typeof chartDataSchema>

/** A buy or sell as the chart marks it. */
export const markSchema = z.object({
  type: z.enum(['BUY', 'SELL']),
  lamports: u64Text,
  createdAt: isoTime,
})
export type Mark = z.infer<typeof markSchema>

/** A boost as the chart marks it. */
export const boostMarkSchema = z.object({ lamports: u64Text, createdAt: isoTime })
export type BoostMark = z.infer<typeof boostMarkSchema>

/** Query of `GET /api/collections/{id}/marks`. */
export const marksQuerySchema = z.object({ wallet: z.string().optional() })

/** `GET /api/collections/{id}/marks`: the newest trades of the creator and of a wallet, and the newest boosts, newest first. */
export const marksSchema = z.object({
  creator: z.array(markSchema),
  /** Empty where no wallet was named. */
  wallet: z.array(markSchema),
  boosts: z.array(boostMarkSchema),
  /** Of the last event that they can hold. */
  sequence: z.number(),
})
export type Marks = z.infer<typeof marksSchema>
