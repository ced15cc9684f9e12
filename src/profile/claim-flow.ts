// A creator's claim of fees from the button to the chain, and what is said of it.
import { formatSol } from '../ui/format.ts'
import type { PreparedTransaction } from '../wallet/contract.ts'
import type { Flow } from '../wallet/flow.ts'
import type { FlowTexts } from '../wallet/use-flow.ts'
import { apiPost } from '../wire/api.ts'
import type { Collection } from '../wire/records/coin.ts'
import { verifyClaim } from './claim-verify.ts'

interface Claimed {
  readonly signature: string
  readonly collection: Collection
}

const pathOf = ({ id }: Collection) => `/api/collections/${id}/claim`

export const claimFlow: Flow<Collection, PreparedTransaction, void, Claimed> = {
  prepare: (coin, { walletAddress }) => apiPost(`${pathOf(coin)}/create-transaction`, { walletAddress }),
  wiresOf: ({ transaction }) => [transaction],
  verify: (wires, { marketAddress }, _prepared, by) => {
    for (const wire of wires) verifyClaim(wire, { ...by, marketAddress })
  },
  submit: (signedTransaction, coin) => apiPost(pathOf(coin), { signedTransaction }),
}

export const CLAIM_TEXTS: FlowTexts<Collection, void, Claimed> = {
  connect: 'Please connect the wallet that launched this coin',
  done: (_outcome, { creatorFeesOwedLamports, symbol }) => ({
    title: 'Fees Claimed',
    description: `${formatSol(creatorFeesOwedLamports)} SOL of ${symbol}’s fees are in your wallet.`,
    tone: 'success',
  }),
  failed: ({ message }) => ({
    title: 'Claim Failed',
    description: message || 'Failed to claim the fees',
    tone: 'destructive',
  }),
  keeps: () => false,
  stale: ({ phase, shown }) => (phase === 'done' ? [{ queryKey: ['api', 'creator-of', shown.id] }] : []),
}
