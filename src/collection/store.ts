// All SQL of the index: coins, their curves, trades, boosts and candles. Rows go in and come out as the wire's texts.
import type { Queryable } from '../database/database.ts'
import type { Mark } from './contract.ts'
import { WRITE_POSITIONS } from './position-store.ts'
import { withIsoTimes } from './rows.ts'
import type {
  ChartDelta,
  CollectionRecord,
  CollectionRow,
  CurveRow,
  FoldedTrade,
  NftLotRow,
  PlatformHour,
  PositionRow,
  StatsRecord,
  TradeRow,
} from './rules.ts'

export interface IndexBatch {
  readonly collections: readonly CollectionRow[]
  readonly curves: readonly CurveRow[]
  readonly trades: readonly (TradeRow & FoldedTrade)[]
  readonly boosts: readonly object[]
  readonly feeClaims: readonly object[]
  readonly chart: readonly ChartDelta[]
  readonly positions: readonly PositionRow[]
  readonly nftLots: readonly NftLotRow[]
  readonly releasedNfts: readonly { readonly collectionId: string; readonly tokenId: number }[]
  readonly hours: readonly PlatformHour[]
  readonly traderHours: readonly { readonly bucket: number; readonly walletAddress: string }[]
  readonly cursor:
    | { readonly programAddress: string; readonly signature: string; readonly slot: string }
    | undefined
}

const CURVE_COLUMNS = `
  collection_id as "collectionId", sequence, reserve_lamports as "reserveLamports",
  reserve_base_units as "reserveBaseUnits", real_lamports as "realLamports",
  creator_fees_owed_lamports as "creatorFeesOwedLamports",
  creator_fees_claimed_lamports as "creatorFeesClaimedLamports", burned_base_units as "burnedBaseUnits",
  market_cap_lamports as "marketCapLamports", price, is_graduated as "isGraduated", graduated_at as "graduatedAt",
  graduated_sequence as "graduatedSequence", graduation_signature as "graduationSignature",
  boosted_at as "boostedAt", boosted_until as "boostedUntil", minted_nft_count as "mintedNftCount",
  circulating_nft_count as "circulatingNftCount", trade_count as "tradeCount", last_trade_at as "lastTradeAt", created_at as "createdAt", updated_at as "updatedAt"`

/**
 * Holds off whoever else takes in the launch of one of `ids`, until the transaction ends: a coin without rows has none to
 * lock. Always in the same order, as below.
 */
export const lockLaunches = (tx: Queryable, ids: readonly string[]): Promise<object[]> =>
  tx.query('select pg_advisory_xact_lock(hashtextextended(id, 6)) from unnest($1::text[]) as id', [ids])

/** The curves of `ids`, locked until the transaction ends, always in the same order, so that two writers can't deadlock. */
export async function lockCurves(tx: Queryable, ids: readonly string[]): Promise<CurveRow[]> {
  const rows = await tx.query<Record<keyof CurveRow, unknown>>(
    `select ${CURVE_COLUMNS} from bonding_curves where collection_id = any($1::uuid[]) order by collection_id for update`,
    [ids],
  )
  return rows.map((row) =>
    withIsoTimes(row, ['graduatedAt', 'boostedAt', 'boostedUntil', 'lastTradeAt', 'createdAt', 'updatedAt']),
  )
}

