// A change of a coin's receivers from the dialog to the chain, and what is said of it. Loaded with the dialog.

import { type SharesChange, verifyShares } from '@twinmint/sdk/actions/fee-shares/verify'
import { askedFee, type Flow, type SigningFailure, type WithFee } from '@twinmint/sdk/actions/signing/flow'
import type { SharesRequest } from '@twinmint/sdk/api/fee-shares/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { PreparedTransaction } from '@twinmint/sdk/api/wallet/contract'
import { apiPost } from '../../../data/api.ts'
import { keyOf } from '../../../data/query-keys.ts'
import { shortAddress } from '../../../ui/format.ts'
import type { FlowStatus, FlowTexts } from '../../../wallet/use-flow.ts'

export type ShownChange = WithFee<{
  readonly collection: Collection
  readonly change: SharesChange
  readonly migrationLamports?: bigint
}>

interface Changed {
  readonly signature: string
  readonly collection: Collection
}

export type SharesStatus = FlowStatus<ShownChange, void, Changed> | undefined

const pathOf = ({ id }: Collection) => `/api/collections/${id}/fee-shares`

type WithoutPayer<One> = One extends unknown ? Omit<One, 'walletAddress' | 'priorityFeeLamports'> : never
type Asked = WithoutPayer<SharesRequest>

function askedOf(change: SharesChange): Asked {
  if (change.action === 'offer')
    return change.toAddress === undefined
      ? { action: 'withdraw' }
      : { action: 'offer', toAddress: change.toAddress }
  const receivers = change.next.map(({ address, bps }) => ({ walletAddress: address, bps }))
  return { action: change.action, receivers }
}

export const sharesFlow: Flow<ShownChange, PreparedTransaction, void, Changed> = {
  prepare: (shown, { walletAddress }) =>
    apiPost(`${pathOf(shown.collection)}/create-transaction`, {
      walletAddress,
      ...askedOf(shown.change),
      ...askedFee(shown),
    }),
  wiresOf: ({ transaction }) => [transaction],
  priorityFeeLamports: ({ priorityFeeLamports = 0n }) => priorityFeeLamports,
  verify: (wires, { collection, change, migrationLamports }, _prepared, by) => {
    const expected = { ...by, marketAddress: collection.marketAddress, change, migrationLamports }
    for (const wire of wires) verifyShares(wire, expected)
  },
  submit: (signedTransaction, { collection }) => apiPost(pathOf(collection), { signedTransaction }),
}

export const SHARES_TEXTS: FlowTexts<ShownChange, void, Changed> = {
  connect: 'Please connect the wallet that decides about these fees',
  done: ({ answers }, { change, collection }) => ({
    ...saidOf(change, collection.symbol),
    tone: 'success',
    ...(answers[0] && { signature: answers[0].signature }),
  }),
  failed: (failure) => ({
    title: failure.moved === 'unknown' ? 'Not Known Yet' : 'Nothing Changed',
    description: failedText(failure),
    tone: 'destructive',
  }),
  keeps: ({ phase }) => phase === 'failed',
  stale: ({ phase, shown }) =>
    phase === 'done'
      ? [{ queryKey: keyOf('creator-of', shown.collection.id) }, { queryKey: keyOf('fees-of') }]
      : [],
}

function saidOf(change: SharesChange, symbol: string) {
  if (change.action === 'offer')
    return change.toAddress === undefined
      ? { title: 'Offer Withdrawn', description: 'Nobody can accept it any more.' }
      : {
          title: 'Right Offered',
          description: `${shortAddress(change.toAddress)} can accept it. Until then nothing changes.`,
        }
  const count = change.next.length === 1 ? 'one wallet receives' : `${change.next.length} wallets receive`
  return {
    title: change.action === 'accept' ? 'Fees Taken Over' : 'Receivers Named',
    description: `From now on ${count} the fees of ${symbol}.`,
  }
}

/** What went wrong, and whether anything changed by it. */
export function failedText({ message, moved }: Pick<SigningFailure, 'message' | 'moved'>): string {
  const end =
    moved === 'unknown'
      ? 'It may still go through: look at the coin’s page before you try again.'
      : moved === 'fee'
        ? 'Only the network fee was charged.'
        : 'Nothing was changed.'
  return `${message || 'The receivers could not be changed.'} ${end}`
}
