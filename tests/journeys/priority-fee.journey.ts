// What it takes to be first: a field in the cards where the network is not our own, counted in the costs, remembered, paid;
// and a wallet that adds a fee of its own.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { createKeypair } from '../../packages/localnet/keypair.ts'
import { createClient, rpc } from '../client.ts'
import { memoOf, rewritten, transferOf } from '../wallet-additions.ts'
import { expectNoSideScroll } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  chooseImage,
  connect,
  figure,
  fillLaunch,
  isPhone,
  launchButton,
  openDetails,
  photograph,
  said,
  toast,
  tradeCard,
  tradedId,
} from './screens.ts'

test('is chosen in the card, counted, remembered and paid', { tag: ['@soak', '@phone-soak'] }, async ({
  complaints,
  page,
  phantom,
  picture,
  startFarServer,
}) => {
  test.slow()
  const second = await startFarServer()
  const api = createClient(second.origin, phantom.keypair)
  const coin = await api.launch({ symbol: 'RUSH', devBuyAmount: '0.5' }, picture)
  await page.goto(`${second.origin}/trade/${coin.id}`)
  await connect(page)
  const card = await tradeCard(page, 'Buy')
  const speed = card.getByRole('group', { name: 'How fast it should be' })
  const amount = card.getByLabel('Priority fee in SOL, for each transaction')
  await card.getByLabel('Amount in SOL').fill('0.01')
  const fee = figure(card, 'Network and priority fee')
  await expect(speed.getByRole('button', { name: 'Normal' })).toHaveAttribute('aria-pressed', 'true')
  await expect(fee).toContainText('0.000006 SOL')
  await speed.getByRole('button', { name: 'Turbo' }).click()
  await expect(fee).toContainText('0.00003 SOL')
  await expect(amount).toHaveCount(0)
  await speed.getByRole('button', { name: 'Own' }).click()
  await expect(amount).toHaveValue('0.000025')
  await amount.fill('0.06')
  await expect(card.getByRole('alert')).toContainText('Enter 0 to 0.05 SOL.')
  await amount.fill('0.001')
  await expect(fee).toContainText('0.001005 SOL')
  await expect(speed.getByRole('button', { pressed: true })).toHaveText('Own')
  await expectAccessible(card)
  await photograph(page, 'priority-fee')

  const before = BigInt((await phantom.wallet()).lamports)
  await card.getByRole('button', { name: 'Buy RUSH' }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  const paid = before - BigInt((await phantom.wallet()).lamports) - 10_000_000n
  expect([paid <= 1_005_000n, paid >= 1_004_999n]).toEqual([true, true])

  // Remembered, and the same for swaps.
  await page.reload()
  await (await tradeCard(page, 'Buy')).getByLabel('Amount in SOL').fill('0.01')
  await expect(amount).toHaveValue('0.001')

  if (isPhone(page)) return expectNoSideScroll(page)
  await test.step('a wallet that adds what wallets add is not asked about', async () => {
    const somewhere = createKeypair().address
    const adding = (lamports: bigint) => (transaction: string) =>
      rewritten(transaction, (instructions, payer) => [
        ...instructions,
        memoOf('from your wallet'),
        transferOf(payer, somewhere, lamports),
      ])
    phantom.rewrites = adding(20_000_000n)
    await card.getByRole('button', { name: 'Buy RUSH' }).click()
    await expect
      .poll(async () => (await api.get<Collection>(`/api/collections/${coin.id}`)).tradeCount)
      .toBe(3)
    // Its receipt empties the field.
    await expect(said(page)).toContainText('BUY Successful!')
    // Above what is usual it is the person's to say.
    phantom.rewrites = adding(60_000_000n)
    complaints.allow(/Your wallet added a fee/)
    await card.getByLabel('Amount in SOL').fill('0.01')
    await card.getByRole('button', { name: 'Buy RUSH' }).click()
    const question = page.getByRole('dialog', { name: 'Pay a fee of 0.06 SOL?' })
    await expect(question).toContainText('Nothing has been sent so far.')
    await expectAccessible(question)
    await photograph(page, 'wallet-fee')
    await question.getByRole('button', { name: 'Don’t send' }).click()
    await expect(card).toContainText('Your wallet added a fee of 0.06 SOL. Nothing was sent.')
    await card.getByLabel('Amount in SOL').fill('0.02')
    await card.getByRole('button', { name: 'Buy RUSH' }).click()
    await question.getByRole('button', { name: 'Pay it and send' }).click()
    await expect
      .poll(async () => (await api.get<Collection>(`/api/collections/${coin.id}`)).tradeCount)
      .toBe(4)
  })
})

test('a launch, a boost and a claim ask for it, show it and pay it', { tag: '@soak' }, async ({
  page,
  phantom,
  picture,
  startFarServer,
}) => {
  test.slow()
  const second = await startFarServer()
  const api = createClient(second.origin, phantom.keypair)
  const lamports = async () => BigInt((await phantom.wallet()).lamports)
  /** What the fee stands for is paid, but for the lamport that rounding may leave. */
  const expectPaid = (paid: bigint, most: bigint) => expect(paid === most || paid === most - 1n).toBe(true)

  await page.goto(`${second.origin}/launch`)
  await connect(page)
  const cost = page.getByRole('region', { name: 'Cost' })
  const speed = page.getByRole('group', { name: 'How fast it should be' })
  await expect(figure(cost, 'Network and priority fee')).toContainText('0.000009 SOL')
  await speed.getByRole('button', { name: 'Turbo' }).click()
  await expect(figure(cost, 'Network and priority fee')).toContainText('0.000105 SOL')
  await speed.getByRole('button', { name: 'Own' }).click()
  await page.getByLabel('Priority fee in SOL, for each transaction').fill('0.002')
  await expect(figure(cost, 'Network and priority fee')).toContainText('0.002005 SOL')
  await expectAccessible(cost)
  await photograph(page, 'priority-fee-launch')
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', picture)
  await fillLaunch(page, { name: 'Hasty Frog', symbol: 'HASTE', collectionName: 'Hasties', devBuy: '0.2' })
  await launchButton(page).click()
  const id = await tradedId(page)
  const { launchSignature } = await api.get<Collection>(`/api/collections/${id}`)
  const launched = await rpc<{ meta: { fee: number } }>(api, 'getTransaction', [
    launchSignature,
    { commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  ])
  expectPaid(BigInt(launched.meta.fee), 2_005_000n)

  await page
    .getByRole('button', { name: /^Boost/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Boost Hasty Frog' })
  await expect(figure(dialog, 'Network and priority fee')).toContainText('0.002005 SOL')
  await expectAccessible(dialog)
  await photograph(page, 'priority-fee-boost')
  const beforeBoost = await lamports()
  await dialog.getByRole('button', { name: 'Boost now' }).click()
  await expect(toast(page)).toContainText('Collection Boosted!')
  expectPaid(beforeBoost - (await lamports()), 1_002_005_000n)

  await api.trade('SELL', id, '1000000')
  const { creatorFeesOwedLamports } = await api.get<Collection>(`/api/collections/${id}`)
  await openDetails(page, 'Coin Info')
  const creator = page.getByRole('region', { name: 'Creator', exact: true })
  await expect(figure(creator, 'Network and priority fee')).toContainText('0.002005 SOL')
  const beforeClaim = await lamports()
  await creator.getByRole('button', { name: /^Claim/ }).click()
  await expect(toast(page)).toContainText('Fees Claimed')
  expectPaid(beforeClaim - (await lamports()) + BigInt(creatorFeesOwedLamports), 2_005_000n)
})
