// Candles shorter than a minute on a real PostgreSQL (embedded): the same as from all trades at once, whatever a page may read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random, withSeed } from '../../../../program/test/random.ts'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import type { Database } from '../../database/database.ts'
import { loadShortCandles } from './store.ts'

const id = '00000000-0000-8000-8000-000000000001'
const BEGIN = 1_800_000_000
let database: Database

interface Trade {
  readonly sequence: number
  readonly type: 'BUY' | 'SELL' | 'SWAP_TO_NFT'
  readonly second: number
  readonly price: number
}

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())

async function write(trades: readonly Trade[]): Promise<void> {
  await database.script('truncate trades, bonding_curves')
  await database.query(
    `insert into trades (collection_id, sequence, type, trader_address, lamports, base_units, fee_lamports, creator_fee_lamports,
       reserve_lamports, reserve_base_units, price, tx_signature, created_at)
     select $1::uuid, sequence, type, 'w', 1000, 1, 10, 5, 1, 1, price, 's', to_timestamp(second)
     from jsonb_to_recordset($2::jsonb) as r(sequence bigint, type text, second bigint, price numeric)`,
    [id, JSON.stringify(trades)],
  )
  await database.query(
    `insert into bonding_curves select * from jsonb_populate_record(null::bonding_curves, $1::jsonb)
     on conflict do nothing`,
    [JSON.stringify(await curveRow(trades.at(-1)?.sequence ?? 1))],
  )
}

/** A row with something in every column that must have it. */
async function curveRow(sequence: number): Promise<Record<string, unknown>> {
  const columns = await database.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = 'bonding_curves' and is_generated = 'NEVER'`,
  )
  const filled = columns.map(({ name, type }) => [
    name,
    name === 'collection_id'
      ? id
      : name === 'sequence'
        ? sequence
        : /timestamp/.test(type)
          ? new Date(BEGIN * 1000).toISOString()
          : type === 'boolean'
            ? false
            : type === 'text'
              ? ''
              : 0,
  ])
  return Object.fromEntries(filled) as Record<string, unknown>
}

/** What the candles are, from all trades at once, newest first. */
function candlesOf(trades: readonly Trade[], seconds: number) {
  let price = 1
  const found = new Map<
    number,
    { open: number; high: number; low: number; close: number; trades: number; volume: number }
  >()
  for (const trade of trades.filter(({ type }) => type !== 'SWAP_TO_NFT')) {
    const bucket = trade.second - (trade.second % seconds)
    const candle = found.get(bucket) ?? {
      open: price,
      high: price,
      low: price,
      close: price,
      trades: 0,
      volume: 0,
    }
    found.set(bucket, {
      open: candle.open,
      high: Math.max(candle.high, trade.price, price),
      low: Math.min(candle.low, trade.price, price),
      close: trade.price,
      trades: candle.trades + 1,
      volume: candle.volume + (trade.type === 'SELL' ? 1010 : 1000),
    })
    price = trade.price
  }
  return [...found].map(([bucket, candle]) => ({ bucket, ...candle })).toReversed()
}

/** Every page, newest first, as the wire's cursor leads. */
async function readAll(timeframe: number, page: { limit: number; tradesFirst?: number; tradesMax: number }) {
  const found = []
  let before: number | undefined
  for (let pages = 0; pages < 1_000; pages++) {
    const { candles, nextBefore } = await loadShortCandles(database, {
      collectionId: id,
      timeframe,
      before,
      launchPrice: '1',
      tradesFirst: page.tradesMax,
      ...page,
    })
    expect(candles.length).toBeLessThanOrEqual(page.limit)
    found.push(...candles)
    if (nextBefore === null) return found
    expect(nextBefore).toBeLessThan(before ?? Number.POSITIVE_INFINITY)
    before = nextBefore
  }
  throw new Error('The pages do not end.')
}

const told = (rows: Awaited<ReturnType<typeof readAll>>) =>
  rows.map(({ bucket, open, high, low, close, tradeCount, volumeLamports }) => ({
    bucket,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    trades: tradeCount,
    volume: Number(volumeLamports),
  }))

test('are those of all trades, page by page, at any limit', async () => {
  await withSeed(async (seed) => {
    const random = new Random(seed)
    let second = BEGIN
    let sequence = 1
    let price = 1
    const trades = Array.from({ length: 400 }, (): Trade => {
      second += [0, 0, 1, 1, 3, 20, 400][random.below(7)] ?? 0
      sequence += 1 + random.below(3)
      const type = random.pick<Trade['type']>(['BUY', 'SELL', 'BUY', 'SWAP_TO_NFT'])
      // Swaps leave the price where it is.
      if (type !== 'SWAP_TO_NFT') price = 1 + random.below(1_000)
      return { sequence, type, second, price }
    })
    await write(trades)
    for (const timeframe of [1, 5, 15])
      for (const page of [
        { limit: 1_000, tradesMax: 10_000 },
        { limit: 7, tradesMax: 10_000 },
        { limit: 1_000, tradesMax: 60 },
        { limit: 9, tradesMax: 60 },
        { limit: 40, tradesFirst: 20, tradesMax: 120 },
      ])
        expect({ timeframe, page, candles: told(await readAll(timeframe, page)) }).toEqual({
          timeframe,
          page,
          candles: candlesOf(trades, timeframe),
        })
  })
})

test('end also where one second has more trades than a page reads, and where there are only swaps', async () => {
  const busy = Array.from(
    { length: 50 },
    (_, at): Trade => ({ sequence: at + 2, type: 'BUY', second: BEGIN, price: at + 2 }),
  )
  await write(busy)
  const [candle] = told(await readAll(1, { limit: 10, tradesMax: 20 }))
  expect(candle).toMatchObject({ bucket: BEGIN, open: 31, low: 31, close: 51, trades: 20 })
  expect(told(await readAll(1, { limit: 10, tradesMax: 50 }))).toMatchObject([
    { open: 1, low: 1, trades: 50 },
  ])
  const swaps = busy.map((trade, at): Trade => ({ ...trade, type: 'SWAP_TO_NFT', second: BEGIN + (at >> 3) }))
  await write([{ sequence: 1, type: 'BUY', second: BEGIN - 5, price: 2 }, ...swaps])
  expect(told(await readAll(1, { limit: 10, tradesMax: 20 }))).toMatchObject([
    { bucket: BEGIN - 5, open: 1, close: 2 },
  ])
  await write([])
  expect(await readAll(1, { limit: 10, tradesMax: 20 })).toEqual([])
})
