// All SQL of pins: which launched folder a pinning service was asked to keep, and how far it is.

import type { PinState } from '@twinmint/sdk/api/content/contract'
import type { Queryable } from '../../database/database.ts'
import type { PinJob, PinOutcome } from './pin-rules.ts'

/**
 * Puts up to `limit` launched folders on the list that are not on it yet, of coins that are shown; resolves with how many. What
 * is on it when its coin is hidden stays.
 */
export async function addPins(db: Queryable, service: string, limit: number): Promise<number> {
  const rows = await db.query(
    `insert into pins (folder_cid, service)
     select distinct l.folder_cid, $1 from launches l join collections c on c.mint_address = l.mint_address
     where l.folder_cid is not null and not c.is_hidden
       and not exists (select 1 from pins p where p.folder_cid = l.folder_cid and p.service = $1)
     limit ${limit}
     on conflict do nothing returning 1`,
    [service],
  )
  return rows.length
}

/** Takes up to `limit` that are due; nobody else gets them for `leaseSeconds`. */
export async function takePins(
  db: Queryable,
  {
    service,
    limit,
    leaseSeconds,
  }: { readonly service: string; readonly limit: number; readonly leaseSeconds: number },
): Promise<PinJob[]> {
  return db.query<PinJob>(
    `with due as (
       select folder_cid from pins where service = $1 and due_at <= now()
       order by due_at limit $2 for update skip locked
     ), taken as (
       update pins p set due_at = now() + $3 * interval '1 second' from due
       where p.folder_cid = due.folder_cid and p.service = $1
       returning p.folder_cid, p.service, p.request_id, p.state, p.failures, p.looks
     )
     select t.folder_cid as cid, t.service, t.request_id as "requestId", t.state, t.failures, t.looks,
       coalesce(l.name, '') as name, coalesce(l.symbol, '') as symbol, coalesce(l.mint_address, '') as "mintAddress"
     from taken t left join lateral (
       select name, symbol, mint_address from launches where folder_cid = t.folder_cid
       order by created_at, mint_address limit 1) l on true`,
    [service, limit, leaseSeconds],
  )
}

/** What came of it. `since` is when the state began. */
export async function savePin(
  db: Queryable,
  { cid, service }: Pick<PinJob, 'cid' | 'service'>,
  outcome: PinOutcome,
): Promise<void> {
  await db.query(
    `update pins set since = case when state = $4 then since else now() end, request_id = $3, state = $4, message = $5,
       failures = $6, looks = $7, due_at = now() + $8 * interval '1 second'
     where folder_cid = $1 and service = $2`,
    [
      cid,
      service,
      outcome.requestId,
      outcome.state,
      outcome.message,
      outcome.failures,
      outcome.looks,
      outcome.inSeconds,
    ],
  )
}

export async function findPin(
  db: Queryable,
  { cid, service }: Pick<PinJob, 'cid' | 'service'>,
): Promise<{ state: PinState; service: string; since: string; message?: string } | undefined> {
  const [row] = await db.query<{ state: PinState; since: Date; message: string | null }>(
    'select state, since, message from pins where folder_cid = $1 and service = $2',
    [cid, service],
  )
  if (row === undefined) return undefined
  const { state, since, message } = row
  return { state, service, since: new Date(since).toISOString(), ...(message === null ? {} : { message }) }
}
