// The wallet says no: nothing happened, the page says so in the specification's words, and the next try works.
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { expect, test } from './fixtures.ts'
import {
  chooseImage,
  fillLaunch,
  launchButton,
  openConnected,
  said,
  toast,
  tradeCard,
  tradedId,
} from './screens.ts'

test('a launch that the wallet refuses', async ({ complaints, page, phantom, picture }) => {
  // Mutations that failed are noted in the console.
  complaints.allow(/User rejected/)
  await openConnected(page, '/launch')
  phantom.refuses = true
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', picture)
  await fillLaunch(page, {
    name: 'Stubborn Frog',
    symbol: 'NOPE',
    collectionName: 'Stubborn Frogs',
    description: 'Not today.',
    devBuy: '0.5',
  })
  await launchButton(page).click()
  await expect(toast(page)).toContainText('Signature Required')
  await expect(toast(page)).toContainText('Please sign the transaction in your wallet to launch your token.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await phantom.get(`/api/collections?creator=${phantom.address}`)).toEqual([])
  expect((await phantom.wallet()).lamports).toBe('10000000000')
  await expect(page.getByLabel('Meme Name')).toHaveValue('Stubborn Frog')
  await expect(page.getByLabel('Token Symbol')).toHaveValue('NOPE')
  await expect(page.getByLabel('NFT Collection Name')).toHaveValue('Stubborn Frogs')
  await expect(page.getByLabel('Description')).toHaveValue('Not today.')
  await expect(page.getByLabel('Dev Buy')).toHaveValue('0.5')
  await expect(page.getByRole('img', { name: 'Preview of sunset.jpg' })).toBeVisible()

  phantom.refuses = false
  await launchButton(page).click()
  const id = await tradedId(page)
  await expect(toast(page)).toContainText('Stubborn Frog launched successfully with 0.5 SOL dev buy')
  const coin = await phantom.get<Collection>(`/api/collections/${id}`)
  expect(coin).toMatchObject({ creatorAddress: phantom.address, realLamports: '500000000' })
})

test('a trade that the wallet refuses', async ({ complaints, page, phantom, picture, somebody }) => {
  complaints.allow(/User rejected/)
  const coin = await somebody.launch({ name: 'Patient Frog', symbol: 'WAIT' }, picture)
  const read = () => somebody.get<Collection>(`/api/collections/${coin.id}`)
  await openConnected(page, `/trade/${coin.id}`)
  phantom.refuses = true
  const card = await tradeCard(page, 'Buy')
  const amount = card.getByLabel('Amount in SOL')
  await amount.fill('0.25')
  // The user takes a while to say no.
  const asked = new Promise<() => void>((isAsked) => {
    phantom.beforeSigning = () => new Promise<void>((resolve) => isAsked(resolve))
  })
  await card.getByRole('button', { name: 'Buy WAIT' }).click()
  await expect(card.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await amount.press('Enter')
  const answer = await asked
  answer()
  await expect(said(page)).toContainText('Trade Failed')
  await expect(said(page)).toContainText('User rejected the request.')
  await expect(amount).toHaveValue('0.25')
  expect(await read()).toMatchObject({ tradeCount: 0, sequence: coin.sequence })
  expect((await phantom.wallet()).lamports).toBe('10000000000')

  phantom.refuses = false
  phantom.beforeSigning = undefined
  await card.getByRole('button', { name: 'Buy WAIT' }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  expect(await read()).toMatchObject({ tradeCount: 1, realLamports: '250000000' })
  // A quarter SOL against 1 SOL and a billion coins is a fifth of them.
  expect((await phantom.wallet(coin.id)).coin?.baseUnits).toBe('200000000000000')
})
