// The rows that an event of fee shares says: who decides, who receives, and whom a change paid. Knows no database.
import { FEE_SHARE_RECEIVERS_MAX } from '@twinmint/sdk/core/fee-shares'
import { type FeeSharesState } from '@twinmint/sdk/program/fee-shares'
import { collectionIdOf, isoTime, type LoggedEvent } from '../event-rows.ts'
import type { FeePaymentRow, FeeReceiverRow, FeeSharesRow } from '../rows.ts'

type FeeSharesKind = 'setFeeShares' | 'drawFeeShare' | 'offerFeeShares' | 'acceptFeeShares'
export type FeeSharesLogged = Omit<LoggedEvent<FeeSharesKind>, 'slot'>

/** What a batch gathers: of each coin the last state, and every payment. */
export interface FeeSharesBatch {
  readonly shares: Map<string, FeeSharesRow>
  readonly receivers: Map<string, readonly FeeReceiverRow[]>
  readonly payments: FeePaymentRow[]
}

export const newFeeSharesBatch = (): FeeSharesBatch => ({
  shares: new Map(),
  receivers: new Map(),
  payments: [],
})

/**
 * Adds what an event says. `receiversBefore` are those that a change paid, in their order: of the batch, else of the rows;
 * before the first naming there were none, and the creator was paid, who signs it. Undefined where they are not known: then
 * nobody is said to have been paid.
 */
export function addFeeShares(
  batch: FeeSharesBatch,
  { event, signature }: FeeSharesLogged,
  receiversBefore: readonly string[] | undefined,
): void {
  const collectionId = collectionIdOf(event.mint)
  batch.shares.set(
    collectionId,
    feeSharesRowOf({ collectionId, sequence: Number(event.sequence) }, event.feeShares),
  )
  batch.receivers.set(collectionId, receiverRows(collectionId, event.feeShares))
  if (event.kind !== 'setFeeShares' && event.kind !== 'acceptFeeShares') return
  // Without known receivers before it, it is the first naming only where one wallet at most is paid, and the same decides.
  const isFirst =
    event.kind === 'setFeeShares' && event.paidLamports.slice(1).every((lamports) => lamports === 0n)
  const paid = receiversBefore?.length === 0 && isFirst ? [event.who] : (receiversBefore ?? [])
  for (const [place, walletAddress] of paid.entries()) {
    const lamports = event.paidLamports[place] ?? 0n
    if (lamports === 0n) continue
    batch.payments.push({
      collectionId,
      sequence: Number(event.sequence),
      walletAddress,
      lamports: lamports.toString(),
      txSignature: signature,
      createdAt: isoTime(event),
    })
  }
}

export function feeSharesRowOf(
  of: Pick<FeeSharesRow, 'collectionId' | 'sequence'>,
  { authority, pendingAuthority }: FeeSharesState,
): FeeSharesRow {
  return { ...of, authorityAddress: authority, pendingAddress: pendingAuthority ?? null }
}

export function receiverRows(collectionId: string, { receivers }: FeeSharesState): FeeReceiverRow[] {
  return Array.from({ length: FEE_SHARE_RECEIVERS_MAX }, (_, place) => {
    const receiver = receivers[place]
    return {
      collectionId,
      place,
      walletAddress: receiver?.address ?? null,
      bps: receiver?.bps ?? 0,
      isConfirmed: receiver?.isConfirmed ?? false,
      drawnLamports: (receiver?.drawnLamports ?? 0n).toString(),
    }
  })
}

/** Those whom the coin's last state in the batch names, in their order; undefined where the batch says nothing of it. */
export const receiversIn = (batch: FeeSharesBatch, collectionId: string): readonly string[] | undefined =>
  batch.receivers.get(collectionId)?.flatMap(({ walletAddress }) => walletAddress ?? [])
