// A toast covers nothing that is pressed next: on a desk and on a phone, whatever is opened while it is there.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { isPhone, openAlerts, openConnected, photograph, toast, tradeCard, walletButton } from './screens.ts'

/** The toast lies inside the screen, and over no button, link, tab or field of this part that is in sight. */
async function expectPressable(page: Page, what: Locator): Promise<void> {
  const shown = toast(page).getByRole('listitem').or(toast(page).getByRole('status')).first()
  await expect(shown).toBeVisible()
  const toastBox = await shown.elementHandle()
  // By their places: a toast above a modal dialog is inert, so that no hit test finds it there.
  await expect
    .poll(() =>
      what.evaluateAll((parts, over) => {
        const lies = over?.getBoundingClientRect()
        if (over === null || lies === undefined) return ['no toast']
        if (lies.left < 0 || lies.top < 0 || lies.right > innerWidth || lies.bottom > innerHeight)
          return ['the toast is not on the screen']
        const layer = over.closest<HTMLElement>('[popover]') ?? (over as HTMLElement)
        const elements = parts.flatMap((part) => [
          ...part.querySelectorAll('button:not([disabled]),a[href],[role=tab],input'),
        ])
        layer.style.visibility = 'hidden'
        const covered = elements.filter((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect()
          const [x, y] = [(left + right) / 2, (top + bottom) / 2]
          const isOver = lies.left < right && lies.right > left && lies.top < bottom && lies.bottom > top
          // What is scrolled away, or under something else, is not pressed next.
          return isOver && element.contains(document.elementFromPoint(x, y))
        })
        layer.style.visibility = ''
        return covered.map((element) => element.textContent || element.outerHTML.slice(0, 120))
      }, toastBox),
    )
    .toEqual([])
}

/** A window that is not looked at keeps its toast, so that the story has no hurry. */
const keepToast = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('blur')))

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
  await keepToast(page)
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

test('above an open dialog, an error, a success and news cover nothing of it, nor of the page after it', async ({
  complaints,
  page,
  phantom,
  picture,
  somebody,
}) => {
  complaints.allow(/User rejected/)
  const coin = await somebody.launch({ name: 'Layer Frog', symbol: 'LAYER' }, picture)
  const desk = page.viewportSize() ?? { width: 1440, height: 900 }
  /** Above the dialog, on a large and a small screen, and on the page once it is closed. */
  const check = async (dialog: Locator, name: string) => {
    await keepToast(page)
    for (const size of [desk, { width: 820, height: 620 }, desk]) {
      await page.setViewportSize(size)
      await expectPressable(page, dialog)
      await photograph(page, `toast-${name}-${size.width}`)
    }
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expectPressable(page, page.getByRole('banner'))
    await walletButton(page).click()
    await expectPressable(page, page.getByRole('banner'))
    await walletButton(page).click()
  }

  await openConnected(page, `/trade/${coin.id}`)
  await test.step('an error', async () => {
    phantom.refuses = true
    await page.getByRole('button', { name: 'Boost', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Boost Layer Frog' })
    await dialog.getByRole('button', { name: 'Boost now' }).click()
    await expect(toast(page)).toContainText('Boost Failed')
    phantom.refuses = false
    await check(dialog, 'error')
  })

  await test.step('news with an action', async () => {
    const dialog = await openAlerts(page, 'Layer Frog')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByLabel('Price of one coin').fill('0.000000002')
    await dialog.getByRole('button', { name: 'Set alert' }).click()
    await expect(dialog.getByText('The alert is set.')).toBeVisible()
    await somebody.trade('BUY', coin.id, '1', 50)
    await expect(toast(page)).toContainText('LAYER: price above')
    await check(dialog, 'news')
  })

  await test.step('a success with an action', async () => {
    await page.evaluate(() => localStorage.setItem('twinmint.quickBuy', '0 0.01'))
    await page.goto('/trade?q=Layer')
    const isAsked = new Promise<() => void>((asked) => {
      phantom.beforeSigning = () => new Promise<void>((sign) => asked(sign))
    })
    await page.getByRole('button', { name: 'Buy LAYER for 0.01 SOL' }).click()
    await page.getByRole('button', { name: /^Quick buy/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Quick buy' })
    await expect(dialog).toBeVisible()
    const sign = await isAsked
    sign()
    await expect(toast(page)).toContainText('BUY Successful!')
    await check(dialog, 'success')
  })
})
