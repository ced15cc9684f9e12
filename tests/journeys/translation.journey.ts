// A browser translates the page: every text node is wrapped in <font>, or replaced by one, and comes back when the original is asked
// for. Nobody's typing and no live event may meet that with "This page stopped working", and figures are never translated.
import type { Page } from '@playwright/test'
import { type FoundPage, findPage, PAGES } from '@twinmint/sdk/internal/api/platform/pages'
import { swap } from '../client.ts'
import { drawPicture } from '../pictures.ts'
import { expect, test } from './fixtures.ts'
import { openConnected, tradeCard, untilTakenOver } from './screens.ts'
import { installTranslator, translate, untranslate } from './translator.ts'

/** As a link inside the page does, so that React takes the translated page before away. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Figures, symbols and addresses that were translated. Those within a sentence that is one text are words of it. */
const translatedFigures = (page: Page, symbol: string): Promise<string[]> =>
  page.locator('body').evaluate((body, word) => {
    const figure = new RegExp(`^[\\s+−≈<~(]*[$#]?\\d[\\d.,]*[₀-₉\\d]*\\s*(?:[KMB%x]|SOL|${word})?[\\s.,)]*$`)
    const address =
      /^\s*(?:[1-9A-HJ-NP-Za-km-z]{4,6}…[1-9A-HJ-NP-Za-km-z]{4}|[1-9A-HJ-NP-Za-km-z]{32,44}|[1-9A-HJ-NP-Za-km-z]{86,88})\s*$/
    return [...body.querySelectorAll('font > font')]
      .map((font) => [(font.textContent ?? '').replace(/[«»]/g, ''), font] as const)
      .filter(([text]) => figure.test(text) || address.test(text) || text.trim() === word)
      .map(([text, font]) => `${text} in ${font.parentElement?.parentElement?.outerHTML.slice(0, 120)}`)
  }, symbol)

/** Below the screen a section is loaded when it is seen. */
const loadingInView = (page: Page): Promise<number> =>
  page
    .getByRole('status', { name: /^Loading/ })
    .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().top < innerHeight).length)

/** Types into the first field that there is. */
async function type(page: Page, text: string): Promise<void> {
  const field = page.locator('main').locator('input:not([type=file], [type=radio], [type=checkbox])')
  if ((await field.filter({ visible: true }).count()) === 0) return
  await field.filter({ visible: true }).first().pressSequentially(text)
}

test('a page that is translated goes on: somebody types, others trade, and it is left', async ({
  complaints,
  page,
  server,
  somebody,
}) => {
  // A wallet that nobody has named.
  complaints.allow(/status of 404|api\/user\/profile/)
  const coin = await somebody.launch({ name: 'Word Frog', symbol: 'WORDY' }, await drawPicture('#21d38b'))
  const { signature } = await somebody.trade('BUY', coin.id, '0.5')
  await swap(somebody, 'capture', coin.id, { count: 3 })
  /** Each with a text that is there when its data is. */
  const samples = {
    '/': 'WORDY',
    '/launch': 'Launch',
    '/hybrid-launch': 'Launch',
    '/trade': ' coins',
    [`/trade/${coin.id}`]: 'WORDY',
    '/analytics': 'Bought and sold:',
    '/gallery': '#1',
    [`/nft/${coin.id}/1`]: '#1',
    [`/tx/${signature}`]: 'WORDY',
    '/docs': 'Twinmint',
    '/terms': 'Twinmint',
    '/privacy': 'stores',
    '/cookies': 'browser',
    '/status': 'index',
    [`/profile/${somebody.address}`]: somebody.address.slice(0, 4),
    '/portfolio': 'wallet',
    [`/result/${coin.id}/${somebody.address}`]: 'WORDY',
    '/admin': 'Page Not Found',
  }
  expect(new Set(Object.keys(samples).map((path) => findPage(path)?.page))).toEqual(
    new Set<FoundPage['page']>(PAGES),
  )
  await page.addInitScript(installTranslator)
  await page.goto(server.origin)
  await untilTakenOver(page)
  const found: string[] = []
  for (const [path, text] of Object.entries(samples)) {
    await test.step(path, async () => {
      await go(page, path)
      await expect(page.locator('main').first()).toContainText(text, { ignoreCase: true })
      await expect.poll(() => loadingInView(page)).toBe(0)
      for (const how of ['replaces', 'wraps'] as const) {
        await translate(page, how)
        if (!/^\/(docs|terms|privacy|cookies)/.test(path))
          found.push(
            ...(await translatedFigures(page, 'WORDY')).map(
              (text) => `${findPage(path)?.page.module}: ${text}`,
            ),
          )
        await type(page, path.startsWith('/trade/') ? '0.25' : 'ab')
        await somebody.trade('BUY', coin.id, '0.01')
        if (how === 'replaces') await untranslate(page)
      }
      await expect(page.getByText('This page stopped working')).toHaveCount(0)
    })
  }
  expect([...new Set(found)]).toEqual([])
})

test('a translated coin’s page shows the figures and the words of now', async ({
  page,
  phantom,
  server,
  somebody,
}) => {
  expect(phantom.address).not.toBe('')
  const coin = await somebody.launch({ name: 'Said Frog', symbol: 'SAID' }, await drawPicture('#21d38b'))
  await page.addInitScript(installTranslator)
  await openConnected(page, `${server.origin}/trade/${coin.id}`)
  const amount = (await tradeCard(page, 'Buy')).locator('input').first()
  const submit = page.locator('main form button[type=submit]')
  const liquidity = page.locator('main header dl > div').nth(1).locator('dd')
  await expect(submit).toHaveText('Enter an amount')
  for (const [how, sol] of [
    ['replaces', '1.1'],
    ['wraps', '2.2'],
  ] as const) {
    await translate(page, how)
    await amount.fill('0.3')
    await expect(submit).toHaveText(how === 'wraps' ? 'Buy SAID' : '«Buy» SAID')
    await somebody.trade('BUY', coin.id, '1.1')
    await expect(liquidity).toContainText(sol)
    await amount.fill('')
    await expect(submit).toHaveText(how === 'wraps' ? 'Enter an amount' : '«Enter an amount»')
    await expect(page.locator('[translate=no] font')).toHaveCount(0)
    await untranslate(page)
    await expect(submit).toHaveText('Enter an amount')
  }
})
