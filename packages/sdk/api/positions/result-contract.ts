// The picture of a result, as it is asked for, and what it needs to know.
import { z } from 'zod'
import { coinParamsSchema } from '../records/coin.ts'
import type { SentOut } from './results.ts'

/** `GET /api/collections/{id}/position/{wallet}/card.png` */
export const resultParamsSchema = coinParamsSchema.extend({ wallet: z.string() })
export const resultQuerySchema = z.object({
  /** `hidden` leaves out every amount, and shows percent alone. */
  amounts: z.enum(['shown', 'hidden']).default('shown'),
})

/** A wallet's result in a coin; a profile's positions have all of it. Amounts are decimal strings in lamports. */
export interface CoinResult {
  readonly walletAddress: string
  readonly resultLamports: string
  /** Of what was bought; null where nothing was, and where something was sent away. */
  readonly resultPercent: number | null
  readonly boughtLamports: string
  readonly soldLamports: string
  /** Proceeds of selling the whole position now. */
  readonly worthLamports: string
}

export interface TradedResult extends CoinResult, SentOut {
  readonly collectionId: string
  readonly tradeCount: number
  readonly lastTradeAt: string | null
}
