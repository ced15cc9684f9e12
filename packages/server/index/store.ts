// All SQL of the index: coins, their curves, trades, boosts and candles. Rows go in and come out as the wire's texts.
import type { Address } from '@solana/kit'
import type { Queryable, Transaction } from '../database/database.ts'
import { plannedOnce } from '../database/plan-once.ts'
import { batchOf, insertRows, type RowsOf, select, selectAs } from '../database/table.ts'
import { capOf, STANDS } from './figures-store.ts'
import { POSITION_KINDS, writePositionsOf } from './position-store.ts'
import {
  BOOSTS,
  type BoostRow,
  CANDLES,
  type ChartDelta,
  COIN_EVENTS,
  COLLECTIONS,
  type CollectionRecord,
  type CollectionRow,
  CURSORS,
  CURVES,
  type CursorRow,
  type CurveRow,
  FEE_CLAIMS,
  FEE_PAYMENTS,
  FEE_RECEIVERS,
  FEE_SHARES,
  type MarkRow,
  PLATFORM_HOURS,
  type StatsRecord,
  TRADE_COLUMNS,
  TRADER_HOURS,
  TRADES,
  type TradeKey,
  type TradeRow,
} from './rows.ts'

const CURVE_LIST = select(CURVES.columns, 'b')
const CANDLE_LIST = select(CANDLES.columns)
export const TRADE_LIST = select(TRADE_COLUMNS)

/**
 * Holds off whoever else takes in the launch of one of `ids`, until the transaction ends: a coin without rows has none to
 * lock. Always in the same order, as below.
 */
export const lockLaunches = (tx: Queryable, ids: readonly string[]): Promise<object[]> =>
  tx.query('select pg_advisory_xact_lock(hashtextextended(id, 6)) from unnest($1::text[]) as id', [ids])

/**
 * The curves of `ids` with the market caps at which they graduate, locked until the transaction ends, always in the same
 * order, so that two writers can't deadlock.
 */
export const lockCurves = (
  tx: Queryable,
  ids: readonly string[],
): Promise<(CurveRow & { readonly thresholdLamports: string })[]> =>
  tx.query(
    `select ${CURVE_LIST}, c.graduation_market_cap_lamports as "thresholdLamports"
     from bonding_curves b join collections c on c.id = b.collection_id
     where b.collection_id = any($1::uuid[]) order by b.collection_id for update of b`,
    [ids],
  )

const BATCH = batchOf({
  collections: COLLECTIONS.columns,
  curves: CURVES.columns,
  trades: TRADES.columns,
  boosts: BOOSTS.columns,
  feeClaims: FEE_CLAIMS.columns,
  feeShares: FEE_SHARES.columns,
  feeReceivers: FEE_RECEIVERS.columns,
  feePayments: FEE_PAYMENTS.columns,
  chart: CANDLES.columns,
  hours: PLATFORM_HOURS.columns,
  traderHours: TRADER_HOURS.columns,
  coinEvents: COIN_EVENTS.columns,
  cursor: CURSORS.columns,
  ...POSITION_KINDS,
})
const { from } = BATCH

const WRITE_BATCH = `
with new_collections as (${insertRows(COLLECTIONS, from.collections, {
  // What admins said of it, when the index is rebuilt.
  columns: { is_verified: 'coalesce(k.is_verified, false)', is_hidden: 'coalesce(k.is_hidden, false)' },
  join: 'left join collection_marks k on k.mint_address = r."mintAddress"',
})} returning id, search, initial_price),
new_figures as (
  insert into market_figures (collection_id, search, stood_market_cap_lamports)
  select id, search, ${capOf('initial_price')} from new_collections),
${writePositionsOf(from)},
new_hours as (${insertRows(PLATFORM_HOURS, from.hours)}),
new_trader_hours as (${insertRows(TRADER_HOURS, from.traderHours)}),
new_curves as (${insertRows(CURVES, from.curves, {
  // Of a coin that is there already it stays as it is.
  columns: { search: `coalesce(n.search, '')` },
  join: 'left join new_collections n on n.id = r."collectionId"',
})}),
new_trades as (${insertRows(TRADES, from.trades)}),
new_boosts as (${insertRows(BOOSTS, from.boosts)}),
new_claims as (${insertRows(FEE_CLAIMS, from.feeClaims)}),
new_shares as (${insertRows(FEE_SHARES, from.feeShares)}),
new_receivers as (${insertRows(FEE_RECEIVERS, from.feeReceivers)}),
new_payments as (${insertRows(FEE_PAYMENTS, from.feePayments)}),
new_events as (${insertRows(COIN_EVENTS, from.coinEvents)}),
new_cursor as (${insertRows(CURSORS, from.cursor, { set: 'updated_at = now()' })})
${insertRows(CANDLES, from.chart)}`

