// Alerts: set on a coin's page, told on the page by somebody's real trade, listed; and pushed to this browser.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { NewPush } from '@twinmint/sdk/api/alerts/contract'
import { createBrowser, startPushReceiver } from '../push-receiver.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { asOnPhone, openAlerts, openConnected, photograph, toast, walletButton } from './screens.ts'
import { installWallet } from './test-wallet.ts'

async function look(page: Page, name: string): Promise<void> {
  await photograph(page, name)
  await expectAccessible(page)
  await expectFits(page, name)
}

test('an alert is set, fires by a trade of somebody else, and is read', async ({
  page,
  phantom: _phantom,
  somebody,
  picture,
}) => {
  const coin = await somebody.launch({ name: 'Loud Frog', symbol: 'LOUD' }, picture)
  await openConnected(page, `/trade/${coin.id}`)
  const dialog = await openAlerts(page, 'Loud Frog')
  await dialog.getByRole('button', { name: 'Sign in' }).click()

  // Below what is now is not above it; the field begins with what can be set.
  const price = dialog.getByLabel('Price of one coin')
  await expect(price).toHaveValue('0.0000000012')
  await price.fill('0.0000000005')
  await price.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(/^The price is 0\.0₈1 SOL now: choose one above that\.$/)
  await price.fill('0.000000002')
  await price.press('Enter')
  await expect(dialog.getByText('The alert is set.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Market cap' }).check()
  await dialog.getByRole('radio', { name: 'Below' }).check()
  await expect(dialog.getByLabel('Market cap', { exact: true }).last()).toHaveValue('120')
  await dialog.getByRole('button', { name: 'Set alert' }).click()
  await dialog.getByRole('radio', { name: 'Graduation' }).check()
  await dialog.getByRole('button', { name: 'Set alert' }).click()
  const own = dialog.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  await expect(own).toHaveText([/^Graduation/, /^Market cap below \$120\.00/, /^Price above 0\.0₈2 SOL/])
  await look(page, 'alert-dialog')
  await own
    .nth(1)
    .getByRole('button', { name: /^Delete: LOUD, Market cap/ })
    .click()
  await expect(own).toHaveCount(2)
  await page.keyboard.press('Escape')

  await somebody.trade('BUY', coin.id, '1', 50)
  await expect(toast(page).getByText('LOUD: price above 0.0₈2 SOL')).toBeVisible()
  await expect(toast(page).getByText('Loud Frog reached 0.0₈4 SOL.')).toBeVisible()
  await toast(page).getByRole('button', { name: 'Dismiss' }).click()

  const banner = page.getByRole('banner')
  const bell = banner.getByRole('link', { name: 'Alerts, 1 unread' })
  await expect(bell).toBeVisible()
  await asOnPhone(page, async () => {
    await walletButton(page).click()
    await expect(banner.getByRole('link', { name: 'Alerts 1 unread' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await bell.click()
  const fired = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(fired).toHaveText([/LOUD: price above 0\.0₈2 SOL.*New/])
  await expect(page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')).toHaveText([
    /Loud Frog\s*Graduation/,
  ])
  await look(page, 'alerts')
  // Seen is read, here and after a reload.
  await page.reload()
  await expect(fired).toHaveCount(1)
  await expect(fired).not.toContainText('New')
  await expect(banner.getByRole('link', { name: 'Alerts', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Nothing yet')).toBeVisible()
  await page.getByRole('button', { name: /^Delete: LOUD, Graduation/ }).click()
  await expect(page.getByText('No alerts wait')).toBeVisible()
})

/** A browser without a screen denies notifications whatever it is told: it says here that they are allowed. */
const allowsNotifications = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'granted' })
    Object.assign(Notification, { requestPermission: async () => 'granted' })
  })

/** As a browser without windows has it by itself, but for some that were made with them. */
const forbidsNotifications = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'denied' }),
  )

/** No browser here reaches its vendor's push service: it subscribes to the test's, as that service would have it. */
async function subscribesTo(page: Page, subscription: NewPush): Promise<void> {
  await page.evaluate((given) => {
    let here: object | null = null
    const made = {
      ...given,
      options: {},
      toJSON: () => given,
      unsubscribe: async () => {
        here = null
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        here = made
        return made
      },
      getSubscription: async () => here,
    })
  }, subscription)
}

test('a browser is told, as far as it may be, and shows what is pushed', { tag: '@soak' }, async ({
  page,
  context,
  complaints,
  startServer,
}) => {
  // What its own push service says to a browser without one.
  complaints.allow(/PushFailure|push service|Push API/i)
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-push-'))
  const receiver = await startPushReceiver(folder)
  try {
    const server = await startServer({
      env: { PUSH_HOSTS: receiver.host, NODE_EXTRA_CA_CERTS: receiver.certificateFile },
    })
    const worker = await fetch(`${server.origin}/sw.js`)
    expect(worker.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    expect(worker.headers.get('cache-control')).toBe('no-cache')

    await installWallet(context, server.origin)
    await forbidsNotifications(page)
    await openConnected(page, `${server.origin}/portfolio?tab=alerts`)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    const box = page.getByRole('region', { name: 'Notifications in this browser' })
    const onOff = box.getByRole('switch', { name: 'Notify this browser' })
    await expect(box.getByText('This browser was told not to show notifications')).toBeVisible()
    await expect(onOff).toHaveCount(0)

    await allowsNotifications(page)
    await page.reload()
    await expect(onOff).not.toBeChecked()
    await onOff.click()
    await expect(box.getByRole('status')).toContainText('push service can’t be reached')
    await expect(onOff).not.toBeChecked()

    const browser = await createBrowser(`${receiver.origin}/browser`)
    await subscribesTo(page, browser.subscription)
    await onOff.click()
    await expect(onOff).toBeChecked()
    await photograph(page, 'alerts-push')
    await expectAccessible(page)
    await box.getByRole('button', { name: 'Send a test' }).click()
    await expect(box.getByRole('status')).toContainText('Sent.')
    const pushed = await browser.read(receiver.received[0]?.body ?? Buffer.alloc(0))

    // What the push service would hand to the browser; and whatever else is pushed, it leads nowhere else.
    const foreign = { id: 'x', title: 'Free coins', body: '', path: 'https://evil.example/' }
    expect(
      await deliver(page, server.origin, [JSON.stringify(pushed), JSON.stringify(foreign), 'no JSON']),
    ).toEqual([
      ['Notifications are on', 'Your alerts show like this.', '/portfolio?tab=alerts'],
      ['Free coins', '', '/portfolio?tab=alerts'],
      ['Twinmint', 'One of your alerts fired.', '/portfolio?tab=alerts'],
    ])

    await onOff.click()
    await expect(onOff).not.toBeChecked()
  } finally {
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

interface Shown {
  readonly shown: [title: string, body: string, path: string][]
}

/** Hands messages to the page's service worker, as a push service does. Returns what it would show. */
async function deliver(page: Page, origin: string, messages: readonly string[]) {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('the page has no service worker')
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const kept: Shown = Object.assign(globalThis, { shown: [] })
    registration.showNotification = async (title, options) =>
      void kept.shown.push([
        title,
        options?.body ?? '',
        String((options?.data as { path?: string } | undefined)?.path),
      ])
  })
  const session = await page.context().newCDPSession(page)
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  for (const data of messages)
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const shown = () => worker.evaluate(() => (globalThis as unknown as Shown).shown)
  await expect.poll(async () => (await shown()).length).toBe(messages.length)
  return shown()
}