const WRITE_BATCH = `
with input as materialized (select $1::text::jsonb as j),
new_collections as (
  insert into collections (id, mint_address, name, symbol, collection_name, creator_address, market_address,
    vault_address, escrow_address, collection_address, metadata_uri, total_supply, initial_price,
    graduation_market_cap_lamports, boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps,
    launch_signature, created_at, is_verified, is_hidden)
  select "id", "mintAddress", "name", "symbol", "collectionName", "creatorAddress", "marketAddress", "vaultAddress",
    "escrowAddress", "collectionAddress", "metadataUri", "totalSupply", "initialPrice", "graduationMarketCapLamports",
    "boostPriceLamports", "boostSeconds", "sellFeeBps", "creatorShareBps", "launchSignature", "createdAt",
    coalesce(k.is_verified, false), coalesce(k.is_hidden, false)
  from input, jsonb_to_recordset(j->'collections') as r("id" uuid, "mintAddress" text, "name" text, "symbol" text,
    "collectionName" text, "creatorAddress" text, "marketAddress" text, "vaultAddress" text, "escrowAddress" text,
    "collectionAddress" text, "metadataUri" text, "totalSupply" numeric, "initialPrice" numeric,
    "graduationMarketCapLamports" numeric, "boostPriceLamports" numeric, "boostSeconds" int, "sellFeeBps" int,
    "creatorShareBps" int, "launchSignature" text, "createdAt" timestamptz)
  -- What admins said of it, when the index is rebuilt.
  left join collection_marks k on k.mint_address = r."mintAddress"
  returning id, search),
new_figures as (
  insert into market_figures (collection_id, search) select id, search from new_collections),
${WRITE_POSITIONS.trim()},
new_hours as (
  insert into platform_hours (bucket, launches, graduations, trades, swaps, volume_lamports, fee_lamports)
  select "bucket", "launches", "graduations", "trades", "swaps", "volumeLamports", "feeLamports"
  from input, jsonb_to_recordset(j->'hours') as r("bucket" bigint, "launches" int, "graduations" int, "trades" int,
    "swaps" int, "volumeLamports" numeric, "feeLamports" numeric)
  on conflict (bucket) do update set launches = platform_hours.launches + excluded.launches,
    graduations = platform_hours.graduations + excluded.graduations, trades = platform_hours.trades + excluded.trades,
    swaps = platform_hours.swaps + excluded.swaps,
    volume_lamports = platform_hours.volume_lamports + excluded.volume_lamports,
    fee_lamports = platform_hours.fee_lamports + excluded.fee_lamports),
new_trader_hours as (
  insert into trader_hours (bucket, wallet_address)
  select "bucket", "walletAddress"
  from input, jsonb_to_recordset(j->'traderHours') as r("bucket" bigint, "walletAddress" text)
  on conflict do nothing),
new_curves as (
  insert into bonding_curves (collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports,
    creator_fees_owed_lamports, creator_fees_claimed_lamports, burned_base_units, market_cap_lamports, price,
    is_graduated, graduated_at, graduated_sequence, graduation_signature, boosted_at, boosted_until, minted_nft_count, circulating_nft_count, trade_count, last_trade_at, created_at, updated_at, search)
  select "collectionId", "sequence", "reserveLamports", "reserveBaseUnits", "realLamports", "creatorFeesOwedLamports",
    "creatorFeesClaimedLamports", "burnedBaseUnits", "marketCapLamports", "price", "isGraduated", "graduatedAt",
    "graduatedSequence", "graduationSignature", "boostedAt", "boostedUntil",
    "mintedNftCount", "circulatingNftCount", "tradeCount", "lastTradeAt", "createdAt", "updatedAt",
    coalesce(n.search, '') -- of a coin that is there already it stays as it is
  from input, jsonb_to_recordset(j->'curves') as r("collectionId" uuid, "sequence" bigint, "reserveLamports" numeric,
    "reserveBaseUnits" numeric, "realLamports" numeric, "creatorFeesOwedLamports" numeric,
    "creatorFeesClaimedLamports" numeric, "burnedBaseUnits" numeric, "marketCapLamports" numeric, "price" numeric,
    "isGraduated" boolean, "graduatedAt" timestamptz, "graduatedSequence" bigint, "graduationSignature" text,
    "boostedAt" timestamptz, "boostedUntil" timestamptz, "mintedNftCount" int, "circulatingNftCount" int,
    "tradeCount" bigint, "lastTradeAt" timestamptz,
    "createdAt" timestamptz, "updatedAt" timestamptz)
  left join new_collections n on n.id = "collectionId"
  on conflict (collection_id) do update set sequence = excluded.sequence, reserve_lamports = excluded.reserve_lamports,
    reserve_base_units = excluded.reserve_base_units, real_lamports = excluded.real_lamports,
    creator_fees_owed_lamports = excluded.creator_fees_owed_lamports,
    creator_fees_claimed_lamports = excluded.creator_fees_claimed_lamports, burned_base_units = excluded.burned_base_units,
    market_cap_lamports = excluded.market_cap_lamports, price = excluded.price, is_graduated = excluded.is_graduated,
    graduated_at = excluded.graduated_at,
    graduated_sequence = excluded.graduated_sequence, graduation_signature = excluded.graduation_signature, boosted_at = excluded.boosted_at, boosted_until = excluded.boosted_until,
    minted_nft_count = excluded.minted_nft_count, circulating_nft_count = excluded.circulating_nft_count,
    trade_count = excluded.trade_count, last_trade_at = excluded.last_trade_at, updated_at = excluded.updated_at),
new_trades as (
  insert into trades (collection_id, sequence, type, trader_address, lamports, base_units, fee_lamports,
    creator_fee_lamports, reserve_lamports, reserve_base_units, price, nft_token_id, nft_minted, known_base_units,
    cost_lamports, lot_until_base_units, lot_until_lamports, tx_signature, created_at)
  select "collectionId", "sequence", "type", "traderAddress", "lamports", "baseUnits", "feeLamports",
    "creatorFeeLamports", "reserveLamports", "reserveBaseUnits", "price", "nftTokenId", "nftMinted",
    "knownBaseUnits", "costLamports", "lotUntilBaseUnits", "lotUntilLamports", "txSignature", "createdAt"
  from input, jsonb_to_recordset(j->'trades') as r("collectionId" uuid, "sequence" bigint, "type" text,
    "traderAddress" text, "lamports" numeric, "baseUnits" numeric, "feeLamports" numeric, "creatorFeeLamports" numeric,
    "reserveLamports" numeric, "reserveBaseUnits" numeric, "price" numeric, "nftTokenId" int, "nftMinted" boolean,
    "knownBaseUnits" numeric, "costLamports" numeric, "lotUntilBaseUnits" numeric, "lotUntilLamports" numeric, "txSignature" text, "createdAt" timestamptz)),
new_boosts as (
  insert into boosts (collection_id, sequence, payer_address, lamports, boosted_until, tx_signature, created_at)
  select "collectionId", "sequence", "payerAddress", "lamports", "boostedUntil", "txSignature", "createdAt"
  from input, jsonb_to_recordset(j->'boosts') as r("collectionId" uuid, "sequence" bigint, "payerAddress" text,
    "lamports" numeric, "boostedUntil" timestamptz, "txSignature" text, "createdAt" timestamptz)),
new_claims as (
  insert into fee_claims (collection_id, sequence, creator_address, lamports, tx_signature, created_at)
  select "collectionId", "sequence", "creatorAddress", "lamports", "txSignature", "createdAt"
  from input, jsonb_to_recordset(j->'feeClaims') as r("collectionId" uuid, "sequence" bigint, "creatorAddress" text,
    "lamports" numeric, "txSignature" text, "createdAt" timestamptz)),
new_cursor as (
  insert into indexer_cursor (program_address, signature, slot)
  select "programAddress", "signature", "slot"
  from input, jsonb_to_recordset(j->'cursor') as r("programAddress" text, "signature" text, "slot" bigint)
  on conflict (program_address) do update set signature = excluded.signature, slot = excluded.slot, updated_at = now())
insert into chart_data (collection_id, timeframe, bucket, open, high, low, close, volume_lamports, trade_count)
select "collectionId", "timeframe", "bucket", "open", "high", "low", "close", "volumeLamports", "tradeCount"
from input, jsonb_to_recordset(j->'chart') as r("collectionId" uuid, "timeframe" int, "bucket" bigint, "open" numeric,
  "high" numeric, "low" numeric, "close" numeric, "volumeLamports" numeric, "tradeCount" int)
on conflict (collection_id, timeframe, bucket) do update set high = greatest(chart_data.high, excluded.high),
  low = least(chart_data.low, excluded.low), close = excluded.close,
  volume_lamports = chart_data.volume_lamports + excluded.volume_lamports,
  trade_count = chart_data.trade_count + excluded.trade_count`

