// The same server under other settings: a real PostgreSQL, and with its limits on.
import { connect } from 'node:net'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { ChartData, Collection, Trade } from '../src/collection/contract.ts'
import { boost, createClient } from './client.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
const { hostname, port } = new URL(databaseUrl)
const isReachable = await new Promise<boolean>((resolve) => {
  const socket = connect(Number(port || 5432), hostname)
  socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false))
})
const picture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#9a6bff' } })
    .png()
    .toBuffer()

const running: ServerProcess[] = []
const start = async (env: Record<string, string>): Promise<ServerProcess> => {
  const server = await startServerProcess({ env })
  running.push(server)
  return server
}
afterAll(() => Promise.all(running.map((server) => server.remove())))

describe('a served PostgreSQL', () => {
  if (!isReachable) {
    test.skip(`skipped: no PostgreSQL at ${hostname}:${port}`)
    return
  }
  const schema = 'twinmint_api_test'
  const sql = async (text: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }

  test('takes launches, trades, boosts and lists as the embedded one does', async () => {
    await sql(`drop schema if exists ${schema} cascade; create schema ${schema}`)
    try {
      const server = await start({ DATABASE_URL: `${databaseUrl}?options=-csearch_path%3D${schema},public` })
      expect(server.output()).toContain('PostgreSQL at DATABASE_URL')
      const trader = createClient(server.origin)
      await trader.airdrop(5)
      const coin = await trader.launch(
        { name: 'Served', symbol: 'SRV', devBuyAmount: '0.1' },
        await picture(),
      )
      await trader.trade('BUY', coin.id, '0.2')
      const { trade } = await trader.trade('SELL', coin.id, '1000')
      expect((await boost(trader, coin.id)).isBoosted).toBe(true)
      const { trades } = await trader.get<{ trades: Trade[] }>(`/api/collections/${coin.id}/trades`)
      expect(trades.map(({ type }) => type)).toEqual(['SELL', 'BUY', 'BUY'])
      expect(trades[0]).toEqual(trade)
      const { chartData } = await trader.get<ChartData>(`/api/chart-data/${coin.id}`)
      expect(chartData.length).toBeGreaterThan(0)
      expect(await trader.get<Collection[]>('/api/collections?search=serv&sort=volume')).toHaveLength(1)
      await server.stop()
    } finally {
      await sql(`drop schema ${schema} cascade`)
    }
  })
})

test('limits by address answer in the one shape, and leave pages alone', async () => {
  const server = await start({ RATE_LIMIT: 'on' })
  const prepare = () =>
    fetch(`${server.origin}/api/collections/create-transaction`, { method: 'POST', body: 'x' })
  const statuses: number[] = []
  let last: unknown
  for (let i = 0; i < 25; i++) {
    const response = await prepare()
    statuses.push(response.status)
    last = await response.json()
  }
  expect(statuses.slice(0, 20)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
  expect(last).toMatchObject({ code: 'rateLimited', error: 'Too many requests' })
  // Other calls have limits of their own, pages none.
  expect((await fetch(`${server.origin}/api/stats`)).status).toBe(200)
  const rpc = () =>
    fetch(`${server.origin}/rpc`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' }),
    }).then(({ status }) => status)
  const rpcStatuses = new Set<number>()
  for (let i = 0; i < 26; i++)
    for (const status of await Promise.all(Array.from({ length: 50 }, rpc))) rpcStatuses.add(status)
  expect(rpcStatuses).toEqual(new Set([200, 429]))
  expect((await fetch(`${server.origin}/`)).status).toBe(200)
})
