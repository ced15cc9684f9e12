// One SOL for a day in the banner: paid with the launch, or later by anybody.
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { expect, test } from './fixtures.ts'
import {
  chooseImage,
  fillLaunch,
  launchButton,
  openConnected,
  photograph,
  toast,
  tradedId,
} from './screens.ts'

test('a launch is boosted with the same signature', { tag: '@soak' }, async ({ page, phantom, picture }) => {
  await openConnected(page, '/launch')
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', picture)
  const texts = { name: 'Loud Frog', symbol: 'LOUD', collectionName: 'Loud Frogs' }
  await fillLaunch(page, { ...texts, guard: false, devBuy: '6' })
  // The label covers the whole box, so it is what a pointer meets.
  await page.getByText('Boost your launch: 1 SOL').click()
  await expect(page.getByLabel('Boost your launch: 1 SOL')).toBeChecked()
  // What is left afterwards would not pay for another one, which nobody asked for.
  await page.evaluate((sentence) => {
    new MutationObserver(() => {
      if (document.body.textContent.includes(sentence)) console.error(`it says: ${sentence}`)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, 'less than this costs')
  await launchButton(page).click()
  const id = await tradedId(page)
  await expect(toast(page)).toContainText('Token Launched on Solana! 🚀')
  await expect(page.getByRole('button', { name: 'Boosted (24 h left)' })).toBeVisible()
  expect(await phantom.get<Collection>(`/api/collections/${id}`)).toMatchObject({ isBoosted: true })
  expect(phantom.signatures).toBe(1)
  const { lamports } = await phantom.wallet()
  expect(Number(lamports)).toBeGreaterThan(2.9e9)
  expect(Number(lamports)).toBeLessThan(3e9)

  await page.getByRole('link', { name: 'Twinmint, home' }).click()
  const ticker = page.getByRole('region', { name: 'Boosted collections' })
  await expect(ticker.getByRole('link', { name: /^Loud Frog/ })).toHaveAttribute('href', `/trade/${id}`)
})

test('anybody boosts a coin, and the home page shows it live', async ({
  complaints,
  context,
  page,
  phantom,
  picture,
  somebody,
}) => {
  complaints.allow(/User rejected/)
  const coin = await somebody.launch({ name: 'Quiet Frog', symbol: 'QUIET' }, picture)
  const home = await context.newPage()
  await home.goto('/')
  await expect(home.getByRole('article').filter({ hasText: 'Quiet Frog' })).toBeVisible()
  await openConnected(page, `/trade/${coin.id}`)
  await page.getByRole('button', { name: 'Boost', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Boost Quiet Frog' })
  await expect(dialog).toContainText('1 SOL')
  await expect(dialog).toContainText('24 hours')
  await photograph(page, 'boost-dialog')

  phantom.refuses = true
  await dialog.getByRole('button', { name: 'Boost now' }).click()
  await expect(toast(page)).toContainText('Boost Failed')
  await expect(toast(page)).toContainText('User rejected the request.')
  expect((await phantom.wallet()).lamports).toBe('10000000000')

  phantom.refuses = false
  await dialog.getByRole('button', { name: 'Boost now' }).click()
  await expect(toast(page)).toContainText('Collection Boosted!')
  await expect(toast(page)).toContainText('Your collection will appear in the banner for 24 hours.')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Boosted (24 h left)' })).toBeVisible()
  const after = await somebody.get<Collection>(`/api/collections/${coin.id}`)
  expect(Date.parse(after.boostedUntil ?? '') - Date.now()).toBeGreaterThan(86_000_000)
  // The price and the network's fee, to the lamport.
  expect((await phantom.wallet()).lamports).toBe('8999995000')
  const ticker = home.getByRole('region', { name: 'Boosted collections' })
  await expect(ticker.getByRole('link', { name: /^Quiet Frog/ })).toBeVisible()
  await photograph(home, 'home-boosted')

  // Once more: the time is added to what is left.
  await page.getByRole('button', { name: 'Boosted (24 h left)' }).click()
  await expect(dialog).toContainText('the time is added to what is left')
  await expect(dialog).toContainText('And then until')
  await photograph(page, 'boost-again')
  await dialog.getByRole('button', { name: 'Boost for 24 hours more' }).click()
  await expect(toast(page)).toContainText('Your collection will appear in the banner for 48 hours.')
  await expect(page.getByRole('button', { name: 'Boosted (48 h left)' })).toBeVisible()
  const stacked = await somebody.get<Collection>(`/api/collections/${coin.id}`)
  expect(Date.parse(stacked.boostedUntil ?? '') - Date.parse(after.boostedUntil ?? '')).toBe(86_400_000)
  expect((await phantom.wallet()).lamports).toBe('7999990000')
})