/** Writes a batch in one statement: one plan, one round trip, one sync for all the trades that waited. */
export async function writeBatch(tx: Queryable, batch: IndexBatch): Promise<void> {
  const { cursor, ...rows } = batch
  await tx.query(WRITE_BATCH, [JSON.stringify({ ...rows, cursor: cursor ? [cursor] : [] })])
}

/** What a launch says on the chain, character by character. */
export interface LaunchedTexts {
  readonly mintAddress: string
  readonly creatorAddress: string
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly uri: string
}

/** Picture and description were prepared for a launch's very texts: one with other texts does not get them. */
export async function dropDraftsUnlike(tx: Queryable, launched: readonly LaunchedTexts[]): Promise<void> {
  const drafts = await tx.query<LaunchedTexts>(
    `select mint_address as "mintAddress", creator_address as "creatorAddress", name, symbol,
       collection_name as "collectionName", metadata_uri as uri from launches where mint_address = any($1::text[])`,
    [launched.map(({ mintAddress }) => mintAddress)],
  )
  const unlike = drafts.filter((draft) => {
    const own = launched.find(({ mintAddress }) => mintAddress === draft.mintAddress)
    return FIELDS.some((field) => own?.[field] !== draft[field])
  })
  if (unlike.length === 0) return
  await tx.query('delete from launches where mint_address = any($1::text[])', [
    unlike.map(({ mintAddress }) => mintAddress),
  ])
}
const FIELDS = ['creatorAddress', 'name', 'symbol', 'collectionName', 'uri'] as const

