// PostgreSQL comes back older under a running server, as after a failover to a replica that was behind: what it lost is read again.

import type { Trade } from '@twinmint/sdk/api/records/trade'
import { expect, onTestFinished, test } from 'vitest'
import { withoutConnections } from '../older-database.ts'
import { plainPicture } from '../pictures.ts'
import { postgres } from '../services.ts'
import { openFleet, statusOf } from '../several-servers.ts'
import { size } from '../soak.ts'

const HEALED = { timeout: 150_000, interval: 200 }

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else
  test('trades that were acknowledged and that the database lost are there again, on every server', async () => {
    const fleet = await openFleet()
    onTestFinished(() => fleet.close())
    await fleet.fund(10)
    const name = new URL(fleet.databaseUrl).pathname.slice(1)
    const [writer, other] = [await fleet.start(), await fleet.start()]
    const client = fleet.clientOf(writer)
    const coin = await client.launch({ symbol: 'OLD' }, await plainPicture())
    const signatures: string[] = []
    const trade = async (count: number) => {
      for (let at = 0; at < count; at++)
        signatures.push((await client.trade('BUY', coin.id, '0.01', 50)).signature)
    }
    await trade(2)
    await withoutConnections(name, [
      `create database ${name}_older template ${name}`,
      `alter database ${name} allow_connections true`,
    ])
    await expect.poll(async () => (await statusOf(writer)).readyForTrading, HEALED).toBe(true)
    await trade(size(4, 30))
    await withoutConnections(name, [
      `drop database ${name}`,
      `alter database ${name}_older rename to ${name}`,
      `alter database ${name} allow_connections true`,
    ])
    const listed = async (server: typeof writer) =>
      (
        await fleet.clientOf(server).get<{ trades: Trade[] }>(`/api/collections/${coin.id}/trades?limit=50`)
      ).trades.map(({ txSignature }) => txSignature)
    for (const server of [writer, other])
      await expect.poll(() => listed(server).catch(String), HEALED).toEqual(signatures.toReversed())
    await trade(1)
    expect(await listed(other)).toEqual(signatures.toReversed())
    expect((await statusOf(other)).index).toMatchObject({ gaps: 0, mismatches: 0 })
  })
