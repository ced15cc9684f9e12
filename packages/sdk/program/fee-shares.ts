// The receivers of a coin's creator fees: the FeeShares account, its four instructions and what its events say, built and
// read. Bytes as in docs/program.md; must not know who may do what.
import type { Address } from '@solana/kit'
import { type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, Reader, Writer } from './bytes.ts'
import type { AccountMeta, Instruction } from './message.ts'
import { SYSTEM_PROGRAM } from './programs.ts'

export const FEE_SHARES_BYTES = 312
export const FEE_SHARE_RECEIVERS_MAX = 4
/** All shares together. */
export const FEE_SHARES_BPS = 10_000

export const FEE_SHARES_TAGS = {
  setFeeShares: 17,
  drawFeeShare: 18,
  offerFeeShares: 19,
  acceptFeeShares: 20,
} as const
export type FeeSharesInstructionName = keyof typeof FEE_SHARES_TAGS

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

/**
 * What the receiver at `place` may draw, in lamports: floor(received · share / 10,000) less what it drew. Received is what
 * the market owes now and what all of them drew. As program/src/fee_shares.rs, `draw`.
 */
export function feeShareDueLamports(
  receivers: readonly Pick<FeeShareReceiver, 'bps' | 'drawnLamports'>[],
  place: number,
  owedLamports: bigint,
): bigint {
  const receiver = receivers[place]
  if (receiver === undefined) return 0n
  const received = receivers.reduce((sum, { drawnLamports }) => sum + drawnLamports, owedLamports)
  return (received * BigInt(receiver.bps)) / BigInt(FEE_SHARES_BPS) - receiver.drawnLamports
}

/** Those that the account names, in this order, must stand behind the fixed ones wherever receivers are changed. */
export interface FeeSharesAddresses {
  readonly market: Address
  readonly feeShares: Address
}

interface ChangeInput {
  readonly addresses: FeeSharesAddresses
  /** The present receivers, in their order; none the first time. */
  readonly present: readonly Address[]
  readonly next: readonly FeeShare[]
}

const signs = (address: Address, writable = false): AccountMeta => ({ address, signer: true, writable })
const writes = (address: Address): AccountMeta => ({ address, signer: false, writable: true })
const reads = (address: Address): AccountMeta => ({ address, signer: false, writable: false })

const changeData = (tag: number, next: readonly FeeShare[]) =>
  next.reduce((writer, { bps }) => writer.u16(bps), new Writer().u8(tag).u8(next.length)).finish()

/** By the authority; the first time by the creator, who pays the account's rent. */
export function setFeeSharesInstruction(
  programAddress: Address,
  input: ChangeInput & { readonly authority: Address },
): Instruction {
  const { authority, addresses, present, next } = input
  return {
    programAddress,
    accounts: [
      signs(authority, true),
      writes(addresses.market),
      writes(addresses.feeShares),
      reads(SYSTEM_PROGRAM),
      reads(programAddress),
      ...[...present, ...next.map(({ address }) => address)].map(writes),
    ],
    data: changeData(FEE_SHARES_TAGS.setFeeShares, next),
  }
}

/** By a receiver, of its own share; the first time it confirms the receiver too. */
export function drawFeeShareInstruction(
  programAddress: Address,
  { receiver, addresses }: { readonly receiver: Address; readonly addresses: FeeSharesAddresses },
): Instruction {
  return {
    programAddress,
    accounts: [
      signs(receiver, true),
      writes(addresses.market),
      writes(addresses.feeShares),
      reads(programAddress),
    ],
    data: Uint8Array.of(FEE_SHARES_TAGS.drawFeeShare),
  }
}

/** By the authority; `pendingAuthority` undefined takes an offer back. */
export function offerFeeSharesInstruction(
  programAddress: Address,
  input: {
    readonly authority: Address
    readonly addresses: FeeSharesAddresses
    readonly pendingAuthority: Address | undefined
  },
): Instruction {
  const { authority, addresses, pendingAuthority = SYSTEM_PROGRAM } = input
  return {
    programAddress,
    accounts: [
      signs(authority),
      writes(addresses.market),
      writes(addresses.feeShares),
      reads(programAddress),
    ],
    data: new Writer().u8(FEE_SHARES_TAGS.offerFeeShares).address(pendingAuthority).finish(),
  }
}

/** By whom the right was offered to. */
export function acceptFeeSharesInstruction(
  programAddress: Address,
  input: ChangeInput & { readonly pendingAuthority: Address },
): Instruction {
  const { pendingAuthority, addresses, present, next } = input
  return {
    programAddress,
    accounts: [
      signs(pendingAuthority),
      writes(addresses.market),
      writes(addresses.feeShares),
      reads(programAddress),
      ...[...present, ...next.map(({ address }) => address)].map(writes),
    ],
    data: changeData(FEE_SHARES_TAGS.acceptFeeShares, next),
  }
}

