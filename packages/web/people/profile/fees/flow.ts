// A claim of the fees of many coins from the button to the chain, and what is said of it.

import { verifyClaims } from '@twinmint/sdk/actions/fees/verify'
import { askedFee, type Flow, type Outcome, type WithFee } from '@twinmint/sdk/actions/signing/flow'
import type { ExecutedClaims, PreparedClaims } from '@twinmint/sdk/api/fees/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { ApiRequestError, apiPost } from '../../../data/api.ts'
import { keyOf } from '../../../data/query-keys.ts'
import { formatSol } from '../../../ui/format.ts'
import type { FlowTexts } from '../../../wallet/use-flow.ts'

/** The coins that the page showed, each with what it owes; one at least. Each transaction pays the priority fee. */
export type ShownClaims = WithFee<{
  readonly coins: readonly [Collection, ...Collection[]]
  /** What migrating all of them costs. */
  readonly migrationLamports?: bigint
}>

/** What came of one transaction; nothing was claimed by one that a coin stopped whose fees had vanished. */
type Claimed = Pick<ExecutedClaims, 'collection' | 'claims'> & { readonly signature: string | undefined }

/** The server waits a minute for the network. Between two transactions nobody is asked whether to go on. */
const PATIENCE = { againMs: 1_000, giveUpMs: 75_000 }

export const claimsFlow: Flow<ShownClaims, PreparedClaims, string[][], Claimed> = {
  prepare: (shown, { walletAddress }) =>
    apiPost('/api/user/claims/create-transaction', {
      walletAddress,
      collectionIds: shown.coins.map(({ id }) => id),
      ...askedFee(shown),
    }),
  wiresOf: ({ transactions }) => transactions,
  priorityFeeLamports: ({ priorityFeeLamports = 0n }) => priorityFeeLamports,
  verify: (wires, { coins, migrationLamports }, _prepared, by) =>
    verifyClaims(wires, {
      ...by,
      marketAddresses: coins.map(({ marketAddress }) => marketAddress),
      migrationLamports,
    }),
  submit: (signedTransaction, { coins: [collection] }) =>
    apiPost<ExecutedClaims>('/api/user/claims', { signedTransaction }).catch((cause: unknown): Claimed => {
      // Claimed elsewhere since it was prepared: the transactions after this one go on.
      if (cause instanceof ApiRequestError && cause.code === 'nothingToClaim')
        return { collection, claims: [], signature: undefined }
      throw cause
    }),
  patience: PATIENCE,
}

const coinsText = (count: number) => (count === 1 ? '1 coin' : `${count} coins`)

export const CLAIMS_TEXTS: FlowTexts<ShownClaims, string[][], Claimed> = {
  connect: 'Please connect the wallet that launched these coins',
  done: ({ answers, stopped }: Outcome<string[][], Claimed>, { coins }) => {
    const claims = answers.flatMap((answer) => answer.claims)
    const left = coins.length - claims.length
    const total = claims.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)
    const isUnknown = stopped?.moved === 'unknown'
    const why = stopped === undefined ? 'Their fees changed meanwhile.' : stopped.message
    if (claims.length === 0)
      return {
        title: isUnknown ? 'Not Known Yet' : 'Nothing Claimed',
        description: isUnknown ? `Not known yet of ${coinsText(left)}. ${why}` : `No fees moved. ${why}`,
        tone: 'destructive',
      }
    const signature = answers.findLast((answer) => answer.signature !== undefined)?.signature
    return {
      title: left === 0 ? 'Fees Claimed' : 'Fees Claimed in Part',
      description: `${formatSol(total.toString())} SOL, from ${coinsText(claims.length)}, are in your wallet.${
        left === 0
          ? ''
          : isUnknown
            ? ` Not known yet of ${coinsText(left)}. ${why}`
            : ` Nothing from ${coinsText(left)}. ${why}`
      }`,
      tone: left === 0 ? 'success' : 'destructive',
      ...(signature === undefined ? {} : { signature }),
    }
  },
  failed: ({ message }) => ({
    title: 'Claim Failed',
    description: message || 'Failed to claim the fees',
    tone: 'destructive',
  }),
  keeps: () => false,
  stale: () => [{ queryKey: keyOf('fees-of') }, { queryKey: keyOf('creator-of') }],
}
