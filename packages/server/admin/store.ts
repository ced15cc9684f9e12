// All SQL of the admin pages. Lists go by time and id, the latest first; times in cursors are the database's own text, to
// the microsecond.

import type {
  AdminCollection,
  AuditEntry,
  CollectionMarkFilter,
  Marks,
  WaitlistEntry,
} from '@twinmint/sdk/internal/api/admin/contract'
import type { Queryable } from '../database/database.ts'
import type { SqlValue } from '../database/prepared.ts'
import { likeText, matchesAny, searchPatterns } from '../database/search.ts'

/** Time and id of the last row seen. */
export type After = readonly [time: string, id: string] | undefined
interface Page {
  readonly limit: number
  readonly after: After
}
type Keyed<T> = T & { readonly sortKey: string }

/** `and` what comes after the last one seen, by the columns of time and id. */
function afterCondition(columns: string, after: After, values: SqlValue[]): string {
  if (after === undefined) return ''
  const [time, id] = after
  return `and (${columns}) < ($${values.push(time)}::timestamptz, $${values.push(id)}::uuid)`
}

export function listActions(db: Queryable, { limit, after }: Page): Promise<Keyed<AuditEntry>[]> {
  const values: SqlValue[] = [limit]
  return db.query(
    `select id, actor, action, subject, before, after, created_at as "createdAt", created_at::text as "sortKey"
     from admin_actions where true ${afterCondition('created_at, id', after, values)}
     order by created_at desc, id desc limit $1`,
    values,
  )
}

export async function countWaitlist(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from waitlist')
  return row?.count ?? 0
}

export function listWaitlist(db: Queryable, { limit, after }: Page): Promise<Keyed<WaitlistEntry>[]> {
  const values: SqlValue[] = [limit]
  return db.query(
    `select id, username, submitted_at as "submittedAt", submitted_at::text as "sortKey",
       -- What is due to be deleted is not shown while it waits for that.
       case when submitted_at > now() - interval '30 days' then ip_address end as "ipAddress"
     from waitlist where true ${afterCondition('submitted_at, id', after, values)}
     order by submitted_at desc, id desc limit $1`,
    values,
  )
}

const COLLECTION_COLUMNS = `c.id, c.mint_address as "mintAddress", c.name, c.symbol, c.creator_address as "creatorAddress",
  '/api/images/' || l.image_hash || '-128.webp' as "thumbnailUrl", c.created_at as "createdAt",
  c.is_verified as "isVerified", c.is_hidden as "isHidden", c.created_at::text as "sortKey"`
const MARKED: Record<CollectionMarkFilter, string> = {
  all: 'true',
  verified: 'c.is_verified',
  hidden: 'c.is_hidden',
}
/** Of more matches than that, nobody looks for the rest by hand. */
const MATCHES_MAX = 1_000

export function listForAdmin(
  db: Queryable,
  query: Page & { readonly search: string; readonly marked: CollectionMarkFilter },
): Promise<Keyed<AdminCollection>[]> {
  const { limit, after, search, marked } = query
  const values: SqlValue[] = [limit]
  const bind = (value: string) => `$${values.push(value)}`
  let found = ''
  if (search !== '') {
    const named = matchesAny('search', searchPatterns(search).map(bind))
    const address = bind(`${likeText(search)}%`)
    found = `with found as materialized (
      (select id from collections where ${named} limit ${MATCHES_MAX}) union
      (select id from collections where mint_address like ${address} or creator_address like ${address} limit ${MATCHES_MAX}))`
  }
  return db.query(
    `${found} select ${COLLECTION_COLUMNS} from collections c left join launches l on l.mint_address = c.mint_address
     where ${MARKED[marked]} ${found === '' ? '' : 'and c.id in (select id from found)'}
       ${afterCondition('c.created_at, c.id', after, values)}
     order by c.created_at desc, c.id desc limit $1`,
    values,
  )
}

export interface Marked {
  readonly before: Required<Marks>
  readonly collection: AdminCollection
}

/** Marks a coin, here and for whenever the index is rebuilt. Undefined where there is no such coin. */
export async function markCollection(tx: Queryable, id: string, marks: Marks): Promise<Marked | undefined> {
  const [row] = await tx.query<{ mintAddress: string; isVerified: boolean; isHidden: boolean }>(
    `select mint_address as "mintAddress", is_verified as "isVerified", is_hidden as "isHidden"
     from collections where id = $1 for update`,
    [id],
  )
  if (!row) return undefined
  const { mintAddress, ...before } = row
  const isVerified = marks.isVerified ?? before.isVerified
  const isHidden = marks.isHidden ?? before.isHidden
  await tx.query(
    `insert into collection_marks (mint_address, is_verified, is_hidden) values ($1, $2, $3)
     on conflict (mint_address) do update set is_verified = excluded.is_verified, is_hidden = excluded.is_hidden,
       updated_at = now()`,
    [mintAddress, isVerified, isHidden],
  )
  await tx.query('update collections set is_verified = $2, is_hidden = $3 where id = $1', [
    id,
    isVerified,
    isHidden,
  ])
  const [collection] = await tx.query<AdminCollection>(
    `select ${COLLECTION_COLUMNS} from collections c left join launches l on l.mint_address = c.mint_address
     where c.id = $1`,
    [id],
  )
  return collection && { before, collection }
}
