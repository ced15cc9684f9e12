// People talking: comments on a coin's page and the chat of the home page, between two browsers, live; and a moderator.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { PostedComment, ReportsPage } from '@twinmint/sdk/api/community/contract'
import { createKeypair } from '../../packages/localnet/keypair.ts'
import { type Client, createClient } from '../client.ts'
import { expectFits, expectNoSideScroll } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, isPhone, photograph, toast } from './screens.ts'
import { installWallet } from './test-wallet.ts'

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const comments = (page: Page) => page.getByRole('list', { name: 'Comments', exact: true })

/** Somebody else in a browser of their own, with a wallet that is not connected yet. */
async function otherBrowser(browser: Browser, options: BrowserContextOptions, origin: string) {
  const context = await browser.newContext({ ...options, baseURL: origin })
  const wallet = await installWallet(context, origin)
  return { page: await context.newPage(), context, wallet }
}

async function writeChat(client: Client, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) await client.post('/api/chat', { message: `earlier message ${i}` })
}

async function signInHere(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  // Signing in connects the wallet first.
  await page
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: /^Phantom/ })
    .click()
}

test('comments cross live, and are answered by keys', async ({
  browser,
  complaints,
  contextOptions,
  page,
  phantom,
  picture,
  server,
}) => {
  const coin = await phantom.launch({ name: 'Talky Toad', symbol: 'TALK' }, picture)
  const bert = await otherBrowser(browser, contextOptions, server.origin)
  await complaints.watch(bert.context)
  for (const each of [page, bert.page]) {
    await each.goto(`/trade/${coin.id}`)
    await tab(each, /^Comments/).click()
    await expect(each.getByText('No comments yet')).toBeVisible()
  }

  await signInHere(page, 'Sign in to comment')
  const field = page.getByRole('textbox', { name: 'Comment on Talky Toad' })
  const send = page.getByRole('button', { name: 'Comment', exact: true })
  await expect(field).toBeVisible()
  await expect(send).toBeDisabled()
  await field.press('Enter')
  await field.fill('   ')
  await expect(page.getByText('3/500')).toBeVisible()
  await expect(send).toBeDisabled()
  await field.fill('x'.repeat(499))
  await field.pressSequentially('yz')
  await expect(page.getByText('500/500')).toBeVisible()
  await field.fill('<b>first</b> https://example.com')
  await field.press('Shift+Enter')
  await field.pressSequentially('second line')
  await expect(comments(page)).toBeHidden()
  await field.press('Enter')
  await expect(field).toHaveValue('')

  const shown = comments(bert.page).getByRole('article')
  await expect(shown).toContainText('<b>first</b> https://example.com\nsecond line')
  await expect(shown).toContainText('creator')
  await expect(shown.locator('b, a[href*=example]')).toHaveCount(0)
  await expect(tab(bert.page, /^Comments 1$/)).toBeVisible()
  complaints.allow(/409 \(Conflict\)|have written the same/)
  await field.fill('<b>first</b> https://example.com\nsecond line')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toContainText('You have written the same within the last minute.')
  await field.fill('')

  await bert.page.getByRole('button', { name: 'Reply', exact: true }).click()
  await signInHere(bert.page, 'Sign in to reply')
  const reply = bert.page.getByRole('textbox', { name: /^Reply to / })
  await expect(reply).toBeVisible()
  await reply.pressSequentially('an answer')
  await reply.press('Enter')
  const answer = page.getByRole('list', { name: /^Replies to / }).getByRole('article')
  await expect(answer).toContainText('an answer')
  // Of two windows only one is in front, and this may be the other.
  await expect.poll(() => bert.page.evaluate(() => document.activeElement?.textContent)).toBe('Reply')
  await expect(tab(page, /^Comments 2$/)).toBeVisible()
  await bert.context.close()
  await comments(page).scrollIntoViewIfNeeded()
  await photograph(page, 'comments')
  await expectAccessible(page.getByRole('region', { name: 'Details' }).getByRole('tabpanel'))
  await expectFits(page, 'comments')
})

