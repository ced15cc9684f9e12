// The program's events, read from a transaction's logs. Anybody may write logs: a record counts only where the
// innermost program running at its line is ours, so the stack of invocations is followed line by line.
import type { Address } from '@solana/kit'
import { type BaseUnits, baseUnits, type Lamports, lamports } from '../../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import { type LaunchTexts, TAGS, type Terms } from './instructions.ts'

interface EventFields {
  /** 1 at launch, then one more each: no gaps within a coin. */
  readonly sequence: bigint
  readonly mint: Address
  readonly who: Address
  readonly reserveLamports: Lamports
  readonly reserveBaseUnits: BaseUnits
  readonly realLamports: Lamports
  readonly unixSeconds: bigint
}

export type ProgramEvent = EventFields &
  (
    | {
        readonly kind: 'launch'
        readonly terms: Terms
        readonly texts: Omit<LaunchTexts, 'seed'>
      }
    | {
        readonly kind: 'buy'
        readonly lamportsIn: Lamports
        readonly baseUnitsOut: BaseUnits
        readonly graduated: boolean
        readonly burnedBaseUnits: BaseUnits
      }
    | {
        readonly kind: 'sell'
        readonly baseUnitsIn: BaseUnits
        /** After the fee. */
        readonly lamportsOut: Lamports
        readonly feeLamports: Lamports
        readonly creatorFeeLamports: Lamports
      }
    | { readonly kind: 'boost'; readonly lamportsIn: Lamports; readonly boostedUntilSeconds: bigint }
    | { readonly kind: 'claimCreatorFees'; readonly lamportsOut: Lamports }
  )

export interface DecodedLogs {
  readonly events: readonly ProgramEvent[]
  /** The node cut the logs off: events may be missing, and the transaction has to be understood another way. */
  readonly truncated: boolean
}

const VERSION = 1
const FLAG_GRADUATED = 1

const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/
const END = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) (?:success$|failed: )/
const DATA = 'Program data: '

/**
 * The events of one transaction that succeeded, in order (a failed one leaves logs, but nothing happened). Records of later versions and of kinds unknown here throw a
 * ProgramDataError: to skip them would lose money's history silently.
 */
export function decodeEvents(logs: readonly string[], programAddress: Address): DecodedLogs {
  const stack: string[] = []
  const events: ProgramEvent[] = []
  for (const line of logs) {
    // Only the runtime writes these lines: what programs say always begins with "Program log: ", "Program data: " or
    // "Program return: ", and a line break within it stays within one entry.
    const invoked = INVOKE.exec(line)
    if (invoked) {
      // The depth is in the line: whatever was still open deeper down has ended.
      stack.length = Math.min(stack.length, Number(invoked[2]) - 1)
      stack.push(invoked[1] ?? '')
    } else if (END.test(line)) stack.pop()
    else if (line === 'Log truncated') return { events, truncated: true }
    else if (line.startsWith(DATA) && stack.at(-1) === programAddress)
      events.push(decodeEvent(decodeBase64(line.slice(DATA.length))))
  }
  return { events, truncated: false }
}

/** Reads one record; throws a ProgramDataError when it is not one of version 1. */
export function decodeEvent(record: Uint8Array): ProgramEvent {
  const reader = new Reader(record)
  const kind = reader.u8()
  const version = reader.u8()
  if (version !== VERSION) throw new ProgramDataError(`events of version ${version} are not known here`)
  const flags = reader.u8()
  reader.bytes(5) // zero, NFT index
  const sequence = reader.u64()
  const mint = reader.address()
  const who = reader.address()
  const moved = lamports(reader.u64())
  const coins = baseUnits(reader.u64())
  const feeLamports = lamports(reader.u64())
  const creatorFeeLamports = lamports(reader.u64())
  const reserveLamports = lamports(reader.u64())
  const reserveBaseUnits = baseUnits(reader.u64())
  const realLamports = lamports(reader.u64())
  const burnedBaseUnits = baseUnits(reader.u64())
  const unixSeconds = reader.i64()
  const fields = { sequence, mint, who, reserveLamports, reserveBaseUnits, realLamports, unixSeconds }
  const event = ((): ProgramEvent => {
    switch (kind) {
      case TAGS.launch: {
        const terms = {
          graduationMarketCapLamports: lamports(reader.u64()),
          boostPriceLamports: lamports(reader.u64()),
          boostSeconds: reader.u32(),
          sellFeeBps: reader.u16(),
          creatorShareBps: reader.u16(),
        }
        const texts = {
          name: reader.text(),
          symbol: reader.text(),
          collectionName: reader.text(),
          uri: reader.text(),
        }
        return { ...fields, kind: 'launch', terms, texts }
      }
      case TAGS.buy: {
        const graduated = (flags & FLAG_GRADUATED) !== 0
        return { ...fields, kind: 'buy', lamportsIn: moved, baseUnitsOut: coins, graduated, burnedBaseUnits }
      }
      case TAGS.sell:
        return {
          ...fields,
          kind: 'sell',
          baseUnitsIn: coins,
          lamportsOut: moved,
          feeLamports,
          creatorFeeLamports,
        }
      case TAGS.boost:
        return { ...fields, kind: 'boost', lamportsIn: moved, boostedUntilSeconds: reader.i64() }
      case TAGS.claimCreatorFees:
        return { ...fields, kind: 'claimCreatorFees', lamportsOut: moved }
      default:
        throw new ProgramDataError(`events of kind ${kind} are not known here`)
    }
  })()
  reader.end()
  return event
}

function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new ProgramDataError('a record of the program is not base64', { cause })
  }
}
