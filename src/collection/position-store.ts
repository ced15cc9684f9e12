// All SQL of positions: what a batch of trades finds of its wallets, what it leaves, and the trades to fold again.
import type { Queryable } from '../database/database.ts'
import { withIsoTimes } from './rows.ts'
import type { FoldedTrade, NftLotRow, PositionRow, TradeRow } from './rules.ts'

/** What a batch asks of one wallet in one coin. */
export interface WantedPosition {
  readonly collectionId: string
  readonly walletAddress: string
  /** The coins that its trades take, each with those before it: where in the row each ends. */
  readonly outs: readonly string[]
}

export interface FoundPosition extends PositionRow {
  /** The lots in which those ends lie, each as until, until lamports, coins and lamports. */
  readonly lots: readonly (readonly [string, string, string, string])[]
}

const POSITION_COLUMNS = `
  p.collection_id as "collectionId", p.wallet_address as "walletAddress", p.sequence, p.base_units as "baseUnits",
  p.nft_base_units as "nftBaseUnits", p.in_base_units as "inBaseUnits", p.in_lamports as "inLamports",
  p.out_base_units as "outBaseUnits", p.out_lamports as "outLamports", p.bought_lamports as "boughtLamports",
  p.sold_lamports as "soldLamports", p.realised_lamports as "realisedLamports",
  p.unpriced_lamports as "unpricedLamports", p.trade_count as "tradeCount", p.held_since as "heldSince",
  p.last_trade_at as "lastTradeAt"`

/** The lot of a wallet that holds a coin of its row: one step into an index, however many lots there are. */
const LOT_AT = (collection: string, wallet: string, point: string) => `
  select t.lot_until_base_units::text as until, t.lot_until_lamports::text as until_lamports,
    t.known_base_units::text as base_units, t.cost_lamports::text as lamports
  from trades t where t.collection_id = ${collection} and t.trader_address = ${wallet}
    and t.lot_until_base_units >= ${point} order by t.lot_until_base_units limit 1`

/** All that a batch needs to know of what came before it: one statement, and one more where there are swaps. */
export async function loadFoldInput(
  tx: Queryable,
  wanted: {
    readonly positions: readonly WantedPosition[]
    readonly nfts: readonly { readonly collectionId: string; readonly tokenId: number }[]
  },
): Promise<{ readonly positions: readonly FoundPosition[]; readonly nftLots: readonly NftLotRow[] }> {
  const rows = await tx.query<Record<string, unknown>>(
    `select ${POSITION_COLUMNS}, case when r."outs" is null then '[]'::jsonb else (
         select coalesce(jsonb_agg(jsonb_build_array(lot.until, lot.until_lamports, lot.base_units, lot.lamports)), '[]')
         from jsonb_array_elements_text(r."outs") o cross join lateral (
           ${LOT_AT('p.collection_id', 'p.wallet_address', 'p.out_base_units + o::numeric')}) lot
         where p.out_base_units + o::numeric <= p.in_base_units) end as lots
     from jsonb_to_recordset($1::text::jsonb) as r("collectionId" uuid, "walletAddress" text, "outs" jsonb)
     join positions p on p.collection_id = r."collectionId" and p.wallet_address = r."walletAddress"`,
    [
      JSON.stringify(
        wanted.positions.map(({ outs, ...wallet }) => (outs.length > 0 ? { ...wallet, outs } : wallet)),
      ),
    ],
  )
  return {
    positions: rows.map((row) => withIsoTimes<FoundPosition>(row, ['heldSince', 'lastTradeAt'])),
    nftLots: wanted.nfts.length === 0 ? [] : await loadNftLots(tx, wanted.nfts),
  }
}

function loadNftLots(
  tx: Queryable,
  nfts: readonly { readonly collectionId: string; readonly tokenId: number }[],
): Promise<NftLotRow[]> {
  return tx.query(
    `select n.collection_id as "collectionId", n.token_id as "tokenId", n.wallet_address as "walletAddress",
       n.known_base_units as "knownBaseUnits", n.lamports
     from jsonb_to_recordset($1::text::jsonb) as r("collectionId" uuid, "tokenId" int)
     join nft_lots n on n.collection_id = r."collectionId" and n.token_id = r."tokenId"`,
    [JSON.stringify(nfts)],
  )
}

/** True where trades were stored before positions were kept as they are now. */
export async function needsFolding(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ needed: boolean }>(
    'select exists (select from trades) and not exists (select from positions) as needed',
  )
  return row?.needed ?? false
}

