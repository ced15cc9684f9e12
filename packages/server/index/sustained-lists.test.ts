// Lists against somebody who borrows SOL: a graduation that is bought and sold off, in one transaction and across two, moves
// none of them; an honest one counts after ten minutes. Real PostgreSQL (embedded), and the clock of now: what happened did so
// some seconds ago.
import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { COLLECTION_SORTS } from '@twinmint/sdk/api/coin/list-contract'
import { type CurveState, launchState, quoteBuy, quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { STANDARD_CHOICES, STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Random, withSeed } from '../../../program/test/random.ts'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { INDEX_TABLES } from '../database/migrations.ts'
import { startEvaluator } from '../people/alerts/evaluator.ts'
import { addAlert } from '../people/alerts/store.ts'
import { applyEvents } from './apply.ts'
import { collectionIdOf, type LoggedEvent } from './event-rows.ts'
import { listStanding, loadPlatformBuckets, refreshFigures } from './figures-store.ts'
import { type CollectionState, listCollections } from './list-store.ts'
import { findCreator } from './position-reads.ts'
import { loadCollections, loadStats } from './store.ts'

const program = createKeypair().address
const who = createKeypair().address
let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))

const now = () => BigInt(Math.floor(Date.now() / 1_000))

/** A coin whose events the test makes, each so many seconds ago. */
class Coin {
  readonly mint: Address = createKeypair().address
  readonly id = collectionIdOf(this.mint)
  readonly events: LoggedEvent[] = []
  private curve: CurveState = launchState({
    ...STANDARD_TERMS,
    ...STANDARD_CHOICES,
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
  })
  private held = 0n
  constructor(secondsAgo: number) {
    const texts = { name: 'Coin', symbol: 'COIN', collectionName: 'Coins', uri: 'http://x/1' }
    this.add(secondsAgo, { kind: 'launch', terms: STANDARD_TERMS, choices: STANDARD_CHOICES, texts })
  }
  buy(secondsAgo: number, sol: number): this {
    const lamportsIn = lamports(BigInt(Math.round(sol * 1e9)))
    const quote = quoteBuy(this.curve, lamportsIn, { nowSeconds: 0n })
    if (quote.kind === 'refused') throw new Error(quote.code)
    this.curve = quote.after
    this.held += quote.baseUnitsOut
    const { baseUnitsOut, surchargeLamports, graduates: graduated } = quote
    this.add(secondsAgo, {
      kind: 'buy',
      lamportsIn,
      surchargeLamports,
      baseUnitsOut,
      graduated,
      burnedBaseUnits: baseUnits(0n),
    })
    return this
  }
  get hasCoins(): boolean {
    return this.held > 1_000_000n
  }
  /** All that it has bought, or a part of it. */
  sell(secondsAgo: number, parts = 1n): this {
    const baseUnitsIn = baseUnits(this.held / parts)
    const quote = quoteSell(this.curve, baseUnitsIn)
    if (quote.kind === 'refused') throw new Error(quote.code)
    this.curve = quote.after
    this.held -= baseUnitsIn
    const { lamportsOut, feeLamports, creatorFeeLamports } = quote
    this.add(secondsAgo, { kind: 'sell', baseUnitsIn, lamportsOut, feeLamports, creatorFeeLamports })
    return this
  }
  private add(secondsAgo: number, what: object): void {
    const { reserveLamports, reserveBaseUnits, realLamports } = this.curve
    const sequence = BigInt(this.events.length + 1)
    const fields = { sequence, mint: this.mint, who, reserveLamports, reserveBaseUnits, realLamports }
    const event = { ...fields, unixSeconds: now() - BigInt(secondsAgo), ...what } as ProgramEvent
    this.events.push({ event, signature: `${this.mint} ${sequence}`, slot: 1n })
  }
}

/** What the index makes of it, as the server does: the rows, and a second later the figures. */
async function take(...coins: readonly Coin[]): Promise<void> {
  const logged = coins.flatMap(({ events }) => events)
  await applyEvents(database, program, logged)
  await refreshFigures(
    database,
    coins.map(({ id }) => id),
  )
}

