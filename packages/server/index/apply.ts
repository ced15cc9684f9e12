// From the program's events to the index: one function, in sequence, idempotent. It serves the live path, the catch-up
// after a restart and the rebuild, so the rows are the same whichever way they came.
import type { Address } from '@solana/kit'
import type { Activity, Trade } from '@twinmint/sdk/api/records/trade'
import { assert } from '@twinmint/sdk/core/assert'
import { STANDING_SECONDS } from '@twinmint/sdk/core/sustained'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import type { Database, Transaction } from '../database/database.ts'
import { activityOfGraduation, activityOfMarket, activityOfPayment } from './activity.ts'
import { addToCandles, type Candles, chartRows } from './candles.ts'
import {
  boostRowOf,
  coinEventRowsOf,
  collectionIdOf,
  collectionRowOf,
  curveAfter,
  feeClaimRowOf,
  isoTime,
  isTrade,
  type LoggedEvent,
  nftChangeOf,
  tradeRowOf,
} from './event-rows.ts'
import {
  addFeeShares,
  type FeeSharesBatch,
  type FeeSharesLogged,
  newFeeSharesBatch,
  receiversIn,
} from './fee-shares/rows.ts'
import { listFeeReceivers } from './fee-shares/store.ts'
import { addToHours, type Hours, hourRows, newHours } from './hours.ts'
import {
  type ConfigEventRow,
  configEventRowOf,
  type LoggedConfigEvent,
  writeConfigEvents,
} from './keys/config-events.ts'
import {
  addMarketEvent,
  isOfNftMarket,
  type LoggedMarketEvent,
  type MarketBatch,
  type MarketMade,
  marketMadeOf,
  marketRows,
  newMarketBatch,
  saleFactsOf,
} from './nft-market/batch.ts'
import { writeMarket } from './nft-market/write.ts'
import { writeNfts } from './nft-store.ts'
import { foldTrades, readFoldInput } from './positions.ts'
import { tradeOf } from './records.ts'
import { type Doubt, listDiffering } from './repair/coin-events.ts'
import type {
  BoostRow,
  CoinEventRow,
  CollectionRow,
  CursorRow,
  CurveRow,
  FeeClaimRow,
  NftChange,
  TradeRow,
} from './rows.ts'
import { dropDraftsUnlike, type LaunchedTexts, lockCurves, lockLaunches, writeBatch } from './store.ts'

export interface Applied {
  /** As the wire has them, made for those who ask: a rebuild tells nobody. */
  readonly trades: () => readonly Trade[]
  /** Boosts, claims, graduations and what happened in the NFTs' market. */
  readonly activity: readonly Activity[]
  /** Collections whose rows changed. */
  readonly collectionIds: readonly string[]
  /** Those among them that were launched. */
  readonly launchedIds: readonly string[]
  /** Wallets that took part. */
  readonly wallets: readonly string[]
  /** Events that came before one they follow: hand them in again once the missing ones were found. */
  readonly early: readonly LoggedEvent[]
  /** Coins of which an event says something else than the rows hold at its place: one of both is of a fork. */
  readonly differing: readonly Doubt[]
  /** Collections whose rows were made again: what was told of them may not have happened. */
  readonly rereadIds: readonly string[]
}

export interface ApplyOptions {
  readonly cursor?: { readonly signature: string; readonly slot: bigint } | undefined
  /** What the holders of the program's keys did, in the same transactions. */
  readonly configEvents?: readonly LoggedConfigEvent[] | undefined
  /** Nobody has what is missing before these events. */
  readonly acceptsGaps?: boolean
  /** How long a graduation must stand before lists go by it. */
  readonly standingSeconds?: number | undefined
  /** Called when the rows are worked out and handed over: what is left is the database's. */
  readonly onHandedOver?: () => void
}

