// A creator's claim of what trades left for them: prepare the transaction, and take it back signed.
import { decodeMarket } from '../chain/program/accounts.ts'
import { deriveMarketAddresses } from '../chain/program/addresses.ts'
import { claimCreatorFeesInstruction } from '../chain/program/instructions.ts'
import { Refusal } from '../core/errors.ts'
import { executedSchema, ofPayerSchema, preparedTransactionSchema, signedSchema } from '../wallet/contract.ts'
import {
  PREPARE_REFUSES,
  prepareWith,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  takeSigned,
} from '../wallet/submit.ts'
import type { App } from '../wire/calls.ts'
import { parseAddress } from '../wire/http.ts'
import { coinParamsSchema } from '../wire/records/coin.ts'

export function claimRoutes(app: App, deps: SigningDeps): void {
  const { chain, collections } = deps

  app.post(
    '/api/collections/:id/claim/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Prepare the claim of a creator’s fees',
        params: coinParamsSchema,
        body: ofPayerSchema,
        response: { 200: preparedTransactionSchema },
        refuses: [...PREPARE_REFUSES, 'notCreator', 'nothingToClaim'],
      },
    },
    async ({ params, body }) => {
      const creator = parseAddress(body.walletAddress)
      const { mintAddress } = await collections.mintOf(params.id)
      const addresses = await deriveMarketAddresses(chain.programAddress, mintAddress)
      const [account] = await chain.loadAccounts([addresses.market])
      if (!account) throw new Refusal('collectionNotFound')
      const market = decodeMarket(account.data)
      if (market.creator !== creator) throw new Refusal('notCreator')
      if (market.creatorFeesOwedLamports === 0n) throw new Refusal('nothingToClaim')
      const instruction = claimCreatorFeesInstruction(chain.programAddress, { creator, addresses })
      return prepareWith(chain, creator, [instruction], {
        message: 'Claim prepared. Sign it in your wallet.',
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
    async ({ params, body: { signedTransaction } }) => {
      const { id, mintAddress } = await collections.mintOf(params.id)
      const { transaction } = await takeSigned(deps, signedTransaction, {
        names: ['claimCreatorFees'],
        mintAddress,
      })
      return {
        success: true as const,
        signature: transaction.signature,
        collection: await collections.load(id),
      }
    },
  )
}
