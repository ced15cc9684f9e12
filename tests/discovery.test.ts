// Finding a coin over the API: lists by every figure, states, search, trending, and the platform by the hour. All figures
// are compared with what was traded here.

import { COLLECTION_SORTS } from '@twinmint/sdk/api/coin/list-contract'
import type { Holders } from '@twinmint/sdk/api/history/activity-contract'
import type { Analytics } from '@twinmint/sdk/api/markets/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Person } from '@twinmint/sdk/api/records/person'
import { baseUnits, coinText } from '@twinmint/sdk/core/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient, swap } from './client.ts'
import { readLive } from './live.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

let server: ServerProcess
let creator: Client
const coins = new Map<string, Collection>()
const idOf = (symbol: string) => coins.get(symbol)?.id ?? ''
const list = (query: string) => creator.get<Collection[]>(`/api/collections?${query}`)
const symbols = async (query: string) => (await list(query)).map(({ symbol }) => symbol)

beforeAll(async () => {
  server = await startServerProcess()
  const image = await plainPicture('#ff5c77')
  const wallets = Array.from({ length: 3 }, () => createClient(server.origin))
  creator = wallets[0] ?? createClient(server.origin)
  for (const wallet of wallets) for (let i = 0; i < 3; i++) await wallet.airdrop(10)
  for (const [symbol, name] of [
    ['QUIET', 'Nobody Trades It'],
    ['BUSY', 'Busy Bee'],
    ['RICH', 'Busy Whale'],
    ['MOON', 'To The Moon'],
    ['AB', 'Two Letters'],
  ] as const)
    coins.set(
      symbol,
      await creator.launch(
        { symbol, name, collectionName: symbol === 'BUSY' ? 'Hive of Few' : `All of ${symbol}` },
        image,
      ),
    )
  for (const wallet of wallets) await wallet.trade('BUY', idOf('BUSY'), '0.2', 50)
  await wallets[1]?.trade('SELL', idOf('BUSY'), '1000000', 50)
  // What is left to the third are two NFTs.
  const collector = wallets[2] ?? creator
  await swap(collector, 'capture', idOf('BUSY'), { count: 2 })
  const { coin } = await collector.wallet(idOf('BUSY'))
  await collector.trade('SELL', idOf('BUSY'), coinText(baseUnits(BigInt(coin?.baseUnits ?? 0))), 50)
  await wallets[1]?.trade('BUY', idOf('RICH'), '18', 50)
  await wallets[2]?.trade('BUY', idOf('MOON'), '22', 50)
})
afterAll(() => server.remove())

test('figures are what was traded, within seconds', async () => {
  await expect
    .poll(async () => (await list('sort=traders')).map(({ traders24h }) => traders24h))
    .toEqual([3, 1, 1, 0, 0])
  const busy = await creator.get<Collection>(`/api/collections/${idOf('BUSY')}`)
  expect(busy).toMatchObject({ traders24h: 3, holderCount: 3, tradeCount: 5, circulatingNFTCount: 2 })
  expect(busy.change1hPercent).toBeCloseTo(busy.change24hPercent, 1)
  expect(busy.sparkline[0]).toBe(Number(busy.initialPrice))
  expect(busy.sparkline.at(-1)).toBe(Number(busy.currentPrice))
  const quiet = await creator.get<Collection>(`/api/collections/${idOf('QUIET')}`)
  expect(quiet).toMatchObject({ traders24h: 0, holderCount: 0, change1hPercent: 0 })
  expect(quiet.sparkline).toEqual([1e-9, 1e-9])
})

test('who holds only NFTs is a holder, in every list', async () => {
  const { holders } = await creator.get<Holders>(`/api/collections/${idOf('BUSY')}/holders`)
  expect(holders.map(({ baseUnits: coins, nftCount }) => [coins === '0', nftCount])).toEqual([
    [false, 0],
    [false, 0],
    [true, 2],
  ])
  const [busy] = await list('search=busy%20bee')
  expect(busy?.holderCount).toBe(holders.length)
})