/** Coins only ever become fewer, so the lower figure is the later one. True where it was not known yet. */
export async function lowerSupply(
  db: Queryable,
  collectionId: string,
  supplyBaseUnits: bigint,
): Promise<boolean> {
  const rows = await db.query(
    `update market_figures m set supply_base_units = $2::numeric from collections c, bonding_curves b
     where m.collection_id = $1 and c.id = m.collection_id and b.collection_id = m.collection_id
       and $2::numeric < least(c.total_supply - b.burned_base_units, m.supply_base_units) returning 1`,
    [collectionId, supplyBaseUnits.toString()],
  )
  return rows.length > 0
}

/** How far the index has read the chain: the signature after which to go on. */
export async function findCursor(db: Queryable, programAddress: string): Promise<string | undefined> {
  const [row] = await db.query<{ signature: string }>(
    'select signature from indexer_cursor where program_address = $1',
    [programAddress],
  )
  return row?.signature
}

/** How far the index has read every chain that it was made of. */
export function listCursors(
  db: Queryable,
): Promise<{ readonly programAddress: string; readonly signature: string }[]> {
  return db.query('select program_address as "programAddress", signature from indexer_cursor')
}

/** What a record has but for its volume of a day; with `RECORD_JOINS`, of `collections c`. */
export const RECORD_COLUMNS = `
  c.id, c.mint_address as "mintAddress", c.name, c.symbol, c.collection_name as "collectionName",
  c.creator_address as "creatorAddress", c.market_address as "marketAddress", c.vault_address as "vaultAddress",
  c.escrow_address as "escrowAddress", c.collection_address as "collectionAddress", c.metadata_uri as "metadataUri",
  c.total_supply as "totalSupply", c.initial_price as "initialPrice",
  c.graduation_market_cap_lamports as "graduationMarketCapLamports", c.boost_price_lamports as "boostPriceLamports",
  c.boost_seconds as "boostSeconds", c.sell_fee_bps as "sellFeeBps", c.creator_share_bps as "creatorShareBps",
  c.launch_signature as "launchSignature", c.created_at as "createdAt", c.is_verified as "isVerified", c.is_hidden as "isHidden",
  c.max_nft_supply as "maxNftSupply", b.minted_nft_count as "mintedNftCount",
  b.circulating_nft_count as "circulatingNftCount", b.collection_id as "collectionId", b.sequence,
  b.reserve_lamports as "reserveLamports", b.reserve_base_units as "reserveBaseUnits",
  b.real_lamports as "realLamports", b.creator_fees_owed_lamports as "creatorFeesOwedLamports",
  b.creator_fees_claimed_lamports as "creatorFeesClaimedLamports", b.graduated_sequence as "graduatedSequence",
  b.graduation_signature as "graduationSignature",
  b.burned_base_units as "burnedBaseUnits", b.market_cap_lamports as "marketCapLamports", b.price,
  b.is_graduated as "isGraduated", b.graduated_at as "graduatedAt", b.boosted_at as "boostedAt",
  b.boosted_until as "boostedUntil", b.trade_count as "tradeCount", b.last_trade_at as "lastTradeAt",
  b.updated_at as "updatedAt", coalesce(l.description, '') as description, l.image_hash as "imageHash",
  coalesce(ago.close, c.initial_price) as "price24hAgo",
  m.change_1h_bps as "change1hBps", m.traders_24h as "traders24h", m.holder_count as "holderCount", m.sparkline,
  least(c.total_supply - b.burned_base_units, m.supply_base_units) as "supplyBaseUnits",
  coalesce(k.comment_count, 0) as "commentCount"`

