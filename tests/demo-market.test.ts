// The demo market against the built server: a dozen coins in every state, bots that are marked, a start that goes on where
// the last one was killed, and no market where none is wanted.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Collection, TradesPage } from '../src/collection/contract.ts'
import type { SiteConfig } from '../src/discover/contract.ts'
import { readConfig } from '../src/server/config.ts'
import { createClient } from './client.ts'
import { dumpIndex, rebuildIndex } from './index-rows.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Quiet, all is there after 20 s. */
const PATIENCE_MS = 120_000
const folder = mkdtempSync(join(tmpdir(), 'twinmint-demo-'))
const servers: ServerProcess[] = []
afterAll(async () => {
  for (const server of servers) await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string>, inFolder = folder): Promise<ServerProcess> {
  // Limits as they are: bots keep them.
  const server = await startServerProcess({ folder: inFolder, env: { RATE_LIMIT: 'on', ...env } })
  servers.push(server)
  return server
}

const coinsOf = (origin: string) =>
  createClient(origin).get<Collection[]>('/api/collections?limit=100&sort=created')

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const seen = await look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`it took too long until ${what}`)
}

/** How many coins are in each state that the demo promises. */
function statesOf(coins: readonly Collection[]) {
  const count = (is: (coin: Collection) => boolean) => coins.filter(is).length
  return {
    coins: coins.length,
    brandNew: count((coin) => coin.bondingProgress < 2),
    onItsWay: count((coin) => coin.bondingProgress >= 2 && coin.bondingProgress < 40),
    halfWay: count((coin) => coin.bondingProgress >= 40 && coin.bondingProgress < 90),
    atTheDoor: count((coin) => coin.bondingProgress >= 92 && !coin.isGraduated),
    graduated: count((coin) => coin.isGraduated),
    boosted: count((coin) => coin.isBoosted),
    withNftsOut: count((coin) => coin.circulatingNFTCount > 0),
    withNftsBack: count((coin) => coin.circulatingNFTCount < coin.mintedNFTCount),
  }
}

const PROMISED = {
  coins: 12,
  brandNew: 2,
  onItsWay: 4,
  halfWay: 2,
  atTheDoor: 1,
  graduated: 2,
  boosted: 3,
  withNftsOut: 6,
  withNftsBack: 4,
}

test('a first start that was killed is finished by the next: twelve coins, every state, bots marked', async () => {
  const first = await start({ DEMO_MARKET: 'on' })
  const early = await until('some coins are there', async () => {
    const coins = await coinsOf(first.origin)
    return coins.length >= 3 ? coins : undefined
  })
  await first.kill()
  expect(early.length).toBeLessThan(12)

  const second = await start({ DEMO_MARKET: 'on' })
  const reader = createClient(second.origin)
  const coins = await until('every state is reached', async () => {
    const now = await coinsOf(second.origin)
    const states = statesOf(now)
    const isThere = Object.entries(PROMISED).every(
      ([state, least]) => states[state as keyof typeof states] >= least,
    )
    return isThere ? now : undefined
  })
  expect(coins).toHaveLength(12)
  expect(new Set(coins.map(({ symbol }) => symbol)).size).toBe(12)
  for (const { id } of early) expect(coins.map((coin) => coin.id)).toContain(id)

  const { demoMarket } = await reader.get<SiteConfig>('/api/config')
  expect(demoMarket?.botAddresses).toHaveLength(8)
  expect(statSync(join(folder, 'demo-keys.json')).mode & 0o777).toBe(0o600)
  for (const { id, creatorAddress, imageUrl, description } of coins) {
    expect(demoMarket?.botAddresses).toContain(creatorAddress)
    expect(description.length).toBeGreaterThan(40)
    const picture = await fetch(`${second.origin}${imageUrl ?? ''}`)
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(1024)
    const { trades } = await reader.get<TradesPage>(`/api/collections/${id}/trades?limit=200`)
    for (const { traderAddress } of trades) expect(demoMarket?.botAddresses).toContain(traderAddress)
  }

  await second.stop()
  expect(second.output()).not.toMatch(/error|fail/i)
  const rows = await dumpIndex(folder)
  rebuildIndex(folder)
  expect(await dumpIndex(folder)).toEqual(rows)

  const third = await start({ DEMO_MARKET: 'on' })
  const trades = async () =>
    (await coinsOf(third.origin)).reduce((sum, { tradeCount }) => sum + tradeCount, 0)
  const before = await trades()
  await until('somebody trades again', async () => ((await trades()) > before ? true : undefined))
  const again = await coinsOf(third.origin)
  expect(again.map(({ id }) => id).sort()).toEqual(coins.map(({ id }) => id).sort())
  expect(again.map(({ description }) => description).sort()).toEqual(
    coins.map(({ description }) => description).sort(),
  )
  await third.stop()

  const without = await start({ DEMO_MARKET: 'off' })
  const client = createClient(without.origin)
  expect((await client.get<SiteConfig>('/api/config')).demoMarket).toBeNull()
  const quiet = await coinsOf(without.origin)
  await new Promise((resolve) => setTimeout(resolve, 9_000))
  expect(await coinsOf(without.origin)).toEqual(quiet)
  await without.stop()
}, 420_000)

test('off is an empty market, with nobody to mark', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'twinmint-empty-'))
  const server = await start({ DEMO_MARKET: 'off' }, empty)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(await coinsOf(server.origin)).toEqual([])
  expect((await createClient(server.origin).get<SiteConfig>('/api/config')).demoMarket).toBeNull()
  await server.remove()
})

test('the setting: on without one, off when asked, never on a cluster', () => {
  const cluster = {
    SOLANA_RPC_URL: 'https://api.devnet.solana.com',
    PROGRAM_ADDRESS: '11111111111111111111111111111111',
  }
  expect(readConfig({}).demoMarket).toBe(true)
  expect(readConfig({ DEMO_MARKET: 'off' }).demoMarket).toBe(false)
  expect(readConfig(cluster).demoMarket).toBe(false)
  expect(readConfig({ ...cluster, DEMO_MARKET: 'on' }).demoMarket).toBe(false)
  expect(() => readConfig({ DEMO_MARKET: 'maybe' })).toThrow('DEMO_MARKET')
})
