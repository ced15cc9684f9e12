// A boost from the dialog to the chain, and what is said of it. Loaded with the dialog.

import { verifyBoost } from '@twinmint/sdk/actions/boost/verify'
import { askedFee, type Flow, type WithFee } from '@twinmint/sdk/actions/signing/flow'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { PreparedTransaction } from '@twinmint/sdk/api/wallet/contract'
import { apiPost } from '../data/api.ts'
import { keyOf } from '../data/query-keys.ts'
import { hoursLeft } from '../ui/format.ts'
import { nowMs } from '../ui/hydration/hydration.ts'
import type { FlowStatus, FlowTexts } from '../wallet/use-flow.ts'

interface Boosted {
  readonly signature: string
  readonly collection: Collection
}

export type BoostStatus = FlowStatus<WithFee<Collection>, void, Boosted> | undefined

const pathOf = ({ id }: Collection) => `/api/collections/${id}/boost`

export const boostFlow: Flow<WithFee<Collection>, PreparedTransaction, void, Boosted> = {
  prepare: (coin, { walletAddress }) =>
    apiPost(`${pathOf(coin)}/create-transaction`, { walletAddress, ...askedFee(coin) }),
  wiresOf: ({ transaction }) => [transaction],
  priorityFeeLamports: ({ priorityFeeLamports = 0n }) => priorityFeeLamports,
  verify: (wires, { marketAddress }, _prepared, by) => {
    for (const wire of wires) verifyBoost(wire, { ...by, marketAddress })
  },
  submit: (signedTransaction, coin, _prepared, { walletAddress }) =>
    apiPost(pathOf(coin), { walletAddress, signedTransaction }),
}

export const BOOST_TEXTS: FlowTexts<WithFee<Collection>, void, Boosted> = {
  connect: 'Please connect a wallet to boost',
  done: ({ answers }) => {
    const hours = hoursLeft(answers[0]?.collection.boostedUntil ?? null, nowMs())
    return {
      title: 'Collection Boosted!',
      description: `Your collection will appear in the banner for ${hours} hours.`,
      tone: 'success',
      ...(answers[0] && { signature: answers[0].signature }),
    }
  },
  failed: ({ message }) => ({
    title: 'Boost Failed',
    description: message || BOOST_FAILED,
    tone: 'destructive',
  }),
  keeps: ({ phase }) => phase === 'failed',
  stale: ({ phase }) => (phase === 'done' ? [{ queryKey: keyOf('collections', 'boosted') }] : []),
}

/** Said where nobody says why. */
export const BOOST_FAILED = 'Failed to boost collection'
