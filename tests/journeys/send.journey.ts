// Sending in the browser: half of the coins to a wallet that was never used, an NFT to somebody by name; what the dialog asks
// and shows before, what it refuses, and that both profiles are right at once.
import type { Page } from '@playwright/test'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { createClient, swap } from '../client.ts'
import { memoOf, rewritten } from '../wallet-additions.ts'
import { answer } from './answers.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { asOnPhone, figure, openCardTab, openConnected, photograph, toast } from './screens.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Send/ })

test('half of the coins go to a fresh wallet, and an NFT to the same one by its name', async ({
  complaints,
  page,
  phantom,
  picture,
  server,
  somebody,
}) => {
  complaints.allow(
    /wallet returned|api\/user\/profile|does not match|User rejected|status of 400|not a wallet|send-recipient/,
  )
  const coin = await somebody.launch(
    { name: 'Given Frog', symbol: 'GIVEN', collectionName: 'Given Frogs' },
    picture,
  )
  await phantom.trade('BUY', coin.id, '0.5')
  const { confirmed } = await swap(phantom, 'capture', coin.id, { count: 1 })
  const tokenId = confirmed[0]?.nfts[0]?.tokenId ?? 0
  const friend = createClient(server.origin)
  const unitsOf = async ({ wallet }: Pick<typeof friend, 'wallet'>) =>
    BigInt((await wallet(coin.id)).coin?.baseUnits ?? '0')
  const held = await unitsOf(phantom)
  const dialog = dialogOf(page)
  const submit = dialog.getByRole('button', { name: /^Send / })

  await openConnected(page, `/profile/${phantom.address}`)
  const main = page.getByRole('main')
  const opener = main.getByRole('button', { name: 'Send GIVEN' })

  await test.step('says why it can’t be sent yet, and to whom it never is', async () => {
    await opener.click()
    await expect(dialog).toContainText('Enter how many coins to send.')
    await expect(submit).toBeDisabled()
    await dialog.getByLabel('Amount in GIVEN').fill('999999999')
    await expect(dialog).toContainText('The wallet has fewer coins than that.')
    await dialog.getByRole('button', { name: '50%' }).click()
    // No address has a 0.
    await dialog.getByLabel('To').fill(`${friend.address.slice(0, -1)}0`)
    await expect(dialog.getByRole('alert')).toContainText('That is not a Solana address')
    for (const [address, sentence] of [
      [phantom.address, 'That is the wallet that sends.'],
      [coin.marketAddress, 'That address is not a wallet’s'],
      [coin.mintAddress, 'That address is not a wallet’s'],
    ] as const) {
      await dialog.getByLabel('To').fill(address)
      await expect(dialog.getByRole('alert')).toContainText(sentence)
      await expect(submit).toBeDisabled()
      await dialog.getByRole('button', { name: 'Change' }).click()
      await expect(dialog.getByLabel('To')).toBeFocused()
    }
  })

  await test.step('shows the whole address, the cost, and asks about an unused one', async () => {
    // As it is copied out of a message.
    const pasted = ` ${friend.address.slice(0, 20)} ${friend.address.slice(20)}\u00a0`
    await dialog.getByLabel('To').fill(pasted)
    await expect(dialog.getByTitle('The whole address')).toHaveText(friend.address)
    await expect(dialog).toContainText('This address holds no SOL')
    await expect(submit).toBeDisabled()
    await dialog.getByLabel('I have compared the whole address').check()
    await expect(submit).toBeEnabled()
    const half = (held / 2n).toString().replace(/(\d{6})$/, '.$1')
    await expect(figure(dialog, 'They receive')).toHaveText(
      `${half.replace(/\B(?=(\d{3})+\.)/g, ',').replace(/\.?0+$/, '')} GIVEN`,
    )
    await expect(figure(dialog, 'The receiver’s account')).toContainText('0.00207408 SOL')
    await expect(figure(dialog, 'You pay')).toContainText('0.00207908 SOL')
    await photograph(page, 'send-coins')
    // Whether it fits a phone is screens.journey.ts's: another width would draw the button anew that the focus goes back to.
    await expectAccessible(dialog)
  })

  await test.step('a server that prepares another receiver is found out before anybody signs', async () => {
    const end = await answer(page, '**/api/send/create-transaction', (route) =>
      route.continue({
        postData: { ...(route.request().postDataJSON() as object), recipientAddress: somebody.address },
      }),
    )
    await submit.click()
    await expect(dialog.getByRole('alert')).toContainText('does not match what you asked for')
    end()
    expect(phantom.signatures).toBe(0)
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
  })

  await test.step('so is a wallet that returns another amount', async () => {
    phantom.rewrites = (transaction) =>
      rewritten(transaction, (all) =>
        all.map((each) =>
          each.programAddress === TOKEN_2022_PROGRAM
            ? { ...each, data: Uint8Array.from([...each.data.slice(0, 1), 1, ...each.data.slice(2)]) }
            : each,
        ),
      )
    await submit.click()
    await expect(dialog.getByRole('alert')).toContainText(
      'What the wallet returned is not what you asked for',
    )
    expect(await unitsOf(phantom)).toBe(held)
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    // What wallets add by themselves is taken.
    phantom.rewrites = (transaction) => rewritten(transaction, (all) => [...all, memoOf('from me')])
  })

  await test.step('sends half, to the unit', async () => {
    phantom.refuses = true
    await submit.click()
    await expect(dialog.getByRole('alert')).toContainText('Nothing was')
    phantom.refuses = false
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await submit.click()
    await expect(toast(page)).toContainText('Sent')
    await expect(toast(page).getByRole('link', { name: 'View transaction' })).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await unitsOf(friend)).toBe(held / 2n)
    expect(await unitsOf(phantom)).toBe(held - held / 2n)
    await expect(opener).toBeFocused()
  })

  await test.step('an NFT goes to somebody who is found by name', async () => {
    await friend.signIn()
    await friend.put('/api/user/profile', {
      walletAddress: friend.address,
      username: 'Toad of Halls',
      bio: '',
    })
    await main.getByRole('tab', { name: 'NFTs' }).click()
    await main.getByRole('button', { name: `Send Given Frogs #${tokenId}` }).click()
    await dialog.getByLabel('To').fill('toad of')
    await dialog.getByRole('button', { name: /Toad of Halls/ }).click()
    await expect(dialog.getByTitle('The whole address')).toHaveText(friend.address)
    await expect(dialog.getByText('Toad of Halls')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Change' })).toBeFocused()
    await dialog.getByLabel('I have compared the whole address').check()
    await photograph(page, 'send-nft')
    await expectAccessible(dialog)
    await expectFits(page, 'sending an NFT')
    await submit.click()
    await expect(toast(page)).toContainText(`Given Frogs #${tokenId} went to`)
    await expect(main.getByText('No NFTs yet')).toBeVisible()
    const { nfts } = await friend.get<UserNfts>(`/api/user/nfts/${friend.address}`)
    expect(nfts.map((nft) => nft.tokenId)).toEqual([tokenId])
  })

  await test.step('its transaction says so in words', async () => {
    const link = toast(page).getByRole('link', { name: 'View transaction' })
    await page.goto((await link.getAttribute('href')) ?? '')
    await expect(page.getByRole('heading', { name: /^Sent the NFT from / })).toBeVisible()
    await photograph(page, 'send-transaction')
  })

  await test.step('the position on the coin’s page has the button, too', async () => {
    await page.goto(`/trade/${coin.id}`)
    const send = async () => {
      const card = await openCardTab(page, 'Sell')
      await card.getByRole('button', { name: /^Your position/ }).click()
      await card.getByRole('button', { name: 'Send GIVEN' }).click()
      await expect(dialog.getByLabel('Amount in GIVEN')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await send()
    await asOnPhone(page, send)
  })

  await test.step('the other one’s profile shows both', async () => {
    await page.goto(`/profile/${friend.address}`)
    await expect(main.getByRole('link', { name: 'Given Frog' })).toBeVisible()
    await expect(main.getByRole('button', { name: /^Send/ })).toHaveCount(0)
    await main.getByRole('tab', { name: 'NFTs' }).click()
    await expect(main.getByRole('link', { name: `Given Frogs #${tokenId}` })).toBeVisible()
    await photograph(page, 'send-received')
  })
  expect(phantom.signatures).toBe(3)
})
