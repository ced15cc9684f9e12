// Makes the rows of one coin again from its events, in one transaction: readers see either what was there or what is right.
import type { Address } from '@solana/kit'
import type { Queryable, Transaction } from '../../database/database.ts'
import { REPLAYED_TABLES } from '../../database/migrations.ts'
import { batchOf, insertRows } from '../../database/table.ts'
import { findBase, restoreBase } from '../accounts/base.ts'
import { replayEvents } from '../apply.ts'
import { collectionIdOf, type LoggedEvent } from '../event-rows.ts'
import { addToHours, hourRows, negated, newHours } from '../hours.ts'
import { type CurveRow, PLATFORM_HOURS, TRADER_HOURS } from '../rows.ts'
import { lockCurves } from '../store.ts'
import {
  dropKept,
  dropUnread,
  findFork,
  findKeptRange,
  keepRead,
  listKeptAfter,
  listNewRead,
  type ReadCoin,
  takeKept,
} from './coin-events.ts'

/** What stays while a coin is the same: links of others lead to it, and figures are worked out beside. */
const COIN_TABLES = ['bonding_curves', 'market_figures'] as const
const PAGE = 2_000

/** The log has neither the coin's launch nor what stands in its place. */
export class HistoryMissing extends Error {
  override readonly name = 'HistoryMissing'
}

export interface Exchange {
  readonly programAddress: Address
  readonly readingId: string
  readonly mint: Address
  /** Of the Market's account. */
  readonly marketSequence: number
  /** The last event in the log before the account was read. */
  readonly keptLast: number
  readonly standingSeconds: number | undefined
  /** Makes the rows again although nothing differs. */
  readonly isForced?: boolean
}

/**
 * Brings a coin's log to what was read of it, and its rows with the log. From the first event on that differs, the chain's count; so
 * do the kept ones that are beyond the Market's own sequence. Resolves with those that were taken back, or with undefined where
 * there is nothing to exchange: what was read only goes on from the rows. Throws HistoryMissing.
 */
export async function exchange(
  tx: Transaction,
  { programAddress, readingId, mint, marketSequence, keptLast, standingSeconds, isForced = false }: Exchange,
): Promise<{ readonly ghosts: readonly LoggedEvent[] } | undefined> {
  const collectionId = collectionIdOf(mint)
  const read = { readingId, collectionId }
  const [curve] = await lockCurves(tx, [collectionId])
  if (curve === undefined) await takeKept(tx, read)
  const fork = await findFork(tx, read)
  const beyond = keptLast > marketSequence ? marketSequence + 1 : undefined
  const ghostFrom = Math.min(fork ?? Number.POSITIVE_INFINITY, beyond ?? Number.POSITIVE_INFINITY)
  const hasGhosts = ghostFrom < Number.POSITIVE_INFINITY
  const [firstNew] = await listNewRead(tx, read, { after: 0, limit: 1 })
  const isEarlier = firstNew !== undefined && Number(firstNew.event.sequence) <= (curve?.sequence ?? 0)
  if (!hasGhosts && !((isEarlier || isForced) && (await canReplay(tx, read)))) return undefined

  const hours = await newHoursOf(tx, read)
  const ghosts = hasGhosts ? await dropUnread(tx, read, ghostFrom) : []
  await keepRead(tx, readingId)
  const isOtherLaunch = ghosts.some(({ event }) => event.kind === 'launch')
  if (isOtherLaunch) await removeCoin(tx, collectionId)
  const changedFrom = Math.min(ghostFrom, Number(firstNew?.event.sequence ?? Number.POSITIVE_INFINITY))
  await replayCoin(tx, { programAddress, collectionId, standingSeconds })
  if (changedFrom < Number.POSITIVE_INFINITY) await compareAgain(tx, collectionId, changedFrom - 1)
  await moveHours(tx, { added: hours, ghosts })
  return { ghosts }
}

/** What the platform's hours lack of what was read. */
async function newHoursOf(tx: Queryable, read: ReadCoin): Promise<ReturnType<typeof newHours>> {
  const isBased = (await findBase(tx, read.collectionId)) !== undefined
  const { first, applied } = await findKeptRange(tx, read.collectionId)
  // An index that was made before there was a log has counted what comes before the log.
  const counted = isBased ? 0 : first === 0 ? applied : first - 1
  const hours = newHours()
  for (let after = counted; ; ) {
    const page = await listNewRead(tx, read, { after, limit: PAGE })
    // A coin without its launch was counted when it was found.
    for (const { event } of page) if (event.kind !== 'launch' || !isBased) addToHours(hours, event)
    const last = page.at(-1)
    if (last === undefined) return hours
    after = Number(last.event.sequence)
  }
}

/** Whether there is what all rows follow from: the launch, or what stands in its place. */
async function canReplay(tx: Queryable, { readingId, collectionId }: ReadCoin): Promise<boolean> {
  const found = await tx.query(
    `select from coin_events where collection_id = $1 and sequence = 1
     union all select from coin_events_read where reading_id = $2 and collection_id = $1 and sequence = 1
     union all select from curve_bases where collection_id = $1 limit 1`,
    [collectionId, readingId],
  )
  return found.length > 0
}

