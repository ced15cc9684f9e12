// Wallet and session in every tab of a browser: two wallets of one name, a disconnect and a sign-out that reach all tabs, and a
// press before the page knows whose wallet it has.
import type { Page, Route } from '@playwright/test'
import type { Following } from '@twinmint/sdk/api/follows/contract'
import { answer, chunkOf } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { connect, photograph, said, tradeCard, walletButton } from './screens.ts'
import { installWallet } from './test-wallet.ts'

const short = ({ address }: { readonly address: string }) => `${address.slice(0, 4)}…${address.slice(-4)}`
const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })

test('two wallets of one name are both listed, and what one tab does with wallet and session, all tabs know', async ({
  complaints,
  context,
  page,
  phantom,
  server,
}) => {
  // A wallet without a profile, and the streams of a session that ends.
  complaints.allow(/status of 404|api\/profile-of|ERR_INCOMPLETE_CHUNKED_ENCODING/)
  // A tab saves its watchlist 0.4 s after a sign-in. The sign-out in the other tab may come first, and the list stays in the browser.
  complaints.allow(/status of 401.*api\/user\/watchlist|The watchlist was not saved/)
  const second = await installWallet(context, server.origin, { key: 'Second' })
  await second.airdrop(1)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/gallery')
  await expect(opener(other)).toBeVisible()

  await test.step('the second one connects, here and in the other tab, and after a reload', async () => {
    await opener(page).click()
    const rows = page
      .getByRole('dialog', { name: 'Connect Wallet' })
      .getByRole('button', { name: /^Phantom/ })
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText('Another wallet of the same name')
    await photograph(page, 'wallets-of-one-name')
    await rows.last().click()
    for (const each of [page, other]) await expect(walletButton(each)).toContainText(short(second))
    await page.reload()
    await expect(walletButton(page)).toContainText(short(second))
    await walletButton(other).click()
    await other.getByRole('button', { name: 'Disconnect' }).click()
    for (const each of [page, other]) await expect(opener(each)).toBeVisible()
    await opener(page).click()
    await page
      .getByRole('dialog', { name: 'Connect Wallet' })
      .getByRole('button', { name: /^Phantom/ })
      .first()
      .click()
    for (const each of [page, other]) await expect(walletButton(each)).toContainText(short(phantom))
  })

  const session = (each: Page) => each.getByRole('main').getByRole('list', { name: 'Sessions' })
  const signIn = (each = page) => each.getByRole('main').getByRole('button', { name: 'Sign in' })
  await test.step('a sign-in and a sign-out', async () => {
    for (const each of [page, other]) await each.goto(`/profile/${phantom.address}?tab=sessions`)
    await signIn().click()
    for (const each of [page, other]) await expect(session(each)).toContainText('This browser')
    await page.getByRole('button', { name: 'Sign out here' }).click()
    for (const each of [page, other]) await expect(session(each)).toBeHidden()
    for (const each of [page, other]) await expect(signIn(each)).toBeVisible()
  })

  await test.step('a sign-in after a session that ended without a sign-out', async () => {
    await signIn().click()
    for (const each of [page, other]) await expect(session(each)).toContainText('This browser')
    // Pages that are closed send nothing without the cookie.
    for (const each of [page, other]) await each.goto('about:blank')
    await context.clearCookies()
    for (const each of [page, other]) await each.goto(`/profile/${phantom.address}?tab=sessions`)
    await signIn().click()
    for (const each of [page, other]) await expect(session(each)).toContainText('This browser')
  })
})

test('a tab that is still loading hears that another one signed in', async ({
  complaints,
  context,
  page,
  phantom,
}) => {
  complaints.allow(/status of 404|api\/profile-of/)
  await context.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('twinmint.wallet', 'Phantom')
  })
  const path = `/profile/${phantom.address}?tab=sessions`
  let letGo: () => void = () => undefined
  const signedIn = new Promise<void>((resolve) => (letGo = resolve))
  const [unanswered, unloaded] = [await context.newPage(), await context.newPage()]

  await test.step('one tab waits for an answer that the server gave before, one for what the header loads', async () => {
    let wasAsked: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (wasAsked = resolve))
    const hold = async (route: Route) => {
      const response = await route.fetch()
      wasAsked()
      await signedIn
      // The page may have given this request up.
      await route.fulfill({ response }).catch(() => undefined)
    }
    await answer(unanswered, '**/api/session', hold, { times: 1 })
    await answer(unloaded, chunkOf('web/pages/Person.tsx'), async (route) => {
      await signedIn
      await route.fallback()
    })
    const answered = unloaded.waitForResponse('**/api/session')
    for (const each of [unanswered, unloaded]) await each.goto(path, { waitUntil: 'domcontentloaded' })
    await Promise.all([asked, answered])
  })

  await page.goto(path)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  const sessions = (each: Page) => each.getByRole('main').getByRole('list', { name: 'Sessions' })
  await expect(sessions(page)).toContainText('This browser')
  letGo()
  await expect.soft(sessions(unloaded)).toContainText('This browser')
  await expect.soft(sessions(unanswered)).toContainText('This browser')
})

test('a wallet is followed that was pressed before the page knew who is here', async ({
  complaints,
  context,
  page,
  server,
  somebody,
}) => {
  complaints.allow(/status of 404|api\/profile-of/)
  const late = await installWallet(context, server.origin, { lateMs: 700 })
  await page.addInitScript(() => {
    localStorage.setItem('twinmint.wallet', 'Phantom')
    // Nobody is asked for a wallet that is about to connect.
    new MutationObserver(() => {
      if (document.querySelector('dialog')?.textContent.startsWith('Connect Wallet'))
        console.error('the list of wallets opened')
    }).observe(document, { subtree: true, childList: true })
  })
  let letKnow: () => void = () => undefined
  const known = new Promise<void>((resolve) => (letKnow = resolve))
  await answer(page, '**/api/session', async (route) => {
    if (route.request().method() === 'GET') await known
    await route.fallback()
  })
  await page.goto(`/profile/${somebody.address}`)
  const follow = page.getByRole('main').getByRole('button', { name: /^Follow / })
  await follow.click()
  await expect(follow).toHaveAttribute('aria-busy', 'true')
  await expect(walletButton(page)).toContainText(short(late))
  letKnow()
  await expect(page.getByRole('main').getByRole('button', { name: /^Following / })).toBeVisible()
  await late.signIn()
  const following = async () =>
    (await late.get<Following>('/api/user/following')).following.map(({ walletAddress }) => walletAddress)
  await expect.poll(following).toEqual([somebody.address])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a browser that blocks all storage trades with the Demo wallet, is told that its key is not kept, and disconnects all tabs', async ({
  context,
  page,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Blocked Frog', symbol: 'BLOCK' }, picture)
  await context.addInitScript(() => {
    const deny = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: deny })
    for (const name of ['serviceWorker', 'locks']) Object.defineProperty(navigator, name, { get: deny })
    Object.defineProperty(document, 'cookie', { get: deny, set: deny })
  })
  await page.goto(`/trade/${coin.id}`)
  await connect(page, 'Demo Wallet')
  await walletButton(page).click()
  await expect(page.getByRole('banner')).toContainText('the key lasts until you close or reload this page')
  await walletButton(page).click()
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('0.1')
  await card.getByRole('button', { name: 'Buy BLOCK' }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  const other = await context.newPage()
  await other.goto('/gallery')
  await connect(other, 'Demo Wallet')
  await walletButton(other).click()
  await other.getByRole('button', { name: 'Disconnect' }).click()
  for (const each of [page, other]) await expect(opener(each)).toBeVisible()
})
