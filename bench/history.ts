// What a coin's page asks of the past (chart, activity by each filter, holders, positions, the creator) with very many trades
// in PostgreSQL, over HTTP. One coin is real, launched on the chain, and has most of the trades; these are made by SQL, some
// of them a single wallet's 100,000. Needs a PostgreSQL; says so where there is none. `npm run bench -- history` takes
// 10,000,000 trades and some minutes to make them; `BENCH_TRADES=1000000 npm run bench -- history` a tenth. With
// `BENCH_PLANS=1` it prints the plans of the activity's queries.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TRADE_TYPES } from '@twinmint/sdk/api/records/trade'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { type Database, openDatabase, type Queryable } from '../packages/server/database/database.ts'
import { listFilteredTrades, listIndexedHolders } from '../packages/server/index/activity-store.ts'
import { type Client, createClient } from '../tests/client.ts'
import { plainPicture } from '../tests/pictures.ts'
import { postgres } from '../tests/services.ts'
import { measure } from './measure.ts'
import { startMeasuredServer } from './server.ts'

const SCHEMA = 'twinmint_bench_history'
const REQUESTS = 1_000
const WHALE_TRADES = 100_000
/** Wallets with addresses that the API takes; the other traders are texts. */
const WALLETS = 200
const OTHER_TRADERS = 50_000
const OTHER_COINS = 500

/** A trade's columns from its number `n` and its trader; the classes of size as a market has them, a few large. */
const TRADE_VALUES = `
  (array['BUY','SELL','BUY','SELL','BUY','SELL','BUY','SELL','SWAP_TO_NFT','SWAP_TO_TOKEN'])[1 + n % 10] as type,
  case when n % 10 < 8 then floor(power(random(), 12) * 200e9) + 1000 else 0 end as lamports, n`

