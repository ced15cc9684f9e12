// From the program's events to the index: one function, in sequence, idempotent. It serves the live path, the catch-up
// after a restart and the rebuild, so the rows are the same whichever way they came.
import { createHash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { deriveMarketAddresses, deriveNftAddresses } from '../chain/program/addresses.ts'
import type { ProgramEvent } from '../chain/program/events.ts'
import { addressBytes } from '../chain/program/message.ts'
import { assert } from '../core/assert.ts'
import { LAUNCH_RESERVE_LAMPORTS, marketCapLamports, SUPPLY_BASE_UNITS } from '../core/curve.ts'
import { shownName } from '../core/text.ts'
import type { Database, Queryable } from '../database/database.ts'
import { activityOfGraduation, activityOfPayment } from './activity.ts'
import { type Activity, TIMEFRAME_SECONDS, type Trade } from './contract.ts'
import { writeNfts } from './nft-store.ts'
import { foldTrades } from './positions.ts'
import {
  type ChartDelta,
  type CollectionRow,
  type CurveRow,
  compareDecimals,
  type NftChange,
  type PlatformHour,
  priceText,
  type TradeRow,
  tradeOf,
} from './rules.ts'
import { dropDraftsUnlike, type LaunchedTexts, lockCurves, lockLaunches, writeBatch } from './store.ts'

const TIMEFRAMES = Object.values(TIMEFRAME_SECONDS)

/** An event and the transaction that carried it. */
export interface LoggedEvent {
  readonly event: ProgramEvent
  readonly signature: string
}

export interface Applied {
  readonly trades: readonly Trade[]
  /** Boosts, claims and graduations. */
  readonly activity: readonly Activity[]
  /** Collections whose rows changed. */
  readonly collectionIds: readonly string[]
  /** Those among them that were launched. */
  readonly launchedIds: readonly string[]
  /** Wallets that took part. */
  readonly wallets: readonly string[]
  /** Events that came before one they follow: hand them in again once the missing ones were found. */
  readonly early: readonly LoggedEvent[]
}

/** The id of a coin's collection: a UUID (version 8) of the mint's address, the same in every index. */
export function collectionIdOf(mintAddress: string): string {
  const bytes = createHash('sha256').update('twinmint:').update(addressBytes(mintAddress)).digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Applies events to the rows, all or none. Events that the rows already hold are passed over; events of a coin that
 * follow a missing one are given back as `early`, unless all before their transaction has been read (`readThrough`): then
 * the node has forgotten what is missing, and the coin goes on from what its next event says, for every event carries the
 * reserves after it. `cursor` is stored with the rows: how far the chain has been read.
 */
export async function applyEvents(
  database: Database,
  programAddress: Address,
  logged: readonly LoggedEvent[],
  options: {
    readonly cursor?: { readonly signature: string; readonly slot: bigint } | undefined
    /** Transactions before which all has been read. */
    readonly readThrough?: ReadonlySet<string>
  } = {},
): Promise<Applied> {
  const launches = new Map<string, CollectionRow>()
  const swaps = new Map<LoggedEvent, NftChange>()
  for (const item of logged) {
    const { event, signature } = item
    if (event.kind === 'launch')
      launches.set(event.mint, await collectionRowOf(programAddress, event, signature))
    else if (event.kind === 'capture' || event.kind === 'release')
      swaps.set(item, await nftChangeOf(programAddress, event, signature))
  }
  return database.transaction((tx) =>
    applyInTransaction(tx, programAddress, logged, { launches, swaps }, options),
  )
}

async function applyInTransaction(
  tx: Queryable,
  programAddress: Address,
  logged: readonly LoggedEvent[],
  made: {
    readonly launches: ReadonlyMap<string, CollectionRow>
    readonly swaps: ReadonlyMap<LoggedEvent, NftChange>
  },
  { cursor, readThrough }: NonNullable<Parameters<typeof applyEvents>[3]>,
): Promise<Applied> {
  const ids = [...new Set(logged.map(({ event }) => collectionIdOf(event.mint)))].sort()
  if (made.launches.size > 0) await lockLaunches(tx, [...made.launches.keys()].map(collectionIdOf).sort())
  const curves = new Map((await lockCurves(tx, ids)).map((row) => [row.collectionId, row]))
  const batch = {
    collections: [] as CollectionRow[],
    curves: new Map<string, CurveRow>(),
    trades: [] as TradeRow[],
    boosts: [] as {
      collectionId: string
      sequence: number
      payerAddress: string
      lamports: string
      boostedUntil: string
      txSignature: string
      createdAt: string
    }[],
    feeClaims: [] as {
      collectionId: string
      sequence: number
      creatorAddress: string
      lamports: string
      txSignature: string
      createdAt: string
    }[],
    chart: new Map<string, ChartDelta>(),
    hours: new Map<number, PlatformHour>(),
    traderHours: new Set<string>(),
    nfts: new Map<string, NftChange>(),
  }
  const launched: LaunchedTexts[] = []
  const early: LoggedEvent[] = []
  const wallets = new Set<string>()
  const activity: Activity[] = []
  const inSequence = [...logged].sort((a, b) => Number(a.event.sequence - b.event.sequence))

  for (const item of inSequence) {
    const { event, signature } = item
    const collectionId = collectionIdOf(event.mint)
    const before = batch.curves.get(collectionId) ?? curves.get(collectionId)
    const sequence = Number(event.sequence)
    if (before ? sequence <= before.sequence : false) continue
    const follows = sequence === (before?.sequence ?? 0) + 1
    if (!follows) {
      const isGap = readThrough?.has(signature) === true
      // Without its launch a coin has no row; when that was forgotten, the coin stays out of the index.
      if (!isGap) early.push(item)
      if (!isGap || !before) continue
    }
    const createdAt = isoTime(event)
    const after = curveAfter(collectionId, before, item, createdAt)
    batch.curves.set(collectionId, after)
    activity.push(...activityOf(item, after, before))
    wallets.add(event.who)
    addToHours(batch.hours, event, after.isGraduated && !(before?.isGraduated ?? false))
    if (event.kind === 'launch') {
      const row = made.launches.get(event.mint)
      assert(row, `the row of ${event.mint} was made before`)
      batch.collections.push(row)
      launched.push({ mintAddress: event.mint, creatorAddress: event.who, ...event.texts })
    } else if (event.kind === 'boost') {
      batch.boosts.push({
        collectionId,
        sequence,
        payerAddress: event.who,
        lamports: event.lamportsIn.toString(),
        boostedUntil: new Date(Number(event.boostedUntilSeconds) * 1_000).toISOString(),
        txSignature: signature,
        createdAt,
      })
    } else if (event.kind === 'claimCreatorFees') {
      batch.feeClaims.push({
        collectionId,
        sequence,
        creatorAddress: event.who,
        lamports: event.lamportsOut.toString(),
        txSignature: signature,
        createdAt,
      })
    } else {
      assert(before, 'a trade follows a launch')
      batch.trades.push(tradeRowOf(event, signature))
      batch.traderHours.add(`${hourOf(event)} ${event.who}`)
      const swap = made.swaps.get(item)
      if (swap) addNftChange(batch.nfts, swap)
      if (event.kind !== 'buy' && event.kind !== 'sell') continue
      const volumeLamports = event.kind === 'buy' ? event.lamportsIn : event.lamportsOut + event.feeLamports
      addToChart(batch.chart, {
        collectionId,
        timeSeconds: Number(event.unixSeconds),
        priceBefore: before.price,
        priceAfter: after.price,
        volumeLamports,
      })
    }
  }
  const folded = await foldTrades(tx, batch.trades)
  await writeBatch(tx, {
    collections: batch.collections,
    curves: [...batch.curves.values()],
    ...folded,
    boosts: batch.boosts,
    feeClaims: batch.feeClaims,
    chart: [...batch.chart.values()],
    // In one order everywhere, so that two writers can't wait for each other.
    hours: [...batch.hours.values()].sort((a, b) => a.bucket - b.bucket),
    traderHours: [...batch.traderHours].sort().map((key) => {
      const [bucket = '', walletAddress = ''] = key.split(' ')
      return { bucket: Number(bucket), walletAddress }
    }),
    cursor: cursor && { programAddress, signature: cursor.signature, slot: cursor.slot.toString() },
  })
  if (launched.length > 0) await dropDraftsUnlike(tx, launched)
  if (batch.nfts.size > 0) await writeNfts(tx, [...batch.nfts.values()])
  return {
    trades: batch.trades.map(tradeOf),
    activity,
    collectionIds: [...batch.curves.keys()],
    launchedIds: batch.collections.map(({ id }) => id),
    wallets: [...wallets],
    early,
  }
}

async function collectionRowOf(
  programAddress: Address,
  event: ProgramEvent & { readonly kind: 'launch' },
  signature: string,
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
    createdAt: isoTime(event),
  }
}

async function nftChangeOf(
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

/** The latest change of an NFT counts; that an earlier one made it is kept. */
function addNftChange(nfts: Map<string, NftChange>, change: NftChange): void {
  const key = `${change.collectionId} ${change.tokenId}`
  const mintSignature = change.mintSignature ?? nfts.get(key)?.mintSignature ?? null
  nfts.set(key, { ...change, mintSignature })
}

type TradeEvent = ProgramEvent & { readonly kind: 'buy' | 'sell' | 'capture' | 'release' }

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

function tradeRowOf(event: TradeEvent, signature: string): TradeRow {
  return {
    collectionId: collectionIdOf(event.mint),
    sequence: Number(event.sequence),
    traderAddress: event.who,
    ...movedOf(event),
    reserveLamports: event.reserveLamports.toString(),
    reserveBaseUnits: event.reserveBaseUnits.toString(),
    price: priceText(event.reserveLamports, event.reserveBaseUnits),
    txSignature: signature,
    createdAt: isoTime(event),
  }
}

/** The trade that an event is, as the wire carries it: none or one. */
export function tradesOf({ event, signature }: LoggedEvent): Trade[] {
  const isNoTrade = event.kind === 'launch' || event.kind === 'boost' || event.kind === 'claimCreatorFees'
  return isNoTrade ? [] : [tradeOf(tradeRowOf(event, signature))]
}

/** What an event is beside a trade. */
function activityOf(
  { event, signature }: LoggedEvent,
  after: CurveRow,
  before: CurveRow | undefined,
): Activity[] {
  const { collectionId, sequence } = after
  const facts = {
    collectionId,
    sequence,
    walletAddress: event.who,
    txSignature: signature,
    createdAt: isoTime(event),
  }
  if (event.kind === 'boost')
    return [activityOfPayment({ ...facts, kind: 'BOOST', lamports: event.lamportsIn.toString() })]
  if (event.kind === 'claimCreatorFees')
    return [activityOfPayment({ ...facts, kind: 'CLAIM', lamports: event.lamportsOut.toString() })]
  return after.isGraduated && before?.isGraduated === false ? [activityOfGraduation(facts)] : []
}

const isoTime = (event: ProgramEvent): string => new Date(Number(event.unixSeconds) * 1_000).toISOString()

/** The curve's row after an event; what an event does not say is carried over. */
function curveAfter(
  collectionId: string,
  before: CurveRow | undefined,
  { event, signature }: LoggedEvent,
  time: string,
): CurveRow {
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
    collectionId,
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
      event.kind === 'boost'
        ? new Date(Number(event.boostedUntilSeconds) * 1_000).toISOString()
        : (before?.boostedUntil ?? null),
    mintedNftCount: (before?.mintedNftCount ?? 0) + (event.kind === 'capture' && event.minted ? 1 : 0),
    circulatingNftCount:
      (before?.circulatingNftCount ?? 0) + (event.kind === 'capture' ? 1 : event.kind === 'release' ? -1 : 0),
    tradeCount: (before?.tradeCount ?? 0) + (isTrade ? 1 : 0),
    lastTradeAt: isTrade ? time : (before?.lastTradeAt ?? null),
    createdAt: before?.createdAt ?? time,
    updatedAt: time,
  }
}

const HOUR_SECONDS = 3_600

const hourOf = ({ unixSeconds }: ProgramEvent): number =>
  Number(unixSeconds) - (Number(unixSeconds) % HOUR_SECONDS)

function addToHours(hours: Map<number, PlatformHour>, event: ProgramEvent, graduates: boolean): void {
  const bucket = hourOf(event)
  const { kind } = event
  const volume =
    kind === 'buy' ? event.lamportsIn : kind === 'sell' ? event.lamportsOut + event.feeLamports : 0n
  const fees = kind === 'sell' ? event.feeLamports : kind === 'boost' ? event.lamportsIn : 0n
  const before = hours.get(bucket)
  hours.set(bucket, {
    bucket,
    launches: (before?.launches ?? 0) + (kind === 'launch' ? 1 : 0),
    graduations: (before?.graduations ?? 0) + (graduates ? 1 : 0),
    trades: (before?.trades ?? 0) + (kind === 'buy' || kind === 'sell' ? 1 : 0),
    swaps: (before?.swaps ?? 0) + (kind === 'capture' || kind === 'release' ? 1 : 0),
    volumeLamports: (BigInt(before?.volumeLamports ?? '0') + volume).toString(),
    feeLamports: (BigInt(before?.feeLamports ?? '0') + fees).toString(),
  })
}

/** A trade in all six candles: it opens at the price before it and closes at the price after it. */
function addToChart(
  chart: Map<string, ChartDelta>,
  trade: {
    readonly collectionId: string
    readonly timeSeconds: number
    readonly priceBefore: string
    readonly priceAfter: string
    readonly volumeLamports: bigint
  },
): void {
  const { collectionId, timeSeconds, priceBefore, priceAfter, volumeLamports } = trade
  const isAbove = (a: string, b: string) => compareDecimals(a, b) > 0
  for (const timeframe of TIMEFRAMES) {
    const bucket = timeSeconds - (timeSeconds % timeframe)
    const key = `${collectionId} ${timeframe} ${bucket}`
    const candle = chart.get(key)
    const high = isAbove(priceAfter, priceBefore) ? priceAfter : priceBefore
    const low = isAbove(priceAfter, priceBefore) ? priceBefore : priceAfter
    chart.set(
      key,
      candle
        ? {
            ...candle,
            high: isAbove(high, candle.high) ? high : candle.high,
            low: isAbove(candle.low, low) ? low : candle.low,
            close: priceAfter,
            volumeLamports: (BigInt(candle.volumeLamports) + volumeLamports).toString(),
            tradeCount: candle.tradeCount + 1,
          }
        : {
            collectionId,
            timeframe,
            bucket,
            open: priceBefore,
            high,
            low,
            close: priceAfter,
            volumeLamports: volumeLamports.toString(),
            tradeCount: 1,
          },
    )
  }
}
