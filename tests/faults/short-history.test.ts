// A node that keeps a part of the history, as an ordinary one of a cluster does: what the index has read is gone there, or what a
// new server would have to read.
import { rmSync } from 'node:fs'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { afterAll, expect, test } from 'vitest'
import { INDEX_TABLES } from '../../packages/server/database/migrations.ts'
import { accountedOf, listDifferences } from '../as-read.ts'
import { type Client, createClient, nextSecond, rpc, swap } from '../client.ts'
import { runCommand } from '../command.ts'
import { copyFreshFolder } from '../fresh-folder.ts'
import { readIndexHealth } from '../index-health.ts'
import { dumpIndex } from '../index-rows.ts'
import { openNodeProxy } from '../node-proxy.ts'
import { plainPicture } from '../pictures.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { openDatabaseOf } from '../test-database.ts'

const KEPT_WITHOUT_ROWS: ReadonlySet<string> = new Set([
  'coin_events',
  'config_events',
  'indexer_cursor',
  'index_genesis',
])

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

/** A chain's node, the line to it, and a folder for servers that know it by that line. */
async function openNode() {
  const node = await startServerProcess()
  const line = await openNodeProxy(node.origin)
  const folder = await copyFreshFolder()
  ended.push(
    () => node.remove(),
    () => line.cut(),
    () => rmSync(folder, { recursive: true, force: true }),
  )
  const near = createClient(node.origin)
  await near.airdrop(10)
  const { programAddress } = await near.get<SiteConfig>('/api/config')
  const settings = {
    SOLANA_RPC_URL: line.rpcUrl,
    SOLANA_WS_URL: line.wsUrl,
    PROGRAM_ADDRESS: programAddress,
  }
  return {
    node,
    near,
    line,
    folder,
    settings,
    start: async (env: Record<string, string> = {}): Promise<ServerProcess> => {
      const server = await startServerProcess({ folder, env: { ...settings, ...env } })
      ended.push(() => server.kill())
      return server
    },
    /** The node forgets all that was until now. */
    forget: async () => {
      await nextSecond()
      line.setFirstSlot(await rpc<number>(near, 'getSlot', []))
    },
  }
}

const coinOf = (client: Client, id: string) => client.get<Collection>(`/api/collections/${id}`)
const tradesOf = async (client: Client, id: string) =>
  (await client.get<{ trades: Trade[] }>(`/api/collections/${id}/trades?limit=200`)).trades

/** Each look asks both servers some thirty times. */
const RARELY = { interval: 300 }

test('a server starts, and holds everything, where the node has forgotten how far it had read', async () => {
  const { near, folder, settings, start, forget } = await openNode()
  const coin = await near.launch({ symbol: 'KEPT' }, await plainPicture())
  await near.trade('BUY', coin.id, '0.1')

  const first = await start()
  expect(await coinOf(createClient(first.origin), coin.id)).toMatchObject({ tradeCount: 1 })
  await first.stop()
  await forget()
  for (let trades = 0; trades < 3; trades++) await near.trade('BUY', coin.id, '0.01')
  const later = await near.launch({ symbol: 'LATER' }, await plainPicture())

  const second = await start()
  const far = createClient(second.origin, near.keypair)
  const subjects = { coins: [coin.id, later.id], wallets: [near.address] }
  await expect.poll(() => listDifferences(near, far, subjects), RARELY).toEqual([])
  expect(await coinOf(far, coin.id)).toMatchObject({ historySince: null, tradeCount: 4 })
  expect((await fetch(`${second.origin}/api/ready?for=trading`)).status).toBe(200)
  const { trade } = await far.trade('SELL', coin.id, '1000', 50)
  expect(trade.type).toBe('SELL')
  await second.stop()

  // The index keeps what was said of each coin, so a rebuild needs of the node only what is newer.
  const before = await dumpIndex(folder)
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, STANDING_SECONDS: '0', ...settings }
  for (const args of [[], ['--coin', coin.mintAddress]]) {
    await spoil(folder, coin.id)
    expect(await dumpIndex(folder)).not.toEqual(before)
    const rebuilt = await runCommand('reindex', args, { cwd: folder, env })
    expect(rebuilt.code, rebuilt.output).toBe(0)
    expect(await dumpIndex(folder)).toEqual(before)
  }
})

/** Rows of a coin are lost or wrong. */
async function spoil(folder: string, coinId: string): Promise<void> {
  const database = await openDatabaseOf(folder)
  await database.query(`delete from trades where collection_id = $1 and sequence = 3`, [coinId])
  await database.query(`update chart_data set volume_lamports = 0 where collection_id = $1`, [coinId])
  await database.close()
}

