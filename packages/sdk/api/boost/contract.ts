// The call of boosting.
import { z } from 'zod'
import { transactionBytesSchema } from '../wallet/contract.ts'

/** Either the signed transaction, which the server sends, or the signature of one that the wallet has sent itself. */
export const boostSchema = z.union([
  z.object({ walletAddress: z.string().max(44).optional(), signedTransaction: transactionBytesSchema }),
  z.object({ walletAddress: z.string().max(44).optional(), txSignature: z.string().min(64).max(88) }),
])
