// Daily limits of a server: bytes and airdrops, per address and in total, and a nearly full disk. Reading always works.
import { randomBytes } from 'node:crypto'
import type { Address } from '@solana/kit'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { addressOf } from '@twinmint/sdk/core/address'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { signedTransaction, transferSol } from '../packages/localnet/test-wallet.ts'
import { attackerAddress } from './attackers.ts'
import { type Client, createClient, rpc } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const TOKEN = 'a token for the metrics'
const LIMITS = {
  RATE_LIMIT: 'on',
  METRICS_TOKEN: TOKEN,
  WRITE_MB_BY_ADDRESS: '2',
  WRITE_MB_IN_ALL: '8',
  AIRDROPS_BY_ADDRESS: '2',
  AIRDROPS_IN_ALL: '4',
}
let server: ServerProcess
let creator: Client
let coin: Collection

const startAgain = async (env: Record<string, string>) => {
  await server.stop()
  server = await startServerProcess({ folder: server.folder, env: { ...LIMITS, ...env } })
}
const at = (index: number, keypair = createKeypair()) =>
  createClient(server.origin, keypair, attackerAddress(index))

beforeAll(async () => {
  server = await startServerProcess({ env: LIMITS })
  creator = at(1)
  await creator.airdrop(10)
  coin = await creator.launch({ symbol: 'DAY' }, await plainPicture())
})
afterAll(() => server.remove())

async function writtenToday(): Promise<number> {
  const answer = await fetch(`${server.origin}/api/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  return Number(/^twinmint_strangers_written_bytes (\d+)/m.exec(await answer.text())?.[1])
}

/** A transaction that creates `count` accounts. */
async function accountsOf(client: Client, count: number): Promise<string> {
  const { value } = await rpc<{ value: { blockhash: string } }>(client, 'getLatestBlockhash', [])
  const to = () => addressOf(randomBytes(32))
  const transfers = Array.from({ length: count }, () =>
    transferSol(client.address as Address, to(), 890_880n),
  )
  return Buffer.from(signedTransaction([client.keypair], value.blockhash, transfers)).toString('base64')
}
const send = async (client: Client) =>
  rpc(client, 'sendTransaction', [await accountsOf(client, 18), { encoding: 'base64' }])

const WROTE = /Your internet address has reached its daily write limit.*midnight UTC/

test('the faucet gives once to each wallet, and has limits per address and in total', async () => {
  const had = /This wallet has already received its play money/
  await expect(creator.airdrop(1)).rejects.toThrow(had)
  await expect(creator.fund()).rejects.toMatchObject({
    code: 'faucetUsed',
    message: expect.stringMatching(had),
  })
  expect(await creator.wallet()).toMatchObject({ playMoney: 'given' })
  const second = at(1)
  expect(await second.wallet()).toMatchObject({ playMoney: 'open', lamports: '0' })
  await second.fund()
  await expect(second.airdrop(1)).rejects.toThrow(had)
  const third = at(1)
  await expect(third.airdrop(1)).rejects.toThrow('Your internet address has received all 2 of its airdrops')
  await expect(third.fund()).rejects.toMatchObject({ status: 429, code: 'dayLimit' })
  await Promise.all([at(2).fund(), at(2).airdrop(2)])
  await expect(at(3).fund()).rejects.toThrow('All 4 airdrops for today have been given out')
  // A restart keeps the day's count.
  await startAgain({})
  await expect(at(3).airdrop(1)).rejects.toThrow('All 4 airdrops for today have been given out')
  creator = at(1, creator.keypair)
})

test('an address at its daily limit is refused everywhere, and no other address is', async () => {
  const before = await writtenToday()
  expect(before).toBeGreaterThan(1e5)
  const prepared = await creator.post<{ transaction: string }>('/api/trades/create-transaction', {
    collectionId: coin.id,
    traderAddress: creator.address,
    type: 'BUY',
    amount: '0.01',
    slippage: 50,
  })
  const spend = async () => {
    for (;;) await send(creator)
  }
  await expect(spend()).rejects.toThrow(WROTE)
  const written = (await writtenToday()) - before
  expect(written).toBeGreaterThan(2 * 2 ** 20)
  expect(written).toBeLessThan(3 * 2 ** 20)

  const refused = { status: 429, code: 'dayLimit', message: expect.stringMatching(WROTE) }
  const signed = { signedTransaction: creator.sign(prepared.transaction) }
  const execute = (client: Client) => client.post('/api/trades/execute', signed)
  await expect(execute(creator)).rejects.toMatchObject(refused)
  await expect(creator.signIn()).rejects.toMatchObject(refused)
  await expect(creator.prepareLaunch({ symbol: 'MORE' }, await plainPicture())).rejects.toMatchObject(refused)
  expect(await overSocket(1, await accountsOf(creator, 1))).toMatchObject({
    error: { code: -32_005, message: expect.stringMatching(WROTE) },
  })
  expect(await creator.get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({ tradeCount: 0 })
  // From another address the same wallet trades on.
  const other = await writtenToday()
  expect(await execute(at(4))).toMatchObject({ success: true })
  // The call counts by its body, and the transaction that it brings counts as well.
  const ofCall = 512 + 2 * JSON.stringify(signed).length
  expect((await writtenToday()) - other).toBeGreaterThan(ofCall + 4_096)
})

/** The answer to `sendTransaction` over a WebSocket from that address. */
function overSocket(index: number, wire: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`, {
      localAddress: attackerAddress(index),
    })
    socket.on('open', () =>
      socket.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'sendTransaction',
          params: [wire, { encoding: 'base64' }],
        }),
      ),
    )
    socket.on('message', (data: Buffer) => {
      resolve(JSON.parse(data.toString()))
      socket.close()
    })
    socket.on('error', reject)
  })
}

test('when the total is reached, addresses that have written little continue', async () => {
  const spendAt = async (index: number) => {
    const client = at(index, creator.keypair)
    for (;;) await send(client)
  }
  await expect(spendAt(5)).rejects.toThrow(WROTE)
  await expect(spendAt(6)).rejects.toThrow(/This server has reached its daily write limit/)
  expect(await writtenToday()).toBeGreaterThan(0.8 * 8 * 2 ** 20)
  await send(at(7, creator.keypair))
  await expect(spendAt(7)).rejects.toThrow(/This server has reached its daily write limit/)
})

test('on a nearly full disk nothing is written, and reading works', async () => {
  await startAgain({ DISK_FREE_MB: '1000000000', WRITE_MB_IN_ALL: '1000', AIRDROPS_IN_ALL: '100' })
  const client = at(8, creator.keypair)
  const full = 'The server’s disk is nearly full, so it accepts no new data for now. Nothing was changed.'
  await expect(send(client)).rejects.toThrow(full)
  await expect(at(9).fund()).rejects.toMatchObject({ status: 503, code: 'noRoom', message: `503: ${full}` })
  await expect(client.trade('BUY', coin.id, '0.01')).rejects.toMatchObject({ status: 503, code: 'noRoom' })
  expect(await client.get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({ tradeCount: 1 })
})
