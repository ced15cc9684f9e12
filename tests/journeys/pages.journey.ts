// What is the same on every page: addresses that lead nowhere, messages, hints, and stillness where motion is unwanted.
import type { Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { drawPicture } from '../pictures.ts'
import { expect, test } from './fixtures.ts'
import { connect, openMore, photograph, said, toast, tradeCard } from './screens.ts'

test('addresses that lead nowhere say so and lead home', async ({ complaints, page }) => {
  complaints.allow(/status of 404|collections\/0000/)
  await page.goto('/nothing/here')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/trade/00000000-0000-8000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Collection Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: 'Featured Collections' })).toBeVisible()
})

test('one message at a time, gone after five seconds, and F8 goes to it', { tag: '@soak' }, async ({
  context,
  page,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Copied Frog', symbol: 'COPY' }, picture)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/trade/${coin.id}`)
  await page.getByRole('banner').getByRole('link').first().waitFor()
  await openMore(page)
  await page.getByRole('button', { name: 'Copy creator address' }).first().click()
  await expect(toast(page)).toContainText('Creator address copied to clipboard')
  await page.getByRole('button', { name: 'Copy contract address' }).first().click()
  await expect(toast(page)).toContainText('Copied!')
  await expect(toast(page)).toContainText('Contract address copied to clipboard')
  await expect(toast(page).getByRole('listitem')).toHaveCount(1)
  const shownAt = Date.now()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(coin.mintAddress)
  await expect(toast(page).getByRole('listitem')).toHaveCount(0)
  expect(Date.now() - shownAt).toBeGreaterThan(3_500)

  await page.getByRole('button', { name: 'Copy contract address' }).first().click()
  await expect(toast(page).getByRole('listitem')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F8')
  await expect(toast(page).getByRole('list')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(toast(page).getByRole('listitem')).toHaveCount(0)
})

test('hints come after a moment, one at a time, and the search has a key', async ({ page }) => {
  await page.goto('/')
  const hint = page.getByRole('tooltip')
  const help = page.getByRole('button', { name: 'How Twinmint works' })
  // Before the page's code is there nobody hears of a pointer.
  await expect(async () => {
    await page.mouse.move(10, 500)
    await help.hover()
    await expect(hint).toHaveCount(0)
    await expect(hint).toHaveText('How Twinmint works', { timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Demo Mode' }).hover()
  await expect(hint).toHaveCount(1)
  await expect(hint).toContainText('2 SOL of play money')
  await page.mouse.move(10, 500)
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search coins' })).toBeFocused()
  await page.keyboard.type('nothing of that name')
  await expect(page.getByText('No results for "nothing of that name"')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Search coins' })).toHaveValue('')
  await help.click()
  await expect(page.getByRole('dialog', { name: 'How Twinmint works' })).toBeVisible()
  await photograph(page, 'help')
  await page.mouse.click(20, 450)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a coin that graduated says so in gold, and trades on', async ({ page, phantom, picture, somebody }) => {
  const coin = await somebody.launch({ name: 'Golden Frog', symbol: 'GOLD' }, picture)
  await somebody.airdrop(10)
  await somebody.trade('BUY', coin.id, '19')
  await phantom.trade('BUY', coin.id, '1.2')
  const graduated = await somebody.get<Collection>(`/api/collections/${coin.id}`)
  expect(graduated).toMatchObject({ isGraduated: true, realLamports: '20200000000' })
  await page.goto(`/trade/${coin.id}`)
  await expect(page.getByRole('status', { name: 'Migrated' })).toContainText('This token has migrated.')
  const cap = page.getByText('Market cap', { exact: true }).first().locator('..').getByTitle(/^\$/)
  await expect(cap).toHaveCSS('color', 'rgb(255, 207, 58)')
  await connect(page)
  await photograph(page, 'graduated')
  const card = await tradeCard(page, 'Sell')
  await card.getByRole('button', { name: '50%' }).click()
  await card.getByRole('button', { name: 'Sell GOLD' }).click()
  await expect(said(page)).toContainText('SELL Successful!')
  const sold = await somebody.get<Collection>(`/api/collections/${coin.id}`)
  expect(sold).toMatchObject({ isGraduated: true, tradeCount: 3 })
  expect(Number(sold.realLamports)).toBeLessThan(20_200_000_000)
  await page.goto('/')
  await expect(page.getByRole('article').filter({ hasText: 'Golden Frog' })).toContainText('Graduated')
})

/** Names of what moves without end, but for spinners. */
const endlessMotion = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => each.playState === 'running' && each.effect?.getTiming().iterations === Infinity)
      .map((each) => (each as CSSAnimation).animationName),
  )

test('nothing moves where motion is unwanted', async ({ page, somebody }) => {
  const colours = ['#9a6bff', '#ffcf3a', '#21d38b', '#ff5c77', '#3aa0ff']
  for (const [at, colour] of colours.entries()) {
    await somebody.launch(
      { name: `Moving Frog ${at}`, symbol: 'MOVE', boostLaunch: true },
      await drawPicture(colour),
    )
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Boosted collections' })).toBeVisible()
  // It stops under the pointer, which begins in the corner that the ticker is in.
  await page.mouse.move(700, 500)
  await expect.poll(() => endlessMotion(page)).toContain('ticker')
  await photograph(page, 'home-ticker')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  const ticker = page.getByRole('region', { name: 'Boosted collections' })
  await expect(ticker.getByRole('link', { name: /Moving Frog 4/ })).toBeVisible()
  await expect.poll(() => endlessMotion(page)).toEqual([])
})
