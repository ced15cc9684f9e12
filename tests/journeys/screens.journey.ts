// Every screen as it is opened, in a market of the longest names: accessible on a desk, and whole at the widths of phones
// and tablets. What people do on them is the business of the other journeys.
import type { Locator, Page } from '@playwright/test'
import { createKeypair } from '../../packages/localnet/keypair.ts'
import { atEachWidth, cutTexts, expectFits, expectFitsHere, expectNoSideScroll } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  isPhone,
  openAlerts,
  openCardTab,
  openConnected,
  openDetails,
  openMore,
  openProfile,
  photograph,
  tradeCard,
} from './screens.ts'
import { installWallet } from './test-wallet.ts'

/** In the soak again, at one width more (fits.ts). */
const ON_THE_PHONE = ['@phone', '@phone-soak']

test.use({ baseURL: async ({ longNames }, use) => use(longNames.origin) })

/** Goes through the states of a screen, with a check after each: of its width on a phone, of that part of it on a desk. */
async function throughStates(
  page: Page,
  walk: (check: (what: string, part: Locator) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (isPhone(page)) await atEachWidth(page, () => walk((what) => expectFitsHere(page, what)))
  else await walk((_, part) => expectAccessible(part))
}

/** What is asked of every screen. `part` is all that is new where the rest was looked at before. */
async function check(page: Page, name: string, part?: Locator): Promise<void> {
  await photograph(page, name)
  if (isPhone(page)) return expectFits(page, name)
  await expectNoSideScroll(page)
  await expectAccessible(part ?? page)
}

/** Dialogs stand over what was looked at before. */
async function checkDialog(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible()
  await photograph(page, name)
  if (isPhone(page)) await expectFits(page, name)
  else await expectAccessible(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const text = (page: Page, sentence: string | RegExp) => expect(page.getByText(sentence).first()).toBeVisible()
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()

test('what does not fit is found', { tag: '@phone-alone' }, async ({ page }) => {
  const shows = (style: string, words = 'Unbelievably long') =>
    page.setContent(
      `<meta name="viewport" content="width=device-width"><p style="width: 60px; ${style}">${words}</p>`,
    )
  const body = page.locator('body')
  for (const style of [
    'white-space: nowrap; overflow: hidden',
    'height: 8px; overflow: hidden',
    'margin-left: -40px',
  ]) {
    await shows(style)
    expect(await cutTexts(body)).toEqual(['Unbelievably long'])
  }
  // An ellipsis says of a name that there is more; of a word it makes a riddle.
  const ellipsis = 'white-space: nowrap; overflow: hidden; text-overflow: ellipsis'
  await shows(ellipsis)
  await expect(expectFits(page, 'a text', { timeout: 2_000 })).rejects.toThrow('Unbelievably long')
  await shows(ellipsis, 'W'.repeat(50))
  await expectFits(page, 'a name')
  await shows(ellipsis, `${'W'.repeat(50)} <b>3 NFTs</b>`)
  expect((await cutTexts(body)).join()).toContain('3 NFTs')
  await shows('width: 900px')
  await expect(expectFits(page, 'a text', { timeout: 2_000 })).rejects.toThrow('beyond 360 pixels')
  await shows('border: 1px solid', '<button style="width: 90px">Choose</button>')
  await expect(expectFits(page, 'a button', { timeout: 2_000 })).rejects.toThrow('outside its box')
})

test('screens of the market', { tag: ON_THE_PHONE }, async ({
  complaints,
  page,
  longNames: { long, buySignature },
}) => {
  complaints.allow(/status of 404|api\/nft\/|collections\/0000/)
  await page.goto('/')
  await expect(page.getByRole('article').filter({ hasText: long.name }).first()).toBeVisible()
  await check(page, 'home')
  await page.goto('/launch')
  await heading(page, 'Launch Your Collection')
  await check(page, 'launch')
  await page.goto('/trade')
  await expect(page.locator('main [data-id]').first()).toBeVisible()
  await check(page, 'markets')
  await page.goto('/trade?view=columns')
  await expect(page.locator('main [data-id]').first()).toBeVisible()
  await check(page, 'columns')
  await page.goto('/analytics')
  await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible()
  await check(page, 'analytics')
  await page.goto('/gallery')
  await text(page, long.name)
  await check(page, 'gallery')
  await page.goto('/status')
  await text(page, 'All is well.')
  await check(page, 'status')
  await page.goto(`/tx/${buySignature}`)
  await heading(page, /^Bought/)
  await check(page, 'transaction')
  await page.goto(`/nft/${long.mintAddress}/500`)
  await text(page, 'Not minted yet')
  await check(page, 'nft-unminted')
  await page.goto(`/embed/${long.id}`)
  await expect(page.locator('canvas').first()).toBeVisible()
  await check(page, 'embed')
  for (const path of [`/nft/${long.id}/1001`, '/nft/00000000-0000-8000-8000-000000000000/1']) {
    await page.goto(path)
    await heading(page, 'NFT Not Found')
  }
  await page.getByRole('main').getByRole('link', { name: 'Gallery' }).click()
  await expect(page).toHaveURL(/\/gallery$/)
  await page.goto('/nothing/here')
  await heading(page, '404 Page Not Found')
  await check(page, 'not-found')
})

test('a coin’s page', { tag: ON_THE_PHONE }, async ({ page, longNames: { long, graduated } }) => {
  await page.goto(`/trade/${long.id}`)
  await expect(page.locator('canvas').first()).toBeVisible()
  await check(page, 'coin')
  const details = page.getByRole('region', { name: 'Details' })
  await expect(page.getByRole('region', { name: 'Live trades' }).getByRole('table')).toBeVisible()
  await throughStates(page, async (checkState) => {
    for (const [tab, role] of [
      ['Top Holders', 'table'],
      [/^Comments/, 'list'],
      ['Proof', 'status'],
      [/^NFTs/, 'list'],
    ] as const) {
      await openDetails(page, tab)
      await expect(details.getByRole('tabpanel').getByRole(role).first()).toBeVisible()
      await checkState(`coin, ${String(tab)}`, details.getByRole('tabpanel'))
    }
    await openMore(page)
    const addresses = page.getByRole('group', { name: /^Addresses of/ })
    await expect(addresses).toBeVisible()
    await checkState('coin, more', addresses)
    await page.keyboard.press('Escape')
    await expect(addresses).toBeHidden()
  })
  if (isPhone(page)) await openMore(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await checkDialog(page, 'share')
  await page.goto(`/trade/${graduated.id}`)
  await text(page, 'This token has migrated.')
  await check(page, 'coin-graduated')
})

test('what a wallet sees', { tag: ON_THE_PHONE }, async ({
  complaints,
  context,
  page,
  longNames: { origin, long, holderKey, held },
}) => {
  // A wallet that nobody has named.
  complaints.allow(/status of 404|api\/user\/profile/)
  const holder = await installWallet(context, origin, {
    keypair: createKeypair(Buffer.from(holderKey, 'hex')),
  })
  await openConnected(page, `/trade/${long.id}?nfts=mine#nfts`)
  await text(page, 'Release')
  await check(page, 'coin-nfts-mine')
  const twins = page.getByRole('region', { name: 'The twin NFTs' })
  await twins.getByRole('button', { name: /^Mythic/ }).click()
  await heading(page, 'You hold none')
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('3')
  await check(page, 'trade-buy', card)
  await check(page, 'trade-sell', await tradeCard(page, 'Sell'))
  const swapCard = await openCardTab(page, 'Swap')
  await throughStates(page, async (checkState) => {
    for (const [how, tabs] of [
      ['With coins', ['Tokens → NFT', 'NFT → Tokens']],
      ['With SOL', ['Buy NFTs', 'Sell NFTs']],
    ] as const)
      for (const tab of tabs) {
        await swapCard.getByRole('radio', { name: how }).check()
        await swapCard.getByRole('tab', { name: tab }).click()
        await expect(swapCard.getByRole('tabpanel', { name: tab })).toBeVisible()
        if (tab === 'NFT → Tokens') await expect(swapCard.getByRole('checkbox').first()).toBeVisible()
        await checkState(`swap, ${tab}`, swapCard)
      }
  })
  await page.goto(`/trade/${long.id}?nfts=escrow#nfts`)
  await text(page, 'Capture this one')
  await check(page, 'coin-nfts-escrow', twins)
  await page.goto(`/nft/${long.id}/1`)
  await text(page, 'Up for capture')
  await check(page, 'nft-escrow')
  await page.goto(`/nft/${long.id}/${held[0]}`)
  await text(page, 'Give it back')
  await check(page, 'nft-mine')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Send / })
    .click()
  await text(page, 'Nobody can bring back')
  await checkDialog(page, 'send-nft')
  await page.goto(`/profile/${holder.address}`)
  await expect(page.getByRole('main').getByRole('link', { name: long.name }).first()).toBeVisible()
  await check(page, 'profile')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Send / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Max' }).click()
  await page.getByRole('dialog').getByLabel('To').fill(createKeypair().address)
  await text(page, 'This address holds no SOL')
  await checkDialog(page, 'send-coins')
  await throughStates(page, async (checkState) => {
    for (const tab of ['NFTs', 'Activity', 'Launches', 'Watchlist']) {
      await page.getByRole('tab', { name: tab }).click()
      await checkState(`profile, ${tab}`, page.getByRole('tabpanel'))
    }
  })
  await openProfile(page)
  await checkDialog(page, 'profile-dialog')
  await page.goto(`/trade/${long.id}`)
  const alerts = await openAlerts(page, long.name)
  await alerts.getByRole('button', { name: 'Sign in' }).click()
  await alerts.getByRole('button', { name: 'Set alert' }).click()
  await expect(alerts.getByRole('listitem')).toHaveCount(1)
  await checkDialog(page, 'alert-set')
  await page.goto('/portfolio?tab=alerts')
  await expect(page.getByRole('list', { name: 'Alerts' })).toBeVisible()
  // What was offered before the wallet first used the site is told nobody.
  await text(page, 'Nothing yet')
  await check(page, 'alerts-waiting')
})

test('the market for NFTs', { tag: ON_THE_PHONE }, async ({
  complaints,
  context,
  page,
  longNames: { origin, long, holderKey, held, listed },
}) => {
  complaints.allow(/status of 404|api\/user\/profile/)
  await installWallet(context, origin, { keypair: createKeypair(Buffer.from(holderKey, 'hex')) })
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const open = async (button: string, name: string, text?: [label: string, typed: string]) => {
    await main.getByRole('button', { name: button, exact: true }).first().click()
    await expect(dialog.getByRole('term').first()).toBeVisible()
    if (text) await dialog.getByLabel(text[0]).fill(text[1])
    await checkDialog(page, name)
  }
  await openConnected(page, `/nft/${long.id}/${listed}`)
  await expect(main.getByRole('button', { name: 'Buy' })).toBeVisible()
  await check(page, 'nft-listed')
  await open('Buy', 'nft-buy')
  await open('Make offer', 'nft-offer', ['Price', '1.23456789'])
  await page.goto(`/nft/${long.id}/${held[0]}`)
  await expect(main.getByRole('button', { name: 'Accept' }).first()).toBeVisible()
  await check(page, 'nft-offered')
  await open('Accept', 'nft-accept')
  await open('List', 'nft-list', ['Price', '0.000000001'])
  await page.goto(`/trade/${long.id}?nfts=listed#nfts`)
  await expect(main.getByRole('button', { name: `Buy #${listed}` })).toBeVisible()
  await check(page, 'coin-nfts-listed')
  await page.goto('/gallery?items=all')
  await main.getByRole('navigation', { name: 'Parts of the gallery' }).getByText('NFT market').click()
  await expect(main.getByRole('region', { name: 'NFT market' }).getByRole('article').first()).toBeVisible()
  await check(page, 'gallery-market')
})

test('my trading', { tag: ON_THE_PHONE }, async ({
  complaints,
  context,
  page,
  longNames: { origin, long, holderKey },
}) => {
  complaints.allow(/status of 404|api\/user\/profile/)
  const holder = await installWallet(context, origin, {
    keypair: createKeypair(Buffer.from(holderKey, 'hex')),
  })
  await openConnected(page, '/portfolio')
  await expect(page.getByRole('main').getByRole('link', { name: long.name }).first()).toBeVisible()
  await check(page, 'my-trading')
  await page
    .getByRole('button', { name: /^Share the result of/ })
    .first()
    .click()
  await checkDialog(page, 'share-result')
  await page.getByRole('tab', { name: 'Creator fees' }).click()
  await heading(page, 'No fees yet')
  await check(page, 'my-trading-fees')
  await page.goto(`/result/${long.id}/${holder.address}`)
  await heading(page, /^Result in/)
  await check(page, 'result')
})

test('dialogs of every page', { tag: ON_THE_PHONE }, async ({ page, longNames: { long } }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await checkDialog(page, 'wallets')
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Menu' }).click()
    const links = page.getByRole('dialog').getByRole('link')
    await expect(links.first()).toBeVisible()
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/',
      '/launch',
      '/trade',
      '/portfolio',
      '/gallery',
      '/analytics',
      '/docs',
    ])
    // No pointer to hover with: the menu says it in words, and explains.
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toContainText('Demo Mode')
    await expect(menu).toContainText('2 SOL of play money')
    await checkDialog(page, 'menu')
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('button', { name: 'How Twinmint works' }).click()
    await expect(page.getByRole('dialog', { name: 'How Twinmint works' })).toBeVisible()
    await checkDialog(page, 'help')
    await page.getByRole('button', { name: /^Chat/ }).click()
    await checkDialog(page, 'chat')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').first().fill('www')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectFits(page, 'search')
    return
  }
  await page.getByRole('button', { name: 'How Twinmint works' }).click()
  await checkDialog(page, 'help')
  await page.goto(`/trade/${long.id}`)
  await page.getByRole('button', { name: /^Boosted/ }).click()
  await checkDialog(page, 'boost')
})
