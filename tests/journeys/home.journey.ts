// The home page: the ring by every gesture there is, the filters and the watchlist, the search in the head, and what appears
// by itself when somebody else launches.
import type { Locator, Page } from '@playwright/test'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { createClient } from '../client.ts'
import { answer } from './answers.ts'
import { expectNoSideScroll } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { isPhone, openDetails, photograph, untilTakenOver } from './screens.ts'

const ringOf = (page: Page): Locator => page.getByRole('region', { name: 'GIGA TRENDING' })
const centreIs = (page: Page, name: string) =>
  expect(ringOf(page).getByRole('group', { name: new RegExp(`of 3: ${name}$`) })).toBeVisible()
const afterTheLock = (page: Page) => page.waitForTimeout(650)
const grid = (page: Page): Locator => page.getByRole('region', { name: 'Featured Collections' })
const names = (page: Page) =>
  grid(page)
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.querySelector('h3')?.textContent ?? ''))

/** On a phone the cards at the sides are seen in part. */
async function clickSide(page: Page, ring: Locator, name: string): Promise<void> {
  const box = await ring.locator('.carousel-card', { hasText: name }).boundingBox()
  const width = page.viewportSize()?.width ?? 0
  if (box === null) throw new Error(`no card of ${name}`)
  await page.mouse.click(Math.min(box.x + box.width * 0.7, width - 12), box.y + box.height * 0.4)
}

/** A finger over the middle of an element. */
async function swipe(page: Page, over: Locator, deltaX: number): Promise<void> {
  const box = await over.boundingBox()
  if (box === null) throw new Error('nothing to swipe over')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] })
  await touch('touchStart', x)
  for (let step = 1; step <= 5; step++) await touch('touchMove', x + (deltaX * step) / 5)
  await touch('touchEnd')
  await cdp.detach()
}

