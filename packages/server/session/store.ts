// Sessions, the nonces that lead to them, and the links that make an admin, in SQL. The database's clock counts, so that
// servers which share it agree. Of tokens only the hash is stored: who reads the tables cannot sign in.
import type { Queryable } from '../database/database.ts'

/** Unused so long, a session ends; and after `SESSION_DAYS_MAX` in any case. */
const SESSION_DAYS_IDLE = 14
export const SESSION_DAYS_MAX = 60
const ADMIN_LINK_MINUTES = 60
/** What a link gives lasts a day's work. */
export const ADMIN_HOURS = 12
const SESSIONS_PER_WALLET_MAX = 50

export interface SessionRow {
  readonly id: string
  readonly walletAddress: string | null
  /** When what an admin link gave ends; null where none did. */
  readonly adminUntil: string | null
  readonly expiresAt: string
  readonly lastSeenAt: string
  readonly isStale: boolean
}

export async function addNonce(db: Queryable, nonce: string, minutes: number): Promise<void> {
  await db.query('delete from sign_in_nonces where expires_at < now()')
  await db.query(
    'insert into sign_in_nonces (nonce, expires_at) values ($1, now() + make_interval(mins => $2::int))',
    [nonce, minutes],
  )
}

/** True once for a nonce that is still good. */
export async function takeNonce(db: Queryable, nonce: string): Promise<boolean> {
  const taken = await db.query(
    'delete from sign_in_nonces where nonce = $1 and expires_at > now() returning nonce',
    [nonce],
  )
  return taken.length > 0
}

/** Returns the ids of sessions that were ended because the wallet has too many. */
export async function addSession(
  db: Queryable,
  session: {
    readonly tokenHash: string
    readonly id: string
    readonly walletAddress: string | null
    readonly device: string
    readonly adminUntil: string | null
  },
): Promise<string[]> {
  const { tokenHash, id, walletAddress, device, adminUntil } = session
  await db.query('delete from sessions where expires_at < now()')
  await db.query(
    `insert into sessions (token_hash, id, wallet_address, device, admin_until, expires_at)
     values ($1, $2, $3, $4, $5::timestamptz,
       case when $3::text is null then $5::timestamptz else now() + make_interval(days => $6::int) end)`,
    [tokenHash, id, walletAddress, device, adminUntil, SESSION_DAYS_IDLE],
  )
  if (walletAddress === null) return []
  const ended = await db.query<{ id: string }>(
    `delete from sessions where token_hash in (
       select token_hash from (
         select token_hash, row_number() over (order by last_seen_at desc, id) as place
         from sessions where wallet_address = $1
       ) as placed where place > $2) returning id`,
    [walletAddress, SESSIONS_PER_WALLET_MAX],
  )
  return ended.map(({ id }) => id)
}

/** Filters out ended sessions. */
export async function listOpen(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from sessions where id = any($1::uuid[]) and expires_at > now()',
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Moves push subscriptions from one session to the next session of the same wallet. */
export async function handPushesOn(
  db: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db.query(
    `update push_subscriptions p set session_id = s.id from sessions s
     where p.session_id = $1 and s.id = $2 and s.wallet_address = p.wallet_address`,
    [from, to],
  )
}

/** Gives a session a new token and temporary admin rights; false if the session has ended. */
export async function raiseSession(
  db: Queryable,
  {
    id,
    tokenHash,
    adminUntil,
  }: { readonly id: string; readonly tokenHash: string; readonly adminUntil: string },
): Promise<boolean> {
  const raised = await db.query(
    'update sessions set token_hash = $2, admin_until = $3::timestamptz where id = $1 and expires_at > now() returning id',
    [id, tokenHash, adminUntil],
  )
  return raised.length > 0
}

export async function findSession(db: Queryable, tokenHash: string): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(
    `select id, wallet_address as "walletAddress", admin_until as "adminUntil", expires_at as "expiresAt",
       last_seen_at as "lastSeenAt", last_seen_at < now() - interval '5 minutes' as "isStale"
     from sessions where token_hash = $1 and expires_at > now()`,
    [tokenHash],
  )
  return row
}

/** The session is in use: it is kept for another while, up to its longest life. */
export async function touchSession(db: Queryable, tokenHash: string): Promise<void> {
  await db.query(
    `update sessions set last_seen_at = now(),
       expires_at = case when wallet_address is null then expires_at
         else least(now() + make_interval(days => $2::int), created_at + make_interval(days => $3::int)) end
     where token_hash = $1`,
    [tokenHash, SESSION_DAYS_IDLE, SESSION_DAYS_MAX],
  )
}

export async function listSessions(
  db: Queryable,
  walletAddress: string,
): Promise<{ id: string; device: string; createdAt: string; lastSeenAt: string }[]> {
  return db.query(
    `select id, device, created_at as "createdAt", last_seen_at as "lastSeenAt"
     from sessions where wallet_address = $1 and expires_at > now()
     order by last_seen_at desc, id limit ${SESSIONS_PER_WALLET_MAX}`,
    [walletAddress],
  )
}

interface ListedSession {
  readonly id: string
  readonly walletAddress: string | null
  readonly device: string
  readonly isAdminByLink: boolean
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly sortKey: string
}

/** Everybody's, the last seen first; `after` is time and id of the last one seen. */
export async function listAllSessions(
  db: Queryable,
  page: { readonly limit: number; readonly after: readonly [time: string, id: string] | undefined },
): Promise<ListedSession[]> {
  return db.query(
    `select id, wallet_address as "walletAddress", device, coalesce(admin_until > now(), false) as "isAdminByLink",
       created_at as "createdAt", last_seen_at as "lastSeenAt", last_seen_at::text as "sortKey"
     from sessions where expires_at > now()
       ${page.after === undefined ? '' : 'and (last_seen_at, id) < ($2::timestamptz, $3::uuid)'}
     order by last_seen_at desc, id desc limit $1`,
    [page.limit, ...(page.after ?? [])],
  )
}

/** Ends one session, whoever's it is; undefined where there is none. */
export async function takeSession(
  db: Queryable,
  id: string,
): Promise<{ walletAddress: string | null; device: string } | undefined> {
  const [row] = await db.query<{ walletAddress: string | null; device: string }>(
    'delete from sessions where id = $1 returning wallet_address as "walletAddress", device',
    [id],
  )
  return row
}

/** Ends one session; of this wallet only, where one is given. False where there is none. */
export async function removeSession(db: Queryable, id: string, walletAddress?: string): Promise<boolean> {
  const removed = await db.query(
    'delete from sessions where id = $1 and ($2::text is null or wallet_address = $2) returning id',
    [id, walletAddress ?? null],
  )
  return removed.length > 0
}

export async function addAdminLink(db: Queryable, tokenHash: string): Promise<void> {
  await db.query('delete from admin_links where expires_at < now()')
  await db.query(
    'insert into admin_links (token_hash, expires_at) values ($1, now() + make_interval(mins => $2::int))',
    [tokenHash, ADMIN_LINK_MINUTES],
  )
}

/** Whether a link is still good; it stays so. */
export async function isAdminLink(db: Queryable, tokenHash: string): Promise<boolean> {
  const found = await db.query('select 1 from admin_links where token_hash = $1 and expires_at > now()', [
    tokenHash,
  ])
  return found.length > 0
}

/** True once for a link that is still good. */
export async function takeAdminLink(db: Queryable, tokenHash: string): Promise<boolean> {
  const taken = await db.query(
    'delete from admin_links where token_hash = $1 and expires_at > now() returning token_hash',
    [tokenHash],
  )
  return taken.length > 0
}
