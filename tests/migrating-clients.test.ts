// A cluster between the upgrade of its program to the next version and the run that migrates everything: the server holds no key
// there, so whoever uses a coin first migrates it, in the transaction that the server prepares, and pays what the wallet's answer
// says.
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Fees, PreparedClaims } from '@twinmint/sdk/api/fees/contract'
import type { PreparedLaunch } from '@twinmint/sdk/api/launch/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { PreparedSwap } from '@twinmint/sdk/api/swap/contract'
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import { deriveConfigAddress } from '@twinmint/sdk/program/addresses'
import { readSignable } from '@twinmint/sdk/program/signable'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainRoutes } from '../packages/localnet/routes.ts'
import { nextElf } from '../program/test/harness.ts'
import { boost, type Client, createClient, executeMarket, inSeconds, prepareMarket, swap } from './client.ts'
import { buildNextServer } from './next-server.ts'
import { plainPicture } from './pictures.ts'
import {
  alice,
  bob,
  buy,
  type Coin,
  coin,
  creator,
  launch,
  makeAccount,
  openReleasedChain,
  program,
  sell,
  sendTo,
  upgradeCode,
} from './released-chain.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const SOL = 1_000_000_000n
const MARKET_GROWTH = 111_360n
const CONFIG_GROWTH = 55_680n

let chain: Awaited<ReturnType<typeof openReleasedChain>>
let built: Awaited<ReturnType<typeof buildNextServer>>
let node: FastifyInstance
let server: ServerProcess
let asAlice: Client
let asBob: Client
let asCreator: Client
const coins: Coin[] = []
/** By the coins' symbols, as the server knows them. */
const ids = new Map<string, string>()

