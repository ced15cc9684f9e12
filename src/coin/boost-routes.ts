// Boosting a coin: prepare the transaction, and take it back signed, or told of by a wallet that has sent it itself.
import { findSent } from '../chain/find-sent.ts'
import { deriveMarketAddresses } from '../chain/program/addresses.ts'
import { decodeEvents } from '../chain/program/events.ts'
import { boostInstruction } from '../chain/program/instructions.ts'
import { Refusal } from '../core/errors.ts'
import { executedSchema, ofPayerSchema, preparedTransactionSchema } from '../wallet/contract.ts'
import {
  PREPARE_REFUSES,
  prepareWith,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  takeSigned,
  wentThrough,
} from '../wallet/submit.ts'
import type { App } from '../wire/calls.ts'
import { parseAddress } from '../wire/http.ts'
import { coinParamsSchema } from '../wire/records/coin.ts'
import { boostSchema } from './boost-contract.ts'

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
      const instruction = boostInstruction(chain.programAddress, { payer, addresses })
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
