// The program's events: calls of itself (docs/decisions/0006). Only the program can sign for a market, as such a call
// must, so an inner instruction of it with the event's tag, in a transaction that succeeded, is what happened. One table
// describes what each kind goes on with behind the fields that all have; its types, the IDL and docs/program.md follow.
import type { Address } from '@solana/kit'
import { lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import {
  ADDRESS,
  BASE_UNITS,
  type Field,
  type Fields,
  I64,
  LAMPORTS,
  struct,
  U8,
  U32,
  U64,
  type ValuesOf,
  zeros,
} from './codec.ts'
import type { InnerInstruction } from './config-events.ts'
import { isConfigEvent } from './config-events.ts'
import { EDITIONS_FIELD } from './editions.ts'
import { FEE_SHARES_STATE, PAID } from './fee-shares.ts'
import {
  EVENT_TAG,
  EVENT_TEXTS,
  type InstructionName,
  instructionOfTag,
  type NftMarketName,
} from './instructions.ts'
import { CHOICES, TERMS } from './terms.ts'

export const EVENT_VERSION = 2

/** The fields of every event of a market, behind its kind and version. */
export const EVENT_HEAD = struct({
  /** 1: a buy that graduated the coin. 2: a capture that made its NFT. */
  flags: U8,
  zero: zeros(1),
  /** 0 where no NFT is meant. */
  edition: U32,
  /** 1 at launch, then one more each: no gaps within a coin. */
  sequence: U64,
  mint: ADDRESS,
  /** The wallet that signed. */
  who: ADDRESS,
  /** Lamports that moved; the price of a listing or an offer. */
  lamports: LAMPORTS,
  /** Base units that moved. */
  baseUnits: BASE_UNITS,
  /** The fee of a sell; the surcharge of a buy, which is locked; royalty and platform fee of a sale of an NFT. */
  feeLamports: LAMPORTS,
  /** The creator's part of the fee. */
  creatorFeeLamports: LAMPORTS,
  /** The market after the event, as in the next two fields. */
  reserveLamports: LAMPORTS,
  reserveBaseUnits: BASE_UNITS,
  realLamports: LAMPORTS,
  burnedBaseUnits: BASE_UNITS,
  unixSeconds: I64,
})
type Head = ValuesOf<typeof EVENT_HEAD.fields>

const FLAG_GRADUATED = 1
const FLAG_MINTED = 2

/** The fields behind the head, and the kind's own values taken from the head. */
const event = <const Tail extends Fields, Values extends object>(
  tail: Tail,
  fromHead: (head: Head) => Values,
) => ({
  tail: struct(tail),
  fromHead,
})

const paid = ({ lamports: lamportsOut }: Head) => ({ lamportsOut })
const asked = ({ edition, lamports: priceLamports }: Head) => ({ edition, priceLamports })
const sold = ({ edition, lamports: dueLamports, feeLamports, creatorFeeLamports }: Head) => ({
  edition,
  /** Paid by the buyer, all fees included. */
  dueLamports,
  /** The creator's part of `dueLamports`. */
  royaltyLamports: creatorFeeLamports,
  /** The treasury's part of `dueLamports`. */
  platformFeeLamports: lamports(feeLamports - creatorFeeLamports),
})
const FEE_SHARES = { feeShares: FEE_SHARES_STATE }
const EXPIRES = { expiresAtSeconds: I64 }

export const EVENTS = {
  launch: event({ terms: TERMS, choices: CHOICES, texts: EVENT_TEXTS }, () => ({})),
  buy: event({}, (head) => ({
    /** All that was paid. */
    lamportsIn: head.lamports,
    /** The part of the payment that the launch guard locked. */
    surchargeLamports: head.feeLamports,
    baseUnitsOut: head.baseUnits,
    graduated: (head.flags & FLAG_GRADUATED) !== 0,
    burnedBaseUnits: head.burnedBaseUnits,
  })),
  sell: event({}, (head) => ({
    baseUnitsIn: head.baseUnits,
    /** After the fee. */
    lamportsOut: head.lamports,
    feeLamports: head.feeLamports,
    creatorFeeLamports: head.creatorFeeLamports,
  })),
  capture: event({}, ({ edition, flags, baseUnits }) => ({
    edition,
    /** Made by this capture; otherwise it came from the escrow. */
    minted: (flags & FLAG_MINTED) !== 0,
    /** Paid for the NFT: 1,000,000 coins. */
    baseUnits,
  })),
  release: event({}, ({ edition, baseUnits }) => ({
    edition,
    /** Returned for the NFT: 1,000,000 coins. */
    baseUnits,
  })),
  boost: event({ boostedUntilSeconds: I64 }, ({ lamports: lamportsIn }) => ({ lamportsIn })),
  claimCreatorFees: event({}, paid),
  collect: event({}, paid),
  setFeeShares: event({ ...FEE_SHARES, paidLamports: PAID }, paid),
  drawFeeShare: event(FEE_SHARES, paid),
  offerFeeShares: event(FEE_SHARES, () => ({})),
  acceptFeeShares: event({ ...FEE_SHARES, paidLamports: PAID }, paid),
  list: event(EXPIRES, asked),
  updateListing: event(EXPIRES, asked),
  cancelListing: event({}, asked),
  buyListing: event({ seller: ADDRESS }, sold),
  offer: event(
    { offer: ADDRESS, nonce: U64, ...EXPIRES, editions: EDITIONS_FIELD },
    ({ lamports: priceLamports }) => ({ priceLamports }),
  ),
  cancelOffer: event({ offer: ADDRESS }, ({ lamports: priceLamports }) => ({ priceLamports })),
  /** `who` is the seller. */
  acceptOffer: event({ offer: ADDRESS, bidder: ADDRESS }, sold),
} satisfies Partial<Record<InstructionName, { readonly tail: object; readonly fromHead: object }>>

export type EventKind = keyof typeof EVENTS
export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[]

type EventFields = Pick<
  Head,
  'sequence' | 'mint' | 'who' | 'reserveLamports' | 'reserveBaseUnits' | 'realLamports' | 'unixSeconds'
>
/** The kind's own values, without the fields that all events have. */
type OwnValues<Kind extends EventKind> = Readonly<ReturnType<(typeof EVENTS)[Kind]['fromHead']>> &
  ValuesOf<(typeof EVENTS)[Kind]['tail']['fields']>

export type ProgramEvent = {
  [Kind in EventKind]: EventFields & { readonly kind: Kind } & OwnValues<Kind>
}[EventKind]

export type NftMarketEvent = Extract<ProgramEvent, { readonly kind: NftMarketName }>

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

const isEventKind = (name: InstructionName | undefined): name is EventKind =>
  name !== undefined && name in EVENTS

/** Reads one record; throws a ProgramDataError when it is not whole, or of an unknown version. */
export function decodeEvent(record: Uint8Array): ProgramEvent {
  const reader = new Reader(record)
  const tag = reader.u8()
  const version = reader.u8()
  if (version !== EVENT_VERSION) throw new ProgramDataError(`events of version ${version} are not known here`)
  const kind = instructionOfTag(tag)
  if (!isEventKind(kind)) throw new ProgramDataError(`events of kind ${tag} are not known here`)
  const head = EVENT_HEAD.read(reader)
  const row: { readonly tail: Field<object>; readonly fromHead: (head: Head) => object } = EVENTS[kind]
  const { sequence, mint, who, reserveLamports, reserveBaseUnits, realLamports, unixSeconds } = head
  const fields = { sequence, mint, who, reserveLamports, reserveBaseUnits, realLamports, unixSeconds }
  const decoded: object = { kind, ...row.fromHead(head), ...row.tail.read(reader), ...fields }
  reader.end()
  // Of this kind by the table.
  return decoded as ProgramEvent
}
