import { decideLaunch } from '@twinmint/sdk/actions/launch/rules'
import {
  type CurveState,
  FORM_GUARD,
  launchState,
  marketCapLamports,
  quoteBuy,
  quoteSell,
} from '@twinmint/sdk/core/curve'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { describe, expect, test } from 'vitest'
import { PICTURES } from './art.ts'
import { DEMO_COINS, type DemoCoin } from './coins.ts'
import {
  BUY_SOL_MAX,
  BUY_SOL_MIN,
  bandOf,
  coinsFor,
  DOORSTEP,
  decideAction,
  type Mood,
  nextMood,
  openingOf,
  pickWeighted,
  type Sight,
  solTowards,
} from './rules.ts'
import { chances } from './test-chances.ts'

const THRESHOLD = 420_000_000_000n
const launched = ({ openingSol, guarded }: Pick<DemoCoin, 'openingSol' | 'guarded'>) =>
  launchState({
    openingReserveLamports: lamports(BigInt(openingSol) * 1_000_000_000n),
    ...(guarded && { guard: { ...FORM_GUARD, createdAtSeconds: 0n } }),
    graduationMarketCapLamports: lamports(THRESHOLD),
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
  })
const sightOf = (curve: CurveState, more: Partial<Sight> = {}): Sight => ({
  reserveSol: Number(curve.reserveLamports) / 1e9,
  reserveCoins: Number(curve.reserveBaseUnits) / 1e6,
  level: Number(marketCapLamports(curve)) / Number(THRESHOLD),
  isGraduated: curve.graduated,
  tradeCount: 0,
  mintedNfts: 0,
  circulatingNfts: 0,
  ...more,
})
/** Long after the launch, where nothing else is said. */
const trade = (curve: CurveState, sol: number, nowSeconds = 1_000n): CurveState => {
  const quote =
    sol > 0
      ? quoteBuy(curve, lamports(Math.round(sol * 1e9)), { nowSeconds })
      : quoteSell(curve, baseUnits(Math.floor(coinsFor(sightOf(curve), -sol) * 1e6)))
  if (quote.kind === 'refused') throw new Error(quote.code)
  return quote.after
}

describe('the coins', () => {
  test('are a dozen that the launch form takes, each with a picture of its own', () => {
    expect(DEMO_COINS.map(({ subject }) => subject).sort()).toEqual(Object.keys(PICTURES).sort())
    expect(new Set(DEMO_COINS.map(({ symbol }) => symbol)).size).toBe(12)
    for (const {
      name,
      symbol,
      collectionName,
      description,
      openingSol,
      devBuySolText,
      boosted,
    } of DEMO_COINS) {
      const decision = decideLaunch(
        {
          name,
          symbol,
          collectionName,
          description,
          links: {},
          openingReserveLamports: `${openingSol}000000000`,
          ...FORM_GUARD,
          devBuyAmount: devBuySolText,
          boostLaunch: boosted,
          creatorAddress: '11111111111111111111111111111111',
        },
        lamports(THRESHOLD),
      )
      expect(decision).toMatchObject({ kind: 'draft', draft: { name, symbol, description } })
    }
  })

  test('stand in every state', () => {
    const between = (from: number, to: number) =>
      DEMO_COINS.filter(({ home }) => home.from >= from && home.to <= to).length
    const brandNew = DEMO_COINS.filter(({ home, openingSol }) => home.to < (openingSol / 420) * 1.3)
    expect(brandNew.length).toBeGreaterThanOrEqual(2)
    expect(between(0.02, 0.45)).toBeGreaterThanOrEqual(4 + brandNew.length)
    expect(between(0.4, 0.9)).toBeGreaterThanOrEqual(2)
    expect(DEMO_COINS.filter(({ home }) => home.from === DOORSTEP.from)).toHaveLength(1)
    expect(DEMO_COINS.filter(({ home }) => home.from > 1)).toHaveLength(2)
    expect(DEMO_COINS.filter(({ boosted }) => boosted)).toHaveLength(3)
  })

  test('show every opening of the form, and the guard on and off', () => {
    for (const opening of [1, 10, 30])
      expect(DEMO_COINS.filter(({ openingSol }) => openingSol === opening).length).toBeGreaterThanOrEqual(3)
    for (const guarded of [true, false])
      expect(DEMO_COINS.filter((coin) => coin.guarded === guarded).length).toBeGreaterThanOrEqual(2)
  })

  test('can be graduated at the doorstep with the 2 SOL that a visitor gets', () => {
    const coin = DEMO_COINS.find(({ home }) => home.from === DOORSTEP.from)
    expect(
      solTowards({ reserveSol: Math.sqrt(420 * (coin?.openingSol ?? 0) * 0.94), level: 0.94 }, 1),
    ).toBeLessThan(1)
  })
})

test.each(DEMO_COINS)('the opening of $symbol ends in its band, and only graduates who shall', (coin) => {
  let curve = launched(coin)
  for (const step of openingOf(coin, sightOf(curve))) {
    if (step.kind !== 'walk') continue
    const sol = solTowards(sightOf(curve), step.level)
    // At once: a guard takes half of it.
    if (Math.abs(sol) > 0.001) curve = trade(curve, sol, 0n)
  }
  const { level } = sightOf(curve)
  expect(level).toBeGreaterThan(coin.home.from * 0.99)
  expect(level).toBeLessThan(coin.home.to * 1.01)
  expect(curve.graduated).toBe(coin.home.from > 1)
})

