// The server killed in the middle of a burst of trades and launches: what it acknowledged is there, once; in the soak an
// index that is thrown away and rebuilt from the chain has the same rows.
import { rmSync } from 'node:fs'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { copyFreshFolder } from '../fresh-folder.ts'
import { dumpIndex, rebuildIndex } from '../index-rows.ts'
import { plainPicture } from '../pictures.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { isSoak, size } from '../soak.ts'

const ROUNDS = size(1, 40)
const WALLETS = 8
const folder = await copyFreshFolder()
let image: Uint8Array
let server: ServerProcess | undefined
beforeAll(async () => {
  image = await plainPicture('#ffcf3a')
})
afterAll(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** All trades of a coin, by its pages. */
async function allTrades(client: Client, collectionId: string): Promise<Trade[]> {
  const trades: Trade[] = []
  for (let cursor = ''; ; ) {
    const page = await client.get<{ trades: Trade[]; nextCursor: number | null }>(
      `/api/collections/${collectionId}/trades?limit=200${cursor}`,
    )
    trades.push(...page.trades)
    if (page.nextCursor === null) return trades
    cursor = `&cursor=${page.nextCursor}`
  }
}

test('keeps every acknowledged trade and launch once over kill -9', async () => {
  const acknowledged = new Map<string, Trade>()
  const keypairs = Array.from({ length: WALLETS }, () => createClient('').keypair)
  const launched: Collection[] = []

  for (let round = 0; round < ROUNDS; round++) {
    server = await startServerProcess({ folder })
    const { origin } = server
    const clients = keypairs.map((keypair) => createClient(origin, keypair))
    if (round === 0) await Promise.all(clients.map((client) => client.airdrop(10)))
    const creator = createClient(origin)
    await creator.fund()
    const prepared = await creator.prepareLaunch({ symbol: `C${round}` }, image)
    const { collection } = await creator.post<{ collection: Collection }>('/api/collections/launch', {
      signedTransaction: creator.sign(prepared.transaction),
    })
    launched.push(collection)
    let running = true
    const loops = clients.map(async (client, i) => {
      for (let step = 0; running; step++) {
        const coin = launched[(i + step) % launched.length]
        if (!coin) return
        try {
          const { trade } = await client.trade(
            step % 3 === 2 ? 'SELL' : 'BUY',
            coin.id,
            step % 3 === 2 ? '1000' : '0.002',
            50,
          )
          acknowledged.set(trade.id, trade)
        } catch {
          // The server is gone, or there was nothing to sell: neither was acknowledged.
        }
      }
    })
    // A launch is acknowledged just before the end: its records are then still being stored.
    const had = acknowledged.size
    await expect.poll(() => acknowledged.size - had).toBeGreaterThan(5)
    await new Promise((done) => setTimeout(done, 900 + (round % 12) * 150))
    const late = createClient(origin)
    await late.fund()
    launched.push(await late.launch({ symbol: `L${round}` }, image))
    await server.kill()
    running = false
    await Promise.all(loops)
  }

  expect(acknowledged.size).toBeGreaterThan(5 * ROUNDS)
  server = await startServerProcess({ folder })
  const reader = createClient(server.origin)
  const stored = (await Promise.all(launched.map(({ id }) => allTrades(reader, id)))).flat()
  const byId = new Map(stored.map((trade) => [trade.id, trade]))
  expect(byId.size).toBe(stored.length)
  for (const trade of acknowledged.values()) expect(byId.get(trade.id)).toEqual(trade)
  // Sequences have no gaps: launch, trades.
  for (const { id } of launched) {
    const sequences = stored
      .filter(({ collectionId }) => collectionId === id)
      .map(({ sequence }) => sequence)
      .sort((a, b) => a - b)
    expect(sequences).toEqual(sequences.map((_, i) => i + 2))
  }
  await server.stop()

  const live = await dumpIndex(folder)
  expect(live['collections']).toHaveLength(launched.length)
  // A smaller one is rebuilt by swap-history.test.ts each time.
  if (!isSoak) return
  expect(rebuildIndex(folder)).toContain('The index was rebuilt')
  expect(await dumpIndex(folder)).toEqual(live)
})
