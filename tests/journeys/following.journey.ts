// Following wallets: from a profile and from a coin's live trades, their next trade as it happens in the feed and in the
// coin's tab, the bell, letting go, and all of it after a reload and in the session of nobody else.
import type { Page } from '@playwright/test'
import type { Following } from '@twinmint/sdk/api/follows/contract'
import { createClient } from '../client.ts'
import { expectFits, expectNoSideScroll } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openConnected, photograph } from './screens.ts'

const FEED = '/portfolio?tab=following'
const main = (page: Page) => page.getByRole('main')
const feed = (page: Page) =>
  page.getByRole('list', { name: 'Trades of followed wallets, newest first' }).getByRole('listitem')
const wallets = (page: Page) =>
  page.getByRole('list', { name: 'Wallets that you follow' }).getByRole('listitem')
const trades = (page: Page) => page.getByRole('region', { name: 'Live trades' })
const rows = (page: Page) => trades(page).locator('tbody tr')

async function check(page: Page, name: string): Promise<void> {
  await photograph(page, name)
  await expectNoSideScroll(page)
  await expectAccessible(page)
  await expectFits(page, name)
}

test('whom one follows trades: in the feed and on the coin’s page, at once', async ({
  complaints,
  page,
  phantom,
  picture,
  server,
  somebody,
}) => {
  // A wallet without a profile.
  complaints.allow(/status of 404|api\/profile-of/)
  // As long as a name may be.
  const frog = await somebody.launch({ name: 'W'.repeat(50), symbol: 'FOLLOWEDWW' }, picture)
  const bob = createClient(server.origin)
  await bob.airdrop(10)
  await bob.trade('BUY', frog.id, '0.5')
  const following = async () => (await phantom.get<Following>('/api/user/following')).following
  const short = ({ address }: { readonly address: string }) => `${address.slice(0, 4)}…${address.slice(-4)}`

  await test.step('the tab asks to sign in, and says how to begin', async () => {
    await openConnected(page, FEED)
    await expect(main(page)).toContainText('Sign in to follow wallets')
    await check(page, 'following-sign-in')
    await main(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(main(page)).toContainText('You follow nobody yet')
    await check(page, 'following-nobody')
    await phantom.signIn()
  })

  await test.step('by the keyboard on a profile', async () => {
    await page.goto(`/profile/${bob.address}`)
    const button = main(page).getByRole('button', { name: /^Follow/ })
    await expect(button).toHaveText('Follow')
    await expect(button).toBeEnabled()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveText('Following')
    await expect(button).toBeFocused()
    await expect
      .poll(async () => (await following()).map((each) => each.walletAddress))
      .toEqual([bob.address])
    await page.goto(`/profile/${phantom.address}`)
    await expect(main(page).getByRole('button', { name: 'Edit profile' })).toBeVisible()
    await expect(main(page).getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  })

  await test.step('the feed has what was, and what happens', async () => {
    await page.goto(FEED)
    await expect(feed(page)).toHaveCount(1)
    await expect(feed(page)).toContainText(/Bought.*W{50}.*at \$.* cap.*0\.5 SOL/)
    await somebody.trade('BUY', frog.id, '0.01')
    await bob.trade('SELL', frog.id, '1000')
    await expect(feed(page)).toHaveCount(2)
    await expect(feed(page).first()).toContainText('Sold')
    await expect(feed(page).first()).toContainText(short(bob))
    await expect(wallets(page)).toContainText(/Sold.*W{50}/)
    await check(page, 'following')
    await feed(page)
      .first()
      .getByRole('link', { name: /^What transaction/ })
      .click()
    await expect(page).toHaveURL(/\/tx\//)
  })

  await test.step('the coin’s live trades have a tab for them, and mark them in the others', async () => {
    await page.goto(`/trade/${frog.id}`)
    const marks = rows(page).getByText('You follow this wallet')
    await expect(marks).toHaveCount(2)
    await trades(page).getByRole('tab', { name: 'Following' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(marks).toHaveCount(0)
    await somebody.trade('BUY', frog.id, '0.01')
    await bob.trade('BUY', frog.id, '0.02')
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).first()).toContainText('0.02')
    await page.reload()
    await expect(trades(page).getByRole('tab', { name: 'Following' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('another wallet is followed where its trades are looked at', async () => {
    await trades(page).getByRole('tab', { name: 'Live trades' }).click()
    await rows(page).getByRole('button', { name: somebody.address }).first().click()
    await trades(page)
      .getByRole('button', { name: `Follow ${short(somebody)}` })
      .click()
    await expect.poll(async () => (await following()).length).toBe(2)
    await trades(page).getByRole('tab', { name: 'Following' }).click()
    await expect(rows(page)).toHaveCount(5)
  })

  await test.step('the bell, and letting go, which can be taken back', async () => {
    await page.goto(FEED)
    await expect(wallets(page)).toHaveCount(2)
    await expect(feed(page)).toHaveCount(5)
    await page.getByRole('button', { name: `Alert me when ${short(bob)} trades` }).click()
    await expect
      .poll(async () => (await following()).map((each) => [each.walletAddress, each.notify]))
      .toEqual([
        [somebody.address, false],
        [bob.address, true],
      ])
    const other = main(page).getByRole('button', { name: `Follow ${short(somebody)}` })
    await other.click()
    await expect(wallets(page).first()).toContainText('Not followed any more')
    await expect(other).toBeFocused()
    await expect(feed(page)).toHaveCount(3)
    await somebody.trade('BUY', frog.id, '0.01')
    await other.click()
    await expect(feed(page)).toHaveCount(6)
    for (const { address } of [somebody, bob])
      await main(page)
        .getByRole('button', { name: `Follow ${short({ address })}` })
        .click()
    await expect(main(page)).toContainText('You follow nobody now.')
    await expect.poll(following).toEqual([])
    await page.goto(`/trade/${frog.id}`)
    await expect(rows(page).first()).toBeVisible()
    await expect(trades(page).getByRole('tab', { name: 'Following' })).toHaveCount(0)
  })
})
