// The whole product on Agave's own validator: deployed as an operator does it, used as traders do, with a node that is lost and comes
// back, that takes back what it confirmed, and that forgets its history. Skipped, with a word, where there is no validator.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { addressBytes } from '@twinmint/sdk/core/address'
import { afterAll, describe, expect, test } from 'vitest'
import { createKeypair, type Keypair } from '../packages/localnet/keypair.ts'
import { accountedOf, listDifferences } from './as-read.ts'
import { buyListing, type Client, createClient, listNfts, swap } from './client.ts'
import { runCommand } from './command.ts'
import { copyFreshFolder, emptyFolder } from './fresh-folder.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { findValidator, openValidator, VALIDATOR, type Validator } from './validator.ts'

const program = findValidator()
const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

const temporaryFolder = async (folder: string | Promise<string>): Promise<string> => {
  const made = await folder
  ended.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** In the Solana CLI's format. */
const keyFileText = ({ seed, address }: Keypair) => JSON.stringify([...seed, ...addressBytes(address)])

/** `npm run program:deploy`. Resolves with the program's address. */
async function deploy({ rpcUrl, fund }: Validator): Promise<string> {
  const payer = createKeypair()
  await fund(payer.address, 100)
  const file = join(await temporaryFolder(emptyFolder()), 'payer.json')
  writeFileSync(file, keyFileText(payer), { mode: 0o600 })
  const said = execFileSync(
    process.execPath,
    ['scripts/command.mjs', 'program:deploy', '--payer', file, '--yes'],
    { env: { ...process.env, SOLANA_RPC_URL: rpcUrl }, encoding: 'utf8' },
  )
  expect(said).toMatch(/PROGRAM_ADDRESS=\w{32,}/)
  return /PROGRAM_ADDRESS=(\w+)/.exec(said)?.[1] ?? ''
}

const KEYS = { creator: createKeypair(), trader: createKeypair() }
const creatorAt = ({ origin }: ServerProcess): Client => createClient(origin, KEYS.creator)
const traderAt = ({ origin }: ServerProcess): Client => createClient(origin, KEYS.trader)

async function sellNft(server: ServerProcess, coin: string): Promise<string> {
  const trader = traderAt(server)
  await swap(trader, 'capture', coin, { count: 3 })
  const { nfts } = await trader.get<UserNfts>(`/api/user/nfts/${coin}/${trader.address}`)
  const [listed = ''] = nfts.flatMap(({ mintAddress }) => mintAddress ?? [])
  await listNfts(trader, coin, { [listed]: 500_000_000n })
  await buyListing(creatorAt(server), coin, listed, 520_000_000n)
  return listed
}

async function claimFees(creator: Client, coin: string): Promise<void> {
  const { transactions } = await creator.post<{ transactions: readonly string[] }>(
    '/api/user/claims/create-transaction',
    { walletAddress: creator.address, collectionIds: [coin], priorityFeeLamports: '0' },
  )
  for (const transaction of transactions)
    await creator.post('/api/user/claims', { signedTransaction: creator.sign(transaction) })
}

async function sendCoins(sender: Client, recipientAddress: string, collectionId: string): Promise<void> {
  const { transaction } = await sender.post<{ transaction: string }>('/api/send/create-transaction', {
    collectionId,
    senderAddress: sender.address,
    recipientAddress,
    amount: '1000',
  })
  await sender.post('/api/send/execute', { collectionId, signedTransaction: sender.sign(transaction) })
}

const coinOf = ({ origin }: ServerProcess, id: string): Promise<Collection> =>
  createClient(origin).get(`/api/collections/${id}`)

/** Resolves with the signatures of what went through. */
async function buyEach(client: Client, coin: string, amounts: readonly string[]): Promise<string[]> {
  const signatures: string[] = []
  for (const amount of amounts) signatures.push((await client.trade('BUY', coin, amount, 50)).signature)
  return signatures
}

async function signaturesOf({ origin }: ServerProcess, coin: string): Promise<string[]> {
  const { trades } = await createClient(origin).get<{ trades: readonly Trade[] }>(
    `/api/collections/${coin}/trades?limit=200`,
  )
  return trades.map(({ txSignature }) => txSignature)
}

const answersReady = ({ origin }: ServerProcess) =>
  expect.poll(async () => (await fetch(`${origin}/api/ready?for=trading`)).status, { timeout: 60_000 })

describe.skipIf(program === undefined)(
  `the product on a validator${program === undefined ? ` (skipped: no ${VALIDATOR} here)` : ''}`,
  () => {
    let validator: Validator
    let env: Record<'SOLANA_RPC_URL' | 'SOLANA_WS_URL' | 'PROGRAM_ADDRESS', string>
    let folder: string
    let server: ServerProcess
    let coin: Collection

    const start = async (at: string): Promise<ServerProcess> => {
      const started = await startServerProcess({ folder: at, env })
      ended.push(() => started.kill())
      return started
    }
    const restart = async (): Promise<void> => {
      await server.stop()
      server = await start(folder)
    }
    /** Every coin from its accounts, to the unit. */
    const prove = async (): Promise<void> => {
      const { rpcUrl } = validator
      const args = ['--rpc', rpcUrl, '--program', env.PROGRAM_ADDRESS, '--gateway', server.origin]
      const proof = await runCommand('prove', args, { cwd: folder })
      expect(proof.code, proof.output).toBe(0)
    }

    test('deploy, and a server’s first start', async () => {
      validator = await openValidator(program ?? '')
      ended.push(() => validator.remove())
      await validator.start()
      env = {
        SOLANA_RPC_URL: validator.rpcUrl,
        SOLANA_WS_URL: validator.wsUrl,
        PROGRAM_ADDRESS: await deploy(validator),
      }
      for (const { address } of Object.values(KEYS)) await validator.fund(address, 50)
      folder = await temporaryFolder(copyFreshFolder())
      server = await start(folder)
      expect((await fetch(`${server.origin}/api/ready?for=trading`)).status).toBe(200)
    })

    test('launch, trade, swap, list, claim, send, prove', async () => {
      const [creator, trader] = [creatorAt(server), traderAt(server)]
      coin = await creator.launch({ symbol: 'REAL', devBuyAmount: '0.5' }, await plainPicture())
      await trader.trade('BUY', coin.id, '2')
      await trader.trade('SELL', coin.id, '1000000')
      const sold = await sellNft(server, coin.id)
      await claimFees(creator, coin.id)
      await sendCoins(trader, creator.address, coin.id)
      // The creator’s own buy, and the trader’s two; swaps are no trades.
      expect(await coinOf(server, coin.id)).toMatchObject({ tradeCount: 3 })
      const owned = await creator.get<UserNfts>(`/api/user/nfts/${coin.id}/${creator.address}`)
      expect(owned.nfts.map(({ mintAddress }) => mintAddress)).toEqual([sold])
      await prove()
    })

    test('a node that is lost and comes back, and a restart', async () => {
      await validator.end('SIGKILL')
      await answersReady(server).toBe(503)
      await sleep(10_000)
      await validator.start()
      await answersReady(server).toBe(200)
      await traderAt(server).trade('BUY', coin.id, '0.5')
      await restart()
      await traderAt(server).trade('SELL', coin.id, '1000')
      expect(await coinOf(server, coin.id)).toMatchObject({ tradeCount: 5 })
      await prove()
    })

    test('a fork: what was confirmed disappears, and other trades have its sequences', async () => {
      const [creator, trader] = [creatorAt(server), traderAt(server)]
      await validator.keepCopy()
      await answersReady(server).toBe(200)
      const ghost = await creator.launch({ symbol: 'GHOST', devBuyAmount: '0.1' }, await plainPicture())
      await swap(trader, 'capture', coin.id, { count: 1 })
      const taken = await buyEach(trader, coin.id, ['0.1', '0.2', '0.3'])

      await validator.fork()
      await answersReady(server).toBe(200)
      const acknowledged = await buyEach(trader, coin.id, ['0.4', '0.5'])
      // Another server has never seen what is gone.
      const other = await start(await temporaryFolder(copyFreshFolder()))
      const wallets = [creator.address, trader.address]
      const differences = () =>
        listDifferences(creator, creatorAt(other), { coins: [coin.id, ghost.id], wallets })
      await expect.poll(differences, { interval: 500, timeout: 60_000 }).toEqual([])
      await expect(coinOf(server, ghost.id)).rejects.toMatchObject({ status: 404 })
      const held = await signaturesOf(server, coin.id)
      expect(held).toEqual(expect.arrayContaining(acknowledged))
      expect(held.filter((signature) => taken.includes(signature))).toEqual([])
      expect(await coinOf(server, coin.id)).toMatchObject({ tradeCount: 7 })
      await other.stop()
      await prove()
    })

    test('the end of its history', async () => {
      expect(await validator.knows(coin.launchSignature)).toBe(true)
      await validator.forget()
      expect(await validator.knows(coin.launchSignature)).toBe(false)
      await answersReady(server).toBe(200)
      await traderAt(server).trade('BUY', coin.id, '0.1')
      await restart()
      await traderAt(server).trade('SELL', coin.id, '1000')
      expect(await coinOf(server, coin.id)).toMatchObject({ tradeCount: 9, historySince: null })
      await prove()
    })

    test('a new server that finds no launch', async () => {
      const other = await start(await temporaryFolder(copyFreshFolder()))
      const found = await coinOf(other, coin.id)
      expect(accountedOf(found)).toEqual(accountedOf(await coinOf(server, coin.id)))
      expect(found.historySince).not.toBeNull()
      const trader = traderAt(other)
      await trader.trade('BUY', coin.id, '0.1')
      await trader.trade('SELL', coin.id, '1000')
      const { sequence } = await coinOf(other, coin.id)
      await expect.poll(() => coinOf(server, coin.id)).toMatchObject({ sequence, tradeCount: 11 })
    })
  },
)
