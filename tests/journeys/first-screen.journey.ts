// The first screen: there without JavaScript, and taken over by the page without drawing it again, asking twice or moving anything.
import type { Page } from '@playwright/test'
import { drawPicture } from '../pictures.ts'
import { answer } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { openCardTab, openConnected, photograph } from './screens.ts'
import { installTranslator, translate } from './translator.ts'

interface Seen {
  readonly shifts: number[]
  heading: Element | null
}
type Watching = typeof globalThis & { seen: Seen }

/** Before the page's own code: what moves, and the heading as it came in the document. */
function watch(): void {
  const seen: Seen = { shifts: [], heading: null }
  ;(globalThis as Watching).seen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shifts.push(value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('DOMContentLoaded', () => {
    seen.heading = document.querySelector('h1')
  })
}

const calls = (page: Page): string[] => {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/images/')) paths.push(pathname)
  })
  return paths
}

/** React keeps its own about every element that it has taken over. */
const isTakenOver = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { heading } = (globalThis as Watching).seen
    return (
      heading !== null && heading.isConnected && Object.keys(heading).some((key) => key.startsWith('__react'))
    )
  })

/** Asks for it until it comes drawn: on a machine with other work the document may not wait for that. */
async function untilDrawn(page: Page, ask: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await ask()
    await expect(page.locator('#first-data')).toBeAttached({ timeout: 1_000 })
  }).toPass()
}

async function openDrawn(page: Page, url: string, asked: string[] = []): Promise<void> {
  await untilDrawn(page, async () => {
    // What a document that came undrawn still asks for is not this one's.
    await page.goto('about:blank')
    asked.length = 0
    // Its scripts may be held: one that came undrawn would never be loaded.
    await page.goto(url, { waitUntil: 'commit' })
  })
}

