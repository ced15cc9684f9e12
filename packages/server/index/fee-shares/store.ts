// SQL that reads who receives a coin's creator fees, and what wallets may draw and drew.
import type { Queryable } from '../../database/database.ts'

/** The present receivers of those of `collectionIds` that have any, in their order. */
export async function listFeeReceivers(
  db: Queryable,
  collectionIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const rows = await db.query<{ collectionId: string; wallets: string[] }>(
    `select collection_id as "collectionId", array_agg(wallet_address order by place) as wallets
     from fee_receivers where collection_id = any($1::uuid[]) and wallet_address is not null group by collection_id`,
    [collectionIds],
  )
  return new Map(rows.map(({ collectionId, wallets }) => [collectionId, wallets]))
}

export interface FeeReceiverRecord {
  readonly walletAddress: string
  readonly bps: number
  readonly isConfirmed: boolean
  readonly drawnLamports: string
  /** What it may draw of what the index knows the market to owe. */
  readonly dueLamports: string
}

export interface FeeSharesRecord {
  readonly authorityAddress: string
  readonly pendingAddress: string | null
  readonly receivers: FeeReceiverRecord[]
}

/** A wallet's part of what is owed: floor(received · share / 10,000) less what it drew (docs/program.md). */
const DUE = 'greatest(div((b.creator_fees_owed_lamports + t.drawn) * r.bps, 10000) - r.drawn_lamports, 0)'
const WITH_DRAWN = `join bonding_curves b on b.collection_id = r.collection_id
     join lateral (select sum(drawn_lamports) as drawn from fee_receivers a where a.collection_id = r.collection_id) t on true`

/** Who receives a coin's fees and who decides; undefined where it is the creator alone. */
export async function findFeeShares(
  db: Queryable,
  collectionId: string,
): Promise<FeeSharesRecord | undefined> {
  const [[shares], receivers] = await Promise.all([
    db.query<Omit<FeeSharesRecord, 'receivers'>>(
      `select authority_address as "authorityAddress", pending_address as "pendingAddress"
       from fee_shares where collection_id = $1`,
      [collectionId],
    ),
    db.query<FeeReceiverRecord>(
      `select r.wallet_address as "walletAddress", r.bps, r.is_confirmed as "isConfirmed",
         r.drawn_lamports::text as "drawnLamports", (${DUE})::text as "dueLamports"
       from fee_receivers r ${WITH_DRAWN}
       where r.collection_id = $1 and r.wallet_address is not null order by r.place`,
      [collectionId],
    ),
  ])
  return shares && { ...shares, receivers }
}

/**
 * The coins that pay wallet $1 fees or paid some: launched without other receivers, shared with it, or earlier. Columns:
 * collection_id, owed, bps (null where all fees are its, 0 where none are any more), is_confirmed, claimed.
 */
export const WALLET_FEES = `
  of_wallet as (
    select c.id as collection_id, b.creator_fees_owed_lamports as owed, null::int as bps, null::boolean as is_confirmed
    from collections c join bonding_curves b on b.collection_id = c.id
    where c.creator_address = $1 and not exists (select from fee_shares s where s.collection_id = c.id)
    union all
    select r.collection_id, ${DUE}, r.bps, r.is_confirmed from fee_receivers r ${WITH_DRAWN} where r.wallet_address = $1),
  received as (
    select collection_id, sum(lamports) as claimed from (
      select collection_id, lamports from fee_claims where creator_address = $1
      union all select collection_id, lamports from fee_payments where wallet_address = $1) p group by collection_id),
  wallet_fees as (
    select coalesce(o.collection_id, p.collection_id) as collection_id, coalesce(o.owed, 0) as owed,
      case when o.collection_id is null then 0 else o.bps end as bps,
      o.is_confirmed, coalesce(p.claimed, 0) as claimed
    from of_wallet o full join received p on p.collection_id = o.collection_id)`
