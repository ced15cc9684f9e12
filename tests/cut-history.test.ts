// A coin whose history no node has whole: every answer says where it begins, and the server counts such coins.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Xray } from '@twinmint/sdk/api/xray/contract'
import { type Status, statusSchema } from '@twinmint/sdk/internal/api/platform/status-contract'
import { afterAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { openDatabaseOf } from './test-database.ts'

const SINCE = '2026-11-29T12:00:00.000Z'
const METRICS_TOKEN = 'a-token-of-this-test'

let server: ServerProcess | undefined
afterAll(() => server?.remove())

test('a coin says where its history begins, and the status how many such coins there are', async () => {
  server = await startServerProcess({ env: { METRICS_TOKEN } })
  const { folder } = server
  const creator = createClient(server.origin)
  await creator.airdrop(5)
  const cut = await creator.launch({ symbol: 'CUT' }, await plainPicture())
  const whole = await creator.launch({ symbol: 'WHOLE' }, await plainPicture())
  expect(cut.historySince).toBeNull()
  const { collection: before } = await creator.trade('BUY', cut.id, '1')
  expect(before.change24hPercent).toBeGreaterThan(100)
  const xray = await creator.get<Xray>(`/api/collections/${cut.id}/xray`)
  expect([xray.historySince, xray.launchSlot.buyCount + xray.opening.buyCount > 0]).toEqual([null, true])
  const counts = async (origin: string) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const status: Status = statusSchema.parse(await (await fetch(`${origin}/api/status`)).json())
    const metrics = await (await fetch(`${origin}/api/metrics`, { headers })).text()
    return [
      status.index.cutHistories,
      Number(/^twinmint_index_cut_histories (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN),
    ]
  }
  expect(await counts(server.origin)).toEqual([0, 0])

  await server.stop()
  const database = await openDatabaseOf(folder)
  await database.query(
    `insert into curve_bases (collection_id, since, curve) values ($1, $2::timestamptz, jsonb_build_object('price', $3::text))`,
    [cut.id, SINCE, before.currentPrice],
  )
  await database.close()

  server = await startServerProcess({ folder, env: { METRICS_TOKEN } })
  const reader = createClient(server.origin)
  // Before its first candle the coin had the price with which the history begins, and not that of its launch.
  const known = await reader.get<Collection>(`/api/collections/${cut.id}`)
  expect(known).toMatchObject({ historySince: SINCE, change24hPercent: 0 })
  expect(new Set(known.sparkline)).toEqual(new Set([Number(before.currentPrice)]))
  expect(await reader.get(`/api/collections/${cut.id}/xray`)).toMatchObject({
    historySince: SINCE,
    opening: { percent: 0, buyCount: 0 },
    launchSlot: { percent: 0, buyCount: 0 },
    sameSlot: { groupCount: 0 },
  })
  const list = await reader.get<Collection[]>('/api/collections')
  expect(list.map(({ id, historySince }) => [id, historySince]).sort()).toEqual(
    [
      [cut.id, SINCE],
      [whole.id, null],
    ].sort(),
  )
  expect(await counts(server.origin)).toEqual([1, 1])
})
