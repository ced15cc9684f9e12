// All SQL of comments, chat and reports. Whoever writes holds a lock on the wallet, so that a flood is counted right.

import {
  type EarlierMessage,
  HOUR_MS,
  MESSAGES_PER_HOUR,
  type MessageRow,
  type MessageState,
  type ReportedRow,
} from '@twinmint/sdk/api/community/rules'
import { type Database, type Queryable } from '../database/database.ts'
import type { SqlValue } from '../database/prepared.ts'
import { idAtMs, newMessageId } from './message-id.ts'

const COLUMNS = `
  m.id, m.kind, m.collection_id as "collectionId", m.parent_id as "parentId", m.author_address as "authorAddress",
  coalesce(u.shown_name, u.username) as username, u.image_hash as "imageHash", m.text, m.state, m.reply_count as "replyCount",
  m.pinned_at as "pinnedAt", m.edited_at as "editedAt",
  m.created_at as "createdAt"`
const AUTHOR = 'left join wallet_users u on u.wallet_address = m.author_address'

/** Lists go from the newest on; `before` is the id of the last one seen. */
export interface Page {
  readonly limit: number
  readonly before: string | undefined
}
/** Above every id. */
const NO_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export async function listComments(db: Queryable, collectionId: string, page: Page): Promise<MessageRow[]> {
  return await db.query(
    `select ${COLUMNS} from messages m ${AUTHOR}
       where m.collection_id = $1 and m.kind = 'comment' and m.parent_id is null
         and (m.state = 'shown' or m.reply_count > 0) and m.id < $2
       order by m.id desc limit $3`,
    [collectionId, page.before ?? NO_ID, page.limit],
  )
}

/** The latest answers to each of these comments, newest first. */
export async function latestReplies(
  db: Queryable,
  parentIds: readonly string[],
  limit: number,
): Promise<MessageRow[]> {
  if (parentIds.length === 0) return []
  return await db.query(
    `select ${COLUMNS} from unnest($1::uuid[]) as p (id)
       cross join lateral (
         select * from messages where parent_id = p.id and state = 'shown' order by id desc limit $2) m
       ${AUTHOR} order by m.id desc`,
    [parentIds, limit],
  )
}

export async function listReplies(db: Queryable, parentId: string, page: Page): Promise<MessageRow[]> {
  return await db.query(
    `select ${COLUMNS} from messages m ${AUTHOR}
       where m.parent_id = $1 and m.state = 'shown' and m.id < $2 order by m.id desc limit $3`,
    [parentId, page.before ?? NO_ID, page.limit],
  )
}

export async function listChat(db: Queryable, page: Page): Promise<MessageRow[]> {
  return await db.query(
    `select ${COLUMNS} from messages m ${AUTHOR}
       where m.kind = 'chat' and m.state = 'shown' and m.id < $1 order by m.id desc limit $2`,
    [page.before ?? NO_ID, page.limit],
  )
}

export async function findMessage(db: Queryable, id: string): Promise<MessageRow | undefined> {
  const [row] = await db.query<MessageRow>(`select ${COLUMNS} from messages m ${AUTHOR} where m.id = $1`, [
    id,
  ])
  return row
}

/** The message itself, locked until the transaction ends. */
async function lockMessage(tx: Queryable, id: string): Promise<MessageRow | undefined> {
  const [row] = await tx.query<MessageRow>(
    `select m.id, m.kind, m.collection_id as "collectionId", m.parent_id as "parentId",
         m.author_address as "authorAddress", m.state, m.reply_count as "replyCount", m.created_at as "createdAt"
       from messages m where m.id = $1 for update`,
    [id],
  )
  return row
}

export interface NewMessage {
  readonly kind: 'comment' | 'chat'
  readonly collectionId: string | null
  readonly parentId: string | null
  readonly authorAddress: string
  readonly text: string
  readonly nowMs: number
}

/**
 * Writes a message unless `check` throws, which is told what the wallet wrote in the last hour and what is answered.
 * Answers the row, and of an answer how many its comment has with it.
 */
