// A provider's pool behind one address, of which some nodes are late: what they have not seen is there nevertheless.
import { rmSync } from 'node:fs'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { afterAll, expect, test } from 'vitest'
import { Random, testSeed } from '../../program/test/random.ts'
import { createClient, swap } from '../client.ts'
import { copyFreshFolder } from '../fresh-folder.ts'
import { openNodeProxy } from '../node-proxy.ts'
import { plainPicture } from '../pictures.ts'
import { startServerProcess } from '../server-process.ts'
import { size } from '../soak.ts'

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

test('launches, trades and swaps go through a pool with late nodes, and the index holds each once', async () => {
  const node = await startServerProcess()
  const line = await openNodeProxy(node.origin)
  const folder = await copyFreshFolder()
  ended.push(
    () => node.remove(),
    () => line.cut(),
    () => rmSync(folder, { recursive: true, force: true }),
  )
  const near = createClient(node.origin)
  const { programAddress } = await near.get<SiteConfig>('/api/config')
  const server = await startServerProcess({
    folder,
    env: {
      SOLANA_RPC_URL: line.rpcUrl,
      SOLANA_WS_URL: line.wsUrl,
      PROGRAM_ADDRESS: programAddress,
      METRICS_TOKEN: 'figures-of-this-test',
    },
  })
  ended.push(() => server.kill())
  await near.airdrop(10)
  const trader = createClient(server.origin, near.keypair)
  const drawn = new Random(testSeed())
  line.setPool({ share: size(0.3, 0.5), slots: 32, random: () => drawn.below(1_000) / 1_000 })
  const coin = await trader.launch({ symbol: 'POOL' }, await plainPicture())
  const count = size(8, 100)
  for (let trades = 0; trades < count; trades++)
    await trader.trade(trades % 3 === 2 ? 'SELL' : 'BUY', coin.id, trades % 3 === 2 ? '1000' : '0.01', 50)
  await swap(trader, 'capture', coin.id, { count: 2 })
  line.setPool(undefined)
  expect(line.late()).toBeGreaterThan(count / 2)
  for (const client of [trader, near])
    await expect
      .poll(() => client.get<Collection>(`/api/collections/${coin.id}`))
      .toMatchObject({ tradeCount: count })
  const metrics = await fetch(`${server.origin}/api/metrics`, {
    headers: { authorization: 'Bearer figures-of-this-test' },
  })
  const { host } = new URL(line.rpcUrl)
  expect(await metrics.text()).toMatch(
    new RegExp(`twinmint_node_calls_total\\{method="\\w+",node="${host}",outcome="behind"\\} \\d`),
  )
})
