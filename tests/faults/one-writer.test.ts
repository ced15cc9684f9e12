// Several servers on one PostgreSQL and one node: one writes the index, the others wait for its rows and take over.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpFailure } from '../client.ts'
import { plainPicture } from '../pictures.ts'
import type { ServerProcess } from '../server-process.ts'
import { postgres } from '../services.ts'
import { type Fleet, openFleet, statusOf } from '../several-servers.ts'
import { size } from '../soak.ts'

/** A lease is lost after three seconds, and tried for each second. */
const TAKEN_OVER = { timeout: 150_000, interval: 200 }

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet()
    await fleet.fund(10)
  })
  afterAll(() => fleet.close())

  const isWriter = async (server: ServerProcess) => (await statusOf(server)).index.isWriter

  /** The sequences of a coin's events in the database, and how many of them are trades. */
  async function rowsOf(coinId: string): Promise<{ readonly sequences: number[]; readonly trades: number }> {
    const client = new pg.Client({ connectionString: fleet.databaseUrl })
    await client.connect()
    try {
      const { rows } = await client.query<{ sequence: string }>(
        'select sequence from coin_events where collection_id = $1 order by sequence',
        [coinId],
      )
      const trades = await client.query('select 1 from trades where collection_id = $1', [coinId])
      return { sequences: rows.map(({ sequence }) => Number(sequence)), trades: trades.rows.length }
    } finally {
      await client.end()
    }
  }
  const firstOnes = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

  test('one writes; trades through the other are acknowledged with their rows; when it is killed, the other writes', async () => {
    const [one, other] = [await fleet.start(), await fleet.start({ ROLES: 'web,index' })]
    expect(await Promise.all([one, other].map(isWriter))).toEqual([true, false])
    const coin = await fleet.clientOf(other).launch({ symbol: 'ONE' }, await plainPicture())
    const count = size(3, 20)
    let trades = 0
    const tradeBy = async (server: ServerProcess) => {
      await fleet.clientOf(server).trade('BUY', coin.id, '0.01', 50)
      trades++
      expect((await rowsOf(coin.id)).trades).toBe(trades)
    }
    for (let at = 0; at < count; at++) for (const server of [one, other]) await tradeBy(server)
    await one.kill()
    for (let at = 0; at < count; at++) await tradeBy(other)
    expect(await isWriter(other)).toBe(true)
    // The one that comes back waits for the other's rows.
    const back = await fleet.start()
    expect(await isWriter(back)).toBe(false)
    await tradeBy(back)
    // Stopped in peace, it hands over at once.
    await other.stop()
    await tradeBy(back)
    await expect.poll(() => isWriter(back), TAKEN_OVER).toBe(true)
    expect((await rowsOf(coin.id)).sequences).toEqual(firstOnes(trades + 1))
    expect(await fleet.clientOf(back).get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({
      tradeCount: trades,
    })
    await back.kill()
  })

  test('without a writer a trade answers 503 with its signature after eight seconds, and is there when one begins', async () => {
    const web = await fleet.start({ ROLES: 'web' })
    // The one of the test before left its lease to nobody.
    await expect.poll(async () => (await statusOf(web)).readyForTrading, TAKEN_OVER).toBe(false)
    const client = fleet.clientOf(web)
    const [coin] = await client.get<Collection[]>('/api/collections?search=ONE')
    if (!coin) throw new Error('the coin of the test before is there')
    const failure = await client.trade('BUY', coin.id, '0.01', 50).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(HttpFailure)
    expect(failure).toMatchObject({
      status: 503,
      code: 'indexBehind',
      signature: expect.stringMatching(/^\w{80,}$/),
    })
    const writer = await fleet.start({ ROLES: 'index' })
    await expect
      .poll(() => client.get<Collection>(`/api/collections/${coin.id}`), TAKEN_OVER)
      .toMatchObject({ tradeCount: coin.tradeCount + 1 })
    expect((await fetch(`${writer.origin}/api/collections`)).status).toBe(404)
    expect((await fetch(`${writer.origin}/api/ready`)).status).toBe(200)
    expect((await client.trade('BUY', coin.id, '0.01', 50)).trade.collectionId).toBe(coin.id)
    await Promise.all([web.kill(), writer.kill()])
  })
}
