// SQL of the figures that lists are ordered by, and of the platform's hours.
import { STANDING_SECONDS } from '@twinmint/sdk/core/sustained'
import type { Queryable } from '../database/database.ts'
import { plannedOnce } from '../database/plan-once.ts'

/** Of `bonding_curves b`: lists go by its graduation. Null where it has none. */
export const STANDS = 'b.graduation_stands_at <= now()'

/** The same by a moment, unix milliseconds in a parameter: nothing after it is known. */
export const standsBy = (parameter: string): string =>
  `b.graduation_stands_at <= least(now(), to_timestamp(${parameter}::double precision / 1000))`

/** The market cap in lamports of a price in SQL: a price has 18 decimals, and all coins have the same supply. */
export const capOf = (price: string): string => `trunc(${price} * 1000000000000000000)`

/**
 * Works the figures of these coins out anew, at this moment. Trending is docs/trending.md's: what was traded in 24 hours
 * counts by its logarithm, distinct traders by their root, and all of it half after every six hours without a trade. What a
 * coin is ordered by is the least price of the minutes that the last `standingSeconds` touch: of candles, so eleven rows at
 * most are read for it; with 0 it is the price of now.
 */
export async function refreshFigures(
  db: Queryable,
  collectionIds: readonly string[],
  standingSeconds: number = STANDING_SECONDS,
): Promise<void> {
  await db.query(
    `with now as materialized (select floor(extract(epoch from now()))::bigint as second),
     wanted as (
       select b.collection_id, b.price, b.last_trade_at, b.created_at, coalesce(${STANDS}, false) as stands,
         c.graduation_market_cap_lamports as threshold, c.initial_price,
         -- Before the first candle that there is.
         coalesce((h.curve->>'price')::numeric, c.initial_price) as first_price,
         -- Short candles while there is little to see in hours.
         case when b.created_at > now() - interval '30 minutes' then 60
           when b.created_at > now() - interval '2 hours' then 300 else 3600 end as spark_seconds
       from bonding_curves b join collections c on c.id = b.collection_id
         left join curve_bases h on h.collection_id = b.collection_id where b.collection_id = any($1::uuid[])),
     measured as (
       select w.*,
         (select coalesce(sum(volume_lamports), 0) from chart_data d, now
          where d.collection_id = w.collection_id and timeframe = 3600 and bucket > second - 86400) as volume,
         coalesce((select close from chart_data d, now where d.collection_id = w.collection_id and timeframe = 3600
           and bucket <= second - 86400 order by bucket desc limit 1), w.first_price) as price_24h,
         coalesce((select close from chart_data d, now where d.collection_id = w.collection_id and timeframe = 60
           and bucket <= second - 3600 order by bucket desc limit 1), w.first_price) as price_1h,
         -- A trade's candle has the price before it too.
         least(w.price, (select min(low) from chart_data d, now where $2::int > 0 and d.collection_id = w.collection_id
           and timeframe = 60 and bucket > second - $2::int - 60)) as stood_price,
         (select count(*) from positions p where p.collection_id = w.collection_id
           and p.last_trade_at > now() - interval '24 hours') as traders,
         -- Whoever holds only NFTs holds the coins behind them.
         (select count(*) from positions p where p.collection_id = w.collection_id and p.base_units > 0)
         + (select count(distinct owner_address) from nfts n
            where n.collection_id = w.collection_id and not is_swapped and owner_address is not null
              and not exists (select from positions p where p.collection_id = w.collection_id
                and p.wallet_address = n.owner_address and p.base_units > 0)) as holders,
         (select coalesce(jsonb_agg(close::double precision order by bucket), '[]') from (
            select bucket, close from chart_data d where d.collection_id = w.collection_id and timeframe = w.spark_seconds
            order by bucket desc limit 24) s) as sparkline
       from wanted w)
     update market_figures f set volume_24h_lamports = volume,
       change_1h_bps = least(round((price / price_1h - 1) * 10000), 9e15),
       stood_change_1h_bps = least(round((stood_price / price_1h - 1) * 10000), 9e15),
       stood_change_24h_bps = least(round((stood_price / price_24h - 1) * 10000), 9e15),
       stood_market_cap_lamports = ${capOf('stood_price')},
       traders_24h = traders, holder_count = holders,
       progress_bps = case when stands then 10000 else least(floor(${capOf('stood_price')} * 10000 / threshold), 9999) end,
       -- Money that went through and did not stay counts as far as the coin is worth more than at its launch.
       trending = ln(1 + (least(volume, greatest(${capOf('stood_price')} - ${capOf('initial_price')}, 0)) / 1e9)::double precision)
         * sqrt(1 + traders)
         -- After 125 days it is nothing; a power of more would be too small for its type.
         * power(0.5, least(extract(epoch from now() - coalesce(last_trade_at, created_at)) / 21600, 500)),
       sparkline = measured.sparkline, is_active = coalesce(last_trade_at, created_at) > now() - interval '49 hours',
       refreshed_at = now()
     from measured where f.collection_id = measured.collection_id`,
    [plannedOnce(collectionIds), standingSeconds],
  )
}