interface ChangeAddresses extends FeeSharesAddresses {
  readonly present: readonly Address[]
}

export type DecodedFeeSharesInstruction =
  | {
      readonly name: 'setFeeShares'
      readonly addresses: ChangeAddresses & { readonly authority: Address }
      readonly next: readonly FeeShare[]
    }
  | { readonly name: 'drawFeeShare'; readonly addresses: FeeSharesAddresses & { readonly receiver: Address } }
  | {
      readonly name: 'offerFeeShares'
      readonly addresses: FeeSharesAddresses & { readonly authority: Address }
      readonly pendingAuthority: Address | undefined
    }
  | {
      readonly name: 'acceptFeeShares'
      readonly addresses: ChangeAddresses & { readonly pendingAuthority: Address }
      readonly next: readonly FeeShare[]
    }

/**
 * Reads what stands behind one of the four tags; undefined for another tag. Throws a ProgramDataError where the data or the
 * number of accounts is not the instruction's; says nothing about whether the accounts are the right ones.
 */
export function decodeFeeSharesInstruction(
  tag: number,
  reader: Reader,
  accounts: readonly Address[],
): DecodedFeeSharesInstruction | undefined {
  switch (tag) {
    case FEE_SHARES_TAGS.setFeeShares: {
      const [authority, market, feeShares] = fixed('setFeeShares', accounts, 5, true)
      const change = readChange('setFeeShares', reader, accounts.slice(5))
      return {
        name: 'setFeeShares',
        addresses: { authority, market, feeShares, present: change.present },
        next: change.next,
      }
    }
    case FEE_SHARES_TAGS.drawFeeShare: {
      const [receiver, market, feeShares] = fixed('drawFeeShare', accounts, 4)
      return { name: 'drawFeeShare', addresses: { receiver, market, feeShares } }
    }
    case FEE_SHARES_TAGS.offerFeeShares: {
      const [authority, market, feeShares] = fixed('offerFeeShares', accounts, 4)
      const pending = reader.address()
      return {
        name: 'offerFeeShares',
        addresses: { authority, market, feeShares },
        pendingAuthority: pending === SYSTEM_PROGRAM ? undefined : pending,
      }
    }
    case FEE_SHARES_TAGS.acceptFeeShares: {
      const [pendingAuthority, market, feeShares] = fixed('acceptFeeShares', accounts, 4, true)
      const change = readChange('acceptFeeShares', reader, accounts.slice(4))
      return {
        name: 'acceptFeeShares',
        addresses: { pendingAuthority, market, feeShares, present: change.present },
        next: change.next,
      }
    }
    default:
      return undefined
  }
}

/** The first three of an instruction that has `count` fixed accounts, and perhaps more behind them. */
function fixed(
  name: FeeSharesInstructionName,
  accounts: readonly Address[],
  count: number,
  more = false,
): readonly [Address, Address, Address] {
  const [first, market, feeShares] = accounts
  const fits = more ? accounts.length >= count : accounts.length === count
  if (!fits || first === undefined || market === undefined || feeShares === undefined)
    throw new ProgramDataError(`${name} takes ${count} accounts, not ${accounts.length}`)
  return [first, market, feeShares]
}

function readChange(name: FeeSharesInstructionName, reader: Reader, accounts: readonly Address[]) {
  const count = reader.u8()
  if (count > FEE_SHARE_RECEIVERS_MAX || count > accounts.length)
    throw new ProgramDataError(`${name} cannot name ${count} receivers`)
  const present = accounts.slice(0, accounts.length - count)
  if (present.length > FEE_SHARE_RECEIVERS_MAX)
    throw new ProgramDataError(`${name} cannot pay ${present.length} receivers`)
  const next = accounts.slice(present.length).map((address): FeeShare => ({ address, bps: reader.u16() }))
  return { present, next }
}

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
  kind: number,
  reader: Reader,
  lamportsOut: Lamports,
): FeeSharesEvent | undefined {
  switch (kind) {
    case FEE_SHARES_TAGS.setFeeShares:
    case FEE_SHARES_TAGS.acceptFeeShares: {
      const feeShares = readState(reader)
      const paidLamports = Array.from({ length: FEE_SHARE_RECEIVERS_MAX }, () => lamports(reader.u64()))
      const name = kind === FEE_SHARES_TAGS.setFeeShares ? 'setFeeShares' : 'acceptFeeShares'
      return { kind: name, lamportsOut, paidLamports, feeShares }
    }
    case FEE_SHARES_TAGS.drawFeeShare:
      return { kind: 'drawFeeShare', lamportsOut, feeShares: readState(reader) }
    case FEE_SHARES_TAGS.offerFeeShares:
      return { kind: 'offerFeeShares', feeShares: readState(reader) }
    default:
      return undefined
  }
}
