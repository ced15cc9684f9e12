// A failover of PostgreSQL in which old connections stay open and say nothing more, while new ones work.
import { expect, onTestFinished, test } from 'vitest'
import { listDifferences } from '../as-read.ts'
import { openDatabaseLine } from '../database-line.ts'
import { plainPicture } from '../pictures.ts'
import { postgres } from '../services.ts'
import { openFleet, statusOf } from '../several-servers.ts'
import { size } from '../soak.ts'

const HEALED = { timeout: 150_000, interval: 200 }

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else
  test('trades go on, and the index catches up with those that came meanwhile', async () => {
    const fleet = await openFleet()
    onTestFinished(() => fleet.close())
    await fleet.fund(10)
    const line = await openDatabaseLine(fleet.databaseUrl)
    onTestFinished(() => line.close())
    const server = await fleet.start({ DATABASE_URL: line.url })
    const [near, client] = [fleet.clientOf(fleet.node), fleet.clientOf(server)]
    const coin = await client.launch({ symbol: 'SILENT' }, await plainPicture())
    const subjects = { coins: [coin.id], wallets: [client.address] }
    const isReady = async () => (await statusOf(server)).ready
    for (let failovers = 0; failovers < size(1, 5); failovers++) {
      await client.trade('BUY', coin.id, '0.01', 50)
      line.silence()
      // The index hears of these while its connections are silent.
      for (let at = 0; at < size(2, 20); at++) await near.trade('BUY', coin.id, '0.01', 50)
      await expect
        .poll(() => client.trade('BUY', coin.id, '0.01', 50).then(({ trade }) => trade.type, String), HEALED)
        .toBe('BUY')
      await expect.poll(isReady, HEALED).toBe(true)
      await expect.poll(() => listDifferences(near, client, subjects), HEALED).toEqual([])
    }
  })
