// The chart as a trader uses it: every interval, axis and currency, marks, what happens live, the past, a failure, the
// table; and the coin shown elsewhere: shared, as a card, and as a chart in somebody else's page.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { boost, createClient, nextSecond } from '../client.ts'
import { addOldCandles } from '../old-candles.ts'
import { answer } from './answers.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, photograph, toast } from './screens.ts'
import { installWallet } from './test-wallet.ts'

/** More than the chart reads at first. */
const OLD = 220
const SHORT = ['1s', '5s', '15s']
const INTERVALS = [...SHORT, '1m', '5m', '15m', '1h', '4h', '1d']

const chartOf = (page: Page): Locator => page.getByRole('region', { name: /^Price chart of/ })
/** What the chart's row has, or what is behind its button. */
const choose = async (page: Page, group: string, name: string) => {
  const choice = chartOf(page).getByRole('group', { name: group }).getByRole('button', { name, exact: true })
  if (!(await choice.isVisible())) await settings(page).click()
  await choice.click()
  if (await menu(page).isVisible()) {
    await page.keyboard.press('Escape')
    await expect(menu(page)).toHaveCount(0)
  }
}
const showTable = async (page: Page) => {
  const button = chartOf(page).getByRole('button', { name: 'Table', exact: true })
  if (!(await button.isVisible())) await settings(page).click()
  await button.click()
  if (await menu(page).isVisible()) await page.keyboard.press('Escape')
}
const settings = (page: Page): Locator =>
  chartOf(page).getByRole('button', { name: 'Indicators and settings' })
const menu = (page: Page): Locator => chartOf(page).getByRole('group', { name: 'Chart settings' })
/** Whether what is around the chart takes neither keys nor pointers. */
const isOutOfReach = (page: Page) =>
  page.getByRole('banner').evaluate((banner) => banner.closest('[inert]') !== null)
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const table = (page: Page): Locator => chartOf(page).getByRole('table')
/** What the latest candle closed at, as the table says it. */
const lastClose = async (page: Page): Promise<number> => {
  const text = await table(page).locator('tbody tr').last().locator('td').nth(3).textContent()
  return Number(text?.replace('$', ''))
}

