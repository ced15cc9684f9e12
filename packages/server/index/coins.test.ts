import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openCoins } from './coins.ts'

test('pages of coins that there are not cost the database one look each, however often they are asked for', async () => {
  let asked = 0
  const query: Database['query'] = async () => {
    asked++
    return []
  }
  const markets = openCoins({ query } as Partial<Database> as Database, 150)
  const ids = Array.from({ length: 50 }, () => crypto.randomUUID())
  for (let round = 0; round < 5; round++)
    for (const id of [...ids, 'x'.repeat(10_000)]) expect(await markets.find(id)).toBeUndefined()
  expect(asked).toBe(50)
})
