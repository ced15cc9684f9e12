import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyEmbedded } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { loadFoldInput } from './position-store.ts'

const collectionId = '00000000-0000-8000-8000-000000000001'
const walletAddresses = Array.from({ length: 12 }, (_, at) => `w${at * 100}`)

let db: Database
beforeAll(async () => {
  db = await openEmptyEmbedded()
  await db.script(
    `insert into positions (collection_id, wallet_address, base_units, last_trade_at, sequence, in_base_units, in_lamports,
         out_base_units, out_lamports, nft_base_units, bought_lamports, sold_lamports, realised_lamports, unpriced_lamports, trade_count)
       select '${collectionId}', 'w' || n, 5, '2026-01-01', n, 5, 5, 0, 0, 0, 5, 0, 0, 0, 1 from generate_series(0, 1499) n;
       insert into trades (collection_id, sequence, type, trader_address, lamports, base_units, fee_lamports, creator_fee_lamports,
         reserve_lamports, reserve_base_units, price, tx_signature, created_at, known_base_units, cost_lamports, lot_until_base_units,
         lot_until_lamports)
       select '${collectionId}', n, 'BUY', 'w' || n, 5, 5, 0, 0, 1, 1, 0.001, 's' || n, '2026-01-01', 5, 5, 5, 5
       from generate_series(0, 1499) n`,
  )
  await db.query('analyze positions, trades')
})
afterAll(() => db.close())

test('a few positions among many, and their lots, are found by index, without a table scan', async () => {
  const scans = async () => {
    await db.query('select pg_stat_force_next_flush()')
    const [row] = await db.query<{ scans: number }>(
      `select sum(seq_scan)::int as scans from pg_stat_user_tables
         where schemaname = current_schema() and relname in ('positions', 'trades')`,
    )
    return row?.scans
  }
  const before = await scans()
  expect(before).toBeTypeOf('number')
  // More often than PostgreSQL plans a statement for its values alone.
  for (let time = 0; time < 8; time++) {
    const { positions } = await loadFoldInput(db, {
      positions: walletAddresses.map((walletAddress) => ({ collectionId, walletAddress, outs: ['3'] })),
      nfts: [],
    })
    expect(positions.map(({ walletAddress, lots }) => ({ walletAddress, lots }))).toEqual(
      walletAddresses.map((walletAddress) => ({ walletAddress, lots: [['5', '5', '5', '5']] })),
    )
  }
  expect(await scans()).toBe(before)
})
