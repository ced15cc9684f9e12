// The rows that one event says: a coin's at its launch, a trade's, an NFT's, and the curve's after it. Knows no database.
import { createHash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { deriveMarketAddresses, deriveNftAddresses } from '../chain/program/addresses.ts'
import type { ProgramEvent } from '../chain/program/events.ts'
import { addressBytes } from '../core/address.ts'
import { LAUNCH_RESERVE_LAMPORTS, marketCapLamports, SUPPLY_BASE_UNITS } from '../core/curve.ts'
import { shownName } from '../core/text.ts'
import { priceText } from './records.ts'
import type { BoostRow, CollectionRow, CurveRow, FeeClaimRow, NftChange, TradeRow } from './rows.ts'

/** An event and the transaction that carried it. */
export interface LoggedEvent<Kind extends ProgramEvent['kind'] = ProgramEvent['kind']> {
  readonly event: ProgramEvent & { readonly kind: Kind }
  readonly signature: string
  readonly slot: bigint
}

/** The id of a coin's collection: a UUID (version 8) of the mint's address, the same in every index. */
export function collectionIdOf(mintAddress: string): string {
  const bytes = createHash('sha256').update('twinmint:').update(addressBytes(mintAddress)).digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export async function collectionRowOf(
  programAddress: Address,
  { event, signature, slot }: LoggedEvent<'launch'>,
): Promise<CollectionRow> {
  const addresses = await deriveMarketAddresses(programAddress, event.mint)
  return {
    id: collectionIdOf(event.mint),
    mintAddress: event.mint,
    name: shownName(event.texts.name),
    symbol: shownName(event.texts.symbol),
    collectionName: shownName(event.texts.collectionName),
    creatorAddress: event.who,
    marketAddress: addresses.market,
    vaultAddress: addresses.vault,
    escrowAddress: addresses.escrow,
    collectionAddress: addresses.collection,
    metadataUri: event.texts.uri,
    totalSupply: SUPPLY_BASE_UNITS.toString(),
    initialPrice: priceText(LAUNCH_RESERVE_LAMPORTS, SUPPLY_BASE_UNITS),
    graduationMarketCapLamports: event.terms.graduationMarketCapLamports.toString(),
    boostPriceLamports: event.terms.boostPriceLamports.toString(),
    boostSeconds: event.terms.boostSeconds,
    sellFeeBps: event.terms.sellFeeBps,
    creatorShareBps: event.terms.creatorShareBps,
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
    index: event.nftIndex,
  })
  const isCapture = event.kind === 'capture'
  return {
    collectionId: collectionIdOf(event.mint),
    tokenId: event.nftIndex,
    sequence: Number(event.sequence),
    mintAddress: mint,
    ownerAddress: isCapture ? event.who : escrow,
    tokenAccount: isCapture ? userNft : escrowNft,
    isSwapped: !isCapture,
    mintSignature: isCapture && event.minted ? signature : null,
    swappedAt: isoTime(event),
  }
}

export type TradeEvent = ProgramEvent & { readonly kind: 'buy' | 'sell' | 'capture' | 'release' }

/** What went which way, in a trade's row. */
function movedOf(event: TradeEvent) {
  const none = {
    lamports: '0',
    feeLamports: '0',
    creatorFeeLamports: '0',
    nftTokenId: null,
    nftMinted: false,
  }
  switch (event.kind) {
    case 'buy': {
      const lamports = event.lamportsIn.toString()
      return { ...none, type: 'BUY', lamports, baseUnits: event.baseUnitsOut.toString() } as const
    }
    case 'sell':
      return {
        ...none,
        type: 'SELL',
        lamports: event.lamportsOut.toString(),
        baseUnits: event.baseUnitsIn.toString(),
        feeLamports: event.feeLamports.toString(),
        creatorFeeLamports: event.creatorFeeLamports.toString(),
      } as const
    case 'capture':
    case 'release':
      return {
        ...none,
        type: event.kind === 'capture' ? 'SWAP_TO_NFT' : 'SWAP_TO_TOKEN',
        baseUnits: event.baseUnits.toString(),
        nftTokenId: event.nftIndex,
        nftMinted: event.kind === 'capture' && event.minted,
      } as const
  }
}

export function tradeRowOf({ event, signature, slot }: LoggedEvent<TradeEvent['kind']>): TradeRow {
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    traderAddress: event.who,
    ...movedOf(event),
    reserveLamports: event.reserveLamports.toString(),
    reserveBaseUnits: event.reserveBaseUnits.toString(),
    price: priceText(event.reserveLamports, event.reserveBaseUnits),
    txSignature: signature,
    slot: Number(slot),
    createdAt: isoTime(event),
  }
}

const isoSeconds = (seconds: bigint): string => new Date(Number(seconds) * 1_000).toISOString()
export const isoTime = ({ unixSeconds }: ProgramEvent): string => isoSeconds(unixSeconds)

/** The curve's row after an event; what an event does not say is carried over. */
export function curveAfter(before: CurveRow | undefined, { event, signature }: LoggedEvent): CurveRow {
  const time = isoTime(event)
  const isTrade = event.kind === 'buy' || event.kind === 'sell'
  // Until graduation the reserve is more than what was paid in; so it shows also when the graduating buy is missing.
  const graduates = event.reserveLamports === event.realLamports && !(before?.isGraduated ?? false)
  const owedBefore = BigInt(before?.creatorFeesOwedLamports ?? '0')
  const owed =
    event.kind === 'sell'
      ? owedBefore + event.creatorFeeLamports
      : event.kind === 'claimCreatorFees'
        ? 0n // a claim takes all
        : owedBefore
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    reserveLamports: event.reserveLamports.toString(),
    reserveBaseUnits: event.reserveBaseUnits.toString(),
    realLamports: event.realLamports.toString(),
    creatorFeesOwedLamports: owed.toString(),
    creatorFeesClaimedLamports: (
      BigInt(before?.creatorFeesClaimedLamports ?? '0') +
      (event.kind === 'claimCreatorFees' ? event.lamportsOut : 0n)
    ).toString(),
    burnedBaseUnits: (
      BigInt(before?.burnedBaseUnits ?? '0') + (event.kind === 'buy' ? event.burnedBaseUnits : 0n)
    ).toString(),
    marketCapLamports: marketCapLamports(event).toString(),
    price: priceText(event.reserveLamports, event.reserveBaseUnits),
    isGraduated: (before?.isGraduated ?? false) || graduates,
    graduatedAt: graduates ? time : (before?.graduatedAt ?? null),
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
    createdAt: before?.createdAt ?? time,
    updatedAt: time,
  }
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
}: Omit<LoggedEvent<'claimCreatorFees'>, 'slot'>): FeeClaimRow {
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    creatorAddress: event.who,
    lamports: event.lamportsOut.toString(),
    txSignature: signature,
    createdAt: isoTime(event),
  }
}
