// What a trader checks on a coin's page, with two wallets trading against each other: the activity as it happens and by its
// filters, the position that follows, who holds it, and the creator's fees, claimed.
import type { Page } from '@playwright/test'
import type { Position } from '@twinmint/sdk/api/positions/contract'
import { swap } from '../client.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './fixtures.ts'
import {
  asOnPhone,
  connect,
  figure,
  isPhone,
  openCardTab,
  openDetails,
  photograph,
  toast,
} from './screens.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tabPanel = (page: Page) => page.getByRole('region', { name: 'Details' }).getByRole('tabpanel')
const trades = (page: Page) => panel(page, 'Live trades')
/** What happened, newest first. */
const rows = (page: Page) => trades(page).locator('tbody tr')
/** The position is a line of the card, on a phone in its sheet. */
async function onCard(page: Page, look: () => Promise<void>): Promise<void> {
  if (isPhone(page)) await openCardTab(page, 'Buy')
  await look()
  if (isPhone(page)) await page.keyboard.press('Escape')
}

test('two wallets trade, and the page shows what happened, what it made, and what the creator earned', async ({
  complaints,
  page,
  phantom,
  picture,
  somebody,
}) => {
  complaints.allow(/User rejected/)
  const coin = await phantom.launch(
    { name: 'Tidal Frog', symbol: 'TIDE', collectionName: 'Tidal Frogs', description: 'It comes and goes.' },
    picture,
  )
  await page.goto(`/trade/${coin.id}?tab=activity`)
  await expect(trades(page)).toContainText('No trades yet')
  const says = (text: string) => onCard(page, () => expect(panel(page, 'Your position')).toContainText(text))
  await says('Connect your wallet')
  await asOnPhone(page, () => says('Connect your wallet'))
  await connect(page)
  await says('You have no TIDE')
  const creator = panel(page, 'Creator')
  await expect(creator.getByRole('button', { name: 'Claim fees' })).toBeDisabled()
  await expect(creator).toContainText('Nothing to claim yet. Fees gather with every sell.')

  // Two wallets against each other, seen as it happens.
  await phantom.trade('BUY', coin.id, '0.5')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText(/Buy/)
  await expect(rows(page).first()).toContainText(/you.*creator/s)
  await expect(rows(page).first()).toContainText(/0\.5/)
  await somebody.trade('BUY', coin.id, '2')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).not.toContainText('you')
  await phantom.trade('SELL', coin.id, '100000000')
  await swap(phantom, 'capture', coin.id, { count: 1 })
  await somebody.trade('SELL', coin.id, '1000000')
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).nth(1)).toContainText('Captured')
  await expect(rows(page).nth(1)).toContainText('#1')
  await rows(page).nth(2).scrollIntoViewIfNeeded()
  await photograph(page, 'coin-activity')

  // What the wallet's trades made it, as the server counts it and the page shows it.
  const position = panel(page, 'Your position')
  await position.getByRole('button', { name: /^Your position/ }).click()
  const counted = await phantom.get<Position>(`/api/collections/${coin.id}/position/${phantom.address}`)
  expect(BigInt(counted.realisedLamports)).toBeGreaterThan(0n)
  const line = (term: string) =>
    position.locator('div', { has: page.getByText(term, { exact: true }) }).last()
  const exactSol = (lamports: string) => String(Number(lamports) / 1e9)
  await expect(line('NFTs')).toContainText('1')
  await expect(line('Realised result')).toContainText(`+`)
  await expect(line('Realised result')).toContainText(exactSol(counted.realisedLamports))
  await expect(line('Cost')).toContainText(exactSol(counted.costLamports))
  // At 150 dollars for one SOL.
  await expect(line('Cost')).toContainText(`$${((Number(counted.costLamports) / 1e9) * 150).toFixed(2)}`)
  await expect(line('Unrealised result')).toContainText('+')
  const before = (await line('Selling all now brings').textContent()) ?? ''
  await somebody.trade('BUY', coin.id, '1')
  await expect(line('Selling all now brings')).not.toHaveText(before)

  // Filters are the address: they hold for what comes, and over a reload.
  await trades(page).getByRole('button', { name: 'Filter the trades' }).click()
  await trades(page).getByLabel('Kind of activity').selectOption({ label: 'Sells' })
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/kind=sells/)
  await somebody.trade('BUY', coin.id, '0.2')
  // Somebody else sells: its creator has earned by it, and the page says so by itself.
  const earned = figure(creator, 'Fees earned')
  const earnedBefore = (await earned.textContent()) ?? ''
  await somebody.trade('SELL', coin.id, '1000000')
  await expect(earned).not.toHaveText(earnedBefore)
  await expect(rows(page)).toHaveCount(3)
  await trades(page).getByLabel('Size').selectOption({ label: '0.1 SOL or more' })
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('you')
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/kind=sells&min=0\.1/)
  // Out of a phone's sheet, which shows what the card does.
  await asOnPhone(page, () =>
    onCard(page, async () => {
      await position.getByRole('button', { name: /^Your position/ }).click()
      await expect(line('Realised result')).toContainText(exactSol(counted.realisedLamports))
      await position.getByRole('button', { name: 'Your activity' }).click()
      await expect(rows(page)).toHaveCount(3)
    }),
  )
  await expect(trades(page).getByRole('tab', { name: 'Mine' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(new RegExp(`wallet=${phantom.address}`))
  await expect(rows(page)).toHaveCount(3)
  await expect(trades(page).getByLabel('Wallet address')).toHaveValue(phantom.address)
  await trades(page).getByLabel('Kind of activity').selectOption({ label: 'Boosts' })
  await expect(trades(page)).toContainText('Nothing matches these filters')
  await trades(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(8)

  // The creator claims: refused first, then to the lamport.
  const claim = creator.getByRole('button', { name: /^Claim / })
  phantom.refuses = true
  await claim.click()
  await expect(toast(page)).toContainText('Claim Failed')
  await expect(toast(page)).toContainText('User rejected the request.')
  phantom.refuses = false
  const owed = (await phantom.get<{ feesOwedLamports: string }>(`/api/collections/${coin.id}/creator`))
    .feesOwedLamports
  const held = BigInt((await phantom.wallet()).lamports)
  await claim.click()
  await expect(toast(page)).toContainText('Fees Claimed')
  await expect(creator.getByRole('button', { name: 'Claim fees' })).toBeDisabled()
  expect(BigInt((await phantom.wallet()).lamports) - held).toBe(BigInt(owed) - 5_000n)
  await expect(rows(page).first()).toContainText('Claimed fees')
  await creator.scrollIntoViewIfNeeded()
  await photograph(page, 'coin-creator')

  await openDetails(page, 'Top Holders')
  const holders = tabPanel(page).locator('tbody tr')
  await expect(holders).toHaveCount(2)
  await expect(holders.filter({ hasText: 'you' })).toContainText('creator')
  for (const apart of ['First ten hold', 'Bonding curve', 'Behind NFTs', 'Burned'])
    await expect(tabPanel(page)).toContainText(apart)
  await photograph(page, 'coin-holders')
  await openDetails(page, 'Coin Info')
  await expect(tabPanel(page)).toContainText('It comes and goes.')
  await expect(tabPanel(page)).toContainText('1,000,000 TIDE = 1 NFT')
  await expect(page).not.toHaveURL(/tab=/)
  await photograph(page, 'coin-info')
  await expectFits(page, 'a coin’s page with a position')
})
