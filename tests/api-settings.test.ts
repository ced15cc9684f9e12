// The same server under other settings: a real PostgreSQL, and with its limits on.
import { createClient as createRedis } from '@redis/client'
import type {
  CommentsPage,
  PostedChat,
  PostedComment,
  ReportsPage,
} from '@twinmint/sdk/api/community/contract'
import type { ChartData } from '@twinmint/sdk/api/history/contract'
import type { NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { PriorityFees } from '@twinmint/sdk/api/wallet/contract'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { statusSchema } from '@twinmint/sdk/internal/api/platform/status-contract'
import { afterAll, describe, expect, test } from 'vitest'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { Random, testSeed } from '../program/test/random.ts'
import {
  boost,
  createClient,
  inSeconds,
  prepareMarket,
  rpc,
  sendAndConfirm,
  swap,
  takeBack,
} from './client.ts'
import { readLive } from './live.ts'
import { openNodeProxy } from './node-proxy.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { postgres, redis, withSchema } from './services.ts'
import { isSoak, size } from './soak.ts'

const picture = () => plainPicture()

const running: ServerProcess[] = []
const start = async (env: Record<string, string>): Promise<ServerProcess> => {
  const server = await startServerProcess({ env })
  running.push(server)
  return server
}
afterAll(() => Promise.all(running.map((server) => server.remove())))

// In `npm test` every other test of the API has one (served-database.ts); in the soak they have the embedded one.
if (isSoak)
  describe('a served PostgreSQL', () => {
    if (postgres.missing !== undefined) {
      test.skip(`skipped: ${postgres.missing}`)
      return
    }
    test('takes launches, trades, boosts and lists as the embedded one does', () =>
      withSchema('twinmint_api_test', async (url) => {
        const keypair = createKeypair()
        const server = await start({ DATABASE_URL: url, ADMIN_WALLETS: keypair.address })
        expect(server.output()).toContain('PostgreSQL at DATABASE_URL')
        const trader = createClient(server.origin, keypair)
        await trader.airdrop(5)
        const coin = await trader.launch(
          { name: 'Served', symbol: 'SRV', devBuyAmount: '0.1' },
          await picture(),
        )
        await trader.trade('BUY', coin.id, '0.2')
        const { trade } = await trader.trade('SELL', coin.id, '1000')
        expect((await boost(trader, coin.id)).isBoosted).toBe(true)
        const { confirmed } = await swap(trader, 'capture', coin.id, { count: 4 })
        const [first] = confirmed.flatMap(({ nfts }) => nfts)
        await swap(trader, 'release', coin.id, { nftMints: [first?.mintAddress ?? ''] })
        await swap(trader, 'buy', coin.id, { count: 1, mintNew: true })
        const lists = [
          'nfts?sort=rarity',
          'nfts?sort=recent&limit=2',
          `nfts?owner=${trader.address}&sort=edition`,
        ]
        const pages = lists.map((list) => trader.get<NftsPage>(`/api/collections/${coin.id}/${list}`))
        expect((await Promise.all(pages)).map(({ nfts }) => nfts.map(({ tokenId }) => tokenId))).toEqual([
          [1, 2, 3, 4, 5],
          [5, 1],
          [2, 3, 4, 5],
        ])
        expect(await trader.get(`/api/collections/${coin.id}/nft-figures`)).toMatchObject({
          minted: 5,
          inEscrow: 1,
          holders: 1,
          swaps24h: 6,
        })
        expect(await trader.get('/api/nfts/featured?limit=2')).toHaveLength(2)
        const { trades } = await trader.get<{ trades: Trade[] }>(`/api/collections/${coin.id}/trades`)
        expect(trades.map(({ type }) => type).filter((type) => !type.startsWith('SWAP'))).toEqual([
          'BUY',
          'SELL',
          'BUY',
          'BUY',
        ])
        expect(trades.find(({ id }) => id === trade.id)).toEqual(trade)
        const { chartData } = await trader.get<ChartData>(`/api/chart-data/${coin.id}`)
        expect(chartData.length).toBeGreaterThan(0)
        expect(await trader.get<Collection[]>('/api/collections?search=serv&sort=volume')).toHaveLength(1)
        await trader.signIn()
        const path = `/api/collections/${coin.id}/comments`
        const { comment } = await trader.post<PostedComment>(path, { message: 'served' })
        await trader.post<PostedComment>(path, { message: 'answered', parentId: comment.id })
        await trader.post('/api/reports', { kind: 'comment', id: comment.id, reason: '' })
        const reported = await trader.get<ReportsPage>('/api/admin/reports')
        expect(reported).toMatchObject({
          openCount: 1,
          reports: [{ id: comment.id, collection: { id: coin.id } }],
        })
        await trader.post(`/api/admin/reports/${comment.id}`, { action: 'hide' })
        expect(await trader.get<CommentsPage>(path)).toMatchObject({
          comments: [{ state: 'hidden', replyCount: 1, replies: [{ message: 'answered' }] }],
        })
        await server.stop()
      }))
  })

test('limits by address answer in the one shape, for calls and for pages', async () => {
  const server = await start({ RATE_LIMIT: 'on' })
  const prepare = () =>
    fetch(`${server.origin}/api/collections/create-transaction`, { method: 'POST', body: 'x' })
  const statuses: number[] = []
  let last: unknown
  for (let i = 0; i < 25; i++) {
    const response = await prepare()
    statuses.push(response.status)
    last = await response.json()
  }
  expect(statuses.slice(0, 20)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
  expect(last).toMatchObject({ code: 'rateLimited', error: 'Too many requests' })
  // Other calls have limits of their own.
  expect((await fetch(`${server.origin}/api/stats`)).status).toBe(200)
  const rpc = () =>
    fetch(`${server.origin}/rpc`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' }),
    }).then(({ status }) => status)
  const rpcStatuses = new Set<number>()
  for (let i = 0; i < 26; i++)
    for (const status of await Promise.all(Array.from({ length: 50 }, rpc))) rpcStatuses.add(status)
  expect(rpcStatuses).toEqual(new Set([200, 429]))
  // What the server asks itself to draw a page is nobody's call.
  const drawn = async () => (await fetch(`${server.origin}/launch`)).text()
  await expect.poll(drawn).toContain('id="first-data"')
  // Pages have room beside calls, and a limit too.
  const page = () => fetch(`${server.origin}/trade/${crypto.randomUUID()}`).then(({ status }) => status)
  expect(await page()).toBe(404)
  const pageStatuses = new Set<number>()
  for (let at = 0; at < 20; at++)
    for (const status of await Promise.all(Array.from({ length: 25 }, page))) pageStatuses.add(status)
  expect(pageStatuses).toEqual(new Set([404, 429]))
})

/** A chain of its own, for servers that know it only as an address. */
let node: Promise<ServerProcess> | undefined
const startNode = () => (node ??= start({}))

/** A server that knows it through a line. In the soak the line is silent while it starts, and the other address is nobody's. */
let far: ReturnType<typeof openFar> | undefined
const startFar = () => (far ??= openFar())
async function openFar() {
  const node = await startNode()
  const { programAddress } = await createClient(node.origin).get<SiteConfig>('/api/config')
  const line = await openNodeProxy(node.origin)
  const nobody = await openNodeProxy(node.origin)
  await nobody.cut()
  line.setSilent(isSoak)
  const starting = start({
    SOLANA_RPC_URL: `${nobody.rpcUrl}, ${line.rpcUrl}`,
    PROGRAM_ADDRESS: programAddress,
  })
  // A look that nobody answered, and the next. The first call of all asks for the network.
  if (isSoak)
    await expect.poll(() => line.calls.get('getGenesisHash') ?? 0, { timeout: 30_000 }).toBeGreaterThan(1)
  line.setSilent(false)
  return { node, line, server: await starting }
}

/** What a server says of itself at this moment. */
async function statusOf({ origin }: ServerProcess) {
  const [ready, status] = await Promise.all([
    fetch(`${origin}/api/ready?for=trading`),
    fetch(`${origin}/api/status`),
  ])
  const { deafSince } = statusSchema.parse(await status.json()).chain
  return { ready: ready.status, said: await ready.text(), deafSince }
}

describe('another node’s chain', () => {
  if (isSoak)
    test('a server whose node does not answer yet waits for it and says so', async () => {
      const { server } = await startFar()
      expect(server.output()).toContain('Waiting for a node at SOLANA_RPC_URL, up to 60 s')
    })

  test('takes swaps through the relay, which passes on nothing else', async () => {
    const { node, server: far } = await startFar()
    const near = createClient(node.origin)
    await near.airdrop(5)
    const trader = createClient(far.origin, near.keypair)
    const coin = await trader.launch({ symbol: 'FAR', devBuyAmount: '0.5' }, await picture())
    await swap(trader, 'capture', coin.id, { count: 4 })
    const held = await trader.get<UserNfts>(`/api/user/nfts/${coin.id}/${trader.address}`)
    expect(held.nftCount).toBe(4)
    const [listed] = held.nfts.map(({ mintAddress }) => mintAddress ?? '')
    const { transaction } = await prepareMarket(trader, 'list', coin.id, {
      nfts: [{ nftMint: listed, priceLamports: '5000000000' }],
      expiresAt: inSeconds(3_600),
    })
    const signature = await sendAndConfirm(trader, trader.sign(transaction))
    const told = { collectionId: coin.id, userWallet: trader.address, signature }
    expect(await trader.post('/api/marketplace/execute', told)).toMatchObject({ done: [{ kind: 'list' }] })
    await takeBack(trader, coin.id, [listed ?? ''])
    const sold = await swap(trader, 'sell', coin.id, {
      nftMints: held.nfts.map(({ mintAddress }) => mintAddress ?? ''),
    })
    expect(sold.prepared.transactions).toHaveLength(1)
    // Both servers' indexes hold it.
    const path = `/api/collections/${coin.id}/nft-figures`
    for (const client of [trader, near])
      await expect
        .poll(() => client.get(path))
        .toMatchObject({ minted: 4, inEscrow: 4, holders: 0, swaps24h: 8 })

    for (const method of ['requestAirdrop', 'getProgramAccounts', 'getAccountInfo'])
      await expect(rpc(trader, method, [])).rejects.toMatchObject({ status: 400 })
    const foreign = await near.post<{ transaction: string }>(
      `/api/collections/${coin.id}/boost/create-transaction`,
      { walletAddress: near.address },
    )
    await expect(
      rpc(trader, 'sendTransaction', [near.sign(foreign.transaction), { encoding: 'base64' }]),
    ).rejects.toMatchObject({ status: 400, code: 'wrongTransaction' })
    await expect(rpc(trader, 'sendTransaction', ['AAAA', { encoding: 'base64' }])).rejects.toMatchObject({
      status: 400,
      code: 'invalidTransaction',
    })
    await expect(rpc(trader, 'sendTransaction', ['1111'])).rejects.toMatchObject({ status: 400 })
  })

  test('a trade asks the node five times at most, and a busy node refuses nobody’s', async () => {
    const { node, server, line } = await startFar()
    const near = createClient(node.origin)
    await near.airdrop(5)
    const trader = createClient(server.origin, near.keypair)
    const coin = await trader.launch({ symbol: 'BUSY', devBuyAmount: '0.5' }, await picture())
    line.calls.clear()
    for (let trades = 0; trades < 3; trades++) await trader.trade('BUY', coin.id, '0.001')
    line.calls.delete('getSignaturesForAddress') // the sweep's
    const calls = [...line.calls.values()].reduce((sum, count) => sum + count, 0)
    expect([calls <= 15, line.calls]).toEqual([true, line.calls])

    // Also with a priority fee, whose limit is tried first; what others pay is asked for once, however often pages ask.
    line.calls.clear()
    const feesOf = () => trader.get<PriorityFees>(`/api/collections/${coin.id}/priority-fees`)
    for (let trades = 0; trades < 3; trades++) {
      const [fees] = await Promise.all([feesOf(), feesOf(), feesOf()])
      await trader.trade('BUY', coin.id, '0.001', 5, fees.trade.fast)
    }
    line.calls.delete('getSignaturesForAddress')
    expect(line.calls.get('getRecentPrioritizationFees')).toBe(1)
    expect(line.calls.get('simulateTransaction')).toBe(3)
    const withFees = [...line.calls.values()].reduce((sum, count) => sum + count, 0)
    expect([withFees <= 16, line.calls]).toEqual([true, line.calls])

    // In `npm test` so busy that few trades meet it, in the soak as busy as a public node was seen to be.
    const drawn = new Random(testSeed())
    const random = () => drawn.below(1_000) / 1_000
    const before = line.refused()
    line.setBusy(
      size({ tooMany: 0.25, badGateway: 0.1, random }, { tooMany: 0.05, badGateway: 0.01, random }),
    )
    const count = size(6, 200)
    for (let trades = 0; trades < count; trades++)
      await trader.trade(
        trades % 3 === 2 ? 'SELL' : 'BUY',
        coin.id,
        trades % 3 === 2 ? '1000' : '0.001',
        5,
        trades % 2 === 0 ? '3000' : '0',
      )
    await swap(trader, 'capture', coin.id, { count: 2 })
    line.setBusy(undefined)
    expect(line.refused() - before).toBeGreaterThan(5)
    // Each counts once, also where the node's answer to a transaction that it had taken was lost.
    const { tradeCount } = await trader.get<Collection>(`/api/collections/${coin.id}`)
    expect(tradeCount).toBe(1 + 6 + count)
    expect(await trader.get(`/api/collections/${coin.id}/nft-figures`)).toMatchObject({ minted: 2 })
  })

  if (isSoak)
    test('a node that is lost: said at once, trades wait for it, and news come again when it is back', async () => {
      const { node, server, line } = await startFar()
      const near = createClient(node.origin)
      await near.airdrop(5)
      const trader = createClient(server.origin, near.keypair)
      const coin = await near.launch({ symbol: 'LOST' }, await picture())
      const hears = () =>
        expect
          .poll(() => statusOf(server), { timeout: 30_000 })
          .toMatchObject({ ready: 200, deafSince: null })
      await hears()
      for (let losses = 0; losses < 2; losses++) {
        await line.cut()
        expect(await statusOf(server)).toMatchObject({
          ready: 503,
          said: expect.stringContaining('The network does not answer.'),
          deafSince: expect.any(String),
        })
        await new Promise((resolve) => setTimeout(resolve, 10_000))
        const trade = trader.trade('BUY', coin.id, '0.01')
        await line.mend()
        expect((await trade).trade.type).toBe('BUY')
        await hears()
      }
      const stream = await readLive(server.origin, `collection:${coin.id}`)
      const { trade } = await near.trade('BUY', coin.id, '0.01')
      await expect.poll(() => stream.trades()).toContain(trade.id)
      stream.stop()
    })
})

describe('two servers on one PostgreSQL and one Redis', () => {
  const missing = postgres.missing ?? redis.missing
  if (missing !== undefined) {
    test.skip(`skipped: ${missing}`)
    return
  }

  test('an event crosses from one to the other, and a reader goes on at the other where it stopped', () =>
    withSchema('twinmint_two_servers', async (url) => {
      const node = await startNode()
      const { programAddress } = await createClient(node.origin).get<SiteConfig>('/api/config')
      const env = {
        SOLANA_RPC_URL: `${node.origin}/rpc`,
        SOLANA_WS_URL: `${node.origin.replace(/^http/, 'ws')}/rpc`,
        PROGRAM_ADDRESS: programAddress,
        DATABASE_URL: url,
        REDIS_URL: redis.url,
      }
      const [one, two] = [await start(env), await start(env)]
      const near = createClient(node.origin)
      await near.airdrop(5)
      const trader = createClient(one.origin, near.keypair)
      const coin = await trader.launch({ symbol: 'BUS' }, await picture())
      const stream = await readLive(two.origin, `collection:${coin.id}`)
      const { trade } = await trader.trade('BUY', coin.id, '0.1')
      // Either of the two indexers may have been first; both servers tell of it.
      await expect.poll(() => stream.trades()).toContain(trade.id)
      stream.stop()
      const { trade: missed } = await trader.trade('BUY', coin.id, '0.1')
      const resumed = await readLive(one.origin, `collection:${coin.id}`, stream.lastId())
      await expect.poll(() => resumed.trades()).toContain(missed.id)
      expect(resumed.types()).not.toContain('reset')
      expect(resumed.trades()).not.toContain(trade.id)
      resumed.stop()
      await trader.signIn()
      const talk = await readLive(two.origin, 'chat')
      const { message } = await trader.post<PostedChat>('/api/chat', { message: 'across?' })
      await expect.poll(() => talk.events()).toContainEqual({ type: 'chat', message })
      talk.stop()
      await trader.delete(`/api/chat/${message.id}`)
      const talkOn = await readLive(one.origin, 'chat', talk.lastId())
      await expect.poll(() => talkOn.events()).toEqual([{ type: 'chatGone', id: message.id }])
      talkOn.stop()
      // Neither server sends it again, nor does Redis keep it.
      const again = await readLive(two.origin, 'chat', stream.lastId())
      await expect.poll(() => again.events()).toEqual([{ type: 'chatGone', id: message.id }])
      again.stop()
      const kept = createRedis({ url: redis.url })
      await kept.connect()
      expect(JSON.stringify(await kept.xRange(`twinmint:live:${programAddress}`, '-', '+'))).not.toContain(
        'across?',
      )
      await kept.close()
      // A session that ends at one server ends its streams at the other.
      const mine = await readLive(two.origin, 'chat', '', trader.cookie())
      await trader.delete('/api/session')
      await mine.ended
      for (const server of [one, two]) await server.stop()
    }))
})
