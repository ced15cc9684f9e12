// Before the opening: an admin puts the landing up under an open tab, visitors join the waitlist, the list is taken along
// as a file, coins and reports are seen to, and the site opens again.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { PostedComment } from '@twinmint/sdk/api/community/contract'
import { createKeypair } from '../../packages/localnet/keypair.ts'
import { createClient } from '../client.ts'
import { answer } from './answers.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, photograph } from './screens.ts'
import { installWallet } from './test-wallet.ts'

/** Open tabs ask every 30 seconds; their clocks are put forward, so that nobody waits for it. */
const POLL_MS = 30_000

const field = (page: Page) => page.getByLabel('Join waitlist via X username')
const joinButton = (page: Page) => page.getByRole('button', { name: 'Join', exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true })
const count = (page: Page, layer: 'stars' | 'particles') => page.getByTestId(layer).locator('span').count()

test('the landing goes up under an open tab, people join, and the site opens again', {
  tag: '@soak',
}, async ({ browser, complaints, context, page, picture, startServer }) => {
  test.slow()
  // Calls of open tabs are refused until they have noticed; the page of a stranger has status 404.
  complaints.allow(/status of (404|503)|not open yet|api\/live|EventSource/)
  const keypair = createKeypair()
  const env = {
    ADMIN_WALLETS: createClient('http://nowhere', keypair).address,
    ADMIN_LINK: 'on',
    X_ACCOUNT: 'twinmint',
    DECK_URL: 'https://example.org/deck.pdf',
    WAITLIST_STORE_IP: 'on',
  }
  const server = await startServer({ env })
  const creator = createClient(server.origin)
  await creator.airdrop(5)
  const honest = await creator.launch({ name: 'Honest Frog', symbol: 'HONEST' }, picture)
  const doubtful = await creator.launch({ name: 'Doubtful Frog', symbol: 'DOUBT' }, picture)
  await creator.signIn()
  const { comment } = await creator.post<PostedComment>(`/api/collections/${honest.id}/comments`, {
    message: 'Send me your keys',
  })
  await creator.post('/api/reports', { kind: 'comment', id: comment.id, reason: 'A scam' })

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto(server.origin)
  await expect(page.getByRole('link', { name: 'Doubtful Frog' }).first()).toBeVisible()
  const adminContext = await browser.newContext({
    acceptDownloads: true,
    viewport: page.viewportSize(),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await complaints.watch(adminContext)
  const admin = await adminContext.newPage()

  await test.step('a stranger finds nothing under /admin; the printed link opens it', async () => {
    await admin.goto(`${server.origin}/admin/waitlist`)
    await expect(admin.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await admin.goto(server.adminLink())
    await admin.getByRole('button', { name: 'Enter as an admin' }).click()
    await expect(admin.getByRole('heading', { name: 'Waitlist Submissions', exact: true })).toBeVisible()
    await expect(admin.getByText('No waitlist submissions yet')).toBeVisible()
    await expect(admin.getByText('Entries will appear here when users join the waitlist')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  })

  await test.step('the landing goes up, and the open tab follows', async () => {
    await tab(admin, 'Landing').click()
    await expect(admin.getByText('As the configuration says.')).toBeVisible()
    await admin.getByRole('button', { name: 'Put the landing up' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Put it up' }).click()
    await expect(admin.getByText('The landing is up', { exact: true })).toBeVisible()
    await photograph(admin, 'admin-landing')
    await expectAccessible(admin)
    await page.clock.fastForward(POLL_MS)
    await expect(field(page)).toBeVisible()
    await page.clock.resume()
    await expect(page.getByText('Doubtful Frog')).toHaveCount(0)
    await expect(page.getByRole('banner')).toHaveCount(0)
  })

  await test.step('stars and particles move, unless less motion is wished for', async () => {
    await expect.poll(() => count(page, 'stars')).toBeGreaterThan(3)
    const logo = page.getByRole('button', { name: 'Twinmint' })
    await logo.focus()
    await expect.poll(() => count(page, 'particles')).toBeGreaterThan(2)
    expect(await count(page, 'particles')).toBeLessThanOrEqual(15)
    await photograph(page, 'landing')
    await logo.blur()
    await expect.poll(() => count(page, 'particles')).toBe(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(() => count(page, 'stars')).toBe(0)
    await logo.focus()
    await page.waitForTimeout(600) // in which four would have been born
    expect([await count(page, 'stars'), await count(page, 'particles')]).toEqual([0, 0])
    await expect(page.getByRole('link', { name: 'Presentation deck' })).toHaveAttribute(
      'href',
      'https://example.org/deck.pdf',
    )
    await expect(page.getByRole('button', { name: 'Docs (Coming Soon)' })).toBeDisabled()
    await expectAccessible(page)
    await expectFits(page, 'the landing')
  })

  await test.step('somebody joins, and the next one with that name is told', async () => {
    await expect(joinButton(page)).toBeDisabled()
    await field(page).fill('@frog lord')
    await expect(field(page)).toHaveValue('frog lord')
    await expect(page.getByText('Letters, digits and underscores, 100 at most.')).toBeVisible()
    await field(page).fill('@FrogLord')
    await expect(page.getByText('Checking...')).toBeVisible()
    await expect(page.getByText('✓ Available')).toBeVisible()
    const end = await answer(page, '**/api/waitlist', (route) => route.abort())
    complaints.allow(/ERR_FAILED|The server did not answer/)
    await joinButton(page).click()
    await expect(page.getByRole('status')).toHaveText(/The server did not answer/)
    end()
    await field(page).press('Enter')
    await expect(page.getByRole('heading', { name: "You've joined the waitlist!" })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Follow on X' })).toHaveAttribute(
      'href',
      'https://x.com/twinmint',
    )
    await photograph(page, 'landing-joined')
    await expectAccessible(page)

    // From now on the document itself says that the landing is up: nothing of the site is asked for.
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${server.origin}/trade/${honest.id}`)
    await field(page).fill('froglord')
    await expect(page.getByText('✗ Already joined')).toBeVisible()
    await expect(joinButton(page)).toBeDisabled()
    await photograph(page, 'landing-taken')
    expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/waitlist/'))).toEqual([])
  })

  await test.step('the list is shown, copied, and exported whole', async () => {
    const names = Array.from({ length: 62 }, (_, i) => `frog_${i}`)
    for (const username of names) await creator.post('/api/waitlist', { username })
    await tab(admin, 'Waitlist').click()
    await expect(admin.getByText('Total: 63 users')).toBeVisible()
    const card = admin.getByRole('listitem').filter({ hasText: '@frog_61' })
    await expect(card.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} • \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await expect(card.getByText('127.0.0.1')).toBeVisible()
    await expect(admin.getByText('@FrogLord')).toHaveCount(0)
    await photograph(admin, 'admin-waitlist')
    await expectAccessible(admin)
    await expectFits(admin, 'the waitlist')
    await admin.getByRole('button', { name: 'Load More' }).click()
    await expect(admin.getByText('@FrogLord')).toBeVisible()

    await admin.getByRole('button', { name: 'Copy Usernames' }).click()
    await expect(admin.getByText('Usernames copied to clipboard').first()).toBeVisible()
    const copied = await admin.evaluate(() => navigator.clipboard.readText())
    // Those of the same millisecond stand in any order; the first to join stands last.
    expect(copied.split('\n').toSorted()).toEqual(['FrogLord', ...names].map((name) => `@${name}`).toSorted())
    expect(copied.split('\n').at(-1)).toBe('@FrogLord')

    const downloading = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^waitlist-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines[0]).toBe('Username,Submitted At,IP Address')
    expect(lines).toHaveLength(64)
    expect(lines.at(-1)).toMatch(/^FrogLord,\d{4}-\d\d-\d\dT[\d:.]+Z,127\.0\.0\.1$/)
  })

  await test.step('a coin is verified, another hidden, a reported comment taken away', async () => {
    await tab(admin, 'Collections').click()
    await admin.getByLabel('Search collections').fill('frog')
    await admin.getByRole('button', { name: 'Verify: Honest Frog' }).click()
    await expect(admin.getByRole('button', { name: 'Take badge away: Honest Frog' })).toBeVisible()
    await admin.getByRole('button', { name: 'Hide: Doubtful Frog' }).click()
    await expect(admin.getByRole('button', { name: 'Show again: Doubtful Frog' })).toBeVisible()
    await admin.getByRole('button', { name: 'Read again: Honest Frog' }).click()
    await expect(admin.getByText('Honest Frog was read again from the chain', { exact: true })).toBeVisible()
    await photograph(admin, 'admin-collections')
    await expectAccessible(admin)
    await expectFits(admin, 'collections')
    await tab(admin, 'Reports').click()
    await expect(admin.getByText('Send me your keys')).toBeVisible()
    await photograph(admin, 'admin-reports')
    await expectAccessible(admin)
    await admin.getByRole('button', { name: 'Hide the message' }).click()
    await expect(admin.getByRole('button', { name: 'Show it again' })).toBeVisible()
    await expectFits(admin, 'reports')
  })

  await test.step('an admin signs in with the wallet while the landing is up', async () => {
    await installWallet(context, server.origin, { keypair })
    await page.goto(`${server.origin}/admin/sessions`)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await connect(page)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Sessions', exact: true })).toBeVisible()
    await expect(page.getByText('Admin link')).toBeVisible()
    await photograph(page, 'admin-sessions')
    await expectAccessible(page)
    await expectFits(page, 'sessions')
    await page.getByRole('banner').getByRole('link', { name: 'Twinmint, home' }).click()
    await expect(page.getByRole('link', { name: 'Honest Frog' }).first()).toBeVisible()
  })

  await test.step('the site opens again, with what was marked', async () => {
    const visitorContext = await browser.newContext({ viewport: page.viewportSize() })
    await complaints.watch(visitorContext)
    const visitor = await visitorContext.newPage()
    await visitor.clock.install()
    await visitor.goto(server.origin)
    await expect(field(visitor)).toBeVisible()
    await tab(admin, 'Landing').click()
    await admin.getByRole('button', { name: 'Open the site' }).click()
    const question = admin.getByRole('dialog', { name: 'Open the site?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(admin.getByText('The landing is up', { exact: true })).toBeVisible()
    await admin.getByRole('button', { name: 'Open the site' }).click()
    await question.getByRole('button', { name: 'Open it' }).click()
    await expect(admin.getByText('The site is open', { exact: true })).toBeVisible()
    await visitor.clock.fastForward(POLL_MS)
    await expect(visitor.getByRole('link', { name: 'Honest Frog' }).first()).toBeVisible()
    await expect(visitor.getByLabel('Verified').first()).toBeVisible()
    await expect(visitor.getByText('Doubtful Frog')).toHaveCount(0)
    await visitor.goto(`${server.origin}/trade/${doubtful.id}`)
    await expect(visitor.getByRole('note')).toContainText('taken this coin out of lists and searches')
    await photograph(visitor, 'coin-hidden')
    await visitor.goto(`${server.origin}/admin/waitlist`)
    await expect(visitor.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await visitorContext.close()
    await tab(admin, 'Log').click()
    for (const said of [
      'set the landing',
      'exported the waitlist',
      'marked a coin',
      'hid a message',
      'came in by the link',
    ])
      await expect(admin.getByText(said).first()).toBeVisible()
    await photograph(admin, 'admin-log')
    await expectAccessible(admin)
    await expectFits(admin, 'the log')
    await adminContext.close()
  })
})