/** Writes a batch in one statement: one plan, one round trip, one sync for all the trades that waited. */
export async function writeBatch(
  tx: Transaction,
  batch: RowsOf<typeof BATCH>,
  { isLast }: { /** Of its transaction. */ readonly isLast: boolean },
): Promise<void> {
  const values = BATCH.values(batch)
  await (isLast ? tx.last(WRITE_BATCH, values) : tx.query(WRITE_BATCH, values))
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

/** Picture, description and links were prepared for a launch's very texts: one with other texts does not get them. */
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

/** The last transaction up to which the index has read the chain. */
export async function findCursor(db: Queryable, programAddress: string): Promise<Cursor | undefined> {
  const [row] = await db.query<Cursor>(
    'select signature, slot from indexer_cursor where program_address = $1',
    [programAddress],
  )
  return row
}
export type Cursor = Pick<CursorRow, 'signature' | 'slot'>

/** The Markets of all coins. */
export async function listMarketAddresses(db: Queryable): Promise<Address[]> {
  const rows = await db.query<{ market: Address }>('select market_address as market from collections')
  return rows.map(({ market }) => market)
}

/** The transaction that launched a coin, with its slot where that is known. */
export async function findLaunch(
  db: Queryable,
  collectionId: string,
): Promise<{ readonly signature: string; readonly slot: number | null } | undefined> {
  const [row] = await db.query<{ signature: string; slot: number | null }>(
    'select launch_signature as signature, launch_slot as slot from collections where id = $1',
    [collectionId],
  )
  return row
}

/** Up to which slot the events were compared with the finalized chain; undefined before anything was read. */
export async function findFinalizedSlot(db: Queryable, programAddress: string): Promise<number | undefined> {
  const [row] = await db.query<{ slot: number }>(
    'select finalized_slot as slot from indexer_cursor where program_address = $1',
    [programAddress],
  )
  return row?.slot
}
export const noteFinalizedSlot = (db: Queryable, programAddress: string, slot: number): Promise<object[]> =>
  db.query('update indexer_cursor set finalized_slot = $2 where program_address = $1', [programAddress, slot])

/** How much of the chain's history the index has. */
export async function loadHistoryFigures(
  db: Queryable,
  programAddress: string,
): Promise<{
  /** Coins whose history begins after their launch. */
  readonly cut: number
  /** Up to which slots it was read, and compared with the finalized chain; null before that. */
  readonly readSlot: number | null
  readonly finalizedSlot: number | null
}> {
  const [row] = await db.query<{ cut: number; readSlot: number | null; finalizedSlot: number | null }>(
    `select (select count(*) from curve_bases) as cut, c.slot as "readSlot", nullif(c.finalized_slot, 0) as "finalizedSlot"
     from (select 1) one left join indexer_cursor c on c.program_address = $1`,
    [programAddress],
  )
  return row ?? { cut: 0, readSlot: null, finalizedSlot: null }
}

/** Ids of coins after one, in their order; from the first on without. */
export async function listCoinsAfter(
  db: Queryable,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from collections where $1::uuid is null or id > $1::uuid order by id limit $2',
    [after ?? null, limit],
  )
  return rows.map(({ id }) => id)
}

/** Where a coin stands by its rows. */
export interface StandingCoin {
  readonly collectionId: string
  readonly mintAddress: string
  readonly marketAddress: string
  readonly sequence: number
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
}

