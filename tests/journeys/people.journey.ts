// People: signing in, the profile with its messages, a second wallet that may not, sessions that are ended, the watchlist in
// a second browser, and the page that everybody sees.
import type { Page } from '@playwright/test'
import { swap } from '../client.ts'
import { answer } from './answers.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, figure, openConnected, openProfile, photograph, toast, walletButton } from './screens.ts'
import { installWallet } from './test-wallet.ts'

const watchlistSaved = (page: Page) =>
  page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/user/watchlist') && answer.request().method() === 'PUT' && answer.ok(),
  )

test('a profile is made, and shown to everybody with what the wallet has and did', async ({
  complaints,
  page,
  phantom,
  picture,
  somebody,
}) => {
  complaints.allow(/status of 40[149]|api\/user\/profile|Username taken|taken, or looks/)
  const coin = await somebody.launch({ name: 'Public Frog', symbol: 'PUB', devBuyAmount: '1' }, picture)
  await phantom.trade('BUY', coin.id, '0.5')
  await swap(phantom, 'capture', coin.id, { count: 2 })

  await page.goto('/')
  await connect(page)
  await openProfile(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No name yet')).toBeVisible()
  await photograph(page, 'profile-none')
  await dialog.getByRole('button', { name: 'Edit profile' }).click()
  await expect(dialog.getByRole('heading', { name: 'Edit Profile' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Username Required')
  await expect(toast(page)).toContainText('Please enter a username')

  // A hostile name is a name like any other.
  await dialog.getByLabel('Name').fill('<b>Frog</b> & Co')
  await dialog.getByLabel('Bio').fill('Line one\n<script>alert(1)</script>')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose picture' }).click()
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture })
  await photograph(page, 'profile-edit')
  await expectAccessible(dialog)
  await expectFits(page, 'the profile’s dialog', { part: dialog })
  phantom.refuses = true
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Signature Required')
  phantom.refuses = false
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Profile Updated')
  await expect(toast(page)).toContainText('Your profile has been saved successfully.')
  await expect(dialog.getByText('<b>Frog</b> & Co')).toBeVisible()
  await expect(dialog.getByText('Joined')).toBeVisible()
  await photograph(page, 'profile-view')

  await dialog.getByRole('link', { name: 'Your public page' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${phantom.address}$`))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: '<b>Frog</b> & Co' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Public Frog' })).toBeVisible()
  // The rows come to what it is all worth.
  const worth = await main
    .locator('tbody td:nth-child(4) [title$=" SOL"]')
    .evaluateAll((cells) =>
      cells.reduce((sum, cell) => sum + Number(cell.getAttribute('title')?.split(' ')[0]), 0),
    )
  expect(worth).toBeGreaterThan(9)
  const inAll = figure(main, 'Worth if sold').locator('[title$=" SOL"]')
  expect(Number((await inAll.getAttribute('title'))?.split(' ')[0])).toBeCloseTo(worth, 8)
  await photograph(page, 'profile-page')
  for (const [tab, text] of [
    ['NFTs', /rank/],
    ['Activity', 'Bought'],
    ['Launches', 'No launches yet'],
    ['Watchlist', 'Nothing watched yet'],
    ['Sessions', 'This browser'],
  ] as const) {
    await main.getByRole('tab', { name: tab }).click()
    await expect(main.getByText(text).first()).toBeVisible()
    await photograph(page, `profile-${tab.toLowerCase()}`)
  }
  await expectAccessible(page)
  await expectFits(page, 'the profile with its sessions')
})

test('the watchlist follows a wallet into a second browser, whose session the first one ends', {
  tag: '@soak',
}, async ({ browser, complaints, contextOptions, page, phantom, picture, server, somebody }) => {
  complaints.allow(/status of 40[14]|api\/profile-of/)
  const coin = await somebody.launch({ name: 'Public Frog', symbol: 'PUB' }, picture)
  const other = await somebody.launch({ name: 'Other Frog', symbol: 'OTH' }, picture)
  const sessionsPath = `/profile/${phantom.address}?tab=sessions`
  const signIn = async (each: Page) => {
    await each.goto(sessionsPath)
    await connect(each)
    await each.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(each.getByText('This browser')).toBeVisible()
  }
  await signIn(page)

  // The same person in a second browser, whose extension only signs messages: named alike by the first, watched in both.
  const elsewhere = await browser.newContext({ ...contextOptions, baseURL: server.origin })
  await complaints.watch(elsewhere)
  await installWallet(elsewhere, server.origin, { keypair: phantom.keypair, hasSignIn: false })
  const second = await elsewhere.newPage()
  await second.goto(`/trade/${other.id}`)
  const star = second.getByRole('button', { name: 'Watch Other Frog' })
  await star.click()
  // Whoever leaves at once, before the page's code has come, leaves the press behind.
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await signIn(second)
  await expect(second.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2)

  // Before the page knows what the wallet watches: what is pressed meanwhile is saved all the same.
  let isHeld = true
  const end = await answer(page, '**/api/user/watchlist', async (route) => {
    while (isHeld && route.request().method() === 'GET') await page.waitForTimeout(50)
    await route.continue()
  })
  await page.goto(`/trade/${coin.id}`)
  const saved = watchlistSaved(page)
  await page.getByRole('button', { name: 'Watch Public Frog' }).click()
  isHeld = false
  await saved
  end()
  await second.goto(`/profile/${phantom.address}?tab=watchlist`)
  const watched = second.getByRole('list', { name: 'Watched coins' })
  await expect(watched.getByRole('link', { name: 'Public Frog' })).toBeVisible()
  // What it watched before it signed in was put to the rest.
  await expect(watched.getByRole('link', { name: 'Other Frog' })).toBeVisible()
  const removed = watchlistSaved(second)
  await watched.getByRole('button', { name: 'Watch Public Frog' }).click()
  await removed
  await page.goto(`/profile/${phantom.address}?tab=watchlist`)
  const here = page.getByRole('list', { name: 'Watched coins' })
  await expect(here.getByRole('link', { name: 'Other Frog' })).toBeVisible()
  await expect(here.getByRole('link', { name: 'Public Frog' })).toHaveCount(0)

  // The first browser ends the second one's session, which finds out with the next thing that it may not do.
  await page.goto(sessionsPath)
  await page.getByRole('button', { name: /^Revoke / }).click()
  await expect(toast(page)).toContainText('Session ended')
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  await second.goto(sessionsPath)
  await expect(second.getByText('Not signed in')).toBeVisible()
  await elsewhere.close()

  // Whoever disconnects is signed out.
  await walletButton(page).click()
  const signedOut = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  expect((await signedOut).status()).toBe(204)
  await expect(page.getByRole('tab', { name: 'Sessions' })).toHaveCount(0)
})

test('a name that looks like somebody’s is refused, Cancel forgets it, and people stand by their names wherever their address would', {
  tag: '@soak',
}, async ({ complaints, page, phantom, picture, somebody }) => {
  complaints.allow(/status of 40[49]|api\/profile-of|looks like one/)
  const coin = await somebody.launch({ name: 'Public Frog', symbol: 'PUB', devBuyAmount: '1.5' }, picture)
  await swap(somebody, 'capture', coin.id, { count: 1 })
  await somebody.signIn()
  const username = `Twin ${somebody.address.slice(0, 12)}`
  await somebody.put('/api/user/profile', { walletAddress: somebody.address, username, bio: '' })
  await openConnected(page, `/profile/${phantom.address}`)
  await openProfile(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit profile' }).click()
  await dialog.getByLabel('Name').fill(`TWIN_${somebody.address.slice(0, 12)}`)
  await dialog.getByLabel('Bio').fill('x'.repeat(200))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Update Failed')
  await expect(toast(page)).toContainText('This username is taken, or looks like one that is.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByText('No name yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const main = page.getByRole('main')
  const card = main.getByRole('article').filter({ hasText: 'Public Frog' }).filter({ hasText: username })
  await page.goto('/')
  await expect(card.first()).toBeVisible()
  await page.goto(`/tx/${coin.launchSignature}`)
  await expect(main.getByRole('link', { name: username }).first()).toBeVisible()
  await page.goto(`/trade/${coin.id}`)
  await page.getByRole('tab', { name: 'Top Holders' }).click()
  const holder = page.getByRole('table', { name: /^Largest holders/ }).getByRole('link', { name: username })
  // The address stays beside it, for the pointer and to copy.
  await expect(holder.locator('[title]')).toHaveAttribute('title', `${username}, ${somebody.address}`)
  await expect(page.getByRole('button', { name: 'Copy holder address' }).first()).toBeVisible()
  await photograph(page, 'names')
  await main.getByRole('link', { name: username }).first().click()
  await expect(page).toHaveURL(new RegExp(`/profile/${somebody.address}$`))
  await main.getByRole('tab', { name: 'Launches' }).click()
  await expect(main.getByRole('list', { name: 'Launched coins' })).toContainText('Public Frog')
  await expect(main.getByRole('tab', { name: 'Sessions' })).toHaveCount(0)

  for (const path of ['/profile/nobody', '/profile/not.an.address']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
  }
})
