// Boosting a coin: prepare the transaction, and take it back signed, or told of by a wallet that has sent it itself.

import { boostSchema } from '@twinmint/sdk/api/boost/contract'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { executedSchema, ofPayerSchema, preparedTransactionSchema } from '@twinmint/sdk/api/wallet/contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { decodeEvents } from '@twinmint/sdk/program/events'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { findSent } from '../chain/find-sent.ts'
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

export function boostRoutes(app: App, deps: SigningDeps): void {
  const { chain, collections, index } = deps

  app.post(
    '/api/collections/:id/boost/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Prepare a boost',
        params: coinParamsSchema,
        body: ofPayerSchema,
        response: { 200: preparedTransactionSchema },
        refuses: PREPARE_REFUSES,
      },
    },
    async ({ params, body }) => {
      const payer = parseAddress(body.walletAddress)
      const { mintAddress } = await collections.mintOf(params.id)
      const addresses = await deriveMarketAddresses(chain.programAddress, mintAddress)
      const instruction = buildInstruction(chain.programAddress, 'boost', { ...addresses, payer })
      return prepareWith(chain, payer, [instruction], {
        message: 'Boost prepared. Sign it in your wallet.',
        priorityFeeLamports: BigInt(body.priorityFeeLamports),
      })
    },
  )

  app.post(
    '/api/collections/:id/boost',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Send a signed boost, or tell of one that the wallet has sent',
        params: coinParamsSchema,
        body: boostSchema,
        response: { 200: executedSchema },
        refuses: [...SEND_REFUSES, 'transactionUnknown'],
      },
    },
    async ({ params, body, writer }) => {
      const { id, mintAddress } = await collections.mintOf(params.id)
      const sent =
        'signedTransaction' in body
          ? await takeSigned(deps, body.signedTransaction, { names: ['boost'], mintAddress, writer })
          : await takeSent(body.txSignature, mintAddress)
      return {
        success: true as const,
        signature: sent.transaction.signature,
        collection: await wentThrough(sent.transaction.signature, collections.load(id)),
      }
    },
  )

  /** The wallet has sent it itself: only the chain says whether it did. */
  async function takeSent(signature: string, mintAddress: string) {
    const transaction = await findSent(chain, signature)
    const events = decodeEvents(transaction.inner, chain.programAddress)
    if (!events.some(({ kind, mint }) => kind === 'boost' && mint === mintAddress))
      throw new Refusal('wrongTransaction')
    await wentThrough(signature, index.take(transaction))
    return { transaction }
  }
}
