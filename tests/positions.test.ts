// What a coin's page says of the past, over HTTP: its activity by every filter, its holders as the chain has them, what two
// wallets' trades have cost and made them, and what its creator earned. On a real server; at the end rebuilt from the chain.

import type { ActivityPage, Holders } from '@twinmint/sdk/api/history/activity-contract'
import type { Portfolio } from '@twinmint/sdk/api/people/contract'
import type { Creator, Position } from '@twinmint/sdk/api/positions/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { Activity } from '@twinmint/sdk/api/records/trade'
import type { PreparedTransaction } from '@twinmint/sdk/api/wallet/contract'
import { curveStateOf, quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits } from '@twinmint/sdk/core/money'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boost, type Client, createClient, HttpFailure, swap } from './client.ts'
import { dumpIndex, rebuildIndex } from './index-rows.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'
import { sendTokens } from './tokens.ts'

const NFT_BASE_UNITS = 1_000_000_000_000n
let server: ServerProcess | undefined
let creator: Client
let alice: Client
let bob: Client
let coin: Collection

beforeAll(async () => {
  server = await startServerProcess()
  const { origin } = server
  ;[creator, alice, bob] = [createClient(origin), createClient(origin), createClient(origin)]
  await Promise.all([creator, alice, bob].map((client) => client.airdrop(10)))
  const image = await plainPicture()
  coin = await creator.launch({ name: 'Past Frog', symbol: 'PAST' }, image)
})
afterAll(async () => {
  await server?.remove()
})

const activityOf = (query = '') => alice.get<ActivityPage>(`/api/collections/${coin.id}/activity?${query}`)
const holders = () => alice.get<Holders>(`/api/collections/${coin.id}/holders`)

async function claim(client: Client): Promise<void> {
  const prepared = await client.post<PreparedTransaction>(
    `/api/collections/${coin.id}/claim/create-transaction`,
    {
      walletAddress: client.address,
    },
  )
  await client.post(`/api/collections/${coin.id}/claim`, {
    signedTransaction: client.sign(prepared.transaction),
  })
}

test('a creator without fees has nothing to claim, and a stranger never has', async () => {
  expect(await activityOf()).toEqual({ activity: [], nextCursor: null })
  await expect(claim(creator)).rejects.toMatchObject({ code: 'nothingToClaim' })
  await expect(claim(alice)).rejects.toMatchObject({ status: 403, code: 'notCreator' })
})