const DAY_AGO = `extract(epoch from now())::bigint - 86400`
export const RECORD_JOINS = `
  join bonding_curves b on b.collection_id = c.id
  join market_figures m on m.collection_id = c.id
  left join launches l on l.mint_address = c.mint_address
  left join comment_counts k on k.collection_id = c.id
  left join lateral (
    select close from chart_data where collection_id = c.id and timeframe = 3600 and bucket <= ${DAY_AGO}
    order by bucket desc limit 1) ago on true`

/** The volume of a day, added up at this moment. */
const VOLUME_NOW = `(select coalesce(sum(volume_lamports), 0) from chart_data
  where collection_id = c.id and timeframe = 3600 and bucket > ${DAY_AGO})::text as "volumeLamports24h"`

/** Rows of `RECORD_COLUMNS` as records. */
export function records(rows: Record<string, unknown>[]): CollectionRecord[] {
  return rows.map((row) =>
    withIsoTimes(row, ['graduatedAt', 'boostedAt', 'boostedUntil', 'lastTradeAt', 'createdAt', 'updatedAt']),
  )
}

/** The collections with these ids, in any order. */
export async function loadCollections(db: Queryable, ids: readonly string[]): Promise<CollectionRecord[]> {
  return records(
    await db.query(
      `select ${RECORD_COLUMNS}, ${VOLUME_NOW} from collections c ${RECORD_JOINS} where c.id = any($1::uuid[])`,
      [ids],
    ),
  )
}

export async function findCollectionIdByMint(
  db: Queryable,
  mintAddress: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>('select id from collections where mint_address = $1', [
    mintAddress,
  ])
  return row?.id
}

export async function loadStats(db: Queryable): Promise<StatsRecord> {
  const [row] = await db.query<StatsRecord>(
    `select (select coalesce(sum(launches), 0) from platform_hours) as launches,
       (select coalesce(sum(graduations), 0) from platform_hours) as graduated,
       (select coalesce(sum(volume_lamports), 0)::text from platform_hours where bucket > ${DAY_AGO}) as "volumeLamports24h",
       (select count(distinct wallet_address) from trader_hours where bucket > ${DAY_AGO}) as traders24h`,
  )
  return row ?? { launches: 0, graduated: 0, volumeLamports24h: '0', traders24h: 0 }
}

