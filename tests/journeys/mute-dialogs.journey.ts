// Cancel ends what a wallet that never answers was asked for: a boost, a claim, fee shares, a launch and a quick buy.
import { expect, type Locator } from '@playwright/test'
import { test } from './fixtures.ts'
import {
  chooseImage,
  fillLaunch,
  launchButton,
  openConnected,
  openDetails,
  photograph,
  toast,
} from './screens.ts'

test('a boost, a claim, fee shares, a launch and a quick buy are cancelled while the wallet is mute', async ({
  page,
  phantom,
  picture,
  somebody,
}) => {
  const coin = await phantom.launch({ name: 'Mute Frog', symbol: 'MUTE', devBuyAmount: '0' }, picture)
  await somebody.trade('BUY', coin.id, '1')
  await somebody.trade('SELL', coin.id, '1000000')
  const { lamports } = await phantom.wallet()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/execute|\/launch/.test(request.url())) sent.push(request.url())
  })

  /** Presses it, and cancels once the wallet has been asked. */
  const cancels = async (press: Locator, cancel: Locator, name: string) => {
    const isAsked = new Promise<void>((asked) => {
      phantom.beforeSigning = () => {
        asked()
        return new Promise(() => undefined)
      }
    })
    await press.click()
    await isAsked
    await photograph(page, `mute-${name}`)
    await cancel.click()
    await expect(cancel).toBeHidden()
    await expect(press).toBeEnabled()
    await expect(page.getByText('You cancelled before anything was sent.').first()).toBeVisible()
  }
  const cancelIn = (part: Locator) => part.getByRole('button', { name: 'Cancel', exact: true })

  await openConnected(page, `/trade/${coin.id}`)
  await test.step('a boost', async () => {
    await page.getByRole('button', { name: 'Boost', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Boost Mute Frog' })
    await cancels(dialog.getByRole('button', { name: 'Boost now' }), cancelIn(dialog), 'boost')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await openDetails(page, 'Coin Info')
  const creator = page.getByRole('region', { name: 'Creator', exact: true })
  await test.step('a claim', async () => {
    await cancels(creator.getByRole('button', { name: /^Claim / }), cancelIn(creator), 'claim')
  })

  await test.step('fee shares', async () => {
    await creator.getByRole('button', { name: 'Share these fees' }).click()
    const dialog = page.getByRole('dialog', { name: 'Receivers of the fees' })
    await dialog.getByRole('textbox', { name: 'Wallet 1' }).fill(somebody.address)
    await cancels(dialog.getByRole('button', { name: 'Name receivers' }), cancelIn(dialog), 'shares')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a quick buy', async () => {
    await page.evaluate(() => localStorage.setItem('twinmint.quickBuy', '0 0.1'))
    await openConnected(page, '/trade?q=Mute')
    await cancels(
      page.getByRole('button', { name: 'Buy MUTE for 0.1 SOL' }),
      page.getByRole('button', { name: 'Cancel buying MUTE' }),
      'quick',
    )
  })

  await test.step('a launch', async () => {
    await openConnected(page, '/launch')
    await chooseImage(page, 'mute.jpg', 'image/jpeg', picture)
    await fillLaunch(page, { name: 'Muter Frog', symbol: 'MUTER', collectionName: 'Muter Frogs' })
    const dialog = page.getByRole('dialog', { name: 'Curating Memetic Collection...' })
    await cancels(launchButton(page), cancelIn(dialog), 'launch')
    await expect(dialog).toBeHidden()
  })

  expect(sent).toEqual([])
  expect((await phantom.wallet()).lamports).toBe(lamports)
  await expect(toast(page)).not.toContainText('Failed')
})
