// All markets: a view that can be sent, figures and coins that come by themselves, rows that hold still under a pointer,
// more of them than a screen; and the platform's figures, which are what was traded.
import type { Locator, Page } from '@playwright/test'
import { boost, type Client, createClient, swap } from '../client.ts'
import type { ServerProcess } from '../server-process.ts'
import { answer } from './answers.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { isPhone, photograph } from './screens.ts'

/** Somebody with `sol` on a server. */
async function trader(server: ServerProcess, sol: number): Promise<Client> {
  const client = createClient(server.origin)
  for (let left = sol; left > 0; left -= 10) await client.airdrop(Math.min(10, left))
  return client
}

/** On a desk rows of the table, on a phone items of the list: a drawn page has both until it is taken over, and shows one. */
const rows = (page: Page): Locator => page.locator('main [data-id]').filter({ visible: true })
const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name })
const names = (page: Page): Promise<string[]> => rows(page).getByRole('link').allTextContents()

/** By the head of the column, or by its name in the list of orders. */
async function sortBy(page: Page, label: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label })
  else await page.getByRole('columnheader', { name: label }).getByRole('button').click()
}

async function turnAround(page: Page, label: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: /turn around/ }).click()
  else await sortBy(page, label)
}

test('tabs, order and search are in the address, over a reload and Back', { tag: '@phone' }, async ({
  page,
  states,
}) => {
  await page.goto(`${states.origin}/trade`)
  await expect(page).toHaveTitle('Markets · Twinmint')
  await expect.poll(() => names(page)).toEqual(['Graduated Toad', 'Nearly Toad', 'Middle Frog', 'Small Frog'])
  await photograph(page, 'markets')

  await sortBy(page, 'Price')
  await expect(page).toHaveURL(/\/trade\?sort=price$/)
  await turnAround(page, 'Price')
  await expect(page).toHaveURL(/\?sort=price&order=asc$/)
  const upwards = ['Small Frog', 'Middle Frog', 'Nearly Toad', 'Graduated Toad']
  await expect.poll(() => names(page)).toEqual(upwards)
  if (!isPhone(page))
    await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect.poll(() => names(page)).toEqual(upwards)

  await page.getByRole('tab', { name: 'About to graduate' }).click()
  await expect(page).toHaveURL(/\?tab=graduating$/)
  await expect.poll(() => names(page)).toEqual(['Nearly Toad'])
  await page.getByRole('tab', { name: 'Graduated', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(['Graduated Toad'])
  await page.getByRole('tab', { name: 'New' }).click()
  // Ages are of whole seconds, so the order of these is not for sure.
  await expect
    .poll(async () => (await names(page)).sort())
    .toEqual(['Middle Frog', 'Nearly Toad', 'Small Frog'])
  await page.goBack()
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(['Nearly Toad'])
  await page.goBack()
  await expect(page).toHaveURL(/\?sort=price&order=asc$/)
  await expect.poll(() => names(page)).toEqual(upwards)

  const search = page.getByRole('searchbox', { name: 'Search markets' })
  await search.fill('frog')
  await expect.poll(() => names(page)).toEqual(['Small Frog', 'Middle Frog'])
  await expect(page).toHaveURL(/q=frog/)
  await search.fill('nothing of the kind')
  await expect(page.getByRole('heading', { name: 'No market found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => names(page)).toEqual(upwards)

  await rowOf(page, 'Middle Frog').getByRole('link').click()
  await expect(page).toHaveURL(/\/trade\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(page).toHaveURL(/\?sort=price&order=asc$/)
  await expect.poll(() => names(page)).toEqual(upwards)
})

test('an empty market says what to do; figures and new coins come by themselves, and rows hold still under a pointer or the focus', {
  tag: '@soak',
}, async ({ complaints, page, picture, startServer }) => {
  complaints.allow(/status of 500|collections\?|analytics/)
  const server = await startServer()
  await test.step('empty tabs say what to do', async () => {
    await page.goto(`${server.origin}/trade`)
    await expect(page.getByRole('heading', { name: 'No market yet' })).toBeVisible()
    await expectAccessible(page)
    for (const [tab, title] of [
      ['New', 'Nothing new today'],
      ['About to graduate', 'None is close to graduation'],
      ['Graduated', 'None has graduated yet'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
    await page.getByRole('button', { name: 'See who is nearest' }).click()
    await expect(page).toHaveURL(/\?sort=progress$/)
  })

  await test.step('what fails can be tried again', async () => {
    const failing = (path: string) => answer(page, path, (route) => route.fulfill({ status: 500, body: '' }))
    const ends = [await failing('**/api/collections?*'), await failing('**/api/markets/figures?*')]
    // With a question in its address the page asks for itself.
    await page.goto(`${server.origin}/trade?asks`)
    await expect(page.getByRole('heading', { name: 'The markets could not be loaded' })).toBeVisible()
    await expectFits(page, 'markets that could not be loaded')
    await page.goto(`${server.origin}/analytics`)
    await expect(page.getByRole('heading', { name: 'The figures could not be loaded' })).toBeVisible()
    for (const end of ends) end()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Nothing happened in this time.')).toBeVisible()
  })

  const somebody = await trader(server, 20)
  const coin = (name: string, devBuyAmount: string) =>
    somebody.launch({ name, symbol: 'LIVE', devBuyAmount }, picture)
  const volume = rowOf(page, 'Low Frog')
  const low = await coin('Low Frog', '0.2')
  await coin('High Frog', '1')
  const middle = await test.step('figures and new coins come by themselves', async () => {
    await page.goto(`${server.origin}/trade`)
    await expect.poll(() => names(page)).toEqual(['High Frog', 'Low Frog'])
    await expect(volume).toContainText('0.2 SOL')
    await somebody.trade('BUY', low.id, '0.3')
    await expect(volume).toContainText('0.5 SOL')
    const launched = await coin('New Frog', '0.4')
    await expect.poll(() => names(page)).toEqual(['High Frog', 'Low Frog', 'New Frog'])
    return launched
  })

  const late = await test.step('rows hold still under the pointer', async () => {
    await rowOf(page, 'High Frog').hover()
    await somebody.trade('BUY', low.id, '1.5')
    await expect(volume).toContainText('2 SOL')
    await expect(page.getByText('Paused while you point; 1 change waiting')).toBeVisible()
    const launched = await coin('Late Frog', '0.1')
    await expect(page.getByText('Paused while you point; 2 changes waiting')).toBeVisible()
    expect(await names(page)).toEqual(['High Frog', 'Low Frog', 'New Frog'])
    await photograph(page, 'markets-paused')
    await page.getByRole('heading', { name: 'Markets' }).hover()
    await expect.poll(() => names(page)).toEqual(['Low Frog', 'High Frog', 'New Frog', 'Late Frog'])
    await expect(page.getByText(/Paused while/)).toBeHidden()
    return launched
  })

  await test.step('the table is walked with the keyboard, and holds still meanwhile', async () => {
    await page.getByRole('columnheader', { name: 'Market cap' }).getByRole('button').focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toContainText('1,000,000,000 coins')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/sort=marketCap$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/sort=marketCap&order=asc$/)
    await expect.poll(() => names(page)).toEqual(['Late Frog', 'New Frog', 'High Frog', 'Low Frog'])
    await page.getByRole('columnheader', { name: 'Age' }).getByRole('button').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Late Frog' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: 'New Frog' })).toBeFocused()
    await coin('Last Frog', '0')
    await expect(page.getByText('Paused while a row has the focus; 1 change waiting')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/trade/${late.id}$`))
    await page.goBack()
    // Beside its name a row leads to its coin too.
    await page
      .getByRole('row', { name: /New Frog/ })
      .getByRole('progressbar')
      .click()
    await expect(page).toHaveURL(new RegExp(`/trade/${middle.id}$`))
  })
})

test('more coins than a page scroll by, and Back finds the place again', { tag: '@soak' }, async ({
  page,
  picture,
  startServer,
}) => {
  const server = await startServer()
  const somebody = await trader(server, 20)
  for (let number = 1; number <= 16; number += 2)
    await Promise.all(
      [0, 1].map((more) => somebody.launch({ name: `Frog ${number + more}`, symbol: 'FROG' }, picture)),
    )
  await page.setViewportSize({ width: 1440, height: 300 })
  // A hundred launches take a minute: the server is asked for smaller pages instead, in a lower window.
  const asked: string[] = []
  await answer(page, /\/api\/collections\?limit=100&/, (route) => {
    const url = route.request().url().replace('limit=100', 'limit=6')
    asked.push(url)
    return route.continue({ url })
  })
  await page.goto(`${server.origin}/trade?sort=age&order=desc`)
  const last = page.locator('[aria-rowindex="17"]')
  await expect(async () => {
    await rows(page).last().scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('These are all.')).toBeVisible()
  await expect(page.getByText('16 coins', { exact: true })).toBeAttached()
  expect(asked.map((url) => new URL(url).searchParams.has('cursor'))).toEqual([false, true, true])
  expect(await rows(page).count()).toBeLessThan(16)

  const name = (await last.getByRole('link').textContent()) ?? ''
  await last.getByRole('link').click()
  await expect(page.getByRole('heading', { name }).first()).toBeVisible()
  await page.goBack()
  await expect(last).toBeInViewport()
  await expect(last).toContainText(name)
})

test('the platform’s figures are what was traded', { tag: '@soak' }, async ({
  page,
  picture,
  startServer,
}) => {
  const server = await startServer()
  const [creator, buyer] = [await trader(server, 10), await trader(server, 10)]
  const coin = await creator.launch({ name: 'Counted Frog', symbol: 'COUNT', devBuyAmount: '1' }, picture)
  await buyer.trade('BUY', coin.id, '2')
  const { trade: sell } = await buyer.trade('SELL', coin.id, '1000000')
  await swap(buyer, 'capture', coin.id, { count: 2 })
  await boost(creator, coin.id)
  const fees = (Number(sell.feeLamports) + 1e9) / 1e9
  const volume = 3 + (Number(sell.lamports) + Number(sell.feeLamports)) / 1e9

  await page.goto(`${server.origin}/`)
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveTitle('Analytics · Twinmint')
  const totals = page.getByRole('region', { name: 'Totals' })
  const total = (term: string) =>
    totals
      .locator('div')
      .filter({ has: page.getByText(term, { exact: true }) })
      .getByRole('definition')
      .first()
  await expect(total('Launches')).toHaveText('1')
  await expect(total('Trades')).toHaveText('3')
  await expect(total('Swaps')).toHaveText('2')
  await expect(total('Traders')).toHaveText('2')
  await expect(total('Graduations')).toHaveText('0')
  const shownSol = async (term: string) =>
    Number.parseFloat((await total(term).locator('[title]').getAttribute('title')) ?? '')
  expect(await shownSol('Volume')).toBeCloseTo(volume, 8)
  expect(await shownSol('Fees')).toBeCloseTo(fees, 8)
  await photograph(page, 'analytics')

  await page.getByText('7 days').click()
  await expect(page).toHaveURL(/\/analytics\?range=7d$/)
  const trades = page.getByRole('region', { name: 'Trades', exact: true })
  await expect(trades.getByRole('img')).toHaveAccessibleName(/^Trades: at most 3, at .* UTC/)
  await page.getByRole('button', { name: 'Trades as a table' }).click()
  const lines = trades.getByRole('table').getByRole('row')
  await expect(lines).toHaveCount(8)
  await expect(lines.nth(1)).toContainText(/3$/)
  for (const quiet of [2, 7]) await expect(lines.nth(quiet)).toContainText(/0$/)
  await expectAccessible(trades)
  await page.reload()
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  await page.goBack()
  await expect(page.getByRole('radio', { name: '24 hours' })).toBeChecked()
})
