// The server killed in the middle of a burst of trades and launches: what it acknowledged is there, once, and an index
// that is thrown away and rebuilt from the chain has the same rows.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../scripts/run.mjs'
import type { Collection, Trade } from '../../src/collection/contract.ts'
import { openDatabase } from '../../src/database/database.ts'
import { INDEX_TABLES } from '../../src/database/migrations.ts'
import { type Client, createClient } from '../client.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const ROUNDS = 3
const WALLETS = 8
const folder = mkdtempSync(join(tmpdir(), 'twinmint-crash-'))
let image: Uint8Array
let server: ServerProcess | undefined
beforeAll(async () => {
  image = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ffcf3a' } })
    .png()
    .toBuffer()
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

/** Every row of every table of the index as text, but for the cursor's own time. */
async function dumpIndex(): Promise<Record<string, string[]>> {
  const workerUrl = pathToFileURL(await bundle('src/database/pglite-worker.ts'))
  const database = await openDatabase({ url: undefined, folder, workerUrl })
  const tables: Record<string, string[]> = {}
  for (const table of INDEX_TABLES) {
    if (table === 'indexer_cursor') continue
    const rows = await database.query<{ row: string }>(`select (t.*)::text as row from ${table} t order by 1`)
    tables[table] = rows.map(({ row }) => row)
  }
  await database.close()
  return tables
}

test('keeps every acknowledged trade and launch once over kill -9, and rebuilds to the same rows', {
  timeout: 180_000,
}, async () => {
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
    await new Promise((done) => setTimeout(done, 900 + round * 150))
    const late = createClient(origin)
    await late.fund()
    launched.push(await late.launch({ symbol: `L${round}` }, image))
    await server.kill()
    running = false
    await Promise.all(loops)
  }

  expect(acknowledged.size).toBeGreaterThan(50)
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

  const live = await dumpIndex()
  expect(live['collections']).toHaveLength(launched.length)
  expect(live['nfts']).toHaveLength(launched.length * 1_000)
  const output = execFileSync(process.execPath, [resolve('dist/server/reindex.js')], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', SOLANA_RPC_URL: '' },
    encoding: 'utf8',
  })
  expect(output).toContain('The index was rebuilt')
  expect(await dumpIndex()).toEqual(live)
})
