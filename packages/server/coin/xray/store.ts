// SQL of the Launch X-ray: what the index's rows add up to, the buys behind the figures, and what creators sent.

import type { XrayWarning } from '@twinmint/sdk/api/records/xray'
import {
  EARLY_TRADES_MAX,
  FUNDED_LAMPORTS_MIN,
  GROUP_WALLETS_MIN,
  OPENING_SECONDS,
  RECIPIENTS_MAX,
  type XraySums,
} from '@twinmint/sdk/api/xray/rules'
import { NFT_BASE_UNITS } from '@twinmint/sdk/core/curve'
import type { Queryable } from '../../database/database.ts'
import { plannedOnce } from '../../database/plan-once.ts'

/** Of a collection: the first trades that the index has are the coin's first. */
const isWhole = (id: string) => `not exists (select from curve_bases h where h.collection_id = ${id})`

/**
 * With `wanted` (the coins), `funded`: wallets that the creator sent coins of it to, or SOL before they bought it. A market or
 * an escrow gets what the creator pays and swaps, and is nobody's wallet; who got only SOL and never traded is not funded.
 */
const WANTED = `
  wanted as materialized (
    select c.id, c.mint_address, c.creator_address, c.market_address, c.escrow_address, c.total_supply, c.launch_slot,
      c.created_at, b.reserve_base_units, b.circulating_nft_count,
      least(c.total_supply - b.burned_base_units, m.supply_base_units) as supply
    from collections c join bonding_curves b on b.collection_id = c.id join market_figures m on m.collection_id = c.id
    where c.id = any($1::uuid[])),
  recipients as materialized (
    select r.id, r.wallet, r.base_units, coalesce((select slot from trades t where t.collection_id = r.id
      and t.trader_address = r.wallet and t.type = 'BUY' order by t.sequence desc limit 1), 0) as last_buy_slot
    from (select g.*, row_number() over (partition by g.id order by
        coalesce(p.base_units, 0) + coalesce(p.nft_base_units, 0) + g.base_units desc, g.wallet) as place
      from (select w.id, f.to_address as wallet,
          coalesce(sum(f.units) filter (where f.mint_address is not null), 0) as base_units
        from wanted w join creator_transfers f on f.collection_id = w.id
        where f.to_address not in (w.creator_address, w.market_address, w.escrow_address)
        group by w.id, f.to_address) g
      left join positions p on p.collection_id = g.id and p.wallet_address = g.wallet
      where g.base_units > 0 or p.wallet_address is not null) r
    where r.place <= ${RECIPIENTS_MAX}),
  sent as materialized (
    select r.id, r.wallet, r.last_buy_slot, r.base_units,
      coalesce(sum(f.units) filter (where f.mint_address is null and f.slot <= r.last_buy_slot), 0) as lamports
    from recipients r join creator_transfers f on f.collection_id = r.id and f.to_address = r.wallet
    group by r.id, r.wallet, r.last_buy_slot, r.base_units),
  funded as materialized (select * from sent where base_units > 0 or lamports >= ${FUNDED_LAMPORTS_MIN})`

/** The first trades of a coin: its buys, with when they were. None where its history begins later than the coin. */
const EARLY = `
  early as materialized (
    select w.id, t.trader_address, t.slot, t.base_units, t.trader_address = w.creator_address as is_creator,
      t.slot = w.launch_slot and t.slot > 0 as in_launch_slot,
      t.created_at <= w.created_at + interval '${OPENING_SECONDS} seconds' as in_opening
    from wanted w cross join lateral (
      select trader_address, slot, base_units, created_at, type from trades where collection_id = w.id
      order by sequence limit ${EARLY_TRADES_MAX}) t where t.type = 'BUY' and ${isWhole('w.id')})`

/** Per slot, what so many wallets beside the creator bought in it. */
const GROUPS = `
  groups as materialized (
    select id, slot, sum(base_units) as base_units from early where not is_creator and slot > 0
    group by id, slot having count(distinct trader_address) >= ${GROUP_WALLETS_MIN})`

