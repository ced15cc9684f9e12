// The Launch X-ray over the API: launches of each kind are staged on the built server and its chain, and what its figures,
// the transactions behind them and the warnings on lists say of them is compared.
import type { Address } from '@solana/kit'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import type { Xray } from '@twinmint/sdk/api/xray/contract'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient, rpc, sendAndConfirm, swap } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { sendTokens } from './tokens.ts'

let server: ServerProcess
let image: Uint8Array
let count = 0

async function wallet(sol = 5): Promise<Client> {
  const client = createClient(server.origin)
  if (sol > 0) await client.airdrop(sol)
  return client
}

function launch(creator: Client, devBuyAmount = '0'): Promise<Collection> {
  const name = `Coin ${++count}`
  return creator.launch({ name, symbol: `C${count}`, collectionName: name, devBuyAmount }, image)
}

const xray = ({ id }: Collection) => createClient(server.origin).get<Xray>(`/api/collections/${id}/xray`)

/** Waits for what is worked out beside requests. */
async function until<T>(load: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (let look = 0; ; look++) {
    const value = await load()
    if (isThere(value) || look === 150) return value
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

/** What lists and cards say of a coin, once they say so many things. */
const listed = async ({ id }: Collection, warnings: number) =>
  (
    await until(
      async () =>
        (
          await createClient(server.origin).get<Collection[]>('/api/collections?limit=100')
        ).find((each) => each.id === id),
      (found) => found?.warnings.length === warnings,
    )
  )?.warnings

async function sendSol(from: Client, to: Client, sol: number): Promise<string> {
  const { value } = await rpc<{ value: { blockhash: string } }>(from, 'getLatestBlockhash', [])
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(BigInt(Math.round(sol * 1e9)), 4)
  const wire = encodeTransaction({
    feePayer: from.address as Address,
    recentBlockhash: value.blockhash,
    instructions: [
      {
        programAddress: SYSTEM_PROGRAM,
        accounts: [from, to].map(({ address }, at) => ({
          address: address as Address,
          signer: at === 0,
          writable: true,
        })),
        data: new Uint8Array(data),
      },
    ],
  })
  return sendAndConfirm(from, from.sign(Buffer.from(wire).toString('base64')))
}

/** Buys of these wallets, handed in at the same moment. */
async function buyTogether(clients: readonly Client[], coin: Collection, sol: string): Promise<void> {
  const signed = await Promise.all(
    clients.map(async (client) => {
      const tradeData = {
        collectionId: coin.id,
        traderAddress: client.address,
        type: 'BUY',
        amount: sol,
        slippage: 50,
      }
      const { transaction } = await client.post<PreparedTrade>('/api/trades/create-transaction', tradeData)
      return { client, tradeData, signedTransaction: client.sign(transaction) }
    }),
  )
  await Promise.all(signed.map(({ client, ...body }) => client.post('/api/trades/execute', body)))
}

/** What is staged until it fell into one slot: a slot ends every 0.4 seconds, and nobody can wait for its begin. */
async function staged(
  stage: () => Promise<Collection>,
  isStaged: (found: Xray) => boolean,
): Promise<{ readonly coin: Collection; readonly found: Xray }> {
  for (let attempt = 1; ; attempt++) {
    const coin = await stage()
    const found = await xray(coin)
    if (isStaged(found) || attempt === 40) return { coin, found }
  }
}

/** Two coins that nobody trades in their first ten seconds, which pass while the other tests run. */
let creator: Client
let ordinary: Collection
let whales: Collection
let quietSinceMs = 0
const later = () =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, quietSinceMs + 12_000 - Date.now())))

beforeAll(async () => {
  server = await startServerProcess()
  image = await plainPicture('#46c2cb')
  creator = await wallet()
  ordinary = await launch(creator, '0.02')
  whales = await launch(await wallet())
  quietSinceMs = Date.now()
})
afterAll(() => server.remove())

