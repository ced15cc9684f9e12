// Who is told of offers and sales: from events as the index takes them in, to the notifications that wallets have. Real
// PostgreSQL (embedded).
import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { OFFER_NEWS_MINUTES } from '@twinmint/sdk/api/alerts/contract'
import { baseUnits, type Lamports, lamports } from '@twinmint/sdk/core/money'
import { coinsValueLamports, saleOf } from '@twinmint/sdk/core/nft-sale'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { STANDARD_CHOICES, STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import type { Database } from '../../database/database.ts'
import { applyEvents } from '../../index/apply.ts'
import { collectionIdOf, type LoggedEvent } from '../../index/event-rows.ts'
import { newsMinute, tellNftNews } from './nft-news.ts'
import { clearNotifications, listNotifications, markRead } from './notification-store.ts'
import { takeJobs } from './push-store.ts'
import { notificationOf } from './records.ts'

const RESERVES = {
  reserveLamports: lamports(31_000_000_000n),
  reserveBaseUnits: baseUnits(960_000_000_000_000n),
  realLamports: lamports(1_000_000_000n),
}
const F = coinsValueLamports(RESERVES)
const FEES = { royaltyBps: 500n, marketFeeBps: 100n }
const program = createKeypair().address
const NOW = Math.floor(Date.now() / 1_000)
/** Of a window of its own, so that a test that runs over a border does not tell twice. */
const AT = newsMinute(NOW * 1_000) * 60_000

let database: Database
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
let alice: Address
let bob: Address
let carol: Address
// Each test has wallets and coins of its own: emptying all tables took longer than the tests.
beforeEach(async () => {
  ;[alice, bob, carol] = [createKeypair().address, createKeypair().address, createKeypair().address]
  for (const wallet of [alice, bob]) await signIn(wallet)
})

const signIn = (wallet: Address) =>
  database.query(
    `insert into sessions (token_hash, id, wallet_address, device, expires_at)
     values ($1, gen_random_uuid(), $1, 'd', now() + interval '1 day')`,
    [wallet],
  )

/** A coin of which alice has #1 and #2 and bob #3. */
class Coin {
  readonly mint: Address = createKeypair().address
  readonly id = collectionIdOf(this.mint)
  private events: LoggedEvent[] = []
  private count = 0n
  private offers = 0n
  constructor() {
    const texts = { name: 'Frogs', symbol: 'FROG', collectionName: 'Frog Twins', uri: 'http://x/1' }
    this.add(carol, { kind: 'launch', terms: STANDARD_TERMS, choices: STANDARD_CHOICES, texts })
    for (const [owner, edition] of [
      [alice, 1],
      [alice, 2],
      [bob, 3],
    ] as const)
      this.add(owner, { kind: 'capture', edition, minted: true, baseUnits: baseUnits(1_000_000_000_000n) })
  }
  add(who: Address, what: object, secondsAgo = 5): this {
    this.count += 1n
    const event = {
      sequence: this.count,
      mint: this.mint,
      who,
      ...RESERVES,
      unixSeconds: BigInt(NOW - secondsAgo),
      ...what,
    }
    this.events.push({ event: event as ProgramEvent, signature: `${this.mint} ${this.count}`, slot: 1n })
    return this
  }
  /** Returns the offer's account. */
  offer(
    priceLamports: Lamports,
    editions: readonly number[],
    { bidder = carol, secondsAgo = 5, expiresIn = 3_600 } = {},
  ): Address {
    const offer = createKeypair().address
    this.offers += 1n
    this.add(
      bidder,
      {
        kind: 'offer',
        offer,
        nonce: this.offers,
        priceLamports,
        expiresAtSeconds: BigInt(NOW + expiresIn),
        editions,
      },
      secondsAgo,
    )
    return offer
  }
  async take(): Promise<void> {
    await applyEvents(database, program, this.events)
    this.events = []
  }
}

const sold = (dueLamports: Lamports) => {
  const { royaltyLamports, platformFeeLamports } = saleOf(dueLamports, F, FEES)
  return { dueLamports, royaltyLamports, platformFeeLamports }
}
const netOf = (priceLamports: Lamports) => saleOf(priceLamports, F, FEES).sellerLamports.toString()
const fail = (error: unknown) => {
  throw error
}
const compareOffers = async () => {}
const tell = (coin: Coin, nowMs = AT) => tellNftNews(database, [coin.id], nowMs, compareOffers, fail)
const heardBy = async (wallet: Address) => (await listNotifications(database, wallet)).map(notificationOf)
const pushCount = async (wallet: Address) =>
  (
    await database.query<{ count: number }>(
      'select count(*)::int as count from push_jobs j join push_subscriptions s on s.id = j.subscription_id where s.wallet_address = $1',
      [wallet],
    )
  )[0]?.count

async function subscribe(wallet: Address): Promise<void> {
  await database.query(
    "insert into push_subscriptions (wallet_address, endpoint, p256dh, auth, device) values ($1, $1, 'p', 'a', 'd')",
    [wallet],
  )
}

describe('an offer', () => {
  test('is told to whoever has a number that it is for, with what the seller gets', async () => {
    const coin = new Coin()
    const price = lamports(F * 2n)
    coin.offer(price, [1, 2, 3])
    await coin.take()
    expect([...(await tell(coin))].sort()).toEqual([alice, bob].sort())
    const nft = { lamports: price.toString(), sellerLamports: netOf(price), offerCount: 1 }
    expect(await heardBy(alice)).toMatchObject([
      { kind: 'offer', symbol: 'FROG', nft: { ...nft, tokenId: null } },
    ])
    expect(await heardBy(bob)).toMatchObject([{ kind: 'offer', nft: { ...nft, tokenId: 3 } }])
    expect(await tell(coin)).toEqual([])
    expect(await heardBy(alice)).toHaveLength(1)
  })

  test('is told of an NFT that is listed, too', async () => {
    const coin = new Coin()
    coin.add(bob, {
      kind: 'list',
      edition: 3,
      priceLamports: lamports(F * 9n),
      expiresAtSeconds: BigInt(NOW + 60),
    })
    coin.offer(lamports(F * 2n), [3])
    await coin.take()
    expect(await tell(coin)).toEqual([bob])
  })

  test.each<[string, (coin: Coin) => unknown]>([
    ['below what the coins bring', (coin) => coin.offer(lamports(F - 1n), [3])],
    ['for numbers of nobody', (coin) => coin.offer(lamports(F * 2n), [4, 1_000])],
    ['of the holder', (coin) => coin.offer(lamports(F * 2n), [3], { bidder: bob })],
    ['that has expired', (coin) => coin.offer(lamports(F * 2n), [3], { expiresIn: -1 })],
    ['of two days ago', (coin) => coin.offer(lamports(F * 2n), [3], { secondsAgo: 172_800 })],
    [
      'that was withdrawn',
      (coin) => {
        const offer = coin.offer(lamports(F * 2n), [3])
        coin.add(carol, { kind: 'cancelOffer', offer, priceLamports: lamports(F * 2n) })
      },
    ],
  ])('%s is told to nobody', async (_, make) => {
    const coin = new Coin()
    make(coin)
    await coin.take()
    expect(await tell(coin)).toEqual([])
    expect(await heardBy(bob)).toEqual([])
  })

  test('of exactly what the coins bring is told: it brings what release and sell do', async () => {
    const coin = new Coin()
    coin.offer(F, [3])
    await coin.take()
    expect(await tell(coin)).toEqual([bob])
  })

  test('that brings less after royalty and fee than release and sell is told to nobody, as it is not listed', async () => {
    const coin = new Coin()
    coin.offer(F, [3])
    await coin.take()
    await database.query('update collections set market_fee_bps = 150 where id = $1', [coin.id])
    expect(await tell(coin)).toEqual([])
  })

  test('is one of hundreds: each holder is told once in ten minutes, of the best, and pushed once', async () => {
    const coin = new Coin()
    await subscribe(bob)
    const prices = Array.from({ length: 250 }, (_, at) => lamports(F + BigInt((at * 7_919) % 250)))
    for (const price of prices) coin.offer(price, [1, 2, 3])
    await coin.take()
    await tell(coin)
    const best = lamports(F + 249n)
    const nft = { tokenId: 3, lamports: best.toString(), sellerLamports: netOf(best), offerCount: 250 }
    expect(await heardBy(bob)).toMatchObject([{ nft }])
    expect(await pushCount(bob)).toBe(1)
    // What comes later in these minutes raises it, and is unread again; nothing is pushed.
    const [told] = await heardBy(bob)
    await markRead(database, bob, told?.id ?? '')
    coin.offer(F, [3])
    await coin.take()
    await tell(coin, AT + (OFFER_NEWS_MINUTES * 60_000 - 1))
    expect(await heardBy(bob)).toMatchObject([
      { id: told?.id, isRead: true, nft: { ...nft, offerCount: 251 } },
    ])
    coin.offer(lamports(F * 2n), [3])
    await coin.take()
    expect(await tell(coin)).toEqual([bob])
    expect(await heardBy(bob)).toMatchObject([
      { isRead: false, nft: { lamports: (F * 2n).toString(), sellerLamports: netOf(lamports(F * 2n)) } },
    ])
    expect(await pushCount(bob)).toBe(1)
    // And the minutes after them are others.
    coin.offer(F, [3])
    await coin.take()
    await tell(coin, AT + OFFER_NEWS_MINUTES * 60_000)
    expect(await heardBy(bob)).toHaveLength(2)
    expect(await pushCount(bob)).toBe(2)
  })

  test('that was cleared does not come back by looking again', async () => {
    const coin = new Coin()
    coin.offer(lamports(F * 2n), [3])
    await coin.take()
    await tell(coin)
    await clearNotifications(database, bob)
    expect(await tellNftNews(database, undefined, AT, compareOffers, fail)).toEqual([])
    expect(await heardBy(bob)).toEqual([])
  })
})

describe('a stranger who bids for what he sends around', () => {
  test('is not told of to wallets that never were on the site', async () => {
    const coin = new Coin()
    const stranger = createKeypair().address
    coin.add(stranger, {
      kind: 'capture',
      edition: 4,
      minted: true,
      baseUnits: baseUnits(1_000_000_000_000n),
    })
    coin.offer(lamports(F * 2n), [3, 4])
    await coin.take()
    expect(await tell(coin)).toEqual([bob])
    expect(await heardBy(stranger)).toEqual([])
  })

  test('is told of to nobody while the coin is hidden', async () => {
    const coin = new Coin()
    coin.offer(lamports(F * 2n), [1, 2, 3])
    await coin.take()
    await database.query('update collections set is_hidden = true where id = $1', [coin.id])
    expect(await tell(coin)).toEqual([])
    expect(await heardBy(bob)).toEqual([])
  })

  test('with many coins pushes one in ten minutes, and pushes nothing else out of the list', async () => {
    await subscribe(bob)
    await database.query(
      `insert into notifications (wallet_address, kind, collection_id, created_at)
       select $1, 'graduation', gen_random_uuid(), now() - interval '1 day' from generate_series(1, 95)`,
      [bob],
    )
    const coins = Array.from({ length: 12 }, () => new Coin())
    for (const coin of coins) {
      coin.offer(lamports(F * 2n), [3])
      await coin.take()
      await tell(coin)
    }
    const kinds = (await heardBy(bob)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'offer')).toHaveLength(10)
    expect(kinds.filter((kind) => kind === 'graduation')).toHaveLength(90)
    const pushes = await database.query(
      'select from push_jobs j join push_subscriptions s on s.id = j.subscription_id where s.wallet_address = $1',
      [bob],
    )
    // The notification of the first one was trimmed meanwhile, and its push with it.
    expect(pushes.length).toBeLessThanOrEqual(1)
    const last = new Coin()
    last.offer(lamports(F * 2n), [3])
    await last.take()
    await tell(last, AT + OFFER_NEWS_MINUTES * 60_000)
    expect(await pushCount(bob)).toBe(pushes.length + 1)
  })
})

