// A claim of a coin's fees, or of a share of them, from the button to the chain, and what is said of it.

import { verifyClaim } from '@twinmint/sdk/actions/fees/claim-verify'
import { askedFee, type Flow, type WithFee } from '@twinmint/sdk/actions/signing/flow'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { PreparedTransaction } from '@twinmint/sdk/api/wallet/contract'
import { apiPost } from '../../data/api.ts'
import { keyOf } from '../../data/query-keys.ts'
import { formatSol } from '../../ui/format.ts'
import type { FlowTexts } from '../../wallet/use-flow.ts'

interface Claimed {
  readonly signature: string
  readonly collection: Collection
}

const pathOf = ({ id }: Collection) => `/api/collections/${id}/claim`

/** The coin, and what the button said that the wallet gets (0 only confirms a receiver) and pays for a migration. */
type ShownClaim = WithFee<Collection> & {
  readonly dueLamports: string
  readonly migrationLamports?: bigint
}

export const claimFlow: Flow<ShownClaim, PreparedTransaction, void, Claimed> = {
  prepare: (coin, { walletAddress }) =>
    apiPost(`${pathOf(coin)}/create-transaction`, { walletAddress, ...askedFee(coin) }),
  wiresOf: ({ transaction }) => [transaction],
  priorityFeeLamports: ({ priorityFeeLamports = 0n }) => priorityFeeLamports,
  verify: (wires, { marketAddress, migrationLamports }, _prepared, by) => {
    for (const wire of wires) verifyClaim(wire, { ...by, marketAddress, migrationLamports })
  },
  submit: (signedTransaction, coin) => apiPost(pathOf(coin), { signedTransaction }),
}

export const CLAIM_TEXTS: FlowTexts<ShownClaim, void, Claimed> = {
  connect: 'Please connect the wallet that receives this coin’s fees',
  done: (_outcome, { dueLamports, symbol }) =>
    dueLamports === '0'
      ? {
          title: 'Share Confirmed',
          description: `Everybody sees now that your wallet receives a share of ${symbol}’s fees.`,
          tone: 'success',
        }
      : {
          title: 'Fees Claimed',
          description: `${formatSol(dueLamports)} SOL of ${symbol}’s fees are in your wallet.`,
          tone: 'success',
        },
  failed: ({ message }) => ({
    title: 'Claim Failed',
    description: message || 'Failed to claim the fees',
    tone: 'destructive',
  }),
  keeps: () => false,
  stale: ({ phase, shown }) =>
    phase === 'done' ? [{ queryKey: keyOf('creator-of', shown.id) }, { queryKey: keyOf('fees-of') }] : [],
}
