// Lists, filters, search and trending with very many collections in PostgreSQL, over HTTP. The rows are made by SQL, with
// figures as a market has them: most coins are quiet, a few are not. Needs a PostgreSQL; says so where there is none.
// `npm run bench -- lists` takes 100,000; `BENCH_COLLECTIONS=1000000 npm run bench -- lists` a million. With
// `BENCH_PLANS=1` it prints the plan of each query for docs/performance.md.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Database, openDatabase, type Queryable } from '../packages/server/database/database.ts'
import { migrate } from '../packages/server/database/migrate.ts'
import type { SqlValue } from '../packages/server/database/prepared.ts'
import { listCollections } from '../packages/server/index/list-store.ts'
import { createClient } from '../tests/client.ts'
import { postgres } from '../tests/services.ts'
import { measure } from './measure.ts'
import { startMeasuredServer } from './server.ts'

const SCHEMA = 'twinmint_bench_lists'
const REQUESTS = 1_000

export async function fillMarket(database: Database, count: number): Promise<void> {
  await database.query(
    `insert into collections (id, mint_address, name, symbol, collection_name, creator_address, market_address,
       vault_address, escrow_address, collection_address, metadata_uri, total_supply, initial_price,
       graduation_market_cap_lamports, boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps,
       launch_signature, created_at)
     select gen_random_uuid(), substr(md5(n::text) || md5('m' || n), 1, 41) || 'jpg',
       (array['Frog','Cat','Moon','Pepe','Doge','Cheese','Ghost','Robot','Banana','Shark'])[1 + n % 10] || ' ' || substr(md5('w' || n), 1, 6),
       upper(substr(md5('s' || n), 1, 4)), 'Twins ' || n, substr(md5('c' || n % ($1 / 20)) || md5('d' || n % ($1 / 20)), 1, 44),
       'm' || n, 'v' || n, 'e' || n, 'c' || n, 'http://x/' || n, 1000000000000000, 0.000000001, 420000000000, 1000000000,
       86400, 100, 5000, 's' || n, now() - power(random(), 2) * interval '300 days'
     from generate_series(1, $1::int) n`,
    [count],
  )
  await database.query(
    `insert into bonding_curves (collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports,
       market_cap_lamports, price, minted_nft_count, circulating_nft_count, is_graduated, graduated_at,
       graduation_stands_at, trade_count, last_trade_at, created_at, updated_at, search)
     select id, 10, r, 1e24 / r, r - 1000000000, r * r / 1e9, r / (1e24 / r) / 1000, nfts, nfts, r > 20.5e9,
       case when r > 20.5e9 then created_at end, case when r > 21e9 then created_at + interval '10 minutes' end, 10, created_at + random() * (now() - created_at), created_at, now(), search
     from (select id, created_at, search, floor(1e9 + power(random(), 8) * 25e9)::numeric as r,
       floor(power(random(), 6) * 1000)::int as nfts from collections) c`,
  )
  await database.query(
    `insert into market_figures (collection_id, volume_24h_lamports, change_1h_bps, stood_change_1h_bps,
       stood_change_24h_bps, traders_24h, holder_count, stood_market_cap_lamports, progress_bps, trending, sparkline, is_active, refreshed_at, search)
     select collection_id, case when hot then floor(power(random(), 4) * 50e9) else 0 end,
       change_1h, change_1h, case when hot then floor((random() - 0.5) * 30000) else 0 end,
       case when hot then floor(power(random(), 3) * 500) else 0 end, floor(power(random(), 5) * 5000), market_cap_lamports,
       case when graduation_stands_at is not null then 10000 else least(floor(market_cap_lamports * 10000 / 420e9), 9999) end,
       case when hot then power(random(), 3) * 40 else 0 end, '[1e-9,2e-9,3e-9]', false, now(), search
     from (select b.*, case when hot then floor((random() - 0.5) * 8000) else 0 end as change_1h from (
       select *, last_trade_at > now() - interval '24 hours' as hot from bonding_curves) b) b`,
  )
  // Candles of the hot ones, which records are read with.
  await database.query(
    `insert into chart_data (collection_id, timeframe, bucket, open, high, low, close, volume_lamports, trade_count)
     select collection_id, 3600, (extract(epoch from now())::bigint / 3600 - h) * 3600, 1e-9, 2e-9, 1e-9, 2e-9, 1000000, 3
     from bonding_curves, generate_series(0, 30, 3) h where last_trade_at > now() - interval '24 hours'`,
  )
  // As autovacuum does it within minutes: statistics, and which pages index-only scans need not look at.
  for (const table of ['collections', 'bonding_curves', 'market_figures', 'chart_data'])
    await database.query(`vacuum (analyze) ${table}`)
}

