// What somebody does who wonders whether the picture is still the one that was launched: has the browser compare it with the
// chain. It finds out what was changed on the way, on the server's disk, and in what pages show.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { createClient } from '../client.ts'
import { startS3Server } from '../s3-server.ts'
import type { ServerProcess } from '../server-process.ts'
import { answer } from './answers.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openDetails, photograph } from './screens.ts'

const proofOf = (page: Page) => page.getByRole('region', { name: 'Proof', exact: true })
/** The verdict over picture and texts stands beside the one over money. */
const verdictOf = (page: Page) => proofOf(page).getByRole('status').last()
const linesOf = (page: Page) =>
  page.getByRole('region', { name: 'Picture and texts', exact: true }).getByRole('listitem')

/** On the way from the server, one bit of what is at these addresses is turned, until what it returns is called. */
const turnBit = (page: Page, pattern: RegExp): Promise<() => void> =>
  answer(page, pattern, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: bitten(await response.body()) })
  })

test('the browser compares picture and texts with the chain, and finds out what was changed on the way', async ({
  complaints,
  page,
  picture,
  somebody,
}) => {
  complaints.allow(/Failed to load resource/)
  const coin = await somebody.launch(
    { name: 'Lasting Frog', symbol: 'LAST', collectionName: 'Lasting Frogs', devBuyAmount: '1' },
    picture,
  )
  await page.goto(`/trade/${coin.id}`)
  await openDetails(page, 'Proof')
  await proofOf(page).scrollIntoViewIfNeeded()
  const [verdict, lines] = [verdictOf(page), linesOf(page)]
  await expect(verdict).toHaveText('Picture and texts are what the chain names')
  await expect(lines).toHaveCount(9)
  await lines.filter({ hasText: 'All 1,000 NFTs' }).getByText('All 1,000 NFTs').click()
  await expect(lines.filter({ hasText: 'All 1,000 NFTs' })).toContainText(coin.folderCid ?? 'no folder')
  await photograph(page, 'content-holds')
  await expectFits(page, 'a proof of picture and texts')

  const readAgain = proofOf(page).getByRole('button', { name: 'Read again' })
  let end = await turnBit(page, /\/ipfs\/[^/]+\/picture\.webp$/)
  await readAgain.click()
  await expect(verdict).toHaveText('The picture is not what was launched')
  await expect(lines.filter({ hasText: 'The picture is what was launched' })).toContainText(
    'and what came is',
  )
  await photograph(page, 'content-broken')
  await expectAccessible(proofOf(page))
  end()

  end = await turnBit(page, /\/ipfs\/[^/]+\/coin$/)
  await readAgain.click()
  await expect(verdict).toHaveText('The texts are not what was launched')
  end()

  end = await answer(page, /\/ipfs\/[^/]+\?format=raw$/, (route) => route.abort())
  await readAgain.click()
  await expect(verdict).toHaveText('Not everything could be fetched, so not everything was checked')
  end()
  await readAgain.click()
  await expect(verdict).toHaveText('Picture and texts are what the chain names')

  // The picture that the page shows has an address of its own.
  await turnBit(page, /\/api\/images\/.*-1024\.webp$/)
  await page.reload()
  await expect(verdict).toHaveText('The picture is not what was launched')
  await expect(lines.filter({ hasText: 'The picture on this page' })).toContainText(
    'is not what was launched',
  )
})

const bitten = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  copy[100] = (copy[100] ?? 0) ^ 1
  return copy
}

test('a picture that was changed where the server keeps it is found out: on its disk, and in a store’s answer', {
  tag: '@soak',
}, async ({ browser, complaints, picture, startServer }) => {
  test.slow()
  complaints.allow(/Failed to load resource/)
  /** A browser that keeps nothing of those before it. */
  const visit = async (server: ServerProcess, coin: Collection, verdict: string) => {
    const context = await browser.newContext()
    await complaints.watch(context)
    const page = await context.newPage()
    await page.goto(`${server.origin}/trade/${coin.id}`)
    await openDetails(page, 'Proof')
    await expect(verdictOf(page)).toHaveText(verdict)
    await context.close()
  }
  const launchAt = async (server: ServerProcess) => {
    const creator = createClient(server.origin)
    await creator.airdrop(2)
    return creator.launch({ name: 'Swapped Frog', symbol: 'SWAPD', devBuyAmount: '0' }, picture)
  }
  const [honest, changed] = [
    'Picture and texts are what the chain names',
    'The picture is not what was launched',
  ]

  const ofDisk = await startServer()
  const coin = await launchAt(ofDisk)
  await visit(ofDisk, coin, honest)
  const name = (coin.imageUrl ?? '').split('/').at(-1) ?? ''
  const file = join(ofDisk.folder, 'pictures', name.slice(0, 2), name)
  const changedBytes = bitten(readFileSync(file))
  writeFileSync(file, changedBytes)
  await visit(ofDisk, coin, changed)

  const store = await startS3Server()
  try {
    const before = await startServer({ env: store.env })
    const other = await launchAt(before)
    await visit(before, other, honest)
    // What it keeps of the store's answers goes with it.
    await before.stop()
    store.trouble = ({ method, url = '' }, response) => {
      if (method !== 'GET' || !url.includes('-1024.webp')) return false
      response.end(changedBytes)
      return true
    }
    const after = await startServer({ folder: before.folder, env: store.env })
    await visit(after, other, changed)
    await after.stop()
  } finally {
    await store.close()
  }
})

test('an NFT’s page checks its metadata, and Coin Info says where picture and texts lie', {
  tag: '@soak',
}, async ({ complaints, page, picture, somebody }) => {
  complaints.allow(/Failed to load resource|\/content ApiRequestError/)
  const coin = await somebody.launch({ name: 'Placed Frog', symbol: 'PLACED', devBuyAmount: '1' }, picture)
  await page.goto(`/nft/${coin.id}/7`)
  const details = page.getByRole('region', { name: 'Details' })
  await details.getByRole('button', { name: 'Check it' }).click()
  await expect(details.getByRole('status')).toHaveText('Its metadata is what the chain names')
  await photograph(page, 'content-nft')
  await expectFits(page, 'an NFT with its proof')
  await expectAccessible(details)
  await turnBit(page, /\/ipfs\/[^/]+\/7$/)
  await details.getByRole('button', { name: 'Check again' }).click()
  await expect(details.getByRole('status')).toHaveText('The texts are not what was launched')

  await page.goto(`/trade/${coin.id}`)
  await openDetails(page, 'Coin Info')
  const place = page.getByRole('region', { name: 'Picture and texts' })
  await place.scrollIntoViewIfNeeded()
  await expect(place).toContainText('Fixed at the launch: nobody can change them.')
  await expect(place).toContainText('1,003 files')
  await photograph(page, 'content-place')
  await expectFits(page, 'where picture and texts lie')
  const download = page.waitForEvent('download')
  await place.getByRole('link', { name: /Download all of it/ }).click()
  expect((await download).suggestedFilename()).toBe(`${coin.folderCid ?? ''}.car`)
  const end = await answer(page, '**/content', (route) => route.abort())
  await page.reload()
  await expect(place.getByRole('alert')).toContainText('could not be loaded')
  end()
  await place.getByRole('button', { name: 'Try again' }).click()
  await expect(place).toContainText('1,003 files')
})
