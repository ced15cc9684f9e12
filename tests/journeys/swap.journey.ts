// Swapping in the browser: coins for NFTs and back, several transactions for many, NFTs for SOL, and what happens when it
// is refused, rejected, or interrupted half way.
import type { Locator, Page, Route } from '@playwright/test'
import type { Address } from '@solana/kit'
import type { NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveNftAddresses,
} from '@twinmint/sdk/program/addresses'
import { captureInstruction } from '@twinmint/sdk/program/instructions'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { type Client, rpc, swap } from '../client.ts'
import { answer } from './answers.ts'
import { expectNoSideScroll } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  figure,
  isPhone,
  openCardTab,
  openConnected,
  openDetails,
  photograph,
  said,
  toast,
} from './screens.ts'
import type { TestWallet } from './test-wallet.ts'

/** The card that swaps, in the tab of this name. */
async function swapCard(page: Page, tab?: string): Promise<Locator> {
  const card = await openCardTab(page, 'Swap')
  if (tab !== undefined) {
    const withSol = tab.endsWith('NFTs')
    await card.getByRole('radio', { name: withSol ? 'With SOL' : 'With coins' }).check()
    await card.getByRole('tab', { name: tab }).click()
  }
  return card
}

const nftsOf = async (client: Client, coin: Collection) =>
  (await client.get<UserNfts>(`/api/user/nfts/${coin.id}/${client.address}`)).nfts
const numbersOf = async (client: Client, coin: Collection) =>
  (await nftsOf(client, coin)).map(({ tokenId }) => tokenId)
const coinsOf = async (client: Client, coin: Collection) =>
  BigInt((await client.wallet(coin.id)).coin?.baseUnits ?? '0') / 1_000_000n

async function openWithCoins(
  {
    page,
    phantom,
    picture,
    somebody,
  }: { page: Page; phantom: TestWallet; picture: Buffer; somebody: Client },
  symbol: string,
  sol: string,
): Promise<Collection> {
  const coin = await somebody.launch(
    { name: `${symbol} Frog`, symbol, collectionName: 'Swap Frogs' },
    picture,
  )
  if (sol !== '0') await phantom.trade('BUY', coin.id, sol)
  await openConnected(page, `/trade/${coin.id}`)
  return coin
}

test('a number that somebody takes meanwhile: the wallet is asked once more, for the next', {
  tag: '@soak',
}, async ({ complaints, page, phantom, picture, somebody }) => {
  complaints.allow(/status of 409|minted this number/)
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'QUICK', '0.5')
  await somebody.trade('BUY', coin.id, '0.5')
  const card = await swapCard(page, 'Tokens → NFT')
  await card.getByRole('radio', { name: '1', exact: true }).check()
  // Somebody who does not ask this server for a number takes the one that was offered, before it arrives.
  const takeIt = async (route: Route) => {
    await captureByHand(somebody, coin, 1)
    await route.continue()
  }
  await answer(page, '**/api/hybrid/capture/confirm', takeIt, { times: 1 })
  await card.getByRole('button', { name: 'Capture NFT' }).click()
  await expect(said(page)).toContainText('Capture Successful')
  await expect(said(page)).toContainText('#2')
  expect(await numbersOf(phantom, coin)).toEqual([2])
  expect(await numbersOf(somebody, coin)).toEqual([1])
  expect(phantom.signatures).toBe(2)
})

/** Mints that number with a transaction of one's own, past the server's choice. */
async function captureByHand(client: Client, coin: Collection, edition: number): Promise<void> {
  const { programAddress } = await client.get<SiteConfig>('/api/config')
  const [program, user, mint] = [programAddress, client.address, coin.mintAddress] as Address[] as [
    Address,
    Address,
    Address,
  ]
  const instruction = captureInstruction(program, {
    user,
    userCoins: await deriveAssociatedAddress(user, mint),
    addresses: await deriveMarketAddresses(program, mint),
    nft: await deriveNftAddresses(program, { mintAddress: mint, walletAddress: user, edition }),
    source: 'mint',
  })
  const { value } = await rpc<{ value: { blockhash: string } }>(client, 'getLatestBlockhash', [])
  const wire = encodeTransaction({
    feePayer: user,
    recentBlockhash: value.blockhash,
    instructions: [instruction],
  })
  await client.post('/api/hybrid/capture/confirm', {
    collectionId: coin.id,
    userWallet: user,
    signedTransaction: client.sign(Buffer.from(wire).toString('base64')),
  })
}