export const loadStanding = (db: Queryable, collectionIds: readonly string[]): Promise<StandingCoin[]> =>
  db.query(
    `select c.id as "collectionId", c.mint_address as "mintAddress", c.market_address as "marketAddress", b.sequence,
       b.reserve_lamports as "reserveLamports", b.reserve_base_units as "reserveBaseUnits"
     from collections c join bonding_curves b on b.collection_id = c.id where c.id = any($1::uuid[])`,
    [collectionIds],
  )

/** Transactions of the latest events that the index holds, the newest first. */
export const listSignaturesSince = (
  db: Queryable,
  range: { readonly firstSlot: number; readonly limit: number },
): Promise<{ readonly signature: string; readonly slot: number }[]> =>
  db.query(
    `select signature, max(slot) as slot from coin_events where slot >= $1
     group by signature order by 2 desc limit $2`,
    [range.firstSlot, range.limit],
  )

/** The genesis of the network that the index was made of; notes `genesisHash` where nothing is known. */
export async function findOrNoteGenesis(
  db: Queryable,
  programAddress: string,
  genesisHash: string,
): Promise<string> {
  const [row] = await db.query<{ genesisHash: string }>(
    `insert into index_genesis as g (program_address, genesis_hash) values ($1, $2)
     on conflict (program_address) do update set genesis_hash = g.genesis_hash returning genesis_hash as "genesisHash"`,
    [programAddress, genesisHash],
  )
  return row?.genesisHash ?? genesisHash
}

/** How far the index has read every chain that it was made of. */
export function listCursors(
  db: Queryable,
): Promise<{ readonly programAddress: string; readonly signature: string }[]> {
  return db.query('select program_address as "programAddress", signature from indexer_cursor')
}

const { createdAt: _, ...CURVE_COLUMNS } = CURVES.columns
type MoreOfRecord = Exclude<
  keyof CollectionRecord,
  keyof CollectionRow | keyof CurveRow | 'volumeLamports24h'
>
/** What a record has but for its volume of a day; with `RECORD_JOINS`, of `collections c`. */
export const RECORD_COLUMNS = `${select(COLLECTIONS.columns, 'c')}, ${select(CURVE_COLUMNS, 'b')}, ${selectAs(
  {
    description: `coalesce(l.description, '')`,
    links: `coalesce(l.links, '{}'::jsonb)`,
    imageHash: 'l.image_hash',
    isVerified: 'c.is_verified',
    isHidden: 'c.is_hidden',
    maxNftSupply: 'c.max_nft_supply',
    price24hAgo: `coalesce(ago.close, (h.curve->>'price')::numeric, c.initial_price)`,
    change1hBps: 'm.change_1h_bps',
    traders24h: 'm.traders_24h',
    holderCount: 'm.holder_count',
    supplyBaseUnits: 'least(c.total_supply - b.burned_base_units, m.supply_base_units)',
    // What has fallen since it was worked out stands no longer.
    stoodMarketCapLamports: 'least(m.stood_market_cap_lamports, b.market_cap_lamports)',
    graduationStands: `coalesce(${STANDS}, false)`,
    sparkline: 'm.sparkline',
    warnings: `coalesce(m.warnings, '{}')`,
    commentCount: 'coalesce(k.comment_count, 0)',
    historySince: 'h.since',
  } satisfies Record<MoreOfRecord, string>,
)}`

const DAY_AGO = `extract(epoch from now())::bigint - 86400`
export const RECORD_JOINS = `
  join bonding_curves b on b.collection_id = c.id
  join market_figures m on m.collection_id = c.id
  left join launches l on l.mint_address = c.mint_address
  left join comment_counts k on k.collection_id = c.id
  left join curve_bases h on h.collection_id = c.id
  left join lateral (
    select close from chart_data where collection_id = c.id and timeframe = 3600 and bucket <= ${DAY_AGO}
    order by bucket desc limit 1) ago on true`

/** The volume of a day, added up at this moment. */
const VOLUME_NOW = `(select coalesce(sum(volume_lamports), 0) from chart_data
  where collection_id = c.id and timeframe = 3600 and bucket > ${DAY_AGO})::text as "volumeLamports24h"`

