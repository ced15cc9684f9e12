// The whole product on Agave's own validator: deployed as an operator does it, used as traders do, with a node that is lost and one
// that comes back. Skipped, with a word, where there is no validator.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createKeypair, type Keypair } from '../src/chain/keypair.ts'
import { addressBytes } from '../src/core/address.ts'
import type { Collection } from '../src/wire/records/coin.ts'
import type { UserNfts } from '../src/wire/records/nft.ts'
import { buyListing, type Client, createClient, listNfts, swap } from './client.ts'
import { runCommand } from './command.ts'
import { copyFreshFolder, emptyFolder } from './fresh-folder.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const NAME = 'solana-test-validator'
const SHARED = resolve('../shared/validator/start')
/** How it is started; undefined where there is none. */
const program = existsSync(SHARED)
  ? SHARED
  : (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, NAME))
      .find((file) => existsSync(file))

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

/** Ports that nobody has at this moment: RPC and its WebSocket are neighbours. */
async function freePorts(): Promise<{
  readonly rpc: number
  readonly faucet: number
  readonly gossip: number
}> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  const rpc = 20_000 + (port % 10_000)
  return { rpc, faucet: rpc + 2, gossip: rpc + 10 }
}

async function openValidator(file: string) {
  const folder = emptyFolder()
  const { rpc, faucet, gossip } = await freePorts()
  const rpcUrl = `http://127.0.0.1:${rpc}`
  const options = Object.entries({
    ledger: join(folder, 'ledger'),
    'rpc-port': rpc,
    'faucet-port': faucet,
    'gossip-port': gossip,
    'dynamic-port-range': `${gossip + 1}-${gossip + 40}`,
    'limit-ledger-size': 50_000_000,
  }).flatMap(([name, value]) => [`--${name}`, String(value)])
  let child: ChildProcess | undefined
  let isFirst = true
  const ask = async <T>(method: string, params: readonly unknown[]): Promise<T | undefined> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body }).catch(() => undefined)
    return ((await answer?.json()) as { readonly result?: T } | undefined)?.result
  }
  const slot = () => ask<number>('getSlot', [{ commitment: 'confirmed' }])
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const gone = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await gone
  }
  ended.push(async () => {
    await end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    rpcUrl,
    wsUrl: `ws://127.0.0.1:${rpc + 1}`,
    ask,
    end,
    /** Resolves when slots come. */
    async start() {
      child = spawn(file, [...options, ...(isFirst ? ['--reset'] : [])], { cwd: folder, stdio: 'ignore' })
      isFirst = false
      const before = (await slot()) ?? 0
      await expect.poll(slot, { timeout: 120_000 }).toBeGreaterThan(before + 1)
    },
  }
}

/** In the Solana CLI's format. */
const keyFileText = ({ seed, address }: Keypair) => JSON.stringify([...seed, ...addressBytes(address)])

if (program === undefined) test.skip(`the product on a validator (skipped: no ${NAME} here)`, () => {})
else
  test('the product on a validator: deploy, launch, trade, swap, list, claim, send, prove, a lost node, a restart', async () => {
    const validator = await openValidator(program)
    await validator.start()
    const fund = async (address: string, sol: number) => {
      const { ask } = validator
      const before = (await ask<{ value: number }>('getBalance', [address]))?.value ?? 0
      await ask('requestAirdrop', [address, sol * 1e9])
      await expect
        .poll(
          async () =>
            (await ask<{ value: number }>('getBalance', [address, { commitment: 'confirmed' }]))?.value,
        )
        .toBeGreaterThan(before)
    }
    const keys = emptyFolder()
    ended.push(() => rmSync(keys, { recursive: true, force: true }))
    const payer = createKeypair()
    await fund(payer.address, 100)
    const payerFile = join(keys, 'payer.json')
    writeFileSync(payerFile, keyFileText(payer), { mode: 0o600 })
    const deployed = execFileSync(
      process.execPath,
      ['scripts/command.mjs', 'program:deploy', '--payer', payerFile, '--yes'],
      { env: { ...process.env, SOLANA_RPC_URL: validator.rpcUrl }, encoding: 'utf8' },
    )
    const programAddress = /PROGRAM_ADDRESS=(\w+)/.exec(deployed)?.[1] ?? ''
    expect(deployed).toMatch(/PROGRAM_ADDRESS=\w{32,}/)

    const folder = await copyFreshFolder()
    ended.push(() => rmSync(folder, { recursive: true, force: true }))
    const env = {
      SOLANA_RPC_URL: validator.rpcUrl,
      SOLANA_WS_URL: validator.wsUrl,
      PROGRAM_ADDRESS: programAddress,
    }
    let server: ServerProcess = await startServerProcess({ folder, env })
    ended.push(() => server.kill())
    const [creatorKey, traderKey] = [createKeypair(), createKeypair()]
    await Promise.all([creatorKey, traderKey].map(({ address }) => fund(address, 50)))
    let creator: Client = createClient(server.origin, creatorKey)
    let trader: Client = createClient(server.origin, traderKey)
    const coin = await creator.launch({ symbol: 'REAL', devBuyAmount: '0.5' }, await plainPicture())
    await trader.trade('BUY', coin.id, '2')
    await trader.trade('SELL', coin.id, '1000000')
    await swap(trader, 'capture', coin.id, { count: 3 })
    const { nfts } = await trader.get<UserNfts>(`/api/user/nfts/${coin.id}/${trader.address}`)
    const [listed = ''] = nfts.flatMap(({ mintAddress }) => mintAddress ?? [])
    await listNfts(trader, coin.id, { [listed]: 500_000_000n })
    await buyListing(creator, coin.id, listed, 520_000_000n)
    const claim = await creator.post<{ transactions: readonly string[] }>(
      '/api/user/claims/create-transaction',
      { walletAddress: creator.address, collectionIds: [coin.id], priorityFeeLamports: '0' },
    )
    for (const transaction of claim.transactions)
      await creator.post('/api/user/claims', { signedTransaction: creator.sign(transaction) })
    const sent = await trader.post<{ transaction: string }>('/api/send/create-transaction', {
      collectionId: coin.id,
      senderAddress: trader.address,
      recipientAddress: creator.address,
      amount: '1000',
    })
    await trader.post('/api/send/execute', {
      collectionId: coin.id,
      signedTransaction: trader.sign(sent.transaction),
    })

    // The node is lost; a trade that was asked for meanwhile goes through when it is back.
    await validator.end('SIGKILL')
    const ready = async () => (await fetch(`${server.origin}/api/ready`)).status
    await expect.poll(ready).toBe(503)
    await sleep(10_000)
    await validator.start()
    await expect.poll(ready, { timeout: 60_000 }).toBe(200)
    await trader.trade('BUY', coin.id, '0.5')

    await server.stop()
    server = await startServerProcess({ folder, env })
    creator = createClient(server.origin, creatorKey)
    trader = createClient(server.origin, traderKey)
    await trader.trade('SELL', coin.id, '1000')
    // The creator’s own buy, and two of each; swaps are no trades.
    expect(await trader.get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({ tradeCount: 5 })
    const owned = await creator.get<UserNfts>(`/api/user/nfts/${coin.id}/${creator.address}`)
    expect(owned.nfts.map(({ mintAddress }) => mintAddress)).toEqual([listed])
    const proof = await runCommand(
      'prove',
      ['--rpc', validator.rpcUrl, '--program', programAddress, '--gateway', server.origin],
      {
        cwd: keys,
      },
    )
    expect(proof).toMatchObject({ code: 0 })
  })
