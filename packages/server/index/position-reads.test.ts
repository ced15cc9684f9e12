// The coins of a wallet's profile, in the rows of the database: what strangers send takes no place of what it traded.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { listKnownCoins } from './position-reads.ts'

let db: Database
beforeAll(async () => {
  db = await openEmptyDatabase()
})
afterAll(() => db.close())

test('coins that were sent have a limit of their own, the latest first', async () => {
  const ids = Array.from({ length: 6 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}` as const)
  for (const [at, id] of ids.entries())
    await db.script(`insert into collections (id, mint_address, name, symbol, collection_name, creator_address,
        market_address, vault_address, escrow_address, collection_address, metadata_uri, total_supply, initial_price,
        graduation_market_cap_lamports, boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps,
        launch_signature, launch_slot, created_at)
      values ('${id}', 'mint ${at}', 'n', 's', 'c', 'creator', 'm${at}', 'v', 'e', 'c', 'u', 1, 1, 1, 1, 1, 1, 1, 's${at}', ${at},
        '2026-01-01')`)
  for (const [at, id] of ids.slice(0, 3).entries())
    await db.script(`insert into positions (collection_id, wallet_address, base_units, last_trade_at, sequence,
        in_base_units, in_lamports, out_base_units, out_lamports, nft_base_units, bought_lamports, sold_lamports,
        realised_lamports, unpriced_lamports, trade_count)
      values ('${id}', 'wallet', 1, '2026-01-0${at + 1}', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)`)
  // One that it traded is not counted twice, whenever it was sent more of it.
  for (const [at, id] of ids.slice(2).entries())
    await db.script(`insert into coin_recipients values ('wallet', '${id}', '2026-02-0${at + 1}')`)
  const listed = async (traded: number, received: number) =>
    (await listKnownCoins(db, 'wallet', { traded, received })).map(
      ({ mintAddress, isTraded }) => `${mintAddress} ${isTraded ? 'traded' : 'received'}`,
    )
  const all = ['mint 2 traded', 'mint 1 traded', 'mint 0 traded']
  const sent = ['mint 5 received', 'mint 4 received', 'mint 3 received']
  expect(await listed(5, 5)).toEqual([...all, ...sent])
  expect(await listed(3, 1)).toEqual([...all, ...sent.slice(0, 1)])
  expect(await listed(1, 3)).toEqual([...all.slice(0, 1), ...sent])
})
