// SQL of alerts, and of what they and followed wallets come to. An alert that fires is deleted in the statement that records its notification, so that
// it fires once, however many servers look and wherever one is killed.

import { ALERTS_MAX, NOTIFICATIONS_MAX, OFFER_NOTES_MAX } from '@twinmint/sdk/api/alerts/contract'
import type { AlertTerms, Direction } from '@twinmint/sdk/api/alerts/rules'
import type { Database, Queryable } from '../../database/database.ts'
import { STANDS, standsBy } from '../../index/figures-store.ts'

/** Of the coin's picture; null where the index does not know it. */
export const COIN = `c.name, c.symbol, l.image_hash as "imageHash"`
export const JOIN_COIN = (table: string) =>
  `left join collections c on c.id = ${table}.collection_id left join launches l on l.mint_address = c.mint_address`

interface CoinRow {
  readonly collectionId: string
  /** Null while the index is made anew. */
  readonly name: string | null
  readonly symbol: string | null
  readonly imageHash: string | null
}

export interface AlertRow extends CoinRow {
  readonly id: string
  readonly kind: AlertTerms['kind']
  readonly direction: Direction | null
  readonly targetUnits: string | null
  readonly createdAt: string
}

const ALERT_COLUMNS = `a.id, a.kind, a.collection_id as "collectionId", a.direction, a.target_units as "targetUnits",
  a.created_at as "createdAt", ${COIN}`

export const listAlerts = (db: Queryable, walletAddress: string): Promise<AlertRow[]> =>
  db.query(
    `select ${ALERT_COLUMNS} from alerts a ${JOIN_COIN('a')} where a.wallet_address = $1
     order by a.created_at desc, a.id limit ${ALERTS_MAX}`,
    [walletAddress],
  )

/** A coin's reserves as its last event left them. */
export interface CurveNow {
  readonly sequence: number
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
  /** Its graduation stands. */
  readonly isGraduated: boolean
}

const curveWith = (
  stands: string,
) => `b.sequence, b.reserve_lamports as "reserveLamports", b.reserve_base_units as "reserveBaseUnits",
  coalesce(${stands}, false) as "isGraduated"`

/**
 * Stores an alert, and returns it; where the wallet has the same one, that. `decide` is given the coin as it stands, and throws
 * where something is against it. Undefined where the wallet has ALERTS_MAX already.
 */
export function addAlert(
  db: Database,
  alert: {
    readonly walletAddress: string
    readonly collectionId: string
    readonly kind: AlertTerms['kind']
    readonly direction: Direction | null
    readonly targetUnits: string | null
  },
  decide: (now: CurveNow) => void,
): Promise<AlertRow | undefined> {
  const { walletAddress, collectionId, kind, direction, targetUnits } = alert
  return db.transaction(async (tx) => {
    // One at a time for each wallet, so that two at once do not pass the bound; and none while the coin's are compared.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('alerts ' || $1, 0))`, [walletAddress])
    await tx.query(
      `insert into alert_marks (collection_id, sequence)
         select collection_id, sequence from bonding_curves where collection_id = $1
       on conflict (collection_id) do update set sequence = alert_marks.sequence`,
      [collectionId],
    )
    const [now] = await tx.query<CurveNow>(
      `select ${curveWith(STANDS)} from bonding_curves b where b.collection_id = $1`,
      [collectionId],
    )
    if (now === undefined) return undefined
    decide(now)
    const [row] = await tx.query<{ id: string }>(
      `with same as (
         select id from alerts where wallet_address = $1 and collection_id = $2 and kind = $3
           and direction is not distinct from $4 and target_units is not distinct from $5::numeric
       ), added as (
         insert into alerts (wallet_address, collection_id, kind, direction, target_units, since_sequence)
         select $1, $2::uuid, $3, $4, $5::numeric, $6::bigint
         where not exists (select 1 from same)
           and (select count(*) from alerts where wallet_address = $1) < ${ALERTS_MAX}
         returning id
       ) select id from same union all select id from added`,
      [walletAddress, collectionId, kind, direction, targetUnits, now.sequence],
    )
    if (row === undefined) return undefined
    const listed = await listAlerts(tx, walletAddress)
    return listed.find(({ id }) => id === row.id)
  })
}

/** False where the wallet has no such alert. */
export async function removeAlert(db: Queryable, walletAddress: string, id: string): Promise<boolean> {
  const removed = await db.query('delete from alerts where id = $1 and wallet_address = $2 returning id', [
    id,
    walletAddress,
  ])
  return removed.length > 0
}

/**
 * Of these coins, those that anybody has an alert for; of all coins those that were traded since they were compared, or whose
 * graduation stands by `readThroughMs`, until when the index has read its chain: what came later may have undone it.
 */
