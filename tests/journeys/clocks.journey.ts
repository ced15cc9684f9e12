// Ages go by the chain's clock, and days by UTC, wherever the device is and whatever its clock says.
import { expect, test } from './fixtures.ts'
import { openConnected } from './screens.ts'

declare global {
  interface Window {
    /** The texts that canvases have drawn. */
    drawnTexts?: string[]
  }
}

for (const [timezoneId, locale] of [
  ['Asia/Kolkata', 'en-IN'],
  // West of Greenwich the UTC day begins on the evening before.
  ['America/Caracas', 'es-VE'],
] as const)
  test.describe(timezoneId, () => {
    test.use({ timezoneId, locale })

    test('the age of a trade goes by the chain, and a day has its UTC date without an hour', async ({
      page,
      phantom,
      picture,
      somebody,
    }) => {
      expect(phantom.address).not.toBe('')
      const coin = await somebody.launch({ name: 'Clock Frog', symbol: 'CLOCK' }, picture)
      await somebody.trade('BUY', coin.id, '0.1')
      await page.addInitScript(() => {
        const drawn: string[] = []
        window.drawnTexts = drawn
        // oxlint-disable-next-line typescript/unbound-method -- called with its context below
        CanvasRenderingContext2D.prototype.fillText = new Proxy(CanvasRenderingContext2D.prototype.fillText, {
          apply: (fill, context: unknown, args: [string, number, number]) => {
            drawn.push(args[0])
            Reflect.apply(fill, context, args)
          },
        })
      })
      await page.clock.setSystemTime(Date.now() + 5 * 3_600_000)
      await openConnected(page, `/trade/${coin.id}?interval=1d&view=table`)
      const trades = page.locator('#trades')
      await expect(trades.locator('time').first()).toHaveText(/^(now|\d+[sm])/)
      for (const text of await page.locator('time').allTextContents()) expect(text).not.toMatch(/^\d+h/)
      const dayText = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(coin.createdAt))
      const begins = page.getByRole('table').filter({ hasText: 'Begins' }).locator('tbody th').first()
      await expect(begins).toHaveText(dayText({ dateStyle: 'medium' }))

      await page.goto(`/trade/${coin.id}?interval=1d`)
      const day = dayText({ day: 'numeric', month: 'short' })
      // In the legend of the candle, and on the axis.
      await expect(page.getByText(day, { exact: true })).toBeVisible()
      await expect.poll(() => page.evaluate(() => window.drawnTexts)).toContain(day)
      const drawn = await page.evaluate(() => window.drawnTexts ?? [])
      expect(drawn.filter((text) => /\d:\d/.test(text))).toEqual([])
    })
  })