/** Trades of all coins after one of them, coin by coin, the earliest first. */
export async function listToFold(
  tx: Queryable,
  after: { readonly collectionId: string; readonly sequence: number } | undefined,
  limit: number,
): Promise<TradeRow[]> {
  const rows = await tx.query<Record<string, unknown>>(
    `select collection_id as "collectionId", sequence, type, trader_address as "traderAddress", lamports,
       base_units as "baseUnits", nft_token_id as "nftTokenId", created_at as "createdAt"
     from trades where (collection_id, sequence) > ($1::uuid, $2::bigint) order by collection_id, sequence limit $3`,
    [after?.collectionId ?? '00000000-0000-0000-0000-000000000000', after?.sequence ?? 0, limit],
  )
  return rows.map((row) => withIsoTimes(row, ['createdAt']))
}

/** What folding says of trades that are stored already. */
export async function updateFolded(tx: Queryable, trades: readonly FoldedTrade[]): Promise<void> {
  await tx.query(
    `update trades t set known_base_units = r."knownBaseUnits", cost_lamports = r."costLamports",
       lot_until_base_units = r."lotUntilBaseUnits", lot_until_lamports = r."lotUntilLamports"
     from jsonb_to_recordset($1::text::jsonb) as r("collectionId" uuid, "sequence" bigint, "knownBaseUnits" numeric,
       "costLamports" numeric, "lotUntilBaseUnits" numeric, "lotUntilLamports" numeric)
     where t.collection_id = r."collectionId" and t.sequence = r."sequence"`,
    [JSON.stringify(trades)],
  )
}

/** The parts of a batch's statement that write positions; `input` holds the batch as `j`. */
export const WRITE_POSITIONS = `
new_positions as (
  insert into positions (collection_id, wallet_address, sequence, base_units, nft_base_units, in_base_units, in_lamports,
    out_base_units, out_lamports, bought_lamports, sold_lamports, realised_lamports, unpriced_lamports, trade_count,
    held_since, last_trade_at)
  select "collectionId", "walletAddress", "sequence", "baseUnits", "nftBaseUnits", "inBaseUnits", "inLamports",
    "outBaseUnits", "outLamports", "boughtLamports", "soldLamports", "realisedLamports", "unpricedLamports",
    "tradeCount", "heldSince", "lastTradeAt"
  from input, jsonb_to_recordset(j->'positions') as r("collectionId" uuid, "walletAddress" text, "sequence" bigint,
    "baseUnits" numeric, "nftBaseUnits" numeric, "inBaseUnits" numeric, "inLamports" numeric, "outBaseUnits" numeric,
    "outLamports" numeric, "boughtLamports" numeric, "soldLamports" numeric, "realisedLamports" numeric,
    "unpricedLamports" numeric, "tradeCount" bigint, "heldSince" timestamptz, "lastTradeAt" timestamptz)
  on conflict (collection_id, wallet_address) do update set sequence = excluded.sequence,
    base_units = excluded.base_units, nft_base_units = excluded.nft_base_units, in_base_units = excluded.in_base_units,
    in_lamports = excluded.in_lamports, out_base_units = excluded.out_base_units, out_lamports = excluded.out_lamports,
    bought_lamports = excluded.bought_lamports, sold_lamports = excluded.sold_lamports,
    realised_lamports = excluded.realised_lamports, unpriced_lamports = excluded.unpriced_lamports,
    trade_count = excluded.trade_count, held_since = excluded.held_since, last_trade_at = excluded.last_trade_at),
new_nft_lots as (
  insert into nft_lots (collection_id, token_id, wallet_address, known_base_units, lamports)
  select "collectionId", "tokenId", "walletAddress", "knownBaseUnits", "lamports"
  from input, jsonb_to_recordset(j->'nftLots') as r("collectionId" uuid, "tokenId" int, "walletAddress" text,
    "knownBaseUnits" numeric, "lamports" numeric)
  on conflict (collection_id, token_id) do update set wallet_address = excluded.wallet_address,
    known_base_units = excluded.known_base_units, lamports = excluded.lamports),
released_nft_lots as (
  delete from nft_lots n using input, jsonb_to_recordset(j->'releasedNfts') as r("collectionId" uuid, "tokenId" int)
  where n.collection_id = r."collectionId" and n.token_id = r."tokenId")`

export async function writePositions(
  tx: Queryable,
  folded: {
    readonly positions: readonly PositionRow[]
    readonly nftLots: readonly NftLotRow[]
    readonly releasedNfts: readonly { readonly collectionId: string; readonly tokenId: number }[]
  },
): Promise<void> {
  await tx.query(`with input as materialized (select $1::text::jsonb as j), ${WRITE_POSITIONS} select`, [
    JSON.stringify(folded),
  ])
}
