// Priority fees and what wallets add, over the API of the built server: what is prepared, what is paid, what is taken.

import type { Address } from '@solana/kit'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { PreparedSwap } from '@twinmint/sdk/api/swap/contract'
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import type { PreparedTransaction, PriorityFees } from '@twinmint/sdk/api/wallet/contract'
import { assert } from '@twinmint/sdk/core/assert'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { readSignable } from '@twinmint/sdk/program/signable'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { type Client, createClient } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { assertionOf, instructionsOf, memoOf, rewritten, transferOf } from './wallet-additions.ts'

let server: ServerProcess
let trader: Client
let coin: Collection
let programAddress: Address
beforeAll(async () => {
  server = await startServerProcess()
  trader = createClient(server.origin)
  await trader.airdrop(10)
  coin = await trader.launch({ symbol: 'FEE', devBuyAmount: '0.5' }, await plainPicture())
  programAddress = (await trader.get<SiteConfig>('/api/config')).programAddress as Address
})
afterAll(() => server.remove())

const bytes = (transaction: string) => Buffer.from(transaction, 'base64')
const read = (transaction: string) =>
  readSignable(bytes(transaction), { walletAddress: trader.address, programAddress })
const prepareBuy = (priorityFeeLamports?: string) =>
  trader.post<PreparedTrade>('/api/trades/create-transaction', {
    collectionId: coin.id,
    traderAddress: trader.address,
    type: 'BUY',
    amount: '0.01',
    ...(priorityFeeLamports === undefined ? {} : { priorityFeeLamports }),
  })
const execute = (transaction: string) =>
  trader.post('/api/trades/execute', { signedTransaction: trader.sign(transaction) })
const balance = async () => BigInt((await trader.wallet()).lamports)
const failure = (status: number, code: string) => expect.objectContaining({ status, code })
/** The limit that it asks for. */
const unitLimitOf = (transaction: string) => {
  const [limit] = instructionsOf(bytes(transaction))
  return Buffer.from(limit?.data ?? []).readUInt32LE(1)
}

describe('a priority fee', () => {
  test('is offered in three levels, for a transaction of each kind', async () => {
    const fees = await trader.get<PriorityFees>(`/api/collections/${coin.id}/priority-fees`)
    expect(fees).toEqual({
      trade: { normal: '1000', fast: '5000', turbo: '25000' },
      swap: { normal: '6000', fast: '30000', turbo: '150000' },
      launch: { normal: '4000', fast: '20000', turbo: '100000' },
      boost: { normal: '1000', fast: '3000', turbo: '13000' },
      claim: { normal: '1000', fast: '3000', turbo: '13000' },
      levelLamportsMax: '5000000',
      lamportsMax: '50000000',
    })
    // Nobody competes for the coin, nor for the program's configuration.
    expect(await trader.get('/api/priority-fees')).toEqual(fees)
    await expect(trader.get('/api/collections/nobody/priority-fees')).rejects.toEqual(
      failure(404, 'collectionNotFound'),
    )
  })

  test('is asked for by a limit that was tried and a price, told in the quote, and paid to the lamport', async () => {
    const asked = 700_000n
    const { transaction, quote } = await prepareBuy(asked.toString())
    expect(quote.networkFeeLamports).toBe('705000')
    const { priorityFeeLamports, walletInstructions } = read(transaction)
    expect([priorityFeeLamports <= asked, asked - priorityFeeLamports <= 1n]).toEqual([true, true])
    expect(walletInstructions).toBe(0)
    // A buy of coins that it has an account for uses 8,000, and the margin is a fifth and 20,000.
    expect(unitLimitOf(transaction)).toBeGreaterThan(26_000)
    expect(unitLimitOf(transaction)).toBeLessThan(36_000)
    const before = await balance()
    await execute(transaction)
    expect(before - (await balance())).toBe(10_000_000n + 5_000n + priorityFeeLamports)
  })

  test('that nobody asked for is none', async () => {
    const { transaction, quote } = await prepareBuy()
    expect(quote.networkFeeLamports).toBe('5000')
    expect(instructionsOf(bytes(transaction)).map((each) => each.programAddress)).toEqual([programAddress])
  })

  test.each(['50000001', '-1', '1.5', '1e3', '99999999999', 'x', ''])('of “%s” is refused', async (text) => {
    await expect(prepareBuy(text)).rejects.toEqual(failure(400, 'badRequest'))
  })

  test('is counted among what the wallet must have', async () => {
    const poor = createClient(server.origin)
    await poor.airdrop(0.06)
    const of = (priorityFeeLamports: string) =>
      poor.post('/api/trades/create-transaction', {
        collectionId: coin.id,
        traderAddress: poor.address,
        type: 'BUY',
        amount: '0.05',
        priorityFeeLamports,
      })
    await of('1000')
    await expect(of('9000000')).rejects.toEqual(failure(400, 'insufficientLamports'))
  })

  test('is asked for in each transaction of a swap, also in those that can’t be tried before the first', async () => {
    const prepared = await trader.post<PreparedSwap>('/api/hybrid/capture', {
      collectionId: coin.id,
      userWallet: trader.address,
      count: 7,
      priorityFeeLamports: '40000',
    })
    expect(prepared.transactions).toHaveLength(3)
    expect(prepared.cost.networkFeeLamports).toBe('135000')
    const before = await balance()
    let paid = 0n
    for (const [at, transaction] of prepared.transactions.entries()) {
      const { priorityFeeLamports } = read(transaction)
      expect(priorityFeeLamports <= 40_000n && priorityFeeLamports >= 39_999n).toBe(true)
      // Three mints of 68,000 with a margin, or what is asked for untried.
      expect(unitLimitOf(transaction)).toBeGreaterThan(at === 2 ? 100_000 : 220_000)
      await trader.post('/api/hybrid/capture/confirm', {
        collectionId: coin.id,
        userWallet: trader.address,
        signedTransaction: trader.sign(transaction),
      })
      paid += priorityFeeLamports + 5_000n
    }
    const { rentLamports, rentBackLamports } = prepared.cost
    expect(before - (await balance())).toBe(paid + BigInt(rentLamports) - BigInt(rentBackLamports))
  })
})