test('two wallets trade and swap, somebody boosts, the creator claims: all is activity, by every filter', async () => {
  await alice.trade('BUY', coin.id, '0.5')
  await bob.trade('BUY', coin.id, '0.05')
  await swap(alice, 'capture', coin.id, { count: 2 })
  await bob.trade('SELL', coin.id, '10000')
  await boost(bob, coin.id)
  await swap(alice, 'release', coin.id, { nftMints: [await nftMint(1)] })
  await claim(creator)
  await alice.trade('SELL', coin.id, '1000000')

  const all = await activityOf()
  expect(all.nextCursor).toBeNull()
  expect(all.activity.map(({ kind, walletAddress }) => `${kind} ${nameOf(walletAddress)}`)).toEqual([
    'SELL alice',
    'CLAIM creator',
    'SWAP_TO_TOKEN alice',
    'BOOST bob',
    'SELL bob',
    'SWAP_TO_NFT alice',
    'SWAP_TO_NFT alice',
    'BUY bob',
    'BUY alice',
  ])
  const sequences = all.activity.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((a, b) => b - a))
  expect(all.activity.find(({ kind }) => kind === 'BOOST')).toMatchObject({ solAmount: '1', price: null })

  // Read one at a time it is the same list, whatever the filter.
  const filters: Record<string, (one: Activity) => boolean> = {
    '': () => true,
    'kind=SELL': ({ kind }) => kind === 'SELL',
    'kind=SWAP_TO_NFT,SWAP_TO_TOKEN': ({ kind }) => kind.startsWith('SWAP'),
    'kind=BOOST,CLAIM': ({ kind }) => kind === 'BOOST' || kind === 'CLAIM',
    'minSol=0.05': ({ lamports }) => BigInt(lamports) >= 50_000_000n,
    'minSol=0.1': ({ lamports }) => BigInt(lamports) >= 100_000_000n,
    'minSol=0.5&kind=BUY': ({ kind, lamports }) => kind === 'BUY' && BigInt(lamports) >= 500_000_000n,
    [`wallet=${bob.address}`]: ({ walletAddress }) => walletAddress === bob.address,
    [`wallet=${bob.address}&kind=BUY,BOOST`]: ({ walletAddress, kind }) =>
      walletAddress === bob.address && (kind === 'BUY' || kind === 'BOOST'),
    [`wallet=${alice.address}&minSol=0.4`]: ({ walletAddress, lamports }) =>
      walletAddress === alice.address && BigInt(lamports) >= 400_000_000n,
    [`wallet=${creator.address}`]: ({ walletAddress }) => walletAddress === creator.address,
    'kind=GRADUATION': () => false,
  }
  for (const [query, wanted] of Object.entries(filters)) {
    const found: Activity[] = []
    for (let cursor: number | null | undefined; cursor !== null; ) {
      const page: ActivityPage = await activityOf(`${query}&limit=1${cursor ? `&cursor=${cursor}` : ''}`)
      expect(page.activity.length).toBeLessThanOrEqual(1)
      found.push(...page.activity)
      cursor = page.nextCursor
    }
    expect([query, found]).toEqual([query, all.activity.filter(wanted)])
  }
  for (const query of ['kind=LAUNCH', 'minSol=-1', 'limit=0', 'cursor=0'])
    await expect(activityOf(query)).rejects.toMatchObject({ status: 400, code: 'badRequest' })
  await expect(activityOf('wallet=nobody')).rejects.toMatchObject({ status: 400, code: 'invalidAddress' })
  const nowhere = '00000000-0000-8000-8000-000000000000'
  await expect(alice.get(`/api/collections/${nowhere}/activity`)).rejects.toBeInstanceOf(HttpFailure)
})

const nameOf = (address: string | null) =>
  ({ [alice.address]: 'alice', [bob.address]: 'bob', [creator.address]: 'creator' })[address ?? ''] ?? address

async function nftMint(tokenId: number): Promise<string> {
  const { nfts } = await alice.get<UserNfts>(`/api/user/nfts/${coin.id}/${alice.address}`)
  return nfts.find((nft) => nft.tokenId === tokenId)?.mintAddress ?? ''
}

test('holders are wallets alone, with their NFTs, and all shares are all there is', async () => {
  await sendTokens(alice, creator, { mint: coin.mintAddress, units: 5_000_000n, decimals: 6 })
  const { holders: list, curve, escrow, burned, firstTenPercent } = await holders()
  expect(list.map(({ ownerAddress, rank }) => `${rank} ${nameOf(ownerAddress)}`)).toEqual([
    '1 alice',
    '2 bob',
    '3 creator',
  ])
  expect(list.map(({ nftCount }) => nftCount)).toEqual([1, 0, 0])
  expect(list[2]).toMatchObject({ baseUnits: '5000000', since: null, isCreator: true })
  expect(Date.parse(list[0]?.since ?? '')).toBeGreaterThan(0)
  expect(burned).toEqual({ baseUnits: '0', sharePercent: 0 })
  expect(BigInt(escrow.baseUnits)).toBe(NFT_BASE_UNITS)
  const held = list.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n)
  expect(held + BigInt(curve.baseUnits) + BigInt(escrow.baseUnits)).toBe(1_000_000_000_000_000n)
  const shares = list.reduce((sum, { sharePercent }) => sum + sharePercent, 0)
  expect(Math.abs(shares - firstTenPercent)).toBeLessThan(0.05)
  expect(Math.abs(shares + curve.sharePercent - 100)).toBeLessThan(0.05)
})

const positionOf = ({ address }: Client) =>
  alice.get<Position>(`/api/collections/${coin.id}/position/${address}`)
const sum = (activity: readonly Activity[], kind: Activity['kind']) =>
  activity.reduce((total, one) => total + (one.kind === kind ? BigInt(one.lamports) : 0n), 0n)

