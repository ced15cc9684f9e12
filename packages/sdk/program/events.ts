// The program's events: calls of itself (docs/decisions/0006). Only the program can sign for a market, as such a call
// must, so an inner instruction of it with the event's tag, in a transaction that succeeded, is what happened.

import type { Address } from '@solana/kit'
import { type BaseUnits, baseUnits, type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import type { InnerInstruction } from './config-events.ts'
import { isConfigEvent } from './config-events.ts'
import { type FeeSharesEvent, readFeeSharesEvent } from './fee-shares.ts'
import { EVENT_TAG, type LaunchTexts, TAGS } from './instructions.ts'
import { type NftMarketEvent, readNftMarketEvent } from './nft-market.ts'
import { type LaunchChoices, readChoices, readTerms, type Terms } from './terms.ts'

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
    | FeeSharesEvent
    | NftMarketEvent
    | {
        readonly kind: 'launch'
        readonly terms: Terms
        readonly choices: LaunchChoices
        readonly texts: Omit<LaunchTexts, 'seed'>
      }
    | {
        readonly kind: 'buy'
        /** All that was paid. */
        readonly lamportsIn: Lamports
        /** What of it the launch guard locked. */
        readonly surchargeLamports: Lamports
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
    | {
        readonly kind: 'capture'
        /** The edition number, from 1. */
        readonly edition: number
        /** Made by this capture; else it came from the escrow. */
        readonly minted: boolean
        /** What it cost: 1,000,000 coins. */
        readonly baseUnits: BaseUnits
      }
    | {
        readonly kind: 'release'
        readonly edition: number
        /** What it gave back: 1,000,000 coins. */
        readonly baseUnits: BaseUnits
      }
    | { readonly kind: 'boost'; readonly lamportsIn: Lamports; readonly boostedUntilSeconds: bigint }
    | { readonly kind: 'claimCreatorFees'; readonly lamportsOut: Lamports }
    | { readonly kind: 'collect'; readonly lamportsOut: Lamports }
  )

const FLAG_GRADUATED = 1
const FLAG_MINTED = 2

/**
 * The events of one transaction that succeeded, in order, each with its record. Records of later versions and of kinds unknown here
 * throw a ProgramDataError: to skip them would lose money's history silently. The Config's events are config-events.ts's.
 */
export function readEvents(
  inner: readonly InnerInstruction[],
  programAddress: Address,
): readonly { readonly event: ProgramEvent; readonly record: Uint8Array }[] {
  return inner.flatMap(({ programAddress: called, data }) => {
    if (called !== programAddress || data[0] !== EVENT_TAG || isConfigEvent(data)) return []
    const record = data.subarray(1)
    return [{ event: decodeEvent(record), record }]
  })
}

/** As readEvents, without the records. */
export const decodeEvents = (
  inner: readonly InnerInstruction[],
  programAddress: Address,
): readonly ProgramEvent[] => readEvents(inner, programAddress).map(({ event }) => event)

/** Of a record: its second byte. The bytes of a version never change. */
const VERSION = 2

/** Reads one record; throws a ProgramDataError when it is not whole, or of an unknown version. */
export function decodeEvent(record: Uint8Array): ProgramEvent {
  const reader = new Reader(record)
  const kind = reader.u8()
  const version = reader.u8()
  if (version !== VERSION) throw new ProgramDataError(`events of version ${version} are not known here`)
  const event = readEvent(kind, reader)
  reader.end()
  return event
}

function readEvent(kind: number, reader: Reader): ProgramEvent {
  const flags = reader.u8()
  reader.u8() // zero
  const edition = reader.u32()
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
  // Spread behind the fields of a kind: before them it takes a hundred times as long (docs/performance.md).
  const fields = { sequence, mint, who, reserveLamports, reserveBaseUnits, realLamports, unixSeconds }
  switch (kind) {
    case TAGS.launch: {
      const [terms, choices] = [readTerms(reader), readChoices(reader)]
      const texts = {
        name: reader.text(),
        symbol: reader.text(),
        collectionName: reader.text(),
        uri: reader.text(),
      }
      return { kind: 'launch', terms, choices, texts, ...fields }
    }
    case TAGS.buy: {
      const graduated = (flags & FLAG_GRADUATED) !== 0
      return {
        kind: 'buy',
        lamportsIn: moved,
        surchargeLamports: feeLamports,
        baseUnitsOut: coins,
        graduated,
        burnedBaseUnits,
        ...fields,
      }
    }
    case TAGS.sell:
      return {
        kind: 'sell',
        baseUnitsIn: coins,
        lamportsOut: moved,
        feeLamports,
        creatorFeeLamports,
        ...fields,
      }
    case TAGS.capture: {
      const minted = (flags & FLAG_MINTED) !== 0
      return { kind: 'capture', edition, minted, baseUnits: coins, ...fields }
    }
    case TAGS.release:
      return { kind: 'release', edition, baseUnits: coins, ...fields }
    case TAGS.boost:
      return { kind: 'boost', lamportsIn: moved, boostedUntilSeconds: reader.i64(), ...fields }
    case TAGS.claimCreatorFees:
      return { kind: 'claimCreatorFees', lamportsOut: moved, ...fields }
    case TAGS.collect:
      return { kind: 'collect', lamportsOut: moved, ...fields }
    default: {
      const ofFeeShares = readFeeSharesEvent(kind, reader, moved)
      if (ofFeeShares) return { ...fields, ...ofFeeShares }
      const ofNftMarket = readNftMarketEvent(kind, reader, {
        edition,
        moved,
        feeLamports,
        creatorFeeLamports,
      })
      if (!ofNftMarket) throw new ProgramDataError(`events of kind ${kind} are not known here`)
      return { ...fields, ...ofNftMarket }
    }
  }
}