test('capture three, see them, release two', { tag: '@phone-soak' }, async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'TRIO', '0.5')
  const before = await coinsOf(phantom, coin)
  const card = await swapCard(page, 'Tokens → NFT')
  await expect(card.getByText('0 NFTs')).toBeVisible()
  await expect(card.getByText('Please select how many NFTs you want to capture')).toBeVisible()
  await card.getByRole('radio', { name: '3', exact: true }).check()
  await photograph(page, 'swap-capture')
  await card.getByRole('button', { name: 'Capture 3 NFTs' }).click()
  await expect(said(page)).toContainText('Capture Successful')
  await expect(said(page)).toContainText('#1')
  await expect.poll(() => numbersOf(phantom, coin)).toEqual([1, 2, 3])
  expect(before - (await coinsOf(phantom, coin))).toBe(3_000_000n)
  expect(phantom.signatures).toBe(1)

  // The wallet's own, on the card; and the collection's, in their tab.
  const release = await swapCard(page, 'NFT → Tokens')
  await expect(release.getByText('3 NFTs')).toBeVisible()
  await expect(release.getByRole('checkbox')).toHaveCount(3)
  await release.getByRole('checkbox', { name: /#1\b/ }).check()
  await release.getByRole('checkbox', { name: /#3\b/ }).check()
  await photograph(page, 'swap-release')
  // The first is mythic and the third legendary: no wallet is asked before their holder is.
  await release.getByRole('button', { name: 'Release 2 NFTs' }).click()
  const question = release.getByRole('alertdialog', { name: 'Rare NFTs' })
  await expect(question).toContainText('#1 and #3 are epic or rarer')
  await photograph(page, 'swap-rare')
  await expectAccessible(question)
  await question.getByRole('button', { name: 'Do not release' }).click()
  await expect(question).toBeHidden()
  expect(phantom.signatures).toBe(1)
  await release.getByRole('button', { name: 'Release 2 NFTs' }).click()
  await question.getByRole('button', { name: 'Release anyway' }).click()
  await expect(said(page)).toContainText('Release Successful')
  await expect(said(page)).toContainText(/Transaction [1-9A-HJ-NP-Za-km-z]{8}\./)
  await expect.poll(() => numbersOf(phantom, coin)).toEqual([2])
  expect(before - (await coinsOf(phantom, coin))).toBe(1_000_000n)
  if (isPhone(page)) await page.keyboard.press('Escape')
  await openDetails(page, /^NFTs/)
  const section = page.getByRole('region', { name: 'The twin NFTs' })
  await section.scrollIntoViewIfNeeded()
  for (const number of ['#1', '#2', '#3'])
    await expect(section.getByText(number, { exact: true }).first()).toBeVisible()
  await photograph(page, 'swap-section')
  await expectNoSideScroll(page)

  // One that the escrow holds is captured by its number.
  await section.getByRole('button', { name: /Capture .*#3|Capture this one.*#3|Capture #3/ }).click()
  const chosen = await swapCard(page)
  await chosen.getByRole('button', { name: 'Capture NFT', exact: true }).click()
  await expect(said(page)).toContainText('Capture Successful')
  await expect.poll(() => numbersOf(phantom, coin)).toEqual([2, 3])

  // The one that is left there is cheaper than a new one, and the card says by how much.
  const cheaper = await swapCard(page)
  await cheaper.getByRole('radio', { name: '1', exact: true }).check()
  await expect(cheaper).toContainText(/Costs 0\.0068\d+ SOL.* more: rent of what is newly made/)
  await expect(figure(cheaper, 'You receive')).toContainText('1 NFT from the escrow')
  const inAll = figure(cheaper, 'You pay in all')
  await expect(inAll).toContainText('0.000039')
  await photograph(page, 'swap-cheaper')
  await cheaper.getByRole('button', { name: 'Mint a new one instead' }).click()
  await expect(figure(cheaper, 'You receive')).toContainText('1 NFT, newly minted')
  await expect(inAll).toContainText('0.0069')
})

test('a custom capture of twelve takes several transactions, signed together', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'DOZEN', '0.5')
  const card = await swapCard(page, 'Tokens → NFT')
  await card.getByRole('radio', { name: 'Custom' }).check()
  const amount = card.getByLabel('Amount in tokens')
  await amount.fill('999999')
  await expect(card.getByText('Minimum 1,000,000 tokens required').first()).toBeVisible()
  await amount.fill('12000000')
  await expect(card.getByText('Network fee, 4 transactions')).toBeVisible()
  await photograph(page, 'swap-custom')
  await card.getByRole('button', { name: 'Capture 12 NFTs' }).click()
  await expect(said(page)).toContainText('Capture Successful')
  await expect.poll(() => nftsOf(phantom, coin)).toHaveLength(12)
  expect(phantom.signatures).toBe(4)

  // Of more than can be sold at once the rarest are kept.
  await swapCard(page, 'Sell NFTs')
  await card.getByRole('button', { name: 'Choose the 5 commonest' }).click()
  const chosen = card.getByRole('checkbox', { checked: true })
  await expect(chosen).toHaveCount(5)
  for (const number of [8, 9, 10, 11, 12])
    await expect(card.getByRole('checkbox', { name: new RegExp(`#${number}\\b`) })).toBeChecked()
})

test('NFTs are bought with SOL and sold for SOL, one signature each', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'CASH', '0')
  const buy = await swapCard(page, 'Buy NFTs')
  await expect(buy.getByText(/Buy now/)).toBeVisible()
  await expect(buy.getByText(/Instant sell/)).toBeVisible()
  await buy.getByRole('radio', { name: '2', exact: true }).check()
  // The bound that is signed is the slippage above what it is said to cost.
  const sol = async (term: string) => Number.parseFloat(await figure(buy, term).innerText())
  await expect
    .poll(async () => (await sol('At most, at 5% slippage')) / (await sol('You pay (estimate)')))
    .toBeCloseTo(1.05, 3)
  await photograph(page, 'swap-buy')
  await buy.getByRole('button', { name: /^Buy 2 NFTs/ }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  await expect.poll(() => nftsOf(phantom, coin)).toHaveLength(2)
  expect(await coinsOf(phantom, coin)).toBe(0n)
  expect(phantom.signatures).toBe(1)

  const sell = await swapCard(page, 'Sell NFTs')
  await sell.getByRole('button', { name: 'Choose all' }).click()
  await photograph(page, 'swap-sell')
  await sell.getByRole('button', { name: /^Sell 2 NFTs/ }).click()
  await sell.getByRole('button', { name: 'Sell anyway' }).click()
  await expect(said(page)).toContainText('SELL Successful!')
  await expect.poll(() => nftsOf(phantom, coin)).toEqual([])
  expect(await coinsOf(phantom, coin)).toBe(0n)
  const { nfts } = await phantom.get<NftsPage>(`/api/collections/${coin.id}/nfts?state=escrow`)
  expect(nfts).toHaveLength(2)
})

test('a swap is refused for balance, and one that the wallet rejects changes nothing', async ({
  page,
  phantom,
  picture,
  somebody,
  complaints,
}) => {
  complaints.allow(/User rejected/)
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'POOR', '0.0015')
  const held = await coinsOf(phantom, coin)
  expect(held).toBe(1_497_753n)
  const card = await swapCard(page, 'Tokens → NFT')
  await card.getByRole('radio', { name: '2', exact: true }).check()
  await expect(card.getByText('You only have 1,497,753 tokens')).toBeVisible()
  // It says why also to whoever presses it; only a script waits until it is enabled.
  await card.getByRole('button', { name: 'Capture 2 NFTs' }).click({ force: true })
  await expect(toast(page)).toContainText('Insufficient Balance')
  expect(phantom.signatures).toBe(0)
  const release = await swapCard(page, 'NFT → Tokens')
  await expect(release.getByText('Please select an NFT to release')).toBeVisible()

  await swapCard(page, 'Tokens → NFT')
  await card.getByRole('radio', { name: '1', exact: true }).check()
  phantom.refuses = true
  await card.getByRole('button', { name: 'Capture NFT' }).click()
  await expect(said(page)).toContainText('Transaction Failed')
  await expect(said(page)).toContainText('Failed to sign capture transaction: User rejected')
  expect(await coinsOf(phantom, coin)).toBe(held)
  await expect.poll(() => nftsOf(phantom, coin)).toEqual([])
  phantom.refuses = false
  await card.getByRole('button', { name: 'Capture NFT' }).click()
  await expect(said(page)).toContainText('Capture Successful')
  await expect.poll(() => numbersOf(phantom, coin)).toEqual([1])
})

