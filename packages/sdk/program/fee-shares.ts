// The receivers of a coin's creator fees: the FeeShares account and its events, read, and the changes of them. Bytes as in
// docs/program.md. Must not know who may do what.
import type { Address } from '@solana/kit'
import { FEE_SHARE_RECEIVERS_MAX } from '../core/fee-shares.ts'
import { type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import { type DecodedInstruction, type InstructionName } from './instructions.ts'
import { SYSTEM_PROGRAM } from './programs.ts'

export const FEE_SHARES_BYTES = 312
/** A receiver as it is named. */
export interface FeeShare {
  readonly address: Address
  readonly bps: number
}

export interface FeeShareReceiver extends FeeShare {
  /** It has signed once, so somebody has its key. */
  readonly isConfirmed: boolean
  readonly drawnLamports: Lamports
}

/** Who receives, and who may change that. */
export interface FeeSharesState {
  readonly authority: Address
  /** To whom the right to change the receivers is offered. */
  readonly pendingAuthority: Address | undefined
  readonly receivers: readonly FeeShareReceiver[]
}

export interface FeeShares extends FeeSharesState {
  readonly mint: Address
}

/** Reads a FeeShares account; throws a ProgramDataError when the bytes are something else, or of an unknown version. */
export function decodeFeeShares(data: Uint8Array): FeeShares {
  if (data[0] !== 3 || data[1] !== 1 || data.length !== FEE_SHARES_BYTES)
    throw new ProgramDataError(`these ${data.length} bytes are not FeeShares`)
  const reader = new Reader(data.subarray(8))
  return { mint: reader.address(), ...readState(reader) }
}

function readState(reader: Reader): FeeSharesState {
  const authority = reader.address()
  const pending = reader.address()
  const count = reader.u8()
  if (count > FEE_SHARE_RECEIVERS_MAX)
    throw new ProgramDataError(`${count} receivers are more than there can be`)
  const all = Array.from({ length: FEE_SHARE_RECEIVERS_MAX }, () => ({
    address: reader.address(),
    drawnLamports: lamports(reader.u64()),
    bps: reader.u16(),
    isConfirmed: reader.u8() !== 0,
  }))
  return {
    authority,
    // The system program's address is all zeros.
    pendingAuthority: pending === SYSTEM_PROGRAM ? undefined : pending,
    receivers: all.slice(0, count),
  }
}

/** The receivers that a change of fee shares names: the last of its accounts, each with its share. */
export function nextShares({
  receivers,
  shares,
}: Extract<DecodedInstruction, { readonly name: 'setFeeShares' | 'acceptFeeShares' }>): readonly FeeShare[] {
  const next = receivers.slice(receivers.length - shares.length)
  return next.map((address, at) => ({ address, bps: shares[at] ?? 0 }))
}

/** The data and the last accounts of a change of fee shares; `present` are the receivers until now, in their order. */
export const sharesChange = (
  present: readonly Address[],
  next: readonly FeeShare[],
): [data: { readonly shares: readonly number[] }, receivers: readonly Address[]] => [
  { shares: next.map(({ bps }) => bps) },
  [...present, ...next.map(({ address }) => address)],
]

/** What the events of the four instructions say beside what all events do. `feeShares` is the account as it is after. */
export type FeeSharesEvent =
  | {
      readonly kind: 'setFeeShares' | 'acceptFeeShares'
      /** Paid to all who received until now. */
      readonly lamportsOut: Lamports
      /** Of `lamportsOut`, to each who received until now, in their order; the first time to the creator. */
      readonly paidLamports: readonly Lamports[]
      readonly feeShares: FeeSharesState
    }
  | {
      readonly kind: 'drawFeeShare'
      readonly lamportsOut: Lamports
      readonly feeShares: FeeSharesState
    }
  | { readonly kind: 'offerFeeShares'; readonly feeShares: FeeSharesState }

/** Reads what an event's record goes on with; undefined for a kind that is not of the four. */
export function readFeeSharesEvent(
  kind: InstructionName,
  reader: Reader,
  lamportsOut: Lamports,
): FeeSharesEvent | undefined {
  switch (kind) {
    case 'setFeeShares':
    case 'acceptFeeShares': {
      const feeShares = readState(reader)
      const paidLamports = Array.from({ length: FEE_SHARE_RECEIVERS_MAX }, () => lamports(reader.u64()))
      return { kind, lamportsOut, paidLamports, feeShares }
    }
    case 'drawFeeShare':
      return { kind: 'drawFeeShare', lamportsOut, feeShares: readState(reader) }
    case 'offerFeeShares':
      return { kind: 'offerFeeShares', feeShares: readState(reader) }
    default:
      return undefined
  }
}
