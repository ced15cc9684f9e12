// All SQL of what the program said of each coin: the log from which all other rows of a coin follow, and what was just read again.
import type { Address } from '@solana/kit'
import { decodeEvent } from '../../chain/program/events.ts'
import type { Queryable } from '../../database/database.ts'
import { batchOf, insertRows } from '../../database/table.ts'
import { coinEventRowsOf, collectionIdOf, type LoggedEvent } from '../event-rows.ts'
import { COIN_EVENTS } from '../rows.ts'

const KEYS = { collectionId: COIN_EVENTS.columns.collectionId, sequence: COIN_EVENTS.columns.sequence }
const SIGNED = batchOf({ events: { ...KEYS, signature: COIN_EVENTS.columns.signature } })
const DIFFERING = `select r."collectionId", min(r."sequence") as sequence from ${SIGNED.from.events}
  join coin_events e on e.collection_id = r."collectionId" and e.sequence = r."sequence" where e.signature <> r."signature" group by 1`

/** A coin whose rows may not be what the chain says, from an event on. */
export interface Doubt {
  readonly mint: Address
  readonly sequence: number
}

/** Coins of those events in whose place the log holds another transaction's, each with the first of them. */
export async function listDiffering(tx: Queryable, events: readonly LoggedEvent[]): Promise<Doubt[]> {
  const rows = events.map(({ event: { mint, sequence }, signature }) => ({
    collectionId: collectionIdOf(mint),
    sequence: Number(sequence),
    signature,
  }))
  const found = await tx.query<{ collectionId: string; sequence: number }>(
    DIFFERING,
    SIGNED.values({ events: rows }),
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
  /** The log begins with the launch, or with what stands in its place: the coin's rows follow from it. */
  readonly isWhole: boolean
}

/** The first and last sequence that the log has of a coin; zeros where it has none. */
export async function findKeptRange(db: Queryable, collectionId: string): Promise<KeptRange> {
  const [row] = await db.query<KeptRange>(
    `select coalesce(min(sequence), 0) as first, coalesce(max(sequence), 0) as last,
       coalesce(min(sequence), 0) = 1 or exists (select from curve_bases where collection_id = $1) as "isWhole"
     from coin_events where collection_id = $1`,
    [collectionId],
  )
  return row ?? { first: 0, last: 0, isWhole: false }
}

/** Those of the signatures that the log has of a coin before a sequence. */
export async function listKept(
  db: Queryable,
  collectionId: string,
  { signatures, before }: { readonly signatures: readonly string[]; readonly before: number },
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ signature: string }>(
    `select distinct signature from coin_events
     where collection_id = $1 and signature = any($2::text[]) and sequence < $3`,
    [collectionId, signatures, before],
  )
  return new Set(rows.map(({ signature }) => signature))
}

const READ = { ...COIN_EVENTS, name: 'coin_events_read', again: 'passes' } as const
const READ_BATCH = batchOf({ events: READ.columns })
const WRITE_READ = insertRows(READ, READ_BATCH.from.events)

/** Forgets what was read of a coin, or of all. */
export const clearRead = (db: Queryable, collectionId?: string): Promise<object[]> =>
  collectionId === undefined
    ? db.query('truncate coin_events_read')
    : db.query('delete from coin_events_read where collection_id = $1', [collectionId])

export async function addRead(db: Queryable, events: readonly LoggedEvent[]): Promise<void> {
  if (events.length === 0) return
  await db.query(WRITE_READ, READ_BATCH.values({ events: events.flatMap(coinEventRowsOf) }))
}

interface EventRow {
  readonly signature: string
  readonly slot: number
  readonly record: string
}
const EVENT_LIST = `e.signature, e.slot, encode(e.record, 'base64') as record`
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
    `select ${EVENT_LIST} from coin_events e where collection_id = $1 and sequence > $2 order by sequence limit $3`,
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
    `select ${EVENT_LIST} from coin_events e where (collection_id, sequence) > ($1::uuid, $2::bigint)
     order by collection_id, sequence limit $3`,
    after === undefined
      ? ['00000000-0000-0000-0000-000000000000', 0, limit]
      : [collectionIdOf(after.event.mint), Number(after.event.sequence), limit],
  )
  return rows.map(loggedOf)
}

/** What was read of a coin after a sequence and the log does not have, the earliest first. */
export async function listNewRead(
  db: Queryable,
  collectionId: string,
  range: { readonly after: number; readonly limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>(
    `select ${EVENT_LIST} from coin_events_read e where collection_id = $1 and sequence > $2
       and not exists (select from coin_events k
         where k.collection_id = e.collection_id and k.sequence = e.sequence and k.signature = e.signature)
     order by sequence limit $3`,
    [collectionId, range.after, range.limit],
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

/** The first sequence at which log and what was read name different transactions. */
export async function findFork(db: Queryable, collectionId: string): Promise<number | undefined> {
  const [row] = await db.query<{ fork: number | null }>(
    `select min(e.sequence) as fork from coin_events e join coin_events_read r using (collection_id, sequence)
     where collection_id = $1 and e.signature <> r.signature`,
    [collectionId],
  )
  return row?.fork ?? undefined
}

/** Takes out of the log, from a sequence on, what was not read. Returns it. */
export async function dropUnread(
  tx: Queryable,
  collectionId: string,
  fromSequence: number,
): Promise<LoggedEvent[]> {
  const rows = await tx.query<EventRow>(
    `delete from coin_events e where collection_id = $1 and sequence >= $2
       and not exists (select from coin_events_read r
         where r.collection_id = e.collection_id and r.sequence = e.sequence and r.signature = e.signature)
     returning ${EVENT_LIST}`,
    [collectionId, fromSequence],
  )
  return rows.map(loggedOf)
}

/** Moves what was read of a coin into the log. */
export async function keepRead(tx: Queryable, collectionId: string): Promise<void> {
  await tx.query(
    `insert into coin_events select * from coin_events_read where collection_id = $1 on conflict do nothing`,
    [collectionId],
  )
  await clearRead(tx, collectionId)
}

/** How many sequences between two, both included, neither the log nor what was read has. */
export async function countHoles(
  db: Queryable,
  collectionId: string,
  range: { readonly first: number; readonly last: number },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from (
       select sequence from coin_events where collection_id = $1 and sequence between $2 and $3
       union select sequence from coin_events_read where collection_id = $1 and sequence between $2 and $3) s`,
    [collectionId, range.first, range.last],
  )
  return Math.max(0, range.last - range.first + 1 - (row?.count ?? 0))
}
