// The server dies in the middle, as by a power cut, and comes back on the same folder and port: the page says what it
// knows, recovers by itself, and whatever had reached the chain is there.
import type { LaunchProgress, PreparedLaunch } from '@twinmint/sdk/api/launch/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { createClient } from '../client.ts'
import type { ServerProcess } from '../server-process.ts'
import { answer, chunkOf } from './answers.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseImage,
  fillLaunch,
  launchButton,
  openConnected,
  photograph,
  tradeCard,
  tradedId,
} from './screens.ts'
import { installWallet } from './test-wallet.ts'

/** The same folder and port again. */
const again = (dead: ServerProcess) => ({ folder: dead.folder, env: { PORT: new URL(dead.origin).port } })

const modulesOnTheirWay = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    .map(({ href }) => href)
    .filter((href) => performance.getEntriesByName(href).length === 0)

test('a page outlives its server, and a launch survives the one that took it', { tag: '@soak' }, async ({
  complaints,
  context,
  page,
  photo,
  picture,
  startServer,
}) => {
  // Its server starts three times.
  test.slow()
  // While nobody answers, the browser notes every request that fails.
  complaints.allow(/ERR_|Failed to load resource|The server did not answer/)
  let server = await startServer()
  const api = createClient(server.origin)
  await api.airdrop(5)
  const coin = await api.launch({ name: 'Phoenix Frog', symbol: 'ASH' }, picture)
  const wallet = await installWallet(context, server.origin)
  await wallet.airdrop(5)
  // A part of the page that is on its way just then.
  let serverIsAway: () => void = () => undefined
  const away = new Promise<void>((resolve) => {
    serverIsAway = resolve
  })
  await answer(page, chunkOf('web/nfts/gallery/NftSection.tsx'), (route) => away.then(() => route.abort()), {
    times: 1,
  })
  await openConnected(page, `${server.origin}/trade/${coin.id}?tab=nfts`)
  await expect((await tradeCard(page, 'Buy')).getByText('5 SOL').first()).toBeVisible()
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
  // What that part is made of has come: a browser forgets no module that failed beneath another one.
  await expect
    .poll(() => page.evaluate(modulesOnTheirWay))
    .toEqual([expect.stringMatching(chunkOf('web/nfts/gallery/NftSection.tsx'))])

  await server.kill()
  serverIsAway()
  const line = page.getByText('The server can’t be reached')
  await expect(line).toBeVisible()
  await photograph(page, 'server-away')
  // What is asked for meanwhile waits, without a box for each thing that does not come.
  const unanswered = page.waitForEvent('requestfailed', (request) => /chart-data/.test(request.url()))
  await page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '5m', exact: true }).click()
  await unanswered
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('0.05')
  await card.getByRole('button', { name: 'Buy ASH' }).click()
  await expect(
    page.getByText(/The server did not answer. Check your connection and try again./).first(),
  ).toBeVisible()

  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)

  server = await startServer(again(server))
  const missed = await api.trade('BUY', coin.id, '1')
  await expect(line).toBeHidden()
  await expect(page.getByText('Live updates are interrupted')).toBeHidden()
  await expect(page.getByRole('table', { name: /^Prices of / })).toBeAttached()
  await expect(page.getByText(`$${missed.collection.marketCap}`).first()).toBeVisible()
  await card.getByRole('button', { name: 'Buy ASH' }).click()
  await expect(page.getByText(/BUY Successful!/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'The twin NFTs' })).toContainText('No NFT has been captured')
  expect(await api.get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({
    tradeCount: 2,
    realLamports: '1050000000',
  })

  // The network of the person's own.
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await photograph(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toBeHidden()

  // A launch of which the server does not live to say that it took it.
  await openConnected(page, `${server.origin}/launch`)
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  await fillLaunch(page, { name: 'Lazarus Frog', symbol: 'LAZ', collectionName: 'Lazari', devBuy: '0.1' })
  // The server takes the launch and dies before its answer arrives.
  await answer(page, '**/api/collections/launch', async (route) => {
    await route.fetch()
    await server.kill()
    await route.abort()
  })
  const preparing = page.waitForResponse(/create-transaction/)
  await launchButton(page).click()
  const prepared = (await (await preparing).json()) as PreparedLaunch
  await expect.poll(() => server.child.signalCode).toBe('SIGKILL')
  server = await startServer(again(server))

  const launched = await wallet.get<Collection>(`/api/collections/${prepared.mintAddress}`)
  expect(launched).toMatchObject({ name: 'Lazarus Frog', realLamports: '100000000', tradeCount: 1 })
  const last = (await progressOf(server.origin, prepared.launchId)).at(-1)
  expect(last).toEqual({ type: 'done', collectionId: launched.id })
  // The page, too, hears of it in the end, and shows the coin as after any launch.
  // Where the server was away for more than 20 s, it is told to look again.
  const checkAgain = page.getByRole('button', { name: 'Check again' })
  await expect(async () => {
    if (await checkAgain.isVisible()) await checkAgain.click()
    await expect(page).toHaveURL(/\/trade\//, { timeout: 2_000 })
  }).toPass()
  expect(await tradedId(page)).toBe(launched.id)
  // As it can be shown without a server, whose share of the drawing may not have come before.
  await expect(page.getByText(/Lazarus Frog launched successfully/).first()).toBeVisible()
})

/** All that the server reports of a launch, until it is over. */
async function progressOf(origin: string, launchId: string): Promise<LaunchProgress[]> {
  const response = await fetch(`${origin}/api/launch-progress?launchId=${launchId}`)
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
  return lines.map((line) => JSON.parse(line.slice(6)) as LaunchProgress)
}