/** What a coin's trades and its creator's transfers add up to; holdings are those by trades. */
const SUMS = `
  with ${WANTED}, ${EARLY}, ${GROUPS},
  given as (select id, sum(base_units) as base_units from sent group by id),
  held as materialized (
    select w.id, w.creator_address as wallet, -coalesce(g.base_units, 0) as more from wanted w left join given g on g.id = w.id
    union all select id, wallet, base_units from funded),
  owned as (
    select h.id, sum(greatest(coalesce(p.base_units, 0) + h.more + coalesce(p.nft_base_units, 0), 0)) as base_units
    from held h left join positions p on p.collection_id = h.id and p.wallet_address = h.wallet group by h.id),
  bought as (
    select id, coalesce(sum(base_units) filter (where in_launch_slot), 0) as launch_slot,
      coalesce(sum(base_units) filter (where in_launch_slot and not is_creator), 0) as launch_slot_others,
      coalesce(sum(base_units) filter (where in_opening), 0) as opening,
      coalesce(sum(base_units) filter (where in_opening and not is_creator), 0) as opening_others
    from early group by id),
  grouped as (select id, sum(base_units) as base_units from groups group by id)
  select w.id as "collectionId", w.total_supply::text as "launchSupply", w.supply::text as supply,
    w.reserve_base_units::text as pool, (w.circulating_nft_count * ${NFT_BASE_UNITS}::numeric)::text as nfts,
    coalesce(o.base_units, 0)::text as creator,
    coalesce(b.launch_slot, 0)::text as "launchSlot", coalesce(b.launch_slot_others, 0)::text as "launchSlotOthers",
    coalesce(b.opening, 0)::text as opening, coalesce(b.opening_others, 0)::text as "openingOthers",
    coalesce(g.base_units, 0)::text as "sameSlot",
    (select coalesce(sum(greatest(held, 0)), 0)::text from (
       select base_units + nft_base_units as held from positions p where p.collection_id = w.id
       order by base_units + nft_base_units desc limit 10) ten) as holders
  from wanted w left join owned o on o.id = w.id left join bought b on b.id = w.id left join grouped g on g.id = w.id`

type SumTexts = { readonly collectionId: string } & { readonly [Key in keyof XraySums]: string }

export interface CoinSums extends XraySums {
  readonly collectionId: string
}

/** Base units all. */
export async function loadSums(db: Queryable, ids: readonly string[]): Promise<CoinSums[]> {
  const rows = await db.query<SumTexts>(SUMS, [plannedOnce(ids)])
  return rows.map(({ collectionId, ...texts }) => {
    const of = (key: keyof XraySums) => BigInt(texts[key])
    return {
      collectionId,
      launchSupply: of('launchSupply'),
      supply: of('supply'),
      pool: of('pool'),
      nfts: of('nfts'),
      creator: of('creator'),
      launchSlot: of('launchSlot'),
      launchSlotOthers: of('launchSlotOthers'),
      opening: of('opening'),
      openingOthers: of('openingOthers'),
      sameSlot: of('sameSlot'),
      holders: of('holders'),
    }
  })
}

/** What lists and cards say. Returns the coins of which they say something else now. */
export async function writeWarnings(
  db: Queryable,
  found: readonly { readonly collectionId: string; readonly warnings: readonly XrayWarning[] }[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `update market_figures m set warnings = r.warnings
     from jsonb_to_recordset($1::text::jsonb) as r("collectionId" uuid, warnings text[])
     where m.collection_id = r."collectionId" and m.warnings is distinct from r.warnings
     returning m.collection_id as id`,
    [JSON.stringify(found)],
  )
  return rows.map(({ id }) => id)
}

/** Coins whose warnings are not worked out yet: they are new, or their rows were rebuilt. */
export async function listNotLookedAt(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select collection_id as id from market_figures where warnings is null limit $1',
    [limit],
  )
  return rows.map(({ id }) => id)
}

/** Has the server that writes the index work a coin's warnings out again. */
export const forgetWarnings = (db: Queryable, collectionId: string): Promise<object[]> =>
  db.query('update market_figures set warnings = null where collection_id = $1', [collectionId])

export interface XrayCoin {
  readonly id: string
  readonly mintAddress: string
  readonly creatorAddress: string
  readonly marketAddress: string
  readonly escrowAddress: string
  readonly launchSignature: string
  readonly launchSlot: number | null
  readonly launchedAt: string
  readonly reserveBaseUnits: string
  readonly circulatingNftCount: number
  readonly sequence: number
  /** Where the index's history begins, when it is not the launch. */
  readonly historySince: string | null
  /** Of the last transaction of the creator that was read; null before the first reading. */
  readonly readSignature: string | null
  readonly readAt: string | null
  readonly transactionsBefore: number
  readonly transactionsAfter: number
  readonly isWhole: boolean
}

export async function findXrayCoin(db: Queryable, id: string): Promise<XrayCoin | undefined> {
  const [row] = await db.query<XrayCoin>(
    `select c.id, c.mint_address as "mintAddress", c.creator_address as "creatorAddress",
       c.market_address as "marketAddress", c.escrow_address as "escrowAddress",
       c.launch_signature as "launchSignature", c.launch_slot as "launchSlot", c.created_at as "launchedAt",
       b.reserve_base_units as "reserveBaseUnits", b.circulating_nft_count as "circulatingNftCount", b.sequence, h.since as "historySince",
       r.signature as "readSignature", r.read_at as "readAt",
       coalesce(r.transactions_before, 0) as "transactionsBefore",
       coalesce(r.transactions_after, 0) as "transactionsAfter", coalesce(r.is_whole, false) as "isWhole"
     from collections c join bonding_curves b on b.collection_id = c.id
     left join creator_reads r on r.collection_id = c.id left join curve_bases h on h.collection_id = c.id where c.id = $1`,
    [id],
  )
  return row
}

