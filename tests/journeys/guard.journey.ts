// A launch guard as buyers meet it: the surcharge is said, counted down and paid, what was locked is told everywhere and
// proven, and it ends by itself. By the chain's clock: the device of this journey is an hour off.
import type { Locator, Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { TradeQuoteWire } from '@twinmint/sdk/api/trade/contract'
import { createClient, swap } from '../client.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { figure, isPhone, openConnected, openDetails, photograph, said, toast, tradeCard } from './screens.ts'

const OPENING = { openingReserveLamports: '30000000000', guardBps: 5_000 }

/** A device whose clock nobody has set. */
const runLate = (page: Page) =>
  page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 3_600_000
  })

/** In percent, as the card says it at this moment. */
async function surchargeShown(guard: Locator): Promise<number> {
  const text = await guard.innerText()
  return Number(/([\d.]+)%/.exec(text)?.[1] ?? Number.NaN)
}

/** The guard lasts until all is done that needs it: ten times as long as this machine takes to open a page. */
const LASTS = 10
const SECONDS_MIN = 30
/** The countdown is looked for in seconds and one minute. */
const SECONDS_MAX = 119

async function secondsToOpen(page: Page, path: string): Promise<number> {
  const began = performance.now()
  await openConnected(page, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return (performance.now() - began) / 1_000
}

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y

test('a buyer sees the surcharge, pays it, sees what was locked, and sees it end', {
  tag: ['@soak', '@phone-soak'],
}, async ({ page, phantom, picture, server, somebody }) => {
  test.slow()
  expect((await phantom.wallet()).lamports).toBe('10000000000')
  await runLate(page)
  const seconds = Math.ceil(LASTS * (await secondsToOpen(page, '/launch')))
  const guardSeconds = Math.min(Math.max(seconds, SECONDS_MIN), SECONDS_MAX)
  const coin = await somebody.launch(
    { name: 'Guarded Frog', symbol: 'GUARD', ...OPENING, initialPrice: '0.00000003', guardSeconds },
    picture,
  )
  expect(coin).toMatchObject({ ...OPENING, guardSeconds, lockedLamports: '0' })
  await openConnected(page, `/trade/${coin.id}`)
  // On a phone a figure of its own, under the strip.
  const strip = isPhone(page)
    ? page.locator('dt', { hasText: /^Guard$/ })
    : page.getByRole('button', { name: 'Launch guard: buys pay a surcharge now' })
  await expect(strip.first()).toBeVisible()
  await photograph(page, 'guard-page')
  const card = await tradeCard(page, 'Buy')
  const guard = card.getByRole('region', { name: 'Launch guard' })
  const buy = card.getByRole('button', { name: 'Buy GUARD' })

  await test.step('what it is, and that it falls, without anything moving', async () => {
    await expect(guard).toContainText(
      'of a payment is surcharge now, locked for ever; waiting lowers it, the price may rise.',
    )
    await expect(guard).toContainText(/The guard ends in [01]:\d\d/)
    await card.getByLabel('Amount in SOL').fill('1')
    await expect(guard).toContainText('of this payment is surcharge now')
    await expect(figure(card, 'Price impact')).toHaveText(/^[12]\.\d%$/)
    const [percent, top, place] = [await surchargeShown(guard), await topOf(buy), await guard.boundingBox()]
    expect(percent).toBeGreaterThan(5)
    expect(percent).toBeLessThanOrEqual(50)
    for (let step = 1; step <= 3; step++) {
      await expect.poll(() => surchargeShown(guard)).toBeLessThan(percent - step * 0.6)
      expect([await topOf(buy), await guard.boundingBox()]).toEqual([top, place])
    }
    await photograph(page, 'guard-card')
    await expectAccessible(card)
  })

  const locked = await test.step('what is paid is what was said', async () => {
    const percent = await surchargeShown(guard)
    await buy.click()
    await expect(said(page)).toContainText('BUY Successful! You paid 1 SOL')
    await expect(said(page)).toContainText('surcharge, locked for ever.')
    await photograph(page, 'guard-receipt')
    const { trades } = await somebody.get<{ trades: Trade[] }>(`/api/collections/${coin.id}/trades`)
    const { lamports, surchargeLamports } = trades[0] as Trade
    expect(lamports).toBe('1000000000')
    // It fell while the wallet signed, and never rose.
    expect(Number(surchargeLamports)).toBeLessThanOrEqual(percent * 1e7)
    expect(Number(surchargeLamports)).toBeGreaterThan(0)
    const now = await somebody.get<Collection>(`/api/collections/${coin.id}`)
    expect(now.lockedLamports).toBe(surchargeLamports)
    expect(BigInt(now.realLamports) + BigInt(surchargeLamports)).toBe(1_000_000_000n)
    return { surchargeLamports, signature: (trades[0] as Trade).txSignature }
  })

  await test.step('it ends by itself, and nothing moves then either', async () => {
    const quote = await somebody.post<{ quote: TradeQuoteWire }>('/api/trades/test', {
      collectionId: coin.id,
      traderAddress: phantom.address,
      type: 'BUY',
      amount: '1',
    })
    expect(quote.quote.guardEndsAt).toBe(
      new Date(Date.parse(coin.createdAt) + guardSeconds * 1_000).toISOString(),
    )
    const top = await topOf(card.getByRole('button', { name: /^Buy GUARD|Enter an amount/ }))
    await expect(guard).toContainText('The launch guard has ended: buys pay no surcharge.', {
      timeout: (guardSeconds + 20) * 1_000,
    })
    expect(await topOf(card.getByRole('button', { name: /^Buy GUARD|Enter an amount/ }))).toBe(top)
    await expect(strip).toHaveCount(0)
    await photograph(page, 'guard-ended')
    if (isPhone(page)) await page.keyboard.press('Escape')
  })

  const sol = (lamports: string) => (Number(lamports) / 1e9).toString()

  await test.step('the coin’s page and the proof count what was locked', async () => {
    const trades = page.getByRole('table', { name: /^Activity of Guarded Frog/ })
    await expect(trades.getByTitle(/SOL of it was surcharge, locked for ever/)).toHaveCount(1)
    await openDetails(page, 'Coin Info')
    const details = page.getByRole('region', { name: 'Details' })
    if (isPhone(page)) await details.getByText('Figures and addresses').click()
    await expect(figure(details, 'Opening reserve')).toContainText('30 SOL')
    await expect(figure(details, 'Launch guard')).toContainText('ended')
    await expect(figure(details, 'Locked by the guard')).toContainText('for ever')
    await photograph(page, 'guard-info')
    await openDetails(page, 'Proof')
    const panel = page.getByRole('region', { name: 'Proof', exact: true })
    await panel.scrollIntoViewIfNeeded()
    await expect(panel.getByRole('status').first()).toHaveText('Everything adds up, to the unit')
    await expect(figure(panel, 'Locked by the launch guard')).toContainText(sol(locked.surchargeLamports))
    const line = panel.getByRole('listitem').filter({ hasText: 'Nobody gets the surcharge' })
    await line.getByText('Nobody gets the surcharge').click()
    await expect(line).toContainText(`${sol(locked.surchargeLamports)} SOL are locked for ever.`)
    await photograph(page, 'guard-proof')
  })

  await test.step('so does the transaction', async () => {
    await page.goto(`${server.origin}/tx/${locked.signature}`)
    const step = page.getByRole('region', { name: 'What it did' }).getByRole('listitem')
    await expect(step.last()).toContainText('Surcharge of the launch guard')
    await expect(step.last()).toContainText(`${sol(locked.surchargeLamports)} SOL of it`)
  })
})

test('a click that buys asks first while a surcharge is due; NFTs for SOL pay it too, the creator’s first buy does not', async ({
  page,
  phantom,
  picture,
  server,
  somebody,
}) => {
  expect(phantom.signatures).toBe(0)
  const coin = await somebody.launch(
    {
      name: 'Asking Frog',
      symbol: 'ASKING',
      ...OPENING,
      initialPrice: '0.00000003',
      guardSeconds: 600,
      devBuyAmount: '1',
    },
    picture,
  )
  expect(coin.lockedLamports).toBe('0')
  await page.addInitScript(() => localStorage.setItem('twinmint.quickBuy', '0 0.1'))
  await runLate(page)
  await openConnected(page, '/trade?q=Asking')
  await expect(page.getByRole('button', { name: 'Launch guard: buys pay a surcharge now' })).toHaveCount(1)
  await photograph(page, 'guard-row')
  await page.getByRole('button', { name: 'Buy ASKING for 0.1 SOL' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick buy of Asking Frog' })
  await expect(dialog).toContainText('of this payment is surcharge now, locked for ever')
  await expect(figure(dialog, 'Surcharge, locked for ever')).toContainText('SOL')
  await expectAccessible(dialog)
  await photograph(page, 'guard-question')
  await dialog.getByRole('button', { name: 'Do not buy ASKING' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Buy ASKING for 0.1 SOL' }).click()
  await dialog.getByRole('button', { name: 'Buy anyway' }).click()
  await expect(toast(page)).toContainText('surcharge, locked for ever.')

  const trader = createClient(server.origin)
  await trader.airdrop(5)
  const { prepared, confirmed } = await swap(trader, 'buy', coin.id, { count: 1 })
  const { lamports, surchargeLamports } = prepared.cost
  expect(Number(surchargeLamports) / Number(lamports)).toBeGreaterThan(0.4)
  expect(BigInt(confirmed[0]?.surchargeLamports ?? 0)).toBeGreaterThan(0n)

  await page.goto(`/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  await card.getByRole('tab', { name: 'Swap', exact: true }).click()
  await card.getByRole('radio', { name: 'With SOL' }).check()
  await expect(card.getByRole('region', { name: 'Launch guard' })).toContainText(
    'of this payment is surcharge',
  )
  await photograph(page, 'guard-swap')
  await expectFits(page, 'a coin under a launch guard')
  await page.goto('/')
  await expect(
    page.getByRole('button', { name: 'Launch guard: buys pay a surcharge now' }).first(),
  ).toBeVisible()
  await photograph(page, 'guard-cards')
})
