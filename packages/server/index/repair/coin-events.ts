// All SQL of what the program said of each coin: the log from which all other rows of a coin follow, and what was just read again.
import type { Address } from '@solana/kit'
import { decodeEvent } from '@twinmint/sdk/program/events'
import type { Database, Queryable } from '../../database/database.ts'
import { LONG } from '../../database/limits.ts'
import { batchOf, insertRows, key } from '../../database/table.ts'
import { coinEventRowsOf, collectionIdOf, type LoggedEvent } from '../event-rows.ts'
import { COIN_EVENTS } from '../rows.ts'
import type { Listed } from './chain-history.ts'

const LOGGED = batchOf({ events: COIN_EVENTS.columns })
/** A fork may have the same transaction elsewhere, with another outcome. */
const DIFFERING = `select r."collectionId", min(r."sequence") as sequence from ${LOGGED.from.events}
  join coin_events e on e.collection_id = r."collectionId" and e.sequence = r."sequence"
  where (e.signature, e.slot, e.record) <> (r."signature", r."slot", r."record") group by 1`

/** A coin whose rows may not be what the chain says, from an event on. */
export interface Doubt {
  readonly mint: Address
  readonly sequence: number
}

/** Coins of those events in whose place the log holds another, each with the first of them. */
export async function listDiffering(tx: Queryable, events: readonly LoggedEvent[]): Promise<Doubt[]> {
  const found = await tx.query<{ collectionId: string; sequence: number }>(
    DIFFERING,
    LOGGED.values({ events: events.flatMap(coinEventRowsOf) }),
  )
  const firsts = new Map(found.map(({ collectionId, sequence }) => [collectionId, sequence]))
  return [...new Set(events.map(({ event }) => event.mint))].flatMap((mint) => {
    const sequence = firsts.get(collectionIdOf(mint))
    return sequence === undefined ? [] : [{ mint, sequence }]
  })
}

interface KeptRange {
  readonly first: number
  readonly last: number
  /** The last event that the rows hold; 0 where there is no coin. An index that was made before there was a log has more than the log. */
  readonly applied: number
  /** The log begins with the launch, or with what stands in its place: the coin's rows follow from it. */
  readonly isWhole: boolean
}

/** The first and last sequence that the log has of a coin; zeros where it has none. */
export async function findKeptRange(db: Queryable, collectionId: string): Promise<KeptRange> {
  const [row] = await db.query<KeptRange>(
    `select coalesce(min(sequence), 0) as first, coalesce(max(sequence), 0) as last,
       coalesce((select sequence from bonding_curves where collection_id = $1), 0) as applied,
       coalesce(min(sequence), 0) = 1 or exists (select from curve_bases where collection_id = $1) as "isWhole"
     from coin_events where collection_id = $1`,
    [collectionId],
  )
  return row ?? { first: 0, last: 0, applied: 0, isWhole: false }
}

/** Those of the transactions that the log has of a coin before a sequence, at the same slots. */
export async function listKept(
  db: Queryable,
  collectionId: string,
  { listed, before }: { readonly listed: Listed; readonly before: number },
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ signature: string }>(
    `select distinct e.signature from unnest($2::text[], $3::bigint[]) as r(signature, slot)
     join coin_events e on e.signature = r.signature and e.slot = r.slot
     where e.collection_id = $1 and e.sequence < $4`,
    [
      collectionId,
      listed.map(({ signature }) => signature),
      listed.map(({ slot }) => slot.toString()),
      before,
    ],
  )
  return new Set(rows.map(({ signature }) => signature))
}

/** What one reading found of one coin. */
export interface ReadCoin {
  readonly readingId: string
  readonly collectionId: string
}
const READ_COLUMNS = { readingId: key('uuid'), ...COIN_EVENTS.columns }
const READ = { name: 'coin_events_read', again: 'passes', columns: READ_COLUMNS } as const
const READ_BATCH = batchOf({ events: READ_COLUMNS })
const WRITE_READ = insertRows(READ, READ_BATCH.from.events)

/** Forgets what a reading found, and what was left behind by processes that were ended. */
export const clearRead = (db: Database, readingId: string): Promise<object[]> =>
  db.transaction(
    (tx) =>
      tx.last(`delete from coin_events_read where reading_id = $1 or read_at < now() - interval '1 day'`, [
        readingId,
      ]),
    LONG,
  )

export async function addRead(
  db: Queryable,
  readingId: string,
  events: readonly LoggedEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.flatMap(coinEventRowsOf).map((row) => ({ readingId, ...row }))
  await db.query(WRITE_READ, READ_BATCH.values({ events: rows }))
}

interface EventRow {
  readonly signature: string
  readonly slot: number
  readonly record: string
}
const EVENT_LIST = (from: string) =>
  `${from}.signature, ${from}.slot, encode(${from}.record, 'base64') as record`
const loggedOf = ({ signature, slot, record: text }: EventRow): LoggedEvent => {
  const record = Buffer.from(text, 'base64')
  return { event: decodeEvent(record), signature, slot: BigInt(slot), record }
}

/** A coin's events in the log after a sequence, the earliest first. */
export async function listKeptAfter(
  db: Queryable,
  collectionId: string,
  range: { readonly after: number; readonly limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>(
    `select ${EVENT_LIST('e')} from coin_events e where collection_id = $1 and sequence > $2 order by sequence limit $3`,
    [collectionId, range.after, range.limit],
  )
  return rows.map(loggedOf)
}

/** Events of all coins in the log after one, coin by coin, the earliest first. */
export async function listKeptPage(
  db: Queryable,
  after: LoggedEvent | undefined,
  limit: number,
): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>(
    `select ${EVENT_LIST('e')} from coin_events e where (collection_id, sequence) > ($1::uuid, $2::bigint)
     order by collection_id, sequence limit $3`,
    after === undefined
      ? ['00000000-0000-0000-0000-000000000000', 0, limit]
      : [collectionIdOf(after.event.mint), Number(after.event.sequence), limit],
  )
  return rows.map(loggedOf)
}

