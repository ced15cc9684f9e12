// A wallet that never answers: cancelled on the page, or given up, wherever it is asked; what it signs later is never sent.
import type { Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { answer } from './answers.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openConnected, photograph, toast, tradeCard, walletButton } from './screens.ts'

/** The wallet's user is asked, and says nothing until what this resolves with is called. */
const asks = (wallet: { beforeSigning: (() => Promise<unknown>) | undefined }) =>
  new Promise<() => void>((isAsked) => {
    wallet.beforeSigning = () => new Promise<void>((resolve) => isAsked(resolve))
  })

const buyOnce = async (page: Page) => {
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('0.1')
  await card.getByRole('button', { name: 'Buy QUIET' }).click()
  await expect(card.getByText('Confirm it in your wallet')).toBeVisible()
  return card
}

test('a trade, a sign-in and a connection are cancelled at once, and a signature that comes later is not sent', async ({
  complaints,
  page,
  phantom,
  picture,
  somebody,
}) => {
  complaints.allow(/did not sign before the transaction expired/)
  const coin = await somebody.launch({ name: 'Quiet Frog', symbol: 'QUIET' }, picture)
  const trades = async () => (await somebody.get<Collection>(`/api/collections/${coin.id}`)).tradeCount
  await page.clock.install()
  await openConnected(page, `/trade/${coin.id}`)

  await test.step('a trade', async () => {
    const asked = asks(phantom)
    const card = await buyOnce(page)
    const sign = await asked
    await photograph(page, 'wallet-mute')
    await card.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(card).toContainText('You cancelled before anything was sent.')
    await expect(card.getByRole('button', { name: 'Buy QUIET' })).toBeEnabled()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    sign()
    await expect.poll(() => phantom.signatures).toBe(1)
    await page.evaluate(() => new Promise((later) => setTimeout(later, 50)))
    expect(sent.filter((url) => url.includes('/execute'))).toEqual([])
    expect(await trades()).toBe(0)
  })

  await test.step('and is given up when its blockhash has expired, which is the chain’s to say', async () => {
    // A minute of the chain, which runs by a clock of its own.
    await answer(page, '**/rpc', async (route) => {
      const { method } = route.request().postDataJSON() as { readonly method: string }
      const json = { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value: false } }
      await (method === 'isBlockhashValid' ? route.fulfill({ json }) : route.fallback())
    })
    const asked = asks(phantom)
    const card = await buyOnce(page)
    await asked
    await page.clock.fastForward(40_000)
    await expect(card).toContainText(
      'The wallet did not sign before the transaction expired. No money moved.',
    )
    await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await trades()).toBe(0)
  })

  await test.step('a sign-in', async () => {
    await page.goto('/portfolio?tab=following')
    const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
    const asked = asks(phantom)
    await signIn.click()
    const sign = await asked
    const dialog = page.getByRole('dialog', { name: 'Sign in with your wallet' })
    await page.clock.fastForward(1_000)
    await photograph(page, 'sign-in-mute')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    sign()
    // Not signed in by what came too late, and asked once more.
    await expect(signIn).toBeEnabled()
    phantom.beforeSigning = undefined
    await signIn.click()
    await expect(page.getByRole('main')).toContainText('You follow nobody yet')
    await expect(toast(page)).toHaveCount(0)
  })

  await test.step('a connection', async () => {
    await walletButton(page).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
    const list = page.getByRole('dialog', { name: 'Connect Wallet' })
    let connect: () => void = () => undefined
    phantom.beforeConnecting = () => new Promise<void>((resolve) => (connect = resolve))
    await list.getByRole('button', { name: /^Phantom/ }).click()
    await photograph(page, 'connect-mute')
    await list.getByRole('button', { name: 'Cancel' }).click()
    await expect(list.getByRole('button', { name: /^Phantom/ })).toContainText('Detected')
    connect()
    await list.getByRole('button', { name: /^Demo Wallet/ }).click()
    await expect(list).toBeHidden()
    await walletButton(page).click()
    await expect(page.getByRole('banner')).toContainText('Demo Wallet')
  })
})