describe('a boost and a claim', () => {
  /** What it pays, for itself, with so much to be first. */
  const pays = async (what: 'boost' | 'claim', priorityFeeLamports: string) => {
    const path = `/api/collections/${coin.id}/${what}`
    const body = { walletAddress: trader.address, priorityFeeLamports }
    const { transaction } = await trader.post<PreparedTransaction>(`${path}/create-transaction`, body)
    const before = await balance()
    await trader.post(path, { signedTransaction: trader.sign(transaction) })
    return { transaction, paid: before - (await balance()), fee: read(transaction).priorityFeeLamports }
  }

  test('pay what was asked for, and no lamport more', async () => {
    const boosted = await pays('boost', '300000')
    expect(boosted.fee <= 300_000n && boosted.fee >= 299_999n).toBe(true)
    expect(boosted.paid).toBe(BigInt(coin.boostPriceLamports) + 5_000n + boosted.fee)
    // A boost uses 3,400, and the margin is a fifth and 20,000.
    expect(unitLimitOf(boosted.transaction)).toBeLessThan(30_000)

    await trader.trade('SELL', coin.id, '1000000')
    const { creatorFeesOwedLamports } = await trader.get<Collection>(`/api/collections/${coin.id}`)
    const claimed = await pays('claim', '200000')
    expect(claimed.fee <= 200_000n && claimed.fee >= 199_999n).toBe(true)
    expect(claimed.paid).toBe(5_000n + claimed.fee - BigInt(creatorFeesOwedLamports))
    expect(unitLimitOf(claimed.transaction)).toBeLessThan(30_000)
  })

  test('that asks for too much is refused', async () => {
    for (const what of ['boost', 'claim'] as const)
      await expect(pays(what, '50000001')).rejects.toEqual(failure(400, 'badRequest'))
  })
})