const listed = async (sort: (typeof COLLECTION_SORTS)[number], state: CollectionState = 'all') =>
  (
    await listCollections(database, {
      sort,
      state,
      order: 'desc',
      limit: 50,
      search: undefined,
      creatorAddress: undefined,
      after: undefined,
    })
  ).map(({ id }) => id)

/** What borrowed SOL must not move: every order by how high a coin is, and who stands in which list. */
async function lists() {
  const orders = (['marketCap', 'trending', 'change1h', 'change24h', 'progress', 'graduated'] as const).map(
    async (sort) => [sort, await listed(sort)],
  )
  const states = (['new', 'graduating', 'graduated'] as const).map(async (state) => [
    state,
    (await listed('created', state)).sort(),
  ])
  return Object.fromEntries(await Promise.all([...orders, ...states]))
}

/** A small coin that an attacker means to show, and others that are honestly higher. */
function market() {
  const small = new Coin(3_000).buy(2_900, 0.2)
  const others = [
    new Coin(3_000).buy(2_800, 4).buy(900, 1).sell(800, 4n),
    new Coin(3_000).buy(2_700, 18.5),
    new Coin(3_000).buy(2_600, 25),
  ] as const
  return { small, others }
}

test('a graduation that is bought and sold off in one transaction moves no list', async () => {
  const { small, others } = market()
  await take(small, ...others)
  const before = await lists()
  expect(before).toMatchObject({ graduating: [others[1].id], graduated: [others[2].id] })
  const statsBefore = await loadStats(database)
  small.buy(1, 22).sell(1)
  await take(small)
  const [record] = await loadCollections(database, [small.id])
  expect(record).toMatchObject({ isGraduated: true, graduationStands: false, graduationStandsAt: null })
  expect(await lists()).toEqual(before)
  expect((await loadStats(database)).graduated).toBe(statsBefore.graduated)
})

test('nor across two, while the SOL is in the pool and after it has left', async () => {
  const { small, others } = market()
  await take(small, ...others)
  const before = await lists()
  small.buy(30, 22)
  await take(small)
  const [held] = await loadCollections(database, [small.id])
  expect(held).toMatchObject({ isGraduated: true, graduationStands: false })
  expect(held?.graduationStandsAt).not.toBeNull()
  // What stood before it is what counts.
  expect(held?.stoodMarketCapLamports).toBe('1439999999')
  expect(await lists()).toEqual(before)
  small.sell(1)
  await take(small)
  const [left] = await loadCollections(database, [small.id])
  expect(left).toMatchObject({ isGraduated: true, graduationStandsAt: null })
  expect(await lists()).toEqual(before)
})

test('an honest graduation counts after ten minutes, in lists, figures and for its creator', async () => {
  const waiting = new Coin(3_000).buy(2_000, 19).buy(590, 3)
  const stands = new Coin(3_000).buy(2_000, 19).buy(610, 3)
  await take(waiting, stands)
  expect(await listed('created', 'graduated')).toEqual([stands.id])
  expect(await listed('graduated')).toEqual([stands.id])
  // Until then it is about to.
  expect(await listed('progress', 'graduating')).toEqual([waiting.id])
  expect(await loadStats(database)).toMatchObject({ launches: 2, graduated: 1 })
  const buckets = await loadPlatformBuckets(database, { sinceSeconds: 0, bucketSeconds: 86_400 })
  expect(buckets.reduce((sum, { graduations }) => sum + graduations, 0)).toBe(1)
  expect(await findCreator(database, waiting.id)).toMatchObject({ launches: 2, graduated: 1 })
  // Once it has stood it stays, also when the SOL leaves.
  stands.sell(1)
  await take(stands)
  expect(await listed('created', 'graduated')).toEqual([stands.id])
  const [record] = await loadCollections(database, [stands.id])
  expect(record).toMatchObject({ graduationStands: true })
})