export async function listMarked(
  db: Queryable,
  collectionIds: readonly string[] | undefined,
  readThroughMs: number,
) {
  const rows = await db.query<{ id: string }>(
    collectionIds === undefined
      ? `select m.collection_id as id from alert_marks m join bonding_curves b using (collection_id)
           where b.sequence > m.sequence
             or (${standsBy('$1')} and exists (select from alerts a where a.collection_id = m.collection_id and a.kind = 'graduation'))
           order by 1`
      : 'select collection_id as id from alert_marks where collection_id = any($1::uuid[]) order by 1',
    [collectionIds ?? readThroughMs],
  )
  return rows.map(({ id }) => id)
}

export interface WaitingAlert extends Pick<AlertRow, 'id' | 'kind' | 'direction' | 'targetUnits'> {
  readonly collectionId: string
  readonly sinceSequence: number
}

/** A coin since it was compared last: the trades in their order, and how it stands; `isWhole` where these are all. */
export interface CoinNews extends CurveNow {
  readonly collectionId: string
  readonly trades: readonly Omit<CurveNow, 'isGraduated'>[]
  readonly isWhole: boolean
}

/** Takes the coins for this transaction: others wait, and then find them compared. `readThroughMs` as in listMarked. */
export async function lockNews(
  tx: Queryable,
  collectionIds: readonly string[],
  { tradesMax, readThroughMs }: { readonly tradesMax: number; readonly readThroughMs: number },
): Promise<readonly CoinNews[]> {
  await tx.query(
    'select 1 from alert_marks where collection_id = any($1::uuid[]) order by collection_id for update',
    [collectionIds],
  )
  const rows = await tx.query<
    CurveNow & { collectionId: string; at: number | null; lamports: string; baseUnits: string }
  >(
    // One snapshot: what the curve says is what its trades came to.
    `select m.collection_id as "collectionId", ${curveWith(standsBy('$3'))}, t.sequence as at, t.reserve_lamports as lamports,
       t.reserve_base_units as "baseUnits"
     from alert_marks m join bonding_curves b using (collection_id)
     left join lateral (
       select sequence, reserve_lamports, reserve_base_units from trades
       where collection_id = m.collection_id and sequence > m.sequence order by sequence limit $2) t on true
     where m.collection_id = any($1::uuid[]) order by m.collection_id, t.sequence`,
    [collectionIds, tradesMax, readThroughMs],
  )
  const news = new Map<string, CoinNews & { readonly trades: Omit<CurveNow, 'isGraduated'>[] }>()
  for (const { at, lamports, baseUnits, ...curve } of rows) {
    const coin = news.get(curve.collectionId) ?? { ...curve, trades: [], isWhole: true }
    news.set(curve.collectionId, coin)
    if (at !== null)
      coin.trades.push({ sequence: at, reserveLamports: lamports, reserveBaseUnits: baseUnits })
  }
  return [...news.values()].map((coin) => ({ ...coin, isWhole: coin.trades.length < tradesMax }))
}

/** Where a coin's figure has been since it was compared last, in a target's units. */
export interface FigureRange {
  readonly collectionId: string
  readonly kind: 'price' | 'marketCap'
  readonly least: bigint
  readonly most: bigint
}

/**
 * The alerts that may have fired, by their id after `after`: those whose target the figure has reached at some time, and those
 * of graduated coins. However many wait for a coin, no others are read.
 */