beforeAll(async () => {
  ;[chain, built] = await Promise.all([openReleasedChain(), buildNextServer()])
  for (const number of [1, 2, 3, 4, 5, 6]) coins.push(await coin(`C${number}`, number))
  for (const each of coins) {
    await launch(chain, each)
    await sendTo(chain, [await makeAccount(each, alice), await buy(each, alice, SOL / 2n)], alice)
  }
  const [, , , , last] = coins
  if (last) await sendTo(chain, [await sell(last, alice, SOL * 1_000n)], alice)
  await upgradeCode(chain, nextElf)
  node = fastify()
  await node.register(chainRoutes(chain))
  await node.listen({ host: '127.0.0.1', port: 0 })
  const rpcUrl = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}/rpc`
  const env = { SOLANA_RPC_URL: rpcUrl, PROGRAM_ADDRESS: program }
  server = await startServerProcess({ main: built.main, env })
  asAlice = createClient(server.origin, alice)
  asBob = createClient(server.origin, bob)
  asCreator = createClient(server.origin, creator)
  const collections = await asAlice.get<Collection[]>('/api/collections?limit=20')
  for (const { symbol, id } of collections) ids.set(symbol, id)
})
afterAll(async () => {
  await server.remove()
  built.remove()
  await node.close()
  await chain.close()
  rmSync(chain.folder, { recursive: true })
})

const idOf = (number: number) => ids.get(`C${number}`) ?? ''
const marketOf = (number: number) => coins[number - 1]?.addresses.market
const read = (client: Client, transaction: string) => {
  const expected = { walletAddress: client.address, programAddress: program }
  const { own, migratedAddresses } = readSignable(Buffer.from(transaction, 'base64'), expected)
  return { own: own.map(({ name }) => name), migratedAddresses }
}
const migrationOf = async (client: Client, number: number) =>
  (await client.wallet(idOf(number))).coin?.migrationLamports
const prepareTrade = (client: Client, number: number, type: 'BUY' | 'SELL', amount: string) =>
  client.post<PreparedTrade>('/api/trades/create-transaction', {
    collectionId: idOf(number),
    traderAddress: client.address,
    type,
    amount,
  })
const execute = (client: Client, { transaction }: PreparedTrade) =>
  client.post('/api/trades/execute', { signedTransaction: client.sign(transaction) })
const versionOf = (number: number) => chain.getAccount(marketOf(number) ?? creator.address)?.data[1]

test('a launch migrates the Config, and its costs say so', async () => {
  const config = await deriveConfigAddress(program)
  expect(await migrationOf(asAlice, 1)).toBe(String(MARKET_GROWTH + CONFIG_GROWTH))
  const picture = await plainPicture()
  const prepared = await asBob.prepareLaunch({ symbol: 'NEW' }, picture)
  expect(read(asBob, prepared.transaction)).toEqual({ own: ['launch'], migratedAddresses: [config] })
  const before = chain.getBalance(bob.address)
  await asBob.post('/api/collections/launch', { signedTransaction: asBob.sign(prepared.transaction) })
  expect(before - chain.getBalance(bob.address)).toBe(BigInt(prepared.estimatedFees.totalLamports))
  expect(chain.getAccount(config)?.data[1]).toBe(3)

  const next = await asBob.prepareLaunch({ symbol: 'NXT' }, picture)
  expect(read(asBob, next.transaction).migratedAddresses).toEqual([])
  const rent = ({ estimatedFees }: PreparedLaunch) => BigInt(estimatedFees.rentLamports)
  expect(rent(prepared) - rent(next)).toBe(CONFIG_GROWTH)
})

test('a buy migrates the coin for what its quote says, and a second one prepared before goes through', async () => {
  expect(await migrationOf(asAlice, 1)).toBe(String(MARKET_GROWTH))
  // Little enough to leave the second one within its slippage.
  const prepared = await prepareTrade(asAlice, 1, 'BUY', '0.001')
  expect(prepared.quote.rentLamports).toBe(String(MARKET_GROWTH))
  expect(read(asAlice, prepared.transaction)).toEqual({ own: ['buy'], migratedAddresses: [marketOf(1)] })
  const late = await prepareTrade(asBob, 1, 'BUY', '0.1')
  const before = chain.getBalance(alice.address)
  await execute(asAlice, prepared)
  expect(before - chain.getBalance(alice.address)).toBe(SOL / 1_000n + MARKET_GROWTH + 5_000n)
  expect(versionOf(1)).toBe(3)
  expect(await migrationOf(asBob, 1)).toBe('0')

  await execute(asBob, late)
  const again = await prepareTrade(asBob, 1, 'BUY', '0.1')
  expect(read(asBob, again.transaction).migratedAddresses).toEqual([])
})

test('a sell does so too', async () => {
  const prepared = await prepareTrade(asAlice, 2, 'SELL', '1000000')
  expect(prepared.quote.rentLamports).toBe(String(MARKET_GROWTH))
  expect(read(asAlice, prepared.transaction)).toEqual({ own: ['sell'], migratedAddresses: [marketOf(2)] })
  const before = chain.getBalance(alice.address)
  await execute(asAlice, prepared)
  const out = BigInt(prepared.quote.amountOut)
  expect(chain.getBalance(alice.address) - before).toBe(out - MARKET_GROWTH - 5_000n)
})

test('of a swap in several transactions the first does', async () => {
  const request = { collectionId: idOf(3), userWallet: alice.address, count: 7 }
  const prepared = await asAlice.post<PreparedSwap>('/api/hybrid/capture', request)
  const migrated = prepared.transactions.map((each) => read(asAlice, each).migratedAddresses)
  expect(migrated).toEqual([[marketOf(3)], [], []])
  const before = chain.getBalance(alice.address)
  const { confirmed } = await swap(asAlice, 'capture', idOf(3), { count: 7 })
  expect(confirmed.flatMap(({ nfts }) => nfts)).toHaveLength(7)
  const { rentLamports, networkFeeLamports } = prepared.cost
  expect(before - chain.getBalance(alice.address)).toBe(BigInt(rentLamports) + BigInt(networkFeeLamports))
})

test('a boost and the claim of several coins do', async () => {
  await boost(asBob, idOf(4))
  expect(versionOf(4)).toBe(3)
  // Fees of before the upgrade, on a coin that nobody used since.
  const growth = async () =>
    (await asCreator.get<Fees>(`/api/user/fees?walletAddress=${creator.address}`)).migrationLamports
  expect(await growth()).toBe(String(MARKET_GROWTH))
  const claims = { walletAddress: creator.address, collectionIds: [idOf(2), idOf(5)] }
  const prepared = await asCreator.post<PreparedClaims>('/api/user/claims/create-transaction', claims)
  const [transaction = ''] = prepared.transactions
  expect(read(asCreator, transaction)).toEqual({
    own: ['claimCreatorFees', 'claimCreatorFees'],
    migratedAddresses: [marketOf(5)],
  })
  await asCreator.post('/api/user/claims', { signedTransaction: asCreator.sign(transaction) })
  expect(await growth()).toBe('0')
  expect([1, 2, 3, 4, 5].map(versionOf)).toEqual([3, 3, 3, 3, 3])
})

test('an offer for an NFT does', async () => {
  const body = { priceLamports: '1000000', editions: [1], expiresAt: inSeconds(600) }
  const prepared = await prepareMarket(asBob, 'offer', idOf(6), body)
  expect(read(asBob, prepared.transaction)).toEqual({ own: ['offer'], migratedAddresses: [marketOf(6)] })
  const before = chain.getBalance(bob.address)
  await executeMarket(asBob, idOf(6), prepared)
  const { lockedLamports, rentLamports, networkFeeLamports } = prepared.cost
  expect(before - chain.getBalance(bob.address)).toBe(
    BigInt(lockedLamports) + BigInt(rentLamports) + BigInt(networkFeeLamports),
  )
  expect(versionOf(6)).toBe(3)
})
