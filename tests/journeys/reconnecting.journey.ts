// Trades asked for while the wallet of the last visit reconnects: they wait for it, and show that they do.
import type { Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { expect, test } from './fixtures.ts'
import { openCardTab, said, toast, tradeCard, walletButton } from './screens.ts'
import type { TestWallet } from './test-wallet.ts'

/** Opens the page while the wallet's connection is pending, and returns what completes the connection. */
async function openConnecting(page: Page, wallet: TestWallet, path: string): Promise<() => Promise<void>> {
  let connect: () => void = () => undefined
  const isAsked = new Promise<void>((asked) => {
    wallet.beforeConnecting = () =>
      new Promise<void>((resolve) => {
        connect = resolve
        asked()
      })
  })
  await page.addInitScript(() => {
    localStorage.setItem('twinmint.wallet', 'Phantom')
    localStorage.setItem('twinmint.quickBuy', '0 0.1')
    // The page gives up a silent connection after 5 seconds, which a loaded machine may need for a step.
    const { setTimeout } = globalThis
    globalThis.setTimeout = ((act: () => void, ms?: number) =>
      setTimeout(act, ms === 5_000 ? 120_000 : ms)) as typeof setTimeout
  })
  await page.goto(path)
  await isAsked
  return async () => {
    connect()
    await expect(walletButton(page)).toBeVisible()
  }
}

test('Enter in the amount of a trade or a swap waits for the wallet that reconnects', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Early Frog', symbol: 'EARLY' }, picture)

  await test.step('a trade', async () => {
    const connect = await openConnecting(page, phantom, `/trade/${coin.id}`)
    const card = await tradeCard(page, 'Buy')
    await card.getByLabel('Amount in SOL').fill('0.1')
    await card.getByLabel('Amount in SOL').press('Enter')
    await expect(card.getByRole('button', { name: 'Connecting...' })).toBeVisible()
    await connect()
    await expect(said(page)).toContainText('BUY Successful!')
    await expect(toast(page)).toHaveCount(0)
  })

  await test.step('a swap', async () => {
    const connect = await openConnecting(page, phantom, `/trade/${coin.id}`)
    const card = await openCardTab(page, 'Swap')
    await card.getByText('Custom', { exact: true }).click()
    await card.getByLabel('Amount in tokens').fill('1000000')
    await card.getByLabel('Amount in tokens').press('Enter')
    await expect(card.getByRole('button', { name: 'Connecting...' })).toBeVisible()
    await connect()
    await expect(card).toContainText('Capture Successful')
    await expect(toast(page)).toHaveCount(0)
  })
})

test('a quick buy that waits for the wallet shows so, can be cancelled, and buys once the wallet is there', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Eager Frog', symbol: 'EAGER' }, picture)
  const trades = async () => (await somebody.get<Collection>(`/api/collections/${coin.id}`)).tradeCount
  const connect = await openConnecting(page, phantom, '/trade?q=Eager')
  const buy = page.getByRole('button', { name: 'Buy EAGER for 0.1 SOL' })
  const cancel = page.getByRole('button', { name: 'Cancel buying EAGER' })
  await buy.click()
  await cancel.click()
  await expect(buy).toBeVisible()
  await buy.click()
  await expect(cancel).toHaveAttribute('aria-busy', 'true')
  await connect()
  await expect(toast(page)).toContainText('BUY Successful!')
  expect(await trades()).toBe(1)
})
