// What the launch form does not take: each field says why, the first of them gets the focus, and nothing is sent. And what a
// reload must not take from it.
import type { Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { plainPicture } from '../pictures.ts'
import { setTerms } from '../terms.ts'
import { answer } from './answers.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  chooseImage,
  figure,
  fillLaunch,
  isPhone,
  launchButton,
  offerImage,
  openConnected,
  openDetails,
  photograph,
  toast,
  tradedId,
} from './screens.ts'

test('pictures that are none, too large or damaged, and fields that are empty or too long', {
  tag: '@soak',
}, async ({ complaints, page, phantom, photo }) => {
  // Only the last launch of this journey is sent, and refused.
  complaints.allow(/status of 400|less SOL than this costs/)
  const sent: string[] = []
  page.on('request', (request) => {
    // That a wallet is about to launch is told before anything is.
    if (request.method() === 'POST' && /\/api\/collections\/(?!expect-launch)/.test(request.url()))
      sent.push(request.url())
  })
  await openConnected(page, '/hybrid-launch')
  await launchButton(page).click()
  for (const sentence of [
    'A picture is required',
    'Collection name is required',
    'Token symbol is required',
    'NFT collection name is required',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose image' })).toBeFocused()
  await photograph(page, 'launch-errors')

  await offerImage(page, 'large.png', 'image/png', Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024)]))
  await expect(page.getByText('The picture is larger than 10 MB')).toBeVisible()
  await offerImage(page, 'notes.txt', 'text/plain', Buffer.from('not a picture'))
  await expect(page.getByText('Choose a PNG, JPEG, WebP, GIF or AVIF picture')).toBeVisible()
  // Browsers draw what came of it, so it would be launched with a grey half.
  await offerImage(page, 'torn.png', 'image/png', (await plainPicture()).subarray(0, -20))
  await expect(page.getByText('The picture is not whole: its end is missing.')).toBeVisible()
  await offerImage(page, 'none.png', 'image/png', Buffer.from('not a picture'))
  await expect(page.getByText('This file cannot be read as a picture')).toBeVisible()
  await launchButton(page).click()
  await expect(page.getByRole('button', { name: 'Change image' })).toBeFocused()
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  await expect(page.getByRole('img', { name: 'Preview of sunset.jpg' })).toBeVisible()

  await fillLaunch(page, { name: '', symbol: 'frog', collectionName: 'Frogs' })
  await launchButton(page).click()
  const name = page.getByLabel('Meme Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Collection name is required')
  await name.fill('x'.repeat(51))
  await expect(name).toHaveAccessibleDescription('The name has at most 50 characters')
  await expect(page.getByText('51/50')).toBeVisible()
  await name.fill('Careful Frog')
  await expect(name).not.toHaveAttribute('aria-invalid')

  const symbol = page.getByLabel('Token Symbol')
  await expect(symbol).toHaveValue('FROG')
  await symbol.fill('')
  await launchButton(page).click()
  await expect(symbol).toBeFocused()
  await expect(symbol).toHaveAccessibleDescription('Token symbol is required')
  await symbol.fill('frog')
  const devBuy = page.getByLabel('Dev Buy')
  await devBuy.fill('-1')
  await launchButton(page).click()
  await expect(devBuy).toBeFocused()
  await expect(devBuy).toHaveAccessibleDescription(/Enter an amount of SOL, 0 or more/)
  expect(sent).toEqual([])

  // The server has the last word on what can be paid; the form stays as it was.
  await devBuy.fill('500')
  await launchButton(page).click()
  await expect(toast(page)).toContainText('Launch Failed')
  await expect(devBuy).toHaveValue('500')
  expect(phantom.signatures).toBe(0)
  expect(await phantom.get(`/api/collections?creator=${phantom.address}`)).toEqual([])
})