/** Candles before a time, newest first, each with the coin's last sequence at the moment of reading. */
export async function loadCandles(
  db: Queryable,
  range: {
    readonly collectionId: string
    readonly timeframe: number
    readonly before: number | undefined
    readonly limit: number
  },
): Promise<(ChartDelta & { readonly sequence: number })[]> {
  return db.query(
    `select collection_id as "collectionId", timeframe, bucket, open, high, low, close,
       volume_lamports as "volumeLamports", trade_count as "tradeCount",
       (select sequence from bonding_curves where bonding_curves.collection_id = $1) as sequence
     from chart_data where collection_id = $1 and timeframe = $2 and bucket < $3 order by bucket desc limit $4`,
    [range.collectionId, range.timeframe, range.before ?? Number.MAX_SAFE_INTEGER, range.limit],
  )
}

export const TRADE_COLUMNS = `
  collection_id as "collectionId", sequence, type, trader_address as "traderAddress", lamports,
  base_units as "baseUnits", fee_lamports as "feeLamports", creator_fee_lamports as "creatorFeeLamports",
  reserve_lamports as "reserveLamports", reserve_base_units as "reserveBaseUnits", price,
  nft_token_id as "nftTokenId", nft_minted as "nftMinted", tx_signature as "txSignature", created_at as "createdAt"`

/** Trades of one coin below a sequence, newest first; with `nftTokenId` the swaps of that NFT alone. */
export async function listTrades(
  db: Queryable,
  range: {
    readonly collectionId: string
    readonly nftTokenId?: number
    readonly before: number | undefined
    readonly limit: number
  },
): Promise<TradeRow[]> {
  const values = [range.collectionId, range.before ?? Number.MAX_SAFE_INTEGER, range.limit]
  const rows = await db.query<Record<string, unknown>>(
    `select ${TRADE_COLUMNS}
     from trades where collection_id = $1 and sequence < $2 ${range.nftTokenId === undefined ? '' : 'and nft_token_id = $4'}
     order by sequence desc limit $3`,
    range.nftTokenId === undefined ? values : [...values, range.nftTokenId],
  )
  return rows.map((row) => withIsoTimes(row, ['createdAt']))
}

/** The newest trades of one wallet in one coin, at most `limit` (swaps counted), newest first: buys and sells alone. */
export async function listMarks(
  db: Queryable,
  range: { readonly collectionId: string; readonly walletAddress: string; readonly limit: number },
): Promise<Mark[]> {
  const rows = await db.query<Record<string, unknown>>(
    `select type, lamports, created_at as "createdAt" from (
       select type, lamports, created_at, sequence from trades where collection_id = $1 and trader_address = $2
       order by sequence desc limit $3) newest
     where type in ('BUY', 'SELL') order by sequence desc`,
    [range.collectionId, range.walletAddress, range.limit],
  )
  return rows.map((row) => withIsoTimes(row, ['createdAt']))
}

/** A wallet's trades of all coins, newest first, after the last one seen. */
export async function listTradesOf(
  db: Queryable,
  range: {
    readonly traderAddress: string
    readonly after:
      | { readonly createdAt: string; readonly collectionId: string; readonly sequence: number }
      | undefined
    readonly limit: number
  },
): Promise<TradeRow[]> {
  const { traderAddress, after, limit } = range
  const rows = await db.query<Record<string, unknown>>(
    `select ${TRADE_COLUMNS} from trades where trader_address = $1
       ${after ? 'and created_at <= $3::timestamptz and (created_at, collection_id, sequence) < ($3::timestamptz, $4::uuid, $5::bigint)' : ''}
     order by created_at desc, collection_id desc, sequence desc limit $2`,
    after
      ? [traderAddress, limit, after.createdAt, after.collectionId, after.sequence]
      : [traderAddress, limit],
  )
  return rows.map((row) => withIsoTimes(row, ['createdAt']))
}
