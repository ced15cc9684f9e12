// What it takes to be first: a field in the cards where the network is not our own, counted in the costs, remembered, paid;
// and a wallet that adds a fee of its own.
import { createKeypair } from '../../src/chain/keypair.ts'
import type { SiteConfig } from '../../src/site/contract.ts'
import type { Collection } from '../../src/wire/records/coin.ts'
import { createClient } from '../client.ts'
import { memoOf, rewritten, transferOf } from '../wallet-additions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { connect, figure, isPhone, openConnected, photograph, said, tradeCard } from './screens.ts'

test('is nothing that the demo network asks for', async ({ page, phantom, picture }) => {
  const coin = await phantom.launch({ symbol: 'CALM' }, picture)
  await openConnected(page, `/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('0.1')
  await expect(figure(card, 'Network fee')).toContainText('0.000005 SOL')
  await expect(card.getByText('Priority')).toHaveCount(0)
})

test('is chosen in the card, counted, remembered and paid @phone', async ({
  complaints,
  page,
  phantom,
  picture,
  server,
  startServer,
}) => {
  test.slow()
  const { programAddress } = await phantom.get<SiteConfig>('/api/config')
  const second = await startServer({
    env: {
      SOLANA_RPC_URL: `${server.origin}/rpc`,
      SOLANA_WS_URL: `${server.origin.replace(/^http/, 'ws')}/rpc`,
      PROGRAM_ADDRESS: programAddress,
    },
  })
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
  if (!isPhone(page)) return
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBeLessThanOrEqual(0)
})
