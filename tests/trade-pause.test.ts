// Buys that the admin has paused, and a trade that is sent twice, over the API.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { KeyEvents } from '@twinmint/sdk/api/records/keys'
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import type { Status } from '@twinmint/sdk/internal/api/platform/status-contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient, type TradeAnswer } from './client.ts'
import { setPaused } from './pause.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

let server: ServerProcess
let trader: Client
let coin: Collection

beforeAll(async () => {
  server = await startServerProcess()
  const image = await plainPicture('#ffcf3a')
  trader = createClient(server.origin)
  await trader.airdrop(10)
  coin = await trader.launch({ name: 'Pause', symbol: 'PAUSE', devBuyAmount: '1' }, image)
})
afterAll(() => server.remove())

const ask = (type: 'BUY' | 'SELL', path = 'create-transaction') =>
  trader.post<PreparedTrade>(`/api/trades/${path}`, {
    collectionId: coin.id,
    traderAddress: trader.address,
    type,
    amount: '0.5',
    slippage: 5,
  })

test('while buys are paused they are refused when they are prepared, and sells go on', async () => {
  const early = await ask('BUY')
  await setPaused(server, true)
  const paused = expect.objectContaining({ status: 409, code: 'paused' })
  await expect(ask('BUY')).rejects.toEqual(paused)
  await expect(ask('BUY', 'test')).rejects.toEqual(paused)
  // Prepared before the pause: the program itself refuses it.
  const signedTransaction = trader.sign(early.transaction)
  await expect(trader.post('/api/trades/execute', { signedTransaction })).rejects.toEqual(paused)
  expect((await trader.trade('SELL', coin.id, '1000000')).trade.type).toBe('SELL')
  await expect.poll(async () => (await trader.get<SiteConfig>('/api/config')).paused).toBe(true)
  const { pausedUntil } = await trader.get<SiteConfig>('/api/config')
  const hoursLeft = (Date.parse(pausedUntil ?? '') - Date.now()) / 3_600_000
  expect(hoursLeft).toBeGreaterThan(71.9)
  expect(hoursLeft).toBeLessThanOrEqual(72.01)
  await setPaused(server, false)
  // No other begins for 72 hours, whoever holds the key.
  await expect(setPaused(server, true)).rejects.toThrow(/pauseTooSoon|0x1793|72 hours/)
  expect((await trader.trade('BUY', coin.id, '0.5')).trade.type).toBe('BUY')
})

test('what the keys did is in the index, with what it changed, and who holds them in the status', async () => {
  const list = (query = '') => trader.get<KeyEvents>(`/api/keys/events${query}`)
  await expect
    .poll(async () => (await list()).events.map(({ kind }) => kind))
    .toEqual(['unpause', 'pause', 'initializeConfig'])
  const { events, nextCursor } = await list()
  const [unpause, pause, first] = events
  expect(events.map(({ sequence }) => sequence)).toEqual([3, 2, 1])
  expect([nextCursor, pause?.changes]).toEqual([
    null,
    [{ field: 'pausedUntil', before: null, after: unpause?.changes[0]?.before }],
  ])
  expect(unpause?.changes).toEqual([
    { field: 'pausedUntil', before: expect.any(String), after: unpause?.createdAt },
  ])
  expect(first?.changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['admin', 'treasury', 'pauseKey', 'sellFeeBps', 'royaltyBps']),
  )
  expect(await list('?limit=1')).toEqual({ events: [unpause], nextCursor: 3 })
  expect(await list('?limit=5&cursor=3')).toEqual({ events: [pause, first], nextCursor: null })
  await expect(list('?limit=0')).rejects.toMatchObject({ status: 400 })

  await expect
    .poll(async () => (await trader.get<Status>('/api/status')).keys?.pausedUntil)
    .toBe(unpause?.createdAt)
  const { keys } = await trader.get<Status>('/api/status')
  expect(keys).toMatchObject({
    admin: { address: pause?.who },
    pauseKey: { address: pause?.who },
    offeredTo: null,
  })
  expect(Date.parse(keys?.nextPauseFrom ?? '') - Date.parse(keys?.pausedUntil ?? '')).toBe(72 * 3_600_000)
})

test('a trade that is sent twice is answered twice and happens once', async () => {
  const prepared = await ask('BUY')
  const body = { signedTransaction: trader.sign(prepared.transaction) }
  const first = await trader.post<TradeAnswer>('/api/trades/execute', body)
  const second = await trader.post<TradeAnswer>('/api/trades/execute', body)
  expect(second.signature).toBe(first.signature)
  expect(second.trade).toEqual(first.trade)
  expect(second.collection.tradeCount).toBe(first.collection.tradeCount)
})
