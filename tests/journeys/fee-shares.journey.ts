// A coin's fees: the creator shares them, each claims its part, the right to decide is offered, withdrawn and taken over.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { PreparedTransaction } from '@twinmint/sdk/api/wallet/contract'
import type { Client } from '../client.ts'
import { expect, test } from './fixtures.ts'
import { openConnected, openDetails, photograph, toast } from './screens.ts'

test('fees are shared, claimed by part, and handed over', { tag: '@phone-soak' }, async ({
  page,
  phantom,
  somebody,
  picture,
}) => {
  const coin = await phantom.launch({ name: 'Shared Frog', symbol: 'SHARE', devBuyAmount: '0' }, picture)
  const sells = async () => {
    await somebody.trade('BUY', coin.id, '1')
    await somebody.trade('SELL', coin.id, '1000000')
  }
  await sells()
  const owed = async () =>
    BigInt((await somebody.get<Collection>(`/api/collections/${coin.id}`)).creatorFeesOwedLamports)
  await openConnected(page, `/trade/${coin.id}`)
  await openDetails(page, 'Coin Info')
  const creator = page.getByRole('region', { name: 'Creator', exact: true })
  await expect(creator.getByRole('button', { name: /^Claim / })).toBeEnabled()

  // What is wrong is said, and nothing is signed.
  await creator.getByRole('button', { name: 'Share these fees' }).click()
  const dialog = page.getByRole('dialog', { name: 'Receivers of the fees' })
  await dialog.getByRole('textbox', { name: 'Wallet 1' }).fill(phantom.address)
  await dialog.getByRole('textbox', { name: 'Share 1' }).fill('60')
  await dialog.getByRole('button', { name: 'Add a wallet' }).click()
  await dialog.getByRole('textbox', { name: 'Share 2' }).fill('30')
  await expect(dialog).toContainText('The shares add up to 90%: 10% are missing.')
  // What is missing is told to whoever presses.
  await dialog.getByRole('button', { name: 'Name receivers' }).click({ force: true })
  await expect(dialog).toContainText('Enter a wallet’s address.')
  await photograph(page, 'fee-shares-wrong')
  await dialog.getByRole('textbox', { name: 'Wallet 2' }).fill(somebody.address)
  await dialog.getByRole('textbox', { name: 'Share 2' }).fill('40')
  await expect(dialog).not.toContainText('missing')
  const [before, first] = [await phantom.wallet(), await owed()]
  await dialog.getByRole('button', { name: 'Name receivers' }).click()
  await expect(toast(page)).toContainText('Receivers Named')
  await expect(dialog).toBeHidden()
  const after = await phantom.wallet()
  // What was owed until then is the creator's; the account's rent and the network's fee are paid.
  expect(BigInt(after.lamports) - BigInt(before.lamports)).toBe(first - 3_062_400n - 5_000n)

  const receivers = creator.getByRole('region', { name: 'Receivers of the fees' })
  await expect(receivers.getByRole('listitem')).toHaveCount(2)
  await expect(receivers.getByRole('listitem').first()).toContainText('you')
  await expect(receivers.getByRole('listitem').last()).toContainText('not confirmed')
  await photograph(page, 'fee-shares')

  // Each claims when it likes.
  await sells()
  const second = await owed()
  await creator.getByRole('button', { name: /^Claim \d/ }).click()
  await expect(toast(page)).toContainText('Fees Claimed')
  expect(await owed()).toBe(second - (second * 6_000n) / 10_000n)
  await act(somebody, `/api/collections/${coin.id}/claim`, {})
  await expect(receivers).not.toContainText('not confirmed')

  // The right: offered, withdrawn, offered again.
  await creator.getByRole('button', { name: 'Hand over' }).click()
  const offer = page.getByRole('dialog', { name: 'Hand the fees over' })
  await offer.getByRole('textbox', { name: 'Wallet' }).fill(coin.marketAddress)
  await offer.getByRole('button', { name: 'Offer the right' }).click({ force: true })
  await expect(offer).toContainText('This is not a wallet’s address')
  await offer.getByRole('textbox', { name: 'Wallet' }).fill(somebody.address)
  await offer.getByRole('button', { name: 'Offer the right' }).click()
  await expect(toast(page)).toContainText('Right Offered')
  await expect(receivers).toContainText('Offered to')
  await creator.getByRole('button', { name: 'Change the offer' }).click()
  await photograph(page, 'fee-shares-offered')
  await offer.getByRole('button', { name: 'Withdraw the offer' }).click()
  await expect(toast(page)).toContainText('Offer Withdrawn')
  await expect(receivers).not.toContainText('Offered to')
  const shares = `/api/collections/${coin.id}/fee-shares`
  await act(phantom, shares, { action: 'offer', toAddress: somebody.address })

  // Somebody takes it over and offers it back; the page learns of both by itself.
  const alone = { action: 'accept', receivers: [{ walletAddress: somebody.address, bps: 10_000 }] }
  await act(somebody, shares, alone)
  await expect(receivers.getByRole('listitem')).toHaveCount(1)
  await expect(creator.getByRole('button', { name: 'Change receivers' })).toBeHidden()
  await expect(creator.getByRole('button', { name: /^Claim/ })).toBeHidden()
  await act(somebody, shares, { action: 'offer', toAddress: phantom.address })
  await creator.getByRole('button', { name: 'Accept and name receivers' }).click()
  const accept = page.getByRole('dialog', { name: 'Take the fees over' })
  await accept.getByRole('textbox', { name: 'Wallet 1' }).fill(phantom.address)
  await accept.getByRole('button', { name: 'Accept and name them' }).click()
  await expect(toast(page)).toContainText('Fees Taken Over')
  await expect(receivers.getByRole('listitem')).toHaveCount(1)
  await expect(receivers).toContainText('you')
  await expect(creator.getByRole('button', { name: 'Change receivers' })).toBeVisible()
  expect(phantom.signatures).toBe(5)
})

/** Prepares, signs and sends as the page does. */
async function act(client: Client, path: string, body: object): Promise<void> {
  const { transaction } = await client.post<PreparedTransaction>(`${path}/create-transaction`, {
    walletAddress: client.address,
    ...body,
  })
  await client.post(path, { signedTransaction: client.sign(transaction) })
}