/** Where the page hands in what was signed. */
const SENDING = '**/api/hybrid/capture/confirm'

test('a capture that fails half way says what went through, and its rest can be tried again', {
  tag: '@soak',
}, async ({ page, phantom, picture, somebody, complaints }) => {
  // The browser notes the answer, and the page the swap that stopped.
  complaints.allow(/status of 400|fewer coins/)
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'HALF', '0.02')
  // Between the first transaction and the second the coins go elsewhere.
  let sends = 0
  await answer(page, SENDING, async (route) => {
    if (++sends === 2) await phantom.trade('SELL', coin.id, String(await coinsOf(phantom, coin)), 50)
    await route.continue()
  })
  const card = await swapCard(page, 'Tokens → NFT')
  await card.getByRole('radio', { name: 'Custom' }).check()
  await card.getByLabel('Amount in tokens').fill('5000000')
  await card.getByRole('button', { name: 'Capture 5 NFTs' }).click()
  const notice = card.getByRole('alert')
  await expect(notice).toContainText('Captured: #1, #2 and #3')
  await expect(notice).toContainText('Not captured: 2 NFTs')
  await photograph(page, 'swap-half')
  await expectAccessible(card)
  await expect.poll(() => numbersOf(phantom, coin)).toEqual([1, 2, 3])
  expect(await coinsOf(phantom, coin)).toBe(0n)

  await phantom.trade('BUY', coin.id, '0.02', 50)
  await expect(card.getByRole('tabpanel').last()).toContainText(/You have [1-9]/)
  await expect(card.getByText('3 NFTs')).toBeVisible()
  await notice.getByRole('button', { name: 'Try the other 2' }).click()
  await expect(said(page)).toContainText('Capture Successful')
  await expect.poll(() => numbersOf(phantom, coin)).toEqual([1, 2, 3, 4, 5])
})

