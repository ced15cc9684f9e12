// The same product over a chain that is not its own: a second server that knows the first one only as a JSON-RPC address.
// There is no demo wallet and no faucet then; the wallet of an extension signs.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { createClient, rpc } from '../client.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseImage,
  closingPrices,
  connect,
  fillLaunch,
  launchButton,
  openDetails,
  said,
  toast,
  tradeCard,
  tradedId,
} from './screens.ts'

test('launch and trade over another node’s JSON-RPC', { tag: '@soak' }, async ({
  page,
  phantom,
  photo,
  startFarServer,
}) => {
  test.slow()
  const { programAddress } = await phantom.get<SiteConfig>('/api/config')
  const second = await startFarServer()
  const api = createClient(second.origin)
  expect(await api.get<SiteConfig>('/api/config')).toMatchObject({
    network: 'custom',
    demoMode: false,
    externalChart: null,
    programAddress,
  })
  await page.goto(`${second.origin}/hybrid-launch`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const list = page.getByRole('dialog', { name: 'Connect Wallet' })
  await expect(list.getByRole('link', { name: /^Solflare/ })).toBeVisible()
  await expect(list.getByRole('button', { name: /^Demo Wallet/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Demo Mode')).toHaveCount(0)
  await connect(page)

  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  const texts = { name: 'Far Frog', symbol: 'FAR', collectionName: 'Far Frogs' }
  // Where half a SOL moves the price so much that the card asks.
  await fillLaunch(page, { ...texts, opening: 1, guard: false, devBuy: '0.25' })
  await launchButton(page).click()
  const id = await tradedId(page)
  await expect(toast(page)).toContainText('Far Frog launched successfully with 1,000 NFTs')
  const buy = await tradeCard(page, 'Buy')
  await buy.getByLabel('Amount in SOL').fill('0.5')
  await buy.getByRole('button', { name: 'Buy FAR' }).click()
  await buy.getByRole('button', { name: 'Buy anyway' }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  const sell = await tradeCard(page, 'Sell')
  await sell.getByRole('button', { name: 'Max' }).click()
  await sell.getByRole('button', { name: 'Sell FAR' }).click()
  await sell.getByRole('button', { name: 'Sell anyway' }).click()
  await expect(said(page)).toContainText('SELL Successful!')
  await expect.poll(() => closingPrices(page)).toHaveLength(1)

  // The relay passes on what a proof and a transaction's page ask for.
  await openDetails(page, 'Proof')
  const proof = page.getByRole('region', { name: 'Proof', exact: true })
  await expect(proof.getByRole('status').first()).toHaveText('Everything adds up, to the unit')
  await proof.getByText('All coins there ever were').click()
  await expect(proof).toContainText('npm run prove')

  // Both servers read the same chain.
  const [here, there] = [
    await api.get<Collection>(`/api/collections/${id}`),
    await phantom.get<Collection>(`/api/collections/${id}`),
  ]
  expect(here).toMatchObject({ tradeCount: 3, currentSupply: '0', symbol: 'FAR' })
  expect(there.marketCapLamports).toBe(here.marketCapLamports)
  await page.goto(`${second.origin}/tx/${here.launchSignature}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Launched Far Frog (FAR)')

  // It is no open relay.
  const asked = (count: number) => [
    Array(count).fill(programAddress),
    { encoding: 'base64', commitment: 'confirmed' },
  ]
  await expect(rpc(api, 'getMultipleAccounts', asked(12))).resolves.toHaveProperty('value')
  await expect(rpc(api, 'getMultipleAccounts', asked(13))).rejects.toThrow('400')
  await expect(rpc(api, 'getProgramAccounts', [programAddress])).rejects.toThrow('400')
})