/**
 * Applies events to the rows, all or none. Events that the rows already hold are passed over; events of a coin that
 * follow a missing one are given back as `early`, unless nobody has what is missing (`acceptsGaps`): then the coin goes on
 * from what its next event says, for every event carries the reserves after it. `cursor` is stored with the rows: how far the
 * chain has been read.
 */
export async function applyEvents(
  database: Pick<Database, 'transaction'>,
  programAddress: Address,
  logged: readonly LoggedEvent[],
  options: ApplyOptions = {},
): Promise<Applied> {
  const made = await makeRows(programAddress, logged)
  return database.transaction((tx) => applyInTransaction(tx, programAddress, made, options))
}

/** Applies events of any coins that the log has already, in their coins' sequence; what is missing between them nobody has. */
export async function applyLogged(
  tx: Transaction,
  programAddress: Address,
  logged: readonly LoggedEvent[],
  { standingSeconds }: { readonly standingSeconds: number | undefined },
): Promise<void> {
  const made = await makeRows(programAddress, logged)
  await applyMade(tx, programAddress, made, { acceptsGaps: true, standingSeconds, isLogged: true })
}

/**
 * Makes a coin's rows again from its events, page by page, in a transaction that has deleted them: all but the platform's hours.
 * Returns the curve after the last.
 */
export async function replayEvents(
  tx: Transaction,
  programAddress: Address,
  logged: readonly LoggedEvent[],
  options: Replayed & { readonly standingSeconds?: number | undefined },
): Promise<CurveRow | undefined> {
  const made = await makeRows(programAddress, logged)
  const { standingSeconds, ...replayed } = options
  const { before } = replayed
  const { batch } = await applyMade(tx, programAddress, made, {
    acceptsGaps: true,
    standingSeconds,
    replayed,
  })
  return [...batch.curves.values()][0] ?? before
}

/** Rows that events alone make, before the transaction, and the events in sequence. */
async function makeRows(programAddress: Address, logged: readonly LoggedEvent[]): Promise<Made> {
  const launches = new Map<string, CollectionRow>()
  const swaps = new Map<LoggedEvent, NftChange>()
  const market = new Map<LoggedEvent, MarketMade>()
  const trades = new Map<LoggedEvent, TradeRow>()
  const inSequence = [...logged].sort((a, b) => Number(a.event.sequence - b.event.sequence))
  for (const item of inSequence) {
    const { event, signature, slot } = item
    if (isTrade(event)) trades.set(item, tradeRowOf({ event, signature, slot }))
    if (event.kind === 'launch')
      launches.set(event.mint, await collectionRowOf(programAddress, { event, signature, slot }))
    else if (event.kind === 'capture' || event.kind === 'release')
      swaps.set(item, await nftChangeOf(programAddress, event, signature))
    else if (isOfNftMarket(event)) {
      const made = await marketMadeOf(programAddress, event)
      if (made) market.set(item, made)
    }
  }
  return { inSequence, launches, swaps, market, trades }
}

/** What events come to, until it is written. */
interface Batch {
  readonly collections: CollectionRow[]
  readonly curves: Map<string, CurveRow>
  readonly trades: TradeRow[]
  readonly boosts: BoostRow[]
  readonly feeClaims: FeeClaimRow[]
  readonly feeShares: FeeSharesBatch
  readonly candles: Candles
  readonly hours: Hours
  readonly nfts: Map<string, NftChange>
  readonly market: MarketBatch
  readonly launched: LaunchedTexts[]
  readonly activity: Activity[]
  readonly wallets: Set<string>
  readonly coinEvents: CoinEventRow[]
}

interface Made {
  readonly inSequence: readonly LoggedEvent[]
  readonly launches: ReadonlyMap<string, CollectionRow>
  readonly swaps: ReadonlyMap<LoggedEvent, NftChange>
  readonly market: ReadonlyMap<LoggedEvent, MarketMade>
  readonly trades: ReadonlyMap<LoggedEvent, TradeRow>
}

