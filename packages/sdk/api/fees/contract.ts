// A wallet's fees of all coins at once, as the wire carries them: of coins that it launched, and its shares of others'. Amounts are decimal strings in lamports.
import { z } from 'zod'
import { collectionSchema } from '../records/coin.ts'
import { executedSchema, ofPayerSchema } from '../wallet/contract.ts'

const amount = z.string().regex(/^\d{1,40}$/)

/** So many of a creator's coins are listed, and claimed at once. */
export const CLAIMED_COINS_MAX = 100

/** `GET /api/user/fees?walletAddress=` */
export const feesSchema = z.object({
  walletAddress: z.string(),
  /** Coins that it launched and that earned something, and those that share their fees with it; the most owed first. */
  coins: z.array(
    z.object({
      collection: collectionSchema,
      /** To this wallet: all that the coin owes, or its share of that. */
      owedLamports: amount,
      claimedLamports: amount,
      /** Where the coin shares its fees: what of them is the wallet's (0: nothing any more), and whether it has signed once. */
      share: z.object({ bps: z.number(), isConfirmed: z.boolean() }).nullable(),
    }),
  ),
  /** Of all of them, also those that are not listed. */
  owedLamports: amount,
  claimedLamports: amount,
  /** What claiming from those that owe costs beside the network's fee: coins that nobody used since an upgrade of the program. */
  migrationLamports: amount,
  /** There are more coins than are listed. */
  isPartial: z.boolean(),
})
export type Fees = z.infer<typeof feesSchema>
export type CoinFees = Fees['coins'][number]

/** `POST /api/user/claims/create-transaction` */
export const claimsRequestSchema = ofPayerSchema.extend({
  collectionIds: z.array(z.uuid()).min(1).max(CLAIMED_COINS_MAX),
})

/** To be signed together; coins that nothing is owed of any more are left out. */
export const preparedClaimsSchema = z.object({
  /** base64, unsigned. */
  transactions: z.array(z.string()),
  message: z.string(),
})
export type PreparedClaims = z.infer<typeof preparedClaimsSchema>

/** `POST /api/user/claims`: what one signed transaction claimed, once the index holds it; `collection` is the last. */
export const executedClaimsSchema = executedSchema.extend({
  claims: z.array(z.object({ collectionId: z.string(), lamports: amount })),
})
export type ExecutedClaims = z.infer<typeof executedClaimsSchema>
