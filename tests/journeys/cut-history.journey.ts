// A coin whose early history no node has: the page says where the history begins wherever something counts from there.
import { resultPath } from '@twinmint/sdk/internal/api/platform/share-links'
import { createClient } from '../client.ts'
import { openDatabaseOf } from '../test-database.ts'
import { expectFits } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openConnected, photograph } from './screens.ts'
import { installWallet } from './test-wallet.ts'

const SINCE = '2026-11-29T12:00:00.000Z'
const BEGINS = /This server’s history of the coin begins on Nov 29, 2026, /

test('a cut history is said at the trades, the chart, the X-ray, the position and the status', async ({
  context,
  page,
  picture,
  startServer,
}) => {
  // Its server starts twice.
  test.slow()
  const first = await startServer({ database: 'any' })
  const wallet = await installWallet(context, first.origin)
  await wallet.airdrop(10)
  const creator = createClient(first.origin)
  await creator.airdrop(5)
  const coin = await creator.launch({ name: 'Old Frog', symbol: 'OLD', devBuyAmount: '0.3' }, picture)
  const quiet = await creator.launch({ name: 'Quiet Frog', symbol: 'QUIET' }, picture)
  await wallet.trade('BUY', coin.id, '0.2')
  await first.stop()
  const database = await openDatabaseOf(first.folder)
  for (const { id } of [coin, quiet])
    await database.query(
      `insert into curve_bases (collection_id, since, curve) values ($1, $2::timestamptz, '{}'::jsonb)`,
      [id, SINCE],
    )
  await database.close()
  await startServer({ folder: first.folder, env: { PORT: new URL(first.origin).port } })

  await openConnected(page, `${first.origin}/trade/${coin.id}`)
  const trades = page.getByRole('region', { name: 'Live trades' })
  await expect(trades.getByText(BEGINS)).toContainText('Earlier trades are not in this list.')
  const chart = page.getByRole('region', { name: 'Price chart of Old Frog' })
  await expect(chart.getByText(/^History begins on Nov 29, 2026, /)).toBeVisible()
  const xray = page.getByRole('region', { name: 'Launch X-ray' })
  const slot = xray.getByRole('listitem').filter({ hasText: 'Bought in the launch’s slot' })
  await expect(xray.getByText(BEGINS)).toBeVisible()
  await expect(slot).toContainText('not known')
  await expect(
    xray.getByRole('listitem').filter({ hasText: 'Bought in the first ten seconds' }),
  ).toContainText('not known')
  const position = page.getByRole('region', { name: 'Your position' })
  await position.getByRole('button', { name: /Your position/ }).click()
  await expect(position.getByRole('paragraph').filter({ hasText: BEGINS })).toContainText(
    'are in no cost and in no result',
  )
  await expect(page.getByRole('region', { name: 'Creator' }).getByText(BEGINS)).toBeVisible()
  await photograph(page, 'cut-history')
  await expectFits(page, 'a coin without its early history')
  await expectAccessible(page)

  await page.goto(`${first.origin}/trade/${quiet.id}`)
  await expect(trades.getByText('No trades here yet.')).toBeVisible()
  await expect(xray.getByText(BEGINS)).toContainText('Who bought before that is not known here.')
  await page.goto(`${first.origin}${resultPath(coin.id, wallet.address)}`)
  await expect(page.getByText(BEGINS)).toContainText('Earlier trades are not in the result.')
  await page.goto(`${first.origin}/portfolio`)
  await expect(page.getByRole('cell').getByText(BEGINS)).toBeAttached()
  await expect(page.getByText('earlier trades are in no result')).toBeVisible()
  await page.goto(`${first.origin}/status`)
  await expect(page.getByText('Without early history')).toBeVisible()
  await expect(page.getByText('2 coins')).toBeVisible()
})