async function applyInTransaction(
  tx: Transaction,
  programAddress: Address,
  made: Made,
  options: ApplyOptions,
): Promise<Applied> {
  const { batch, early, held } = await applyMade(tx, programAddress, made, options)
  return {
    trades: () => batch.trades.map(tradeOf),
    activity: batch.activity,
    collectionIds: [...batch.curves.keys()],
    launchedIds: batch.collections.map(({ id }) => id),
    wallets: [...batch.wallets],
    early,
    rereadIds: [],
    differing: held.length === 0 ? [] : await listDiffering(tx, held),
  }
}

/** Works out what the events come to and writes it. `held` are those that the rows held already. */
async function applyMade(
  tx: Transaction,
  programAddress: Address,
  made: Made,
  {
    cursor,
    configEvents = [],
    acceptsGaps = false,
    standingSeconds = STANDING_SECONDS,
    onHandedOver,
    replayed,
    isLogged = false,
  }: ApplyOptions & { readonly replayed?: Replayed; readonly isLogged?: boolean },
): Promise<{
  readonly batch: Batch
  readonly early: readonly LoggedEvent[]
  readonly held: readonly LoggedEvent[]
}> {
  const { inSequence: logged } = made
  const ids = [...new Set(logged.map(({ event }) => collectionIdOf(event.mint)))].sort()
  const trades = [...made.trades.values()]
  const sales = logged.flatMap(({ event }) => saleFactsOf(event) ?? [])
  // Asked for together: the database goes from one to the next without waiting for this thread. What is behind a lock it reads
  // when it has it.
  const [, locked, found] = await Promise.all([
    made.launches.size > 0 && lockLaunches(tx, [...made.launches.keys()].map(collectionIdOf).sort()),
    ids.length > 0 ? lockCurves(tx, ids) : [],
    readFoldInput(tx, trades, sales),
  ])
  const standing = replayed === undefined ? locked : replayed.before === undefined ? [] : [replayed.before]
  const curves = new Map<string, CurveRow>(standing.map((row) => [row.collectionId, row]))
  const thresholds = new Map([
    ...locked.map(({ collectionId, thresholdLamports }) => [collectionId, thresholdLamports] as const),
    ...[...made.launches.values()].map((row) => [row.id, row.graduationMarketCapLamports] as const),
  ])
  const batch = newBatch()
  // A change pays those who are named now; which rows say so is read only where there is one.
  const changed = logged.flatMap(({ event }) =>
    event.kind === 'setFeeShares' || event.kind === 'acceptFeeShares' ? [collectionIdOf(event.mint)] : [],
  )
  const receivers = changed.length === 0 ? new Map() : await listFeeReceivers(tx, changed)
  const early: LoggedEvent[] = []
  const held: LoggedEvent[] = []
  for (const item of logged) {
    const collectionId = collectionIdOf(item.event.mint)
    const before = batch.curves.get(collectionId) ?? curves.get(collectionId)
    const sequence = Number(item.event.sequence)
    if (before !== undefined && sequence <= before.sequence) {
      held.push(item)
      continue
    }
    const follows = sequence === (before?.sequence ?? 0) + 1
    // Without its launch a coin has no row to go on from.
    if (!follows && !(acceptsGaps && before !== undefined)) {
      early.push(item)
      continue
    }
    const threshold = thresholds.get(collectionId)
    assert(threshold, `the threshold of ${item.event.mint} is known`)
    const after = curveAfter(before, item, { thresholdLamports: BigInt(threshold), standingSeconds })
    addEvent(batch, item, { before, after }, { ...made, receivers })
  }
  const isWhole = batch.trades.length === trades.length && batch.market.sales.length === sales.length
  // Where some are not new, or come too early, the others are fewer than was asked for.
  const input = isWhole ? found : await readFoldInput(tx, batch.trades, batch.market.sales)
  const writing = writeRows(
    tx,
    replayed ? ofReplay(batch, replayed) : isLogged ? { ...batch, coinEvents: [] } : batch,
    foldTrades(input, batch.trades, batch.market.sales),
    {
      cursor: cursor ? [{ programAddress, signature: cursor.signature, slot: Number(cursor.slot) }] : [],
      configEvents: configEvents.map((event) => configEventRowOf(programAddress, event)),
      isLast: replayed === undefined && !isLogged && held.length === 0,
    },
  )
  onHandedOver?.()
  await writing
  return { batch, early, held }
}

