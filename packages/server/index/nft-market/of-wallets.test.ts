// What wallets did in the markets of NFTs, on a real database: page by page the same as all of it sorted by hand, also where
// much has the same time, and a sale of two of them once.

import { inOrder } from '@twinmint/sdk/api/records/coin-order'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import type { Database } from '../../database/database.ts'
import type { TradeKey } from '../rows.ts'
import type { NftMarketEventRow } from './rows.ts'
import { listMarketEventsOf } from './store.ts'

const EVENTS = 600
let database: Database
beforeAll(async () => {
  database = await openEmptyDatabase()
  await database.query(
    `insert into nft_market_events (collection_id, sequence, kind, wallet_address, seller_address, token_id, lamports,
       fee_lamports, royalty_lamports, tx_signature, created_at)
     select ('00000000-0000-8000-8000-00000000000' || n % 4)::uuid, n,
       (array['LIST', 'SALE', 'OFFER'])[1 + n % 3], 'w' || n % 7, case when n % 3 = 1 then 'w' || n % 5 end, n, n, 0, 0,
       's' || n, timestamptz '2026-01-01' + (n / 5) * interval '1 second'
     from generate_series(1, $1::int) n`,
    [EVENTS],
  )
})
afterAll(() => database.close())

test('is read in pages: each once, newest first, of either side of a sale', async () => {
  const all = await listMarketEventsOf(database, {
    wallets: Array.from({ length: 7 }, (_, at) => `w${at}`),
    after: undefined,
    limit: 10_000,
  })
  expect(all).toHaveLength(EVENTS)
  const wallets = ['w1', 'w3', 'nobody']
  const isTheirs = ({ walletAddress, sellerAddress }: NftMarketEventRow) =>
    wallets.includes(walletAddress) || (sellerAddress !== null && wallets.includes(sellerAddress))
  const wanted = inOrder(all.filter(isTheirs))
  expect(wanted.some(({ sellerAddress }) => sellerAddress === 'w3')).toBe(true)
  const found: NftMarketEventRow[] = []
  for (let after: TradeKey | undefined; ; ) {
    const page = await listMarketEventsOf(database, { wallets, after, limit: 7 })
    found.push(...page)
    after = page.at(-1)
    if (page.length < 7) break
  }
  expect(found.map(({ sequence }) => sequence)).toEqual(wanted.map(({ sequence }) => sequence))
})