test('a position is what was bought, sold and swapped; what was sent has no cost and is said', async () => {
  const { activity } = await activityOf(`wallet=${alice.address}`)
  const before = await positionOf(alice)
  expect(before).toMatchObject({ tradeCount: 5, nftCount: 1, nftsSentIn: 0, nftsSentOut: 0 })
  expect(before.transferredBaseUnits).toBe('-5000000')
  expect([before.boughtLamports, before.soldLamports]).toEqual([
    sum(activity, 'BUY').toString(),
    sum(activity, 'SELL').toString(),
  ])
  expect(BigInt(before.knownBaseUnits)).toBe(BigInt(before.baseUnits) + NFT_BASE_UNITS)
  // One buy: every coin cost the same, whatever was swapped; five coins of it were sent away.
  const bought = activity.find(({ kind }) => kind === 'BUY')
  const costOf = (baseUnits: bigint) => (500_000_000n * baseUnits) / BigInt(bought?.baseUnits ?? '1')
  const closeTo = (text: string, wanted: bigint) =>
    expect(Math.abs(Number(BigInt(text) - wanted))).toBeLessThanOrEqual(3)
  closeTo(before.costLamports, costOf(BigInt(before.knownBaseUnits)))
  closeTo(before.nftCostLamports, costOf(NFT_BASE_UNITS))
  closeTo(before.realisedLamports, sum(activity, 'SELL') - costOf(1_000_000_000_000n))
  const collection = await alice.get<Collection>(`/api/collections/${coin.id}`)
  const worth = quoteSell(curveStateOf(collection), baseUnits(BigInt(before.knownBaseUnits)))
  if (worth.kind === 'refused') throw new Error(worth.code)
  expect(before.worthLamports).toBe(worth.lamportsOut.toString())
  expect(BigInt(before.unrealisedLamports)).toBe(worth.lamportsOut - BigInt(before.costLamports))

  // The creator never traded: what it holds was sent to it, and what it sells for is no result.
  await sendTokens(alice, creator, { mint: await nftMint(2), units: 1n, decimals: 0 })
  expect(await positionOf(creator)).toMatchObject({
    tradeCount: 0,
    baseUnits: '5000000',
    knownBaseUnits: '0',
    averageCost: null,
    transferredBaseUnits: '5000000',
  })
  const promised = await positionOf(creator)
  const { trade } = await creator.trade('SELL', coin.id, '5')
  expect(trade.lamports).toBe(promised.worthLamports)
  expect(await positionOf(creator)).toMatchObject({
    realisedLamports: '0',
    unpricedLamports: trade.lamports,
    transferredBaseUnits: '5000000',
  })
  expect(await positionOf(alice)).toMatchObject({ nftCount: 0, nftsSentOut: 1, nftCostLamports: '0' })

  await expect(alice.get(`/api/collections/${coin.id}/position/nobody`)).rejects.toMatchObject({
    code: 'invalidAddress',
  })
})

test('the portfolio has the same position of every coin, and adds them up', async () => {
  const other = await alice.launch({ name: 'Other Frog', symbol: 'OTHER' }, await plainPicture())
  await bob.trade('BUY', other.id, '0.1')
  await bob.trade('SELL', other.id, '100000')
  const portfolio = await bob.get<Portfolio>(`/api/user/portfolio?walletAddress=${bob.address}`)
  expect(portfolio.holdings.map(({ collection }) => collection.id).toSorted()).toEqual(
    [coin.id, other.id].toSorted(),
  )
  for (const { collection, position, baseUnits, nftCount } of portfolio.holdings) {
    const alone = await bob.get<Position>(`/api/collections/${collection.id}/position/${bob.address}`)
    expect(position).toEqual(alone)
    expect({ baseUnits, nftCount }).toEqual({ baseUnits: alone.baseUnits, nftCount: alone.nftCount })
    expect(BigInt(alone.resultLamports)).toBe(
      BigInt(alone.realisedLamports) + BigInt(alone.unrealisedLamports),
    )
    const percent = (Number(alone.resultLamports) / Number(alone.boughtLamports)) * 100
    expect(Math.abs((alone.resultPercent ?? NaN) - percent)).toBeLessThanOrEqual(0.01)
  }
  const sumOf = (name: 'realisedLamports' | 'resultLamports') =>
    portfolio.holdings.reduce((all, { position }) => all + BigInt(position[name]), 0n).toString()
  expect(portfolio).toMatchObject({
    realisedLamports: sumOf('realisedLamports'),
    resultLamports: sumOf('resultLamports'),
    isPartial: false,
  })

  // Sent away out of the middle of a lot, it leaves with its cost: the portfolio finds the lot as the coin's page does.
  await sendTokens(bob, alice, { mint: other.mintAddress, units: 12_345_678n, decimals: 6 })
  const after = await bob.get<Portfolio>(`/api/user/portfolio?walletAddress=${bob.address}`)
  const sent = after.holdings.find(({ collection }) => collection.id === other.id)?.position
  expect(sent).toMatchObject({ transferredBaseUnits: '-12345678' })
  expect(sent).toEqual(await bob.get<Position>(`/api/collections/${other.id}/position/${bob.address}`))
})

