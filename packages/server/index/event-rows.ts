// The rows that one event says: a coin's at its launch, a trade's, an NFT's, and the curve's after it. Knows no database.
import { createHash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { assert } from '@twinmint/sdk/core/assert'
import { marketCapLamports, SUPPLY_BASE_UNITS } from '@twinmint/sdk/core/curve'
import { graduationStandsAt } from '@twinmint/sdk/core/sustained'
import { deriveMarketAddresses, deriveNftAddresses } from '@twinmint/sdk/program/addresses'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { shownCoin } from './names/imitations.ts'
import { priceText } from './records.ts'
import type {
  BoostRow,
  CoinEventRow,
  CollectionRow,
  CurveRow,
  FeeClaimRow,
  NftChange,
  TradeRow,
} from './rows.ts'

/** An event and the transaction that carried it. */
export interface LoggedEvent<Kind extends ProgramEvent['kind'] = ProgramEvent['kind']> {
  readonly event: ProgramEvent & { readonly kind: Kind }
  readonly signature: string
  readonly slot: bigint
  /** The event as the program wrote it; absent in tests that make their events without it. */
  readonly record?: Uint8Array
}

/** The id of a coin's collection: a UUID (version 8) of the mint's address, the same in every index. */
export function collectionIdOf(mintAddress: string): string {
  const known = collectionIds.get(mintAddress)
  if (known !== undefined) return known
  if (collectionIds.size > IDS_MAX) collectionIds.clear()
  const id = hashedIdOf(mintAddress)
  collectionIds.set(mintAddress, id)
  return id
}
const IDS_MAX = 20_000
const collectionIds = new Map<string, string>()

function hashedIdOf(mintAddress: string): string {
  const bytes = createHash('sha256').update('twinmint:').update(addressBytes(mintAddress)).digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The event as it is kept; none where its record is not known. */
export function coinEventRowsOf({ event, signature, slot, record }: LoggedEvent): CoinEventRow[] {
  if (record === undefined) return []
  const { buffer, byteOffset, byteLength } = record
  return [
    {
      collectionId: collectionIdOf(event.mint),
      sequence: Number(event.sequence),
      signature,
      slot: Number(slot),
      record: `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`,
    },
  ]
}

export async function collectionRowOf(
  programAddress: Address,
  { event, signature, slot }: LoggedEvent<'launch'>,
): Promise<CollectionRow> {
  const addresses = await deriveMarketAddresses(programAddress, event.mint)
  return {
    id: collectionIdOf(event.mint),
    mintAddress: event.mint,
    ...shownCoin(event.texts, event.mint),
    creatorAddress: event.who,
    marketAddress: addresses.market,
    vaultAddress: addresses.vault,
    escrowAddress: addresses.escrow,
    collectionAddress: addresses.collection,
    metadataUri: event.texts.uri,
    totalSupply: SUPPLY_BASE_UNITS.toString(),
    initialPrice: priceText(event.choices.openingReserveLamports, SUPPLY_BASE_UNITS),
    graduationMarketCapLamports: event.terms.graduationMarketCapLamports.toString(),
    boostPriceLamports: event.terms.boostPriceLamports.toString(),
    boostSeconds: event.terms.boostSeconds,
    sellFeeBps: event.terms.sellFeeBps,
    creatorShareBps: event.terms.creatorShareBps,
    royaltyBps: event.terms.royaltyBps,
    marketFeeBps: event.terms.marketFeeBps,
    launchSignature: signature,
    launchSlot: Number(slot),
    createdAt: isoTime(event),
  }
}

export async function nftChangeOf(
  programAddress: Address,
  event: ProgramEvent & { readonly kind: 'capture' | 'release' },
  signature: string,
): Promise<NftChange> {
  const { escrow } = await deriveMarketAddresses(programAddress, event.mint)
  const { mint, userNft, escrowNft } = await deriveNftAddresses(programAddress, {
    mintAddress: event.mint,
    walletAddress: event.who,
    edition: event.edition,
  })
  const isCapture = event.kind === 'capture'
  return {
    collectionId: collectionIdOf(event.mint),
    tokenId: event.edition,
    sequence: Number(event.sequence),
    mintAddress: mint,
    ownerAddress: isCapture ? event.who : escrow,
    tokenAccount: isCapture ? userNft : escrowNft,
    isSwapped: !isCapture,
    mintSignature: isCapture && event.minted ? signature : null,
    swappedAt: isoTime(event),
    lastSaleLamports: null,
    marketFeesLamports: '0',
  }
}

export type TradeEvent = ProgramEvent & { readonly kind: 'buy' | 'sell' | 'capture' | 'release' }

export const isTrade = (event: ProgramEvent): event is TradeEvent =>
  event.kind === 'buy' || event.kind === 'sell' || event.kind === 'capture' || event.kind === 'release'

/** What went which way, in a trade's row. */
function movedOf(event: TradeEvent) {
  switch (event.kind) {
    case 'buy':
      return {
        type: 'BUY',
        lamports: event.lamportsIn.toString(),
        surchargeLamports: event.surchargeLamports.toString(),
        baseUnits: event.baseUnitsOut.toString(),
        feeLamports: '0',
        creatorFeeLamports: '0',
        nftTokenId: null,
        nftMinted: false,
      } as const
    case 'sell':
      return {
        type: 'SELL',
        lamports: event.lamportsOut.toString(),
        surchargeLamports: '0',
        baseUnits: event.baseUnitsIn.toString(),
        feeLamports: event.feeLamports.toString(),
        creatorFeeLamports: event.creatorFeeLamports.toString(),
        nftTokenId: null,
        nftMinted: false,
      } as const
    case 'capture':
    case 'release':
      return {
        type: event.kind === 'capture' ? 'SWAP_TO_NFT' : 'SWAP_TO_TOKEN',
        lamports: '0',
        surchargeLamports: '0',
        baseUnits: event.baseUnits.toString(),
        feeLamports: '0',
        creatorFeeLamports: '0',
        nftTokenId: event.edition,
        nftMinted: event.kind === 'capture' && event.minted,
      } as const
  }
}

export function tradeRowOf({ event, signature, slot }: LoggedEvent<TradeEvent['kind']>): TradeRow {
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    traderAddress: event.who,
    reserveLamports: event.reserveLamports.toString(),
    reserveBaseUnits: event.reserveBaseUnits.toString(),
    price: priceText(event.reserveLamports, event.reserveBaseUnits),
    txSignature: signature,
    slot: Number(slot),
    createdAt: isoTime(event),
    ...movedOf(event),
  }
}

/** The latest second that was written: most that happens, happens in the same one. */
let written = { seconds: 0n, text: new Date(0).toISOString() }
export function isoSeconds(seconds: bigint): string {
  if (written.seconds !== seconds)
    written = { seconds, text: new Date(Number(seconds) * 1_000).toISOString() }
  return written.text
}
export const isoTime = ({ unixSeconds }: ProgramEvent): string => isoSeconds(unixSeconds)

/** What an event paid of a coin's creator fees, to the creator or to those who receive them. */
function feesPaidBy(event: ProgramEvent): bigint {
  const pays =
    event.kind === 'claimCreatorFees' ||
    event.kind === 'drawFeeShare' ||
    event.kind === 'setFeeShares' ||
    event.kind === 'acceptFeeShares'
  return pays ? event.lamportsOut : 0n
}

/** The curve's row after an event; what an event does not say is carried over. */
export function curveAfter(
  before: CurveRow | undefined,
  { event, signature }: LoggedEvent,
  standing: {
    /** The market cap at which the coin graduates. */
    readonly thresholdLamports: bigint
    readonly standingSeconds: number
  },
): CurveRow {
  const time = isoTime(event)
  const isTrade = event.kind === 'buy' || event.kind === 'sell'
  // Until graduation the reserve is more than what was paid in; so it shows also when the graduating buy is missing.
  const graduates = event.reserveLamports === event.realLamports && !(before?.isGraduated ?? false)
  const owedBefore = BigInt(before?.creatorFeesOwedLamports ?? '0')
  const paid = feesPaidBy(event)
  const sale = event.kind === 'buyListing' || event.kind === 'acceptOffer' ? event : undefined
  const earned = event.kind === 'sell' ? event.creatorFeeLamports : (sale?.royaltyLamports ?? 0n)
  const owed =
    earned > 0n
      ? owedBefore + earned
      : // A claim takes all; and where events are missing, more may be paid than is known to be owed.
        event.kind === 'claimCreatorFees' || paid > owedBefore
        ? 0n
        : owedBefore - paid
  const isGraduated = (before?.isGraduated ?? false) || graduates
  const marketCap = marketCapLamports(event).toString()
  const { unixSeconds } = event
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    reserveLamports: event.reserveLamports.toString(),
    reserveBaseUnits: event.reserveBaseUnits.toString(),
    realLamports: event.realLamports.toString(),
    lockedLamports: (
      BigInt(before?.lockedLamports ?? '0') + (event.kind === 'buy' ? event.surchargeLamports : 0n)
    ).toString(),
    creatorFeesOwedLamports: owed.toString(),
    creatorFeesClaimedLamports: (BigInt(before?.creatorFeesClaimedLamports ?? '0') + paid).toString(),
    burnedBaseUnits: (
      BigInt(before?.burnedBaseUnits ?? '0') + (event.kind === 'buy' ? event.burnedBaseUnits : 0n)
    ).toString(),
    marketCapLamports: marketCap,
    price: priceText(event.reserveLamports, event.reserveBaseUnits),
    isGraduated,
    graduatedAt: graduates ? time : (before?.graduatedAt ?? null),
    graduationStandsAt: graduationStandsAt(
      before,
      { isGraduated, marketCapLamports: marketCap },
      { unixSeconds, ...standing },
    ),
    graduatedSequence: graduates ? Number(event.sequence) : (before?.graduatedSequence ?? null),
    graduationSignature: graduates ? signature : (before?.graduationSignature ?? null),
    boostedAt: event.kind === 'boost' ? time : (before?.boostedAt ?? null),
    boostedUntil:
      event.kind === 'boost' ? isoSeconds(event.boostedUntilSeconds) : (before?.boostedUntil ?? null),
    mintedNftCount: (before?.mintedNftCount ?? 0) + (event.kind === 'capture' && event.minted ? 1 : 0),
    circulatingNftCount:
      (before?.circulatingNftCount ?? 0) + (event.kind === 'capture' ? 1 : event.kind === 'release' ? -1 : 0),
    tradeCount: (before?.tradeCount ?? 0) + (isTrade ? 1 : 0),
    lastTradeAt: isTrade ? time : (before?.lastTradeAt ?? null),
    nftSaleCount: (before?.nftSaleCount ?? 0) + (sale ? 1 : 0),
    nftSalesLamports: (BigInt(before?.nftSalesLamports ?? '0') + (sale?.dueLamports ?? 0n)).toString(),
    createdAt: before?.createdAt ?? time,
    updatedAt: time,
    ...chosenAt(before, event),
  }
}

