// The calls of buying and selling.
import { z } from 'zod'
import { TRADE_TYPES, tradeSchema } from '../records/trade.ts'
import {
  executedSchema,
  preparedTransactionSchema,
  priorityFeeSchema,
  signedSchema,
} from '../wallet/contract.ts'

export const tradeRequestSchema = z.object({
  collectionId: z.string().min(1).max(64),
  traderAddress: z.string().min(1).max(44),
  type: z.enum(TRADE_TYPES),
  /** Decimal text: SOL for a buy, coins for a sell. */
  amount: z
    .string()
    .max(40)
    .refine((text) => Number(text) > 0, 'Amount must be greater than 0'),
  solAmount: z.string().max(40).optional(),
  tokenAmount: z.string().max(40).optional(),
  /** Percent, 0.1 to 50. */
  slippage: z.number().default(5),
  priorityFeeLamports: priorityFeeSchema,
})

export const tradeQuoteSchema = z.object({
  type: z.enum(['BUY', 'SELL']),
  /** What goes in: lamports of a buy, base units of a sell. */
  amountIn: z.string(),
  /** What comes out at the price of this moment, fees taken: base units of a buy, lamports of a sell. */
  amountOut: z.string(),
  /** What comes out at least, enforced by the program. */
  amountOutMin: z.string(),
  feeLamports: z.string(),
  /** What of a buy's payment the launch guard locks at this second of the chain; in `amountIn`. "0" for a sell. */
  surchargeLamports: z.string(),
  /** The same as a share of the payment, rounded up. */
  surchargeBps: z.number(),
  /** ISO: the first second without surcharge; null where the coin has no guard or it has ended. */
  guardEndsAt: z.string().nullable(),
  /** Of what moves the price, so without the surcharge. */
  priceImpactBps: z.number(),
  slippageBps: z.number(),
  graduates: z.boolean(),
  /** Rent for the coin account where the wallet has none yet; given back when it is closed. */
  rentLamports: z.string(),
  /** For the signature, and what was asked for to be first. */
  networkFeeLamports: z.string(),
})
export type TradeQuoteWire = z.infer<typeof tradeQuoteSchema>
export const preparedTradeSchema = preparedTransactionSchema.extend({ quote: tradeQuoteSchema })
/** `POST /api/trades/test`: what would happen. */
export const tradeTestSchema = z.object({ success: z.literal(true), quote: tradeQuoteSchema })
export type PreparedTrade = z.infer<typeof preparedTradeSchema>

export const executeTradeSchema = signedSchema.extend({
  /** Accepted and not trusted: the server goes by the transaction. */
  tradeData: z.unknown().optional(),
})

/** The answer to `POST /api/trades/execute`, once the index holds the trade. */
export const executedTradeSchema = executedSchema.extend({ trade: tradeSchema })