const newBatch = (): Batch => ({
  collections: [],
  curves: new Map(),
  trades: [],
  boosts: [],
  feeClaims: [],
  feeShares: newFeeSharesBatch(),
  candles: new Map(),
  hours: newHours(),
  nfts: new Map(),
  market: newMarketBatch(),
  launched: [],
  activity: [],
  wallets: new Set(),
  coinEvents: [],
})

interface Replayed {
  /** The curve before the first event; undefined where that is the launch. */
  readonly before: CurveRow | undefined
  /** The coin's own row is there, and stays. */
  readonly hasCoin: boolean
}

/** The batch without the rows that a replay keeps: the log, the platform's hours, and the coin's own row where it `hasCoin`. */
const ofReplay = (batch: Batch, { hasCoin }: Replayed): Batch => ({
  ...batch,
  ...(hasCoin && { collections: [], launched: [] }),
  hours: newHours(),
  coinEvents: [],
})

async function writeRows(
  tx: Transaction,
  batch: Batch,
  folded: ReturnType<typeof foldTrades<TradeRow>>,
  {
    cursor,
    configEvents,
    isLast,
  }: {
    readonly cursor: readonly CursorRow[]
    readonly configEvents: readonly ConfigEventRow[]
    /** Nothing else follows in the transaction. */
    readonly isLast: boolean
  },
): Promise<void> {
  const rows = {
    collections: batch.collections,
    curves: [...batch.curves.values()],
    ...folded,
    boosts: batch.boosts,
    feeClaims: batch.feeClaims,
    feeShares: [...batch.feeShares.shares.values()],
    feeReceivers: [...batch.feeShares.receivers.values()].flat(),
    feePayments: batch.feeShares.payments,
    chart: chartRows(batch.candles),
    ...hourRows(batch.hours),
    coinEvents: batch.coinEvents,
    cursor,
  }
  const { launched, market, nfts } = batch
  const writeOfNfts = () => [
    market.events.length > 0 && writeMarket(tx, marketRows(market)),
    nfts.size > 0 && writeNfts(tx, [...nfts.values()]),
  ]
  // None asks what another answers: the database goes from one to the next without waiting for this thread. The batch's own rows
  // come last, with the commit, where none of them is a coin that the others belong to.
  if (isLast && launched.length + configEvents.length === 0)
    await Promise.all([...writeOfNfts(), writeBatch(tx, rows, { isLast: true })])
  else
    await Promise.all([
      writeBatch(tx, rows, { isLast: false }),
      launched.length > 0 && dropDraftsUnlike(tx, launched),
      ...writeOfNfts(),
      writeConfigEvents(tx, configEvents),
    ])
}

