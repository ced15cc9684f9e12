// What a wallet holds, as the wire carries it.
import { z } from 'zod'

/** `GET /api/wallet/{address}?collectionId=`: read from the chain at the moment of the call. */
export const walletSchema = z.object({
  walletAddress: z.string(),
  lamports: z.string(),
  /** Only for the collection that was asked for. */
  coin: z
    .object({
      collectionId: z.string(),
      mintAddress: z.string(),
      baseUnits: z.string(),
      /** False where the wallet has no account for the coin yet, so that a first buy pays its rent. */
      hasAccount: z.boolean(),
    })
    .nullable(),
})
export type Wallet = z.infer<typeof walletSchema>

/** `POST /api/demo/fund`: the faucet's 2 SOL, once a wallet, in Demo Mode; answers lamports and signature. */
export const fundRequestSchema = z.object({ walletAddress: z.string().min(1).max(44) })
