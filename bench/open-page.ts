// What a coin's page holds that stays open while the demo market trades, at a desk's width: its heap after a collection, its
// nodes, and the private memory of the browser's process that draws it, which is what a task manager shows. Runs for an hour,
// and only when it is named; `BENCH_MINUTES=10` for less.
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { createClient } from '../tests/client.ts'
import { launchBrowser } from './browser.ts'
import { startDemoMarket } from './demo-market.ts'

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 60)

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

/** Of a process, in bytes: what it alone holds. Nothing where the system has no /proc. */
function privateBytes(pid: number): number {
  const file = `/proc/${pid}/smaps_rollup`
  if (!existsSync(file)) return Number.NaN
  const lines = readFileSync(file, 'utf8').matchAll(/^Private_\w+:\s+(\d+) kB/gm)
  return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024, 0)
}

export async function benchOpenPage(): Promise<Record<string, string>> {
  const { server, coin } = await startDemoMarket()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    let messages = 0
    page.on('console', () => messages++)
    page.on('pageerror', () => messages++)
    await page.goto(`${server.origin}/trade/${coin.id}`)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const processes = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo')
    const drawing = processes.processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    const look = async () => {
      await session.send('HeapProfiler.collectGarbage')
      const heap = await session.send('Runtime.getHeapUsage')
      const { metrics } = await session.send('Performance.getMetrics')
      const nodes = metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN
      // A process beside it draws nothing.
      const held = Math.max(...drawing.map(privateBytes))
      const rows = await page.locator('tr').count()
      return `heap ${megabytes(heap.usedSize)} MB, process ${megabytes(held)} MB, ${nodes} nodes, ${rows} rows`
    }
    const figures: Record<string, string> = {}
    const began = performance.now()
    for (let minute = 1; minute <= MINUTES; minute++) {
      await setTimeout(began + minute * 60_000 - performance.now())
      if (minute !== 1 && minute % 5 !== 0) continue
      const trades = (await createClient(server.origin).get<Collection>(`/api/collections/${coin.id}`))
        .tradeCount
      const figure = `${await look()}, ${trades} trades of the coin, ${messages} messages`
      console.log(`after ${minute} min`, figure)
      figures[`after ${minute} min`] = figure
    }
    return figures
  } finally {
    await browser.close()
    await server.remove()
  }
}
