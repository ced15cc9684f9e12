// A coin's fees shared among several, on a real server: named, drawn, handed on and taken over, to the lamport; what each may
// draw and drew beside its own fees; and an index that a rebuild makes the same.

import type { ExecutedClaims, Fees, PreparedClaims } from '@twinmint/sdk/api/fees/contract'
import type { Creator } from '@twinmint/sdk/api/positions/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Activity } from '@twinmint/sdk/api/records/trade'
import type { PreparedTransaction } from '@twinmint/sdk/api/wallet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from './client.ts'
import { dumpIndex, rebuildIndex } from './index-rows.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'

const NETWORK_FEE = 5_000n
/** Of the 312 bytes of the shares. */
const RENT = 3_062_400n

let server: ServerProcess | undefined
let creator: Client
let ann: Client
let bob: Client
let trader: Client
let coin: Collection

beforeAll(async () => {
  server = await startServerProcess()
  const { origin } = server
  ;[creator, ann, bob, trader] = [0, 1, 2, 3].map(() => createClient(origin)) as [
    Client,
    Client,
    Client,
    Client,
  ]
  await Promise.all([creator, ann, bob, trader].map((client) => client.airdrop(10)))
  coin = await creator.launch(
    { name: 'Shared Fees', symbol: 'SHARE', devBuyAmount: '0' },
    await plainPicture(),
  )
})
afterAll(async () => {
  await server?.remove()
})

const owed = async () =>
  BigInt((await creator.get<Collection>(`/api/collections/${coin.id}`)).creatorFeesOwedLamports)
const sharesOf = async () => (await creator.get<Creator>(`/api/collections/${coin.id}/creator`)).feeShares
const feesOf = ({ address }: Client) => creator.get<Fees>(`/api/user/fees?walletAddress=${address}`)
const balanceOf = async (client: Client) => BigInt((await client.wallet()).lamports)
const path = (end = '') => `/api/collections/${coin.id}/fee-shares${end}`
const share = ({ address }: Client, bps: number) => ({ walletAddress: address, bps })

async function change(client: Client, body: object): Promise<void> {
  const { transaction } = await client.post<PreparedTransaction>(path('/create-transaction'), {
    walletAddress: client.address,
    ...body,
  })
  await client.post(path(), { signedTransaction: client.sign(transaction) })
}
async function draw(client: Client): Promise<void> {
  const { transaction } = await client.post<PreparedTransaction>(
    `/api/collections/${coin.id}/claim/create-transaction`,
    { walletAddress: client.address },
  )
  await client.post(`/api/collections/${coin.id}/claim`, { signedTransaction: client.sign(transaction) })
}
async function gained(client: Client, act: () => Promise<unknown>): Promise<bigint> {
  const had = await balanceOf(client)
  await act()
  return (await balanceOf(client)) - had
}
async function sells(): Promise<void> {
  await trader.trade('BUY', coin.id, '1')
  await trader.trade('SELL', coin.id, '1000000')
}