test('an opening that was interrupted goes on with what is missing', () => {
  const coin = DEMO_COINS[0]
  if (!coin) throw new Error('no coin')
  const start = launched(coin)
  const whole = openingOf(coin, sightOf(start))
  const walks = whole.filter(({ kind }) => kind === 'walk').length
  expect(openingOf(coin, sightOf(start, { tradeCount: 3 }))).toEqual(whole.slice(3))
  const rest = openingOf(coin, sightOf(start, { tradeCount: walks, mintedNfts: 4, circulatingNfts: 3 }))
  expect(rest).toEqual([{ kind: 'capture', count: 2 }, { kind: 'release' }])
  const done = { tradeCount: walks + 9, mintedNfts: coin.captured + 3, circulatingNfts: coin.captured + 1 }
  expect(openingOf(coin, sightOf(start, done))).toEqual([])
})

test('the doorstep is held: thousands of trades never graduate it nor leave it for long', () => {
  const chance = chances(7)
  const coin = DEMO_COINS.find(({ symbol }) => symbol === 'LONG')
  if (!coin) throw new Error('no coin')
  let curve = launched(coin)
  curve = trade(curve, solTowards(sightOf(curve), 0.96))
  const band = bandOf(coin, false, true)
  const levels: number[] = []
  let mood: Mood | undefined
  for (let i = 0; i < 5_000; i++) {
    const sight = sightOf(curve)
    if (!mood || i % 12 === 0) mood = nextMood(sight.level, band, chance)
    const action = decideAction(sight, band, mood, chance)
    if (action.kind === 'buy') curve = trade(curve, action.sol)
    if (action.kind === 'sell') curve = trade(curve, -action.sol)
    levels.push(sightOf(curve).level)
  }
  expect(curve.graduated).toBe(false)
  expect(Math.max(...levels)).toBeLessThan(0.9801)
  expect(Math.min(...levels)).toBeGreaterThan(0.88)
})

test('prices wander through their band: up, down, and by small buys', () => {
  const chance = chances(11)
  for (const coin of DEMO_COINS.filter(({ home }) => home.from < 0.9)) {
    let curve = launched(coin)
    curve = trade(curve, solTowards(sightOf(curve), (coin.home.from + coin.home.to) / 2))
    const levels: number[] = []
    const bought: number[] = []
    let mood: Mood | undefined
    for (let i = 0; i < 600; i++) {
      const sight = sightOf(curve)
      if (!mood || i % 8 === 0) mood = nextMood(sight.level, coin.home, chance)
      const action = decideAction(sight, coin.home, mood, chance)
      if (action.kind === 'buy') {
        bought.push(action.sol)
        curve = trade(curve, action.sol)
      }
      if (action.kind === 'sell')
        curve = trade(curve, -Math.min(action.sol, Number(curve.realLamports) / 2e9))
      levels.push(sightOf(curve).level)
    }
    expect(Math.min(...bought)).toBeGreaterThanOrEqual(BUY_SOL_MIN)
    expect(Math.max(...bought)).toBeLessThanOrEqual(BUY_SOL_MAX)
    const width = coin.home.to - coin.home.from
    expect(Math.max(...levels) - Math.min(...levels)).toBeGreaterThan(width * 0.4)
    expect(Math.max(...levels)).toBeLessThan(coin.home.to * 1.02)
  }
})

test('now and then something is done in the NFT market, and never where no NFT is out', () => {
  const chance = chances(13)
  const mood: Mood = { name: 'sideways', buyShare: 0.5, heat: 1, seconds: 30 }
  const sight = { ...sightOf(launched({ openingSol: 30, guarded: false })), level: 0.3 }
  const share = (circulatingNfts: number) =>
    Array.from({ length: 2_000 }, () =>
      decideAction({ ...sight, circulatingNfts }, { from: 0.2, to: 0.4 }, mood, chance),
    ).filter(({ kind }) => kind === 'nftMarket').length / 2_000
  expect(share(0)).toBe(0)
  expect(share(3)).toBeGreaterThan(0.1)
  expect(share(3)).toBeLessThan(0.25)
})

test('who graduated by a visitor stays above, and the next one takes its place at the door', () => {
  const [long, spud] = ['LONG', 'SPUD'].map((symbol) => DEMO_COINS.find((coin) => coin.symbol === symbol))
  if (!long || !spud) throw new Error('no coins')
  expect(bandOf(long, true, false).to).toBeGreaterThan(1)
  expect(bandOf(spud, false, true)).toEqual(DOORSTEP)
  expect(bandOf(spud, false, false)).toEqual(spud.home)
})

test('a weighted choice follows the weights, and none of nothing is nothing', () => {
  const chance = chances(3)
  const picked = Array.from({ length: 2_000 }, () => pickWeighted([1, 3], (weight) => weight, chance))
  expect(picked.filter((weight) => weight === 3).length / picked.length).toBeCloseTo(0.75, 1)
  expect(pickWeighted([], () => 1, chance)).toBeUndefined()
})
