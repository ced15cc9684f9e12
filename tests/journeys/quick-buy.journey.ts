// Quick buy: amounts that are set once, a click on a card or a row and the wallet's signature, on the real chain; what asks
// first, what refuses, and that nothing is spent before the amounts are set.
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, openConnected, photograph, toast, tradeCard } from './screens.ts'

const setting = (page: Page): Locator => page.getByRole('button', { name: /^Quick buy/ })
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Quick buy' })
const buyButton = (page: Page, symbol: string, amount: string): Locator =>
  page.getByRole('button', { name: `Buy ${symbol} for ${amount} SOL` })

test('amounts are set once, and a card’s and a row’s click buy with the demo wallet', {
  tag: '@phone-soak',
}, async ({ page, picture, server, somebody }) => {
  const coin = await somebody.launch({ name: 'Quick Frog', symbol: 'QUICK' }, picture)
  const trades = async () =>
    (await somebody.get<{ tradeCount: number }>(`/api/collections/${coin.id}`)).tradeCount
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Quick Frog' }).first()).toBeVisible()

  await test.step('off until the trader has set amounts', async () => {
    await expect(page.getByRole('button', { name: /^Buy QUICK/ })).toHaveCount(0)
    await setting(page).click()
    await expectAccessible(dialogOf(page))
    await photograph(page, 'quick-buy-setting')
    await dialogOf(page).getByLabel('Amount 1', { exact: true }).fill('1,000')
    await dialogOf(page).getByLabel('Amount 2', { exact: true }).fill('zero')
    await dialogOf(page).getByRole('button', { name: 'Turn on' }).click()
    await expect(dialogOf(page).getByRole('alert')).toHaveCount(2)
    await dialogOf(page).getByLabel('Amount 1', { exact: true }).fill('0,02')
    await dialogOf(page).getByLabel('Amount 2', { exact: true }).fill('0.01')
    await dialogOf(page).getByLabel('A click spends amount 2').check()
    await dialogOf(page).getByRole('button', { name: 'Turn on' }).click()
    await expect(setting(page)).toHaveText('Quick buy0.01 SOL')
  })

  await test.step('without a wallet a click asks for one', async () => {
    await buyButton(page, 'QUICK', '0.01').click()
    await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${server.origin}/`)
    await connect(page, 'Demo Wallet')
    await expect(toast(page)).toContainText('You received')
  })

  await test.step('a card buys, and its link is not followed', async () => {
    await buyButton(page, 'QUICK', '0.01').click()
    await expect(toast(page)).toContainText('BUY Successful!')
    await expect(toast(page)).toContainText('You paid 0.01 SOL for')
    expect(await trades()).toBe(1)
    await expect(page).toHaveURL(`${server.origin}/`)
  })

  await test.step('a double click buys once', async () => {
    await buyButton(page, 'QUICK', '0.01').dblclick()
    await expect(toast(page)).toContainText('BUY Successful!')
    // Until another click would be heard.
    await expect(buyButton(page, 'QUICK', '0.01')).toBeEnabled()
    expect(await trades()).toBe(2)
  })

  await test.step('a row buys with the keyboard, and keeps the focus', async () => {
    await page.goto('/trade?q=Quick')
    const row = buyButton(page, 'QUICK', '0.01')
    await row.focus()
    await page.keyboard.down('Enter')
    await expect(toast(page)).toContainText('BUY Successful!')
    await expect(row).toBeEnabled()
    // A key that is held is no other click.
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await trades()).toBe(3)
    await expect(row).toBeFocused()
    await expect(page).toHaveURL(`${server.origin}/trade?q=Quick`)
    await page.goto('/trade?view=columns&q=Quick')
    await buyButton(page, 'QUICK', '0.01').click()
    await expect(toast(page)).toContainText('BUY Successful!')
    expect(await trades()).toBe(4)
  })

  await test.step('the trade card offers the same amounts, and only fills them in', async () => {
    await page.goto(`/trade/${coin.id}`)
    const card = await tradeCard(page, 'Buy')
    await card.getByRole('group', { name: 'Usual amounts' }).getByRole('button', { name: '0.02 SOL' }).click()
    await expect(card.getByLabel('Amount in SOL')).toHaveValue('0.02')
    expect(await trades()).toBe(4)
  })

  await test.step('turned off, the buttons are gone', async () => {
    await page.goto('/trade?q=Quick')
    await setting(page).click()
    await dialogOf(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: /^Buy QUICK/ })).toHaveCount(0)
  })
})

test('a high price impact asks first; the wallet’s no and too little SOL are said once', {
  tag: '@soak',
}, async ({ complaints, page, phantom, picture, somebody }) => {
  complaints.allow(/User rejected|SigningFailure|NotSigned|status of 409/)
  const coin = await somebody.launch({ name: 'Steep Frog', symbol: 'STEEP' }, picture)
  const trades = async () =>
    (await somebody.get<{ tradeCount: number }>(`/api/collections/${coin.id}`)).tradeCount
  await page.addInitScript(() => localStorage.setItem('twinmint.quickBuy', '0 1 50'))
  await openConnected(page, '/trade?view=columns&q=Steep')
  await buyButton(page, 'STEEP', '1').click()
  const question = page.getByRole('dialog', { name: 'Quick buy of Steep Frog' })
  await expect(question).toContainText('moves the price against you')
  await expectAccessible(question)
  await photograph(page, 'quick-buy-question')
  await question.getByRole('button', { name: 'Do not trade STEEP' }).click()
  await expect(question).toBeHidden()
  expect(await trades()).toBe(0)

  await buyButton(page, 'STEEP', '1').click()
  await question.getByRole('button', { name: 'Buy anyway' }).click()
  await expect(toast(page)).toContainText('BUY Successful!')
  expect(await trades()).toBe(1)

  await test.step('the wallet’s no is said once, and nothing moves', async () => {
    phantom.refuses = true
    await setting(page).click()
    await dialogOf(page).getByLabel('Amount 3', { exact: true }).fill('0.01')
    await dialogOf(page).getByLabel('A click spends amount 3').check()
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await buyButton(page, 'STEEP', '0.01').click()
    await expect(toast(page)).toContainText('STEEP was not bought')
    await expect(toast(page)).toContainText('No money moved.')
    await expect(buyButton(page, 'STEEP', '0.01')).toBeVisible()
    expect(await trades()).toBe(1)
    phantom.refuses = false
  })

  await test.step('what came too late can be tried again where it is said', async () => {
    phantom.isLate = true
    await buyButton(page, 'STEEP', '0.01').click()
    await expect(question).toContainText('No money moved.')
    await expectAccessible(question)
    phantom.isLate = false
    await question.getByRole('button', { name: 'Try again' }).click()
    await expect(toast(page)).toContainText('BUY Successful!')
    await expect(question).toBeHidden()
    expect(await trades()).toBe(2)
  })

  await test.step('too little SOL is a sentence and a way to the coin', async () => {
    await setting(page).click()
    await dialogOf(page).getByLabel('A click spends amount 2').check()
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await buyButton(page, 'STEEP', '50').click()
    await expect(toast(page)).toContainText('STEEP was not bought')
    await toast(page).getByRole('link', { name: 'Open the coin' }).click()
    await expect(page).toHaveURL(new RegExp(`/trade/${coin.id}$`))
    await page.goBack()
  })
})
