// What the server of a newcomer, with the embedded database, holds in memory: empty, with very many coins, while their lists are
// read and pages drawn, and with readers of the live stream while a coin is traded. `npm run bench -- memory` takes 100,000 coins and 1,000
// readers, and two minutes. Linux alone says how much a process holds.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../packages/server/database/database.ts'
import { createClient } from '../tests/client.ts'
import { copyFreshFolder } from '../tests/fresh-folder.ts'
import { plainPicture } from '../tests/pictures.ts'
import { residentBytes } from '../tests/server-process.ts'
import { fillMarket } from './lists.ts'
import { openReaders } from './live.ts'
import { memoryParts, reportFlags } from './memory-parts.ts'
import { startMeasuredServer } from './server.ts'

const COINS = 100_000
const READERS = 1_000
const REQUESTS = 2_000
const TRADES = 500
const PAGES = 40

const LISTS = [
  '/api/collections?limit=50',
  '/api/collections/trending',
  '/api/collections?limit=100&sort=marketCap',
  '/api/collections?limit=50&state=graduating&sort=progress',
  '/api/collections?limit=50&sort=marketCap&search=frog',
  '/api/search?q=moon',
  '/api/stats',
]

export async function benchMemory(): Promise<Record<string, number | string>> {
  if (process.platform !== 'linux') return { skipped: 'memory is read from /proc' }
  const folder = await copyFreshFolder()
  const workerUrl = pathToFileURL(resolve('dist/server/pglite-worker.js'))
  const figures: Record<string, number> = {}
  try {
    const flags = reportFlags(folder)
    const empty = await startMeasuredServer({ folder, flags })
    await sleep(2_000)
    figures['empty, MB'] = megabytes(empty)
    await empty.stop()
    const database = await openDatabase({ url: undefined, folder, workerUrl })
    await fillMarket(database, COINS)
    await database.close()
    // What the stopped server noted of its folder is so no longer.
    rmSync(`${folder}/inventory`, { force: true })
    const server = await startMeasuredServer({ folder, flags })
    const readers: { destroy(): void }[] = []
    try {
      const trader = createClient(server.origin)
      await trader.airdrop(10)
      const coin = await trader.launch({ symbol: 'MEM' }, await plainPicture())
      await trader.trade('BUY', coin.id, '0.01', 50)
      await sleep(2_000)
      figures[`with ${COINS} coins, MB`] = megabytes(server)
      await Promise.all(
        [0, 1, 2, 3].map(async (lane) => {
          for (let at = lane; at < REQUESTS; at += 4) await trader.get(LISTS[at % LISTS.length] ?? '')
        }),
      )
      figures[`after ${REQUESTS} lists were read, MB`] = megabytes(server)
      // Each in another moment, so that it is drawn; the first begins the thread that draws.
      for (let at = 0; at < PAGES; at++) {
        await fetch(`${server.origin}${['/', '/trade', `/trade/${coin.id}`, '/gallery'][at % 4]}`)
        await sleep(300)
      }
      figures[`after ${PAGES} pages were drawn, MB`] = megabytes(server)
      readers.push(...(await openReaders(server.origin, `collection:${coin.id}`, READERS, () => {})))
      await sleep(1_000)
      figures[`with ${READERS} readers, MB`] = megabytes(server)
      for (let at = 0; at < TRADES; at++) await trader.trade('BUY', coin.id, '0.001', 50)
      figures[`after ${TRADES} trades that they read, MB`] = megabytes(server)
      for (const [part, bytes] of Object.entries(await memoryParts(server.child.pid, folder)))
        figures[`of that ${part}, MB`] = Math.round(bytes / 1e6)
    } finally {
      for (const reader of readers) reader.destroy()
      await server.remove()
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const megabytes = (server: Parameters<typeof residentBytes>[0]): number =>
  Math.round(residentBytes(server) / 1e6)
