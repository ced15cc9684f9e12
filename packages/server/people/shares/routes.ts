// Who receives a coin's creator fees: transactions that name receivers, offer the right to, and accept it; and each of them
// signed. A receiver draws, and confirms, by the call that claims fees.

import type { Address } from '@solana/kit'
import { decideShares, emptyReceiverSentence, problemOfAddress } from '@twinmint/sdk/actions/fee-shares/rules'
import { type SharesRequest, sharesRequestSchema } from '@twinmint/sdk/api/fee-shares/contract'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { executedSchema, preparedTransactionSchema, signedSchema } from '@twinmint/sdk/api/wallet/contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import { bpsText } from '@twinmint/sdk/core/figures'
import { type FeeShare, sharesChange } from '@twinmint/sdk/program/fee-shares'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import type { Chain } from '../../chain/chain.ts'
import type { App } from '../../http/calls.ts'
import { parseAddress } from '../../http/http.ts'
import {
  PREPARE_REFUSES,
  prepareWith,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  takeSigned,
  wentThrough,
} from '../../signing/submit.ts'
import { type FeesOnChain, loadFeesOnChain } from '../fees/claims.ts'

export function sharesRoutes(app: App, deps: SigningDeps): void {
  const { chain, collections } = deps

  app.post(
    '/api/collections/:id/fee-shares/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Prepare a change of who receives a coin’s creator fees',
        description:
          '`set` and `accept` pay what the receivers so far may draw and name new ones; `offer` offers the right to change them to a wallet, `withdraw` takes the offer back. A receiver draws, and confirms, with the call that claims fees.',
        params: coinParamsSchema,
        body: sharesRequestSchema,
        response: { 200: preparedTransactionSchema },
        refuses: [...PREPARE_REFUSES, 'notCreator', 'notFeeShares', 'notOffered', 'feeSharesOutOfRange'],
      },
    },
    async ({ params, body }) => {
      const wallet = parseAddress(body.walletAddress)
      const { mintAddress } = await collections.mintOf(params.id)
      const [fees] = await loadFeesOnChain(chain, [mintAddress])
      if (!fees) throw new Refusal('collectionNotFound')
      const instruction = await instructionOf(chain, wallet, fees, body)
      return prepareWith(chain, wallet, [instruction], {
        message: 'Change of the receivers prepared. Sign it in your wallet.',
        priorityFeeLamports: BigInt(body.priorityFeeLamports),
      })
    },
  )

  app.post(
    '/api/collections/:id/fee-shares',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Send a signed change of who receives a coin’s creator fees',
        params: coinParamsSchema,
        body: signedSchema,
        response: { 200: executedSchema },
        refuses: SEND_REFUSES,
      },
    },
    async ({ params, body: { signedTransaction }, writer }) => {
      const { id, mintAddress } = await collections.mintOf(params.id)
      const { transaction } = await takeSigned(deps, signedTransaction, {
        names: ['setFeeShares', 'offerFeeShares', 'acceptFeeShares'],
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

/** Refuses notCreator, notFeeShares, notOffered and feeSharesOutOfRange as the program would. */
async function instructionOf(
  chain: Pick<Chain, 'programAddress' | 'loadAccounts'>,
  wallet: Address,
  { market, marketAddress, feeSharesAddress, feeShares }: FeesOnChain,
  body: SharesRequest,
): Promise<Instruction> {
  const { programAddress } = chain
  const addresses = { market: marketAddress, feeShares: feeSharesAddress }
  const present = feeShares?.receivers.map(({ address }) => address) ?? []
  switch (body.action) {
    case 'set': {
      if (feeShares === undefined && market.creator !== wallet) throw new Refusal('notCreator')
      if (feeShares !== undefined && feeShares.authority !== wallet) throw new Refusal('notFeeShares')
      const next = await readReceivers(chain, body.receivers)
      return buildInstruction(
        programAddress,
        'setFeeShares',
        { ...addresses, authority: wallet },
        ...sharesChange(present, next),
      )
    }
    case 'accept': {
      if (feeShares?.pendingAuthority !== wallet) throw new Refusal('notOffered')
      const next = await readReceivers(chain, body.receivers)
      return buildInstruction(
        programAddress,
        'acceptFeeShares',
        { ...addresses, pendingAuthority: wallet },
        ...sharesChange(present, next),
      )
    }
    case 'offer':
    case 'withdraw': {
      if (feeShares?.authority !== wallet) throw new Refusal('notFeeShares')
      const pendingAuthority = body.action === 'offer' ? readWallet(body.toAddress) : undefined
      return buildInstruction(
        programAddress,
        'offerFeeShares',
        { ...addresses, authority: wallet },
        { pendingAuthority },
      )
    }
  }
}

type Receivers = Extract<SharesRequest, { action: 'set' }>['receivers']

async function readReceivers(
  chain: Pick<Chain, 'loadAccounts'>,
  receivers: Receivers,
): Promise<readonly FeeShare[]> {
  const decided = decideShares(
    receivers.map(({ walletAddress, bps }) => ({
      addressText: walletAddress,
      percentText: bpsText(bps),
    })),
  )
  if (decided.kind === 'refused') throw new Refusal('feeSharesOutOfRange')
  const accounts = await chain.loadAccounts(decided.next.map(({ address }) => address))
  const sentence = emptyReceiverSentence(decided.next, accounts)
  if (sentence !== undefined) throw new Refusal('feeSharesOutOfRange', sentence)
  return decided.next
}

function readWallet(text: string): Address {
  if (problemOfAddress(text) !== undefined) throw new Refusal('invalidAddress')
  return parseAddress(text)
}
