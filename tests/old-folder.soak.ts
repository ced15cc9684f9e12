// The data folder that a server with the released program left (tests/fixtures/make-data-folder.ts), opened by this one: the program
// upgraded, no account migrated, the same figures, and trading that goes on; also where the first start is killed.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { keypairOfText } from '../packages/localnet/keypair.ts'
import { changedFiles, openDataFolder } from '../packages/server/main/data-folder.ts'
import { boost, type Client, createClient, swap } from './client.ts'
import { emptyFolder } from './fresh-folder.ts'
import { dumpIndex, rebuildIndex } from './index-rows.ts'
import { unpackFolder } from './packed-folder.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, SHORT_LIVED, startServerProcess } from './server-process.ts'

/** What make-data-folder.ts wrote beside the server's own: the coins, their wallets' keys, and what the server answered. */
interface Left {
  readonly ids: Record<'frog' | 'moon' | 'still', string>
  readonly keys: Record<'creator' | 'alice' | 'bob', string>
  readonly answers: Record<string, unknown>
}

const servers: ServerProcess[] = []
const folders: string[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function unpack(): { readonly folder: string; readonly left: Left } {
  const folder = emptyFolder()
  folders.push(folder)
  unpackFolder(readFileSync('tests/fixtures/data-folder-2.br'), folder)
  return { folder, left: JSON.parse(readFileSync(join(folder, 'left.json'), 'utf8')) as Left }
}

async function start(folder: string, flags: readonly string[] = []): Promise<ServerProcess> {
  const server = await startServerProcess({ folder, flags: [SHORT_LIVED, ...flags] })
  servers.push(server)
  return server
}

/** Moves with time alone. */
const OF_THE_HOUR = /24h|1h|^(isBoosted|sparkline|chartData|tradingVolume|warnings)$/

/** The answer without what moves with time, and with only what the old one had. */
function asBefore(now: unknown, was: unknown): unknown {
  if (Array.isArray(was) && Array.isArray(now))
    return sorted(now).map((each, at) => asBefore(each, sorted(was)[at]))
  if (typeof was !== 'object' || was === null || typeof now !== 'object' || now === null) return now
  return Object.fromEntries(
    Object.keys(was)
      .filter((key) => !OF_THE_HOUR.test(key))
      .map((key) => [
        key,
        asBefore((now as Record<string, unknown>)[key], (was as Record<string, unknown>)[key]),
      ]),
  )
}

/** What is trending stands first: coins by their ids. */
function sorted(list: readonly unknown[]): readonly unknown[] {
  const idOf = (each: unknown) =>
    typeof each === 'object' && each !== null && 'mintAddress' in each ? String(each.mintAddress) : ''
  return list.toSorted((one, other) => idOf(one).localeCompare(idOf(other)))
}

async function expectSameAnswers(client: Client, { answers }: Left): Promise<void> {
  expect(Object.keys(answers).length).toBeGreaterThan(30)
  for (const [path, was] of Object.entries(answers))
    expect({ path, answer: asBefore(await client.get(path), was) }).toEqual({
      path,
      answer: asBefore(was, was),
    })
}

/** Versions of all the program's accounts, from the chain. */
async function versionsOf(client: Client): Promise<number[]> {
  const { programAddress } = await client.get<{ programAddress: string }>('/api/config')
  const { result } = await client.post<{ result: { account: { data: [string] } }[] }>('/rpc', {
    jsonrpc: '2.0',
    id: 1,
    method: 'getProgramAccounts',
    params: [programAddress, { encoding: 'base64' }],
  })
  return result.map(({ account }) => Buffer.from(account.data[0], 'base64')[1] ?? 0)
}

test('opens, is upgraded without a migration, says the same of everything, and goes on', async () => {
  const { folder, left } = unpack()
  // As it was stopped: the inventory alone is not kept, since the log was shortened.
  openDataFolder(folder).close({ withInventory: true })
  const server = await start(folder)
  expect(server.output()).toContain('it is brought up to date')
  expect(server.output()).not.toContain('migrated')
  const [alice, bob, creator] = (['alice', 'bob', 'creator'] as const).map((name) =>
    createClient(server.origin, keypairOfText(left.keys[name])),
  ) as [Client, Client, Client]
  await expectSameAnswers(alice, left)
  expect(await versionsOf(alice)).toEqual([2, 2, 2, 2])
  const { moon, frog, still } = left.ids
  const picture = await alice.get<{ imageUrl: string; mintAddress: string }>(`/api/collections/${frog}`)
  expect((await fetch(server.origin + picture.imageUrl)).status).toBe(200)
  // A launch that the old server prepared and the new program took has the coin's metadata there.
  const metadata = `/api/metadata/${picture.mintAddress}`
  expect(await alice.get(`${metadata}/coin`)).toEqual(await alice.get(metadata))

  const { trade } = await alice.trade('BUY', still, '1')
  expect(trade.tokenAmount).toBe('500000000')
  await alice.trade('SELL', moon, '1000000')
  await boost(bob, frog)
  const held = await alice.get<{ nfts: { mintAddress: string }[] }>(
    `/api/collections/${frog}/nfts?owner=${alice.address}`,
  )
  await swap(alice, 'sell', frog, { nftMints: [held.nfts[0]?.mintAddress ?? ''] })
  await swap(bob, 'buy', frog, { count: 1 })
  await bob.airdrop(5)
  const fresh = await bob.launch(
    { name: 'New Frog', symbol: 'NEW', devBuyAmount: '0.1' },
    await plainPicture(),
  )
  await alice.trade('BUY', fresh.id, '0.1')
  const prepared = await creator.post<{ transaction: string }>(
    `/api/collections/${frog}/claim/create-transaction`,
    { walletAddress: creator.address },
  )
  await creator.post(`/api/collections/${frog}/claim`, {
    walletAddress: creator.address,
    signedTransaction: creator.sign(prepared.transaction),
  })
  expect(await server.stop()).toBe(0)
  expect(changedFiles(folder)).toEqual([])

  const lived = await dumpIndex(folder)
  expect(lived['collections']).toHaveLength(4)
  rebuildIndex(folder)
  expect(await dumpIndex(folder)).toEqual(lived)

  const again = await start(folder)
  expect(again.output()).not.toContain('brought up to date')
  expect(await again.stop()).toBe(0)
})

/** A server whose clock is a year ahead: folders are kept for long. */
const A_YEAR_LATER = `data:text/javascript,${encodeURIComponent(
  `const Then = Date
   const now = () => Then.now() + ${365 * 86_400_000}
   globalThis.Date = class Date extends Then {
     constructor(...parts) { parts.length === 0 ? super(now()) : super(...parts) }
     static now() { return now() }
   }`,
)}`

test('killed while it is brought up to date, goes on at a start a year later, and nothing is lost', async () => {
  const { folder, left } = unpack()
  const starting = startServerProcess({ folder, killWhen: 'it is brought up to date' })
  await expect(starting).rejects.toThrow('the server ended with null')
  const server = await start(folder, ['--import', A_YEAR_LATER])
  const alice = createClient(server.origin, keypairOfText(left.keys.alice))
  await expectSameAnswers(alice, left)
  expect(await versionsOf(alice)).toEqual([2, 2, 2, 2])
  await alice.trade('BUY', left.ids.frog, '0.01')
})
