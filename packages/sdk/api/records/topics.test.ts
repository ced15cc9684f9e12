import { expect, it } from 'vitest'
import type { Collection } from './coin.ts'
import { columnsOf } from './coin-figures.ts'
import { permittedTopics, readTopics, topicsOf } from './topics.ts'

const told = (isHidden: boolean, isNew?: true) =>
  topicsOf({ type: 'collection', collection: { id: 'a', isHidden } as Collection, ...(isNew && { isNew }) })

it('tells the market of every new coin but hidden ones, and of the others by their figures', () => {
  expect(told(false, true)).toEqual(['market', 'collection:a'])
  expect([told(true, true), told(false)]).toEqual([['collection:a'], ['collection:a']])
  expect(topicsOf({ type: 'market', coins: columnsOf([]) })).toEqual(['market'])
})
it('reads the topics that there are, 20 at most', () => {
  const wallet = 'wallet:11111111111111111111111111111111'
  expect(readTopics(`market,chat,${wallet}`)).toEqual(['market', 'chat', wallet])
  expect(readTopics(Array(20).fill('chat').join())).toHaveLength(20)
  for (const text of ['', 'everything', 'market,', 'collection:a', 'wallet:0', Array(21).fill('chat').join()])
    expect(readTopics(text)).toBeUndefined()
})
it('lets a wallet hear of its own alerts alone, and visitors of none', () => {
  const [mine, other] = ['1'.repeat(32), '2'.repeat(32)]
  const topics = readTopics(`market,alerts:${mine},alerts:${other},wallet:${other}`) ?? []
  expect(topics).toHaveLength(4)
  expect(permittedTopics(topics, mine)).toEqual(['market', `alerts:${mine}`, `wallet:${other}`])
  expect(permittedTopics(topics, undefined)).toEqual(['market', `wallet:${other}`])
  expect(topicsOf({ type: 'alert', walletAddress: mine })).toEqual([`alerts:${mine}`])
})
