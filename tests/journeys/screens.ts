// The screens as a person finds their way around them: by the names of things, at any width.
import type { Locator, Page } from '@playwright/test'
import { test } from '@playwright/test'
import { expect } from './fixtures.ts'

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 700

/** As high and as wide as a phone for a while. What a finger does, and not only a narrow page, is of the phone's project. */
export async function asOnPhone(page: Page, look: () => Promise<unknown>): Promise<void> {
  const size = page.viewportSize()
  if (size === null) throw new Error('a page of a known size')
  await page.setViewportSize({ width: 390, height: 844 })
  await look()
  await page.setViewportSize(size)
}

/** Connects from the page's header. */
export async function connect(page: Page, walletName: 'Phantom' | 'Demo Wallet' = 'Phantom'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: new RegExp(`^${walletName}`) })
    .click()
  await expect(walletButton(page)).toBeVisible()
}

/** Until the page that the server drew has its own code, which does with some links what a document can't. */
export const untilTakenOver = (page: Page): Promise<void> =>
  expect(page.locator('html[data-taken-over], html:not(:has(#first-data))')).toBeAttached()

/** Opens a page as somebody whom it knows, so that the wallet connects by itself. Connecting is wallets.journey.ts's. */
export async function openConnected(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('twinmint.wallet', 'Phantom')
  })
  await page.goto(path)
  await expect(walletButton(page)).toBeVisible()
}

export const walletButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Wallet / })

/** The card of a coin's page: in the page on a desk, in a sheet behind the bar on a phone. */
export const coinCard = (page: Page): Locator =>
  page.getByRole(isPhone(page) ? 'dialog' : 'region', { name: /^Trade / })

/** Where it is told what came of a trade or a swap that the card began, and nowhere else. */
export const said = (page: Page): Locator => coinCard(page)

/** Opens a tab of the card: beside the chart, or by the bar. */
export async function openCardTab(page: Page, tab: 'Buy' | 'Sell' | 'Swap'): Promise<Locator> {
  const card = coinCard(page)
  const choice = card.getByRole('tab', { name: tab, exact: true })
  if (isPhone(page) && !(await card.isVisible()))
    await page.getByRole('button', { name: tab, exact: true }).click()
  else await choice.click()
  await expect(choice).toHaveAttribute('aria-selected', 'true')
  return card
}

/** What stands behind one button of the strip, and on a phone more of it. */
export async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More of / }).click()
}

/** The dialog of the bell: in the strip, and on a phone behind the same button. */
export async function openAlerts(page: Page, name: string): Promise<Locator> {
  if (isPhone(page)) {
    await openMore(page)
    await page.getByRole('button', { name: 'Alerts', exact: true }).click()
  } else await page.getByRole('button', { name: `Alerts for ${name}` }).click()
  return page.getByRole('dialog', { name: `Alerts for ${name}` })
}

export const openDetails = (page: Page, tab: string | RegExp): Promise<void> =>
  page.getByRole('region', { name: 'Details' }).getByRole('tab', { name: tab }).click()

export const tradeCard = (page: Page, side: 'Buy' | 'Sell'): Promise<Locator> => openCardTab(page, side)

/** What a line of a card says of its term. */
export const figure = (card: Locator, term: string): Locator =>
  card.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd')

export const toast = (page: Page): Locator => page.getByRole('region', { name: /Notification/ })

export interface LaunchText {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description?: string
  readonly devBuy?: string
  /** SOL of the opening; what the form preselects where it is not said. */
  readonly opening?: 1 | 10 | 30
  /** As the form has it, on, where it is not said. */
  readonly guard?: false
}

export async function fillLaunch(page: Page, text: LaunchText): Promise<void> {
  await page.getByLabel('Meme Name').fill(text.name)
  await page.getByLabel('Token Symbol').fill(text.symbol)
  await page.getByLabel('NFT Collection Name').fill(text.collectionName)
  if (text.description !== undefined) await page.getByLabel('Description').fill(text.description)
  if (text.opening !== undefined)
    await page.getByRole('radio', { name: `${text.opening} SOL`, exact: true }).check()
  // The label covers the whole box, so it is what a pointer meets.
  if (text.guard === false) await page.getByText(/^Launch guard:/).click()
  if (text.devBuy !== undefined) await page.getByLabel('Dev Buy').fill(text.devBuy)
}

/** Chooses a file as the picture, and no more: of what can be cropped the dialog opens. */
export async function offerImage(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  // As long as is waited for anything that is said to be there (playwright.config.ts).
  const chooser = page.waitForEvent('filechooser', { timeout: 20_000 })
  await page.getByRole('button', { name: /(Choose|Change) image/ }).click()
  await (await chooser).setFiles({ name, mimeType, buffer })
}

export const cropDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Crop your picture' })

/** Chooses a picture, and takes the square that is offered. */
export async function chooseImage(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await offerImage(page, name, mimeType, buffer)
  await cropDialog(page).getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('img', { name: `Preview of ${name}` })).toBeVisible()
}

export const launchButton = (page: Page): Locator =>
  page.getByRole('button', { name: /Launch Meme Collection|Launching/ })

/** The id in the address of a coin's page. */
export async function tradedId(page: Page): Promise<string> {
  await page.waitForURL(/\/trade\/[0-9a-f-]{36}$/, { timeout: 60_000 })
  return page.url().split('/').at(-1) ?? ''
}

/** The chart in words: the closing price of each hour's candle, oldest first. */
export async function closingPrices(page: Page): Promise<string[]> {
  await page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1h' }).click()
  const rows = page.getByRole('table', { name: /^Prices of / }).locator('tbody tr')
  return rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('td')[3]?.textContent ?? ''))
}

/** For people to look at, where PHOTOS is set; not part of what passes or fails. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (process.env['PHOTOS'] === undefined) return
  const { project } = test.info()
  await page.screenshot({ path: `${project.outputDir}/screens/${name}-${project.name}.png` })
}

/** From the avatar on a desk, from the wallet's menu on a phone. */
export async function openProfile(page: Page): Promise<void> {
  if (isPhone(page)) {
    await walletButton(page).click()
    await page.getByRole('banner').getByRole('button', { name: 'Edit profile' }).click()
  } else await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click()
}
