// My trading's side of the NFT market: several listed at once from the profile, an offer received with its notification and
// accepted in place, an offer of one's own whose SOL comes back; and what all that reads like in the wallet's history.
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import { type Client, makeOffer, swap } from '../client.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openConnected, photograph, toast } from './screens.ts'

const SOL = 1_000_000_000n

const heldBy = async (client: Client, collectionId: string): Promise<readonly number[]> =>
  (await client.get<UserNfts>(`/api/user/nfts/${collectionId}/${client.address}`)).nfts.map(
    ({ tokenId }) => tokenId,
  )

test('several are listed at once from the profile, and an offer that is told is accepted in My trading', {
  tag: '@soak',
}, async ({ page, phantom, somebody, picture, complaints }) => {
  // Nobody has a profile here.
  complaints.allow(/status of 404/)
  const coin = await somebody.launch(
    { name: 'Own Frog', symbol: 'OWNF', collectionName: 'Own Frogs', devBuyAmount: '1' },
    picture,
  )
  await phantom.trade('BUY', coin.id, '0.5')
  await swap(phantom, 'capture', coin.id, { count: 3 })
  const [first = 0, second = 0, third = 0] = await heldBy(phantom, coin.id)
  const dialog = page.getByRole('dialog')

  await test.step('chooses two on the profile and lists them with one signature', async () => {
    await openConnected(page, `/profile/${phantom.address}?tab=nfts`)
    await page.getByRole('button', { name: 'List several' }).click()
    const list = page.getByRole('button', { name: /^List/ })
    await expect(list).toBeDisabled()
    for (const tokenId of [first, second])
      await page.getByRole('button', { name: `Choose Own Frogs #${tokenId}`, exact: true }).click()
    await expect(page.getByText('2 NFTs chosen')).toBeVisible()
    await photograph(page, 'profile-list-several')
    const before = phantom.signatures
    await page.getByRole('button', { name: 'List 2 at once' }).click()
    await dialog.getByLabel('Price of each').fill('0.25')
    await dialog.getByRole('button', { name: 'List 2 NFTs' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Listed' })).toBeVisible()
    expect(phantom.signatures).toBe(before + 1)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('0 NFTs chosen')).toBeVisible()
  })

  await test.step('sees both in My trading, with what they would bring', async () => {
    await page.goto('/portfolio?tab=market')
    const listings = page.getByRole('list', { name: 'Your listings' }).getByRole('listitem')
    await expect(listings).toHaveCount(2)
    await expect(listings.first()).toContainText('0.25 SOL')
    await expect(listings.first()).toContainText('times what its coins bring')
    await expect(page.getByText('No offers now.')).toBeVisible()
    await expect(page.getByText('No offers made.')).toBeVisible()
  })

  await test.step('is told of the best of two offers, and not of one below what the coins bring', async () => {
    await page.goto('/portfolio?tab=alerts')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Nothing yet.')).toBeVisible()
    await makeOffer(somebody, coin.id, [third], 1n)
    await makeOffer(somebody, coin.id, [third], SOL / 2n)
    await expect(toast(page).getByText(`0.5 SOL offered for OWNF #${third}`)).toBeVisible()
    await makeOffer(somebody, coin.id, [first, second, third], SOL)
    const told = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await expect(told).toHaveCount(1)
    await expect(told).toContainText('1 SOL offered for one of your OWNF NFTs')
    await expect(told).toContainText('The best of 2 offers.')
    await told.getByRole('link').click()
  })

  await test.step('accepts the best in place, and gives the number that it chooses', async () => {
    const offers = page.getByRole('list', { name: 'Offers received' }).getByRole('listitem')
    await expect(offers).toHaveCount(2)
    await expect(offers.first()).toContainText('1 SOL')
    await expect(offers.first()).toContainText('release and sell')
    await expectAccessible(page)
    await expectFits(page, 'my-market')
    await photograph(page, 'my-market')
    await offers.first().getByLabel('Which one to give').selectOption(`#${third}`)
    await offers
      .first()
      .getByRole('button', { name: `Accept for #${third}` })
      .click()
    await dialog.getByRole('button', { name: /^Sell #/ }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'NFT Sold' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('No offers now.')).toBeVisible()
    expect(await heldBy(somebody, coin.id)).toContain(third)
  })

  await test.step('takes an own offer back, and finds all of it in its history', async () => {
    await makeOffer(phantom, coin.id, [third], SOL / 10n)
    const made = page.getByRole('list', { name: 'Offers made' }).getByRole('listitem')
    await expect(made).toContainText('0.1 SOL')
    await page.getByRole('tab', { name: 'Holdings' }).click()
    await expect(page.getByRole('row', { name: /SOL in offers/ })).toContainText('0.1 SOL')
    await page.getByRole('link', { name: 'SOL in offers' }).click()
    await made.getByRole('button', { name: /^Cancel offer/ }).click()
    await dialog.getByRole('button', { name: /^Cancel the offer/ }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Offer Cancelled' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('No offers made.')).toBeVisible()
    await page.goto(`/profile/${phantom.address}?tab=activity`)
    const done = page.getByRole('list', { name: 'Trades, newest first' }).getByRole('listitem')
    await expect(done.nth(0)).toContainText('Withdrew an offer')
    await expect(done.nth(1)).toContainText('Offered')
    await expect(done.nth(2)).toContainText('Sold an NFT')
    await expect(done.nth(2)).toContainText('1 SOL')
    await expect(done.nth(3)).toContainText('Listed')
  })
})