describe('a launch', () => {
  const FEE = 700_000n
  const whole = { devBuyAmount: '0.1', boostLaunch: true, priorityFeeLamports: FEE.toString() }
  const prepared = async (form: object) => trader.prepareLaunch({ ...whole, ...form }, await plainPicture())
  const byteCount = (transaction: string) => bytes(transaction).length

  test('pays it, tells it among the costs, and pays that to the lamport', async () => {
    const { transaction, estimatedFees } = await prepared({ symbol: 'RUSH' })
    const { priorityFeeLamports, own } = read(transaction)
    expect(own.map(({ name }) => name)).toEqual(['launch', 'buy', 'boost'])
    expect(priorityFeeLamports <= FEE && priorityFeeLamports >= FEE - 1n).toBe(true)
    expect(estimatedFees.networkFeeLamports).toBe((5_000n + priorityFeeLamports).toString())
    // It uses about 120,000.
    expect(unitLimitOf(transaction)).toBeGreaterThan(120_000)
    expect(unitLimitOf(transaction)).toBeLessThan(200_000)
    const before = await balance()
    await trader.post('/api/collections/launch', { signedTransaction: trader.sign(transaction) })
    expect(before - (await balance())).toBe(BigInt(estimatedFees.totalLamports))
  })

  test('costs the same without it but for the fee', async () => {
    const [dear, plain] = [await prepared({}), await prepared({ priorityFeeLamports: '0' })]
    expect(plain.estimatedFees.networkFeeLamports).toBe('5000')
    expect(dear.estimatedFees.rentLamports).toBe(plain.estimatedFees.rentLamports)
    // The seeds that were found for the two may differ in length.
    const bytesBesideSeed = (transaction: string) => {
      const launch = read(transaction).own.find(({ name }) => name === 'launch')
      assert(launch?.name === 'launch', 'it launches')
      return byteCount(transaction) - launch.texts.seed.length
    }
    expect(bytesBesideSeed(dear.transaction) - bytesBesideSeed(plain.transaction)).toBe(52)
  })

  test.each([
    ['as long as may be, in letters', ['N'.repeat(50), 'S'.repeat(10), 'C'.repeat(50)]],
    ['of so many bytes as the documentation says', ['🐸'.repeat(42), '🐸'.repeat(10), '🐸'.repeat(38)]],
  ])(
    'has room for it and for what wallets add with texts %s',
    async (_, [name = '', symbol = '', collectionName = '']) => {
      const texts = { name, symbol, collectionName }
      const { transaction } = await prepared(texts)
      expect(read(transaction).priorityFeeLamports).toBeGreaterThan(0n)
      // Under the longest address that a server has, 53 characters, it is longer by what this one lacks.
      const longest = byteCount(transaction) + 53 - server.origin.length
      expect(longest + 66).toBeLessThanOrEqual(1_232)
    },
  )

  test.each([
    ['and wallets have room up to so many bytes as the documentation says', 42, 66],
    ['and wallets have none beyond', 50, 0],
  ])('leaves it out where four bytes a character take its room, %s', async (_, characters, added) => {
    const texts = { name: '🐸'.repeat(50), symbol: '🐸'.repeat(10), collectionName: '🐸'.repeat(characters) }
    const { transaction, estimatedFees } = await prepared(texts)
    expect(read(transaction).priorityFeeLamports).toBe(0n)
    expect(estimatedFees.networkFeeLamports).toBe('5000')
    const longest = byteCount(transaction) + 60 - server.origin.length
    expect(longest + added).toBeLessThanOrEqual(1_232)
    await trader.post('/api/collections/launch', { signedTransaction: trader.sign(transaction) })
  })

  test('that asks for too much is refused', async () => {
    await expect(prepared({ priorityFeeLamports: '50000001' })).rejects.toEqual(failure(400, 'badRequest'))
  })
})

describe('what a wallet adds', () => {
  const payer = () => trader.address as Address
  const withMore = async (...more: readonly Instruction[]) => {
    const { transaction } = await prepareBuy('1000')
    return rewritten(transaction, (instructions) => [...instructions, ...more])
  }

  test('is taken: a transfer and a Memo', async () => {
    const wallet = createKeypair().address
    const before = await balance()
    await execute(await withMore(transferOf(payer(), wallet, 2_000_000n), memoOf('thanks')))
    expect(before - (await balance())).toBeGreaterThanOrEqual(10_000_000n + 2_000_000n + 5_000n)
  })

  test('is not what is refused for it: assertions go to the chain, where this one has no Lighthouse', async () => {
    await expect(execute(await withMore(assertionOf(payer())))).rejects.not.toMatchObject({
      code: 'wrongTransaction',
    })
  })

  test('is nothing else: another program, an account of Lighthouse, an instruction of ours, what somebody else signs', async () => {
    const other = createKeypair().address
    const addresses = await deriveMarketAddresses(programAddress, coin.mintAddress as Address)
    const strange: Instruction[] = [
      { ...memoOf('x'), programAddress: other },
      { ...assertionOf(payer()), data: Uint8Array.of(0, 0, 0) },
      { ...assertionOf(payer()), accounts: [{ address: other, signer: false, writable: true }] },
      buildInstruction(programAddress, 'boost', { ...addresses, payer: payer() }),
      { ...transferOf(payer(), other, 1n), data: Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0) },
    ]
    for (const each of strange)
      await expect(execute(await withMore(each))).rejects.toEqual(failure(400, 'wrongTransaction'))
  })
})
