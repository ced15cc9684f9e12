// How pages are read: copied, in the reader's own colours, and on the narrowest phones.
import type { Locator, Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { createClient } from '../client.ts'
import { expect, test } from './fixtures.ts'

/** What a copy of it brings, by the event that the page sees and the clipboard's text. */
async function copied(page: Page, part: Locator): Promise<string> {
  await part.evaluate((element) => {
    const selection = getSelection()
    selection?.removeAllRanges()
    const range = document.createRange()
    range.selectNodeContents(element)
    selection?.addRange(range)
  })
  await page.keyboard.press('ControlOrMeta+C')
  return page.evaluate(() => navigator.clipboard.readText())
}

test('a price that is shown short is copied whole, and once', async ({ context, page, three }) => {
  const { origin, coins } = three
  const [coin] = coins
  if (coin === undefined) throw new Error('a market with coins')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  await page.goto(`${origin}/trade/${coin.id}`)
  const strip = page.locator('main header').first()
  const price = strip.locator('.figures:has(sub)').first()
  await expect(price).toBeVisible()
  const whole = (await price.locator('.whole').textContent()) ?? ''
  const short = (await price.locator('[aria-hidden]').textContent()) ?? ''
  expect(whole).toMatch(/^\$0\.0{5,}\d{5,}$/)
  expect(await copied(page, price)).toBe(whole)
  // With what stands around it, and by somebody who points at it.
  expect((await copied(page, strip)).split(whole)).toHaveLength(2)
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await price.click()
  await page.keyboard.press('ControlOrMeta+C')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(whole)
  // Read out: the same, once.
  expect((await strip.ariaSnapshot()).split(whole)).toHaveLength(2)
  expect(await strip.ariaSnapshot()).not.toContain(short)
  await page.goto(`${origin}/`)
  const volume = page.getByRole('region', { name: 'Platform figures' }).locator('.figures .whole')
  await expect(volume.first()).toHaveText(/SOL$/)
})

test('in the reader’s own colours the chosen is told from what is not', async ({ page, three }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const { origin, coins } = three
  await page.goto(`${origin}/trade/${coins[0]?.id}`)
  const differs = async (chosen: Locator, other: Locator, what: string) => {
    await expect(chosen, what).toBeVisible()
    expect(await background(chosen), what).not.toBe(await background(other))
  }
  const background = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor)
  const cardTabs = page.getByRole('region', { name: /^Trade / }).getByRole('tab')
  await differs(cardTabs.and(page.locator('[aria-selected=true]')), cardTabs.nth(1), 'tabs of the card')
  const details = page.getByRole('region', { name: 'Details' }).getByRole('tab')
  await differs(details.and(page.locator('[aria-selected=true]')), details.nth(1), 'tabs of the details')
  const intervals = page.getByRole('group', { name: 'Interval' }).getByRole('button')
  await differs(
    intervals.and(page.locator('[aria-pressed=true]')),
    intervals.and(page.locator('[aria-pressed=false]')).first(),
    'intervals',
  )
  const bar = page.getByRole('progressbar').first()
  await differs(bar.locator('div'), bar, 'progress')
  const price = page.locator('main header .whole').first()
  await expect(price).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  await cardTabs.nth(2).click()
  const ways = page.getByRole('region', { name: /^Trade / }).locator('label:has(> input[type=radio])')
  await differs(
    ways.filter({ has: page.locator(':checked') }),
    ways.filter({ has: page.locator(':not(:checked)') }).first(),
    'ways to swap',
  )
  await cardTabs.nth(0).click()
  const amount = page.getByLabel('Amount in SOL')
  await amount.focus()
  await expect(amount).toHaveCSS('outline-style', 'solid')
  await amount.fill('x')
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expect(amount).toHaveCSS('border-style', 'dashed')
  await page.goto(`${origin}/gallery`)
  const here = page.getByRole('banner').locator('[aria-current=page]').first()
  await differs(here, page.getByRole('banner').getByRole('link', { name: 'Analytics' }), 'links of the head')
  await page.goto(`${origin}/`)
  const orders = page.getByRole('main').locator('[aria-pressed]')
  await differs(
    orders.and(page.locator('[aria-pressed=true]')).first(),
    orders.and(page.locator('[aria-pressed=false]')).first(),
    'orders',
  )
})

test('on a narrow phone the strip of a coin shows its symbol whole, and nothing over anything', async ({
  page,
  states,
  three,
}) => {
  const trending = await createClient(states.origin).get<Collection[]>('/api/collections/trending')
  const graduated = trending.find(({ symbol }) => symbol === 'GRAD')
  for (const url of [
    `${states.origin}/trade/${graduated?.id}`,
    `${three.origin}/trade/${three.coins[0]?.id}`,
    `${three.origin}/trade/${three.coins[1]?.id}`,
  ]) {
    await page.goto(url)
    const strip = page.locator('main header').first()
    await expect(strip.locator('.figures').first()).toBeVisible()
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const found = await strip.evaluate((element) => {
        // The page as the server drew it also has what wider screens show; it lies nowhere.
        const parts = [...element.children].filter(
          (each) => each.checkVisibility() && getComputedStyle(each).position !== 'absolute',
        )
        const boxes = parts
          .flatMap((each) => [each, ...each.querySelectorAll('*')])
          .filter((each) => each.checkVisibility() && each.closest('.sr-only') === null)
        // The right end of what is drawn of each part, and where the next begins.
        const over: string[] = []
        const clipOf = (each: Element): number => {
          let right = each.getBoundingClientRect().right
          for (let at = each.parentElement; at !== null && at !== element; at = at.parentElement)
            if (getComputedStyle(at).overflowX !== 'visible')
              right = Math.min(right, at.getBoundingClientRect().right)
          return right
        }
        parts.forEach((part, at) => {
          const next = parts[at + 1]
          if (next === undefined) return
          const begins = next.getBoundingClientRect().left
          for (const each of boxes)
            if (part.contains(each) && !each.matches('button *, button') && clipOf(each) > begins + 0.5)
              over.push(`${each.outerHTML.slice(0, 80)} over ${next.className}`)
        })
        const symbol = element.querySelector('h1 + div > .figures')
        const isCut = symbol === null || symbol.scrollWidth > symbol.clientWidth
        return { over, isCut }
      })
      expect(found, `${url} at ${width}`).toEqual({ over: [], isCut: false })
    }
  }
})
