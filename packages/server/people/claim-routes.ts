// A claim of a coin's creator fees, or of a share of them: prepare the transaction, and take it back signed.

import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import {
  executedSchema,
  ofPayerSchema,
  preparedTransactionSchema,
  signedSchema,
} from '@twinmint/sdk/api/wallet/contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { App } from '../http/calls.ts'
import { parseAddress } from '../http/http.ts'
import {
  PREPARE_REFUSES,
  prepareWith,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  takeSigned,
  wentThrough,
} from '../signing/submit.ts'
import { CLAIM_NAMES, loadClaims } from './fees/claims.ts'

export function claimRoutes(app: App, deps: SigningDeps): void {
  const { chain, collections } = deps

  app.post(
    '/api/collections/:id/claim/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Prepare the claim of a coin’s fees, or of the wallet’s share of them',
        description:
          'Where the fees are shared, a receiver that has not signed yet may claim with nothing to draw: that confirms it.',
        params: coinParamsSchema,
        body: ofPayerSchema,
        response: { 200: preparedTransactionSchema },
        refuses: [...PREPARE_REFUSES, 'notCreator', 'notFeeShares', 'nothingToClaim'],
      },
    },
    async ({ params, body }) => {
      const wallet = parseAddress(body.walletAddress)
      const { mintAddress } = await collections.mintOf(params.id)
      const [claim] = await loadClaims(chain, wallet, [mintAddress])
      if (!claim || (claim.lamports === 0n && claim.isConfirmed)) throw new Refusal('nothingToClaim')
      return prepareWith(chain, wallet, [claim.instruction], {
        message: 'Claim prepared. Sign it in your wallet.',
        priorityFeeLamports: BigInt(body.priorityFeeLamports),
      })
    },
  )

  app.post(
    '/api/collections/:id/claim',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Send a signed claim',
        params: coinParamsSchema,
        body: signedSchema,
        response: { 200: executedSchema },
        refuses: SEND_REFUSES,
      },
    },
    async ({ params, body: { signedTransaction }, writer }) => {
      const { id, mintAddress } = await collections.mintOf(params.id)
      const { transaction } = await takeSigned(deps, signedTransaction, {
        names: CLAIM_NAMES,
        mintAddress,
        writer,
      })
      return {
        success: true as const,
        signature: transaction.signature,
        collection: await wentThrough(transaction.signature, collections.load(id)),
      }
    },
  )
}