test('what nobody told of is found by looking at all coins, once', async () => {
  const [one, other] = [new Coin(), new Coin()]
  one.offer(lamports(F * 2n), [3])
  other.offer(lamports(F * 3n), [3])
  await one.take()
  await other.take()
  expect(await tellNftNews(database, undefined, AT, compareOffers, fail)).toEqual([bob, bob])
  expect(await heardBy(bob)).toHaveLength(2)
  expect(await tellNftNews(database, undefined, AT, compareOffers, fail)).toEqual([])
})

test('a coin that fails keeps no other from being told', async () => {
  const [broken, other] = [new Coin(), new Coin()]
  other.offer(lamports(F * 2n), [3])
  await other.take()
  const failures: unknown[] = []
  const ids = ['no id', broken.id, other.id]
  expect(await tellNftNews(database, ids, AT, compareOffers, (error) => failures.push(error))).toEqual([bob])
  expect(failures).toHaveLength(1)
})

test('two servers that look at once tell once', async () => {
  const coin = new Coin()
  coin.offer(lamports(F * 2n), [3])
  await coin.take()
  const told = await Promise.all([tell(coin), tell(coin)])
  expect(told.flat()).toEqual([bob])
})

describe('a sale', () => {
  const price = lamports(F * 3n)
  const list = { kind: 'list', edition: 3, priceLamports: price, expiresAtSeconds: BigInt(NOW + 60) }

  test('of a listing is told to its seller alone', async () => {
    const coin = new Coin()
    coin.add(bob, list).add(carol, { kind: 'buyListing', edition: 3, ...sold(price), seller: bob })
    await coin.take()
    expect(await tell(coin)).toEqual([bob])
    expect(await heardBy(bob)).toMatchObject([
      { kind: 'sold', nft: { tokenId: 3, lamports: price.toString(), sellerLamports: netOf(price) } },
    ])
    expect(await heardBy(carol)).toEqual([])
  })

  test('by an accepted offer is told to the bidder alone', async () => {
    const coin = new Coin()
    const offer = coin.offer(price, [1, 2])
    coin.add(alice, { kind: 'acceptOffer', edition: 2, ...sold(price), offer, bidder: carol })
    await coin.take()
    expect(await tell(coin)).toEqual([carol])
    expect(await heardBy(carol)).toMatchObject([
      { kind: 'accepted', nft: { tokenId: 2, lamports: price.toString() } },
    ])
    expect(await heardBy(alice)).toEqual([])
  })

  test('with oneself is no news', async () => {
    const coin = new Coin()
    coin.add(bob, list).add(bob, { kind: 'buyListing', edition: 3, ...sold(price), seller: bob })
    await coin.take()
    expect(await tell(coin)).toEqual([])
  })
})

test('a push of an expired session is dropped', async () => {
  const subscribeIn = (endpoint: string, expires: string) =>
    database.query(
      `with session as (
         insert into sessions (token_hash, id, wallet_address, device, expires_at)
         values ($2, gen_random_uuid(), $1, 'd', now() + $3::interval) returning id)
       insert into push_subscriptions (wallet_address, endpoint, p256dh, auth, device, session_id)
       select $1, $2, 'p', 'a', 'd', id from session`,
      [alice, endpoint, expires],
    )
  await subscribeIn(`${alice} open`, '1 day')
  await subscribeIn(`${alice} over`, '0')
  const coin = new Coin()
  coin.offer(lamports(F * 2n), [1])
  await coin.take()
  await tell(coin)
  expect(await pushCount(alice)).toBe(2)
  const own = (await takeJobs(database, 1_000)).filter(({ endpoint }) => endpoint.startsWith(alice))
  expect(own.map(({ endpoint }) => endpoint)).toEqual([`${alice} open`])
  expect(await pushCount(alice)).toBe(1)
})
