// The receivers of a coin's creator fees: the FeeShares account and its events, read, and the changes of them. Bytes as in
// docs/program.md. Must not know who may do what.
import type { Address } from '@solana/kit'
import { FEE_SHARE_RECEIVERS_MAX } from '../core/fee-shares.ts'
import { type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError } from './bytes.ts'
import { ADDRESS, type Field, FLAG, HOLDER, LAMPORTS, struct, U16, type ValuesOf } from './codec.ts'
import type { DecodedInstruction } from './instructions.ts'
import { SYSTEM_PROGRAM } from './programs.ts'

/** A receiver as it is named. */
export interface FeeShare {
  readonly address: Address
  readonly bps: number
}

const RECEIVER = struct({
  address: ADDRESS,
  drawnLamports: LAMPORTS,
  bps: U16,
  /** The receiver has signed once, so somebody has its key. */
  isConfirmed: FLAG,
})
export type FeeShareReceiver = ValuesOf<typeof RECEIVER.fields>
const EMPTY_PLACE: FeeShareReceiver = {
  address: SYSTEM_PROGRAM,
  drawnLamports: lamports(0),
  bps: 0,
  isConfirmed: false,
}

/** A count, and room for the most receivers there can be. */
const RECEIVERS: Field<readonly FeeShareReceiver[]> = {
  type: 'countedReceivers',
  read: (reader) => {
    const count = reader.u8()
    if (count > FEE_SHARE_RECEIVERS_MAX)
      throw new ProgramDataError(`${count} receivers are more than there can be`)
    const all = Array.from({ length: FEE_SHARE_RECEIVERS_MAX }, () => RECEIVER.read(reader))
    return all.slice(0, count)
  },
  write: (writer, receivers) => {
    const room = Array.from({ length: FEE_SHARE_RECEIVERS_MAX - receivers.length }, () => EMPTY_PLACE)
    return [...receivers, ...room].reduce((out, one) => RECEIVER.write(out, one), writer.u8(receivers.length))
  },
}

/** Who receives a coin's creator fees, and who may change that. */
export const FEE_SHARES_STATE = struct({
  authority: ADDRESS,
  /** The wallet that the right to change the receivers is offered to. */
  pendingAuthority: HOLDER,
  receivers: RECEIVERS,
})
export type FeeSharesState = ValuesOf<typeof FEE_SHARES_STATE.fields>

/** Lamports paid to each of the receivers until now, in their order; the first time to the creator. */
export const PAID: Field<readonly Lamports[]> = {
  type: 'paid',
  read: (reader) => Array.from({ length: FEE_SHARE_RECEIVERS_MAX }, () => LAMPORTS.read(reader)),
  write: (writer, paid) => paid.reduce((out, each) => out.u64(each), writer),
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