/** The collections with these ids, in any order. */
export const loadCollections = (db: Queryable, ids: readonly string[]): Promise<CollectionRecord[]> =>
  db.query(
    `select ${RECORD_COLUMNS}, ${VOLUME_NOW} from collections c ${RECORD_JOINS} where c.id = any($1::uuid[])`,
    [plannedOnce(ids)],
  )

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
       (select count(*) from bonding_curves b where ${STANDS}) as graduated,
       (select coalesce(sum(volume_lamports), 0)::text from platform_hours where bucket > ${DAY_AGO}) as "volumeLamports24h",
       (select count(distinct wallet_address) from trader_hours where bucket > ${DAY_AGO}) as traders24h`,
  )
  return row ?? { launches: 0, graduated: 0, volumeLamports24h: '0', traders24h: 0 }
}

/**
 * Stored candles before a time, newest first, each with the coin's last sequence at the moment of reading; and where older
 * ones begin: null where there are none.
 */
export async function loadCandles(
  db: Queryable,
  range: {
    readonly collectionId: string
    readonly timeframe: number
    readonly before: number | undefined
    readonly limit: number
  },
): Promise<{
  readonly candles: readonly (ChartDelta & { readonly sequence: number })[]
  readonly nextBefore: number | null
}> {
  const candles = await db.query<ChartDelta & { readonly sequence: number }>(
    `select ${CANDLE_LIST}, (select sequence from bonding_curves where bonding_curves.collection_id = $1) as sequence
     from chart_data where collection_id = $1 and timeframe = $2 and bucket < $3 order by bucket desc limit $4`,
    [range.collectionId, range.timeframe, range.before ?? Number.MAX_SAFE_INTEGER, range.limit],
  )
  return { candles, nextBefore: candles.length === range.limit ? (candles.at(-1)?.bucket ?? null) : null }
}

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
  return db.query(
    `select ${TRADE_LIST}
     from trades where collection_id = $1 and sequence < $2 ${range.nftTokenId === undefined ? '' : 'and nft_token_id = $4'}
     order by sequence desc limit $3`,
    range.nftTokenId === undefined ? values : [...values, range.nftTokenId],
  )
}

/** The newest trades of one wallet in one coin, at most `limit` (swaps counted), newest first: buys and sells alone. */
export async function listMarks(
  db: Queryable,
  range: { readonly collectionId: string; readonly walletAddress: string; readonly limit: number },
): Promise<MarkRow[]> {
  return db.query(
    `select type, lamports, created_at as "createdAt" from (
       select type, lamports, created_at, sequence from trades where collection_id = $1 and trader_address = $2
       order by sequence desc limit $3) newest
     where type in ('BUY', 'SELL') order by sequence desc`,
    [range.collectionId, range.walletAddress, range.limit],
  )
}

/** The newest boosts of one coin, newest first. */
export async function listBoostMarks(
  db: Queryable,
  range: { readonly collectionId: string; readonly limit: number },
): Promise<Pick<BoostRow, 'lamports' | 'createdAt'>[]> {
  return db.query(
    `select lamports, created_at as "createdAt" from boosts where collection_id = $1 order by sequence desc limit $2`,
    [range.collectionId, range.limit],
  )
}

/**
 * Trades of these wallets in all coins, newest first, after the last one seen; at most `limitEach` of one wallet. Each wallet's
 * are read from the index, `limit` at most, however many there are.
 */
export async function listTradesOf(
  db: Queryable,
  range: {
    readonly traderAddresses: readonly string[]
    readonly after?: TradeKey | undefined
    readonly limit: number
    readonly limitEach?: number | undefined
  },
): Promise<TradeRow[]> {
  const { traderAddresses, after, limit, limitEach = limit } = range
  const latest = 'order by created_at desc, collection_id desc, sequence desc'
  return db.query(
    `select ${TRADE_LIST} from unnest($1::text[]) u(wallet) cross join lateral (
       select * from trades where trader_address = u.wallet
         ${after ? 'and created_at <= $4::timestamptz and (created_at, collection_id, sequence) < ($4::timestamptz, $5::uuid, $6::bigint)' : ''}
       ${latest} limit $3) t
     ${latest} limit $2`,
    after
      ? [traderAddresses, limit, limitEach, after.createdAt, after.collectionId, after.sequence]
      : [traderAddresses, limit, limitEach],
  )
}
