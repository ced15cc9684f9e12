// The calls of buying, selling and boosting.
import { z } from 'zod'
import { collectionSchema, TRADE_TYPES, tradeSchema } from '../collection/contract.ts'

/** A wire transaction as the specification takes it: base64 text, or an array of bytes. */
export const transactionBytesSchema = z.union([
  z.string().min(1).max(2_000),
  z.array(z.number().int().min(0).max(255)).min(1).max(1_232),
])

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
  priceImpactBps: z.number(),
  slippageBps: z.number(),
  graduates: z.boolean(),
  /** Rent for the coin account where the wallet has none yet; given back when it is closed. */
  rentLamports: z.string(),
  networkFeeLamports: z.string(),
})
export type TradeQuoteWire = z.infer<typeof tradeQuoteSchema>

export const preparedTransactionSchema = z.object({
  /** base64, unsigned. */
  transaction: z.string(),
  blockhash: z.string(),
  message: z.string(),
})
export const preparedTradeSchema = preparedTransactionSchema.extend({ quote: tradeQuoteSchema })
/** `POST /api/trades/test`: what would happen. */
export const tradeTestSchema = z.object({ success: z.literal(true), quote: tradeQuoteSchema })
export type PreparedTransaction = z.infer<typeof preparedTransactionSchema>
export type PreparedTrade = z.infer<typeof preparedTradeSchema>

export const executeTradeSchema = z.object({
  signedTransaction: transactionBytesSchema,
  /** Accepted and not trusted: the server goes by the transaction. */
  tradeData: z.unknown().optional(),
})

export const boostPrepareSchema = z.object({ walletAddress: z.string().min(1).max(44) })
/** Either the signed transaction, which the server sends, or the signature of one that the wallet has sent itself. */
export const boostSchema = z.union([
  z.object({ walletAddress: z.string().max(44).optional(), signedTransaction: transactionBytesSchema }),
  z.object({ walletAddress: z.string().max(44).optional(), txSignature: z.string().min(64).max(88) }),
])

/** The answer to `POST /api/trades/execute`, once the index holds the trade. */
export const executedTradeSchema = z.object({
  success: z.literal(true),
  signature: z.string(),
  trade: tradeSchema,
  collection: collectionSchema,
})
/** The answer to a boost and to a claim, once the index holds it. */
export const executedSchema = executedTradeSchema.omit({ trade: true })
