// What followed wallets do, over HTTP and the live stream: only to who follows them, on the built server.

import type { Following } from '@twinmint/sdk/api/follows/contract'
import type { Feed, LatestTrades } from '@twinmint/sdk/api/follows/feed-contract'
import { FOLLOWED_MAX } from '@twinmint/sdk/api/follows/rules'
import type { ActivityPage } from '@twinmint/sdk/api/history/activity-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boost, type Client, createClient, nextSecond, swap } from './client.ts'
import { readLive } from './live.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

let server: ServerProcess
let alice: Client
let bob: Client
let eve: Client
let frog: Collection
let toad: Collection

beforeAll(async () => {
  server = await startServerProcess()
  const { origin } = server
  ;[alice, bob, eve] = [createClient(origin), createClient(origin), createClient(origin)]
  await Promise.all([alice, bob, eve].map((client) => client.airdrop(10)))
  const image = await plainPicture()
  frog = await eve.launch({ name: 'Frog', symbol: 'FROG' }, image)
  toad = await eve.launch({ name: 'Toad', symbol: 'TOAD' }, image)
  await alice.signIn()
  await eve.signIn()
})
afterAll(() => server.remove())

const failure = (status: number, code: string) => expect.objectContaining({ status, code })
const FEED = '/api/user/following/trades'
const feedOf = (client: Client, query = '') => client.get<Feed>(`${FEED}?${query}`)
const follow = (client: Client, followed: Client) => client.put(`/api/user/following/${followed.address}`, {})

test('the feed has the trades and swaps of followed wallets in all coins, page by page, and nobody else’s', async () => {
  expect(await feedOf(alice)).toEqual({ trades: [], activity: [], collections: [], nextCursor: null })
  const first = await bob.trade('BUY', frog.id, '0.5')
  await eve.trade('BUY', frog.id, '0.01')
  await nextSecond()
  const second = await bob.trade('BUY', toad.id, '0.1')
  await nextSecond()
  await swap(bob, 'capture', frog.id, { count: 1 })
  await follow(alice, bob)
  const feed = await feedOf(alice)
  expect(feed.trades.map(({ type, collectionId }) => [type, collectionId])).toEqual([
    ['SWAP_TO_NFT', frog.id],
    ['BUY', toad.id],
    ['BUY', frog.id],
  ])
  expect(feed.trades.slice(1)).toEqual([second.trade, first.trade])
  expect(feed.collections.map(({ name }) => name).sort()).toEqual(['Frog', 'Toad'])
  const found = []
  for (let cursor = ''; ; ) {
    const page = await feedOf(alice, `limit=2${cursor}`)
    found.push(...page.trades)
    if (page.nextCursor === null) break
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
  expect(found).toEqual(feed.trades)

  await follow(alice, eve)
  const { trades } = await alice.get<LatestTrades>('/api/user/following/latest')
  expect(trades.map(({ traderAddress, coin }) => [traderAddress, coin.name])).toEqual([
    [bob.address, 'Frog'],
    [eve.address, 'Frog'],
  ])
  expect((await feedOf(alice)).trades).toHaveLength(4)
  await alice.delete(`/api/user/following/${eve.address}`)
  // Not the coins beside them: their courses go on with the time.
  expect((await feedOf(alice)).trades).toEqual(feed.trades)
})

test('a coin’s activity of followed wallets, with boosts and claims, by kind and size', async () => {
  await boost(eve, frog.id)
  const activity = (client: Client, query = '') =>
    client.get<ActivityPage>(`/api/collections/${frog.id}/activity?following=true${query}`)
  const kinds = async (query?: string) =>
    (await activity(alice, query)).activity.map(({ kind, walletAddress }) => [kind, walletAddress])
  expect(await kinds()).toEqual([
    ['SWAP_TO_NFT', bob.address],
    ['BUY', bob.address],
  ])
  expect(await kinds('&kind=BUY&minSol=0.1')).toEqual([['BUY', bob.address]])
  // Whose is asked for is who is followed, whatever else is said.
  expect(await kinds(`&wallet=${eve.address}`)).toHaveLength(2)
  await follow(alice, eve)
  expect((await kinds()).map(([kind]) => kind)).toEqual(['BOOST', 'SWAP_TO_NFT', 'BUY', 'BUY'])
  await alice.delete(`/api/user/following/${eve.address}`)
  expect(await activity(eve)).toEqual({ activity: [], nextCursor: null })
  await expect(activity(bob)).rejects.toEqual(failure(401, 'notSignedIn'))
  const answer = await fetch(`${server.origin}/api/collections/${frog.id}/activity?following=true`, {
    headers: { cookie: alice.cookie() ?? '' },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('strangers get no feed, and what is asked for has its bounds', async () => {
  for (const path of [FEED, '/api/user/following/latest'])
    await expect(bob.get(path)).rejects.toEqual(failure(401, 'notSignedIn'))
  for (const query of ['limit=51', 'limit=0', 'cursor=nonsense', `cursor=${'x'.repeat(300)}`])
    await expect(feedOf(alice, query)).rejects.toEqual(failure(400, 'badRequest'))
  await expect(alice.get(`/api/collections/${frog.id}/activity?following=${bob.address}`)).rejects.toEqual(
    failure(400, 'badRequest'),
  )
})

test('one more than may be followed is refused, and an unfollowed one makes room', async () => {
  const others = Array.from({ length: FOLLOWED_MAX }, () => createClient(server.origin))
  for (const other of others.slice(1)) await follow(eve, other)
  await follow(eve, bob)
  await expect(follow(eve, others[0] as Client)).rejects.toEqual(failure(409, 'followingFull'))
  expect((await feedOf(eve)).trades).toHaveLength(3)
  await eve.delete(`/api/user/following/${bob.address}`)
  await follow(eve, others[0] as Client)
  expect((await eve.get<Following>('/api/user/following')).following).toHaveLength(FOLLOWED_MAX)
})

test('the live stream tells whoever follows of the wallets that are followed when it is opened, and nobody else', async () => {
  const listen = (client?: Client, version = '1') =>
    readLive(server.origin, `following:${version}`, '', client?.cookie())
  const [mine, stranger, other] = await Promise.all([listen(alice), listen(), listen(eve)])
  const wallets = (reader: typeof mine) =>
    reader.events().flatMap((event) => (event.type === 'wallet' ? [event.walletAddress] : []))
  await eve.trade('BUY', frog.id, '0.01')
  await bob.trade('BUY', frog.id, '0.01')
  await expect.poll(() => wallets(mine)).toEqual([bob.address])
  expect([...wallets(stranger), ...wallets(other)]).toEqual([])
  // Another version is another stream, with whom is followed by now.
  await follow(alice, eve)
  const again = await listen(alice, '2')
  await eve.trade('BUY', frog.id, '0.01')
  await expect.poll(() => wallets(again)).toEqual([eve.address])
  expect(wallets(mine)).toEqual([bob.address])
  for (const reader of [mine, stranger, other, again]) reader.stop()
  await expect(readLive(server.origin, `following:${'x'.repeat(33)}`)).resolves.toMatchObject({ status: 400 })
})
