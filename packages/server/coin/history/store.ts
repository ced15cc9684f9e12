// Candles shorter than a minute: worked out of a coin's trades when somebody asks, for most are never looked at, and a row
// a second would outgrow the trades themselves. What one reading costs is bounded, however busy or quiet the coin is.
import type { Queryable } from '../../database/database.ts'

/** As a stored candle: prices in SOL and volume in lamports, decimal texts. */
interface ShortCandle {
  /** Unix seconds. */
  readonly bucket: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volumeLamports: string
  readonly tradeCount: number
  /** Of the coin, at the moment of reading. */
  readonly sequence: number
}

interface ReadRow extends Omit<ShortCandle, 'bucket'> {
  /** Null in the one row that there is where nothing but swaps was read. */
  readonly bucket: number | null
  readonly isCut: boolean
  readonly oldest: number
  readonly newest: number
}

/**
 * The newest trade that came before a unix second, by its sequence; 0 where none did. A coin's trades are numbered in the
 * order of their times, so it is looked for by halves: some twenty rows of the primary key for millions of trades.
 */
async function findSequenceBefore(db: Queryable, collectionId: string, second: number): Promise<number> {
  const [row] = await db.query<{ sequence: number | null }>(
    `with recursive halves(low, high) as (
       select 0::bigint, (select sequence + 1 from bonding_curves where collection_id = $1)
       union all
       select case when found.is_before then half.mid else halves.low end,
         case when found.is_before then halves.high else half.mid end
       from halves, lateral (select (halves.low + halves.high) / 2 as mid) half,
         lateral (select coalesce((select created_at < to_timestamp($2::bigint) from trades
           where collection_id = $1 and sequence <= half.mid order by sequence desc limit 1), true) as is_before) found
       where halves.high - halves.low > 1)
     select max(low) as sequence from halves`,
    [collectionId, second],
  )
  return row?.sequence ?? 0
}

interface Range {
  readonly collectionId: string
  readonly timeframe: number
  readonly before: number | undefined
  readonly limit: number
  /** SOL, decimal text: what the first trade opens at. */
  readonly launchPrice: string
  /** Trades that are read first, and where they are too few for `limit` candles, at most. */
  readonly tradesFirst: number
  readonly tradesMax: number
}

interface Page {
  readonly candles: readonly ShortCandle[]
  readonly nextBefore: number | null
}

/**
 * Candles of `timeframe` seconds before a time, newest first, and where older ones begin: null where there are none. A trade opens at
 * the price before it and closes at the price after it, as in stored candles. Of the newest `tradesMax` trades (swaps
 * counted); the bucket that this cuts is left for the next page, but one alone that has more is of these.
 */
export async function loadShortCandles(db: Queryable, range: Range): Promise<Page> {
  const { before, limit, tradesFirst, tradesMax } = range
  const last =
    before === undefined ? Number.MAX_SAFE_INTEGER : await findSequenceBefore(db, range.collectionId, before)
  if (tradesFirst < tradesMax) {
    const first = await readPage(db, range, last, tradesFirst)
    if (first.candles.length === limit || first.nextBefore === null) return first
  }
  return readPage(db, range, last, tradesMax)
}

/** Of the newest `most` trades up to the sequence `last`. */
async function readPage(db: Queryable, range: Range, last: number, most: number): Promise<Page> {
  const { collectionId, timeframe, limit, launchPrice } = range
  // How many trades stands in the text, so that PostgreSQL plans for few of them. One more is read, for the price before them.
  const rows = await db.query<ReadRow>(
    `with newest as (
       select sequence, type, price, lamports + case when type = 'SELL' then fee_lamports else 0 end as moved,
         floor(extract(epoch from created_at) / $3::int)::bigint * $3::int as bucket
       from trades where collection_id = $1 and sequence <= $2 order by sequence desc limit ${most + 1}),
     placed as (
       select *, coalesce(lag(price) over (order by sequence), $4::numeric) as opened,
         row_number() over (order by sequence desc) as place from newest),
     told as (select * from placed where place <= ${most}),
     bounds as (select (select count(*) > ${most} from newest) as "isCut", min(bucket) as oldest, max(bucket) as newest from told),
     candles as (
       select bucket, (array_agg(opened order by sequence))[1] as open, greatest(max(opened), max(price)) as high,
         least(min(opened), min(price)) as low, (array_agg(price order by sequence desc))[1] as close,
         sum(moved) as volume, count(*)::int as trades
       from told where type in ('BUY', 'SELL')
         and not exists (select 1 from bounds b where b."isCut" and b.newest > b.oldest and b.oldest = told.bucket)
       group by bucket order by bucket desc limit $5::int)
     select bounds.*, bucket, open::text, high::text, low::text, close::text, volume::text as "volumeLamports",
       trades as "tradeCount", (select sequence from bonding_curves where collection_id = $1) as sequence
     from bounds left join candles on true order by bucket desc`,
    [collectionId, last, timeframe, launchPrice, limit],
  )
  const candles = rows.flatMap(({ bucket, isCut: _isCut, oldest: _oldest, newest: _newest, ...candle }) =>
    bucket === null ? [] : [{ ...candle, bucket }],
  )
  const [read] = rows
  if (candles.length === limit) return { candles, nextBefore: candles.at(-1)?.bucket ?? null }
  if (!read?.isCut) return { candles, nextBefore: null }
  return { candles, nextBefore: read.newest > read.oldest ? read.oldest + timeframe : read.oldest }
}