/** Active coins whose figures are older than so many seconds, the oldest first. */
export async function listDue(db: Queryable, olderThanSeconds: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select collection_id as id from market_figures where is_active
       and refreshed_at < now() - make_interval(secs => $1) order by refreshed_at limit $2`,
    [olderThanSeconds, limit],
  )
  return rows.map(({ id }) => id)
}

/**
 * Coins whose graduation began to stand after `since` (a time of the database; undefined: of the last minute), and the time
 * until which that was looked for: `readThroughMs` at the latest.
 */
export async function listStanding(
  db: Queryable,
  since: string | undefined,
  readThroughMs: number,
): Promise<{ readonly until: string; readonly ids: readonly string[] }> {
  const rows = await db.query<{ until: string; id: string | null }>(
    `select least(now(), to_timestamp($2::double precision / 1000))::text as until, b.collection_id as id
     from (select) always left join bonding_curves b on ${standsBy('$2')}
       and graduation_stands_at > coalesce($1::timestamptz, now() - interval '1 minute')`,
    [since ?? null, readThroughMs],
  )
  return { until: rows[0]?.until ?? '', ids: rows.flatMap(({ id }) => id ?? []) }
}

export interface PlatformBucket {
  readonly time: number
  readonly launches: number
  readonly graduations: number
  readonly trades: number
  readonly swaps: number
  readonly traders: number
  readonly volumeLamports: string
  readonly feeLamports: string
  readonly nftSales: number
  readonly nftSalesLamports: string
  readonly nftFeeLamports: string
}

/** What happened from `since` on, by buckets of `bucketSeconds`; quiet ones are not among them. */
export async function loadPlatformBuckets(
  db: Queryable,
  range: { readonly sinceSeconds: number; readonly bucketSeconds: number },
): Promise<PlatformBucket[]> {
  return db.query<PlatformBucket>(
    `with happened as (
       select bucket - bucket % $2 as time, sum(launches)::int as launches, sum(trades)::int as trades, sum(swaps)::int as swaps,
         sum(volume_lamports)::text as "volumeLamports",
         sum(fee_lamports)::text as "feeLamports", sum(nft_sales)::int as "nftSales",
         sum(nft_sales_lamports)::text as "nftSalesLamports", sum(nft_fee_lamports)::text as "nftFeeLamports"
       from platform_hours where bucket >= $1 group by 1),
     traded as (
       select bucket - bucket % $2 as time, count(distinct wallet_address)::int as traders
       from trader_hours where bucket >= $1 group by 1),
     graduated as (
       select second - second % $2 as time, count(*)::int as graduations from (
         select extract(epoch from graduation_stands_at)::bigint as second from bonding_curves b
         where ${STANDS} and graduation_stands_at >= to_timestamp($1)) stood group by 1)
     select time, coalesce(launches, 0) as launches, coalesce(graduations, 0) as graduations, coalesce(trades, 0) as trades,
       coalesce(swaps, 0) as swaps, coalesce(traders, 0) as traders, coalesce("volumeLamports", '0') as "volumeLamports",
       coalesce("feeLamports", '0') as "feeLamports", coalesce("nftSales", 0) as "nftSales",
       coalesce("nftSalesLamports", '0') as "nftSalesLamports", coalesce("nftFeeLamports", '0') as "nftFeeLamports"
     from happened full join graduated using (time) left join traded using (time) order by time`,
    [range.sinceSeconds, range.bucketSeconds],
  )
}

/** Distinct wallets that traded since. */
export async function countTraders(db: Queryable, sinceSeconds: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(distinct wallet_address) as count from trader_hours where bucket >= $1',
    [sinceSeconds],
  )
  return row?.count ?? 0
}
