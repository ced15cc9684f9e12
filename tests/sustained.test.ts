// Graduations as people meet them, on the built server with four seconds in place of ten minutes: an honest one counts when it
// has stood, told by the live stream; one that is bought and sold off again never does; a rebuilt index says the same.

import type { Notifications } from '@twinmint/sdk/api/alerts/contract'
import type { Stats } from '@twinmint/sdk/api/coin/list-contract'
import type { Analytics } from '@twinmint/sdk/api/markets/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from './client.ts'
import { dumpIndex, rebuildIndex } from './index-rows.ts'
import { readLive } from './live.ts'
import { drawPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'

const SECONDS = 4
const env = { STANDING_SECONDS: String(SECONDS) }
let server: ServerProcess
let whale: Client
let owner: Client

beforeAll(async () => {
  server = await startServerProcess({ env })
  whale = createClient(server.origin)
  owner = createClient(server.origin)
  for (let i = 0; i < 8; i++) await whale.airdrop(10)
  await owner.signIn()
})
afterAll(() => server.remove())

const list = async (query: string) =>
  (await whale.get<Collection[]>(`/api/collections?${query}`)).map(({ symbol }) => symbol)
const graduated = () => list('state=graduated')
const told = async () =>
  (await owner.get<Notifications>('/api/user/notifications')).notifications.map(({ symbol }) => symbol)

test('a graduation counts when it has stood, without a reload, and a bought one never does', async () => {
  const picture = await drawPicture('#ffcf3a')
  const honest = await whale.launch({ name: 'Honest Coin', symbol: 'HONE' }, picture)
  const bought = await whale.launch({ name: 'Bought Coin', symbol: 'BOUG' }, picture)
  for (const { id } of [honest, bought])
    await owner.post('/api/user/alerts', { kind: 'graduation', collectionId: id })
  const stream = await readLive(server.origin, 'market')

  // The four seconds run: of each coin only what must be within them comes before the next.
  const { trade } = await whale.trade('BUY', bought.id, '22', 50)
  const { collection: left } = await whale.trade('SELL', bought.id, trade.tokenAmount, 50)
  expect(left).toMatchObject({ isGraduated: true, graduationStands: false, graduationStandsAt: null })
  expect(left.bondingProgress).toBeLessThan(1)
  const { collection: held, trade: first } = await whale.trade('BUY', honest.id, '22', 50)
  // The chain says so at once, and the page of the coin with it; lists do not.
  expect(held).toMatchObject({ isGraduated: true, graduationStands: false, bondingProgress: 100 })
  expect(Date.parse(held.graduationStandsAt ?? '')).toBe(Date.parse(held.graduatedAt ?? '') + SECONDS * 1_000)
  expect(await graduated()).toEqual([])
  expect(await told()).toEqual([])
  expect((await whale.get<Stats>('/api/stats')).successRate).toBe(0)

  const heard = () =>
    stream.collections().filter(({ id, graduationStands }) => id === honest.id && graduationStands)
  await expect.poll(() => heard().length).toBeGreaterThan(0)
  // Not before its time, by the clock of the chain, whose seconds are whole.
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(held.graduationStandsAt ?? ''))
  expect(await graduated()).toEqual(['HONE'])
  expect(await list('sort=graduated')).toEqual(['HONE'])
  await expect.poll(told).toEqual(['HONE'])
  stream.stop()
  // What has stood stays, also when the SOL leaves.
  const { trade: last } = await whale.trade(
    'SELL',
    honest.id,
    String(Math.floor(Number(first.tokenAmount))),
    50,
  )
  expect(last.type).toBe('SELL')
  expect(await graduated()).toEqual(['HONE'])
})

if (isSoak)
  test('after a restart, and in the soak of a rebuilt index, the same is true', async () => {
    const before = await graduated()
    await server.stop()
    const rows = await dumpIndex(server.folder)
    rebuildIndex(server.folder, env)
    expect(await dumpIndex(server.folder)).toEqual(rows)
    server = await startServerProcess({ folder: server.folder, env })
    whale = createClient(server.origin)
    expect(await graduated()).toEqual(before)
    const { totals } = await whale.get<Analytics>('/api/markets/figures?range=24h')
    expect(totals).toMatchObject({ launches: 2, graduations: 1 })
    expect((await whale.get<Stats>('/api/stats')).successRate).toBe(50)
  })
