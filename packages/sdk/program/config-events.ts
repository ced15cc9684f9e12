// What the holders of the program's keys did: events like those of events.ts, but signed by the Config, each with the whole
// Config after it (docs/program.md, Events of the Config).
import type { Address } from '@solana/kit'
import { type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import { EVENT_TAG } from './instructions.ts'
import { SYSTEM_PROGRAM } from './programs.ts'
import { TERMS, type Terms } from './terms.ts'

/** An instruction that a program called while a transaction ran. */
export interface InnerInstruction {
  readonly programAddress: string
  readonly data: Uint8Array
}

/** By the tag of the instruction, which is the event's kind. */
const KINDS = {
  0: 'initializeConfig',
  1: 'updateConfig',
  9: 'claimTreasuryFees',
  11: 'migrate',
  13: 'offerAdmin',
  14: 'acceptAdmin',
  15: 'pause',
  16: 'unpause',
} as const
export type ConfigEventKind = (typeof KINDS)[keyof typeof KINDS]

/** What may change of a Config. */
export interface ConfigState {
  readonly admin: Address
  /** To whom the admin's right is offered. */
  readonly pendingAdmin: Address | undefined
  readonly treasury: Address
  /** Undefined where nobody may pause. */
  readonly pauseKey: Address | undefined
  /** Until when launches and buys are paused, or were; 0 = never yet. */
  readonly pausedUntilSeconds: bigint
  readonly terms: Terms
}

export interface ConfigEvent {
  readonly kind: ConfigEventKind
  /** Of the Config: 1, then one more each. */
  readonly sequence: bigint
  readonly who: Address
  /** What a claim or a change of treasury paid. */
  readonly lamports: Lamports
  readonly unixSeconds: bigint
  readonly after: ConfigState
}

const VERSION = 2
/** The zero address stands for nobody. */
const holder = (address: Address): Address | undefined => (address === SYSTEM_PROGRAM ? undefined : address)

/** Whether a call of the program by itself, with its tag, tells of the Config and not of a market. */
export const isConfigEvent = (data: Uint8Array): boolean =>
  data[0] === EVENT_TAG && data[1] !== undefined && data[1] in KINDS

/**
 * The Config's events of one transaction that succeeded, in order. A record of a later version, or one that is not whole,
 * throws a ProgramDataError.
 */
export const decodeConfigEvents = (
  inner: readonly InnerInstruction[],
  programAddress: Address,
): readonly ConfigEvent[] =>
  inner.flatMap(({ programAddress: called, data }) =>
    called === programAddress && isConfigEvent(data) ? [decodeConfigEvent(data.subarray(1))] : [],
  )

function decodeConfigEvent(record: Uint8Array): ConfigEvent {
  const reader = new Reader(record)
  const kind = KINDS[reader.u8() as keyof typeof KINDS]
  const version = reader.u8()
  if (version !== VERSION) throw new ProgramDataError(`events of version ${version} are not known here`)
  reader.bytes(6) // zeros
  const event = {
    kind,
    sequence: reader.u64(),
    who: reader.address(),
    lamports: lamports(reader.u64()),
    unixSeconds: reader.i64(),
    after: {
      admin: reader.address(),
      pendingAdmin: holder(reader.address()),
      treasury: reader.address(),
      pauseKey: holder(reader.address()),
      pausedUntilSeconds: reader.i64(),
      terms: TERMS.read(reader),
    },
  }
  reader.end()
  return event
}