/** Deletes a coin that the chain took back, and returns what was kept of it. */
export async function removeGhost(tx: Transaction, collectionId: string): Promise<LoggedEvent[]> {
  await lockCurves(tx, [collectionId])
  const ghosts = await dropKept(tx, collectionId)
  await removeCoin(tx, collectionId)
  await moveHours(tx, { added: newHours(), ghosts })
  return ghosts
}

/** Deletes the coin's own rows: what people wrote of it stays. */
export async function removeCoin(tx: Queryable, collectionId: string): Promise<void> {
  await deleteOf(tx, [...REPLAYED_TABLES, ...COIN_TABLES, 'curve_bases'], collectionId)
  await tx.query('delete from collections where id = $1', [collectionId])
}

/** In one statement: a repair's time is the database's answers. */
async function deleteOf(tx: Queryable, tables: readonly string[], collectionId: string): Promise<void> {
  const deletes = tables.map((table) => `${table}_gone as (delete from ${table} where collection_id = $1)`)
  await tx.query(`with ${deletes.join(', ')} select`, [collectionId])
}

/** All rows of a coin, from its log. */
async function replayCoin(
  tx: Transaction,
  {
    programAddress,
    collectionId,
    standingSeconds,
  }: {
    readonly programAddress: Address
    readonly collectionId: string
    readonly standingSeconds: number | undefined
  },
): Promise<void> {
  const { first, last } = await findKeptRange(tx, collectionId)
  const base = first === 1 ? undefined : await findBase(tx, collectionId)
  if (first !== 1 && base === undefined)
    throw new HistoryMissing(`the log of ${collectionId} begins with ${first}`)
  await deleteOf(tx, REPLAYED_TABLES, collectionId)
  if (first === 1) await deleteOf(tx, ['curve_bases'], collectionId)
  const hasCoin = (await tx.query('select from collections where id = $1', [collectionId])).length > 0
  let before: CurveRow | undefined = base && (await restoreBase(tx, base))
  for (let after = 0; after < last; ) {
    const page = await listKeptAfter(tx, collectionId, { after, limit: PAGE })
    before = await replayEvents(tx, programAddress, page, { before, hasCoin, standingSeconds })
    after = Number(page.at(-1)?.event.sequence ?? last)
  }
  // Launched where the node has it: what the accounts could not say of it.
  if (first === 1) await nameLaunch(tx, collectionId)
  await tx.query('update market_figures set warnings = null where collection_id = $1', [collectionId])
}

/** What alerts and news were compared with after an event is another by now. */
async function compareAgain(tx: Queryable, collectionId: string, after: number): Promise<void> {
  for (const [table, column] of [
    ['alert_marks', 'sequence'],
    ['nft_news_marks', 'sequence'],
    ['alerts', 'since_sequence'],
  ])
    await tx.query(`update ${table} set ${column} = least(${column}, $2::bigint) where collection_id = $1`, [
      collectionId,
      after,
    ])
}

/** Writes into a coin's own row the transaction of its launch, which the log has. */
async function nameLaunch(tx: Queryable, collectionId: string): Promise<void> {
  await tx.query(
    `update collections c set launch_signature = e.signature, launch_slot = e.slot from coin_events e
     where c.id = $1 and e.collection_id = $1 and e.sequence = 1 and c.launch_signature <> e.signature`,
    [collectionId],
  )
}

const HOURS_BATCH = batchOf({ hours: PLATFORM_HOURS.columns, traderHours: TRADER_HOURS.columns })
const ADD_HOURS = `with new_hours as (${insertRows(PLATFORM_HOURS, HOURS_BATCH.from.hours)})
  ${insertRows(TRADER_HOURS, HOURS_BATCH.from.traderHours)}`
const TRADERS_BATCH = batchOf({ traderHours: TRADER_HOURS.columns })
const DROP_TRADERS = `delete from trader_hours h using ${TRADERS_BATCH.from.traderHours}
  where h.bucket = r."bucket" and h.wallet_address = r."walletAddress"
    and not exists (select from trades t where t.trader_address = h.wallet_address
      and t.created_at >= to_timestamp(h.bucket) and t.created_at < to_timestamp(h.bucket + 3600))
    and not exists (select from nft_market_events m where m.kind = 'SALE' and m.wallet_address = h.wallet_address
      and m.created_at >= to_timestamp(h.bucket) and m.created_at < to_timestamp(h.bucket + 3600))
    and not exists (select from nft_market_events m where m.kind = 'SALE' and m.seller_address = h.wallet_address
      and m.created_at >= to_timestamp(h.bucket) and m.created_at < to_timestamp(h.bucket + 3600))`

/** Adds to the platform's hours what is new, and takes away what was taken back. The coin's rows are as they shall be. */
export async function moveHours(
  tx: Queryable,
  moved: { readonly added: ReturnType<typeof newHours>; readonly ghosts: readonly LoggedEvent[] },
): Promise<void> {
  const gone = newHours()
  for (const { event } of moved.ghosts) addToHours(gone, event)
  const added = hourRows(moved.added)
  const taken = hourRows(gone)
  await tx.query(ADD_HOURS, HOURS_BATCH.values(added))
  await tx.query(ADD_HOURS, HOURS_BATCH.values({ hours: taken.hours.map(negated), traderHours: [] }))
  await tx.query(DROP_TRADERS, TRADERS_BATCH.values({ traderHours: taken.traderHours }))
}
