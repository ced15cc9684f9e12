// The Launch X-ray as a visitor reads it: a launch of which nothing is unusual, what a quick and large buyer makes of it while
// one looks, the transaction behind that, and the sign on cards.
import { expectFits } from './fits.ts'
import { expect, test } from './fixtures.ts'
import { isPhone, photograph } from './screens.ts'

test('a launch is looked through: in words, with what is behind each figure, and on cards', {
  tag: '@phone-soak',
}, async ({ page, phantom, picture, somebody }) => {
  const coin = await phantom.launch(
    {
      name: 'Glass Frog',
      symbol: 'GLAS',
      collectionName: 'Glass Frogs',
      description: '',
      devBuyAmount: '0.02',
    },
    picture,
  )
  await page.goto(`/trade/${coin.id}`)
  // On a phone it lies below the screen, and is drawn when it is seen.
  await page.getByRole('region', { name: 'Details' }).scrollIntoViewIfNeeded()
  const xray = page.getByRole('region', { name: 'Launch X-ray' })
  await expect(xray.getByRole('status')).toHaveText('Nothing unusual')
  const figure = (name: string) =>
    xray
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first()
  await expect(figure('Bought in the launch’s slot')).toContainText('2.0%')
  await expect(figure('Ten largest holders')).toContainText('2.0%')
  await expect(figure('On the curve')).toContainText('98.0%')

  // Somebody buys two thirds of it: the page that is open says so.
  await somebody.trade('BUY', coin.id, '2')
  await expect(xray.getByRole('status')).toHaveText(/(thing is|things are) unusual/)
  await expect(xray).toContainText('2 wallets have 66.9% of the supply.')
  await expect(figure('Ten largest holders')).toContainText('unusual')
  const slot = figure('Bought in the launch’s slot')
  await slot.locator('summary').click()
  await expect(slot.getByRole('link', { name: /What transaction .* did/ })).toHaveCount(1)
  const behind = slot.locator(`a[href="/tx/${coin.launchSignature}"]`)
  await expect(behind).toBeVisible()
  await expectFits(page, 'the X-ray')
  await photograph(page, 'coin-xray')
  await behind.click()
  await expect(page).toHaveURL(new RegExp(`/tx/${coin.launchSignature}`))

  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: 'Glass Frog' })
  const sign = card.getByRole('button', { name: /^Launch X-ray: \d warnings?$/ })
  if (isPhone(page)) await sign.tap()
  else await sign.focus()
  if (!isPhone(page)) await page.keyboard.press('Shift')
  await expect(page.getByText('The ten largest holders have 50% or more of the supply.')).toBeVisible()
  // The sign is not the card: who asks what it means stays.
  await expect(page).toHaveURL(/\/$/)
})
