// Ages go by the chain's clock, and days by UTC, wherever the device is and whatever its clock says.
import { expect, test } from './fixtures.ts'
import { openConnected } from './screens.ts'

test.use({ timezoneId: 'Asia/Kolkata', locale: 'en-IN' })

test('a device whose clock is five hours ahead shows the age by the chain, and a day without an hour', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  expect(phantom.address).not.toBe(somebody.address)
  const coin = await somebody.launch({ name: 'Clock Frog', symbol: 'CLOCK' }, picture)
  await somebody.trade('BUY', coin.id, '0.1')
  await page.clock.setSystemTime(Date.now() + 5 * 3_600_000)
  await openConnected(page, `/trade/${coin.id}?interval=1d&view=table`)
  const trades = page.locator('#trades')
  await expect(trades.locator('time').first()).toHaveText(/^(now|\d+[sm])/)
  for (const text of await page.locator('time').allTextContents()) expect(text).not.toMatch(/^\d+h/)
  const begins = page.getByRole('table').filter({ hasText: 'Begins' }).locator('tbody th').first()
  await expect(begins).toHaveText(/\d/)
  expect(await begins.textContent()).not.toContain(':')
})
