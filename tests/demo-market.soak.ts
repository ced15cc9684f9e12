// The demo market against the built server: a dozen coins in every state, bots that are marked, a start that goes on where
// the last one was killed, and no market where none is wanted.
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TradesPage } from '@twinmint/sdk/api/coin/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { copyFreshFolder } from './fresh-folder.ts'
import { dumpIndex, rebuildIndex } from './index-rows.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Quiet, a whole market is there after 20 s, half of it after 6. */
const PATIENCE_MS = 600_000
const folder = await copyFreshFolder()
const servers: ServerProcess[] = []
afterAll(async () => {
  for (const server of servers) await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function start(market: 'on' | 'off'): Promise<ServerProcess> {
  // Limits as they are: bots keep them.
  const server = await startServerProcess({ folder, env: { RATE_LIMIT: 'on', DEMO_MARKET: market } })
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

/** At most a third above the market cap that it opened with. */
const isBrandNew = ({ marketCapLamports, openingReserveLamports }: Collection): boolean =>
  Number(marketCapLamports) < Number(openingReserveLamports) * 1.3

/** How many coins are in each state that the demo promises. */
function statesOf(coins: readonly Collection[]) {
  const count = (is: (coin: Collection) => boolean) => coins.filter(is).length
  return {
    coins: coins.length,
    brandNew: count(isBrandNew),
    onItsWay: count((coin) => !isBrandNew(coin) && coin.bondingProgress < 40),
    halfWay: count((coin) => coin.bondingProgress >= 40 && coin.bondingProgress < 90),
    atTheDoor: count((coin) => coin.bondingProgress >= 92 && !coin.isGraduated),
    graduated: count((coin) => coin.isGraduated),
    boosted: count((coin) => coin.isBoosted),
    withNftsOut: count((coin) => coin.circulatingNFTCount > 0),
    withNftsBack: count((coin) => coin.circulatingNFTCount < coin.mintedNFTCount),
    ...Object.fromEntries(
      [1, 10, 30].map((sol) => [
        `openedAt${sol}`,
        count(({ openingReserveLamports }) => openingReserveLamports === `${sol}000000000`),
      ]),
    ),
    guarded: count(({ guardBps }) => guardBps > 0),
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
  openedAt1: 3,
  openedAt10: 3,
  openedAt30: 3,
  guarded: 2,
}

const hasEveryState = (coins: readonly Collection[]): boolean => {
  const states = statesOf(coins)
  return Object.entries(PROMISED).every(([state, least]) => states[state as keyof typeof states] >= least)
}

test('a first start that was killed goes on with the next: its coins stay, and what bots do is marked', async () => {
  const first = await start('on')
  const early = await until('some coins are there', async () => {
    const coins = await coinsOf(first.origin)
    return coins.length >= 3 ? coins : undefined
  })
  await first.kill()
  expect(early.length).toBeLessThan(PROMISED.coins)

  const second = await start('on')
  const reader = createClient(second.origin)
  const coins = await until('there are more of them', async () => {
    const now = await coinsOf(second.origin)
    return hasEveryState(now) ? now : undefined
  })
  expect(coins.length).toBeLessThanOrEqual(PROMISED.coins)
  expect(new Set(coins.map(({ symbol }) => symbol)).size).toBe(coins.length)
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
})

test('a market that stands is traded by the next start as well, and left alone where none is wanted', async () => {
  const rows = await dumpIndex(folder)
  rebuildIndex(folder)
  expect(await dumpIndex(folder)).toEqual(rows)

  const third = await start('on')
  const before = await coinsOf(third.origin)
  expect(hasEveryState(before)).toBe(true)
  const trades = async () =>
    (await coinsOf(third.origin)).reduce((sum, { tradeCount }) => sum + tradeCount, 0)
  const count = await trades()
  await until('somebody trades again', async () => ((await trades()) > count ? true : undefined))
  const again = await coinsOf(third.origin)
  expect(again.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
  expect(again.map(({ description }) => description).sort()).toEqual(
    before.map(({ description }) => description).sort(),
  )
  await third.stop()

  const without = await start('off')
  expect((await createClient(without.origin).get<SiteConfig>('/api/config')).demoMarket).toBeNull()
  // The last event of each coin: prices that stood and boosts that end go by the clock, traded or not.
  const lastEvents = async () => (await coinsOf(without.origin)).map(({ id, sequence }) => [id, sequence])
  const quiet = await lastEvents()
  await new Promise((resolve) => setTimeout(resolve, 9_000))
  expect(await lastEvents()).toEqual(quiet)
  await without.stop()
})
