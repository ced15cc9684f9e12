import type { Collection } from '@twinmint/sdk/api/records/coin'
import { newsOf } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLiveNews } from './live-events.ts'

let published: LiveEvent[]
let failing: Error | undefined
let hidden: ReadonlySet<string>
let reads: number
const failures: unknown[] = []

const open = () =>
  openLiveNews(
    {
      async loadMany(ids) {
        if (failing) throw failing
        reads += 1
        return ids.map((id) => ({ id, sequence: reads, isHidden: hidden.has(id) }) as Collection)
      },
      forget: () => {},
    },
    { publish: (event) => void published.push(event) },
    (error) => failures.push(error),
  )
/** The coins of each frame, as `id sequence`. */
const frames = () =>
  published.flatMap((event) =>
    event.type === 'market' ? [newsOf(event).map(({ id, sequence }) => `${id} ${sequence}`)] : [],
  )
const applied = (collectionIds: string[], others: object = {}) => ({
  trades: [],
  activity: [],
  wallets: [],
  rereadIds: [],
  launchedIds: [],
  collectionIds,
  ...others,
})

beforeEach(() => {
  vi.useFakeTimers()
  published = []
  failing = undefined
  hidden = new Set()
  reads = 0
})
afterEach(() => vi.useRealTimers())

it('tells the readers of all coins twice a second, each coin as it then stands', async () => {
  const news = open()
  for (let tenth = 0; tenth < 12; tenth++) {
    news.tellAgain(['a'])
    if (tenth === 3) news.tellAgain(['b'])
    await vi.advanceTimersByTimeAsync(100)
  }
  const own = published.filter(({ type }) => type === 'collection').length
  expect(frames()).toEqual([['a 1'], ['a 4', 'b 2'], ['a 7']])
  expect(own).toBe(8)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(frames()).toHaveLength(3)
})

it('tells of fourteen coins at a time, of those first that have waited longest', async () => {
  const news = open()
  const ids = Array.from({ length: 30 }, (_, at) => `c${at}`)
  news.tellAgain(ids)
  await vi.advanceTimersByTimeAsync(200)
  // What changes again keeps its turn.
  news.tellAgain(['c29', 'c14', 'c0'])
  await vi.advanceTimersByTimeAsync(2_000)
  const told = frames().map((frame) => frame.map((each) => each.split(' ')[0]))
  expect(told).toEqual([ids.slice(0, 14), ids.slice(14, 28), [...ids.slice(28), 'c0']])
  expect(frames().flat()).toEqual(expect.arrayContaining(['c14 2', 'c15 1', 'c29 2']))
})

it('tells the readers of all coins of a new one with its names, and of no hidden one', async () => {
  const news = open()
  hidden = new Set(['h'])
  news.tell(applied(['n', 'h'], { launchedIds: ['n'] }))
  await vi.advanceTimersByTimeAsync(200)
  news.tell(applied(['n']))
  await vi.advanceTimersByTimeAsync(200)
  expect(
    published.flatMap((event) => (event.type === 'collection' ? [[event.collection.id, event.isNew]] : [])),
  ).toEqual([
    ['n', true],
    ['h', undefined],
    ['n', undefined],
  ])
  expect(frames()).toEqual([['n 1']])
})

it('tells of what changed while the database failed when it is back', async () => {
  const news = open()
  failing = new Error('away')
  news.tell(applied(['n'], { launchedIds: ['n'] }))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([failures.length, published.length]).toEqual([1, 0])
  failing = undefined
  await vi.advanceTimersByTimeAsync(2_000)
  expect(published).toEqual([
    expect.objectContaining({ type: 'collection', isNew: true }),
    expect.objectContaining({ type: 'market' }),
  ])
})

it('takes back what it had to say of a coin that is read again', async () => {
  const news = open()
  news.tellAgain(['a'])
  await vi.advanceTimersByTimeAsync(200)
  news.tellAgain(['a'])
  await vi.advanceTimersByTimeAsync(200)
  news.tell(applied([], { rereadIds: ['a'] }))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(frames()).toEqual([['a 1']])
  expect(published.at(-1)).toEqual({ type: 'rollback', collectionId: 'a' })
})