test('a new server begins with what the accounts say where launches are forgotten, and an archive fills in the rest', async () => {
  const { node, near, folder, start, forget } = await openNode()
  const archive = await openNodeProxy(node.origin)
  ended.push(() => archive.cut())
  const picture = await plainPicture()
  const old = await near.launch({ symbol: 'OLD' }, picture)
  const still = await near.launch({ symbol: 'STILL' }, picture)
  for (const { id } of [old, still]) await near.trade('BUY', id, '0.1')
  await near.trade('SELL', old.id, '1000')
  await swap(near, 'capture', old.id, { count: 2 })
  await forget()
  const since = [
    await near.trade('BUY', old.id, '0.02', 50),
    await near.trade('SELL', old.id, '2000', 50),
  ].map(({ signature }) => signature)
  const later = await near.launch({ symbol: 'LATER' }, picture)

  const server = await start()
  const far = createClient(server.origin, near.keypair)
  const forgotten = [old.id, still.id]
  for (const id of forgotten) {
    const coin = await coinOf(far, id)
    expect(accountedOf(coin)).toEqual(accountedOf(await coinOf(near, id)))
    expect(Date.parse(coin.historySince ?? '')).toBeGreaterThan(Date.parse(coin.createdAt))
  }
  expect(await coinOf(far, later.id)).toMatchObject({ historySince: null, tradeCount: 0 })
  const signatures = async () => (await tradesOf(far, old.id)).map(({ txSignature }) => txSignature)
  expect(await signatures()).toEqual(since.toReversed())
  expect((await readIndexHealth(server.origin)).cutHistories).toBe(2)

  // Others' trades are taken in, and its own go through.
  since.push((await near.trade('BUY', old.id, '0.03', 50)).signature)
  await expect.poll(signatures).toEqual(since.toReversed())
  for (const id of forgotten) {
    const bought = await far.trade('BUY', id, '0.01', 50)
    expect(bought.trade).toMatchObject({ type: 'BUY', txSignature: bought.signature })
    expect((await far.trade('SELL', id, '1000', 50)).trade.type).toBe('SELL')
  }
  const { nfts } = await far.get<UserNfts>(`/api/user/nfts/${old.id}/${near.address}`)
  expect(nfts).toHaveLength(2)
  await swap(far, 'release', old.id, { nftMints: nfts.flatMap(({ mintAddress }) => mintAddress ?? []) })
  for (const id of forgotten)
    expect(accountedOf(await coinOf(far, id))).toEqual(accountedOf(await coinOf(near, id)))
  await server.stop()

  // As after a rebuild that gave up what nobody has: of coins without a beginning the log alone is left.
  const rows = INDEX_TABLES.filter((table) => !KEPT_WITHOUT_ROWS.has(table))
  const database = await openDatabaseOf(folder)
  await database.script(`truncate ${rows.join(', ')}`)
  await database.close()
  const rowless = await start()
  for (const id of [...forgotten, later.id])
    await expect
      .poll(async () => accountedOf(await coinOf(createClient(rowless.origin), id)))
      .toEqual(accountedOf(await coinOf(near, id)))
  await rowless.stop()

  const whole = await start({ HISTORY_RPC_URL: archive.rpcUrl })
  await expect.poll(async () => (await readIndexHealth(whole.origin)).cutHistories).toBe(0)
  const reader = createClient(whole.origin)
  const subjects = { coins: [...forgotten, later.id], wallets: [near.address] }
  await expect.poll(() => listDifferences(near, reader, subjects), RARELY).toEqual([])
  expect((await coinOf(reader, old.id)).historySince).toBeNull()
  expect(archive.calls.size).toBeGreaterThan(0)
  await whole.stop()
  await node.stop()
  expect(await dumpIndex(folder)).toEqual(await dumpIndex(node.folder))
})

test('a transaction that the program’s list leaves out is found in its Market’s own, before others and as the last one', async () => {
  const { node, near, line, folder, settings, start } = await openNode()
  const picture = await plainPicture()
  const between = await near.launch({ symbol: 'BETWEEN' }, picture)
  const last = await near.launch({ symbol: 'LAST' }, picture)
  const server = await start()
  const far = createClient(server.origin)
  for (const { id } of [between, last])
    await expect.poll(() => coinOf(far, id)).toMatchObject({ sequence: 1 })

  // Nobody tells of these.
  await line.cut()
  const left = [await near.trade('BUY', between.id, '0.1'), await near.trade('BUY', last.id, '0.1')]
  line.setHidden(
    settings.PROGRAM_ADDRESS,
    left.map(({ signature }) => signature),
  )
  await near.trade('BUY', between.id, '0.02', 50)
  await line.mend()
  await near.trade('SELL', between.id, '1000', 50)
  const subjects = { coins: [between.id, last.id], wallets: [near.address] }
  await expect.poll(() => listDifferences(near, far, subjects), RARELY).toEqual([])
  expect(await readIndexHealth(server.origin)).toMatchObject({ gaps: 0, mismatches: 0, cutHistories: 0 })
  expect((await fetch(`${server.origin}/api/ready?for=trading`)).status).toBe(200)
  await server.stop()
  await node.stop()
  expect(await dumpIndex(folder)).toEqual(await dumpIndex(node.folder))
})