test('a reload loses neither the form nor a launch that was signed, and nothing is paid twice', {
  tag: '@soak',
}, async ({ complaints, page, phantom, photo }) => {
  complaints.allow(/status of (404|409|500)|Nobody knows|waited too long/)
  await openConnected(page, '/launch')
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  await fillLaunch(page, { name: 'Patient Frog', symbol: 'WAIT', collectionName: 'Patients', devBuy: '0.1' })
  await page.reload()
  await expect(page.getByLabel('Meme Name')).toHaveValue('Patient Frog')
  await expect(page.getByLabel('Dev Buy')).toHaveValue('0.1')
  await expect(page.getByRole('img', { name: 'Preview of sunset.jpg' })).toBeVisible()

  // Signed; and the page is gone before the server hears of it. Then nobody knows what became of it.
  await leaveWhileSending(page)
  await answer(
    page,
    LAUNCH_CALL,
    (route) => route.fulfill({ status: 500, json: { message: 'Nobody knows.', code: 'internal' } }),
    { times: 1 },
  )
  await page.reload()
  const notice = page.getByRole('alert').filter({ hasText: 'Launching again would pay again' })
  await expect(notice).toContainText('Patient Frog')
  await expect(launchButton(page)).toHaveCount(0)
  await photograph(page, 'launch-unfinished')
  await notice.getByRole('button', { name: 'Check again' }).click()
  const id = await tradedId(page)
  await expect(toast(page)).toContainText('Patient Frog launched successfully')
  expect(phantom.signatures).toBe(1)
  const launched = await phantom.get<Collection[]>(`/api/collections?creator=${phantom.address}`)
  expect(launched.map((coin) => coin.id)).toEqual([id])

  // What surely did not go through is told of and forgotten, and the form is there to be sent again.
  await page.goto('/launch')
  await expect(page.getByLabel('Meme Name')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Choose image' })).toBeVisible()
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  await fillLaunch(page, { name: 'Late Frog', symbol: 'LATE', collectionName: 'Lates' })
  phantom.isLate = true
  await leaveWhileSending(page)
  await page.reload()
  await expect(toast(page)).toContainText('No money moved')
  await expect(launchButton(page)).toBeEnabled()
  await expect(page.getByLabel('Meme Name')).toHaveValue('Late Frog')
  await expect(page.getByRole('img', { name: 'Preview of sunset.jpg' })).toBeVisible()
})

test('an opening of 10 SOL and no guard, as the form says them, the wallet signs them and the coin has them', {
  tag: '@phone-soak',
}, async ({ page, phantom, photo }) => {
  await openConnected(page, '/launch')
  const opening = page.getByRole('group', { name: 'Opening reserve' })
  await expect(opening.getByRole('radio', { name: '30 SOL' })).toBeChecked()
  for (const [name, figures] of [
    ['30 SOL', /3\.2%.*82\.2 SOL.*19\.6%.*0\.03 SOL/],
    ['10 SOL', /9\.1%.*54\.8 SOL.*13%.*0\.01 SOL/],
    ['1 SOL', /50%.*19\.5 SOL.*4\.6%.*0\.001 SOL/],
  ] as const)
    await expect(opening.getByRole('radio', { name, exact: true })).toHaveAccessibleDescription(figures)
  await expect(opening).toContainText(
    'gains 0.7 SOL at an opening of 30 SOL, 2.3 SOL at an opening of 10 SOL, 9.2 SOL at an opening of 1 SOL',
  )
  await expect(opening).toContainText('0.007 SOL')
  const guard = page.getByRole('checkbox', { name: /^Launch guard/ })
  await expect(guard).toBeChecked()

  // What the guard does not do, and what a first buy beyond its exemption pays.
  await opening.getByRole('radio', { name: '1 SOL', exact: true }).check()
  await expect(guard).toHaveAccessibleDescription(
    /does not help at an opening of 1 SOL.*33\.3% of the supply/,
  )
  // By the keyboard, as radio buttons go.
  await page.keyboard.press('ArrowUp')
  await expect(opening.getByRole('radio', { name: '10 SOL' })).toBeChecked()
  await expect(guard).not.toHaveAccessibleDescription(/does not help/)
  const devBuy = page.getByLabel('Dev Buy')
  await devBuy.fill('1')
  await expect(devBuy).toHaveAccessibleDescription(/gives 47\.61M coins, 4\.8% .*0\.5 SOL of it is surcharge/)
  await devBuy.fill('0.5')
  await expect(devBuy).toHaveAccessibleDescription(/gives 47\.61M coins, 4\.8% of the supply\.$/)
  await photograph(page, 'launch-choices')
  await page.reload()
  await expect(opening.getByRole('radio', { name: '10 SOL' })).toBeChecked()

  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  const texts = { name: 'Deeper Frog', symbol: 'DEEP', collectionName: 'Deeps' }
  await fillLaunch(page, { ...texts, guard: false, devBuy: '1' })
  await expect(devBuy).toHaveAccessibleDescription(/gives 90\.9M coins, 9\.1% of the supply\.$/)
  await expectAccessible(page.getByRole('main'))
  let asked = ''
  phantom.beforeSigning = async () => {
    await photograph(page, 'launch-signing')
    asked = await page.getByRole('dialog').innerText()
  }
  await launchButton(page).click()
  const id = await tradedId(page)
  expect(asked.replace(/\s+/g, ' ')).toMatch(
    /Opening reserve 10 SOL Launch guard off Dev buy gives 90\.9M \(9\.1% of the supply\)/,
  )
  expect(await phantom.get<Collection>(`/api/collections/${id}`)).toMatchObject({
    openingReserveLamports: '10000000000',
    guardBps: 0,
    guardSeconds: 0,
    initialPrice: '0.00000001',
  })
  await openDetails(page, 'Coin Info')
  const details = page.getByRole('region', { name: 'Details' })
  if (isPhone(page)) await details.getByText('Figures and addresses').click()
  await expect(figure(details, 'Opening reserve')).toContainText('10 SOL')
  await expect(figure(details, 'Launch guard')).toHaveText('off')
})

test('terms that changed are shown, and launched with only when they were', { tag: '@soak' }, async ({
  complaints,
  page,
  phantom,
  photo,
  server,
}) => {
  complaints.allow(/status of 409|terms of launches changed/)
  await openConnected(page, '/launch')
  const terms = page.getByRole('region', { name: 'Terms' })
  await expect(figure(terms, 'Fee on sells')).toHaveText('1%')
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  await fillLaunch(page, { name: 'Wary Frog', symbol: 'WARY', collectionName: 'Waries' })
  // While the wallet asks: the program refuses what was signed for other terms.
  phantom.beforeSigning = () => setTerms(server, { sellFeeBps: 300 })
  try {
    await launchButton(page).click()
    await expect(terms.getByRole('alert')).toContainText('Nothing was paid')
    await expect(figure(terms, 'Fee on sells')).toHaveText('3%')
    await expect(page.getByText('Launch Failed')).toHaveCount(0)
    await photograph(page, 'launch-terms-changed')
    expect(await phantom.get(`/api/collections?creator=${phantom.address}`)).toEqual([])
    expect((await phantom.wallet()).lamports).toBe('10000000000')

    phantom.beforeSigning = undefined
    await launchButton(page).click()
    const id = await tradedId(page)
    expect(await phantom.get<Collection>(`/api/collections/${id}`)).toMatchObject({ sellFeeBps: 300 })
  } finally {
    // Others launch on this server, which tells terms for some seconds after they changed.
    await setTerms(server, {})
    const told = async () => (await phantom.get<{ sellFeeBps: number }>('/api/config')).sellFeeBps
    await expect.poll(told).toBe(100)
  }
})

const LAUNCH_CALL = '**/api/collections/launch'

/** Launches, and is gone while the signed transaction is on its way, of which the server hears nothing. */
async function leaveWhileSending(page: Page): Promise<void> {
  let isOnItsWay: () => void = () => undefined
  const onItsWay = new Promise<void>((resolve) => {
    isOnItsWay = resolve
  })
  await answer(page, LAUNCH_CALL, isOnItsWay, { times: 1 })
  await launchButton(page).click()
  await onItsWay
  // The browser asks whether the page may go.
  page.once('dialog', (dialog) => dialog.accept())
}
