// How a coin's page is laid out: what a trader acts on is in view at every size, connected or not, and stays where it is.
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, figure, openDetails, openMore, photograph, toast } from './screens.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 834, height: 1112 },
  { width: 820, height: 1180 },
]
/** From here on the card stands beside the chart. */
const CARD_FROM = 1000

const chartOf = (page: Page): Locator => page.getByRole('region', { name: /^Price chart of/ })

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('not drawn')
  return box
}

/** All of it within the window, without scrolling, and nothing drawn over it. */
async function expectInView(page: Page, locator: Locator): Promise<void> {
  await expect(locator).toBeInViewport({ ratio: 1 })
  await locator.click({ trial: true, timeout: 5_000 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
}

/** Amount and button: in the card beside the chart, or in the sheet that the bar opens, which is in view itself. */
async function expectBuyInView(page: Page, isConnected: boolean): Promise<void> {
  const isDesk = (page.viewportSize()?.width ?? 0) >= CARD_FROM
  const card = page.getByRole(isDesk ? 'region' : 'dialog', { name: /^Trade / })
  if (!isDesk) {
    const buy = page.getByRole('button', { name: 'Buy', exact: true })
    await expectInView(page, buy)
    await buy.click()
  }
  const amount = card.getByLabel('Amount in SOL')
  await expectInView(page, amount)
  await amount.fill('0.3')
  await expect(card).toContainText('This trade is large')
  await expectInView(page, amount)
  await expectInView(
    page,
    card.getByRole('button', { name: isConnected ? /^Buy [A-Z]+$/ : 'Connect Wallet' }),
  )
  if (!isDesk) await page.keyboard.press('Escape')
}

test('amount and Buy are in view at every size, connected or not, and the chart fills what is left', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  expect(phantom.signatures).toBe(0)
  await somebody.airdrop(5)
  const coin = await somebody.launch(
    { name: 'Roomy Frog', symbol: 'ROOM', devBuyAmount: '0.5', description: 'It sits in the middle.' },
    picture,
  )
  for (const isConnected of [false, true]) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/trade/${coin.id}`)
    if (isConnected) await connect(page)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expect(chartOf(page).locator('canvas').first()).toBeVisible()
      await expectBuyInView(page, isConnected)
      // The place of the chart.
      const { height } = await boxOf(chartOf(page))
      expect(height, `the chart at ${size.width}`).toBeGreaterThanOrEqual(Math.floor(0.55 * size.height))
    }
  }
})

test('the strip stays, what came of a trade moves nothing, and is said once', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  await somebody.airdrop(5)
  const coin = await somebody.launch({ name: 'Still Frog', symbol: 'STILL', devBuyAmount: '1' }, picture)
  expect((await phantom.wallet()).lamports).toBe('10000000000')
  await page.goto(`/trade/${coin.id}`)
  await connect(page)
  const strip = page.getByRole('heading', { level: 1, name: 'Still Frog' })
  const card = page.getByRole('region', { name: 'Trade STILL' })
  const buy = card.getByRole('button', { name: 'Buy STILL' })
  await card.getByLabel('Amount in SOL').fill('0.02')
  await expect(card).toContainText('Account rent')
  // Nobody is asked to be first on the demo network.
  await expect(figure(card, 'Network fee')).toContainText('0.000005 SOL')
  await expect(card.getByText('Priority')).toHaveCount(0)
  const before = await boxOf(buy)
  await buy.click()
  await expect(card).toContainText('BUY Successful! You paid 0.02 SOL')
  await expect(toast(page)).toHaveCount(0)
  await expect(card.getByRole('region', { name: 'Your position' })).toContainText('SOL')
  await card.getByLabel('Amount in SOL').fill('0.02')
  const after = await boxOf(buy)
  // The account is there now: its rent is no line any more.
  expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(28)
  await card.getByLabel('Amount in SOL').fill('')
  const empty = await boxOf(card.getByRole('button', { name: 'Enter an amount' }))
  expect(Math.abs(empty.y - after.y)).toBeLessThanOrEqual(1)

  // While the page is scrolled, strip and card stay.
  await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(strip).toBeInViewport({ ratio: 1 })
  expect((await boxOf(strip)).y).toBeLessThan(64)
  await expect(card).toBeInViewport({ ratio: 1 })
  await photograph(page, 'coin-scrolled')
})

test('by the keyboard from the strip to the chart to the card, and links lead below the chart', {
  tag: '@soak',
}, async ({ page, picture, somebody }) => {
  const coin = await somebody.launch({ name: 'Keyed Frog', symbol: 'KEYS', devBuyAmount: '0.5' }, picture)
  await page.goto(`/trade/${coin.id}`)
  await expect(chartOf(page).locator('canvas').first()).toBeVisible()
  await page.getByRole('button', { name: /^Show the picture of/ }).focus()
  const order = [
    page.getByRole('button', { name: /^More of / }),
    chartOf(page).getByRole('button').first(),
    page.getByRole('region', { name: 'Trade KEYS' }).getByRole('tab', { name: 'Buy', exact: true }),
    page.getByRole('region', { name: 'Live trades' }).getByRole('tab').first(),
    page.getByRole('region', { name: 'Details' }).getByRole('tab').first(),
  ]
  const reached: number[] = []
  for (let presses = 0; presses < 80 && reached.length < order.length; presses++) {
    await page.keyboard.press('Tab')
    for (const [at, target] of order.entries())
      if (!reached.includes(at) && (await target.evaluate((element) => element === document.activeElement)))
        reached.push(at)
  }
  expect(reached).toEqual([0, 1, 2, 3, 4])

  // The addresses behind one button, by the keyboard as by the mouse.
  await page.getByRole('button', { name: /^More of / }).focus()
  await page.keyboard.press('Enter')
  const more = page.getByRole('group', { name: /^Addresses of Keyed Frog/ })
  await expect(more).toContainText('Contract')
  await expectAccessible(more)
  await page.keyboard.press('Escape')
  await expect(more).toBeHidden()
  await openMore(page)
  await page.mouse.click(20, 500)
  await expect(more).toBeHidden()

  await page.goto(`/trade/${coin.id}?tab=activity&kind=buys`)
  const trades = page.getByRole('region', { name: 'Live trades' })
  await expect(trades.getByRole('row')).toHaveCount(2)
  await expect(trades.getByLabel('Kind of activity')).toHaveValue('buys')
  await expect(trades.getByRole('tab', { name: 'Live trades' })).toBeInViewport()
  await page.goto(`/trade/${coin.id}?nfts=minted#nfts`)
  const nfts = page.getByRole('region', { name: 'The twin NFTs' })
  await expect(nfts).toBeInViewport()
  await page.reload()
  await expect(nfts).toContainText('No NFT has been captured yet')
  await openDetails(page, 'Top Holders')
  await expect(page).toHaveURL(/tab=holders/)
  await expect(nfts).toHaveCount(0)
  await openDetails(page, 'Coin Info')
  await expect(page).toHaveURL(`/trade/${coin.id}`)
})

test('a graduated coin’s page is no longer than a fresh one’s', { tag: '@soak' }, async ({
  page,
  longNames: { origin, graduated, long },
}) => {
  const chartTop = async (id: string) => {
    await page.goto(`${origin}/trade/${id}`)
    await expect(chartOf(page)).toBeVisible()
    return (await boxOf(page.getByRole('region', { name: 'Live trades' }))).y
  }
  const fresh = await chartTop(long.id)
  expect(await chartTop(graduated.id)).toBe(fresh)
  const banner = page.getByRole('status', { name: 'Migrated' })
  await expect(banner).toContainText('This token has migrated.')
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)
  expect((await boxOf(page.getByRole('region', { name: 'Live trades' }))).y).toBe(fresh)
  await page.reload()
  await expect(chartOf(page)).toBeVisible()
  await expect(banner).toHaveCount(0)
})