test('every order goes up and down, page by page, leaving nothing out', async () => {
  for (const sort of COLLECTION_SORTS)
    for (const order of ['desc', 'asc']) {
      const whole = await symbols(`sort=${sort}&order=${order}&limit=100`)
      // Of the five one has graduated, and only those have a time of it.
      expect(new Set(whole).size).toBe(sort === 'graduated' ? 1 : 5)
      const paged: string[] = []
      for (let cursor = ''; ; ) {
        const response = await fetch(
          `${server.origin}/api/collections?sort=${sort}&order=${order}&limit=2${cursor && `&cursor=${cursor}`}`,
        )
        paged.push(...((await response.json()) as Collection[]).map(({ symbol }) => symbol))
        cursor = response.headers.get('x-next-cursor') ?? ''
        if (cursor === '') break
      }
      expect(paged, `${sort} ${order}`).toEqual(whole)
    }
})

test.each([
  ['volume', ['MOON', 'RICH', 'BUSY']],
  ['marketCap', ['MOON', 'RICH', 'BUSY']],
  ['progress', ['MOON', 'RICH', 'BUSY']],
  ['change24h', ['MOON', 'RICH', 'BUSY']],
  ['traders', ['BUSY']],
  ['holders', ['BUSY']],
  ['nfts', ['BUSY']],
])('by %s the first are %j', async (sort, first) => {
  expect((await symbols(`sort=${sort}`)).slice(0, first.length)).toEqual(first)
})

test('states are what they say', async () => {
  expect(await symbols('state=graduated')).toEqual(['MOON'])
  expect(await symbols('state=graduating')).toEqual(['RICH'])
  expect((await symbols('state=new&sort=created')).sort()).toEqual(['AB', 'BUSY', 'QUIET', 'RICH'])
  await expect(list('state=odd')).rejects.toMatchObject({ status: 400 })
})

test('filters are what they say, together and page by page, and refuse what is no number', async () => {
  const sorted = async (query: string) => (await symbols(query)).sort()
  expect(await sorted('holdersMin=3')).toEqual(['BUSY'])
  expect(await sorted('holdersMax=0')).toEqual(['AB', 'QUIET'])
  expect(await sorted('volumeSolMin=18&volumeSolMax=18')).toEqual(['RICH'])
  expect(await sorted('volumeSolMin=0.000000001&holdersMax=1')).toEqual(['MOON', 'RICH'])
  expect(await sorted('ageMinutesMin=30')).toEqual([])
  expect(await sorted('ageMinutesMax=30&state=graduated&sort=graduated')).toEqual(['MOON'])
  expect(await sorted('search=busy&holdersMax=2')).toEqual(['RICH'])
  const [rich] = await list('search=whale')
  const dollars = Math.floor(Number(rich?.marketCap))
  expect(await sorted(`marketCapUsdMin=${dollars}`)).toEqual(['MOON', 'RICH'])
  expect(await sorted(`marketCapUsdMin=${dollars + 1}`)).toEqual(['MOON'])
  expect(await sorted(`marketCapUsdMin=${dollars}&marketCapUsdMax=${dollars + 1}`)).toEqual(['RICH'])

  const first = await fetch(`${server.origin}/api/collections?sort=volume&limit=1&volumeSolMin=1`)
  const cursor = first.headers.get('x-next-cursor') ?? ''
  expect(await symbols(`sort=volume&limit=1&volumeSolMin=1&cursor=${cursor}`)).toEqual(['RICH'])
  for (const wrong of [
    'holdersMin=-1',
    'holdersMin=1.5',
    'ageMinutesMax=x',
    'volumeSolMin=1e3',
    'volumeSolMax=-1',
  ])
    await expect(list(wrong), wrong).rejects.toMatchObject({ status: 400 })
})

test('trending weighs money, wallets and silence', async () => {
  const trending = await creator.get<Collection[]>('/api/collections/trending')
  // ln(1 + 22)·√2 = 4.4, ln(1 + 18)·√2 = 4.2, ln(1 + 0.6)·√4 = 1.0, and nothing for the others.
  expect(trending.slice(0, 3).map(({ symbol }) => symbol)).toEqual(['MOON', 'RICH', 'BUSY'])
})

test('readers of the market hear of new figures without asking', async () => {
  const stream = await readLive(server.origin, 'market')
  await creator.trade('BUY', idOf('QUIET'), '0.01', 50)
  await expect.poll(() => stream.collections().findLast(({ id }) => id === idOf('QUIET'))?.traders24h).toBe(1)
  stream.stop()
})

