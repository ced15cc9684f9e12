// What a wallet has, and transactions on their way to its signature and back, as the wire carries them.
import { z } from 'zod'
import { PRIORITY_LAMPORTS_MAX } from '../../core/priority-fee.ts'
import { collectionSchema } from '../records/coin.ts'

/** The faucet's state for a wallet. Each wallet receives play money once. `none` outside Demo Mode. */
const playMoneySchema = z.enum(['open', 'given', 'none'])

/** `GET /api/wallet/{address}?collectionId=`: read from the chain at the moment of the call. */
export const walletSchema = z.object({
  walletAddress: z.string(),
  lamports: z.string(),
  playMoney: playMoneySchema,
  /** Only for the collection that was asked for. */
  coin: z
    .object({
      collectionId: z.string(),
      mintAddress: z.string(),
      baseUnits: z.string(),
      /** False where the wallet has no account for the coin yet, so that a first buy pays its rent. */
      hasAccount: z.boolean(),
      /**
       * What the first transaction pays that meets the coin after the program was upgraded: the rent by which its accounts grow.
       * "0" but for the moments until they are migrated.
       */
      migrationLamports: z.string(),
    })
    .nullable(),
})
export type Wallet = z.infer<typeof walletSchema>

/** `GET /api/wallet/{address}` */
export const walletParamsSchema = z.object({ address: z.string() })
export const walletQuerySchema = z.object({ collectionId: z.string().max(64).optional() })

/** `POST /api/demo/fund`: the faucet's 2 SOL, once a wallet, in Demo Mode; answers lamports and signature. */
export const fundRequestSchema = z.object({ walletAddress: z.string().min(1).max(44) })
export const fundedSchema = z.object({ lamports: z.string(), signature: z.string() })

/** A wire transaction as the specification takes it: base64 text, or an array of bytes. */
export const transactionBytesSchema = z.union([
  z.string().min(1).max(2_000),
  z.array(z.number().int().min(0).max(255)).min(1).max(1_232),
])

export const preparedTransactionSchema = z.object({
  /** base64, unsigned. */
  transaction: z.string(),
  blockhash: z.string(),
  message: z.string(),
})

export type PreparedTransaction = z.infer<typeof preparedTransactionSchema>

/** Lamports that each transaction pays to be first: never more is asked for than this. Nothing where it is left out. */
export const priorityFeeSchema = z
  .string()
  .regex(/^\d{1,8}$/)
  .refine((text) => Number(text) <= Number(PRIORITY_LAMPORTS_MAX), 'The most is 50,000,000 lamports.')
  .default('0')

/** Lamports by level. */
const levelsSchema = z.object({ normal: z.string(), fast: z.string(), turbo: z.string() })

/**
 * `GET /api/collections/{id}/priority-fees`, `GET /api/priority-fees`: what one transaction pays to be first, after what others
 * paid lately.
 */
export const priorityFeesSchema = z.object({
  /** A buy or a sell. */
  trade: levelsSchema,
  /** Each transaction of a swap. */
  swap: levelsSchema,
  launch: levelsSchema,
  boost: levelsSchema,
  /** A creator's, of fees. */
  claim: levelsSchema,
  /** The most that a level comes to, and the most that may be asked for. */
  levelLamportsMax: z.string(),
  lamportsMax: z.string(),
})
export type PriorityFees = z.infer<typeof priorityFeesSchema>

/** Signed by the wallet, for the server to send. */
export const signedSchema = z.object({ signedTransaction: transactionBytesSchema })

/** Whose signature a transaction is prepared for. */
export const ofPayerSchema = z.object({
  walletAddress: z.string().min(1).max(44),
  priorityFeeLamports: priorityFeeSchema,
})

/** The answer to what was signed and sent, once the index holds it. */
export const executedSchema = z.object({
  success: z.literal(true),
  signature: z.string(),
  collection: collectionSchema,
})
