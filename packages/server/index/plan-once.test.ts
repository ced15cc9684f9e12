// Statements that read a few of many rows by their keys: PostgreSQL plans them once, and not for each call's keys.

import { createKeypair } from '@twinmint/localnet/keypair'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import { loadSums } from '../coin/xray/store.ts'
import type { Database } from '../database/database.ts'
import { refreshFigures } from './figures-store.ts'
import { findEditions } from './nft-store.ts'
import { loadCollections } from './store.ts'

let database: Database
beforeAll(async () => {
  database = await openEmptyDatabase()
  await database.script(
    `insert into collections (id, mint_address, name, symbol, collection_name, creator_address, market_address,
       vault_address, escrow_address, collection_address, metadata_uri, total_supply, initial_price,
       graduation_market_cap_lamports, boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps,
       launch_signature, created_at)
     select md5(n::text)::uuid, 'mint' || n, 'Frog', 'FROG', 'Frogs', 'creator' || n % 10, 'm' || n, 'v', 'e', 'c', 'http://x/',
       1000, 0.001, 1000, 1, 1, 1, 1, 's', '2026-01-01' from generate_series(1, 3000) n;
     insert into bonding_curves (collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports,
       market_cap_lamports, price, circulating_nft_count, is_graduated, trade_count, created_at, updated_at, search)
     select id, 1, 1, 1, 1, 1, 0.001, 0, false, 1, created_at, created_at, search from collections;
     insert into market_figures (collection_id, stood_market_cap_lamports, search)
     select collection_id, 1, search from bonding_curves;
     insert into nfts (collection_id, token_id, sequence, mint_address, owner_address, token_account, is_swapped, rarity, rarity_rank,
       mint_signature, created_at)
     select id, 1, 1, 'nft ' || mint_address, 'w', 't', true, 'Common', 1, 's', created_at from collections`,
  )
  for (const table of ['collections', 'bonding_curves', 'market_figures', 'nfts'])
    await database.query(`vacuum (analyze) ${table}`)
})
afterAll(() => database.close())

test('coins, figures, warnings and NFTs, however few are asked for', async () => {
  const ids = await database.query<{ id: string }>('select id from collections limit 8')
  const mint = createKeypair().address
  // One connection keeps its plans for itself.
  await database.transaction(async (tx) => {
    for (const { id } of ids) {
      expect(await loadCollections(tx, [id])).toHaveLength(1)
      await refreshFigures(tx, [id])
      expect(await loadSums(tx, [id])).toHaveLength(1)
      expect(await findEditions(tx, [mint])).toEqual(new Map())
    }
    const plans = await tx.query<{ count: number }>(
      // The first five are for the values in any case.
      `select custom_plans::int as count from pg_prepared_statements
       where generic_plans + custom_plans = 8 and statement like '%= any($1::%'`,
    )
    expect(plans.map(({ count }) => count)).toEqual([5, 5, 5, 5])
  })
})
