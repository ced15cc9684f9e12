// The trade card from the amount to the receipt: shares, the flip, slippage, a price that moves, a trade that expired, buys
// that are paused; and a coin that graduates while somebody else looks on, whose pool the same card trades.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { curveStateOf, quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits } from '@twinmint/sdk/core/money'
import { setPaused } from '../pause.ts'
import { expectNoSideScroll } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { figure, isPhone, openConnected, photograph, said, toast, tradeCard } from './screens.ts'

test('a trade from the amount to the receipt', { tag: '@phone' }, async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Brisk Frog', symbol: 'BRISK' }, picture)
  if (isPhone(page)) await page.emulateMedia({ reducedMotion: 'no-preference' }) // the sheet as it slides
  await openConnected(page, `/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  const amount = card.getByLabel('Amount in SOL')

  // Shares of 10 SOL; Max keeps the fee, the first account's rent and what a wallet must hold.
  await card.getByRole('button', { name: '25%' }).click()
  await expect(amount).toHaveValue('2.5')
  await card.getByRole('button', { name: 'Max' }).click()
  await expect(amount).toHaveValue('9.99703004')
  await amount.fill('0.05')
  await expect(card).toContainText('≈ $7.50')
  await expect(card).toContainText('Account rent')
  await expect(card).not.toContainText('This trade is large')
  await amount.fill('0.2')
  await expect(card).toContainText('This trade is large for this market')
  // Five percent less than what it brings.
  await expect(figure(card, 'At least, at 5% slippage')).toContainText('158.33M')

  // What 0.2 SOL would bring, as coins to sell; and nothing while there are none to sell.
  await card.getByRole('button', { name: 'Flip to selling BRISK' }).click()
  await expect(card.getByLabel('Amount in BRISK')).toHaveValue('166666666.666666')
  await expect(card.getByText('The wallet has fewer coins than that.')).toBeVisible()
  await card.getByRole('button', { name: 'Flip to spending SOL' }).click()
  await expect(amount).toHaveValue('')

  // A preset of the slippage outlives the page.
  const openSlippage = () => card.getByRole('button', { name: /slippage$/ }).click()
  await openSlippage()
  await card.getByRole('button', { name: '10%', exact: true }).click()
  await expect(card.getByLabel('Slippage', { exact: true })).toHaveValue('10')
  await page.reload()
  await tradeCard(page, 'Buy')
  await openSlippage()
  await expect(card.getByLabel('Slippage', { exact: true })).toHaveValue('10')
  await expect(card.getByRole('button', { name: '10%', exact: true })).toHaveAttribute('aria-pressed', 'true')

  // A third of the market: asked twice.
  await amount.fill('0.5')
  const buy = card.getByRole('button', { name: 'Buy BRISK' })
  await buy.click()
  const question = card.getByRole('alertdialog', { name: 'High price impact' })
  await expect(question).toContainText('33.3%')
  await photograph(page, 'trade-impact')
  await question.getByRole('button', { name: 'Do not trade BRISK' }).click()
  expect(phantom.signatures).toBe(0)
  await buy.click()
  const asked = new Promise<() => void>((isAsked) => {
    phantom.beforeSigning = () => new Promise<void>((resolve) => isAsked(resolve))
  })
  await question.getByRole('button', { name: 'Buy anyway' }).click()
  await expect(card.getByText('Confirm it in your wallet')).toBeVisible()
  await photograph(page, 'trade-signing')
  const sign = await asked
  phantom.beforeSigning = undefined
  sign()
  await expect(said(page)).toContainText('BUY Successful!')
  // Said once, where it was pressed: no toast beside it.
  await expect(toast(page)).toHaveCount(0)
  await expect(card).toContainText('for 333.33M BRISK.')
  const [bought] = (
    await somebody.get<{ trades: { txSignature: string }[] }>(`/api/collections/${coin.id}/trades?limit=1`)
  ).trades
  await expect(card.getByRole('link').first()).toHaveAttribute('href', `/tx/${bought?.txSignature}`)
  await photograph(page, 'trade-receipt')
  await expectAccessible(card)
  await expectNoSideScroll(page)
  await amount.fill('0.1')
  await expect(card.getByText('BUY Successful!')).toHaveCount(0)

  // On a phone the sheet gives way to the page, and the bar opens it where it says.
  if (!isPhone(page)) return
  await page.keyboard.press('Escape')
  await expect(
    page
      .getByRole('table', { name: /^Activity of Brisk Frog/ })
      .getByRole('row')
      .nth(1),
  ).toContainText('0.5')
  await tradeCard(page, 'Sell')
})

test('a trade that expired, a price that moves, and buys that are paused', async ({
  complaints,
  page,
  phantom,
  picture,
  somebody,
  server,
}) => {
  // The browser notes the answer, and the page the trade that failed.
  complaints.allow(/status of 409|waited too long to be signed|are paused/)
  const coin = await somebody.launch({ name: 'Late Frog', symbol: 'LATE' }, picture)
  const read = () => somebody.get<Collection>(`/api/collections/${coin.id}`)
  await openConnected(page, `/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  const amount = card.getByLabel('Amount in SOL')
  const buy = card.getByRole('button', { name: 'Buy LATE' })

  // Signed too late, and the price has moved meanwhile: nothing moved, and the difference is shown before the second try.
  await amount.fill('0.1')
  phantom.isLate = true
  phantom.beforeSigning = () => somebody.trade('BUY', coin.id, '0.2')
  await buy.click()
  const problem = card.getByRole('alert')
  await expect(problem).toContainText('The transaction waited too long to be signed. No money moved.')
  await expect(problem).toContainText(
    /You would now receive about [\d.]+M LATE instead of [\d.]+M LATE \(−\d/,
  )
  expect(await read()).toMatchObject({ tradeCount: 1, realLamports: '200000000' })
  await photograph(page, 'trade-expired')
  phantom.isLate = false
  phantom.beforeSigning = undefined
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(said(page)).toContainText('You paid 0.1 SOL')
  expect(await read()).toMatchObject({ tradeCount: 2, realLamports: '300000000' })

  // Figures follow the curve, and say so.
  await tradeCard(page, 'Buy')
  await amount.fill('0.1')
  await expect(card).toContainText('You receive about')
  await somebody.trade('BUY', coin.id, '0.3')
  await expect(card).toContainText('since you typed it')

  // Buys are paused, sells go on.
  await setPaused(server, true)
  try {
    await buy.click()
    await expect(card.getByText(/^Launches, buys, listings and offers are paused/).first()).toBeVisible()
    await expect(card.getByRole('button', { name: 'Buys are paused' })).toBeDisabled()
    await photograph(page, 'trade-paused')
    await card.getByRole('tab', { name: 'Sell', exact: true }).click()
    await card.getByRole('button', { name: '25%' }).click()
    await card.getByRole('button', { name: 'Sell LATE' }).click()
    await expect(said(page)).toContainText('SELL Successful!')
  } finally {
    await setPaused(server, false)
  }
})

test('a coin graduates under the eyes of somebody else, and the same card trades its pool', async ({
  browser,
  complaints,
  contextOptions,
  page,
  phantom,
  picture,
  server,
  somebody,
}) => {
  await somebody.airdrop(10)
  const coin = await somebody.launch({ name: 'Golden Frog', symbol: 'GOLD', devBuyAmount: '15' }, picture)
  const read = () => somebody.get<Collection>(`/api/collections/${coin.id}`)
  const others = await browser.newContext({ ...contextOptions, baseURL: server.origin })
  await complaints.watch(others)
  const onlooker = await others.newPage()
  await onlooker.goto(`/trade/${coin.id}`)
  await expect(onlooker.getByRole('heading', { name: 'Golden Frog' })).toBeVisible()
  await expect(onlooker.getByText('This token has migrated.')).toHaveCount(0)

  await openConnected(page, `/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('4.6')
  await expect(card).toContainText('the coin migrates with it')
  await card.getByRole('button', { name: 'Buy GOLD' }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  for (const each of [page, onlooker]) {
    const banner = each.getByRole('status', { name: 'Migrated' })
    await expect(banner).toContainText('This token has migrated.')
    await expect(banner).toContainText('19.6 SOL')
  }
  await photograph(onlooker, 'trade-graduated')
  await others.close()

  // A quarter of what was bought, at what the pool says, to the lamport.
  const pool = await read()
  expect(pool.isGraduated).toBe(true)
  await tradeCard(page, 'Sell')
  await expect(card).toContainText('Open pool.')
  await expect(card).toContainText('locked for ever')
  const held = BigInt((await phantom.wallet(coin.id)).coin?.baseUnits ?? '0')
  const before = BigInt((await phantom.wallet()).lamports)
  await card.getByRole('button', { name: '25%' }).click()
  await photograph(page, 'trade-pool')
  await card.getByRole('button', { name: 'Sell GOLD' }).click()
  await expect(said(page)).toContainText('SELL Successful!')
  const sold = quoteSell(curveStateOf(pool), baseUnits(held / 4n))
  if (sold.kind === 'refused') throw new Error(sold.code)
  expect(BigInt((await phantom.wallet()).lamports) - before).toBe(sold.lamportsOut - 5_000n)
  expect((await read()).reserveLamports).toBe(sold.after.reserveLamports.toString())
  expect(isPhone(page) || (await card.isVisible())).toBe(true)
})
