// The list of wallets with and without an extension, what is said to those who have none, and everything by keyboard.
import type { Locator, Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { expect, test } from './fixtures.ts'
import {
  connect,
  isPhone,
  launchButton,
  photograph,
  said,
  toast,
  tradeCard,
  tradedId,
  walletButton,
} from './screens.ts'

test('without an extension: where to get one, the demo wallet, and what launching and trading say', async ({
  page,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Lonely Frog', symbol: 'LONE' }, picture)
  await page.goto('/launch')
  await expect(
    page.getByText(
      'Please connect a wallet to launch MPL-404 tokens on Solana. The Demo Wallet works, too, and needs no extension.',
    ),
  ).toBeVisible()
  await expect(launchButton(page)).toHaveCount(0)
  // The button connects; Enter says what is missing.
  await page.getByLabel('Dev Buy').press('Enter')
  await expect(toast(page)).toContainText('Launch Failed')
  await expect(toast(page)).toContainText(
    'Please connect your wallet to launch tokens on Solana. The Demo Wallet works, too',
  )

  const opener = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })
  await opener.click()
  const list = page.getByRole('dialog', { name: 'Connect Wallet' })
  await expect(list.getByRole('button', { name: /^Demo Wallet/ })).toBeVisible()
  for (const [name, address] of [
    ['Phantom', 'https://phantom.com/download'],
    ['Solflare', 'https://solflare.com/download'],
    ['Backpack', 'https://backpack.app/download'],
  ] as const)
    await expect(list.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', address)
  await photograph(page, 'wallets')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(opener).toBeFocused()

  await page.goto(`/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('0.1')
  await card.getByLabel('Amount in SOL').press('Enter')
  await expect(toast(page)).toContainText('Wallet Required')
  await expect(toast(page)).toContainText(
    'Please connect your Phantom wallet to start trading. The Demo Wallet works, too',
  )
  expect(await somebody.get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({ tradeCount: 0 })
  // Of 1 SOL while no wallet is connected.
  await card.getByRole('button', { name: '50%' }).click()
  await expect(card.getByLabel('Amount in SOL')).toHaveValue('0.5')
  await card.getByRole('button', { name: 'Connect Wallet' }).click()
  await list.getByRole('button', { name: /^Demo Wallet/ }).click()
  await expect(card.getByRole('button', { name: 'Buy LONE' })).toBeEnabled()

  // More than the play money that it has: a wallet gets it once, and the card says so where the buy is refused.
  await card.getByLabel('Amount in SOL').fill('3')
  await expect(card.getByText('The wallet has less SOL than this costs.')).toBeVisible()
  await expect(card.getByText('This wallet has already received its play money')).toBeVisible()
  await photograph(page, 'play-money')
  await walletButton(page).click()
  await photograph(page, 'wallet-menu')
  await expect(page.getByRole('button', { name: /play money/ })).toHaveCount(0)
})

test('with an extension: connected, remembered over a reload, disconnected', async ({
  complaints,
  page,
  phantom,
}) => {
  complaints.allow(/Wallet connection failed/)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const list = page.getByRole('dialog', { name: 'Connect Wallet' })
  const row = list.getByRole('button', { name: /^Phantom/ })
  await expect(row).toContainText('Detected')
  phantom.refuses = true
  await row.click()
  await expect(list.getByRole('alert')).toHaveText('User rejected the request.')
  await expect(row).toBeEnabled()
  await page.keyboard.press('Escape')
  phantom.refuses = false
  await connect(page)
  const short = `${phantom.address.slice(0, 4)}…${phantom.address.slice(-4)}`
  await expect(walletButton(page)).toHaveText(`10 SOL${short}`)

  await page.reload()
  await expect(walletButton(page)).toHaveText(`10 SOL${short}`)
  await walletButton(page).click()
  await expect(page.getByRole('banner')).toContainText('10 SOL')
  await photograph(page, 'wallet-menu')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const opener = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })
  await expect(opener).toBeVisible()
  await page.reload()
  await expect(opener).toBeVisible()
  await expect(walletButton(page)).toHaveCount(0)
})

test('a launch and a trade by keyboard alone', async ({ page, phantom, picture }) => {
  const keys = page.keyboard
  await page.goto('/launch')
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }))
  await keys.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^Phantom/ }))
  await keys.press('Enter')
  await expect(walletButton(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The dialog gives the focus back a moment after it has gone, which may be just before Enter.
  await expect(async () => {
    await tabTo(page, page.getByRole('button', { name: 'Choose image' }))
    const chooser = page.waitForEvent('filechooser', { timeout: 3_000 })
    await keys.press('Enter')
    await (await chooser).setFiles({ name: 'sunset.jpg', mimeType: 'image/jpeg', buffer: picture })
  }).toPass({ timeout: 20_000 })
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Apply' }))
  await keys.press('Enter')
  await expect(page.getByRole('img', { name: 'Preview of sunset.jpg' })).toBeVisible()
  for (const [label, text] of [
    ['Meme Name', 'Typing Frog'],
    ['Token Symbol', 'type'],
    ['NFT Collection Name', 'Typing Frogs'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await keys.type(text)
  }
  await tabTo(page, page.getByLabel('Boost your launch'))
  await keys.press('Space')
  await expect(page.getByLabel('Boost your launch')).toBeChecked()
  await keys.press('Space')
  await tabTo(page, launchButton(page))
  await keys.press('Enter')
  const id = await tradedId(page)

  if (isPhone(page)) {
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }))
    await keys.press('Enter')
  }
  const card = isPhone(page)
    ? page.getByRole('dialog', { name: 'Trade TYPE' })
    : page.getByRole('region', { name: 'Trade TYPE' })
  await tabTo(page, card.getByLabel('Amount in SOL'))
  await keys.type('0.2')
  await keys.press('Enter')
  await expect(said(page)).toContainText('BUY Successful!')
  expect(await phantom.get<Collection>(`/api/collections/${id}`)).toMatchObject({
    name: 'Typing Frog',
    symbol: 'TYPE',
    realLamports: '200000000',
  })
})

/** Presses Tab until the focus is there; fails where it never comes, or cannot be seen when it does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport()
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${target}`)
}
