// A launch whose window is lost after it was signed: whatever page its creator comes back to says what became of it, once.
import type { Page } from '@playwright/test'
import { answer } from './answers.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  chooseImage,
  fillLaunch,
  launchButton,
  openConnected,
  photograph,
  toast,
  tradedId,
} from './screens.ts'

const LAUNCH_CALL = '**/api/collections/launch'
const news = (page: Page) => page.getByRole('region', { name: 'Your launch' })

test('is told of on the next page', { tag: '@soak' }, async ({
  complaints,
  context,
  page,
  phantom,
  picture,
}) => {
  test.slow()
  complaints.allow(/status of (404|409|500)/)
  const launch = async (where: Page, name: string, symbol: string) => {
    await openConnected(where, '/launch')
    await chooseImage(where, 'sunset.jpg', 'image/jpeg', picture)
    await fillLaunch(where, { name, symbol, collectionName: 'Losts', devBuy: '0.1' })
    await launchButton(where).click()
  }

  // It goes through, and the answer never comes.
  const first = await context.newPage()
  const held = await holdLaunch(first, { isHeard: true })
  await launch(first, 'Lost Frog', 'LOST')
  await held.seen
  // Meanwhile another page leaves it to this one.
  await page.goto('/')
  await expect(page.getByText('Lost Frog').first()).toBeVisible()
  await expect(news(page)).toHaveCount(0)
  await first.close()
  await expect(news(page)).toContainText('Launched: Lost Frog')
  await expectAccessible(news(page))
  await expectFits(page, 'a launch that went through', { part: news(page) })
  await photograph(page, 'lost-launch')
  // A third page is not told of it again.
  const third = await context.newPage()
  const asked: string[] = []
  third.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await third.goto('/gallery', { waitUntil: 'networkidle' })
  await expect(third.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked).toContain('/gallery')
  expect(asked).not.toContain('/api/collections/launch')
  await expect(news(third)).toHaveCount(0)
  await third.close()
  await news(page).getByRole('link', { name: 'Open it' }).click()
  await expect(page).toHaveURL(/\/trade\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lost Frog')
  await expect(news(page)).toHaveCount(0)
  expect(phantom.signatures).toBe(1)

  // Its block is forgotten before anybody hears of it. First nobody knows, then it is known that it never will.
  phantom.isLate = true
  const second = await context.newPage()
  const lost = await holdLaunch(second, { isHeard: false })
  await launch(second, 'Late Frog', 'LATE')
  await lost.seen
  await second.close()
  await answer(
    page,
    LAUNCH_CALL,
    (route) => route.fulfill({ status: 500, json: { message: 'Nobody knows.', code: 'internal' } }),
    { times: 1 },
  )
  await page.goto('/docs')
  await expect(news(page)).toContainText('Signed: Late Frog')
  await expect(news(page)).toContainText('Nobody knows yet')
  await photograph(page, 'lost-launch-unknown')
  await page.goto('/gallery')
  await expect(news(page)).toContainText('Not launched: Late Frog')
  await expect(news(page)).toContainText('No money moved')
  await expectAccessible(news(page))
  await expectFits(page, 'a launch that did not', { part: news(page) })
  await photograph(page, 'lost-launch-failed')
  await news(page).getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByLabel('Meme Name')).toHaveValue('Late Frog')
  await expect(page.getByLabel('Dev Buy')).toHaveValue('0.1')
  await expect(page.getByRole('img', { name: 'Preview of sunset.jpg' })).toBeVisible()
  phantom.isLate = false
  await launchButton(page).click()
  await tradedId(page)
  await expect(toast(page)).toContainText('Late Frog launched successfully')
  await expect(news(page)).toHaveCount(0)
})

/** The launch never answers this page, whether or not the server hears of it; `seen` waits until it was sent. */
async function holdLaunch(page: Page, { isHeard }: { readonly isHeard: boolean }) {
  let sent: () => void = () => undefined
  const seen = new Promise<void>((resolve) => {
    sent = resolve
  })
  await answer(page, LAUNCH_CALL, async (route) => {
    if (isHeard) await route.fetch()
    sent()
  })
  return { seen }
}