test('what has begun to stand is told once, in the second in which it does', async () => {
  // It stands since half a minute ago; another begins to in a minute and a half.
  const [coin, young] = [new Coin(3_000).buy(630, 25), new Coin(3_000).buy(510, 25)]
  await take(coin, young)
  const [record] = await loadCollections(database, [coin.id])
  const beganMs = Date.parse(record?.graduationStandsAt ?? '')
  // By a server that reads its chain on from two seconds before, ten times a second.
  let { until, ids } = await listStanding(database, undefined, beganMs - 2_000)
  expect(ids).toEqual([])
  const told: [string, number][] = []
  for (let readMs = beganMs - 1_900; readMs <= beganMs + 2_000; readMs += 100) {
    ;({ until, ids } = await listStanding(database, until, readMs))
    told.push(...ids.map((id): [string, number] => [id, readMs]))
  }
  expect(told).toEqual([[coin.id, beganMs]])
  // However far it says that it has read, the future has not begun.
  expect((await listStanding(database, until, Date.now() + 3_600_000)).ids).toEqual([])
  expect(await listed('created', 'graduated')).toEqual([coin.id])
})

test('an alert goes by a graduation once the index has read its chain until then, and not before', async () => {
  const coin = new Coin(3_000).buy(700, 25)
  await take(coin)
  const alert = { kind: 'graduation', direction: null, targetUnits: null } as const
  await addAlert(database, { walletAddress: who, collectionId: coin.id, ...alert }, () => undefined)
  /** What a server tells that has read so far. */
  const toldAt = async (readThroughMs: number) => {
    const told: string[] = []
    const evaluator = startEvaluator(database, {
      solUsd: 1,
      readThroughMs: () => readThroughMs,
      compareOffers: async () => {},
      onTold: (wallets) => told.push(...wallets),
      onFailure: (error) => expect(error).toBeUndefined(),
    })
    evaluator.begin()
    evaluator.heard({ trades: [], activity: [], collectionIds: [coin.id] })
    await evaluator.close()
    return told
  }
  // Whoever sold after that is not known: it stands by the clock, and by nothing that was read.
  expect(await toldAt(0)).toEqual([])
  expect(await toldAt(Date.now() - 150_000)).toEqual([])
  expect((await listStanding(database, '1970-01-01', Date.now() - 150_000)).ids).toEqual([])
  expect(await toldAt(Date.now())).toEqual([who])
})

/** By the events: whole minutes count, the one in which the ten minutes begin from its first second on. */
function leastCap({ events }: Coin, nowSeconds: number): string {
  const from = Math.floor((nowSeconds - 600) / 60) * 60
  const caps = events.map(({ event }) => ({
    at: Number(event.unixSeconds),
    cap: (event.reserveLamports * 1_000_000_000_000_000n) / event.reserveBaseUnits,
  }))
  const entering = caps.findLast(({ at }) => at < from)
  const within = caps.filter(({ at }) => at >= from)
  const all = [...(entering ? [entering] : []), ...within].map(({ cap }) => cap)
  return all.reduce((a, b) => (b < a ? b : a)).toString()
}

test('the least of ten minutes is the least of every trade and of what was there before them', () =>
  withSeed(async (seed) => {
    const random = new Random(seed)
    const coins = Array.from({ length: 12 }, () => {
      const coin = new Coin(4_000)
      for (let seconds = 3_900; seconds > 0; seconds -= 1 + random.below(random.pick([5, 300, 1_500])))
        if (random.below(3) === 0 && coin.hasCoins) coin.sell(seconds, 2n)
        else coin.buy(seconds, Number(random.between(1n, 300n)) / 100)
      return coin
    })
    const begin = Number(now())
    await take(...coins)
    const rows = await loadCollections(
      database,
      coins.map(({ id }) => id),
    )
    const end = Number(now())
    for (const coin of coins) {
      const found = rows.find(({ id }) => id === coin.id)?.stoodMarketCapLamports
      // A minute may have ended meanwhile.
      expect([leastCap(coin, begin), leastCap(coin, end)]).toContain(found)
    }
  }))