test('a trader reads the chart in every way, sees trades arrive and be marked, and goes back in time', {
  tag: '@soak',
}, async ({ complaints, context, page, picture, startServer }) => {
  // Its server starts twice.
  test.slow()
  complaints.allow(/chart-data|ERR_FAILED/)
  const first = await startServer()
  const creator = createClient(first.origin)
  await creator.airdrop(5)
  const coin = await creator.launch({ name: 'Charted Frog', symbol: 'CHART', devBuyAmount: '0.5' }, picture)
  await first.stop()
  await addOldCandles(first.folder, coin.id, OLD)
  const server = await startServer({ folder: first.folder })
  const somebody = createClient(server.origin, creator.keypair)
  const phantom = await installWallet(context, server.origin)
  await phantom.airdrop(5)

  // One answer is lost on the way.
  let failures = 1
  await answer(page, /\/api\/chart-data\/.*timeframe=1d/, (route) =>
    failures-- > 0 ? route.abort() : route.continue(),
  )
  await page.goto(`${server.origin}/trade/${coin.id}`)
  const canvas = chartOf(page).locator('canvas').first()
  await expect(canvas).toBeVisible()
  for (const interval of INTERVALS) {
    await choose(page, 'Interval', interval)
    if (interval === '1d') {
      await expect(chartOf(page).getByText('Failed to load chart data')).toBeVisible()
      await expectAccessible(chartOf(page))
      await photograph(page, 'chart-failed')
      await chartOf(page).getByRole('button', { name: 'Retry' }).click()
    }
    await expect(canvas).toBeVisible()
    // Seconds are of the trades, of which there is one so far; the old candles are rows.
    await expect(table(page).locator('tbody tr')).toHaveCount(SHORT.includes(interval) ? 1 : 24)
  }

  // The same figure on every axis, in both currencies.
  await choose(page, 'Interval', '1h')
  const price = await lastClose(page)
  const usd = 150
  for (const [axis, caption, factor] of [
    ['Price', 'Prices', 1],
    ['Market cap', 'Market caps', 1e9],
    ['NFT', 'NFT prices', 1e6],
  ] as const)
    for (const [currency, money, rate] of [
      ['SOL', 'SOL', 1],
      ['USD', 'dollars', usd],
    ] as const) {
      await choose(page, 'Axis', axis)
      await choose(page, 'Currency', currency)
      await expect(table(page)).toHaveAccessibleName(
        `${caption} of Charted Frog in ${money}, the latest intervals with trades`,
      )
      expect((await lastClose(page)) / (price * factor * rate)).toBeCloseTo(1, 6)
    }
  await photograph(page, 'chart-nft-usd')
  await page.reload()
  await expect(table(page)).toHaveAccessibleName(/^NFT prices of Charted Frog in dollars/)
  await expect(
    chartOf(page).getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1h' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await choose(page, 'Axis', 'Price')
  await choose(page, 'Currency', 'SOL')

  // Marks: the creator's at once, one's own as soon as the wallet trades, each to be switched off.
  await connect(page)
  const latest = table(page).locator('tbody tr').last()
  await expect(latest).toContainText('Creator bought')
  await phantom.trade('BUY', coin.id, '0.4')
  await expect(latest).toContainText('You bought')
  await expect.poll(() => lastClose(page)).toBeGreaterThan(price)
  const bought = await lastClose(page)
  await somebody.trade('SELL', coin.id, '1000000')
  await expect(latest).toContainText('Creator sold')
  await expect.poll(() => lastClose(page)).toBeLessThan(bought)
  await photograph(page, 'chart-marks')
  await choose(page, 'Marked trades', 'Creator’s')
  await expect(latest).not.toContainText('Creator')
  await choose(page, 'Marked trades', 'My trades')
  await expect(latest).not.toContainText('You bought')
  await choose(page, 'Marked trades', 'My trades')
  await expect(latest).toContainText('You bought')

  // Back in time by keys: older candles come, and the table has them all.
  const older = page.waitForResponse(/\/api\/chart-data\/.*before=/)
  await chartOf(page)
    .getByRole('img', { name: /^Candles/ })
    .focus()
  await expect(async () => {
    await page.keyboard.press('ArrowLeft')
    await Promise.race([older, page.waitForTimeout(100).then(() => Promise.reject(new Error('not yet')))])
  }).toPass()
  await showTable(page)
  await expect(canvas).toHaveCount(0)
  await expect.poll(() => table(page).locator('tbody tr').count()).toBeGreaterThanOrEqual(OLD)
  await expect(table(page).locator('tbody tr').first()).toContainText('You bought')
  await photograph(page, 'chart-table')
  await expectAccessible(chartOf(page))
  await expectFits(page, 'the chart’s table')
})

test('seconds, scales, indicators and marks, all in the address, and the chart in the whole window', {
  tag: '@phone-soak',
}, async ({ page, picture, somebody }) => {
  const coin = await somebody.launch({ name: 'Fast Frog', symbol: 'FAST', devBuyAmount: '0.2' }, picture)
  await somebody.airdrop(2)
  await boost(somebody, coin.id)
  await page.goto(`/trade/${coin.id}?tab=info`)
  const canvas = chartOf(page).locator('canvas').first()
  await expect(canvas).toBeVisible()

  // A new coin begins with seconds; what is as it comes is not said.
  await expect(
    chartOf(page).getByRole('group', { name: 'Interval' }).getByRole('button', { name: '5s', exact: true }),
  ).toHaveAttribute('aria-pressed', 'true')
  await choose(page, 'Interval', '1s')
  const rows = table(page).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows.last()).toContainText('Creator bought')
  const length = await page.evaluate(() => history.length)
  await choose(page, 'Scale', 'Log')
  await choose(page, 'Axis', 'Market cap')
  await choose(page, 'Currency', 'USD')
  await choose(page, 'Indicators', 'EMA 9')
  await choose(page, 'Indicators', 'VWAP 50')
  await choose(page, 'Indicators', 'Volume')
  expect(parameters(page)).toEqual({
    tab: 'info',
    interval: '1s',
    axis: 'marketCap',
    currency: 'USD',
    scale: 'log',
    indicators: 'ema9,vwap',
  })
  expect(await page.evaluate(() => history.length)).toBe(length)
  await expect(chartOf(page).getByText('VWAP 50').first()).toBeVisible()

  // A trade is another second's candle, at once.
  await nextSecond()
  await somebody.trade('SELL', coin.id, '1000000')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('Creator sold')
  await photograph(page, 'chart-seconds')

  // Its own address, in the whole window: nothing else can be reached, and Esc leaves.
  const whole = chartOf(page).getByRole('link', { name: 'Full-screen chart' })
  await expect(whole).toHaveAttribute('href', `/trade/${coin.id}?chart=full`)
  await whole.click()
  await expect.poll(() => parameters(page)['chart']).toBe('full')
  const box = async () => {
    const { x = -1, y = -1, width = 0, height = 0 } = (await chartOf(page).boundingBox()) ?? {}
    return { x, y, width, height }
  }
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  await expect.poll(async () => (await box()).height).toBe(size.height)
  expect((await box()).width).toBeGreaterThan(size.width - 20)
  await expect.poll(() => isOutOfReach(page)).toBe(true)
  await expectAccessible(chartOf(page))
  await expectFits(page, 'the chart in the whole window')
  await photograph(page, 'chart-full')
  await settings(page).click()
  await expect(menu(page)).toBeVisible()
  await expectAccessible(menu(page))
  await photograph(page, 'chart-full-settings')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expect(settings(page)).toBeFocused()
  expect(parameters(page)['chart']).toBe('full')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => isOutOfReach(page)).toBe(false)
  expect(parameters(page)['chart']).toBeUndefined()
  expect((await box()).height).toBeLessThan(size.height)

  // So does Back, which stays on the coin.
  await whole.click()
  await expect.poll(() => isOutOfReach(page)).toBe(true)
  await page.goBack()
  await expect.poll(() => isOutOfReach(page)).toBe(false)
  expect(new URL(page.url()).pathname).toBe(`/trade/${coin.id}`)

  // The address alone draws the same, for somebody who has chosen nothing; the row's button leaves it, too.
  const address = `${new URL(page.url()).search}&chart=full`
  await page.evaluate(() => localStorage.removeItem('twinmint.chart'))
  await page.goto(`/trade/${coin.id}${address}`)
  await expect(table(page)).toHaveAccessibleName(/^Market caps of Fast Frog in dollars/)
  await chartOf(page).getByRole('link', { name: 'Leave full screen' }).click()
  await expect.poll(() => isOutOfReach(page)).toBe(false)
  await choose(page, 'Scale', 'Log')
  expect(parameters(page)['scale']).toBeUndefined()
})

