// Networks as people have them: a live stream that is open and mute.
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { expectNoSideScroll } from './fits.ts'
import { expect, test } from './fixtures.ts'
import { startMuteProxy } from './mute-proxy.ts'
import { asOnPhone, openCardTab, photograph, tradeCard, untilTakenOver } from './screens.ts'

test('a mute live stream is said, the screen is polled until it is back, and an amount is typed for figures of now', async ({
  page,
  picture,
  server,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Mute Frog', symbol: 'MUTE' }, picture)
  const proxy = await startMuteProxy(server.origin)
  await page.clock.install()
  await page.goto(`${proxy.origin}/trade/${coin.id}`)
  const card = await tradeCard(page, 'Buy')
  const line = page.getByText('Live updates are interrupted')
  /** Somebody buys; resolves when the page shows what the coin is worth then. */
  const tradeIsShown = async (sol: string) => {
    const { collection } = await somebody.trade('BUY', coin.id, sol)
    return expect(page.getByText(`$${collection.marketCap}`).first())
  }

  const first = await tradeIsShown('0.1')
  await page.clock.fastForward(3_000)
  await first.toBeHidden()
  await card.getByLabel('Amount in SOL').focus()
  await first.toBeVisible()
  await expect(line).toBeHidden()

  const second = await tradeIsShown('0.2')
  await page.clock.fastForward(10_000)
  await expect(line).toBeVisible()
  await second.toBeVisible()
  await photograph(page, 'live-interrupted')
  await asOnPhone(page, () => expectNoSideScroll(page))
  const third = await tradeIsShown('0.3')
  await page.clock.fastForward(5_000)
  await third.toBeVisible()

  proxy.isMute = false
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(line).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await (await tradeIsShown('0.4')).toBeVisible()
  expect(await somebody.get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({ tradeCount: 4 })
  proxy.close()
})

test('while the live stream is mute, the swap’s amount is typed for figures of now', async ({
  page,
  picture,
  server,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Still Frog', symbol: 'STILL' }, picture)
  const proxy = await startMuteProxy(server.origin)
  await page.clock.install()
  await page.goto(`${proxy.origin}/trade/${coin.id}`)
  const card = await openCardTab(page, 'Swap')
  await card.getByText('Custom', { exact: true }).click()
  const { collection } = await somebody.trade('BUY', coin.id, '0.1')
  const worth = page.getByText(`$${collection.marketCap}`).first()
  await page.clock.fastForward(2_100)
  await expect(worth).toBeHidden()
  await card.getByLabel('Amount in tokens').focus()
  await expect(worth).toBeVisible()
  await expect(page.getByText('Live updates are interrupted')).toBeHidden()
  proxy.close()
})

test('offline, another page says so in its place, and opens when the network is back', async ({
  complaints,
  context,
  page,
  picture,
  somebody,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/)
  const coin = await somebody.launch({ name: 'Tunnel Frog', symbol: 'TUNNEL' }, picture)
  await page.goto(`/trade/${coin.id}`)
  await untilTakenOver(page)
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByText('This page opens as soon as the connection is back.')).toBeVisible()
  await photograph(page, 'offline-page')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  await expect(page.getByText('You are offline')).toBeHidden()
})
