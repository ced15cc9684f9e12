// A node that keeps a part of the history, as an ordinary one of a cluster does: what the index has read is gone there.
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { SiteConfig } from '../../src/site/contract.ts'
import type { Collection } from '../../src/wire/records/coin.ts'
import { createClient, nextSecond, rpc } from '../client.ts'
import { runCommand } from '../command.ts'
import { copyFreshFolder } from '../fresh-folder.ts'
import { dumpIndex } from '../index-rows.ts'
import { openNodeProxy } from '../node-proxy.ts'
import { plainPicture } from '../pictures.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const folder = await copyFreshFolder()
const ended: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

test('a server starts, and holds everything, where the node has forgotten how far it had read', async () => {
  const node = await startServerProcess()
  ended.push(() => node.remove())
  const line = await openNodeProxy(node.origin)
  ended.push(() => line.cut())
  const { programAddress } = await createClient(node.origin).get<SiteConfig>('/api/config')
  const settings = {
    SOLANA_RPC_URL: line.rpcUrl,
    SOLANA_WS_URL: line.wsUrl,
    PROGRAM_ADDRESS: programAddress,
  }
  const start = (): Promise<ServerProcess> => startServerProcess({ folder, env: settings })
  const near = createClient(node.origin)
  await near.airdrop(10)
  const coin = await near.launch({ symbol: 'KEPT' }, await plainPicture())
  await near.trade('BUY', coin.id, '0.1')

  const first = await start()
  ended.push(() => first.kill())
  expect(await createClient(first.origin).get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({
    tradeCount: 1,
  })
  await first.stop()
  await nextSecond()
  // What comes now the node will still have.
  line.setFirstSlot(await rpc<number>(near, 'getSlot', []))
  for (let trades = 0; trades < 3; trades++) await near.trade('BUY', coin.id, '0.01')
  const later = await near.launch({ symbol: 'LATER' }, await plainPicture())

  const second = await start()
  ended.push(() => second.kill())
  const far = createClient(second.origin, near.keypair)
  for (const { id } of [coin, later]) {
    const { sequence, tradeCount, tradingVolume } = await near.get<Collection>(`/api/collections/${id}`)
    expect(await far.get(`/api/collections/${id}`)).toMatchObject({ sequence, tradeCount, tradingVolume })
  }
  expect((await fetch(`${second.origin}/api/ready`)).status).toBe(200)
  const { trade } = await far.trade('SELL', coin.id, '1000', 50)
  expect(trade.type).toBe('SELL')

  // A rebuild would lose the coin whose launch is gone.
  await second.stop()
  const before = await dumpIndex(folder)
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...settings }
  const rebuilt = await runCommand('reindex', [], { cwd: folder, env })
  expect(rebuilt.code).toBe(1)
  expect(rebuilt.output).toMatch(/launches of KEPT \(\w+\)\. The index is as it was/)
  expect(await dumpIndex(folder)).toEqual(before)
  expect(await runCommand('reindex', ['--lose'], { cwd: folder, env })).toMatchObject({ code: 0 })
  expect((await dumpIndex(folder))['collections']).toEqual([expect.stringContaining('LATER')])
})
