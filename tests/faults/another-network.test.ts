// A cluster that is reset under a running server: the same address, another history.
import { rmSync } from 'node:fs'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { afterAll, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { runCommand } from '../command.ts'
import { copyFreshFolder, emptyFolder } from '../fresh-folder.ts'
import { openNodeProxy } from '../node-proxy.ts'
import { plainPicture } from '../pictures.ts'
import { startServerProcess } from '../server-process.ts'

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

test('a server whose cluster was reset says so, trades nothing there, and goes on when the right one is back', async () => {
  const node = await startServerProcess()
  const resetFolder = emptyFolder()
  const reset = await startServerProcess({ folder: resetFolder })
  const line = await openNodeProxy(node.origin)
  const folder = await copyFreshFolder()
  ended.push(
    () => node.remove(),
    () => reset.remove(),
    () => line.cut(),
    () => rmSync(folder, { recursive: true, force: true }),
  )
  const near = createClient(node.origin)
  const { programAddress } = await near.get<SiteConfig>('/api/config')
  const env = { SOLANA_RPC_URL: line.rpcUrl, SOLANA_WS_URL: line.wsUrl, PROGRAM_ADDRESS: programAddress }
  const server = await startServerProcess({ folder, env })
  ended.push(() => server.kill())
  await near.airdrop(10)
  const trader = createClient(server.origin, near.keypair)
  const coin = await trader.launch({ symbol: 'SAME' }, await plainPicture())
  await trader.trade('BUY', coin.id, '0.1')

  await line.cut()
  line.setNode(reset.origin)
  await line.mend()
  const ready = async () => (await fetch(`${server.origin}/api/ready?for=trading`)).text()
  await expect.poll(ready, { timeout: 20_000 }).toContain('of another network than the index')
  await createClient(reset.origin, near.keypair).airdrop(10)
  await expect(trader.trade('BUY', coin.id, '0.1')).rejects.toMatchObject({ code: 'chainUnavailable' })
  expect(await trader.get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({ tradeCount: 1 })

  await line.cut()
  line.setNode(node.origin)
  await line.mend()
  await expect
    .poll(async () => (await fetch(`${server.origin}/api/ready?for=trading`)).status, { timeout: 20_000 })
    .toBe(200)
  await trader.trade('BUY', coin.id, '0.1')
  expect(await trader.get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({ tradeCount: 2 })

  // Nor does one start on it.
  await server.stop()
  line.setNode(reset.origin)
  await expect(startServerProcess({ folder, env })).rejects.toThrow('of another network than the index')

  // Whoever means to stay there gives up what was on the other one.
  const there = await createClient(reset.origin).get<SiteConfig>('/api/config')
  const moved = { ...env, PROGRAM_ADDRESS: there.programAddress }
  const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...moved } }
  const refused = await runCommand('reindex', [], options)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.output).toMatch(/all events of SAME \(\w+, all of it\)\. The index is as it was/)
  expect(await runCommand('reindex', ['--lose'], options)).toMatchObject({ code: 0 })
  const settled = await startServerProcess({ folder, env: moved })
  ended.push(() => settled.kill())
  expect(await createClient(settled.origin).get('/api/collections')).toEqual([])
})
