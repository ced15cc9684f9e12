// A wallet's positions, in the rows of the database: one that can't be counted takes none of the others with it.

import type { Held } from '@twinmint/sdk/api/positions/rules'
import { addressOf } from '@twinmint/sdk/core/address'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { loadPositions } from './positions.ts'

const WALLET = addressOf(new Uint8Array(32).fill(3))
const [GOOD, BAD] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const

let db: Database
beforeAll(async () => {
  db = await openEmptyDatabase()
  for (const id of [GOOD, BAD])
    await db.script(`insert into collections (id, mint_address, name, symbol, collection_name, creator_address,
        market_address, vault_address, escrow_address, collection_address, metadata_uri, total_supply, initial_price,
        graduation_market_cap_lamports, boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps,
        launch_signature, launch_slot, created_at)
      values ('${id}', 'mint ${id}', 'n', 's', 'c', 'creator', 'm${id}', 'v', 'e', 'c', 'u', 1, 1, 1, 1, 1, 1, 1, 's${id}', 1,
        '2026-01-01');
      insert into bonding_curves (collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports,
        market_cap_lamports, price, created_at, updated_at)
      values ('${id}', 2, 2000, 1000, 1000, 4000, 1, '2026-01-01', '2026-01-01');
      insert into positions (collection_id, wallet_address, base_units, last_trade_at, sequence, in_base_units,
        in_lamports, out_base_units, out_lamports, nft_base_units, bought_lamports, sold_lamports, realised_lamports,
        unpriced_lamports, trade_count)
      values ('${id}', '${WALLET}', 10, '2026-01-01', 1, 10, 5, 0, 0, 0, 5, 0, 0, 0, 1)`)
})
afterAll(() => db.close())

test('one whose lot is missing is told of and left out', async () => {
  const has = (baseUnits: bigint): Held => ({ baseUnits, editions: new Set() })
  // Half was sent away, so that the lot is looked for that the index does not have.
  const held = new Map([
    [BAD, has(5n)],
    [GOOD, has(10n)],
  ])
  const unfit: string[] = []
  const positions = await loadPositions(db, WALLET, held, (collectionId) => unfit.push(collectionId))
  expect(positions.map(({ collectionId, resultLamports }) => [collectionId, resultLamports])).toEqual([
    [GOOD, '13'],
  ])
  expect(unfit).toEqual([BAD])
  await expect(loadPositions(db, WALLET, held)).rejects.toThrow('is missing')
})