test('a capture whose answer is lost on the way goes on, and swaps once', { tag: '@soak' }, async ({
  complaints,
  page,
  phantom,
  picture,
  somebody,
}) => {
  complaints.allow(/ERR_|Failed to load resource/)
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'LOST', '0.02')
  let sends = 0
  await answer(page, SENDING, async (route) => {
    if (++sends !== 1) return route.continue()
    // The server takes it, and the page does not hear of that.
    await route.fetch()
    await route.abort()
  })
  const card = await swapCard(page, 'Tokens → NFT')
  await card.getByRole('radio', { name: 'Custom' }).check()
  await card.getByLabel('Amount in tokens').fill('4000000')
  await card.getByRole('button', { name: 'Capture 4 NFTs' }).click()
  await expect(said(page)).toContainText('Capture Successful')
  expect(await numbersOf(phantom, coin)).toEqual([1, 2, 3, 4])
  expect(sends).toBe(3)
})

test('a page that is closed between two transactions loses nothing: the index has what the chain has', {
  tag: '@soak',
}, async ({ page, phantom, picture, somebody }) => {
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'GONE', '0.02')
  let sends = 0
  const held: Route[] = []
  const end = await answer(page, SENDING, async (route) => {
    // The second is never let through, however often it is sent.
    if (++sends >= 2) held.push(route)
    else await route.continue()
  })
  const card = await swapCard(page, 'Tokens → NFT')
  await card.getByRole('radio', { name: 'Custom' }).check()
  await card.getByLabel('Amount in tokens').fill('6000000')
  await card.getByRole('button', { name: 'Capture 6 NFTs' }).click()
  await expect(card.getByRole('button', { name: 'Sending 2 of 2...' })).toBeVisible()
  await page.goto('about:blank')
  for (const route of held) await route.abort().catch(() => undefined)
  end()
  await expect.poll(() => numbersOf(phantom, coin)).toEqual([1, 2, 3])
  await page.goto(`/trade/${coin.id}`)
  const again = await swapCard(page)
  await expect(again.getByText('3 NFTs')).toBeVisible()
})

test('two people swap the same coin: what one releases the other sees and takes, without a reload', {
  tag: '@soak',
}, async ({ page, phantom, picture, somebody }) => {
  const coin = await openWithCoins({ page, phantom, picture, somebody }, 'PAIR', '0.1')
  await somebody.trade('BUY', coin.id, '0.1')
  await openDetails(page, /^NFTs/)
  const section = page.getByRole('region', { name: 'The twin NFTs' })
  await section.scrollIntoViewIfNeeded()
  const { confirmed } = await swap(somebody, 'capture', coin.id, { count: 1 })
  await expect(section.getByText('#1', { exact: true }).first()).toBeVisible()
  await swap(somebody, 'release', coin.id, { nftMints: [confirmed[0]?.nfts[0]?.mintAddress ?? ''] })
  await section.getByRole('button', { name: /Capture.*#1/ }).click()
  const card = await swapCard(page)
  await card.getByRole('button', { name: 'Capture NFT', exact: true }).click()
  await expect(said(page)).toContainText('Capture Successful')
  await expect.poll(() => numbersOf(phantom, coin)).toEqual([1])
})