/** Rows first, indexes after: in the time of the rows alone. */
async function withoutIndexes(database: Database, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await database.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = '${SCHEMA}' and tablename = $1 and indexname <> $1 || '_pkey'`,
    [table],
  )
  for (const { indexname } of indexes) await database.query(`drop index ${indexname}`)
  await work()
  for (const { indexdef } of indexes) await database.query(indexdef)
}

const INSERT_TRADES = `
  insert into trades (collection_id, sequence, type, trader_address, lamports, base_units, fee_lamports,
    creator_fee_lamports, reserve_lamports, reserve_base_units, price, nft_token_id, tx_signature, created_at,
    known_base_units, cost_lamports, lot_until_base_units, lot_until_lamports)
  select collection, n, type, trader, lamports, 1000000000000, 0, 0, 5000000000, 200000000000000, 0.000000025,
    case when type like 'SWAP%' then 1 + n % 1000 end, 's' || n, now() - (last - n) * interval '0.25 seconds',
    1000000000000, lamports, case when type in ('BUY', 'SWAP_TO_TOKEN') then n * 1000000000000::numeric end,
    case when type in ('BUY', 'SWAP_TO_TOKEN') then n * 25000::numeric end from`

async function fill(
  database: Database,
  coin: { readonly id: string; readonly whale: string; readonly wallets: readonly string[] },
  count: number,
) {
  const onCoin = Math.floor(count * 0.7)
  const first = 100 // after the coin's own first events
  await withoutIndexes(database, 'trades', async () => {
    await database.query(
      `${INSERT_TRADES} (
         select $1::uuid as collection, ($2::bigint + $3) as last, ${TRADE_VALUES},
           case when n % greatest(1, $2::bigint / ${WHALE_TRADES}) = 0 then $4::text
             when n % 7 = 0 then ($5::text[])[1 + floor(power(random(), 3) * ${WALLETS})::int]
             else substr(md5('t' || floor(power(random(), 2) * ${OTHER_TRADERS})), 1, 32) || 'trader' end as trader
         from generate_series($3::bigint, $2::bigint + $3) n) made`,
      [coin.id, onCoin, first, coin.whale, coin.wallets],
    )
    await database.query(
      `${INSERT_TRADES} (
         select md5('c' || n % ${OTHER_COINS})::uuid as collection, $1::bigint as last, ${TRADE_VALUES},
           substr(md5('t' || floor(random() * ${OTHER_TRADERS})), 1, 32) || 'trader' as trader
         from generate_series(1, $1::bigint) n) made`,
      [count - onCoin],
    )
    // The wallet that really holds coins has a row without gaps, for a position looks a lot of it up.
    await database.query(
      `update trades t set lot_until_base_units = w.place * 1000000000000::numeric, lot_until_lamports = w.paid
       from (select sequence, row_number() over (order by sequence) as place, sum(cost_lamports) over (order by sequence) as paid
             from trades where collection_id = $1 and trader_address = $2 and sequence >= $3
               and type in ('BUY', 'SWAP_TO_TOKEN')) w
       where t.collection_id = $1 and t.sequence = w.sequence`,
      [coin.id, coin.whale, first],
    )
  })
  await database.query(
    `insert into positions (collection_id, wallet_address, sequence, base_units, nft_base_units, in_base_units, in_lamports,
       out_base_units, out_lamports, bought_lamports, sold_lamports, realised_lamports, unpriced_lamports, trade_count,
       held_since, last_trade_at)
     select collection_id, trader_address, max(sequence), floor(random() * 1e12), 0,
       coalesce(max(lot_until_base_units), 0), coalesce(max(lot_until_lamports), 0),
       coalesce(max(lot_until_base_units), 0) / 2, 0, sum(lamports), sum(lamports), 0, 0, count(*), min(created_at),
       max(created_at)
     from trades group by 1, 2
     on conflict (collection_id, wallet_address) do update set sequence = excluded.sequence,
       in_base_units = excluded.in_base_units, in_lamports = excluded.in_lamports, trade_count = excluded.trade_count`,
  )
  await database.query(
    `update bonding_curves set sequence = $2::bigint + $3, trade_count = $2 where collection_id = $1`,
    [coin.id, onCoin, first],
  )
  for (const [table, wallet] of [
    ['boosts', 'payer_address'],
    ['fee_claims', 'creator_address'],
  ])
    await database.query(
      `insert into ${table} (collection_id, sequence, ${wallet}, lamports, tx_signature, created_at${table === 'boosts' ? ', boosted_until' : ''})
       select $1, $2::bigint + 1000 + n * 2 + ${table === 'boosts' ? 0 : 1}, $3, 1000000000, 's', now()${table === 'boosts' ? ', now()' : ''}
       from generate_series(1, 5000) n`,
      [coin.id, onCoin, coin.whale],
    )
  await database.query(
    `insert into chart_data (collection_id, timeframe, bucket, open, high, low, close, volume_lamports, trade_count)
     select $1, timeframe, (extract(epoch from now())::bigint / timeframe - n) * timeframe, 1e-9, 3e-9, 1e-9, 2e-9, 1000000, 30
     from unnest(array[60, 300, 900, 3600, 14400, 86400]) timeframe
     cross join lateral generate_series(0, 86400 * 60 / timeframe) n on conflict do nothing`,
    [coin.id],
  )
  for (const table of ['trades', 'positions', 'boosts', 'fee_claims', 'chart_data'])
    await database.query(`vacuum analyze ${table}`)
}

/** The plans of the queries as the routes make them, by a database that explains instead of answering. */
async function printPlans(database: Database, collectionId: string, walletAddress: string): Promise<void> {
  const explaining = (name: string): Queryable => ({
    async query(text, values) {
      const rows = await database.query<Record<string, string>>(
        `explain (analyze, buffers off, timing off) ${text}`,
        values,
      )
      console.log(`\n${name}\n${rows.map((row) => Object.values(row)[0]).join('\n')}`)
      return []
    },
  })
  const all = {
    collectionId,
    types: TRADE_TYPES,
    minLamports: 0n,
    wallets: undefined,
    before: undefined,
    limit: 50,
  }
  await listFilteredTrades(explaining('all'), all)
  await listFilteredTrades(explaining('sells'), { ...all, types: ['SELL'] })
  await listFilteredTrades(explaining('0.5 SOL or more'), { ...all, minLamports: 500_000_000n })
  await listFilteredTrades(explaining('of a wallet'), { ...all, wallets: [walletAddress] })
  await listFilteredTrades(explaining('a wallet’s large sells'), {
    ...all,
    wallets: [walletAddress],
    types: ['SELL'],
    minLamports: 100_000_000_000n,
  })
  await listIndexedHolders(explaining('holders'), collectionId, [walletAddress], 100)
}

const callsOf = (
  id: string,
  { whale, wallets }: { readonly whale: string; readonly wallets: readonly string[] },
  lastSequence: number,
): Record<string, (request: number) => string> => {
  const activity = `/api/collections/${id}/activity?limit=50`
  const some = (request: number) => wallets[request % wallets.length] ?? ''
  const anywhere = (request: number) =>
    1_000 + Math.floor(((request * 7919) % 10_000) * (lastSequence / 10_000))
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600
  return {
    'chart, 1h': () => `/api/chart-data/${id}?timeframe=1h&limit=24`,
    'chart, 300 candles of 1m': () => `/api/chart-data/${id}?timeframe=1m&limit=300`,
    'chart, 150 candles of 1s': () => `/api/chart-data/${id}?timeframe=1s&limit=150`,
    'chart, 300 candles of 15s, scrolled back': (request) =>
      `/api/chart-data/${id}?timeframe=15s&limit=300&before=${hour - (request % 500) * 3_600}`,
    'chart, scrolled back': (request) =>
      `/api/chart-data/${id}?timeframe=5m&limit=300&before=${hour - (request % 500) * 3_600}`,
    'chart marks of a wallet': (request) => `/api/collections/${id}/marks?wallet=${some(request)}`,
    activity: () => activity,
    'activity, anywhere in the past': (request) => `${activity}&cursor=${anywhere(request)}`,
    'activity: buys': (request) => `${activity}&kind=BUY&cursor=${anywhere(request)}`,
    'activity: swaps': (request) => `${activity}&kind=SWAP_TO_NFT,SWAP_TO_TOKEN&cursor=${anywhere(request)}`,
    'activity: boosts and claims': () => `${activity}&kind=BOOST,CLAIM`,
    'activity: 1 SOL or more': (request) => `${activity}&minSol=1&cursor=${anywhere(request)}`,
    'activity: 0.5 SOL or more': (request) => `${activity}&minSol=0.5&cursor=${anywhere(request)}`,
    'activity: sells of 190 SOL or more': (request) =>
      `${activity}&kind=SELL&minSol=190&cursor=${anywhere(request)}`,
    'activity of a wallet': (request) => `${activity}&wallet=${some(request)}`,
    'activity of a wallet: sells of 1 SOL': (request) =>
      `${activity}&wallet=${some(request)}&kind=SELL&minSol=1`,
    'activity of 100,000 trades: large sells': () => `${activity}&wallet=${whale}&kind=SELL&minSol=150`,
    trades: (request) => `/api/collections/${id}/trades?limit=50&cursor=${anywhere(request)}`,
    'holders, 20': () => `/api/collections/${id}/holders`,
    'holders, 100': () => `/api/collections/${id}/holders?limit=100`,
    position: (request) => `/api/collections/${id}/position/${some(request)}`,
    'position of 100,000 trades': () => `/api/collections/${id}/position/${whale}`,
    creator: () => `/api/collections/${id}/creator`,
  }
}

/** One coin on the chain, and a wallet that really holds some of it. */
async function launch(origin: string): Promise<{ readonly id: string; readonly whale: Client }> {
  const whale = createClient(origin)
  await whale.airdrop(10)
  const image = await plainPicture()
  const { id } = await whale.launch({ name: 'Old Frog', symbol: 'OLD' }, image)
  await whale.trade('BUY', id, '0.01')
  return { id, whale }
}

export async function benchHistory(): Promise<Record<string, number | string>> {
  if (postgres.missing !== undefined) return { skipped: postgres.missing }
  const count = Number(process.env['BENCH_TRADES'] ?? 10_000_000)
  const url = `${postgres.url}?options=-csearch_path%3D${SCHEMA},public`
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-bench-'))
  const workerUrl = pathToFileURL('dist/server/pglite-worker.js')
  const database = await openDatabase({ url, folder, workerUrl })
  await database.script(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`)
  try {
    const server = await startMeasuredServer({ folder, env: { DATABASE_URL: url } })
    try {
      const { id, whale } = await launch(server.origin)
      const wallets = Array.from({ length: WALLETS }, (): string => createKeypair().address)
      const began = performance.now()
      await fill(database, { id, whale: whale.address, wallets }, count)
      if (process.env['BENCH_PLANS'] !== undefined) await printPlans(database, id, whale.address)
      const figures: Record<string, number | string> = {
        trades: count,
        'made in seconds': Math.round((performance.now() - began) / 1_000),
        'requests each': REQUESTS,
      }
      const calls = callsOf(id, { whale: whale.address, wallets }, count * 0.7)
      for (const [name, pathOf] of Object.entries(calls))
        figures[`${name}: p50, p99 ms`] = await measure(whale, REQUESTS, pathOf)
      return figures
    } finally {
      await server.remove()
    }
  } finally {
    await database.script(`drop schema if exists ${SCHEMA} cascade`)
    await database.close()
  }
}
