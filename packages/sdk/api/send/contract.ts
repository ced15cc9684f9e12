// The calls of sending coins or an NFT to another wallet.
import { z } from 'zod'
import { preparedTransactionSchema, priorityFeeSchema, signedSchema } from '../wallet/contract.ts'

/** An NFT's number. */
const tokenIdSchema = z.number().int().min(1).max(1_000)

export const sendRequestSchema = z.object({
  collectionId: z.string().min(1).max(64),
  senderAddress: z.string().min(1).max(44),
  recipientAddress: z.string().min(1).max(44),
  /** Coins as decimal text; left out where an NFT is sent. */
  amount: z.string().max(40).optional(),
  /** The number of the NFT that is sent; left out for coins. */
  tokenId: tokenIdSchema.optional(),
  priorityFeeLamports: priorityFeeSchema,
})

export const preparedSendSchema = preparedTransactionSchema.extend({
  /** Base units of the coin; 1 for an NFT. */
  units: z.string(),
  /** The transaction makes the receiver's account for the coin or NFT. */
  createsAccount: z.boolean(),
  /** Its rent, which the sender pays and the receiver can have back by closing the account. */
  rentLamports: z.string(),
  /** For the signature, and what was asked for to be first. */
  networkFeeLamports: z.string(),
})
export type PreparedSend = z.infer<typeof preparedSendSchema>

export const executeSendSchema = signedSchema.extend({ collectionId: z.string().min(1).max(64) })

/** `GET /api/send/recipient` */
export const recipientQuerySchema = z.object({
  collectionId: z.string().min(1).max(64),
  recipientAddress: z.string().min(1).max(44),
  tokenId: z.coerce.number().pipe(tokenIdSchema).optional(),
})

/** A wallet that something may be sent to, as the chain has it at this moment. */
export const recipientSchema = z.object({
  /** `unused`: the address holds no SOL. It may be new, and it may be mistyped. */
  standing: z.enum(['wallet', 'unused']),
  createsAccount: z.boolean(),
  rentLamports: z.string(),
})
export type RecipientWire = z.infer<typeof recipientSchema>
