// The market for NFTs in the browser: a seller lists two at once, somebody buys one, a bidder offers for a rarity and the owner
// takes it, and a listing becomes coins again. Each sees what the others do, and every figure before it is signed.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { OffersPage } from '@twinmint/sdk/api/nft-market/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft, UserNfts } from '@twinmint/sdk/api/records/nft'
import { EDITIONS, rarityOf } from '@twinmint/sdk/core/rarity'
import { acceptOffer, type Client, listNfts, makeOffer, swap, updateListing } from '../client.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { figure, isPhone, openConnected, photograph } from './screens.ts'
import { installWallet, type TestWallet } from './test-wallet.ts'

const SOL = 1_000_000_000n

async function heldBy(client: Client, collectionId: string): Promise<readonly Nft[]> {
  const { nfts } = await client.get<UserNfts>(`/api/user/nfts/${collectionId}/${client.address}`)
  return nfts
}

const nftOf = (client: Client, collectionId: string, tokenId: number): Promise<{ readonly nft: Nft }> =>
  client.get(`/api/collections/${collectionId}/nfts/${tokenId}`)

/** One press of a button in the main part of the page, and the dialog that it opens. */
async function openDialog(part: Locator, button: string | RegExp): Promise<Locator> {
  await part.getByRole('button', { name: button }).first().click()
  const dialog = part.page().getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

async function finish(dialog: Locator, title: string): Promise<void> {
  await expect(dialog.getByRole('status').filter({ hasText: title })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}

/** Somebody with a wallet of their own, in a browser of their own. */
async function visitor(
  context: BrowserContext,
  origin: string,
): Promise<{ readonly page: Page; readonly wallet: TestWallet }> {
  const wallet = await installWallet(context, origin)
  await wallet.airdrop(10)
  return { page: await context.newPage(), wallet }
}

test('a seller lists two at once, a buyer takes one, and the other becomes coins again', async ({
  browser,
  complaints,
  page,
  phantom,
  picture,
  server,
  somebody,
}) => {
  complaints.allow(/status of 404|api\/user\/profile|User rejected/)
  const coin = await somebody.launch(
    { name: 'Market Frog', symbol: 'MARK', collectionName: 'Market Frogs', devBuyAmount: '1' },
    picture,
  )
  await phantom.trade('BUY', coin.id, '0.5')
  await swap(phantom, 'capture', coin.id, { count: 3 })
  const [first, second] = (await heldBy(phantom, coin.id)).map(({ tokenId }) => tokenId) as [number, number]
  const buyersContext = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce' })
  await complaints.watch(buyersContext)
  const buyer = await visitor(buyersContext, server.origin)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')

  await test.step('lists two of three, and sees what a sale would bring beside the swap', async () => {
    await openConnected(page, `/nft/${coin.id}/${first}`)
    await openDialog(main, 'List')
    await expect(dialog).toContainText('Enter what you ask for it.')
    await dialog.getByRole('button', { name: /^List more/ }).click()
    await dialog.getByRole('checkbox').nth(1).check()
    await dialog.getByLabel('Price of each').fill('0.000001')
    await expect(dialog).toContainText('nothing sells below its coins')
    await dialog.getByLabel('Price of each').fill('1')
    await expect(dialog).toContainText('times what its coins bring')
    await expect(figure(dialog, 'A buyer pays now')).toContainText('2 SOL')
    await expect(figure(dialog, 'Platform fee')).toContainText('0.02 SOL')
    await expect(figure(dialog, 'Release and sell would bring')).toContainText('SOL')
    await dialog.getByText('A price for each').click()
    await expect(dialog.getByLabel(`Price of #${second}`)).toHaveValue('1')
    await dialog.getByLabel(`Price of #${second}`).fill('x')
    await expect(dialog).toContainText(`#${second}: `)
    await dialog.getByLabel(`Price of #${second}`).fill('1.5')
    await expect(figure(dialog, 'A buyer pays now')).toContainText('2.5 SOL')
    await dialog.getByText('7 days').click()
    await photograph(page, 'market-list')
    await expectAccessible(dialog)
    phantom.refuses = true
    await dialog.getByRole('button', { name: 'List 2 NFTs' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Nothing')
    phantom.refuses = false
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await dialog.getByRole('button', { name: 'List 2 NFTs' }).click()
    await finish(dialog, 'Listed')
    expect(phantom.signatures).toBe(1)
    await expect(main).toContainText('1 SOL')
    await expect(main).toContainText('Listed by')
    await expect(main.getByRole('button', { name: 'Change price' })).toBeVisible()
  })

  await test.step('changes the price of one', async () => {
    await openDialog(main, 'Change price')
    await expect(dialog.getByLabel('Price')).toHaveValue('1')
    // Its end stays unless another is chosen.
    await expect(dialog.getByRole('radio', { name: 'As it is' })).toBeChecked()
    await dialog.getByLabel('Price').fill('0.5')
    await dialog.getByRole('button', { name: `Change #${first}` }).click()
    await finish(dialog, 'Price Changed')
    await expect(main.getByRole('region', { name: 'Price', exact: true })).toContainText('0.5 SOL')
  })

  await test.step('somebody else finds it in the gallery, the cheapest first, and buys it', async () => {
    const theirs = buyer.page
    await openConnected(theirs, '/gallery')
    await theirs.getByRole('navigation', { name: 'Parts of the gallery' }).getByText('NFT market').click()
    const market = theirs.getByRole('region', { name: 'NFT market' })
    await expect(market.getByRole('combobox', { name: 'Order of the market' }).locator('option')).toHaveText([
      'Price low to high',
      'Price high to low',
      'Recently Listed',
      'Rarity Rank',
    ])
    const cards = market.getByRole('article').filter({ hasText: 'Market Frogs' })
    await expect(cards.first()).toContainText(`#${first}`)
    await market.getByRole('combobox', { name: 'Order of the market' }).selectOption('Price high to low')
    await expect(cards.first()).toContainText(`#${second}`)
    await expect(theirs).toHaveURL(/sort=priceHigh/)
    await theirs.reload()
    await expect(cards.first()).toContainText(`#${second}`)
    // Who opens such an address elsewhere begins at the market; and at the part that an address names, whatever grows above it.
    const fresh = await buyersContext.newPage()
    await fresh.setViewportSize({ width: 390, height: 844 })
    for (const [address, name] of [
      [theirs.url(), 'NFT market'],
      ['/gallery#gallery-nfts', 'Featured NFTs'],
    ] as const) {
      await fresh.goto(address)
      const part = fresh.getByRole('region', { name })
      await expect(part.getByRole('article').first()).toBeAttached()
      const title = part.getByRole('heading', { name })
      await expect(
        fresh.getByRole('region', { name: 'NFT market' }).getByRole('article').first(),
      ).toBeAttached()
      await expect
        .poll(async () => {
          const top = (await title.boundingBox())?.y ?? 0
          return top > 60 && top < 200
        })
        .toBe(true)
    }
    await fresh.close()
    await photograph(theirs, 'market-gallery')
    await cards
      .last()
      .getByRole('button', { name: `Buy #${first}` })
      .click()
    const offered = theirs.getByRole('dialog')
    await expect(figure(offered, 'Price now')).toContainText('0.5 SOL')
    await expect(figure(offered, 'At most')).toContainText('0.5 SOL')
    await expect(figure(offered, 'You pay in all')).toContainText('0.502')
    await expectAccessible(offered)
    const pay = offered.getByRole('button', { name: `Buy #${first} for` })
    const { nft: seen } = await nftOf(somebody, coin.id, first)
    await updateListing(phantom, coin.id, { [seen.mintAddress ?? '']: (SOL * 3n) / 5n })
    await expect(offered.getByRole('alert')).toContainText(/Price raised from 0\.5 SOL.* to 0\.6 SOL/)
    await expect(pay).toBeDisabled()
    await photograph(theirs, 'market-raised')
    await updateListing(phantom, coin.id, { [seen.mintAddress ?? '']: SOL / 2n })
    await expect(offered.getByRole('alert')).toBeHidden()
    await pay.click()
    await finish(offered, 'NFT Bought')
    await expect(cards).toHaveCount(1)
    const { nft } = await nftOf(somebody, coin.id, first)
    expect([nft.ownerAddress, nft.listing, nft.lastSaleLamports]).toEqual([
      buyer.wallet.address,
      null,
      (SOL / 2n).toString(),
    ])
  })

  await test.step('its seller sees it go, at which price and to whom', async () => {
    await expect(main).toContainText('Not listed')
    await expect(main.getByRole('region', { name: 'Price history' }).getByRole('listitem')).toContainText(
      '0.5 SOL',
    )
    await expect(main.getByRole('region', { name: 'History', exact: true }).getByRole('listitem')).toHaveText(
      [/Sold for/, /Listed at/, /Listed at/, /Listed at/, /Listed at/, /Minted and captured/],
    )
  })

  await test.step('the other one is taken back into coins, in one signature', async () => {
    await page.goto(`/trade/${coin.id}?nfts=listed#nfts`)
    const section = page.getByRole('region', { name: 'The twin NFTs' })
    await expect(section.getByRole('article')).toHaveCount(1)
    await expect(section.getByRole('article')).toContainText('1.5 SOL')
    await openDialog(section, `Take back #${second}`)
    await dialog.getByText('Swap into coins').click()
    await expect(figure(dialog, 'You receive')).toContainText('1M MARK')
    await photograph(page, 'market-take-back')
    const before = BigInt((await phantom.wallet(coin.id)).coin?.baseUnits ?? '0')
    const signatures = phantom.signatures
    await dialog.getByRole('button', { name: 'Take back and swap into coins' }).click()
    await finish(dialog, 'Taken Back')
    expect(phantom.signatures).toBe(signatures + 1)
    const after = BigInt((await phantom.wallet(coin.id)).coin?.baseUnits ?? '0')
    expect(after - before).toBe(1_000_000_000_000n)
    await expect(section).toContainText('None is for sale')
  })
  await buyersContext.close()
})

const EPICS = Array.from({ length: EDITIONS }, (_, at) => at + 1).filter(
  (edition) => rarityOf(edition).rarity === 'epic',
)

/** A coin of which the wallet holds numbers of two rarities. */
async function held(wallet: TestWallet, somebody: Client, picture: Buffer): Promise<Collection> {
  const coin = await somebody.launch(
    { name: 'Bid Frog', symbol: 'BIDF', collectionName: 'Bid Frogs', devBuyAmount: '1' },
    picture,
  )
  await wallet.trade('BUY', coin.id, '1')
  await swap(wallet, 'capture', coin.id, { count: 11 })
  return coin
}

test('a bidder offers for a rarity, the owner takes it, and an offer is cancelled', {
  tag: '@phone-soak',
}, async ({ complaints, page, phantom, picture, somebody }) => {
  complaints.allow(/status of 404|api\/user\/profile|User rejected/)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const coin = await held(phantom, somebody, picture)
  const epic = (await heldBy(phantom, coin.id)).find(({ tokenId }) => rarityOf(tokenId).rarity === 'epic')
  const edition = epic?.tokenId ?? 0
  const first = (await heldBy(phantom, coin.id)).find(({ tokenId }) => tokenId === 1)

  await test.step('the owner lists the first, on which a visitor’s offers would lie', async () => {
    await listNfts(phantom, coin.id, { [first?.mintAddress ?? '']: 3n * SOL })
    await openConnected(page, `/nft/${coin.id}/1`)
    await expect(main.getByRole('region', { name: 'Price', exact: true })).toContainText('3 SOL')
  })

  await test.step('offers for numbers of their own choice are shown to who holds one, if they bring more', async () => {
    // Far below what the coins bring: nobody would take it, and nobody is shown it.
    await makeOffer(somebody, coin.id, [edition], 1_000n)
    await makeOffer(somebody, coin.id, EPICS, SOL / 2n)
    await page.goto(`/nft/${coin.id}/${edition}`)
    const offers = main.getByRole('region', { name: 'Offers' }).getByRole('listitem')
    await expect(offers).toHaveCount(1)
    await expect(offers).toContainText('0.5 SOL')
    await expect(offers).toContainText('any epic one')
    await photograph(page, 'market-offers')
    if (isPhone(page)) await expectFits(page, 'an NFT with offers')
  })

  await test.step('accepts it, and sees what it brings and what the swap would', async () => {
    const price = main.getByRole('region', { name: 'Price', exact: true })
    await openDialog(price, 'Accept')
    await expect(figure(dialog, 'The offer')).toContainText('0.5 SOL')
    await expect(figure(dialog, 'You get')).toContainText('SOL')
    await expect(figure(dialog, 'Release and sell would bring')).toContainText('SOL')
    await expectAccessible(dialog)
    if (isPhone(page)) await expectFits(page, 'the dialog that accepts')
    await dialog.getByRole('button', { name: /^Sell #/ }).click()
    await finish(dialog, 'NFT Sold')
    const { nft } = await nftOf(somebody, coin.id, edition)
    expect([nft.ownerAddress, nft.lastSaleLamports]).toEqual([somebody.address, (SOL / 2n).toString()])
  })

  await test.step('bids for every one of that rarity, and takes the offer back', async () => {
    await expect(main.getByRole('button', { name: 'Make offer' }).first()).toBeVisible()
    await openDialog(main, 'Make offer')
    await expect(dialog.getByRole('textbox', { name: 'Numbers' })).toHaveValue(String(edition))
    await expect(dialog.getByText('Enter what you offer.')).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('textbox', { name: 'Numbers' }).fill('7, x')
    await expect(dialog.getByRole('alert')).toContainText('“x” is no number from 1 to 1,000.')
    await dialog.getByText('A rarity').click()
    await dialog.getByRole('button', { name: /^Epic/ }).click()
    await dialog.getByLabel('Price').fill('0.0000001')
    await expect(dialog).toContainText('it is not shown to them')
    await dialog.getByLabel('Price').fill('0.25')
    await expect(dialog).toContainText('any epic one')
    await expect(figure(dialog, 'Your price, locked meanwhile')).toContainText('0.25')
    await photograph(page, 'market-offer')
    await expectAccessible(dialog)
    if (isPhone(page)) await expectFits(page, 'the dialog that offers')
    await dialog.getByRole('button', { name: /^Offer 0.25 SOL/ }).click()
    await expect(dialog).toContainText('Offer Made')
    await dialog.getByRole('button', { name: 'Cancel offer' }).click()
    await expect(figure(dialog, 'You get back')).toContainText('0.252')
    await dialog.getByRole('button', { name: /^Cancel the offer/ }).click()
    await finish(dialog, 'Offer Cancelled')
  })

  await test.step('bids for that rarity once more, and a holder of one takes it', async () => {
    await openDialog(main, 'Make offer')
    await dialog.getByText('A rarity').click()
    await dialog.getByRole('button', { name: /^Epic/ }).click()
    await dialog.getByLabel('Price').fill('0.3')
    await dialog.getByRole('button', { name: /^Offer 0.3 SOL/ }).click()
    await finish(dialog, 'Offer Made')
    const { offers } = await phantom.get<OffersPage>(
      `/api/collections/${coin.id}/offers?bidder=${phantom.address}`,
    )
    const { nft } = await nftOf(somebody, coin.id, edition)
    expect(offers).toMatchObject([{ rarity: 'epic', editionCount: EPICS.length }])
    await acceptOffer(somebody, coin.id, {
      offer: offers[0]?.address ?? '',
      nftMint: nft.mintAddress ?? '',
    })
    await expect(main.getByRole('region', { name: 'Price history' }).getByRole('listitem')).toContainText([
      '0.3 SOL',
      '0.5 SOL',
    ])
    expect((await nftOf(somebody, coin.id, edition)).nft.ownerAddress).toBe(phantom.address)
  })

  await test.step('a listing is taken back in place', async () => {
    await page.goto(`/nft/${coin.id}/1`)
    await openDialog(main, /^Take back$/)
    await dialog.getByRole('button', { name: 'Take back #1' }).click()
    await finish(dialog, 'Taken Back')
    await expect(main).toContainText('Not listed')
    const { nft } = await nftOf(somebody, coin.id, 1)
    expect([nft.ownerAddress, nft.listing]).toEqual([phantom.address, null])
  })
})
