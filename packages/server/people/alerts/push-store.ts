// SQL of the key that signs pushes, of the browsers that are told, and of the pushes that wait.
import { generateKeyPairSync } from 'node:crypto'
import { PUSH_SUBSCRIPTIONS_MAX, type PushSubscriptionRecord } from '@twinmint/sdk/api/alerts/contract'
import { PUSH_SECONDS_MAX } from '@twinmint/sdk/api/alerts/rules'
import type { Database, Queryable } from '../../database/database.ts'
import { JOIN_NOTIFICATION, NOTIFICATION_COLUMNS, type NotificationRow } from './notification-store.ts'

/** The private key as PKCS #8, base64. The first server to ask makes it; all that share the database have the same. */
export async function loadPushKey(db: Queryable): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const made = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const [row] = await db.query<{ key: string }>(
    `with made as (insert into push_keys (private_key) values ($1) on conflict do nothing returning private_key)
     select private_key as key from made union all select private_key from push_keys limit 1`,
    [made],
  )
  if (row) return row.key
  // Another server made it in this moment: it is there for the next statement.
  return loadPushKey(db)
}

const COLUMNS = 'id, endpoint, device, created_at as "createdAt"'

export const listSubscriptions = (db: Queryable, walletAddress: string): Promise<PushSubscriptionRecord[]> =>
  db.query(
    `select ${COLUMNS} from push_subscriptions where wallet_address = $1
     order by created_at desc, id limit ${PUSH_SUBSCRIPTIONS_MAX}`,
    [walletAddress],
  )

export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * Subscribes a browser to this wallet's notifications until the session ends. A browser belongs to one wallet. The wallet's
 * oldest subscriptions above the limit are deleted.
 */
export function addSubscription(
  db: Database,
  {
    walletAddress,
    endpoint,
    p256dh,
    auth,
    device,
    sessionId,
  }: Subscription & { readonly walletAddress: string; readonly device: string; readonly sessionId: string },
): Promise<PushSubscriptionRecord | undefined> {
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('push ' || $1, 0))`, [walletAddress])
    const [row] = await tx.query<PushSubscriptionRecord>(
      `insert into push_subscriptions (wallet_address, endpoint, p256dh, auth, device, session_id)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (endpoint) do update set
         wallet_address = $1, p256dh = $3, auth = $4, device = $5, session_id = $6, created_at = now()
       returning ${COLUMNS}`,
      [walletAddress, endpoint, p256dh, auth, device, sessionId],
    )
    await tx.query(
      `delete from push_subscriptions where id in (
         select id from push_subscriptions where wallet_address = $1
         order by created_at desc, id offset ${PUSH_SUBSCRIPTIONS_MAX})`,
      [walletAddress],
    )
    return row
  })
}

/** False where the wallet has no such browser; without a wallet, whoever's it is. */
export async function removeSubscription(
  db: Queryable,
  id: string,
  walletAddress?: string,
): Promise<boolean> {
  const removed = await db.query(
    'delete from push_subscriptions where id = $1 and ($2::text is null or wallet_address = $2) returning id',
    [id, walletAddress ?? null],
  )
  return removed.length > 0
}

export async function findSubscription(
  db: Queryable,
  id: string,
  walletAddress: string,
): Promise<Subscription | undefined> {
  const [row] = await db.query<Subscription>(
    'select endpoint, p256dh, auth from push_subscriptions where id = $1 and wallet_address = $2',
    [id, walletAddress],
  )
  return row
}

/** A push that this server sends now. */
export interface PushJob extends Subscription {
  readonly subscriptionId: string
  /** With this one. */
  readonly attempts: number
  readonly notification: NotificationRow
}

/** Longer than a push takes: a server that is killed meanwhile leaves it to the next. */
const LEASE_SECONDS = 60

/** Takes up to `limit` due pushes. Drops pushes that are too old and pushes of expired sessions. */
export async function takeJobs(db: Queryable, limit: number): Promise<PushJob[]> {
  const rows = await db.query<
    NotificationRow & Subscription & { subscriptionId: string; attempts: number; isOld: boolean }
  >(
    `with due as (
       select subscription_id, notification_id from push_jobs where due_at <= now()
       order by due_at limit $1 for update skip locked
     ), taken as (
       update push_jobs j set attempts = j.attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
       from due where j.subscription_id = due.subscription_id and j.notification_id = due.notification_id
       returning j.*
     )
     select taken.subscription_id as "subscriptionId", taken.attempts, s.endpoint, s.p256dh, s.auth,
       taken.created_at < now() - make_interval(secs => ${PUSH_SECONDS_MAX})
         or exists (select from sessions e where e.id = s.session_id and e.expires_at <= now()) as "isOld",
       ${NOTIFICATION_COLUMNS}
     from taken join push_subscriptions s on s.id = taken.subscription_id
     join notifications n on n.id = taken.notification_id ${JOIN_NOTIFICATION}`,
    [limit],
  )
  const jobs: PushJob[] = []
  for (const { subscriptionId, attempts, endpoint, p256dh, auth, isOld, ...notification } of rows) {
    const job = { subscriptionId, attempts, endpoint, p256dh, auth, notification }
    if (isOld) await endJob(db, job)
    else jobs.push(job)
  }
  return jobs
}

export async function endJob(
  db: Queryable,
  { subscriptionId, notification }: Pick<PushJob, 'subscriptionId' | 'notification'>,
): Promise<void> {
  await db.query('delete from push_jobs where subscription_id = $1 and notification_id = $2', [
    subscriptionId,
    notification.id,
  ])
}

/** It is tried again then. */
export async function delayJob(
  db: Queryable,
  { subscriptionId, notification }: PushJob,
  seconds: number,
): Promise<void> {
  await db.query(
    `update push_jobs set due_at = now() + make_interval(secs => $3::int)
     where subscription_id = $1 and notification_id = $2`,
    [subscriptionId, notification.id, seconds],
  )
}