/** What the launch chose, of a curve that is there or of its launch. */
function chosenAt(
  before: CurveRow | undefined,
  event: ProgramEvent,
): Pick<CurveRow, 'openingReserveLamports' | 'guardBps' | 'guardSeconds'> {
  if (before !== undefined) {
    const { openingReserveLamports, guardBps, guardSeconds } = before
    return { openingReserveLamports, guardBps, guardSeconds }
  }
  assert(event.kind === 'launch', 'a curve begins with its launch')
  const { openingReserveLamports, guardBps, guardSeconds } = event.choices
  return { openingReserveLamports: openingReserveLamports.toString(), guardBps, guardSeconds }
}

export function boostRowOf({ event, signature }: Omit<LoggedEvent<'boost'>, 'slot'>): BoostRow {
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    payerAddress: event.who,
    lamports: event.lamportsIn.toString(),
    boostedUntil: isoSeconds(event.boostedUntilSeconds),
    txSignature: signature,
    createdAt: isoTime(event),
  }
}

export function feeClaimRowOf({
  event,
  signature,
}: Omit<LoggedEvent<'claimCreatorFees' | 'drawFeeShare'>, 'slot'>): FeeClaimRow {
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    creatorAddress: event.who,
    lamports: event.lamportsOut.toString(),
    txSignature: signature,
    createdAt: isoTime(event),
  }
}
