// Buys that the admin has paused, and a trade that is sent twice, over the API.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SiteConfig } from '../src/site/contract.ts'
import type { PreparedTrade } from '../src/trade/contract.ts'
import type { Collection } from '../src/wire/records/coin.ts'
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
  await expect
    .poll(async () => (await trader.get<SiteConfig>('/api/config')).paused, { timeout: 20_000 })
    .toBe(true)
  await setPaused(server, false)
  expect((await trader.trade('BUY', coin.id, '0.5')).trade.type).toBe('BUY')
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
