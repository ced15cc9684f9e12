// My trading: what a wallet holds with the result of each, a tap that sells a share, a result as a picture, and the fees of two
// coins with one claim, on the real chain.
import type { Locator, Page } from '@playwright/test'
import { swap } from '../client.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, isPhone, openConnected, photograph, toast, walletButton } from './screens.ts'

/** On a phone what can be done with a row stands in a row of its own below it. */
const sell = (page: Page, symbol: string, share: '25%' | '50%' | 'all'): Locator =>
  page.getByRole('button', { name: `Sell ${share} of ${symbol}` })
const total = (page: Page, term: string): Locator =>
  page
    .getByLabel('All together')
    .locator('dt', { hasText: new RegExp(`^${term}`) })
    .locator('xpath=following-sibling::dd')

test('holdings with results; half is sold with one tap, and the result shared', {
  tag: '@phone-soak',
}, async ({ page, phantom, picture, somebody }) => {
  const coin = await somebody.launch({ name: 'Mine Frog', symbol: 'MINE' }, picture)
  const dust = await somebody.launch({ name: 'Dust Frog', symbol: 'DUST' }, picture)
  const heldOf = async (id: string) => BigInt((await phantom.wallet(id)).coin?.baseUnits ?? '0')

  await test.step('not connected it asks for a wallet', async () => {
    await page.goto('/portfolio')
    await expect(page.getByRole('heading', { name: 'Connect your wallet' })).toBeVisible()
    await connect(page)
    await expect(page.getByRole('heading', { name: 'You hold no coins' })).toBeVisible()
  })

  await test.step('a buy stands there with its cost, and its result follows the price', async () => {
    await phantom.trade('BUY', coin.id, '0.05')
    await phantom.trade('BUY', dust.id, '0.0005')
    await swap(phantom, 'capture', coin.id, { count: 1 })
    await expect(page.getByRole('row', { name: /Mine Frog/ })).toContainText('1 NFT')
    await expect(page.getByText('Hide dust (1 below 0.001 SOL)')).toBeVisible()
    const before = await total(page, 'Unrealised').textContent()
    await somebody.trade('BUY', coin.id, '1')
    await expect(total(page, 'Unrealised')).not.toHaveText(before ?? '')
    await expect(page.getByRole('row', { name: /Mine Frog/ })).toContainText('+')
    await photograph(page, 'portfolio')
    if (isPhone(page)) await expectFits(page, 'my trading')
    else await expectAccessible(page)
  })

  await test.step('dust is hidden, and stays so in the address', async () => {
    await page.getByLabel(/Hide dust/).check()
    await expect(page.getByRole('row', { name: /Dust Frog/ })).toHaveCount(0)
    await page.getByText('By result').click()
    await expect(page).toHaveURL(/dust=hidden&sort=result|sort=result&dust=hidden/)
    await page.reload()
    await expect(page.getByRole('row', { name: /Mine Frog/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Dust Frog/ })).toHaveCount(0)
  })

  await test.step('a double tap sells half once, to the base unit', async () => {
    await expect(walletButton(page)).toBeVisible()
    const held = await heldOf(coin.id)
    const given = phantom.signatures
    await sell(page, 'MINE', '50%').dblclick()
    await expect(toast(page)).toContainText('SELL Successful!')
    expect(await heldOf(coin.id)).toBe(held - held / 2n)
    expect(phantom.signatures).toBe(given + 1)
    // What was sold is realised at once.
    await expect(total(page, 'Realised')).toContainText(/[+−]/)
  })

  await test.step('the result is a picture, with or without its amounts', async () => {
    await page.getByRole('button', { name: 'Share the result of MINE' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share your result in Mine Frog' })
    const card = dialog.getByRole('img')
    await expect.poll(() => card.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200)
    await photograph(page, 'portfolio-share')
    if (!isPhone(page)) await expectAccessible(dialog)
    await dialog.getByLabel(/Hide the amounts/).check()
    await expect(card).toHaveAttribute('src', /amounts=hidden/)
    await expect.poll(() => card.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200)
    await expect(card).not.toHaveAttribute('alt', /SOL/)
    const draft = new URL((await dialog.getByRole('link', { name: 'Share on X' }).getAttribute('href')) ?? '')
    const shared = new URL(draft.searchParams.get('url') ?? '')
    expect(shared.pathname).toBe(`/result/${coin.id}/${phantom.address}`)
    await page.goto(shared.href)
    await expect(page.getByRole('heading', { name: 'Result in Mine Frog' })).toBeVisible()
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      new RegExp(`/api/collections/${coin.id}/position/${phantom.address}/card.png\\?amounts=hidden`),
    )
    await photograph(page, 'result')
    if (isPhone(page)) await expectFits(page, 'a result')
    else await expectAccessible(page)
  })

  await test.step('all is all; what is left is in the NFT', async () => {
    await page.goto('/portfolio')
    await sell(page, 'MINE', 'all').click()
    await expect(toast(page)).toContainText('SELL Successful!')
    expect(await heldOf(coin.id)).toBe(0n)
    await expect(sell(page, 'MINE', 'all')).toHaveAttribute('aria-disabled', 'true')
  })
})

test('the fees of two coins are claimed with one signature', { tag: '@phone-soak' }, async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const owed = async (id: string) =>
    BigInt(
      (await somebody.get<{ creatorFeesOwedLamports: string }>(`/api/collections/${id}`))
        .creatorFeesOwedLamports,
    )
  await openConnected(page, '/portfolio?tab=fees')
  await expect(page.getByRole('heading', { name: 'No fees yet' })).toBeVisible()
  const coins = [
    await phantom.launch({ name: 'Fee Frog', symbol: 'FEEA' }, picture),
    await phantom.launch({ name: 'Fee Toad', symbol: 'FEEB' }, picture),
  ]
  for (const [at, { id }] of coins.entries()) {
    await somebody.trade('BUY', id, '0.5')
    await somebody.trade('SELL', id, `${(at + 1) * 1_000_000}`)
  }
  await page.reload()
  const claim = page.getByRole('button', { name: /^Claim / })
  await expect(claim).toHaveText(/of 2 coins$/)
  await photograph(page, 'portfolio-fees')
  if (isPhone(page)) await expectFits(page, 'fees')
  else await expectAccessible(page)

  // What is owed follows the sells of others, on the page and in the button.
  const before = await claim.textContent()
  await somebody.trade('SELL', coins[0]?.id ?? '', '3000000')
  await expect(claim).not.toHaveText(before ?? '')
  const sum = (await Promise.all(coins.map(({ id }) => owed(id)))).reduce((all, each) => all + each, 0n)
  const had = BigInt((await phantom.wallet()).lamports)
  const given = phantom.signatures
  await claim.click()
  await expect(toast(page)).toContainText('Fees Claimed')
  await expect(toast(page)).toContainText('from 2 coins, are in your wallet')
  expect(phantom.signatures).toBe(given + 1)
  expect(BigInt((await phantom.wallet()).lamports)).toBe(had + sum - 5_000n)
  await expect(page.getByText('Nothing to claim yet. Fees gather with every sell.')).toBeVisible()
})