export async function listReached(
  tx: Queryable,
  ranges: readonly FigureRange[],
  graduatedIds: readonly string[],
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<WaitingAlert[]> {
  const columns = 'a.id, a.collection_id, a.kind, a.direction, a.target_units, a.since_sequence'
  return tx.query<WaitingAlert>(
    `with ranges as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as r (collection_id, kind, least, most)
     ), reached as (
       select ${columns} from ranges r join alerts a on a.collection_id = r.collection_id and a.kind = r.kind
         and a.direction = 'above' and a.target_units <= r.most::numeric
       union all
       select ${columns} from ranges r join alerts a on a.collection_id = r.collection_id and a.kind = r.kind
         and a.direction = 'below' and a.target_units >= r.least::numeric
       union all
       select ${columns} from alerts a where a.collection_id = any($5::uuid[]) and a.kind = 'graduation'
     )
     select id, collection_id as "collectionId", kind, direction, target_units as "targetUnits",
       since_sequence as "sinceSequence"
     from reached where id > $6::uuid order by id limit $7`,
    [
      ranges.map(({ collectionId }) => collectionId),
      ranges.map(({ kind }) => kind),
      ranges.map(({ least }) => least.toString()),
      ranges.map(({ most }) => most.toString()),
      graduatedIds,
      page.after ?? NO_ID,
      page.limit,
    ],
  )
}
/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Notes how far coins were compared; a coin without alerts needs no mark. */
export async function moveMarks(
  tx: Queryable,
  marks: readonly { readonly collectionId: string; readonly sequence: number }[],
): Promise<void> {
  const ids = marks.map(({ collectionId }) => collectionId)
  await tx.query(
    `update alert_marks m set sequence = n.sequence
       from unnest($1::uuid[], $2::bigint[]) as n (collection_id, sequence)
       where m.collection_id = n.collection_id`,
    [ids, marks.map(({ sequence }) => sequence)],
  )
  await tx.query(
    `delete from alert_marks m where collection_id = any($1::uuid[])
       and not exists (select 1 from alerts a where a.collection_id = m.collection_id)`,
    [ids],
  )
}

/** Each subscription has so many pushes waiting at most; what is beyond stands in the list alone. */
const JOBS_PER_SUBSCRIPTION_MAX = 20
/** Pushes what `noted` has, a list of notifications' ids and wallets, to these subscriptions of theirs. */
export const pushNotedTo = (
  subscriptions: string,
) => `insert into push_jobs (subscription_id, notification_id)
  select s.id, noted.id from noted join ${subscriptions} s on s.wallet_address = noted.wallet_address
  where (select count(*) from push_jobs j where j.subscription_id = s.id) < ${JOBS_PER_SUBSCRIPTION_MAX}`
export const PUSH_NOTED = pushNotedTo('push_subscriptions')

/** Turns alerts into notifications with what the figure was, and has them pushed. Returns the wallets that were told. */
export async function fireAlerts(
  tx: Queryable,
  fired: readonly { readonly id: string; readonly valueUnits: bigint | null }[],
): Promise<string[]> {
  const rows = await tx.query<{ walletAddress: string }>(
    `with fired as (
       select * from unnest($1::uuid[], $2::text[]) as f (id, value_units)
     ), gone as (
       delete from alerts where id = any($1::uuid[]) returning id, wallet_address, kind, collection_id, direction, target_units
     ), noted as (
       insert into notifications (id, wallet_address, kind, collection_id, direction, target_units, value_units)
       select gone.*, fired.value_units::numeric from gone join fired using (id)
       returning id, wallet_address
     ), pushed as (${PUSH_NOTED})
     select distinct wallet_address as "walletAddress" from noted`,
    [fired.map(({ id }) => id), fired.map(({ valueUnits }) => valueUnits?.toString() ?? null)],
  )
  return trimmed(
    tx,
    rows.map(({ walletAddress }) => walletAddress),
  )
}

/**
 * Drops what is beyond the bound of these wallets, the oldest first: offers, which anybody can send, among themselves. Returns
 * them.
 */
export async function trimmed(tx: Queryable, wallets: readonly string[]): Promise<string[]> {
  if (wallets.length > 0)
    await tx.query(
      // Taken in one order, so that two that trim the same wallet can't wait for each other.
      `with old as (
         select old.id from unnest($1::text[]) as w (address) cross join lateral (
           (select id from notifications where wallet_address = w.address and kind = 'offer'
            order by created_at desc, id desc offset ${OFFER_NOTES_MAX})
           union all
           (select id from notifications where wallet_address = w.address and kind <> 'offer'
            order by created_at desc, id desc offset ${NOTIFICATIONS_MAX - OFFER_NOTES_MAX})) old
       ), gone as materialized (select id from notifications where id in (select id from old) order by id for update)
       delete from notifications where id in (select id from gone)`,
      [wallets],
    )
  return [...wallets]
}

/** What a followed wallet did in a minute, as far as it is known. */
export interface FollowNews {
  readonly followed: string
  /** Since 1970. */
  readonly minute: number
  readonly collectionId: string
  readonly tradeType: string
  readonly lamports: string
  readonly tradeCount: number
}

/** Tells followers of a wallet's trades, each once in that minute. Returns those that were told. */
export async function noteFollowed(
  db: Queryable,
  followers: readonly string[],
  { followed, minute, collectionId, tradeType, lamports, tradeCount }: FollowNews,
): Promise<string[]> {
  const rows = await db.query<{ walletAddress: string }>(
    `with noted as (
       insert into notifications
         (wallet_address, kind, followed_address, minute, collection_id, trade_type, lamports, trade_count)
       select follower, 'follow', $2, $3::bigint, $4::uuid, $5, $6::numeric, $7::int from unnest($1::text[]) as f (follower)
       on conflict (followed_address, minute, wallet_address) do nothing
       returning id, wallet_address
     ), pushed as (${PUSH_NOTED})
     select wallet_address as "walletAddress" from noted`,
    [followers, followed, minute, collectionId, tradeType, lamports, tradeCount],
  )
  return trimmed(
    db,
    rows.map(({ walletAddress }) => walletAddress),
  )
}

/** More trades of a minute that followers were told of. */
export async function countFollowed(
  db: Queryable,
  { followed, minute, tradeCount }: Pick<FollowNews, 'followed' | 'minute' | 'tradeCount'>,
): Promise<void> {
  await db.query(
    'update notifications set trade_count = trade_count + $3::int where followed_address = $1 and minute = $2',
    [followed, minute, tradeCount],
  )
}