test('search finds names, symbols and addresses, the best first', async () => {
  const search = async (text: string) =>
    (await creator.get<Collection[]>(`/api/search?q=${encodeURIComponent(text)}`)).map(({ symbol }) => symbol)
  expect(await search('busy')).toEqual(['BUSY', 'RICH'])
  expect(await search('ab')).toEqual(['AB'])
  expect(await search('moon')).toEqual(['MOON'])
  expect(await search('whale')).toEqual(['RICH'])
  const rich = coins.get('RICH')
  expect(await search(rich?.mintAddress ?? '')).toEqual(['RICH'])
  expect(await search(rich?.mintAddress.slice(0, 8) ?? '')).toEqual(['RICH'])
  expect((await search(creator.address)).sort()).toEqual(['AB', 'BUSY', 'MOON', 'QUIET', 'RICH'])
  expect(await search('%')).toEqual([])
  expect(await search("'; drop table")).toEqual([])
  await expect(search(' ')).rejects.toMatchObject({ status: 400 })
  await expect(search('x'.repeat(101))).rejects.toMatchObject({ status: 400 })
})

test('search finds the names of collections, in lists too', async () => {
  const named = async (path: string) => (await creator.get<Collection[]>(path)).map(({ symbol }) => symbol)
  expect(await named('/api/search?q=hive')).toEqual(['BUSY'])
  for (const search of ['hive%20of', 'HIVE', 'Hi'])
    expect(await named(`/api/collections?search=${search}`)).toEqual(['BUSY'])
  expect(await named('/api/collections?search=hive&state=new&sort=volume')).toEqual(['BUSY'])
})

test('search finds people by their names, the best first, and not more than asked for', async () => {
  const names = ['Bea Keeper', 'keeper', 'Keeper of 10% Bees', '🐝🐝']
  for (const username of names) {
    const client = createClient(server.origin)
    await client.signIn()
    await client.put('/api/user/profile', { walletAddress: client.address, username, bio: '' })
  }
  const find = async (query: string) =>
    (await creator.get<Person[]>(`/api/user/search?q=${query}`)).map(({ username }) => username)
  expect(await find('KEEPER')).toEqual(['keeper', 'Keeper of 10% Bees', 'Bea Keeper'])
  expect(await find('KEEPER&limit=1')).toEqual(['keeper'])
  expect(await find('0%25')).toEqual([])
  expect(await find('10%25')).toEqual(['Keeper of 10% Bees'])
  expect(await find(encodeURIComponent('🐝'))).toEqual(['🐝🐝'])
  expect(await find('ke')).toHaveLength(3)
  expect(await find('nobody')).toEqual([])
  for (const query of ['', '%20', 'a&limit=21', 'x'.repeat(101)])
    await expect(find(query)).rejects.toMatchObject({ status: 400 })
})

test('the platform by the hour and by the day is the sum of its trades', async () => {
  for (const range of ['24h', '7d', '30d']) {
    const { buckets, totals } = await creator.get<Analytics>(`/api/markets/figures?range=${range}`)
    expect(totals).toMatchObject({ launches: 5, graduations: 1, trades: 8, swaps: 2, traders: 3 })
    const sum = (field: 'volume' | 'fees') =>
      buckets.reduce((total, bucket) => total + BigInt(Math.round(Number(bucket[field]) * 1e9)), 0n)
    const lamportsOf = (text: string) => BigInt(Math.round(Number(text) * 1e9))
    expect(sum('volume')).toBe(lamportsOf(totals.volume))
    expect(sum('fees')).toBe(lamportsOf(totals.fees))
    expect(Number(totals.volume)).toBeGreaterThan(40.6)
    expect(Number(totals.fees)).toBeGreaterThan(0)
  }
  const { buckets } = await creator.get<Analytics>('/api/markets/figures')
  expect(buckets).toHaveLength(24)
  const times = buckets.map(({ time }) => time)
  expect(times.map((time, at) => time - (times[0] ?? 0) - at * 3_600)).toEqual(times.map(() => 0))
  await expect(creator.get('/api/markets/figures?range=1y')).rejects.toMatchObject({ status: 400 })
})