export interface EarlyBuy {
  readonly walletAddress: string
  readonly baseUnits: string
  /** All that was paid. */
  readonly lamports: string
  /** What of it the launch guard locked. */
  readonly surchargeLamports: string
  readonly slot: number | null
  readonly txSignature: string
  readonly createdAt: string
  readonly isInOpening: boolean
}

/** The buys among a coin's first trades, the first first, and whether there are trades after those. */
export async function listEarlyBuys(
  db: Queryable,
  collectionId: string,
): Promise<{ readonly buys: readonly EarlyBuy[]; readonly isCut: boolean }> {
  const rows = await db.query<EarlyBuy & { readonly isBuy: boolean }>(
    `select t.type = 'BUY' as "isBuy", t.trader_address as "walletAddress", t.base_units as "baseUnits",
       t.lamports, t.surcharge_lamports as "surchargeLamports", t.slot,
       t.tx_signature as "txSignature", t.created_at as "createdAt",
       t.created_at <= c.created_at + interval '${OPENING_SECONDS} seconds' as "isInOpening"
     from trades t join collections c on c.id = t.collection_id where t.collection_id = $1 and ${isWhole('$1')}
     order by t.sequence limit ${EARLY_TRADES_MAX}`,
    [collectionId],
  )
  return { buys: rows.filter(({ isBuy }) => isBuy), isCut: rows.length === EARLY_TRADES_MAX }
}

export interface FundedWallet {
  readonly walletAddress: string
  readonly lamports: string
  readonly baseUnits: string
  /** Of the largest transfer of SOL, or of coins where there was none. */
  readonly txSignature: string
  readonly transferCount: number
}

/** Wallets that the creator funded, those with most coins first, so many at most. */
export async function listFunded(
  db: Queryable,
  collectionId: string,
  limit: number,
): Promise<FundedWallet[]> {
  return db.query(
    `with ${WANTED}
     select f.wallet as "walletAddress", f.lamports::text as lamports, f.base_units::text as "baseUnits",
       s.count as "transferCount", s.largest as "txSignature"
     from funded f left join positions p on p.collection_id = f.id and p.wallet_address = f.wallet
     cross join lateral (
       select count(*)::int as count,
         (array_agg(signature order by mint_address is not null, units desc, slot, signature))[1] as largest
       from creator_transfers t where t.collection_id = f.id and t.to_address = f.wallet
         and (t.mint_address is not null or t.slot <= f.last_buy_slot)) s
     order by coalesce(p.base_units, 0) + coalesce(p.nft_base_units, 0) + f.base_units desc, f.wallet limit $2`,
    [[collectionId], limit],
  )
}

export interface TransferRow {
  readonly signature: string
  /** Among the transaction's transfers. */
  readonly place: number
  readonly toAddress: string
  readonly mintAddress: string | null
  readonly units: string
  readonly slot: string
  readonly createdAt: string
}

/** Keeps what was read; two servers that read the same come to the same rows. */
export async function writeTransfers(
  db: Queryable,
  read: {
    readonly collectionId: string
    readonly signature: string
    readonly transactionsBefore: number
    readonly transactionsAfter: number
    readonly isWhole: boolean
    readonly transfers: readonly TransferRow[]
  },
): Promise<void> {
  const { collectionId, signature, transactionsBefore, transactionsAfter, isWhole, transfers } = read
  await db.query(
    `insert into creator_transfers (collection_id, signature, place, to_address, mint_address, units, slot, created_at)
     select $1::uuid, r.signature, r.place, r."toAddress", r."mintAddress", r.units, r.slot, r."createdAt"
     from jsonb_to_recordset($2::text::jsonb) as r(signature text, place int, "toAddress" text, "mintAddress" text,
       units numeric, slot bigint, "createdAt" timestamptz)
     on conflict do nothing`,
    [collectionId, JSON.stringify(transfers)],
  )
  await db.query(
    `insert into creator_reads (collection_id, signature, transactions_before, transactions_after, is_whole, read_at)
     values ($1::uuid, $2, $3::int, $4::int, $5::boolean, now())
     on conflict (collection_id) do update set signature = excluded.signature,
       transactions_before = excluded.transactions_before, transactions_after = excluded.transactions_after,
       is_whole = excluded.is_whole, read_at = now()`,
    [collectionId, signature, transactionsBefore, transactionsAfter, isWhole],
  )
}
