// Trades of many wallets on a real database, embedded and PostgreSQL: page by page the same as all of them sorted by hand,
// also where trades of several coins have the same time; in all coins, and in one by kind and size.

import { TRADE_TYPES } from '@twinmint/sdk/api/records/trade'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgres } from '../../../tests/services.ts'
import { openEmptyEmbedded, openEmptyServed } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { listFilteredTrades } from './activity-store.ts'
import type { TradeKey, TradeRow } from './rows.ts'
import { listTradesOf } from './store.ts'

const TRADES = 1_200
const WALLETS = 30
const id = (coin: number) => `00000000-0000-8000-8000-00000000000${coin}`

describe.each(['embedded', 'server'] as const)('%s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let database: Database
  /** Newest first. */
  let all: readonly TradeRow[]
  beforeAll(async () => {
    database = await (kind === 'server' ? openEmptyServed() : openEmptyEmbedded())
    // Five trades a second in four coins, of wallets of which some trade often.
    await database.query(
      `insert into trades (collection_id, sequence, type, trader_address, lamports, base_units, fee_lamports, creator_fee_lamports,
         reserve_lamports, reserve_base_units, price, tx_signature, created_at)
       select ('00000000-0000-8000-8000-00000000000' || n % 4)::uuid, n, case when n % 3 = 0 then 'SELL' else 'BUY' end,
         'w' || (n * n) % ${WALLETS}, n * 1000000, 1, 10, 5, 1, 1, 0.001, 's' || n, timestamptz '2026-01-01' + (n / 5) * interval '1 second'
       from generate_series(1, $1::int) n`,
      [TRADES],
    )
    const wallets = Array.from({ length: WALLETS }, (_, at) => `w${at}`)
    const rows = await listTradesOf(database, { traderAddresses: wallets, limit: 10_000 })
    all = rows.toSorted((a, b) => (isBefore(a, b) ? 1 : -1))
  })
  afterAll(() => database.close())

  const isBefore = (a: TradeKey, b: TradeKey) =>
    a.createdAt === b.createdAt
      ? a.collectionId === b.collectionId
        ? a.sequence < b.sequence
        : a.collectionId < b.collectionId
      : a.createdAt < b.createdAt
  const keys = (rows: readonly TradeRow[]) => rows.map(({ sequence }) => sequence)

  test('every trade of these wallets and no other comes once, newest first, in pages', async () => {
    expect(all).toHaveLength(TRADES)
    const traderAddresses = ['w1', 'w4', 'w9', 'w16', 'nobody']
    const wanted = all.filter(({ traderAddress }) => traderAddresses.includes(traderAddress))
    expect(wanted.length).toBeGreaterThan(200)
    const found: TradeRow[] = []
    for (let after: TradeKey | undefined; ; ) {
      const page = await listTradesOf(database, { traderAddresses, after, limit: 7 })
      found.push(...page)
      after = page.at(-1)
      if (page.length < 7) break
    }
    expect(keys(found)).toEqual(keys(wanted))
  })

  test('so many of one wallet at most where that is asked for', async () => {
    const traderAddresses = ['w1', 'w4', 'w9']
    const last = await listTradesOf(database, { traderAddresses, limit: 200, limitEach: 1 })
    const wanted = traderAddresses.flatMap((wallet) =>
      all.filter(({ traderAddress }) => traderAddress === wallet).slice(0, 1),
    )
    expect(new Set(keys(last))).toEqual(new Set(keys(wanted)))
    expect(await listTradesOf(database, { traderAddresses: [], limit: 5 })).toEqual([])
  })

  // More wallets than are looked at whole, so that pages end where not all was looked at.
  test.each([
    ['all', TRADE_TYPES, 0n],
    ['sells', ['SELL'], 0n],
    ['large buys', ['BUY'], 700_000_000n],
  ] as const)('in one coin: %s', async (_, types, minLamports) => {
    const wallets = Array.from({ length: WALLETS - 5 }, (_wallet, at) => `w${at}`)
    const wanted = all
      .filter(
        ({ collectionId, type, lamports, traderAddress }) =>
          collectionId === id(1) &&
          types.some((each) => each === type) &&
          BigInt(lamports) >= minLamports &&
          wallets.includes(traderAddress),
      )
      .toSorted((a, b) => b.sequence - a.sequence)
    expect(wanted.length).toBeGreaterThan(20)
    const found: TradeRow[] = []
    for (let before: number | undefined; ; ) {
      const { rows, horizon } = await listFilteredTrades(database, {
        collectionId: id(1),
        types,
        minLamports,
        wallets,
        before,
        limit: 5,
      })
      found.push(...rows)
      const next = rows.length === 5 ? rows.at(-1)?.sequence : (horizon ?? undefined)
      if (next === undefined) break
      expect(next).toBeLessThan(before ?? Number.MAX_SAFE_INTEGER)
      before = next
    }
    expect(keys(found)).toEqual(keys(wanted))
  })

  test('of very many wallets a page looks at a share of each, and the next goes on there', async () => {
    const wallets = Array.from({ length: 400 }, (_wallet, at) => `w${at}`)
    const found: TradeRow[] = []
    const pages: number[] = []
    for (let before: number | undefined; ; ) {
      const of = { collectionId: id(1), types: TRADE_TYPES, minLamports: 0n, wallets, before, limit: 100 }
      const { rows, horizon } = await listFilteredTrades(database, of)
      found.push(...rows)
      pages.push(rows.length)
      const next = rows.length === 100 ? rows.at(-1)?.sequence : (horizon ?? undefined)
      if (next === undefined) break
      before = next
    }
    const wanted = all.filter(({ collectionId }) => collectionId === id(1))
    expect(keys(found)).toEqual(keys(wanted.toSorted((a, b) => b.sequence - a.sequence)))
    // Ten of each at the most: the page ends where the busiest wallet's ten do.
    expect(pages[0]).toBeLessThan(100)
  })
})