test('a comment is reported, hidden by a moderator for everybody at once, and one of one’s own is deleted', {
  tag: '@soak',
}, async ({ context, page, picture, startServer }) => {
  const chief = createKeypair()
  const { origin } = await startServer({ env: { ADMIN_WALLETS: chief.address } })
  const wallet = await installWallet(context, origin)
  const admin = createClient(origin, chief)
  for (const each of [wallet, admin]) await each.signIn()
  await admin.airdrop(1)
  const coin = await admin.launch({ name: 'Quarrel Quail', symbol: 'QUAIL' }, picture)
  const write = (client: Client, message: string, parentId?: string) =>
    client.post<PostedComment>(`/api/collections/${coin.id}/comments`, { message, parentId })
  const { comment } = await write(admin, 'a lie')
  for (const word of ['one', 'two', 'three', 'four', 'five']) await write(wallet, word, comment.id)

  await page.goto(`${origin}/trade/${coin.id}`)
  await tab(page, /^Comments 6$/).click()
  const replies = page.getByRole('list', { name: /^Replies to / }).getByRole('article')
  await expect(replies).toHaveText([/three/, /four/, /five/])
  await page.getByRole('button', { name: 'Show 2 earlier replies' }).click()
  await expect(replies).toHaveText([/one/, /two/, /three/, /four/, /five/])

  await signInHere(page, 'Sign in to comment')
  await page.getByRole('button', { name: /^Report the comment of / }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this comment' })
  await expect(dialog.getByRole('button', { name: 'Report' })).toBeDisabled()
  await dialog.getByLabel('Spam').check()
  await photograph(page, 'report')
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(toast(page)).toContainText('Reported')
  const { reports } = await admin.get<ReportsPage>('/api/admin/reports')
  expect(reports).toMatchObject([{ id: comment.id, reportCount: 1, reports: [{ reason: 'Spam' }] }])

  // Its place stays, because answers hang on it.
  await admin.post(`/api/admin/reports/${comment.id}`, { action: 'hide' })
  await expect(comments(page)).toContainText('Hidden by a moderator')
  await expect(comments(page)).not.toContainText('a lie')
  await expect(replies).toHaveCount(5)
  await expect(tab(page, /^Comments 5$/)).toBeVisible()

  await page.getByRole('button', { name: 'Delete your reply' }).last().click()
  const question = page.getByRole('dialog', { name: 'Delete your reply?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeHidden()
  await expect(comments(page)).not.toContainText('five')
  await expect(tab(page, /^Comments 4$/)).toBeVisible()
})

test('the chat is beside the home page, and crosses live', { tag: '@phone-soak' }, async ({
  browser,
  complaints,
  contextOptions,
  page,
  phantom,
  server,
}) => {
  await phantom.signIn()
  await writeChat(phantom, 3)
  const bert = await otherBrowser(browser, contextOptions, server.origin)
  await complaints.watch(bert.context)
  const handle = (each: Page) => each.getByRole('button', { name: /^Chat/ })
  const room = (each: Page) =>
    isPhone(each)
      ? each.getByRole('dialog', { name: 'Chat' })
      : each.getByRole('complementary', { name: 'Chat' })
  const log = (each: Page) => room(each).getByRole('log', { name: 'Messages' })
  const content = page.locator('main > *').first()

  await page.goto('/')
  await connect(page)
  await expect(content).not.toHaveClass(/chat-open/)
  await handle(page).click()
  await expect(content).toHaveClass(/chat-open/)
  for (const text of ['Welcome to the Twinmint chat', 'never writes to you first', 'Sign in to write'])
    await expect(log(page)).toContainText(text)
  await expect(log(page).getByText('system', { exact: true })).toHaveCount(3)
  await expect(log(page)).toContainText('earlier message 3')
  // The welcome stands above all that people said.
  await expect(log(page).getByRole('article').nth(2)).toContainText('Sign in to write')
  await photograph(page, 'chat-visitor')

  await room(page).getByRole('button', { name: 'Sign in to chat' }).click()
  const field = room(page).getByRole('textbox', { name: 'Message' })
  const send = room(page).getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  await field.fill(' ')
  await expect(send).toBeDisabled()
  await field.press('Enter')

  await bert.page.goto('/')
  await expect(handle(bert.page)).toHaveText('Chat')
  // The reader's stream is open when it has told of anything at all.
  await expect(async () => {
    await phantom.post('/api/chat', { message: `anybody? ${Date.now()}` })
    await expect(handle(bert.page)).toContainText('unread', { timeout: 2_000 })
  }).toPass()

  await field.fill('hello <i>there</i> https://example.com')
  await field.press('Shift+Enter')
  await field.pressSequentially('below')
  await expect(room(page).getByText('44/500')).toBeVisible()
  await expect(log(page)).not.toContainText('hello')
  await field.press('Enter')
  await expect(log(page)).toContainText('hello <i>there</i> https://example.com\nbelow')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()

  await handle(bert.page).click()
  await expect(log(bert.page)).toContainText('hello <i>there</i> https://example.com\nbelow')
  await expect(log(bert.page).locator('i, a[href*=example]')).toHaveCount(0)
  await bert.wallet.signIn()
  await bert.wallet.post('/api/chat', { message: 'hi from the other side' })
  for (const each of [page, bert.page]) await expect(log(each)).toContainText('hi from the other side')
  await photograph(page, 'chat')
  await expectAccessible(page)
  await expectNoSideScroll(page)

  await page.getByRole('button', { name: 'Delete your message' }).last().click()
  await page
    .getByRole('dialog', { name: 'Delete your message?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  for (const each of [page, bert.page]) await expect(log(each)).not.toContainText('hello')

  // Esc closes it and hands the focus back; the page has its width again.
  await field.press('Escape')
  await expect(room(page)).toBeHidden()
  await expect(handle(page)).toBeFocused()
  await expect(content).not.toHaveClass(/chat-open/)
  await bert.context.close()
})

test('earlier messages of the chat come while scrolling up, and the place is kept', { tag: '@soak' }, async ({
  page,
  server,
}) => {
  for (let writer = 0; writer < 7; writer++) {
    const client = createClient(server.origin)
    await client.signIn()
    await writeChat(client, 9)
  }
  await page.goto('/')
  await page.getByRole('button', { name: /^Chat/ }).click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('Welcome to the Twinmint chat')
  const lines = log.getByRole('article')
  await expect(lines).toHaveCount(53)
  await expect(lines.last()).toBeInViewport()
  // Below the welcome.
  const topmost = lines.nth(3)
  const text = await topmost.innerText()
  await log.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect.poll(() => lines.count()).toBeGreaterThan(60)
  // What was at the top is still in view: the older ones are above it.
  await expect(lines.filter({ hasText: text.split('\n').at(-1) ?? '' }).first()).toBeAttached()
  expect(await log.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  const talker = createClient(server.origin)
  await talker.signIn()
  await talker.post('/api/chat', { message: 'the latest word' })
  const newer = page.getByRole('button', { name: '1 new message' })
  await expect(newer).toBeVisible()
  await newer.click()
  await expect(log.getByText('the latest word')).toBeInViewport()
  await expect(newer).toBeHidden()
})

test('what the creator pins stands first, for everybody at once', { tag: '@soak' }, async ({
  browser,
  complaints,
  contextOptions,
  page,
  phantom,
  picture,
  server,
}) => {
  const coin = await phantom.launch({ name: 'Planned Toad', symbol: 'PLAN' }, picture)
  const bert = await otherBrowser(browser, contextOptions, server.origin)
  await complaints.watch(bert.context)
  const line = (each: Page) => each.getByRole('tabpanel').getByRole('button', { name: /^Creator/ })
  const first = (each: Page) => each.getByRole('region', { name: 'Pinned by the creator' })
  await bert.page.goto(`/trade/${coin.id}`)
  await expect(bert.page.getByRole('region', { name: 'Creator', exact: true })).toBeVisible()
  await expect(line(bert.page)).toHaveCount(0)

  await page.goto(`/trade/${coin.id}?tab=comments`)
  await signInHere(page, 'Sign in to comment')
  await expect(page.getByText('pin one of your comments')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Comment on Planned Toad' })
  const write = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
    await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible()
  }
  const pin = (text: string) =>
    comments(page)
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Pin', exact: true })
  await write('The roadmap: first a frog, then a pond.')
  await write('gm')
  await pin('The roadmap').click()
  await expect(first(page)).toContainText('then a pond.')
  await expect(comments(page)).not.toContainText('then a pond.')
  await expect(line(bert.page)).toContainText('first a frog, then a pond.')
  await photograph(bert.page, 'pinned-line')
  await expectFits(bert.page, 'pinned-line')

  await line(bert.page).click()
  await expect(tab(bert.page, /^Comments/)).toHaveAttribute('aria-selected', 'true')
  await expect(first(bert.page)).toContainText('creator')
  await expect(first(bert.page).getByRole('button', { name: /^(Edit|Unpin|Pin)$/ })).toHaveCount(0)
  await expect(first(bert.page).getByRole('button', { name: /^Report the comment of / })).toBeVisible()

  await first(page).getByRole('button', { name: 'Edit' }).click()
  const text = page.getByRole('textbox', { name: 'Your pinned comment' })
  await expect(text).toBeFocused()
  await text.fill('First a pond.')
  await first(page).getByRole('button', { name: 'Save' }).click()
  await expect(first(page).getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(first(bert.page)).toContainText('First a pond.')
  await expect(first(bert.page)).toContainText('edited')
  await first(page).scrollIntoViewIfNeeded()
  await photograph(page, 'pinned')
  await expectAccessible(page.getByRole('region', { name: 'Details' }).getByRole('tabpanel'))
  await expectFits(page, 'pinned')

  await pin('gm').click()
  await expect(first(bert.page)).toContainText('gm')
  await expect(comments(bert.page)).toContainText('First a pond.')
  await first(page).getByRole('button', { name: 'Unpin' }).click()
  await expect(first(bert.page)).toHaveCount(0)
  await expect(comments(bert.page)).toContainText('gm')
  await bert.context.close()
})
