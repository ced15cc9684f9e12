// A toast covers nothing that is pressed next: on a desk and on a phone, whatever is opened while it is there.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { isPhone, openConnected, photograph, toast, tradeCard, walletButton } from './screens.ts'

/** Every button and link of it that is on the screen is what a finger there would press. */
async function expectPressable(page: Page, what: Locator): Promise<void> {
  await expect(toast(page).getByRole('listitem').or(toast(page).getByRole('status')).first()).toBeVisible()
  await expect
    .poll(() =>
      what.locator('button:not([disabled]),a[href],[role=tab],input').evaluateAll((elements) =>
        elements.flatMap((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const [x, y] = [left + width / 2, top + height / 2]
          if (width === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return []
          const hit = document.elementFromPoint(x, y)
          return hit?.closest('[aria-label^="Notification"]') ? [element.textContent] : []
        }),
      ),
    )
    .toEqual([])
}

test('a toast covers no head, menu, tab, button or dialog', { tag: '@phone' }, async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  expect(phantom.address).not.toBe(somebody.address)
  const coin = await somebody.launch({ name: 'Toast Frog', symbol: 'TOAST' }, picture)
  await openConnected(page, `/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('0')
  await card.getByLabel('Amount in SOL').press('Enter')
  await expect(toast(page)).toContainText('Invalid Amount')
  // A window that is not looked at keeps its toast, so that the story has no hurry.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expectPressable(page, card)
  if (isPhone(page)) await expectPressable(page, page.getByRole('dialog'))
  await photograph(page, 'toast-card')
  if (isPhone(page)) {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expectPressable(page, page.getByRole('main'))
  }
  await expectPressable(page, page.getByRole('banner'))
  await walletButton(page).click()
  await expectPressable(page, page.getByRole('banner'))
  await photograph(page, 'toast-menu')
})