describe('the Launch X-ray', () => {
  test('counts what wallets hold that the creator funded, whichever way, and names the transfers', async () => {
    const creator = await wallet(10)
    const [paid, given, dust, after] = await Promise.all([wallet(0), wallet(0), wallet(1), wallet(1)])
    // SOL before the launch; dust, which buys nothing.
    const payment = await sendSol(creator, paid, 1)
    await sendSol(creator, dust, 0.001)
    const coin = await launch(creator, '0.1')
    await paid.trade('BUY', coin.id, '0.2')
    await dust.trade('BUY', coin.id, '0.01')
    // Bought with its own SOL, and was paid only then.
    await after.trade('BUY', coin.id, '0.01')
    await new Promise((resolve) => setTimeout(resolve, 900))
    await sendSol(creator, after, 0.5)
    await sendTokens(creator, given, { mint: coin.mintAddress, units: 20_000_000_000_000n, decimals: 6 })
    const found = await until(
      () => xray(coin),
      ({ creator: { fundedCount } }) => fundedCount === 2,
    )
    const wallets = new Map(found.creator.wallets.map((each) => [each.walletAddress, each]))
    expect([...wallets.keys()].sort()).toEqual([creator, paid, given].map(({ address }) => address).sort())
    expect(wallets.get(paid.address)?.funding).toEqual({
      lamports: '1000000000',
      baseUnits: '0',
      transferCount: 1,
      txSignature: payment,
    })
    expect(wallets.get(given.address)).toMatchObject({
      baseUnits: '20000000000000',
      percent: 2,
      funding: { lamports: '0', baseUnits: '20000000000000' },
    })
    // 0.1 and 0.2 SOL of 1.3 in the curve.
    expect(found.creator.percent).toBeCloseTo((0.3 / 1.3) * 100, 1)
    expect(found.warnings).toContain('creator')
    expect(
      await until(
        () => xrayless(coin),
        (warnings) => warnings.includes('creator'),
      ),
    ).toContain('creator')
  })

  test('finds three wallets that bought in one slot, with their transactions', async () => {
    const { coin, found } = await staged(
      async () => {
        const coin = await launch(await wallet())
        await new Promise((resolve) => setTimeout(resolve, 500))
        await buyTogether(await Promise.all([wallet(), wallet(), wallet()]), coin, '0.05')
        return coin
      },
      ({ sameSlot }) => sameSlot.groupCount === 1,
    )
    expect(found.sameSlot.groups).toHaveLength(1)
    const [group] = found.sameSlot.groups
    expect(group).toMatchObject({ walletCount: 3, percent: found.sameSlot.percent })
    expect(found.sameSlot.percent).toBeCloseTo((0.15 / 1.15) * 100, 1)
    for (const { txSignature } of group?.buys ?? []) {
      const transaction = await rpc<{ slot: number }>(await wallet(0), 'getTransaction', [
        txSignature,
        { maxSupportedTransactionVersion: 0 },
      ])
      expect(transaction.slot).toBe(group?.slot)
    }
    expect(found.launchSlot).toMatchObject({ percent: 0, buyCount: 0 })
    expect(found.warnings).toContain('sameSlot')
    expect(await listed(coin, found.warnings.length)).toEqual(found.warnings)
  })

  test('finds who bought in the launch’s own slot and in its first ten seconds', async () => {
    const sniper = await wallet()
    const { found } = await staged(
      async () => {
        const coin = await launch(await wallet(), '0.01')
        await sniper.trade('BUY', coin.id, '0.2')
        return coin
      },
      ({ launchSlot }) => launchSlot.buyCount === 2,
    )
    expect(found.launchSlot.buys.map(({ walletAddress }) => walletAddress)).toContain(sniper.address)
    expect(found.launchSlot.percent).toBeCloseTo((0.21 / 1.21) * 100, 1)
    expect(found.launchSlot.othersPercent).toBeLessThan(found.launchSlot.percent)
    expect(found.opening.buyCount).toBe(2)
    expect(found.warnings).toEqual(['launchSlot'])
  })

  test('says of a quick buyer who is late for the slot that it was quick', async () => {
    const coin = await launch(await wallet())
    await new Promise((resolve) => setTimeout(resolve, 900))
    await (await wallet()).trade('BUY', coin.id, '0.4')
    const found = await xray(coin)
    expect(found.launchSlot).toMatchObject({ percent: 0, buyCount: 0 })
    expect(found.opening).toMatchObject({ buyCount: 1, percent: 28.57, othersPercent: 28.57 })
    expect(found.warnings).toEqual(['opening'])
  })

  test('of an ordinary launch says nothing unusual, and its bar is whole', async () => {
    const coin = ordinary
    await later()
    for (const sol of ['0.03', '0.04']) await (await wallet()).trade('BUY', coin.id, sol)
    const found = await xray(coin)
    expect(found.warnings).toEqual([])
    expect(found.creator).toMatchObject({ fundedCount: 0, isWhole: true, percent: 1.96 })
    expect(found.creator.wallets).toEqual([
      expect.objectContaining({ walletAddress: creator.address, isCreator: true, funding: null }),
    ])
    // Its own buy was in the launch's transaction, and nobody else was so quick.
    expect(found.launchSlot).toMatchObject({ percent: 1.96, othersPercent: 0, buyCount: 1, isWhole: true })
    expect(found.launchSlot.buys[0]).toMatchObject({ txSignature: coin.launchSignature, isCreator: true })
    expect(found.opening).toMatchObject({ percent: 1.96, othersPercent: 0, buyCount: 1 })
    expect(found.sameSlot).toEqual({ percent: 0, groups: [], groupCount: 0 })
    expect(found.holders.wallets).toHaveLength(3)
    const { creator: own, largest, others, pool } = found.bar
    expect(own + largest + others + pool).toBeCloseTo(100, 6)
    expect(found.pool.percent).toBe(pool)
    expect(await listed(coin, 0)).toEqual([])
  })

  test('finds a whale, whose NFTs count, and what is locked behind them', async () => {
    const coin = whales
    await later()
    const whale = await wallet()
    await whale.trade('BUY', coin.id, '1.2')
    await swap(whale, 'capture', coin.id, { count: 3 })
    const found = await xray(coin)
    expect(found.holders.percent).toBe(54.54)
    expect(found.holders.wallets).toEqual([
      expect.objectContaining({ walletAddress: whale.address, nftCount: 3, percent: 54.54 }),
    ])
    expect(found.nfts).toEqual({ percent: 0.3, count: 3, escrowAddress: coin.escrowAddress })
    expect(found.bar).toMatchObject({ creator: 0, largest: 54.54, pool: 45.45 })
    expect(found.warnings).toEqual(['holders'])
    expect(await listed(coin, 1)).toEqual(['holders'])
    const filtered = async (query: string) =>
      (await whale.get<Collection[]>(`/api/collections?search=${coin.symbol}&${query}`)).map(({ id }) => id)
    expect(await filtered('warningsMin=1&warningsMax=1')).toContain(coin.id)
    expect(await filtered('warningsMax=0')).not.toContain(coin.id)
    expect(await filtered('warningsMin=2')).not.toContain(coin.id)
  })

  test('is refused for a coin that is not there', () =>
    expect(
      createClient(server.origin).get('/api/collections/11111111111111111111111111111112/xray'),
    ).rejects.toMatchObject({ status: 404, code: 'collectionNotFound' }))
})

/** What the coin itself carries. */
const xrayless = async ({ id }: Collection) =>
  (await createClient(server.origin).get<Collection>(`/api/collections/${id}`)).warnings
