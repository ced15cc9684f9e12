import type { Collection } from '@twinmint/sdk/api/records/coin'
import { expect, it } from 'vitest'
import { foundCoin, withAll } from './list-queries.ts'

const coin = {
  id: 'a',
  name: 'Cat',
  symbol: 'MEOW',
  collectionName: 'Cats',
  mintAddress: '7Y1qMint',
} as Collection

it('leads to the grid of all that is found only where that finds by the same text', () => {
  const found = [foundCoin(coin)]
  expect(withAll(found, 'meo').at(-1)).toMatchObject({ href: '/?q=meo#collections', what: { kind: 'all' } })
  expect(withAll(found, '7Y1qMint')).toEqual(found)
  expect(withAll([], 'meo')).toEqual([])
})