test('a coin’s facts are there without JavaScript, and the page with it goes on from them @phone', async ({
  page,
  browser,
  three,
  viewport,
}) => {
  const { origin, coins } = three
  const [coin] = coins
  if (coin === undefined) throw new Error('a market with coins')
  const path = `${origin}/trade/${coin.id}`
  const bare = await browser.newContext({ javaScriptEnabled: false, viewport })
  const still = await bare.newPage()
  await openDrawn(still, path)
  await expect(still.getByRole('heading', { name: coin.name, exact: true })).toBeVisible()
  const strip = still.locator('main header')
  await expect(strip).toContainText(coin.symbol)
  await expect(still.getByText('Market cap', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(strip.getByRole('img', { name: coin.name })).toBeVisible()
  await expect(still.getByText(coin.mintAddress)).toBeAttached()
  await bare.close()

  await page.addInitScript(watch)
  const asked = calls(page)
  await openDrawn(page, path, asked)
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await photograph(page, 'first-screen-coin')
  await openCardTab(page, 'Sell')
  expect(asked).not.toContain('/api/config')
  expect(asked).not.toContain(`/api/collections/${coin.id}`)
  const shift = await page.evaluate(() =>
    (globalThis as Watching).seen.shifts.reduce((sum, each) => sum + each, 0),
  )
  expect(shift).toBeLessThan(0.01)
})

test('every drawn page is taken over as it stands, and asks for nothing that came with it', async ({
  page,
  three,
}) => {
  const { origin, coins } = three
  const [coin] = coins
  if (coin === undefined) throw new Error('a market with coins')
  await page.addInitScript(watch)
  const asked = calls(page)
  const came: Record<string, readonly string[]> = {
    '/': ['/api/config', '/api/collections/boosted', '/api/collections/trending'],
    '/trade': ['/api/config', '/api/collections'],
    '/gallery': ['/api/config', '/api/collections'],
    [`/nft/${coin.id}/1`]: ['/api/config', `/api/collections/${coin.id}/nfts/1`],
    '/launch': ['/api/config'],
  }
  for (const [path, paths] of Object.entries(came)) {
    await openDrawn(page, origin + path, asked)
    await expect.poll(() => isTakenOver(page), path).toBe(true)
    for (const each of paths) expect(asked, path).not.toContain(each)
  }
})

test('trades that arrive push the others down without a jump', async ({ page, somebody }) => {
  const coin = await somebody.launch(
    { name: 'Sliding Frog', symbol: 'SLIDE', boostLaunch: true },
    await drawPicture('#21d38b'),
  )
  await somebody.trade('BUY', coin.id, '0.1')
  await page.setViewportSize({ width: 412, height: 823 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(watch)
  await page.goto(`/trade/${coin.id}`)
  const trades = page.getByRole('table', { name: 'Activity of Sliding Frog' })
  await expect(trades.getByText('Buy', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'TradingView' })).toBeVisible()
  const shift = () =>
    page.evaluate(() => (globalThis as Watching).seen.shifts.reduce((sum, each) => sum + each, 0))
  const before = await shift()
  for (const count of [2, 3]) {
    await somebody.trade('BUY', coin.id, '0.1')
    await expect(trades.getByText('Buy', { exact: true })).toHaveCount(count)
    // A browser counts what comes on top of those that still slide, though nothing jumps; and it says so a frame later.
    await page.waitForTimeout(300)
  }
  expect(before).toBeLessThan(0.01)
  expect((await shift()) - before).toBeLessThan(0.005)
})

test('a coin that was left and is come back to is asked for again', async ({ page, three }) => {
  const { origin, coins } = three
  const [coin] = coins
  if (coin === undefined) throw new Error('a market with coins')
  await page.addInitScript(watch)
  await openDrawn(page, `${origin}/trade/${coin.id}`)
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await page.getByRole('link', { name: 'Twinmint, home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Every launch' })).toBeVisible()
  const again = page.waitForRequest(`${origin}/api/collections/${coin.id}`)
  await page.goBack()
  await again
})

/** Holds all of the pages' code until what it returns is called. */
async function holdCode(page: Page): Promise<() => void> {
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await answer(page, /\/assets\/[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('what is typed and pressed before the page’s code is there is not lost', async ({ page, three }) => {
  const release = await holdCode(page)
  await openDrawn(page, `${three.origin}/launch`)
  const name = page.getByLabel('Meme Name')
  await name.fill('Early Frog')
  // No button that opens a file chooser: a browser lets that happen for five seconds after the press, however slow the code is.
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible()
  await expect(name).toHaveValue('Early Frog')
  // The page knows of it, too.
  await expect(page.getByText('10/50')).toHaveCount(1)
})

for (const how of ['replaces', 'wraps'] as const)
  test(`a page that is translated before its code is there is taken over as it stands: its texts are moved (${how})`, async ({
    page,
    three,
  }) => {
    await page.addInitScript(watch)
    await page.addInitScript(installTranslator)
    const release = await holdCode(page)
    await openDrawn(page, `${three.origin}/launch`)
    await page.waitForFunction(() => document.readyState !== 'loading')
    await translate(page, how)
    await expect(page.locator('h1 font').first()).toBeAttached()
    const name = page.locator('main form input:not([type=file])').first()
    await name.fill('Early Newt')
    release()
    await expect.poll(() => isTakenOver(page)).toBe(true)
    await expect(page.getByText('10/50')).toHaveCount(1)
    await expect(name).toHaveValue('Early Newt')
  })

test('what is chosen before the page’s code is there is not lost', async ({ page, three }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  const release = await holdCode(page)
  await openDrawn(page, `${three.origin}/trade`)
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption({ label: 'Age' })
  release()
  await expect(page).toHaveURL(/\?sort=age/)
  await expect(order.locator('option:checked')).toHaveText('Age')
})

test('who points at something before the page’s code is there is told what it is', async ({
  page,
  three,
}) => {
  const release = await holdCode(page)
  await openDrawn(page, `${three.origin}/trade`)
  const pointed = page.locator('[data-pointed]')
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').hover()
  await expect(pointed).toHaveText('Price')
  // Out of the window: nobody points at anything.
  await page.mouse.move(-10, -10)
  await expect(pointed).toHaveCount(0)
  await page.getByRole('columnheader', { name: 'Market cap' }).getByRole('button').hover()
  release()
  await expect(page.getByRole('tooltip')).toContainText('1,000,000,000 coins')
})

test('who goes back before the page’s code is there comes to the page before', async ({ page, three }) => {
  await page.addInitScript(watch)
  await openDrawn(page, `${three.origin}/trade`)
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await page.getByRole('link', { name: 'Twinmint, home' }).click()
  await expect(page).toHaveURL(`${three.origin}/`)
  const release = await holdCode(page)
  await untilDrawn(page, async () => void (await page.reload({ waitUntil: 'commit' })))
  await page.goBack()
  await expect(page).toHaveURL(`${three.origin}/trade`)
  await expect(page.getByRole('heading', { level: 1, name: 'Every launch' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeVisible()
})

test('a page that is come to has a title, also where it has none of its own', async ({
  complaints,
  page,
  three,
}) => {
  // Nobody has a profile there.
  complaints.allow(/status of 404/)
  await openDrawn(page, `${three.origin}/`)
  await expect(page).toHaveTitle(/^Twinmint/)
  await page.evaluate(() => {
    history.pushState(null, '', `/profile/${'1'.repeat(32)}`)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('main')).not.toContainText('Trending')
  await expect(page).toHaveTitle(/Twinmint/)
})

test('whose wallet is remembered sees nothing move on the launch page, and who has none is asked to connect one', async ({
  page,
  phantom,
}) => {
  expect(phantom.address).not.toBe('')
  await page.goto('/launch')
  const note = page.getByText('Please connect a wallet')
  await expect(note).toBeVisible()
  await page.addInitScript(watch)
  await openConnected(page, '/launch')
  await expect(page.getByText('You launch from')).toBeVisible()
  await expect(note).toBeHidden()
  // The button in the head is wider with an address.
  const shifts = await page.evaluate(() => (globalThis as Watching).seen.shifts)
  expect(shifts.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.01)
})
