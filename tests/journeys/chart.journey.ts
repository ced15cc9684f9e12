// The chart as a trader uses it: every interval, axis and currency, marks, what happens live, the past, a failure, the
// table; and the coin shown elsewhere: shared, as a card, and as a chart in somebody else's page.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { createClient } from '../client.ts'
import { addOldCandles } from '../old-candles.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, photograph, toast } from './screens.ts'
import { installWallet } from './test-wallet.ts'

const OLD = 130
const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d']

const chartOf = (page: Page): Locator => page.getByRole('region', { name: /^Price chart of/ })
const choose = (page: Page, group: string, name: string) =>
  chartOf(page).getByRole('group', { name: group }).getByRole('button', { name, exact: true }).click()
const table = (page: Page): Locator => chartOf(page).getByRole('table')
/** What the latest candle closed at, as the table says it. */
const lastClose = async (page: Page): Promise<number> => {
  const text = await table(page).locator('tbody tr').last().locator('td').nth(3).textContent()
  return Number(text?.replace('$', ''))
}

test('a trader reads the chart in every way, sees trades arrive and be marked, and goes back in time', async ({
  complaints,
  context,
  page,
  picture,
  startServer,
}) => {
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
  await page.route(/\/api\/chart-data\/.*timeframe=1d/, (route) =>
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
    await expect(table(page).locator('tbody tr')).toHaveCount(24)
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
  await chartOf(page).getByRole('button', { name: 'Table' }).click()
  await expect(canvas).toHaveCount(0)
  await expect.poll(() => table(page).locator('tbody tr').count()).toBeGreaterThanOrEqual(OLD)
  await expect(table(page).locator('tbody tr').first()).toContainText('You bought')
  await photograph(page, 'chart-table')
  await expectAccessible(chartOf(page))
  await expectFits(page, 'the chart’s table')
})

test('a coin is shared: link, card, X, the browser’s own way, and its chart in somebody else’s page', async ({
  complaints,
  context,
  page,
  picture,
  server,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Shared "Frog"', symbol: 'SHARE', devBuyAmount: '0.2' }, picture)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    navigator.share = (data) => {
      document.title = `shared ${data?.url ?? ''}`
      return Promise.resolve()
    }
  })
  await page.goto(`/trade/${coin.id}`)
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
