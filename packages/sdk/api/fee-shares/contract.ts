// Who receives a coin's creator fees and who may change that, as the wire carries it. Amounts are decimal strings in lamports.

import { z } from 'zod'
import { FEE_SHARE_RECEIVERS_MAX, FEE_SHARES_BPS } from '../../core/fee-shares.ts'
import { ofPayerSchema } from '../wallet/contract.ts'

const amount = z.string().regex(/^\d{1,40}$/)

/** In `GET /api/collections/{id}/creator`; null there where the creator alone receives. */
export const feeSharesSchema = z.object({
  /** Who may change the receivers, or offer that right. */
  authorityAddress: z.string(),
  /** To whom the right is offered. */
  pendingAddress: z.string().nullable(),
  receivers: z.array(
    z.object({
      walletAddress: z.string(),
      bps: z.number(),
      /** It has signed once, so somebody has its key. */
      isConfirmed: z.boolean(),
      /** Since it was named. */
      drawnLamports: amount,
      /** What it may draw of what the coin owes as the index has it. */
      dueLamports: amount,
    }),
  ),
})
export type FeeShares = z.infer<typeof feeSharesSchema>

const receiversSchema = z
  .array(
    z.object({
      walletAddress: z.string().min(1).max(44),
      bps: z.number().int().min(1).max(FEE_SHARES_BPS),
    }),
  )
  .min(1)
  .max(FEE_SHARE_RECEIVERS_MAX)

/** `POST /api/collections/{id}/fee-shares/create-transaction` */
export const sharesRequestSchema = z.discriminatedUnion('action', [
  /** By the creator the first time, later by who may: the receivers so far are paid, these follow them. */
  ofPayerSchema.extend({ action: z.literal('set'), receivers: receiversSchema }),
  /** By the wallet to which the right was offered, in place of whoever offered it. */
  ofPayerSchema.extend({ action: z.literal('accept'), receivers: receiversSchema }),
  ofPayerSchema.extend({ action: z.literal('offer'), toAddress: z.string().min(1).max(44) }),
  ofPayerSchema.extend({ action: z.literal('withdraw') }),
])
export type SharesRequest = z.infer<typeof sharesRequestSchema>