test('the ring turns by click, by dots and by arrow keys, one move at a time, and its centre opens', async ({
  page,
  three,
}) => {
  const { origin, coins } = three
  const [first] = coins
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(origin)
  const ring = ringOf(page)
  await centreIs(page, 'First Frog')
  await expect(ring.getByRole('group')).toContainText(/\$[\d.]+K?.*SOL.*0comments.*%/s)
  await expect(ring).toContainText('Top performer')
  await photograph(page, 'ring')

  // The card on the right comes to the centre and is not opened, once the page has taken over: before, it is a link. Its twin on
  // the left is the one before.
  await untilTakenOver(page)
  await clickSide(page, ring, 'Second Newt')
  await centreIs(page, 'Second Newt')
  await expect(page).toHaveURL(`${origin}/`)
  await expect(ring.getByRole('group')).toContainText('Top performer')
  await expect(ring.getByRole('status')).toHaveText('Second Newt, 2 of 3')

  // Two at once are one; and after the third comes the first.
  await afterTheLock(page)
  const next = ring.getByRole('button', { name: 'Next coin' })
  await next.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await centreIs(page, 'Third Toad')
  await afterTheLock(page)
  await next.click()
  await centreIs(page, 'First Frog')
  await afterTheLock(page)
  await ring.getByRole('button', { name: 'Show Third Toad' }).click()
  await centreIs(page, 'Third Toad')

  // Keys go with the focus: from the link in the centre to the next centre's.
  await afterTheLock(page)
  const link = ring.getByRole('link')
  await link.focus()
  // Two at once are one here too.
  await link.evaluate((focused) => {
    for (let press = 0; press < 2; press++)
      focused.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
      )
  })
  await centreIs(page, 'First Frog')
  await expect(ring.getByRole('link', { name: 'First Frog' })).toBeFocused()
  await afterTheLock(page)
  await page.keyboard.press('ArrowLeft')
  await centreIs(page, 'Third Toad')
  await afterTheLock(page)
  await page.keyboard.press('ArrowRight')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin}/trade/${first?.id}`)
})

test('the ring turns by wheel and drag, or by a finger, and lets the page scroll', { tag: '@phone' }, async ({
  page,
  three,
}) => {
  const { origin } = three
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(origin)
  const ring = ringOf(page)
  // The whole square of the picture, however high the words beside it make the card.
  const picture = await ring.getByRole('img', { name: /^Picture of/ }).boundingBox()
  expect(Math.abs((picture?.width ?? 0) - (picture?.height ?? 0))).toBeLessThan(1)
  expect(picture?.width).toBeGreaterThan(100)
  const card = ring.getByRole('group')
  await centreIs(page, 'First Frog')
  await untilTakenOver(page)
  const scrolled = () => page.evaluate(() => scrollY)
  if (isPhone(page)) {
    await swipe(page, card, -40)
    await page.waitForTimeout(200)
    await centreIs(page, 'First Frog')
    await swipe(page, card, -120)
    await centreIs(page, 'Second Newt')
    await afterTheLock(page)
    await swipe(page, card, 120)
    await centreIs(page, 'First Frog')
    await afterTheLock(page)
    await swipe(page, card, 120)
    await centreIs(page, 'Third Toad')
    await expect(page).toHaveURL(`${origin}/`)
    expect(await scrolled()).toBe(0)
    return
  }
  const box = await card.boundingBox()
  if (box === null) throw new Error('no card')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const drag = async (deltaX: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + deltaX / 2, y)
    await page.mouse.move(x + deltaX, y + 5)
    await page.mouse.up()
  }
  await drag(-40)
  await page.waitForTimeout(200)
  await centreIs(page, 'First Frog')
  await drag(-60)
  await centreIs(page, 'Second Newt')
  await afterTheLock(page)
  await drag(60)
  await centreIs(page, 'First Frog')
  await expect(page).toHaveURL(`${origin}/`)

  await afterTheLock(page)
  await page.mouse.wheel(0, 10)
  await page.waitForTimeout(200)
  await centreIs(page, 'First Frog')
  await page.evaluate(() => scrollTo(0, 0))
  await afterTheLock(page)
  await page.mouse.wheel(0, 100)
  await centreIs(page, 'Second Newt')
  expect(await scrolled()).toBe(0)
  await afterTheLock(page)
  await page.mouse.wheel(0, 100)
  await centreIs(page, 'Third Toad')
  expect(await scrolled()).toBe(0)
  // Every card was in the centre: the page goes on, and the ring stays as it is.
  await afterTheLock(page)
  await page.mouse.wheel(0, 100)
  await expect.poll(scrolled).toBeGreaterThan(50)
  await centreIs(page, 'Third Toad')
  // Sideways is the ring's at any time.
  await afterTheLock(page)
  await page.mouse.wheel(100, 0)
  await centreIs(page, 'First Frog')
})

test('the ring is still where motion is unwanted, and grows with the market by itself', {
  tag: '@soak',
}, async ({ page, picture, startServer }) => {
  const { origin } = await startServer()
  const client = createClient(origin)
  await client.airdrop(10)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(origin)
  const ring = ringOf(page)
  await expect(page.getByText('No collections match the "Last Trade" filter')).toBeVisible()
  await expect(ring).toHaveCount(0)
  await expectAccessible(page)

  // Somebody else launches: the coin appears here, in the grid and in the ring, and nobody reloads.
  await client.launch({ name: 'Lonely Frog', symbol: 'ONE' }, picture)
  await expect(grid(page).getByRole('article').filter({ hasText: 'Lonely Frog' })).toBeVisible()
  await expect(ring.getByRole('group', { name: '1 of 1: Lonely Frog' })).toBeVisible()
  await expect(ring.getByRole('button')).toHaveCount(0)
  await photograph(page, 'ring-one')
  await client.launch({ name: 'Second Frog', symbol: 'TWO', devBuyAmount: '1' }, picture)
  await expect(grid(page).getByRole('article').filter({ hasText: 'Second Frog' })).toBeVisible()
  await expect(ring.getByRole('button', { name: 'Show Second Frog' })).toBeVisible()
  await expectNoSideScroll(page)
  await photograph(page, 'ring-two')

  await client.launch({ name: 'Third Frog', symbol: 'THREE' }, picture)
  await expect(ring.getByRole('button', { name: 'Show Third Frog' })).toBeVisible()
  const leans = () =>
    ring.locator('.carousel-card').evaluateAll((cards) =>
      cards.map((card) => {
        const { m13 } = new DOMMatrix(getComputedStyle(card).transform)
        return Math.abs(m13) > 0.01
      }),
    )
  expect(await leans()).toEqual([false, false, false])
  await ring.getByRole('button', { name: 'Next coin' }).click()
  await expect.poll(leans).toEqual([false, false, false])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(leans).toContain(true)
  await expectNoSideScroll(page)
})

test('filters order the coins, and the watchlist keeps its stars', async ({ context, page, three }) => {
  const { origin, coins } = three
  await page.goto(origin)
  const filters = grid(page).getByRole('group', { name: 'Which collections, in which order' })
  const filter = (name: string) => filters.getByRole('button', { name, exact: true })
  await expect(filters.getByRole('button')).toHaveText([
    'Last Trade',
    'Creation Time',
    'Heating Up',
    'Watchlist',
    'All Tokens',
  ])
  await expect(filter('Last Trade')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => names(page)).toEqual(['Third Toad', 'First Frog', 'Second Newt'])
  await filter('Creation Time').click()
  await expect.poll(() => names(page)).toEqual(['Third Toad', 'Second Newt', 'First Frog'])
  await filter('Heating Up').click()
  await expect.poll(() => names(page)).toEqual(['Second Newt', 'First Frog', 'Third Toad'])
  await filter('All Tokens').click()
  await expect(page).toHaveURL(/\?sort=marketCap/)
  const toad = grid(page).getByRole('article').filter({ hasText: 'Third Toad' })
  await expect(toad).toContainText('Boosted')
  await expect(page.getByRole('region', { name: 'Boosted collections' })).toContainText(/Third Toad.*SOL.*%/)

  await filter('Watchlist').click()
  await expect(grid(page)).toContainText('No collections match the "Watchlist" filter')
  await expect(grid(page)).toContainText('Press the star')
  await expectAccessible(page)
  await grid(page).getByRole('button', { name: 'Browse all tokens' }).click()
  const star = (name: string) => page.getByRole('button', { name: `Watch ${name}` })
  await star('Third Toad').click()
  await star('First Frog').click()
  await expect(star('First Frog')).toHaveAttribute('aria-pressed', 'true')
  await expect(star('Second Newt')).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL(/\?sort=marketCap/)
  await filter('Watchlist').click()
  await expect.poll(() => names(page)).toEqual(['First Frog', 'Third Toad'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['First Frog', 'Third Toad'])
  await photograph(page, 'watchlist')

  // The same star in another tab, on the coin's own page.
  const other = await context.newPage()
  await other.goto(`${origin}/trade/${coins[0]?.id}`)
  const coinStar = other.getByRole('button', { name: 'Watch First Frog' })
  await expect(coinStar).toHaveAttribute('aria-pressed', 'true')
  await coinStar.click()
  await expect.poll(() => names(page)).toEqual(['Third Toad'])
  await other.close()

  // The search in the page's head shows all that it finds in the grid, whose own box holds it then.
  const search = grid(page).getByPlaceholder('Search tokens...')
  await page.getByRole('banner').getByPlaceholder('Search tokens...').fill('newt')
  await page.getByRole('option', { name: 'Show all coins with “newt”' }).click()
  await expect(page).toHaveURL(/\/\?q=newt#collections$/)
  await expect.poll(() => names(page)).toEqual(['Second Newt'])
  await expect(grid(page).getByRole('heading', { name: 'Featured Collections' })).toBeInViewport()
  await expect(search).toHaveValue('newt')
  await filter('Watchlist').click()
  await expect(grid(page)).toContainText('No results for "newt"')
  await grid(page).getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => names(page)).toEqual(['Third Toad'])
  await filter('All Tokens').click()
  await search.pressSequentially('FROG')
  await expect.poll(() => names(page)).toEqual(['First Frog'])
  await expect(search).toBeFocused()
  await search.fill('nothing of that name')
  await expect(page).toHaveURL(/sort=marketCap&q=nothing/)
  await expect(grid(page).getByRole('heading', { name: 'No collections found' })).toBeVisible()
  await expect(grid(page)).toContainText('No results for "nothing of that name"')
  await expectAccessible(page)
  await photograph(page, 'home-no-results')
  await page.goto(`${origin}/?q=toad`)
  await expect.poll(() => names(page)).toEqual(['Third Toad'])
  await grid(page).getByRole('button', { name: 'Show all again' }).click()
  await expect.poll(() => names(page)).toHaveLength(3)
  await expect(search).toBeFocused()
})

test('the cards are compact or large, as it was chosen the last time', { tag: '@phone-soak' }, async ({
  page,
  three,
}) => {
  await page.goto(three.origin)
  const frog = grid(page).getByRole('article').filter({ hasText: 'First Frog' })
  const sizes = grid(page).getByRole('group', { name: 'Size of the cards' })
  const area = async () => {
    const box = await frog.boundingBox()
    return { width: box?.width ?? 0, area: (box?.width ?? 0) * (box?.height ?? 0) }
  }
  await expect(sizes.getByRole('radio', { name: 'Compact' })).toBeChecked()
  const compact = await area()
  if (!isPhone(page)) expect(compact.width).toBeLessThanOrEqual(260)
  await expectNoSideScroll(page)
  await photograph(page, 'home-compact')

  await sizes.getByRole('radio', { name: 'Compact' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(sizes.getByRole('radio', { name: 'Large' })).toBeChecked()
  await expect(frog).toContainText('Vol')
  // Twice the coins in as much room.
  expect((await area()).area).toBeGreaterThan(2 * compact.area)
  await expectNoSideScroll(page)
  if (!isPhone(page)) await expectAccessible(page)
  await photograph(page, 'home-large')
  await page.reload()
  await expect(sizes.getByRole('radio', { name: 'Large' })).toBeChecked()
  await expect(frog).toContainText('Vol')
})

test('going back to the coins keeps the place', { tag: '@soak' }, async ({ page, three }) => {
  await page.goto(three.origin)
  await expect.poll(() => names(page)).toHaveLength(3)
  await page.locator('footer').scrollIntoViewIfNeeded()
  const card = grid(page).getByRole('link', { name: 'First Frog' })
  await card.click({ trial: true }) // which scrolls to where it can be clicked
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(100)
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: 'First Frog' })).toBeVisible()
  await page.goBack()
  await expect(card).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(place, -1)
})

test('the search in the head finds coins by all their names and addresses, and people, with the keyboard alone', async ({
  page,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Wandering Axolotl', symbol: 'AXO7' }, picture)
  const twin = await somebody.launch(
    { name: 'Wandering Ant', symbol: 'ANT7', collectionName: 'Picnic Thieves' },
    picture,
  )
  await somebody.signIn()
  const person = { walletAddress: somebody.address, username: 'Zoologist Zoe', bio: '' }
  await somebody.put('/api/user/profile', person)
  await page.goto('/launch')
  await page.getByRole('heading', { name: 'Launch Your Collection' }).waitFor()
  const field = page.getByRole('combobox', { name: 'Search coins' })
  const options = page.getByRole('option')
  const ask = async (text: string) => {
    // A page that has just come takes the focus to itself.
    await expect(async () => {
      await page.locator('body').press('/')
      await expect(field).toBeFocused({ timeout: 500 })
      await field.fill(text, { timeout: 500 })
      await expect(page.getByRole('listbox', { name: 'Coins and people' })).toBeAttached({ timeout: 500 })
      await page.waitForTimeout(300)
      await expect(field).toBeFocused({ timeout: 500 })
    }).toPass()
  }
  await ask('wander')
  await expect(options).toHaveText([/^Wandering/, /^Wandering/, 'Show all coins with “wander”'])
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? 'none',
  )
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page.getByRole('banner'))
  await photograph(page, 'search')
  const chosen = (await options.nth(1).textContent())?.includes('Axolotl') ? coin : twin
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/trade/${chosen.id}$`))
  await expect(page.getByRole('listbox')).toHaveCount(0)

  // Enter does not wait for the list: the first that fits is opened.
  for (const [text, { id }] of [
    ['axo7', coin],
    [twin.mintAddress, twin],
    [coin.mintAddress.slice(0, 12), coin],
    ['picnic', twin],
  ] as const) {
    await ask(text)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/trade/${id}$`))
  }
  await ask('ogist zo')
  const found = page.getByRole('listbox', { name: 'Coins and people' }).getByRole('option')
  await expect(found).toHaveText([/Zoologist Zoe/])
  await photograph(page, 'search-people')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/profile/${somebody.address}$`))
  await ask(somebody.address)
  await expect(options.filter({ hasText: 'creator' }).first()).toBeVisible()
  await field.fill('nothing of that name')
  await expect(page.getByText('No results for "nothing of that name"')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/profile/${somebody.address}$`))
})

test('figures say what they count', { tag: '@phone' }, async ({ page, three }) => {
  if (isPhone(page))
    // Bots trade at home alone, which takes a server a minute of work; what is said of them goes by this.
    await answer(page, '**/api/config', async (route) => {
      const response = await route.fetch()
      const config = (await response.json()) as SiteConfig
      expect(config.demoMarket).toBeNull()
      await route.fulfill({ response, json: { ...config, demoMarket: { botAddresses: [] } } })
    })
  // With a question in its address the page asks for itself, instead of finding the answer in its document.
  await page.goto(`${three.origin}/?asks`)
  const figures = page.getByRole('region', { name: 'Platform figures' })
  const traders = figures.getByRole('button', { name: 'Active traders' })
  await traders.focus()
  if (isPhone(page)) await traders.tap()
  else await page.keyboard.press('Shift+Tab').then(() => page.keyboard.press('Tab'))
  await expect(page.getByRole('tooltip')).toHaveText(/Different wallets/)
  if (!isPhone(page)) return
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toContainText('Demo traders are bots')
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'Launch',
    'Markets',
    'My trading',
    'Gallery',
    'Analytics',
    'Docs',
  ])
})

test('bots are called bots', { tag: '@soak' }, async ({ page, startServer }) => {
  const { origin } = await startServer({ env: { DEMO_MARKET: 'on' } })
  await page.goto(origin)
  await page.getByRole('button', { name: 'Demo Mode' }).hover()
  await expect(page.getByRole('tooltip')).toContainText('Demo traders are bots')
  await ringOf(page).getByRole('link').click()
  const rows = page.getByRole('region', { name: 'Live trades' })
  await expect(rows.getByText('A demo bot').first()).toBeAttached()
  await openDetails(page, 'Top Holders')
  const holders = page.getByRole('tabpanel', { name: 'Top Holders' })
  await expect(holders.getByText('bot', { exact: true }).first()).toBeVisible()
})
