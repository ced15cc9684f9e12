// A phone's keyboard takes the lower part of the screen: a dialog with a field ends above it, and what sends the form is there.
import type { Locator, Page } from '@playwright/test'
import { createClient, swap } from '../client.ts'
import { expect, test } from './fixtures.ts'
import { openConnected, photograph } from './screens.ts'

/** What a keyboard leaves of 844 pixels. */
const LEFT = 509

/** As Android does when it resizes the page, and as iOS does, which shortens the visual viewport alone. */
const KEYBOARDS: Readonly<Record<string, (page: Page, height: number) => Promise<void>>> = {
  'that resizes the page': (page, height) => page.setViewportSize({ width: 390, height }),
  'that lies over the page': (page, height) =>
    page.evaluate((left) => {
      if (visualViewport === null) throw new Error('a browser with a visual viewport')
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => left })
      visualViewport.dispatchEvent(new Event('resize'))
    }, height),
}

/** With the whole of it inside of what the keyboard leaves, and nothing over it. */
async function expectSeen(page: Page, button: Locator, height: number): Promise<void> {
  await expect
    .poll(async () => {
      const box = await button.boundingBox()
      return box === null ? 'not drawn' : box.y >= 0 && box.y + box.height <= height
    })
    .toBe(true)
  await expect
    .poll(() =>
      button.evaluate((element) => {
        const { x, y, width, height: high } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + high / 2))
      }),
    )
    .toBe(true)
  expect(page.viewportSize()?.height).toBeGreaterThanOrEqual(LEFT)
}

for (const [how, show] of Object.entries(KEYBOARDS))
  test(`a keyboard ${how} covers no button of a dialog @phone-alone`, async ({
    complaints,
    page,
    phantom,
    picture,
    server,
  }) => {
    complaints.allow(/status of 404|api\/user\/profile/)
    const client = createClient(server.origin)
    await client.airdrop(10)
    const coin = await client.launch({ name: 'Covered Frog', symbol: 'COVER', devBuyAmount: '1' }, picture)
    await swap(client, 'capture', coin.id, { count: 1 })
    expect(phantom.address).not.toBe('')
    const dialog = page.getByRole('dialog')
    const check = async (field: Locator, button: Locator, what: string) => {
      await expectSeen(page, button, 844)
      await field.focus()
      await show(page, LEFT)
      await expectSeen(page, button, LEFT)
      await expectSeen(page, field, LEFT)
      await photograph(page, `keyboard-${what}`)
      await show(page, 844)
      await expectSeen(page, button, 844)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    // Also where a wallet must be connected first.
    const connect = dialog.getByRole('button', { name: 'Connect Wallet' })
    await page.goto(`/nft/${coin.id}/1`)
    await page.getByRole('main').getByRole('button', { name: 'Make offer', exact: true }).first().click()
    await check(dialog.getByLabel('Price'), connect, 'offer-unconnected')
    await page.goto(`/trade/${coin.id}`)
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await check(dialog.getByLabel('Amount in SOL'), connect, 'buy-unconnected')
    await openConnected(page, `/trade/${coin.id}`)
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    const amount = dialog.getByLabel('Amount in SOL')
    await amount.fill('0.3')
    await check(amount, dialog.getByRole('button', { name: 'Buy COVER' }), 'buy')
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await dialog.getByRole('button', { name: 'Set these amounts' }).click()
    const quick = page.getByRole('dialog', { name: /quick/i })
    await expectSeen(page, quick.getByRole('button', { name: 'Turn on' }), 844)
    await quick.getByRole('textbox').first().focus()
    await show(page, LEFT)
    await expectSeen(page, quick.getByRole('button', { name: 'Turn on' }), LEFT)
    await show(page, 844)
    await page.goto('/trade?view=columns')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Filters/ })
      .click()
    await check(dialog.getByRole('textbox').last(), dialog.getByRole('button', { name: 'Apply' }), 'filters')
    await page.goto(`/nft/${coin.id}/1`)
    await page.getByRole('main').getByRole('button', { name: 'Make offer', exact: true }).first().click()
    await check(dialog.getByLabel('Price'), dialog.locator('button[type=submit]'), 'offer')
  })
