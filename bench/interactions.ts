// How long the coin's page takes to answer a click or a key while 20 trades a second arrive on that coin: what the browser's
// own Event Timing measures, from the input to the next paint, as Interaction to Next Paint does. A real browser at a
// desk's width, with a wallet connected; server, trades and browser on the same machine. Layout shift is measured too.
import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type Client, createClient } from '../tests/client.ts'
import { installWallet } from '../tests/journeys/test-wallet.ts'
import { launchBrowser } from './browser.ts'
import { percentile } from './percentile.ts'
import { startMeasuredServer } from './server.ts'

const TRADES_PER_SECOND = 20
const WALLETS = 20

interface Measured {
  /** By interaction: the longest of its events, in ms. */
  readonly interactions: { readonly name: string; readonly ms: number }[]
  /** Those below 16 ms, which the browser counts and does not time. */
  readonly quick: number
  readonly longTasksMs: number[]
  readonly layoutShift: number
}
type Watching = typeof globalThis & { measured: () => Measured }

/** Runs in the page, before the page's own code. */
function watch(): void {
  const byId = new Map<number, { name: string; ms: number }>()
  const longTasksMs: number[] = []
  let layoutShift = 0
  const observe = (type: string, see: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      ...more,
    })
  observe(
    'event',
    (entry) => {
      const { interactionId } = entry as PerformanceEventTiming
      if (interactionId === 0 || entry.duration <= (byId.get(interactionId)?.ms ?? 0)) return
      byId.set(interactionId, { name: entry.name, ms: entry.duration })
    },
    { durationThreshold: 16 },
  )
  observe('longtask', (entry) => longTasksMs.push(entry.duration))
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) layoutShift += shift.value
  })
  ;(globalThis as Watching).measured = () => {
    const quick = Math.max(0, performance.interactionCount - byId.size)
    return { interactions: [...byId.values()], quick, longTasksMs, layoutShift }
  }
}

/** Buys and sells of the same size in turn, so many a second, until it is told to stop; resolves with how many went through. */
function keepTrading(wallets: readonly Client[], collectionId: string) {
  let done = 0
  let failed = 0
  let round = 0
  const timer = setInterval(() => {
    const wallet = wallets[round % wallets.length]
    const buys = Math.floor(round / wallets.length) % 2 === 0
    round += 1
    wallet
      ?.trade(buys ? 'BUY' : 'SELL', collectionId, buys ? '0.01' : '100000', 50)
      .then(() => done++)
      .catch(() => failed++)
  }, 1_000 / TRADES_PER_SECOND)
  return () => {
    clearInterval(timer)
    return { done, failed }
  }
}

/** What a restless trader does, over and over; returns how many inputs it was. */
async function tradeRestlessly(page: Page, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000
  const trade = page.getByRole('region', { name: /^Trade / })
  const button = (name: string) => () => trade.getByRole('button', { name, exact: true }).click()
  const amount = trade.getByRole('textbox', { name: /^Amount in / })
  const side = (name: 'Buy' | 'Sell') => () => trade.getByRole('tab', { name, exact: true }).click()
  const tab = (name: string) => () =>
    page.getByRole('region', { name: 'Details' }).getByRole('tab', { name }).click()
  const trades = (name: 'Live trades' | 'Mine') => () =>
    page.getByRole('region', { name: 'Live trades' }).getByRole('tab', { name, exact: true }).click()
  const interval = (name: string) => () =>
    page.getByRole('group', { name: 'Interval' }).getByRole('button', { name, exact: true }).click()
  const type = (text: string) => async () => {
    await amount.fill('')
    await amount.pressSequentially(text, { delay: 60 })
  }
  const steps = [
    trades('Mine'),
    interval('5m'),
    type('0.125'),
    button('50%'),
    tab('Top Holders'),
    side('Sell'),
    interval('1m'),
    type('123456'),
    tab('Coin Info'),
    side('Buy'),
    interval('1h'),
    type('0.5'),
    button('25%'),
    trades('Live trades'),
    interval('1m'),
    button('Max'),
  ]
  let count = 0
  while (performance.now() < end)
    for (const step of steps) {
      await step()
      count += 1
      await page.waitForTimeout(120)
    }
  return count
}

export async function benchInteractions(seconds: number): Promise<Record<string, number | string>> {
  const server = await startMeasuredServer()
  const browser = await launchBrowser()
  try {
    const image = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#9a6bff' } })
      .png()
      .toBuffer()
    const wallets = Array.from({ length: WALLETS }, () => createClient(server.origin))
    await Promise.all(wallets.map((wallet) => wallet.airdrop(10)))
    const [creator] = wallets
    if (creator === undefined) throw new Error('nobody to launch it')
    const coin = await creator.launch({ name: 'Busy Frog', symbol: 'BUSY', devBuyAmount: '5' }, image)
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: server.origin,
    })
    await context.addInitScript(watch)
    const phantom = await installWallet(context, server.origin)
    await phantom.airdrop(10)
    await phantom.trade('BUY', coin.id, '0.5', 50)
    const page = await context.newPage()
    await page.goto(`/trade/${coin.id}`)
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Phantom/ })
      .click()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Wallet / })
      .waitFor()
    const stop = keepTrading(wallets, coin.id)
    const began = performance.now()
    const steps = await tradeRestlessly(page, seconds)
    const elapsed = (performance.now() - began) / 1_000
    const { done, failed } = stop()
    const { interactions, quick, longTasksMs, layoutShift } = await page.evaluate(() =>
      (globalThis as Watching).measured(),
    )
    const ms = [...interactions.map((each) => each.ms), ...Array<number>(quick).fill(8)]
    const slowest = interactions.toSorted((a, b) => b.ms - a.ms)[0]
    return {
      'trades a second on the coin': Math.round((done / elapsed) * 10) / 10,
      'trades refused': failed,
      'clicks and typings': steps,
      'interactions, of which below 16 ms': `${ms.length}, ${quick}`,
      'interaction p50, p95, p98 ms': [50, 95, 98].map((each) => percentile(ms, each)).join(', '),
      'the slowest': slowest === undefined ? '–' : `${slowest.ms} ms (${slowest.name})`,
      'long tasks, and their sum ms': `${longTasksMs.length}, ${Math.round(longTasksMs.reduce((sum, each) => sum + each, 0))}`,
      'layout shift without input': Math.round(layoutShift * 10_000) / 10_000,
      'load of the machine (1 minute)': Math.round((loadavg()[0] ?? 0) * 10) / 10,
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}
