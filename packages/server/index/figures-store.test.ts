// Figures of a coin whose history begins after its launch: what it cost before its first candle is the price that the history
// begins with.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { refreshFigures } from './figures-store.ts'

const ID = '00000000-0000-8000-8000-000000000001'
let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
  await database.script(`
insert into collections (id, mint_address, name, symbol, collection_name, creator_address, market_address, vault_address,
  escrow_address, collection_address, metadata_uri, total_supply, initial_price, graduation_market_cap_lamports,
  boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps, launch_signature, launch_slot, created_at)
values ('${ID}', 'm', 'n', 's', 'c', 'a', 'k', 'v', 'e', 'c', 'u', 1000000000000000, 0.000000001, 420000000000, 1, 1, 100,
  5000, '', 0, '2026-01-01');
insert into bonding_curves (collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports,
  market_cap_lamports, price, created_at, updated_at)
values ('${ID}', 9, 1, 1, 1, 6000000000, 0.000000006, '2026-01-01', now());
insert into market_figures (collection_id) values ('${ID}')`)
})
afterAll(() => database.close())

async function changes(): Promise<unknown> {
  await refreshFigures(database, [ID], 0)
  const [row] = await database.query(
    'select change_1h_bps as "hour", stood_change_24h_bps as "day" from market_figures where collection_id = $1',
    [ID],
  )
  return row
}

test('changes count from the price with which the history begins, and from the launch’s where it is whole', async () => {
  expect(await changes()).toEqual({ hour: 50_000, day: 50_000 })
  await database.query(`insert into curve_bases (collection_id, since, curve) values ($1, now(), '{}')`, [ID])
  expect(await changes()).toEqual({ hour: 50_000, day: 50_000 })
  await database.query(`update curve_bases set curve = '{"price": "0.000000004"}' where collection_id = $1`, [
    ID,
  ])
  expect(await changes()).toEqual({ hour: 5_000, day: 5_000 })
})