test('a result is a picture of the chain’s facts, whatever its address adds', async () => {
  const cardOf = (wallet: string, query = '') =>
    fetch(`${alice.origin}/api/collections/${coin.id}/position/${wallet}/card.png${query}`)
  const shown = await cardOf(alice.address)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })

  const forged = await cardOf(alice.address, '?resultLamports=9000000000&percent=900&v=3')
  expect(Buffer.from(await forged.arrayBuffer())).toEqual(bytes)
  const hidden = await cardOf(alice.address, '?amounts=hidden')
  expect(hidden.headers.get('etag')).not.toBe(shown.headers.get('etag'))
  expect(Buffer.from(await hidden.arrayBuffer())).not.toEqual(bytes)
  const known = await fetch(shown.url, { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } })
  expect(known.status).toBe(304)

  // By its mint address it is the same one.
  const { mintAddress } = coin
  const byMint = await fetch(shown.url.replace(coin.id, mintAddress))
  expect(byMint.headers.get('etag')).toBe(shown.headers.get('etag'))

  expect((await cardOf(createClient(alice.origin).address)).status).toBe(404)
  expect((await cardOf('nobody')).status).toBe(400)
  expect((await cardOf(alice.address, '?amounts=doubled')).status).toBe(400)
  const page = await (await fetch(`${alice.origin}/result/${coin.id}/${alice.address}?amounts=hidden`)).text()
  expect(page).toContain(`/api/collections/${coin.id}/position/${alice.address}/card.png?amounts=hidden"`)
  expect(page).toContain('content="image/png"')
  expect((await fetch(`${alice.origin}/result/${coin.id}/nobody`)).status).toBe(404)
})

test('the creator: other launches, what it holds, fees to the lamport', async () => {
  const creatorOf = () => alice.get<Creator>(`/api/collections/${coin.id}/creator`)
  const before = await creatorOf()
  const { activity } = await activityOf()
  const claimed = sum(activity, 'CLAIM')
  expect(before).toMatchObject({ creatorAddress: creator.address, launches: 1, graduated: 0, others: [] })
  expect(before.feesClaimedLamports).toBe(claimed.toString())
  expect(BigInt(before.feesOwedLamports)).toBeGreaterThan(0n)
  expect(BigInt(before.feesEarnedLamports)).toBe(claimed + BigInt(before.feesOwedLamports))
  await claim(creator)
  expect(await creatorOf()).toMatchObject({
    feesEarnedLamports: before.feesEarnedLamports,
    feesClaimedLamports: before.feesEarnedLamports,
    feesOwedLamports: '0',
  })
})

// In `npm test` the positions of swap-history.test.ts are.
if (isSoak)
  test('the index is rebuilt to the same rows', async () => {
    await server?.stop()
    const folder = server?.folder ?? ''
    // Whom an NFT was sent to is noticed when somebody looks, so a fresh index has not heard of it yet.
    const dump = async () => ({ ...(await dumpIndex(folder)), nfts: [] })
    const before = await dump()
    expect(before).toMatchObject({ positions: { length: 4 }, nft_lots: { length: 1 } })
    rebuildIndex(folder)
    expect(await dump()).toEqual(before)
  })