/** The plans of the queries as the lists make them, by a database that explains each list's first query instead of answering. */
async function printPlans(database: Database): Promise<void> {
  const all = { order: 'desc', state: 'all', limit: 50, creatorAddress: undefined, after: undefined } as const
  const explaining = (name: string): Queryable => {
    let isDone = false
    return {
      async query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
        // How many matches are expected is asked of the plan as well.
        if (text.startsWith('explain')) return database.query<Row>(text, values)
        if (isDone) return []
        isDone = true
        const rows = await database.query<Record<string, string>>(
          `explain (analyze, buffers off, timing off) ${text}`,
          values,
        )
        console.log(`\n${name}\n${rows.map((row) => Object.values(row)[0]).join('\n')}`)
        return []
      },
    }
  }
  for (const sort of ['lastTrade', 'trending', 'volume', 'change1h'] as const)
    await listCollections(explaining(`by ${sort}`), { ...all, sort, search: undefined })
  for (const state of ['new', 'graduating', 'graduated'] as const)
    await listCollections(explaining(`${state} by market cap`), {
      ...all,
      state,
      sort: 'marketCap',
      search: undefined,
    })
  await listCollections(explaining('graduating by progress'), {
    ...all,
    state: 'graduating',
    sort: 'progress',
    search: undefined,
  })
  for (const search of ['fr', 'frog', 'moon a', 'a1b2c3'])
    await listCollections(explaining(`search "${search}"`), { ...all, sort: 'marketCap', search })
  await listCollections(explaining('search "moon a" among the graduated'), {
    ...all,
    state: 'graduated',
    sort: 'lastTrade',
    search: 'moon a',
  })
}

export async function benchLists(): Promise<Record<string, number | string>> {
  if (postgres.missing !== undefined) return { skipped: postgres.missing }
  const count = Number(process.env['BENCH_COLLECTIONS'] ?? 100_000)
  const url = `${postgres.url}?options=-csearch_path%3D${SCHEMA},public`
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-bench-'))
  const workerUrl = pathToFileURL('dist/server/pglite-worker.js')
  const database = await openDatabase({ url, folder, workerUrl })
  await database.script(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`)
  try {
    await migrate(database)
    await fillMarket(database, count)
    if (process.env['BENCH_PLANS'] !== undefined) await printPlans(database)
    const server = await startMeasuredServer({ folder, env: { DATABASE_URL: url } })
    try {
      const client = createClient(server.origin)
      const words = ['frog', 'cat', 'moon a', 'ghost 1', 'a1b2', 'ff', 'x', 'shark', 'robot 7', 'zzz']
      const word = (request: number) => encodeURIComponent(words[request % words.length] ?? '')
      const page = await fetch(`${server.origin}/api/collections?sort=marketCap&limit=100`)
      const cursor = page.headers.get('x-next-cursor') ?? ''
      const lists: Record<string, (request: number) => string> = {
        'home, by last trade': () => '/api/collections?limit=50',
        trending: () => '/api/collections/trending',
        'by volume': () => '/api/collections?limit=50&sort=volume',
        'by market cap, second page of 100': () =>
          `/api/collections?limit=100&sort=marketCap&cursor=${cursor}`,
        'by change in an hour, upwards': () => '/api/collections?limit=50&sort=change1h&order=asc',
        'new, by volume': () => '/api/collections?limit=50&state=new&sort=volume',
        'new, by market cap': () => '/api/collections?limit=50&state=new&sort=marketCap',
        'about to graduate': () => '/api/collections?limit=50&state=graduating&sort=progress',
        'about to graduate, by market cap': () => '/api/collections?limit=50&state=graduating&sort=marketCap',
        'graduated, by last trade': () => '/api/collections?limit=50&state=graduated',
        'search in a list': (request) => `/api/collections?limit=50&sort=marketCap&search=${word(request)}`,
        'search in the header': (request) => `/api/search?q=${word(request)}`,
        'search in a list, by volume': (request) =>
          `/api/collections?limit=50&sort=volume&search=${word(request)}`,
        'search among the graduated': (request) =>
          `/api/collections?limit=50&state=graduated&search=${word(request)}`,
        'by the beginning of an address': (request) =>
          `/api/search?q=${(0xabcd1 + request * 97).toString(16)}`,
        stats: () => '/api/stats',
      }
      const figures: Record<string, number | string> = { collections: count, 'requests each': REQUESTS }
      for (const [name, pathOf] of Object.entries(lists))
        figures[`${name}: p50, p99 ms`] = await measure(client, REQUESTS, pathOf)
      return figures
    } finally {
      await server.remove()
    }
  } finally {
    await database.script(`drop schema if exists ${SCHEMA} cascade`)
    await database.close()
  }
}
