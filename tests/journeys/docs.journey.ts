// Somebody who wants to know first: reads, searches, calculates, looks calls up, and sees whether the server is well.
import type { Locator, Page } from '@playwright/test'
import { FORM_OPENING_LAMPORTS, quoteBuy, quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits, coinText, lamports, solText } from '@twinmint/sdk/core/money'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { PLACES, SECTIONS } from '@twinmint/sdk/internal/api/platform/docs-contents'
import { stateAfter } from '../../packages/web/docs/calculate.ts'
import { expectFits, expectNoSideScroll } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { isPhone, photograph, toast } from './screens.ts'

/** The list of pages with its search: beside the text on a desk, in a sheet on a phone. */
async function contents(page: Page): Promise<Locator> {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Contents' })
  const sheet = page.getByRole('dialog', { name: 'Documentation' })
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: 'Search and contents' }).click()
  return sheet
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the documentation is read in order, by its list, by search and by address', {
  tag: '@phone-soak',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs')
  await expect(title(page, 'Documentation')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await photograph(page, 'docs')

  // A card leads to its section's first page, and from there every page follows the one before.
  await page.getByRole('link', { name: 'Read Getting started' }).click()
  await expect(title(page, 'First steps')).toBeVisible()
  const turn = page.getByRole('navigation', { name: 'Previous and next' })
  await turn.getByRole('link', { name: 'Next Launch a coin' }).click()
  await expect(title(page, 'Launch a coin')).toBeVisible()
  await expect(page).toHaveTitle('Launch a coin · Twinmint')
  await turn.getByRole('link', { name: 'Previous First steps' }).click()
  await expect(page).toHaveURL(/\/docs\/getting-started\/first-steps$/)

  // Sections open and close; the one that is read is open.
  let list = await contents(page)
  const section = list.getByRole('button', { name: 'Core Features' })
  await expect(section).toHaveAttribute('aria-expanded', 'false')
  await expect(list.getByRole('link', { name: 'Graduation' })).toBeHidden()
  await section.click()
  await list.getByRole('link', { name: 'Graduation' }).click()
  await expect(title(page, 'Graduation')).toBeVisible()
  await expect(page.getByText('420 SOL. That is $63,000 at the current rate of $150')).toBeVisible()
  list = await contents(page)
  await expect(list.getByRole('link', { name: 'Graduation' })).toHaveAttribute('aria-current', 'page')
  await section.click()
  await expect(list.getByRole('link', { name: 'Graduation' })).toBeHidden()

  // The search is over all text, by keys alone.
  const field = list.getByRole('combobox', { name: 'Search the documentation' })
  await field.fill('slippage')
  await expect(list.getByRole('option').first()).toContainText('Slippage')
  await photograph(page, 'docs-search')
  await field.fill('how many coins of nothing xyzzy')
  await expect(list.getByText('Nothing here says')).toBeVisible()
  await field.fill('palindrome')
  await expect(list.getByRole('option').first()).toBeVisible()
  await field.press('Escape')
  await expect(list.getByRole('option')).toHaveCount(0)
  await expect(field).toHaveValue('')
  await field.fill('slippage')
  await field.press('ArrowDown')
  await expect(list.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowUp')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/docs\/core\/memecoin-trading#slippage$/)
  await expect(page.getByRole('heading', { name: 'Slippage' })).toBeInViewport()

  // An address with an anchor opens there, and the anchor can be copied.
  await page.goto('/docs/developers/running#is-it-well')
  const heading = page.getByRole('heading', { name: 'Is it well?' })
  await expect(heading).toBeInViewport()
  await heading.hover()
  await page.getByRole('link', { name: 'Copy the link to Is it well?' }).click()
  await expect(toast(page).getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.getByRole('button', { name: 'Copy the code of Is it well?' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`curl ${new URL(page.url()).origin}/api/health`)
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await photograph(page, 'docs-running')

  // A section's own address leads to its first page, and one that is none says so.
  await page.goto('/docs/projects')
  await expect(page).toHaveURL(/\/docs\/projects\/bring-your-collection$/)
})

test('every page of the documentation follows from the one before, opens by its address and fits', {
  tag: ['@soak', '@phone-alone', '@phone-soak'],
}, async ({ page, complaints }) => {
  complaints.allow(/status of 404/)
  await page.setViewportSize({ width: 360, height: 844 })
  await page.goto(PLACES[0]?.path ?? '')
  for (const [at, { path, item }] of PLACES.entries()) {
    await expect(title(page, item.title)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expectNoSideScroll(page)
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 200])
    const next = page.getByRole('link', { name: /^Next/ })
    if (at < PLACES.length - 1) await next.click()
    else await expect(next).toHaveCount(0)
  }
  expect(PLACES.length).toBeGreaterThan(SECTIONS.length)
  const lost = await page.goto('/docs/core/nothing')
  expect(lost?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
})

test('the calculator answers what the core answers, and rarity, errors and calls can be looked up', {
  tag: '@soak',
}, async ({ page, somebody }) => {
  const site = await somebody.get<SiteConfig>('/api/config')
  await page.goto('/docs/core/bonding-curve')
  const calculator = page.getByRole('region', { name: 'Curve calculator' })
  const before = stateAfter(site, FORM_OPENING_LAMPORTS, lamports(3_000_000_000n))
  if (before === undefined) throw new Error('a market with 3 SOL is possible')
  await calculator.getByLabel('Paid in by others before').fill('3')
  await calculator.getByLabel('You pay').fill('1.25')
  const bought = quoteBuy(before, lamports(1_250_000_000n), { nowSeconds: 0n })
  const group = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
  const answer = calculator.getByTestId('calculated')
  await expect(answer).toHaveText(
    `${group(bought.kind === 'quote' ? coinText(bought.baseUnitsOut) : '')} coins`,
  )
  await calculator.getByText('Sell', { exact: true }).click()
  await calculator.getByLabel('You sell').fill('2000000')
  const sold = quoteSell(before, baseUnits(2_000_000_000_000n))
  await expect(answer).toHaveText(`${sold.kind === 'quote' ? solText(sold.lamportsOut) : ''} SOL`)
  await calculator.getByLabel('You sell').fill('999999999')
  await expect(calculator.getByText('so many coins were never bought')).toBeVisible()
  await expectAccessible(page)
  await photograph(page, 'docs-calculator')
  await calculator.getByRole('radio', { name: '1 SOL', exact: true }).check()
  await calculator.getByText('Buy', { exact: true }).click()
  await calculator.getByLabel('Paid in by others before').fill('0')
  await calculator.getByLabel('You pay').fill('1')
  await expect(answer).toHaveText('500,000,000 coins')

  await page.goto('/docs/core/rarity')
  const rarity = page.getByRole('region', { name: 'Rarity of a number' })
  await rarity.getByLabel('A number').fill('121')
  await expect(rarity.getByText('palindrome')).toBeVisible()
  await rarity.getByLabel('A number').fill('1001')
  await expect(rarity.getByText('There is no such NFT.')).toBeVisible()

  await page.goto('/docs/developers/errors#slippageExceeded')
  await expect(page.getByRole('cell', { name: 'slippageExceeded' })).toBeInViewport()
  await expect(page.getByRole('row', { name: /slippageExceeded/ })).toContainText('6019')

  await page.goto('/docs/developers/api')
  const call = page.getByRole('button', { name: /POST \/api\/trades\/execute/ })
  await page.getByLabel('Filter calls').fill('trades execute')
  await expect(page.getByRole('button', { name: /^(GET|POST|PUT|DELETE)/ })).toHaveCount(1)
  await call.click()
  await expect(page.getByText('slippageExceeded: The price moved')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'signedTransaction' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await photograph(page, 'docs-api')
  await page.getByRole('link', { name: 'Trade', exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'Trade', exact: true })).toBeInViewport()
})

test('the foot of the page leads to law, status and elsewhere', { tag: '@soak' }, async ({
  page,
  startServer,
  complaints,
}) => {
  const github = 'https://github.com/example/twinmint'
  const server = await startServer({ env: { LINK_GITHUB: github, X_ACCOUNT: 'twinmint' } })
  await page.goto(`${server.origin}/gallery`)
  const foot = page.getByRole('contentinfo')
  for (const name of ['Privacy Policy', 'Terms of Service', 'Cookie Policy']) {
    await foot.getByRole('link', { name }).click()
    await expect(title(page, name)).toBeVisible()
    await expectFits(page, name)
  }
  await expectAccessible(page)
  await photograph(page, 'cookies')
  for (const [name, path] of [
    ['Documentation', /\/docs$/],
    ['API Reference', /\/docs\/developers\/api$/],
    ['SDK', /\/docs\/developers\/sdk$/],
    ['Analytics', /\/analytics$/],
    ['Status', /\/status$/],
  ] as const) {
    await foot.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
  }
  await expect(foot.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', github)
  await expect(foot.getByRole('link', { name: 'X', exact: true })).toHaveAttribute(
    'href',
    'https://x.com/twinmint',
  )
  await expect(foot.getByRole('link', { name: 'Discord' })).toHaveCount(0)
  // A phone has them in its menu too.
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'GitHub' })).toBeVisible()
  await page.keyboard.press('Escape')
  if (desk !== null) await page.setViewportSize(desk)

  await expect(page.getByText('All is well.')).toBeVisible()
  await expect(page.getByText('the same bytes as here')).toBeVisible()
  const keys = page.getByRole('region', { name: 'Who holds the program’s keys' })
  await expect(keys).toContainText('Upgrade authority, admin, treasury and pause key are the same address.')
  await expect(keys.getByText('a plain wallet, with one key')).toHaveCount(4)
  await photograph(page, 'status')
  complaints.allow(/status|ERR_CONNECTION_REFUSED|Failed to fetch|api\//)
  await server.kill()
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible()
  await expectAccessible(page)
})
