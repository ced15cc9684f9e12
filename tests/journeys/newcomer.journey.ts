// Somebody who has never been here: no wallet, no coin on the page, and minutes later a coin that trades.
import type { Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { formatMoneyExact } from '../../packages/web/ui/format.ts'
import { createClient } from '../client.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseImage,
  closingPrices,
  connect,
  fillLaunch,
  isPhone,
  launchButton,
  photograph,
  said,
  toast,
  tradeCard,
  tradedId,
  walletButton,
} from './screens.ts'

test('a newcomer launches a coin, buys and sells it, and others see it live', { tag: '@phone-soak' }, async ({
  browser,
  complaints,
  contextOptions,
  page,
  photo,
  startServer,
}) => {
  // Of its own, because the page is to be empty.
  const server = await startServer()
  const api = createClient(server.origin)
  const others = await browser.newContext({ ...contextOptions, baseURL: server.origin })
  await complaints.watch(others)
  await page.goto(server.origin)
  await expect(page.getByRole('heading', { name: 'No collections found' })).toBeVisible()
  await photograph(page, 'home-empty')
  const onlooker = await others.newPage()
  await onlooker.goto('/')

  await connect(page, 'Demo Wallet')
  await expect(toast(page)).toContainText('You received 2 SOL')
  await expect(walletButton(page)).toContainText(/^2 SOL/)
  const pill = await walletButton(page).boundingBox()
  await walletButton(page).click()
  await expect(page.getByRole('banner').getByText('Demo Wallet')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('main').getByRole('link', { name: 'Launch Token' }).first().click()
  await expect(page).toHaveURL(/\/hybrid-launch$/)
  await expect(page.getByRole('heading', { name: 'Hybrid Launch' })).toBeVisible()
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  await fillLaunch(page, {
    name: 'Sunset Frog',
    symbol: 'sfrog',
    collectionName: 'Sunset Frogs',
    description: 'It only croaks in the evening.',
    devBuy: '0.1',
  })
  await photograph(page, 'launch-filled')
  await recordProgress(page)
  await launchButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Curating Memetic Collection...' })
  await expect(dialog).toContainText('Please HODL')
  await photograph(page, 'launch-progress')
  const id = await tradedId(page)
  await expectTrueProgress(page)
  await expect(toast(page)).toContainText('Meme Collection Launched! 🚀')
  await expect(toast(page)).toContainText('Sunset Frog launched successfully with 1,000 NFTs')

  const read = () => api.get<Collection>(`/api/collections/${id}`)
  const launched = await read()
  expect(launched).toMatchObject({
    name: 'Sunset Frog',
    symbol: 'SFROG',
    tradeCount: 1,
    maxNFTSupply: 1000,
  })
  // 0.1 SOL against 30 SOL and a billion coins: a billion times 1 of 301 parts. The guard leaves a first buy of so little alone.
  expect(launched.currentSupply).toMatch(/^3322259\.1/)
  expect(launched).toMatchObject({
    openingReserveLamports: '30000000000',
    guardBps: 5_000,
    lockedLamports: '0',
  })
  await expect(page.getByRole('heading', { name: 'Sunset Frog' })).toBeVisible()
  const shown = page.getByRole('button', { name: 'Show the picture of Sunset Frog large' }).locator('img')
  // Loaded, and in the size that is sharp enough for its place.
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-512\.webp$/)
  await expect(page.getByTitle(formatMoneyExact(launched.marketCap)).first()).toBeVisible()

  const coinPage = await others.newPage()
  await coinPage.goto(`/trade/${id}`)
  await expect(coinPage.getByRole('heading', { name: 'Sunset Frog' })).toBeVisible()
  await expect(onlooker.getByRole('article').getByRole('link', { name: 'Sunset Frog' })).toBeVisible()

  await expect.poll(() => closingPrices(page)).toHaveLength(1)
  const [priceBefore] = await closingPrices(page)
  const buy = await tradeCard(page, 'Buy')
  await buy.getByLabel('Amount in SOL').fill('0.2')
  await photograph(page, 'trade-buy')
  await buy.getByRole('button', { name: 'Buy SFROG' }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  // What it has left, in the page's head, in a button that is as wide as before.
  await expect(walletButton(page)).toContainText(/^1\.\d+ SOL/)
  expect((await walletButton(page).boundingBox())?.width).toBe(pill?.width)
  const bought = await read()
  expect(bought.tradeCount).toBe(2)
  // The guard runs: what of the 0.2 SOL is surcharge is locked, the rest is in the reserve.
  expect(BigInt(bought.realLamports) + BigInt(bought.lockedLamports)).toBe(300_000_000n)
  expect(Number(bought.lockedLamports)).toBeGreaterThan(0)
  for (const each of [page, coinPage])
    await expect(each.getByTitle(formatMoneyExact(bought.marketCap)).first()).toBeVisible()
  if (isPhone(page)) await page.keyboard.press('Escape') // the sheet
  await expect.poll(async () => (await closingPrices(page))[0]).not.toBe(priceBefore)
  await expect
    .poll(async () => (await closingPrices(coinPage)).join())
    .toBe((await closingPrices(page)).join())
  await photograph(page, 'trade-bought')

  const sell = await tradeCard(page, 'Sell')
  await sell.getByRole('button', { name: '25%' }).click()
  await sell.getByRole('button', { name: 'Sell SFROG' }).click()
  await expect(said(page)).toContainText('SELL Successful!')
  const sold = await read()
  expect(sold.tradeCount).toBe(3)
  expect(Number(sold.currentSupply)).toBeCloseTo(Number(bought.currentSupply) * 0.75, 0)
  for (const each of [page, coinPage])
    await expect(each.getByTitle(formatMoneyExact(sold.marketCap)).first()).toBeVisible()
  await expect(
    onlooker
      .getByRole('article')
      .filter({ hasText: 'Sunset Frog' })
      .getByTitle(formatMoneyExact(sold.marketCap)),
  ).toBeVisible()
  await photograph(onlooker, 'home-one')
  await others.close()
})

const STEPS = [
  'Creating Memecoin',
  'Creating NFT Collection',
  'Setting up Escrow for NFT/Memecoin swapping',
  'Setting up Candy Machine for lazy minting',
]

/** What the progress dialog said, each time that it changed. */
interface Recorded {
  text: string
  readonly ticks: number[]
  /** Of "n/1000 metadata"; none where the records were written faster than the screen. */
  readonly counts: number[]
  readonly percents: number[]
}
type Recording = typeof globalThis & { progress: Recorded }

/** Notes from now on all that the progress dialog says, however short it says it. */
async function recordProgress(page: Page): Promise<void> {
  await page.evaluate(() => {
    const progress: Recorded = { text: '', ticks: [], counts: [], percents: [] }
    ;(globalThis as Recording).progress = progress
    const note = (list: number[], value: number) => {
      if (list.at(-1) !== value) list.push(value)
    }
    new MutationObserver(() => {
      const dialog = document.querySelector('dialog')
      const bar = dialog?.querySelector('[role="progressbar"][aria-label="Launch progress"]')
      if (!dialog || !bar) return
      progress.text = dialog.textContent
      note(progress.ticks, dialog.querySelectorAll('[aria-label="Done"]').length)
      note(progress.percents, Number(bar.getAttribute('aria-valuenow')))
      const count = /([\d,]+)\/1000 metadata/.exec(dialog.textContent)
      if (count?.[1]) note(progress.counts, Number(count[1].replaceAll(',', '')))
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

/** The four steps, each ticked once it was done and never undone, and a bar that only grew, to 100. */
async function expectTrueProgress(page: Page): Promise<void> {
  const { text, ticks, counts, percents } = await page.evaluate(() => (globalThis as Recording).progress)
  for (const step of STEPS) expect(text).toContain(step)
  expect(text).toContain('Do not close this window or refresh the page')
  for (const list of [ticks, counts, percents]) expect(list).toEqual(list.toSorted((a, b) => a - b))
  expect(ticks.at(-1)).toBe(4)
  expect(percents.at(-1)).toBe(100)
}