/** Adds what an event says, which made `after` of `before`. */
function addEvent(
  batch: Batch,
  item: LoggedEvent,
  { before, after }: { readonly before: CurveRow | undefined; readonly after: CurveRow },
  made: Made & { readonly receivers: ReadonlyMap<string, readonly string[]> },
): void {
  const { event, signature, slot } = item
  batch.curves.set(after.collectionId, after)
  batch.coinEvents.push(...coinEventRowsOf(item))
  batch.activity.push(...activityOf(item, after, before))
  batch.wallets.add(event.who)
  addToHours(batch.hours, event)
  if (event.kind === 'launch') {
    const row = made.launches.get(event.mint)
    assert(row, `the row of ${event.mint} was made before`)
    batch.collections.push(row)
    batch.launched.push({ mintAddress: event.mint, creatorAddress: event.who, ...event.texts })
  } else if (event.kind === 'boost') batch.boosts.push(boostRowOf({ event, signature }))
  else if (event.kind === 'claimCreatorFees') batch.feeClaims.push(feeClaimRowOf({ event, signature }))
  else if (event.kind === 'collect') return
  else if (isOfFeeShares(event)) {
    const { collectionId } = after
    const receivers = receiversIn(batch.feeShares, collectionId) ?? made.receivers.get(collectionId) ?? []
    // After a gap the receivers before it may be others than the rows say.
    const isKnown = Number(event.sequence) === (before?.sequence ?? 0) + 1
    addFeeShares(batch.feeShares, { event, signature }, isKnown ? receivers : undefined)
    // Somebody else's change pays those before it and names those after it, four of each at most: they are told.
    const named = event.feeShares.receivers.map(({ address }) => address)
    for (const walletAddress of [...receivers, ...named]) batch.wallets.add(walletAddress)
    // Who only confirms is paid nothing, and claims nothing.
    if (event.kind === 'drawFeeShare' && event.lamportsOut > 0n)
      batch.feeClaims.push(feeClaimRowOf({ event, signature }))
  } else if (isOfNftMarket(event)) {
    addOfMarket(batch, { event, signature, slot }, made.market.get(item))
  } else {
    assert(before, 'a trade follows a launch')
    const trade = made.trades.get(item)
    assert(trade, `the row of trade ${event.sequence} was made before`)
    batch.trades.push(trade)
    const swap = made.swaps.get(item)
    if (swap) addNftChange(batch.nfts, swap)
    if (event.kind !== 'buy' && event.kind !== 'sell') return
    addToCandles(batch.candles, {
      collectionId: after.collectionId,
      timeSeconds: Number(event.unixSeconds),
      priceBefore: before.price,
      priceAfter: after.price,
      volumeLamports: event.kind === 'buy' ? event.lamportsIn : event.lamportsOut + event.feeLamports,
    })
  }
}

function addOfMarket(batch: Batch, item: LoggedMarketEvent, made: MarketMade | undefined): void {
  batch.activity.push(activityOfMarket(addMarketEvent(batch.market, item, made)))
  if (made) addNftChange(batch.nfts, made.nft)
  const sale = saleFactsOf(item.event)
  for (const wallet of sale ? [sale.sellerAddress, sale.buyerAddress] : []) batch.wallets.add(wallet)
}

/** The latest change of an NFT counts; what an earlier one alone says is kept. */
function addNftChange(nfts: Map<string, NftChange>, change: NftChange): void {
  const key = `${change.collectionId} ${change.tokenId}`
  const before = nfts.get(key)
  nfts.set(key, {
    ...change,
    mintSignature: change.mintSignature ?? before?.mintSignature ?? null,
    swappedAt: change.swappedAt ?? before?.swappedAt ?? null,
    lastSaleLamports: change.lastSaleLamports ?? before?.lastSaleLamports ?? null,
    marketFeesLamports: (
      BigInt(change.marketFeesLamports) + BigInt(before?.marketFeesLamports ?? '0')
    ).toString(),
  })
}

/** The trade that an event is, as the wire carries it: none or one. */
export const tradesOf = ({ event, signature, slot }: LoggedEvent): Trade[] =>
  isTrade(event) ? [tradeOf(tradeRowOf({ event, signature, slot }))] : []

type FeeSharesEvent = ProgramEvent & FeeSharesLogged['event']

const isOfFeeShares = (event: ProgramEvent): event is FeeSharesEvent => 'feeShares' in event

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
  if (event.kind === 'claimCreatorFees' || (event.kind === 'drawFeeShare' && event.lamportsOut > 0n))
    return [activityOfPayment({ ...facts, kind: 'CLAIM', lamports: event.lamportsOut.toString() })]
  return after.isGraduated && before?.isGraduated === false ? [activityOfGraduation(facts)] : []
}
