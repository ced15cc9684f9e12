// What a doubter does: opens the transactions, has the browser add up what the chain holds, and watches a coin migrate.
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import { type Client, createClient, rpc, swap } from '../client.ts'
import { answer } from './answers.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openDetails, photograph } from './screens.ts'

/** A buy that the price has left behind when it arrives: the chain runs it, and refuses it. */
async function failedBuy(client: Client, collectionId: string, rival: Client): Promise<string> {
  const prepared = await client.post<PreparedTrade>('/api/trades/create-transaction', {
    collectionId,
    traderAddress: client.address,
    type: 'BUY',
    amount: '0.1',
    slippage: 0.1,
  })
  await rival.trade('BUY', collectionId, '2')
  const signed = client.sign(prepared.transaction)
  return rpc<string>(client, 'sendTransaction', [signed, { encoding: 'base64', skipPreflight: true }])
}

test('a transaction is explained in words, whatever became of it', { tag: '@soak' }, async ({
  complaints,
  page,
  picture,
  server,
  somebody,
}) => {
  // The document of an address that names no transaction.
  complaints.allow(/status of 404/)
  const coin = await somebody.launch(
    { name: 'Honest Frog', symbol: 'HONEST', devBuyAmount: '1', boostLaunch: true },
    picture,
  )
  const trader = createClient(server.origin)
  await trader.airdrop(10)
  const bought = await trader.trade('BUY', coin.id, '0.5')
  const failed = await failedBuy(trader, coin.id, somebody)
  const { confirmed } = await swap(trader, 'capture', coin.id, { count: 1 })
  const sold = await trader.trade('SELL', coin.id, '1000000')

  await page.goto(`/tx/${bought.signature}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Bought 100,000,000 HONEST for 0.5 SOL')
  await expect(page.getByText('Succeeded')).toBeVisible()
  const steps = page.getByRole('region', { name: 'What it did' }).getByRole('listitem')
  await expect(steps.last()).toContainText('Price of one coin')
  await expect(steps.last()).toContainText('Asked for at least')
  const changes = page.getByRole('table', { name: 'Accounts whose SOL or tokens changed' })
  await expect(changes.getByRole('row').filter({ hasText: 'Market' })).toContainText('+0.5 SOL')
  await expect(changes.getByRole('row').filter({ hasText: 'Curve vault' })).toContainText(
    '−100,000,000 HONEST',
  )
  await page.getByText('Raw logs').click()
  await expect(page.getByLabel('Raw logs')).toContainText('success')
  await photograph(page, 'tx-buy')
  await expectFits(page, 'a transaction with its logs')

  await page.goto(`/tx/${coin.launchSignature}`)
  await expect(title).toHaveText(
    'Launched Honest Frog (HONEST): 1,000,000,000 coins and a collection of 1,000 NFTs, and 2 more',
  )
  await expect(steps.filter({ hasText: 'Bought' })).toContainText('500,000,000 HONEST for 1 SOL')
  await expect(steps.filter({ hasText: 'Boosted' })).toContainText('Boosted HONEST for 1 SOL')
  await photograph(page, 'tx-launch')
  await page.goto(`/tx/${confirmed[0]?.signature ?? ''}`)
  await expect(title).toHaveText('Captured NFT #1 for 1,000,000 HONEST')
  await page.goto(`/tx/${sold.signature}`)
  await expect(title).toHaveText(/^Sold 1,000,000 HONEST for 0\.\d+ SOL$/)

  await page.goto(`/tx/${failed}`)
  await expect(title).toHaveText('Failed: Buy HONEST for 0.1 SOL')
  await expect(page.getByRole('alert')).toContainText('Price moved')
  await expect(page.getByRole('alert')).toContainText('Only the network fee was paid.')
  await expect(page.getByText('failed here')).toBeVisible()
  await photograph(page, 'tx-failed')
  await expectAccessible(page)

  // Nobody has ever sent this one; and this is none.
  await page.goto(`/tx/${'5'.repeat(87)}`)
  await expect(title).toHaveText('Transaction not found')
  await expect(page.getByText('was not found, or is not yet confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(title).toHaveText('Transaction not found')
  await page.goto('/tx/%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  await expect(title).toHaveText('Not a transaction')

  // From the coin's page to the transaction, within the page.
  await page.goto(`/trade/${coin.id}`)
  await page
    .getByRole('region', { name: 'Details' })
    .getByRole('link', { name: coin.launchSignature.slice(0, 4) })
    .click()
  await expect(title).toContainText('Launched Honest Frog')
  await page.getByRole('link', { name: 'Back to Honest Frog' }).click()
  await expect(page).toHaveURL(`/trade/${coin.id}`)
})

test('the browser proves a coin from the chain, before and after it migrates under a visitor’s eyes', async ({
  complaints,
  page,
  picture,
  server,
  somebody,
}) => {
  test.slow()
  complaints.allow(/Failed to load resource|\/chain\/coin/)
  const coin = await somebody.launch({ name: 'Proven Frog', symbol: 'PROVEN', devBuyAmount: '0.5' }, picture)
  await somebody.trade('BUY', coin.id, '1')
  await swap(somebody, 'capture', coin.id, { count: 3 })
  const { nfts } = await somebody.get<{ nfts: { mintAddress: string }[] }>(
    `/api/user/nfts?projectId=${coin.id}&walletAddress=${somebody.address}`,
  )
  await swap(somebody, 'release', coin.id, { nftMints: [nfts[0]?.mintAddress ?? ''] })
  await somebody.trade('SELL', coin.id, '12345.678901')

  await page.goto(`/trade/${coin.id}`)
  await openDetails(page, 'Proof')
  const panel = page.getByRole('region', { name: 'Proof', exact: true })
  await panel.scrollIntoViewIfNeeded()
  const verdict = panel.getByRole('status').first()
  await expect(verdict).toHaveText('Everything adds up, to the unit')
  await expect(panel).toContainText('3 to trust')
  const lines = panel.getByRole('listitem')
  await expect(lines.filter({ hasText: 'SOL held = SOL owed' })).toContainText('Creator fees owed')
  const escrow = lines.filter({ hasText: 'Coins for every NFT' })
  await escrow.getByText('Coins for every NFT').click()
  await expect(escrow).toContainText('2,000,000 coins are locked for 2 NFTs.')
  const supply = lines.filter({ hasText: 'All coins there ever were' })
  await supply.getByText('All coins there ever were').click()
  await expect(supply).toContainText('With holders (3 accounts in all)')
  await panel.scrollIntoViewIfNeeded()
  await photograph(page, 'proof-holds')
  await expectFits(page, 'a proof with its lines open')

  // A lamport less than the market owes, on the way from the node.
  const tellTruth = await answer(page, '**/rpc', async (route) => {
    const response = await route.fetch()
    // The market’s bytes begin with 2, 2, 0.
    const body = (await response.text()).replace(
      /("data":\["AgIA[^}]*?"lamports":)(\d+)/,
      (_, before: string, sol: string) => `${before}${Number(sol) - 1}`,
    )
    await route.fulfill({ response, body })
  })
  await panel.getByRole('button', { name: 'Read again' }).click()
  await expect(verdict).toHaveText(/^1 of \d+ does not hold$/)
  await expect(lines.filter({ hasText: 'SOL held = SOL owed' })).toContainText('0.000000001 SOL are missing.')
  await photograph(page, 'proof-broken')
  await expectAccessible(panel)
  tellTruth()
  const end = await answer(page, '**/rpc', (route) => route.abort())
  await panel.getByRole('button', { name: 'Read again' }).click()
  await expect(panel.getByRole('alert')).toContainText('Nothing could be read')
  end()

  const whale = createClient(server.origin)
  for (let times = 0; times < 3; times++) await whale.airdrop(10)
  await expect(page.getByText('This token has migrated.')).toHaveCount(0)
  await whale.trade('BUY', coin.id, '25')
  const banner = page.getByRole('status', { name: 'Migrated' })
  await expect(banner).toContainText('This token has migrated.')
  await expect(banner).toContainText('SOL are in it now')
  await expect(panel).toContainText('since')
  await panel.getByRole('button', { name: 'Read again' }).click()
  await expect(verdict).toHaveText('Everything adds up, to the unit')
  await expect(lines.filter({ hasText: 'SOL held = SOL owed' })).toContainText('SOL of the pool')
  await banner.scrollIntoViewIfNeeded()
  await photograph(page, 'proof-migrated')
  // What the banner told once stands in Coin Info.
  await openDetails(page, 'Coin Info')
  const migration = page.getByRole('region', { name: 'Migration' })
  await expect(migration).toContainText('In the pool')
  await expect(migration).toContainText('Burned with it')
  await page.reload()
  await expect(migration).toBeVisible()
  await expect(banner).toHaveCount(0)
  await migration.getByRole('link').first().waitFor()
  await page.evaluate(() => localStorage.removeItem('twinmint.told-of-migration'))
  await page.reload()
  await banner.getByRole('link').click()
  await expect(page.getByText('This buy lifted the market cap to the threshold')).toBeVisible()
})
