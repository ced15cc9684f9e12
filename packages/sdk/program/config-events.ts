// What the holders of the program's keys did: events like those of events.ts, but signed by the Config, each with the whole
// Config after it (docs/program.md, Events of the Config).
import type { Address } from '@solana/kit'
import { ProgramDataError, Reader } from './bytes.ts'
import { ADDRESS, HOLDER, I64, LAMPORTS, struct, U64, type ValuesOf, zeros } from './codec.ts'
import { EVENT_TAG, INSTRUCTIONS, type InstructionName } from './instructions.ts'
import { TERMS } from './terms.ts'

/** An instruction that a program called while a transaction ran. */
export interface InnerInstruction {
  readonly programAddress: string
  readonly data: Uint8Array
}

/** The instructions that record one: the event's kind is the instruction's tag. */
export const CONFIG_EVENT_KINDS = [
  'initializeConfig',
  'updateConfig',
  'claimTreasuryFees',
  'migrate',
  'offerAdmin',
  'acceptAdmin',
  'pause',
  'unpause',
] as const satisfies readonly InstructionName[]
export type ConfigEventKind = (typeof CONFIG_EVENT_KINDS)[number]

/** The whole Config after the event. */
const AFTER = struct({
  admin: ADDRESS,
  /** The wallet that the admin's right is offered to. */
  pendingAdmin: HOLDER,
  treasury: ADDRESS,
  /** Undefined where nobody may pause. */
  pauseKey: HOLDER,
  /** Launches and buys are or were paused until then; 0 = never yet. */
  pausedUntilSeconds: I64,
  terms: TERMS,
})
/** A record behind its kind and version. */
export const CONFIG_EVENT = struct({
  zero: zeros(6),
  /** Counts the Config's events, from 1 without gaps. */
  sequence: U64,
  /** The signer; of a claim the treasury. */
  who: ADDRESS,
  /** Lamports that a claim or a change of treasury paid. */
  lamports: LAMPORTS,
  unixSeconds: I64,
  after: AFTER,
})

export interface ConfigEvent extends Omit<ValuesOf<typeof CONFIG_EVENT.fields>, 'zero'> {
  readonly kind: ConfigEventKind
}

const VERSION = 2

const kindOf = (tag: number | undefined): ConfigEventKind | undefined =>
  CONFIG_EVENT_KINDS.find((kind) => INSTRUCTIONS[kind].tag === tag)

/** Whether the data of an inner instruction is an event of the Config, and not of a market. */
export const isConfigEvent = (data: Uint8Array): boolean =>
  data[0] === EVENT_TAG && kindOf(data[1]) !== undefined

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
  const kind = kindOf(reader.u8())
  const version = reader.u8()
  if (version !== VERSION || kind === undefined)
    throw new ProgramDataError(`events of version ${version} are not known here`)
  const { zero: _, ...event } = CONFIG_EVENT.read(reader)
  reader.end()
  return { kind, ...event }
}