/** That the log's event `e` and what was read, `r`, are one. */
export const IS_SAME = `(e.signature, e.slot, e.record) = (r.signature, r.slot, r.record)`
const IS_KEPT = `exists (select from coin_events e
  where e.collection_id = r.collection_id and e.sequence = r.sequence and ${IS_SAME})`

/** What was read of a coin after a sequence and the log does not have, the earliest first. */
export async function listNewRead(
  db: Queryable,
  { readingId, collectionId }: ReadCoin,
  range: { readonly after: number; readonly limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>(
    `select ${EVENT_LIST('r')} from coin_events_read r
     where reading_id = $1 and collection_id = $2 and sequence > $3 and not ${IS_KEPT} order by sequence limit $4`,
    [readingId, collectionId, range.after, range.limit],
  )
  return rows.map(loggedOf)
}

/** What was read of a coin after a sequence, and of the log what was not, the earliest first. */
export async function listKnown(
  db: Queryable,
  { readingId, collectionId }: ReadCoin,
  range: { readonly after: number; readonly limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>(
    `select ${EVENT_LIST('k')} from (
       select sequence, signature, slot, record from coin_events_read
       where reading_id = $1 and collection_id = $2 and sequence > $3
       union all
       select sequence, signature, slot, record from coin_events e
       where collection_id = $2 and sequence > $3 and not exists (select from coin_events_read r
         where r.reading_id = $1 and r.collection_id = $2 and r.sequence = e.sequence)) k
     order by sequence limit $4`,
    [readingId, collectionId, range.after, range.limit],
  )
  return rows.map(loggedOf)
}

/** Events of all coins after a slot and up to another, the earliest slot first. */
export const listBySlot = (
  db: Queryable,
  range: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<
  {
    readonly collectionId: string
    readonly sequence: number
    readonly signature: string
    readonly slot: number
  }[]
> =>
  db.query(
    `select collection_id as "collectionId", sequence, signature, slot from coin_events where slot > $1 and slot <= $2
     order by slot limit $3`,
    [range.after, range.upTo, range.limit],
  )

/** The first sequence at which the log and what was read say different things. */
export async function findFork(
  db: Queryable,
  { readingId, collectionId }: ReadCoin,
): Promise<number | undefined> {
  const [row] = await db.query<{ fork: number | null }>(
    `select min(e.sequence) as fork from coin_events e join coin_events_read r using (collection_id, sequence)
     where collection_id = $2 and reading_id = $1 and not ${IS_SAME}`,
    [readingId, collectionId],
  )
  return row?.fork ?? undefined
}

/** Takes out of the log, from a sequence on, what was not read. Returns it. */
export async function dropUnread(
  tx: Queryable,
  { readingId, collectionId }: ReadCoin,
  fromSequence: number,
): Promise<LoggedEvent[]> {
  const rows = await tx.query<EventRow>(
    `delete from coin_events e where collection_id = $2 and sequence >= $3
       and not exists (select from coin_events_read r
         where r.reading_id = $1 and r.collection_id = e.collection_id and r.sequence = e.sequence and ${IS_SAME})
     returning ${EVENT_LIST('e')}`,
    [readingId, collectionId, fromSequence],
  )
  return rows.map(loggedOf)
}

/** Takes the log of a coin that has no rows into what was read of it: nothing of it was counted. */
export const takeKept = (tx: Queryable, { readingId, collectionId }: ReadCoin): Promise<object[]> =>
  tx.query(
    `with kept as (delete from coin_events where collection_id = $2 returning *)
     insert into coin_events_read (reading_id, collection_id, sequence, signature, slot, record)
     select $1, collection_id, sequence, signature, slot, record from kept on conflict do nothing`,
    [readingId, collectionId],
  )

/** Takes all of a coin out of the log. Returns it. */
export async function dropKept(tx: Queryable, collectionId: string): Promise<LoggedEvent[]> {
  const rows = await tx.query<EventRow>(
    `delete from coin_events e where collection_id = $1 returning ${EVENT_LIST('e')}`,
    [collectionId],
  )
  return rows.map(loggedOf)
}

/** Copies what was read into the log. */
export const keepRead = (tx: Queryable, readingId: string): Promise<object[]> =>
  tx.query(
    `insert into coin_events (collection_id, sequence, signature, slot, record)
     select collection_id, sequence, signature, slot, record from coin_events_read
     where reading_id = $1 on conflict do nothing`,
    [readingId],
  )

/** How many sequences between two, both included, neither what was read has nor, before a fork, the log. */
export async function countHoles(
  db: Database,
  { readingId, collectionId }: ReadCoin,
  range: { readonly first: number; readonly last: number },
): Promise<number> {
  const [row] = await db.transaction(async (tx) => {
    const fork = await findFork(tx, { readingId, collectionId })
    return tx.last<{ count: number }>(
      `select count(*) as count from (
         select sequence from coin_events
         where collection_id = $2 and sequence between $3 and $4 and ($5::bigint is null or sequence < $5)
         union select sequence from coin_events_read
         where reading_id = $1 and collection_id = $2 and sequence between $3 and $4) s`,
      [readingId, collectionId, range.first, range.last, fork ?? null],
    )
  }, LONG)
  return Math.max(0, range.last - range.first + 1 - (row?.count ?? 0))
}