export function insertMessage(
  db: Database,
  message: NewMessage,
  check: (earlier: readonly EarlierMessage[], parent: MessageRow | undefined) => void,
): Promise<{ readonly row: MessageRow; readonly parentReplyCount: number | null }> {
  const { kind, collectionId, parentId, authorAddress, text, nowMs } = message
  return db.transaction(async (tx) => {
    await lockWallet(tx, authorAddress)
    const earlier = await tx.query<{ createdAt: string; isSame: boolean }>(
      `select created_at as "createdAt", text = $2 as "isSame" from messages
       where author_address = $1 and id > $3 order by id desc limit $4`,
      [authorAddress, text, idAtMs(nowMs - HOUR_MS), MESSAGES_PER_HOUR],
    )
    const parent = parentId === null ? undefined : await lockMessage(tx, parentId)
    check(
      earlier.map(({ createdAt, isSame }) => ({ ageMs: nowMs - Date.parse(createdAt), isSame })),
      parent,
    )
    const id = newMessageId(nowMs)
    await tx.query(
      `insert into messages (id, kind, collection_id, parent_id, author_address, text, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, kind, collectionId, parentId, authorAddress, text, new Date(nowMs)],
    )
    const parentReplyCount = await countShown(tx, { collectionId, parentId }, 1)
    const row = await findMessage(tx, id)
    if (!row) throw new Error(`message ${id} is not there right after it was written`)
    return { row, parentReplyCount }
  })
}

const lockWallet = (tx: Queryable, walletAddress: string) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 5))', [walletAddress])

/** Keeps the counts of the coin and of the answered comment; answers the latter. */
async function countShown(
  tx: Queryable,
  { collectionId, parentId }: Pick<MessageRow, 'collectionId' | 'parentId'>,
  change: number,
): Promise<number | null> {
  const [parent] =
    parentId === null
      ? []
      : await tx.query<{ replyCount: number }>(
          'update messages set reply_count = reply_count + $2 where id = $1 returning reply_count as "replyCount"',
          [parentId, change],
        )
  if (collectionId !== null)
    await tx.query(
      `insert into comment_counts (collection_id, comment_count) values ($1, $2)
       on conflict (collection_id) do update set comment_count = comment_counts.comment_count + excluded.comment_count`,
      [collectionId, change],
    )
  return parent?.replyCount ?? null
}

export async function findPinned(db: Queryable, collectionId: string): Promise<MessageRow | undefined> {
  const [row] = await db.query<MessageRow>(
    `select ${COLUMNS} from messages m ${AUTHOR} where m.collection_id = $1 and m.pinned_at is not null`,
    [collectionId],
  )
  return row
}

/**
 * Pins a comment in place of the coin's former one unless `check` throws, with another text where one is given: then nobody has
 * judged it, and whoever reported the former text may report this one. Answers the id of the former one, if it was another.
 */
export function pinMessage(
  db: Database,
  pin: {
    readonly id: string
    readonly collectionId: string
    readonly creatorAddress: string
    readonly text: string | undefined
    readonly now: Date
  },
  check: (message: MessageRow | undefined, evadesReports: boolean) => void,
): Promise<string | undefined> {
  const { id, collectionId, creatorAddress, text, now } = pin
  return db.transaction(async (tx) => {
    await lockWallet(tx, creatorAddress)
    const message = await lockMessage(tx, id)
    const evading = await tx.query('select 1 from messages where id = $1 and text <> $2::text and is_open', [
      id,
      text ?? null,
    ])
    check(message, evading.length > 0)
    const [former] = await tx.query<{ id: string }>(
      `update messages set pinned_at = null
       where collection_id = $1 and pinned_at is not null and id <> $2 returning id`,
      [collectionId, id],
    )
    await tx.query(
      `with judged as (
         delete from message_reports r using messages m
         where r.message_id = $1 and m.id = $1 and m.text <> $3::text
       ) update messages set pinned_at = coalesce(pinned_at, $2), text = coalesce($3::text, text),
         edited_at = case when $3::text is null or $3::text = text then edited_at else $2 end,
         report_count = case when $3::text is null or $3::text = text then report_count else 0 end
       where id = $1`,
      [id, now, text ?? null],
    )
    return former?.id
  })
}

/** Answers the id of what was pinned. */
export async function unpinMessage(db: Queryable, collectionId: string): Promise<string | undefined> {
  const [former] = await db.query<{ id: string }>(
    'update messages set pinned_at = null where collection_id = $1 and pinned_at is not null returning id',
    [collectionId],
  )
  return former?.id
}

export interface StateChange {
  readonly before: MessageRow
  readonly state: MessageState
  readonly parentReplyCount: number | null
}

/** Brings a message to the state that `decide` says of it; undefined where there is no such message. */
export function changeState(
  db: Database,
  id: string,
  decide: (message: MessageRow) => MessageState,
  by: {
    readonly moderator: string | null
    readonly now: Date
    /** Called in the same transaction. */
    readonly record?: (tx: Queryable, change: StateChange) => Promise<void>
  },
): Promise<StateChange | undefined> {
  return db.transaction(async (tx) => {
    const before = await lockMessage(tx, id)
    if (!before) return undefined
    const state = decide(before)
    // What its author deletes is gone for good, and what is not shown is not pinned any more; whatever a moderator decides closes the reports.
    await tx.query(
      `update messages set state = $2, is_open = false, text = case when $2 = 'deleted' then '' else text end,
         pinned_at = case when $2 = 'shown' then pinned_at end,
         decided_by = coalesce($3, decided_by), decided_at = case when $3::text is null then decided_at else $4 end
       where id = $1`,
      [id, state, by.moderator, by.now],
    )
    const change = Number(state === 'shown') - Number(before.state === 'shown')
    const parentReplyCount = change === 0 ? null : await countShown(tx, before, change)
    const done = { before, state, parentReplyCount }
    await by.record?.(tx, done)
    return done
  })
}

/** Keeps a report unless `check` throws, which is told how many this wallet made in the last hour. The first one counts. */
export function insertReport(
  db: Database,
  report: {
    readonly id: string
    readonly reporterAddress: string
    readonly reason: string
    readonly now: Date
  },
  check: (message: MessageRow | undefined, lastHour: number) => void,
): Promise<void> {
  const { id, reporterAddress, reason, now } = report
  return db.transaction(async (tx) => {
    await lockWallet(tx, reporterAddress)
    const message = await lockMessage(tx, id)
    const known = await tx.query(
      'select 1 from message_reports where message_id = $1 and reporter_address = $2',
      [id, reporterAddress],
    )
    if (known.length > 0) return
    const [counted] = await tx.query<{ count: number }>(
      'select count(*) as count from message_reports where reporter_address = $1 and created_at > $2',
      [reporterAddress, new Date(now.getTime() - HOUR_MS)],
    )
    check(message, counted?.count ?? 0)
    await tx.query(
      'insert into message_reports (message_id, reporter_address, reason, created_at) values ($1, $2, $3, $4)',
      [id, reporterAddress, reason, now],
    )
    await tx.query(
      'update messages set report_count = report_count + 1, is_open = true, last_reported_at = $2 where id = $1',
      [id, now],
    )
  })
}

/** Sort key of a reported message: open or not, when it was last reported, its id. */
export type ReportKey = readonly [isOpen: boolean, lastReportedAt: string, id: string]
const REPORTS_EACH = 5

/** Reported messages, open ones first, then the last reported first. */
export async function listReported(
  db: Queryable,
  { limit, after }: { readonly limit: number; readonly after: ReportKey | undefined },
): Promise<ReportedRow[]> {
  const values: SqlValue[] = [limit, REPORTS_EACH]
  if (after) values.push(...after)
  return await db.query(
    `with page as materialized (
         select * from messages where report_count > 0
           ${after ? 'and (is_open, last_reported_at, id) < ($3::boolean, $4::timestamptz, $5::uuid)' : ''}
         order by is_open desc, last_reported_at desc, id desc limit $1)
       select ${COLUMNS}, m.is_open as "isOpen", m.report_count as "reportCount",
         m.last_reported_at as "lastReportedAt", m.decided_by as "decidedBy", m.decided_at as "decidedAt",
         case when c.id is null then null
           else json_build_object('id', c.id, 'name', c.name, 'symbol', c.symbol) end as collection,
         r.reports
       from page m ${AUTHOR} left join collections c on c.id = m.collection_id
       cross join lateral (
         select coalesce(json_agg(json_build_object('walletAddress', reporter_address, 'reason', reason, 'timestamp',
           to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by created_at desc), '[]') as reports
         from (select * from message_reports where message_id = m.id order by created_at desc limit $2) latest) r
       order by m.is_open desc, m.last_reported_at desc, m.id desc`,
    values,
  )
}

/** Of those that nobody has decided on; counting stops where it makes no difference any more. */
export async function countOpenReports(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*) as count from (select 1 from messages where report_count > 0 and is_open limit $1) open',
    [most],
  )
  return row?.count ?? 0
}
