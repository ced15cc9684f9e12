// Forced colours: a switch that is on or off, and a control that is disabled, are told apart by the system's colours.
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openConnected, photograph, tradeCard } from './screens.ts'

interface Look {
  readonly color: string
  readonly background: string
  readonly border: string
}

const look = (part: Locator): Promise<Look> =>
  part.evaluate((element) => {
    const { color, backgroundColor: background, borderTopColor: border } = getComputedStyle(element)
    return { color, background, border }
  })

/** The system's colour for disabled text, as this browser resolves it. */
const grayText = (part: Locator): Promise<string> =>
  part.evaluate((element) => {
    const probe = element.ownerDocument.body.appendChild(document.createElement('i'))
    probe.style.color = 'GrayText'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

test('a switch shows whether it is on, and whether it is disabled', async ({ page, phantom }) => {
  expect(phantom.address).not.toBe('')
  // A browser without a window may have been told that notifications are not shown.
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' }),
  )
  await openConnected(page, '/portfolio?tab=alerts')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  const button = page.getByRole('switch', { name: 'Notify this browser' })
  await expect(button).not.toBeChecked()
  const track = button.locator('> span')
  const thumb = track.locator('> span')
  const state = async (isOn: boolean, isDisabled = false) => {
    await button.evaluate(
      (element, [on, disabled]) => {
        element.setAttribute('aria-checked', String(on))
        element.toggleAttribute('disabled', disabled)
      },
      [isOn, isDisabled] as const,
    )
    return { track: await look(track), thumb: await look(thumb) }
  }
  const off = await state(false)
  await photograph(page, 'forced-switch-off')
  const on = await state(true)
  await photograph(page, 'forced-switch-on')
  expect(on.track.background).not.toBe(off.track.background)
  for (const { track: around, thumb: inside } of [on, off])
    expect(inside.background).not.toBe(around.background)
  const gray = await grayText(button)
  for (const isOn of [true, false]) {
    const disabled = await state(isOn, true)
    await photograph(page, `forced-switch-disabled-${isOn}`)
    expect(disabled.track.border).toBe(gray)
    expect(disabled.thumb.background).not.toBe(disabled.track.background)
    expect([disabled.track.background, disabled.thumb.background]).toContain(gray)
  }
})

test('a button or a field that is disabled has the colour that the system has for it', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  expect(phantom.address).not.toBe('')
  const coin = await somebody.launch({ name: 'Contrast Frog', symbol: 'FORCED' }, picture)
  await openConnected(page, `/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  const amount = card.getByLabel('Amount in SOL')
  const gray = await grayText(amount)
  const submit = card.locator('button[type=submit]')
  await expect(submit).toBeDisabled()
  expect((await look(submit)).color).toBe(gray)
  await amount.fill('0.1')
  await expect(submit).toBeEnabled()
  expect((await look(submit)).color).not.toBe(gray)

  // Can be pressed, to say what is missing, and is announced as disabled.
  await card.getByRole('tab', { name: 'Swap' }).click()
  const swap = card.locator('button[type=submit]')
  await expect(swap).toHaveAttribute('aria-disabled', 'true')
  expect((await look(swap)).color).toBe(gray)
  await photograph(page, 'forced-disabled')

  await page.goto('/launch')
  for (const field of [
    page.getByLabel('Meme Name'),
    page.getByLabel('Description'),
    page.getByRole('radio').first(),
    page.getByRole('checkbox').first(),
  ]) {
    const before = await look(field)
    await field.evaluate((element) => element.toggleAttribute('disabled', true))
    expect(before).not.toEqual(await look(field))
  }
})