test('the first naming pays the creator; then each draws its share, alone or with other claims', async () => {
  await sells()
  const first = await owed()
  expect(first > 0n).toBe(true)
  expect(await sharesOf()).toBeNull()
  const receivers = [share(creator, 5_000), share(ann, 3_000), share(bob, 2_000)]
  await expect(change(ann, { action: 'set', receivers })).rejects.toMatchObject({ code: 'notCreator' })
  for (const wrong of [[share(ann, 9_999)], [share(ann, 5_000), share(ann, 5_000)]])
    await expect(change(creator, { action: 'set', receivers: wrong })).rejects.toMatchObject({
      code: 'feeSharesOutOfRange',
    })
  // Said before anything is signed, and by how much.
  const empty = createClient(server?.origin ?? '')
  await expect(
    change(creator, { action: 'set', receivers: [share(ann, 5_000), share(empty, 5_000)] }),
  ).rejects.toMatchObject({
    code: 'feeSharesOutOfRange',
    message: expect.stringMatching(/^400: The wallet \S+ is empty: send it 0\.00089088 SOL first\.$/),
  })
  expect(await gained(creator, () => change(creator, { action: 'set', receivers }))).toBe(
    first - RENT - NETWORK_FEE,
  )
  expect(await owed()).toBe(0n)
  expect(await sharesOf()).toMatchObject({
    authorityAddress: creator.address,
    pendingAddress: null,
    receivers: [
      { walletAddress: creator.address, bps: 5_000, isConfirmed: true, dueLamports: '0' },
      { walletAddress: ann.address, bps: 3_000, isConfirmed: false },
      { walletAddress: bob.address, bps: 2_000, isConfirmed: false },
    ],
  })

  await draw(bob)
  await expect(draw(bob)).rejects.toMatchObject({ code: 'nothingToClaim' })
  await expect(draw(trader)).rejects.toMatchObject({ code: 'notFeeShares' })
  await sells()
  const second = await owed()
  const due = (bps: bigint) => (second * bps) / 10_000n
  expect((await feesOf(ann)).coins).toMatchObject([
    { owedLamports: due(3_000n).toString(), claimedLamports: '0', share: { bps: 3_000, isConfirmed: false } },
  ])
  expect(await feesOf(creator)).toMatchObject({
    owedLamports: due(5_000n).toString(),
    claimedLamports: first.toString(),
  })
  const prepared = await ann.post<PreparedClaims>('/api/user/claims/create-transaction', {
    walletAddress: ann.address,
    collectionIds: [coin.id],
  })
  const [transaction = ''] = prepared.transactions
  const { claims } = await ann.post<ExecutedClaims>('/api/user/claims', {
    signedTransaction: ann.sign(transaction),
  })
  expect(claims).toEqual([{ collectionId: coin.id, lamports: due(3_000n).toString() }])
  expect(await owed()).toBe(second - due(3_000n))
  expect(await feesOf(ann)).toMatchObject({ owedLamports: '0', claimedLamports: due(3_000n).toString() })
  expect((await sharesOf())?.receivers.map(({ isConfirmed }) => isConfirmed)).toEqual([true, true, true])
  const { activity } = await creator.get<{ activity: Activity[] }>(
    `/api/collections/${coin.id}/activity?kinds=CLAIM`,
  )
  expect(activity[0]).toMatchObject({ kind: 'CLAIM', walletAddress: ann.address })
})

test('the right is offered, withdrawn, offered and accepted: those so far are paid, and others follow', async () => {
  await expect(change(ann, { action: 'offer', toAddress: ann.address })).rejects.toMatchObject({
    code: 'notFeeShares',
  })
  const mine = { action: 'accept', receivers: [share(bob, 10_000)] }
  await change(creator, { action: 'offer', toAddress: bob.address })
  expect((await sharesOf())?.pendingAddress).toBe(bob.address)
  await expect(change(ann, mine)).rejects.toMatchObject({ code: 'notOffered' })
  await change(creator, { action: 'withdraw' })
  await expect(change(bob, mine)).rejects.toMatchObject({ code: 'notOffered' })
  await change(creator, { action: 'offer', toAddress: bob.address })

  await sells()
  const before = await feesOf(creator)
  const due = BigInt(before.owedLamports)
  expect(await gained(creator, () => change(bob, mine))).toBe(due)
  expect(await sharesOf()).toMatchObject({
    authorityAddress: bob.address,
    pendingAddress: null,
    receivers: [{ walletAddress: bob.address, bps: 10_000, isConfirmed: true }],
  })
  expect(await feesOf(creator)).toMatchObject({
    owedLamports: '0',
    claimedLamports: (BigInt(before.claimedLamports) + due).toString(),
    coins: [{ share: { bps: 0 } }],
  })
  await expect(draw(creator)).rejects.toMatchObject({ code: 'notFeeShares' })
  await expect(change(creator, { action: 'set', receivers: [share(creator, 10_000)] })).rejects.toMatchObject(
    { code: 'notFeeShares' },
  )
  expect((await creator.get<Collection>(`/api/collections/${coin.id}`)).creatorAddress).toBe(creator.address)
  await sells()
  const all = await owed()
  expect(await gained(bob, () => draw(bob))).toBe(all - NETWORK_FEE)
})

if (isSoak)
  test('an index that is rebuilt has the same rows', async () => {
    await server?.stop()
    const { folder } = server ?? {}
    if (folder === undefined) throw new Error('the server has a folder')
    const before = await dumpIndex(folder)
    expect(
      [before['fee_shares'], before['fee_receivers'], before['fee_payments']].map((rows) => rows?.length),
    ).toEqual([1, 4, 4])
    rebuildIndex(folder)
    expect(await dumpIndex(folder)).toEqual(before)
  })
