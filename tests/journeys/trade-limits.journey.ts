// Trades that can't be: the button is disabled and the card says why; and a price that moved while the wallet was asking.
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { expect, test } from './fixtures.ts'
import { openConnected, photograph, said, tradeCard } from './screens.ts'

test('amounts and slippage that are refused before anything is sent', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Strict Frog', symbol: 'RULE' }, picture)
  await openConnected(page, `/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  const amount = card.getByLabel('Amount in SOL')
  await expect(card.getByRole('button', { name: 'Enter an amount' })).toBeDisabled()
  await amount.fill('0')
  await expect(card.getByRole('button', { name: 'Enter an amount' })).toBeDisabled()
  const buy = card.getByRole('button', { name: 'Buy RULE' })
  for (const [text, why] of [
    ['11', 'The wallet has less SOL than this costs. Enter a smaller amount or add SOL.'],
    ['0.0000000001', 'SOL has at most 9 decimals.'],
    ['a lot', 'Please enter a valid amount'],
    ['1,000', 'That could be thousands or decimals. Type 1000 or 1.'],
    ['1.000', 'That could be thousands or decimals. Type 1000 or 1.'],
  ] as const) {
    await amount.fill(text)
    await expect(card.getByText(why)).toBeVisible()
    await expect(buy).toBeDisabled()
  }
  for (const text of ['0,1 SOL', '٠٫١', '0.1']) {
    await amount.fill(text)
    await expect(buy).toBeEnabled()
    await expect(card.getByText(/at least/).first()).toBeVisible()
  }
  await card.getByRole('button', { name: /slippage$/ }).click()
  const slippage = card.getByLabel('Slippage', { exact: true })
  for (const text of ['60', '0.05', 'none']) {
    await slippage.fill(text)
    await expect(slippage).toHaveAccessibleDescription('Slippage goes from 0.1 % to 50 %.')
    await expect(buy).toBeDisabled()
  }
  await photograph(page, 'trade-slippage-refused')
  await slippage.blur()
  await expect(slippage).toHaveValue('5')
  await expect(buy).toBeEnabled()

  await tradeCard(page, 'Sell')
  await card.getByLabel('Amount in RULE').fill('10M rule')
  await expect(card.getByText('The wallet has fewer coins than that. Enter a smaller amount.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Sell RULE' })).toBeDisabled()
  expect(phantom.signatures).toBe(0)
})

test('a price that moved beyond the slippage while the wallet was asking', async ({
  complaints,
  page,
  phantom,
  picture,
  somebody,
}) => {
  // The browser notes the answer, and the page the mutation that failed.
  complaints.allow(/status of 409|price moved beyond your slippage/)
  const coin = await somebody.launch({ name: 'Hasty Frog', symbol: 'RUSH' }, picture)
  const read = () => somebody.get<Collection>(`/api/collections/${coin.id}`)
  await openConnected(page, `/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('0.1')
  phantom.beforeSigning = () => somebody.trade('BUY', coin.id, '1')
  await card.getByRole('button', { name: 'Buy RUSH' }).click()
  await expect(said(page)).toContainText('Trade Failed')
  await expect(said(page)).toContainText(
    'The price moved beyond your slippage before the trade arrived. No money moved.',
  )
  expect((await phantom.wallet()).lamports).toBe('10000000000')
  expect(await read()).toMatchObject({ tradeCount: 1, realLamports: '1000000000' })
  await photograph(page, 'trade-moved')

  phantom.beforeSigning = undefined
  await card.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  expect(await read()).toMatchObject({ tradeCount: 2, realLamports: '1100000000' })
})
