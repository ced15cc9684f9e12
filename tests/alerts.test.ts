// Alerts as whoever sets them meets them: over HTTP, on the built server, with real trades; and pushed to a push service of
// the test's own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  Alert,
  Alerts,
  Notifications,
  Push,
  PushSubscriptionRecord,
  PushTest,
} from '@twinmint/sdk/api/alerts/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptOffer, buyListing, type Client, createClient, listNfts, makeOffer, swap } from './client.ts'
import { readLive } from './live.ts'
import { drawPicture } from './pictures.ts'
import { checkAuthorization, createBrowser, type Received, startPushReceiver } from './push-receiver.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'

let folder: string
let receiver: Awaited<ReturnType<typeof startPushReceiver>>
let server: ServerProcess
let trader: Client
let coin: Collection

const env = () => ({ PUSH_HOSTS: receiver.host, NODE_EXTRA_CA_CERTS: receiver.certificateFile })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'twinmint-push-'))
  receiver = await startPushReceiver(folder)
  server = await startServerProcess({ env: env() })
  trader = createClient(server.origin)
  for (let count = 0; count < 10; count++) await trader.airdrop(10)
  coin = await trader.launch({ name: 'Alert Coin', symbol: 'ALRT' }, await drawPicture('#9a6bff'))
})
afterAll(async () => {
  await server.remove()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

const failure = (status: number, code: string) => expect.objectContaining({ status, code })

async function signedIn(origin = server.origin): Promise<Client> {
  const client = createClient(origin)
  await client.signIn()
  return client
}

const price = (direction: 'above' | 'below', target: string, collectionId = coin.id) => ({
  kind: 'price',
  collectionId,
  direction,
  target,
})
const setAlert = (client: Client, alert: object) => client.post<Alert>('/api/user/alerts', alert)
const waiting = async (client: Client) => (await client.get<Alerts>('/api/user/alerts')).alerts
const heard = (client: Client) => client.get<Notifications>('/api/user/notifications')
const kinds = async (client: Client) => (await heard(client)).notifications.map(({ kind }) => kind)
const until = (look: () => unknown) => expect.poll(look, { interval: 100 })
/** So long that whatever was to come has come: the server looks every quarter of a second. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1_000))
const times = (text: string, factor: number) => (Number(text) * factor).toFixed(18)
const priceNow = async () => (await trader.get<Collection>(`/api/collections/${coin.id}`)).currentPrice

describe('an alert', () => {
  test('fires once, by the trade that crosses it, and is gone; the others wait', async () => {
    const owner = await signedIn()
    const now = await priceNow()
    const above = await setAlert(owner, price('above', times(now, 1.5)))
    const far = await setAlert(owner, price('above', times(now, 1_000)))
    const cap = await setAlert(owner, {
      kind: 'marketCap',
      collectionId: coin.id,
      direction: 'above',
      target: '1000000',
    })
    expect(above).toMatchObject({ kind: 'price', direction: 'above', symbol: 'ALRT', name: 'Alert Coin' })
    expect(cap).toMatchObject({ kind: 'marketCap', target: '1000000' })
    await trader.trade('BUY', coin.id, '0.01')
    await settled()
    expect(await kinds(owner)).toEqual([])
    await trader.trade('BUY', coin.id, '1')
    await until(() => kinds(owner)).toEqual(['price'])
    await trader.trade('BUY', coin.id, '1')
    await settled()
    const { notifications, unreadCount } = await heard(owner)
    expect(notifications).toMatchObject([{ id: above.id, target: above.target, isRead: false }])
    expect(Number(notifications[0]?.value)).toBeGreaterThan(Number(above.target))
    expect(unreadCount).toBe(1)
    expect((await waiting(owner)).map(({ id }) => id).sort()).toEqual([far.id, cap.id].sort())
  })

  test('of a figure that is back at the end of the batch fires all the same, and so does one for below', async () => {
    const owner = await signedIn()
    const now = await priceNow()
    await setAlert(owner, price('above', times(now, 1.3)))
    await setAlert(owner, price('below', times(now, 0.7)))
    const bought = await trader.trade('BUY', coin.id, '3')
    await trader.trade('SELL', coin.id, bought.trade.tokenAmount, 50)
    await until(() => kinds(owner)).toEqual(['price'])
    expect((await heard(owner)).notifications[0]).toMatchObject({ direction: 'above' })
    await trader.trade('SELL', coin.id, await held(0.9), 50)
    await until(() => kinds(owner)).toEqual(['price', 'price'])
    expect((await heard(owner)).notifications[0]).toMatchObject({ direction: 'below' })
    expect(await waiting(owner)).toEqual([])
  })

  test('of a graduation fires with it', async () => {
    const owner = await signedIn()
    const own = await trader.launch({ name: 'Grad Coin', symbol: 'GRAD' }, await drawPicture('#ffcf3a'))
    await setAlert(owner, { kind: 'graduation', collectionId: own.id })
    await trader.trade('BUY', own.id, '2')
    await settled()
    expect(await kinds(owner)).toEqual([])
    await trader.trade('BUY', own.id, '27', 50)
    await until(() => kinds(owner)).toEqual(['graduation'])
    await expect(setAlert(owner, { kind: 'graduation', collectionId: own.id })).rejects.toEqual(
      failure(409, 'alertReached'),
    )
  })

  test('is refused where it would fire at once, is of no coin, or is no figure', async () => {
    const owner = await signedIn()
    const now = await priceNow()
    for (const alert of [price('above', now), price('below', now), price('above', times(now, 0.5))])
      await expect(setAlert(owner, alert)).rejects.toEqual(failure(409, 'alertReached'))
    for (const target of ['0', '-1', 'lots', '1e3', `0.${'0'.repeat(20)}1`, '9'.repeat(40)])
      await expect(setAlert(owner, price('above', target))).rejects.toEqual(failure(400, 'badRequest'))
    await expect(
      setAlert(owner, price('above', '1', '00000000-0000-4000-8000-000000000000')),
    ).rejects.toEqual(failure(404, 'collectionNotFound'))
    await expect(setAlert(owner, { ...price('above', '1'), kind: 'volume' })).rejects.toEqual(
      failure(400, 'badRequest'),
    )
    expect(await waiting(owner)).toEqual([])
  })

  test('a wallet has fifty at most, however many it asks for at once; the same one is one', async () => {
    const owner = await signedIn()
    const one = await setAlert(owner, price('above', '1'))
    expect((await setAlert(owner, price('above', '1.0'))).id).toBe(one.id)
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => setAlert(owner, price('above', `1.${at + 10}`))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(49)
    await expect(setAlert(owner, price('above', '2'))).rejects.toEqual(failure(409, 'tooManyAlerts'))
    await owner.delete(`/api/user/alerts/${one.id}`)
    await setAlert(owner, price('above', '2'))
    expect(await waiting(owner)).toHaveLength(50)
  })
})

/** A share of the coins that the trader has. */
async function held(share: number): Promise<string> {
  const { coin: own } = await trader.wallet(coin.id)
  return String(Math.floor((Number(own?.baseUnits ?? '0') / 1e6) * share))
}

describe('a stranger', () => {
  test('without a session reads and changes nothing', async () => {
    const visitor = createClient(server.origin)
    const id = '00000000-0000-4000-8000-000000000000'
    const refused = failure(401, 'notSignedIn')
    for (const path of ['alerts', 'notifications', 'push'])
      await expect(visitor.get(`/api/user/${path}`)).rejects.toEqual(refused)
    await expect(visitor.post('/api/user/alerts', price('above', '1'))).rejects.toEqual(refused)
    await expect(visitor.post('/api/user/notifications/read', { id })).rejects.toEqual(refused)
    await expect(visitor.post(`/api/user/push/${id}/test`, {})).rejects.toEqual(refused)
    for (const path of [`alerts/${id}`, 'notifications', `push/${id}`])
      await expect(visitor.delete(`/api/user/${path}`)).rejects.toEqual(refused)
  })

  test('with a session sees and deletes its own alone, and hears its own alone', async () => {
    const [owner, stranger] = [await signedIn(), await signedIn()]
    const alert = await setAlert(owner, price('above', times(await priceNow(), 1.05)))
    const { id } = await owner.post<PushSubscriptionRecord>(
      '/api/user/push',
      (await createBrowser(`${receiver.origin}/own`)).subscription,
    )
    expect(await waiting(stranger)).toEqual([])
    expect((await stranger.get<Push>('/api/user/push')).subscriptions).toEqual([])
    await expect(stranger.delete(`/api/user/alerts/${alert.id}`)).rejects.toEqual(failure(404, 'notFound'))
    await expect(stranger.delete(`/api/user/push/${id}`)).rejects.toEqual(failure(404, 'notFound'))
    await expect(stranger.post(`/api/user/push/${id}/test`, {})).rejects.toEqual(failure(404, 'notFound'))

    const topic = `alerts:${owner.address}`
    const streams = await Promise.all([
      readLive(server.origin, topic, '', owner.cookie()),
      readLive(server.origin, topic, '', stranger.cookie()),
      readLive(server.origin, topic),
    ])
    await trader.trade('BUY', coin.id, '1')
    await until(() => streams[0]?.types()).toContain('alert')
    await settled()
    for (const stream of streams.slice(1)) expect(stream.types()).toEqual(['hello'])
    // Nor what was missed.
    const late = await readLive(server.origin, topic, streams[2]?.lastId(), stranger.cookie())
    await settled()
    expect(late.types()).toEqual([])
    for (const stream of [...streams, late]) stream.stop()

    const [mine] = (await heard(owner)).notifications
    await stranger.post('/api/user/notifications/read', { id: mine?.id })
    await stranger.delete('/api/user/notifications')
    expect(await heard(owner)).toMatchObject({ unreadCount: 1, notifications: [{ id: alert.id }] })
    await owner.post('/api/user/notifications/read', { id: mine?.id })
    expect(await heard(owner)).toMatchObject({ unreadCount: 0, notifications: [{ isRead: true }] })
    await owner.delete('/api/user/notifications')
    expect((await heard(owner)).notifications).toEqual([])
    await owner.delete(`/api/user/push/${id}`)
  })
})

test('a followed wallet that trades often is told of once a minute, and only to those who want it', async () => {
  const [owner, quiet] = [await signedIn(), await signedIn()]
  const bot = createClient(server.origin)
  await bot.airdrop(10)
  await owner.put(`/api/user/following/${bot.address}`, { notify: true })
  await quiet.put(`/api/user/following/${bot.address}`, { notify: false })
  for (let count = 0; count < 12; count++) await bot.trade('BUY', coin.id, '0.01', 50)
  await settled()
  const { notifications } = await heard(owner)
  // The minute may end in between.
  expect(notifications.length).toBeGreaterThanOrEqual(1)
  expect(notifications.length).toBeLessThanOrEqual(2)
  expect(notifications.at(-1)).toMatchObject({
    kind: 'follow',
    symbol: 'ALRT',
    followed: { walletAddress: bot.address, type: 'BUY', lamports: '10000000' },
  })
  expect((await heard(quiet)).notifications).toEqual([])
})

describe('the NFT market', () => {
  /** Somebody signed in who has one of the coin's NFTs. */
  async function holder() {
    const owner = await signedIn()
    await owner.airdrop(10)
    const { confirmed } = await swap(owner, 'buy', coin.id, { count: 1, slippage: 50 })
    const [nft] = confirmed[0]?.nfts ?? []
    if (nft === undefined) throw new Error('no NFT was bought')
    return { owner, nft }
  }
  async function bidder() {
    const other = await signedIn()
    for (let count = 0; count < 3; count++) await other.airdrop(10)
    return other
  }
  /** More than any NFT's coins bring here. */
  const DEAR = 2_000_000_000n

  test('tells a holder once of many offers, with the best of them, in the page and in the browser', async () => {
    const [{ owner, nft }, other] = await Promise.all([holder(), bidder()])
    const browser = await createBrowser(`${receiver.origin}/offers`)
    await owner.post('/api/user/push', browser.subscription)
    const stream = await readLive(server.origin, `alerts:${owner.address}`, '', owner.cookie())
    // Below what the coins bring it is told to nobody.
    await makeOffer(other, coin.id, [nft.tokenId], 1_000n)
    for (const more of [0n, 2n, 1n]) await makeOffer(other, coin.id, [nft.tokenId], DEAR + more)
    await until(async () => (await heard(owner)).notifications[0]?.nft?.offerCount).toBe(3)
    const { notifications, unreadCount } = await heard(owner)
    expect(notifications).toMatchObject([
      { kind: 'offer', symbol: 'ALRT', nft: { tokenId: nft.tokenId, lamports: (DEAR + 2n).toString() } },
    ])
    expect(unreadCount).toBe(1)
    expect(stream.types()).toContain('alert')
    stream.stop()
    const pushes = () => receiver.received.filter(({ path }) => path === '/offers')
    await until(() => pushes().length).toBe(1)
    expect(await browser.read(pushes()[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      id: notifications[0]?.id,
      title: expect.stringMatching(/ SOL offered for ALRT #\d+$/),
      path: '/portfolio?tab=market',
    })
    await settled()
    expect(pushes()).toHaveLength(1)
    expect(await kinds(other)).toEqual([])
  })

  test('tells a bidder whose offer was accepted, and a seller whose listing was bought', async () => {
    const [{ owner, nft }, other] = await Promise.all([holder(), bidder()])
    const { offer } = await makeOffer(other, coin.id, [nft.tokenId], DEAR)
    const { executed } = await acceptOffer(owner, coin.id, { offer, nftMint: nft.mintAddress })
    await until(() => kinds(other)).toEqual(['accepted'])
    const sale = executed[0]?.done.find(({ kind }) => kind === 'acceptOffer')
    const fees = BigInt(sale?.royaltyLamports ?? 0) + BigInt(sale?.platformFeeLamports ?? 0)
    expect(fees).toBeGreaterThan(0n)
    const { notifications } = await heard(other)
    expect(notifications[0]?.nft).toEqual({
      tokenId: nft.tokenId,
      lamports: DEAR.toString(),
      sellerLamports: (DEAR - fees).toString(),
      offerCount: 1,
    })
    await listNfts(other, coin.id, { [nft.mintAddress]: DEAR })
    await buyListing(owner, coin.id, nft.mintAddress, DEAR * 2n)
    await until(() => kinds(other)).toEqual(['sold', 'accepted'])
    // Who did it is not told.
    await settled()
    expect((await kinds(owner)).filter((kind) => kind !== 'offer')).toEqual([])
  })
})

describe('a push', () => {
  const subscribe = async (owner: Client, path: string) => {
    const browser = await createBrowser(`${receiver.origin}${path}`)
    const { id } = await owner.post<PushSubscriptionRecord>('/api/user/push', browser.subscription)
    return { ...browser, id }
  }
  const cross = async (owner: Client) => {
    const alert = await setAlert(owner, price('above', times(await priceNow(), 1.02)))
    await trader.trade('BUY', coin.id, '1', 50)
    return alert
  }
  const receivedAt = (path: string) => receiver.received.filter((each) => each.path === path)

  test('can be read by the browser that subscribed alone, and says who signed it', async () => {
    const owner = await signedIn()
    const browser = await subscribe(owner, '/read')
    const { publicKey } = await owner.get<Push>('/api/user/push')
    const alert = await cross(owner)
    await until(() => receivedAt('/read').length).toBe(1)
    const { headers = {}, body = Buffer.alloc(0) }: Partial<Received> = receivedAt('/read')[0] ?? {}
    expect(await browser.read(body)).toEqual({
      id: alert.id,
      title: expect.stringMatching(/^ALRT: price above 0\.0/),
      body: expect.stringMatching(/^Alert Coin reached 0\.0/),
      path: `/trade/${coin.id}`,
    })
    await expect((await createBrowser('x')).read(body)).rejects.toThrow('operation')
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      topic: alert.id.replaceAll('-', ''),
      ttl: '3600',
    })
    const claims = await checkAuthorization(headers['authorization'] ?? '', publicKey)
    expect(claims).toMatchObject({ aud: receiver.origin, sub: 'mailto:nobody@127.0.0.1' })
    expect(Number(claims['exp']) - Date.now() / 1_000).toBeGreaterThan(3_600)
    expect(Number(claims['exp']) - Date.now() / 1_000).toBeLessThan(86_400)
    await owner.delete(`/api/user/push/${browser.id}`)
  })

  test('stops with the browser’s session and continues with the browser’s next session', async () => {
    const owner = await signedIn()
    const other = createClient(server.origin, owner.keypair)
    await other.signIn()
    await subscribe(owner, '/stays')
    await subscribe(other, '/ended')
    // Signing in again replaces the session.
    await owner.signIn()
    const listed = async () =>
      (await owner.get<Push>('/api/user/push')).subscriptions.map(
        ({ endpoint }) => new URL(endpoint).pathname,
      )
    expect((await listed()).sort()).toEqual(['/ended', '/stays'])
    await other.delete('/api/session')
    expect(await listed()).toEqual(['/stays'])
    await cross(owner)
    await until(() => receivedAt('/stays').length).toBe(1)
    expect(receivedAt('/ended')).toEqual([])
  })

  test('to a browser that is gone ends its subscription; redirects are not followed', async () => {
    const owner = await signedIn()
    await subscribe(owner, '/gone')
    await subscribe(owner, '/moved')
    receiver.answerWith((path) => (path === '/gone' ? 410 : path === '/moved' ? 307 : 201))
    await cross(owner)
    await until(async () =>
      (await owner.get<Push>('/api/user/push')).subscriptions.map(({ endpoint }) => endpoint),
    ).toEqual([`${receiver.origin}/moved`])
    await until(() => receivedAt('/moved').length).toBe(1)
    await settled()
    expect(receivedAt('/elsewhere')).toEqual([])
    receiver.answerWith(() => 201)
  })

  test('to a service that does not answer keeps no trade waiting, and no other browser for long', async () => {
    const owner = await signedIn()
    await subscribe(owner, '/slow')
    await subscribe(owner, '/quick')
    receiver.answerWith((path) => (path === '/slow' ? 'hang' : 201))
    await cross(owner)
    await until(() => receivedAt('/slow').length).toBe(1)
    const began = performance.now()
    for (let count = 0; count < 5; count++) await trader.trade('BUY', coin.id, '0.01', 50)
    expect(performance.now() - began).toBeLessThan(5_000)
    await until(() => receivedAt('/quick').length).toBe(1)
    receiver.answerWith(() => 201)
  })

  test('that tries a browser says what its push service answered', async () => {
    const owner = await signedIn()
    const { id, read } = await subscribe(owner, '/try')
    expect(await owner.post<PushTest>(`/api/user/push/${id}/test`, {})).toEqual({
      isSent: true,
      reason: null,
    })
    expect(await read(receivedAt('/try')[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Notifications are on',
      path: '/portfolio?tab=alerts',
    })
    receiver.answerWith(() => 403)
    expect(await owner.post<PushTest>(`/api/user/push/${id}/test`, {})).toEqual({
      isSent: false,
      reason: expect.stringContaining('status 403'),
    })
    receiver.answerWith(() => 201)
  })

  test('goes to known push services alone, to ten browsers of a wallet, and to one wallet of a browser', async () => {
    const [owner, other] = [await signedIn(), await signedIn()]
    const { keys } = (await createBrowser('x')).subscription
    for (const endpoint of [
      'https://127.0.0.1/push',
      'https://169.254.169.254/latest',
      'http://fcm.googleapis.com/fcm/send/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://localhost:1/x',
    ])
      await expect(owner.post('/api/user/push', { endpoint, keys })).rejects.toEqual(
        failure(400, 'unknownPushService'),
      )
    const endpoint = `${receiver.origin}/mine`
    for (const bad of [
      { ...keys, p256dh: 'A'.repeat(87) },
      { ...keys, auth: 'short' },
    ])
      await expect(owner.post('/api/user/push', { endpoint, keys: bad })).rejects.toEqual(
        failure(400, 'badRequest'),
      )
    for (let at = 0; at < 12; at++)
      await owner.post('/api/user/push', { endpoint: `${receiver.origin}/many/${at}`, keys })
    const all = async (client: Client) =>
      (await client.get<Push>('/api/user/push')).subscriptions.map(({ endpoint: each }) => each)
    expect(await all(owner)).toHaveLength(10)
    expect(await all(owner)).not.toContain(`${receiver.origin}/many/0`)
    await other.post('/api/user/push', { endpoint: `${receiver.origin}/many/11`, keys })
    expect(await all(owner)).not.toContain(`${receiver.origin}/many/11`)
    expect(await all(other)).toEqual([`${receiver.origin}/many/11`])
  })
})

if (isSoak)
  test('a server that is killed right after a trade loses no alert, fires none twice, and keeps its key', async () => {
    const first = await startServerProcess({ env: env() })
    try {
      const [maker, owner] = [createClient(first.origin), await signedIn(first.origin)]
      await maker.airdrop(10)
      const own = await maker.launch({ name: 'Kill Coin', symbol: 'KILL' }, await drawPicture('#ff5c77'))
      await Promise.all(
        [1.1, 1.2, 1.3, 900].map((factor) =>
          setAlert(owner, price('above', times(own.currentPrice, factor), own.id)),
        ),
      )
      const browser = await createBrowser(`${receiver.origin}/killed`)
      await owner.post('/api/user/push', browser.subscription)
      const { publicKey } = await owner.get<Push>('/api/user/push')
      // Up, and down again.
      const { trade } = await maker.trade('BUY', own.id, '2')
      await maker.trade('SELL', own.id, trade.tokenAmount, 50)
      await first.kill()
      const again = await startServerProcess({ env: env(), folder: first.folder })
      try {
        const back = createClient(again.origin, owner.keypair)
        await back.signIn()
        await until(() => kinds(back)).toEqual(['price', 'price', 'price'])
        await settled()
        expect(await kinds(back)).toEqual(['price', 'price', 'price'])
        expect(await waiting(back)).toHaveLength(1)
        expect((await back.get<Push>('/api/user/push')).publicKey).toBe(publicKey)
        // What the killed server had taken to send is another's after a minute.
        await expect
          .poll(
            () =>
              new Set(
                receiver.received
                  .filter(({ path }) => path === '/killed')
                  .map(({ headers }) => headers['topic']),
              ).size,
            { timeout: 120_000 },
          )
          .toBe(3)
      } finally {
        await again.stop()
      }
    } finally {
      await first.remove()
    }
  })
