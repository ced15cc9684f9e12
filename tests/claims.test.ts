// A creator's fees of all coins with one claim, on a real server: to the lamport, in as few transactions as fit, never those
// of somebody else, and whatever vanishes meanwhile.

import { CLAIMS_PER_TRANSACTION } from '@twinmint/sdk/actions/fees/transaction'
import type { ExecutedClaims, Fees, PreparedClaims } from '@twinmint/sdk/api/fees/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { bytesOfBase64, readSignable } from '@twinmint/sdk/program/signable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'

/** For the signature of each transaction. */
const NETWORK_FEE = 5_000n
/** What each transaction may pay to be first. */
const FEE = 40_000n
/** More than fit into one transaction. */
const MANY = 32

let server: ServerProcess | undefined
let creator: Client
let stranger: Client
let image: Uint8Array

beforeAll(async () => {
  server = await startServerProcess()
  const { origin } = server
  ;[creator, stranger] = [createClient(origin), createClient(origin)]
  await Promise.all([creator, stranger].map((client) => client.airdrop(10)))
  image = await plainPicture()
})
afterAll(async () => {
  await server?.remove()
})

const feesOf = ({ address }: Client) => creator.get<Fees>(`/api/user/fees?walletAddress=${address}`)
const owedOf = async (coin: Collection) =>
  BigInt((await creator.get<Collection>(`/api/collections/${coin.id}`)).creatorFeesOwedLamports)
const balanceOf = async (client: Client) => BigInt((await client.wallet()).lamports)
const prepare = (client: Client, coins: readonly Collection[], priorityFeeLamports = '0') =>
  client.post<PreparedClaims>('/api/user/claims/create-transaction', {
    walletAddress: client.address,
    collectionIds: coins.map(({ id }) => id),
    priorityFeeLamports,
  })
const send = (client: Client, transaction: string) =>
  client.post<ExecutedClaims>('/api/user/claims', { signedTransaction: client.sign(transaction) })

/** Launched by the wallet itself, bought in the same transaction, and sold in part: so there are fees. */
async function coinWithFees(client: Client, name: string): Promise<Collection> {
  const coin = await client.launch({ name, symbol: 'FEES', devBuyAmount: '0.01' }, image)
  await client.trade('SELL', coin.id, '1000000')
  return coin
}

test('two coins are claimed at once, to the lamport; again there is nothing', async () => {
  const coins = [await coinWithFees(creator, 'Fee One'), await coinWithFees(creator, 'Fee Two')]
  await stranger.trade('BUY', coins[1]?.id ?? '', '0.2')
  await stranger.trade('SELL', coins[1]?.id ?? '', '2000000')
  const owed = await Promise.all(coins.map(owedOf))
  const total = owed.reduce((sum, each) => sum + each, 0n)
  expect(owed[1]).toBeGreaterThan(owed[0] ?? 0n)
  const before = await feesOf(creator)
  expect(before).toMatchObject({
    owedLamports: total.toString(),
    claimedLamports: '0',
    isPartial: false,
    // The most owed first.
    coins: [
      { collection: { id: coins[1]?.id }, claimedLamports: '0' },
      { collection: { id: coins[0]?.id }, claimedLamports: '0' },
    ],
  })

  const { transactions } = await prepare(creator, [...coins, ...coins])
  expect(transactions).toHaveLength(1)
  const had = await balanceOf(creator)
  const answer = await send(creator, transactions[0] ?? '')
  expect(answer.claims).toEqual(
    expect.arrayContaining(coins.map(({ id }, at) => ({ collectionId: id, lamports: owed[at]?.toString() }))),
  )
  expect(await balanceOf(creator)).toBe(had + total - NETWORK_FEE)
  expect(await Promise.all(coins.map(owedOf))).toEqual([0n, 0n])
  expect(await feesOf(creator)).toMatchObject({ owedLamports: '0', claimedLamports: total.toString() })
  // Handed in twice it answers the same.
  expect((await send(creator, transactions[0] ?? '')).claims).toEqual(answer.claims)
  await expect(prepare(creator, coins)).rejects.toMatchObject({ status: 409, code: 'nothingToClaim' })
})

test('somebody else’s coin, one that is not there, and what is no claim are refused', async () => {
  const own = await coinWithFees(stranger, 'Not Yours')
  const mine = await coinWithFees(creator, 'Fee Three')
  await expect(prepare(creator, [mine, own])).rejects.toMatchObject({ status: 403, code: 'notCreator' })
  const none = { ...mine, id: '00000000-0000-4000-8000-000000000000' }
  await expect(prepare(creator, [mine, none])).rejects.toMatchObject({ code: 'collectionNotFound' })
  for (const collectionIds of [[], ['x'], Array.from({ length: 101 }, () => mine.id)])
    await expect(
      creator.post('/api/user/claims/create-transaction', { walletAddress: creator.address, collectionIds }),
    ).rejects.toMatchObject({ status: 400 })
  const trade = await creator.post<{ transaction: string }>('/api/trades/create-transaction', {
    collectionId: mine.id,
    traderAddress: creator.address,
    type: 'SELL',
    amount: '1000',
  })
  await expect(send(creator, trade.transaction)).rejects.toMatchObject({ code: 'wrongTransaction' })
  expect(await feesOf(createClient(creator.origin))).toMatchObject({ coins: [], owedLamports: '0' })
})

if (isSoak)
  test('more than thirty coins are claimed by transactions that are signed together', async () => {
    const many = createClient(creator.origin)
    await many.airdrop(10)
    const coins: Collection[] = []
    for (let at = 0; at < MANY; at += 4)
      coins.push(...(await Promise.all([0, 1, 2, 3].map((more) => coinWithFees(many, `Many ${at + more}`)))))
    const total = BigInt((await feesOf(many)).owedLamports)
    const { transactions } = await prepare(many, coins, FEE.toString())
    expect(transactions).toHaveLength(Math.ceil(MANY / CLAIMS_PER_TRANSACTION))
    const { programAddress } = await many.get<{ programAddress: string }>('/api/config')
    const fees = transactions.map(
      (transaction) =>
        readSignable(bytesOfBase64(transaction), { programAddress, walletAddress: many.address })
          .priorityFeeLamports,
    )
    for (const paid of fees) expect([paid <= FEE, paid >= FEE - 1n]).toEqual([true, true])

    // The last coin of the second transaction is claimed elsewhere meanwhile: that one fails whole, the other goes through.
    const alone = await prepare(many, coins.slice(-1))
    await send(many, alone.transactions[0] ?? '')
    const had = await balanceOf(many)
    const [first = '', second = ''] = transactions
    const { claims } = await send(many, first)
    expect(claims).toHaveLength(CLAIMS_PER_TRANSACTION)
    await expect(send(many, second)).rejects.toMatchObject({ code: 'nothingToClaim' })
    const brought = claims.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)
    expect(await balanceOf(many)).toBe(had + brought - NETWORK_FEE - (fees[0] ?? 0n))

    // Prepared anew the vanished one is left out and stops none.
    const rest = await prepare(many, coins)
    expect(rest.transactions).toHaveLength(1)
    expect((await send(many, rest.transactions[0] ?? '')).claims).toHaveLength(
      MANY - CLAIMS_PER_TRANSACTION - 1,
    )
    expect(await feesOf(many)).toMatchObject({ owedLamports: '0', claimedLamports: total.toString() })
  })