test('a coin is shared: link, card, X, the browser’s own way, and its chart in somebody else’s page; and links to its chart elsewhere', {
  tag: '@soak',
}, async ({ complaints, context, page, picture, server, somebody }) => {
  const coin = await somebody.launch({ name: 'Shared "Frog"', symbol: 'SHARE', devBuyAmount: '0.2' }, picture)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    navigator.share = (data) => {
      document.title = `shared ${data?.url ?? ''}`
      return Promise.resolve()
    }
  })
  // As on a network that services for charts know. With a question in its address the page asks for itself.
  await answer(page, '**/api/config', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as SiteConfig
    expect(config.externalChart).toBeNull()
    const externalChart = { url: 'https://charts.example/{mint}', mints: { [coin.mintAddress]: 'OTHER' } }
    await route.fulfill({ response, json: { ...config, externalChart } })
  })
  await page.goto(`/trade/${coin.id}?asks`)
  await expect(chartOf(page).getByRole('link', { name: 'Chart on charts.example' })).toHaveAttribute(
    'href',
    'https://charts.example/OTHER',
  )
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Shared "Frog"' })
  const card = dialog.getByRole('img', { name: /^Card of Shared/ })
  await expect
    .poll(() => card.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1200, 630])
  await photograph(page, 'share')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page)).toContainText('Link copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin}/trade/${coin.id}`)
  await expect(dialog.getByRole('link', { name: 'Share on X' })).toHaveAttribute(
    'href',
    new RegExp(`^https://x\\.com/intent/post\\?text=Shared.*${coin.id}$`),
  )
  await expect(dialog.getByRole('link', { name: 'Open the card' })).toHaveAttribute('href', /card\.jpg/)
  await dialog.getByRole('button', { name: 'Share with…' }).click()
  await expect(page).toHaveTitle(`shared ${server.origin}/trade/${coin.id}`)

  await dialog.getByRole('button', { name: 'Embed' }).click()
  const embed = page.getByRole('dialog', { name: 'Embed the chart of Shared "Frog"' })
  await embed.getByRole('radio', { name: 'Small' }).check()
  await expectAccessible(embed)
  await expectFits(page, 'the dialog to embed')
  await photograph(page, 'share-embed')
  await embed.getByRole('button', { name: 'Copy code' }).click()
  await expect(toast(page)).toContainText('Code copied to clipboard')
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toContain('height="400"')

  // Somebody else's site, which also tries to frame the coin's page.
  complaints.allow(/frame-ancestors/)
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>A blog</title><body style="margin:0"><h1>A blog</h1>${code}<iframe title="refused" src="${server.origin}/trade/${coin.id}"></iframe>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
    const frame = page.frameLocator('iframe[title="Shared \\"Frog\\" (SHARE) chart"]')
    await expect(frame.getByRole('heading', { name: 'Shared "Frog"' })).toBeVisible()
    await expect(frame.locator('canvas').first()).toBeVisible()
    await expect(frame.getByRole('link', { name: 'Trade SHARE on Twinmint' })).toHaveAttribute(
      'href',
      `/trade/${coin.id}`,
    )
    await expect(frame.getByRole('progressbar')).toBeVisible()
    // No header, no footer, no wallet; and it lives.
    await expect(frame.getByRole('button', { name: /Wallet/ })).toHaveCount(0)
    await expect(frame.getByRole('contentinfo')).toHaveCount(0)
    const row = frame.getByRole('table').locator('tbody tr').last()
    const before = await row.textContent()
    await somebody.trade('BUY', coin.id, '0.3')
    await expect(row).not.toHaveText(before ?? '')
    await photograph(page, 'embed-elsewhere')
    await expect(page.frameLocator('iframe[title="refused"]').locator('#root')).toHaveCount(0)
    expect(await context.cookies()).toEqual([])
  } finally {
    site.close()
  }
})
