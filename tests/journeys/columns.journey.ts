// The markets as three live columns: coins come in by themselves, filters are in the address over a reload and Back, rows
// hold still, and a phone has one column behind tabs.
import type { Locator, Page } from '@playwright/test'
import { createClient } from '../client.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { isPhone, photograph } from './screens.ts'

const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const names = (page: Page, name: string): Promise<string[]> =>
  column(page, name).getByRole('link').allTextContents()
/** On a phone behind its tab. */
async function open(page: Page, name: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('tab', { name, exact: true }).click()
}

test('each coin stands in its column, and filters are in the address, over a reload and Back', {
  tag: '@phone-soak',
}, async ({ page, states }) => {
  await page.goto(`${states.origin}/trade`)
  await page.getByRole('link', { name: 'Columns' }).click()
  await expect(page).toHaveURL(/\/trade\?view=columns$/)
  await open(page, 'Graduated')
  await expect.poll(() => names(page, 'Graduated')).toEqual(['Graduated Toad'])
  await open(page, 'About to graduate')
  await expect.poll(() => names(page, 'About to graduate')).toEqual(['Nearly Toad'])
  if (isPhone(page)) {
    await expect(page).toHaveURL(/column=graduating$/)
    await expect(column(page, 'New')).toHaveCount(0)
  }
  await open(page, 'New')
  const all = ['Middle Frog', 'Nearly Toad', 'Small Frog']
  await expect.poll(async () => (await names(page, 'New')).sort()).toEqual(all)
  await photograph(page, 'columns')
  await expectAccessible(page)
  await expectFits(page, 'the live columns')

  await test.step('what is typed must be a number', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await expectAccessible(dialog)
    await dialog.getByLabel('Market cap at least').fill('plenty')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a number')
    await dialog.getByLabel('Market cap at least').fill('40k')
    await dialog.getByLabel('Market cap at most').fill('10k')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('The least is more than the most.')
    await dialog.getByLabel('Market cap at most').fill('')
    await dialog.getByLabel('Market cap at most').press('Enter')
    await expect(dialog).toBeHidden()
  })
  await expect(page).toHaveURL(/[?&]cap=40000-/)
  await expect.poll(() => names(page, 'New')).toEqual(['Nearly Toad'])
  await page.reload()
  await expect.poll(() => names(page, 'New')).toEqual(['Nearly Toad'])

  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await expect(dialog.getByLabel('Market cap at least')).toHaveValue('40000')
  await dialog.getByLabel('Holders at least').fill('1k')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(column(page, 'New').getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await expect(page).toHaveURL(/holders=1000-/)
  await page.goBack()
  await expect.poll(() => names(page, 'New')).toEqual(['Nearly Toad'])
  await page.goForward()
  await expect(page).toHaveURL(/holders=1000-/)
  // What is typed is reset with the filters.
  await page.getByRole('searchbox', { name: 'Search markets' }).fill('small')
  await column(page, 'New').getByRole('button', { name: 'Reset filters' }).click()
  await expect(page).toHaveURL(/\/trade\?view=columns$/)
  await expect.poll(async () => (await names(page, 'New')).sort()).toEqual(all)

  await page.getByRole('searchbox', { name: 'Search markets' }).fill('small')
  await expect.poll(() => names(page, 'New')).toEqual(['Small Frog'])
  await column(page, 'New').getByRole('link', { name: 'Small Frog' }).click()
  await expect(page).toHaveURL(/\/trade\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect.poll(() => names(page, 'New')).toEqual(['Small Frog'])
})

test('new coins come in and figures follow, filters hold for those too, and rows stay where they are under a pointer or the focus', {
  tag: '@soak',
}, async ({ page, picture, startServer }) => {
  const server = await startServer()
  const somebody = createClient(server.origin)
  for (let i = 0; i < 4; i++) await somebody.airdrop(10)
  const coin = (name: string, devBuyAmount: string) =>
    somebody.launch({ name, symbol: 'LIVE', devBuyAmount }, picture)
  await page.goto(`${server.origin}/trade?view=columns`)
  await expect(column(page, 'New')).toContainText('The next one appears here by itself')
  const first = await coin('First Frog', '0.2')
  await expect.poll(() => names(page, 'New')).toEqual(['First Frog'])
  const row = column(page, 'New').getByRole('listitem')
  await expect(row).toContainText('Vol0.2')
  await somebody.trade('BUY', first.id, '0.3')
  await expect(row).toContainText('Vol0.5')
  await expect(row).toContainText('Trades2')

  await row.hover()
  await coin('Second Frog', '0')
  await expect(column(page, 'New')).toContainText('Held; 1 waiting')
  expect(await names(page, 'New')).toEqual(['First Frog'])
  await page.getByRole('heading', { name: 'Markets' }).hover()
  await expect.poll(() => names(page, 'New')).toEqual(['Second Frog', 'First Frog'])

  await test.step('with the keyboard', async () => {
    await page.getByRole('button', { name: 'Filters' }).focus()
    await page.keyboard.press('Tab')
    const reached = column(page, 'New').getByRole('link', { name: 'Second Frog' })
    await expect(async () => {
      if (!(await reached.evaluate((link) => link === document.activeElement)))
        await page.keyboard.press('Tab')
      await expect(reached).toBeFocused({ timeout: 100 })
    }).toPass()
    await page.keyboard.press('ArrowDown')
    await expect(column(page, 'New').getByRole('link', { name: 'First Frog' })).toBeFocused()
    await coin('Third Frog', '0')
    await expect(column(page, 'New')).toContainText('Held; 1 waiting')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/trade/${first.id}$`))
  })

  await test.step('a coin comes in when it comes within the filters, and moves on when it graduates', async () => {
    await page.goto(`${server.origin}/trade?view=columns&volume=1-`)
    await expect(column(page, 'New').getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
    await somebody.trade('BUY', first.id, '1', 50)
    await expect.poll(() => names(page, 'New')).toEqual(['First Frog'])
    await somebody.trade('BUY', first.id, '30', 50)
    await expect.poll(() => names(page, 'Graduated')).toEqual(['First Frog'])
    await expect(column(page, 'New').getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  })
})
