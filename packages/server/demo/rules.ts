// How the demo market behaves: how a coin gets to where it begins, and what a bot does next with it. Pure: chance is
// handed in. Amounts are floating-point SOL and coins, requested from the routes, which decide as for everybody.
import type { Band, DemoCoin } from './coins.ts'

/** From 0 to below 1, as `Math.random` gives. */
export type Chance = () => number

/** What of a market the bots look at. */
export interface Sight {
  readonly reserveSol: number
  readonly reserveCoins: number
  /** Market cap in parts of that of the graduation. */
  readonly level: number
  readonly isGraduated: boolean
  readonly tradeCount: number
  readonly mintedNfts: number
  readonly circulatingNfts: number
}

export type Step =
  /** A buy or a sell that brings the market cap to `level`. */
  | { readonly kind: 'walk'; readonly level: number }
  | { readonly kind: 'capture'; readonly count: number }
  | { readonly kind: 'release' }

export type Action =
  | { readonly kind: 'buy' | 'sell'; readonly sol: number }
  | { readonly kind: 'capture'; readonly count: number }
  | { readonly kind: 'release' | 'buyNft' | 'sellNft' }
  /** Whatever the coin's NFT market has room for: nft-market-rules.ts decides. */
  | { readonly kind: 'nftMarket' }
  | { readonly kind: 'nothing' }

/** How a coin feels for a while. */
export interface Mood {
  readonly name: 'pump' | 'fade' | 'sideways'
  /** How many of its trades are buys. */
  readonly buyShare: number
  /** How often it is traded against others. */
  readonly heat: number
  readonly seconds: number
}

/** Least and most of a bot's buy once the market is open: small against a visitor's. */
export const BUY_SOL_MIN = 0.01
export const BUY_SOL_MAX = 0.3
export const DOORSTEP: Band = { from: 0.94, to: 0.98 }
/** Bots mint no more than so many NFTs of a coin; beyond, they capture what the escrow holds. */
export const MINTED_BY_BOTS_MAX = 150
/** How much of what is done with a coin is done in its NFT market, where it has NFTs. */
const NFT_MARKET_SHARE = 0.2
const COINS_PER_NFT = 1_000_000
/** The market cap at which an embedded chain's coins graduate. At launch it is the opening reserve. */
const GRADUATION_SOL = 420
/** A coin that stays so near to where it opened, by its market cap, is brand-new. */
const BRAND_NEW_TIMES = 1.3

/** Where on its way a coin stands after each opening trade, in parts of the way: up, and down a little in between. */
const WAYPOINTS_LONG = [0.1, 0.24, 0.2, 0.42, 0.36, 0.58, 0.76, 0.69, 0.9, 1]
const WAYPOINTS_SHORT = [0.4, 0.85, 0.7, 1]

const between = (chance: Chance, from: number, to: number): number => from + chance() * (to - from)

/** The SOL that brings a market cap to `level`: a buy when positive, a sell when negative. The price goes with R_s². */
export function solTowards(sight: Pick<Sight, 'reserveSol' | 'level'>, level: number): number {
  return sight.reserveSol * (Math.sqrt(level / sight.level) - 1)
}

/** The coins whose sale takes `sol` out of the reserve, before the fee. */
export function coinsFor(sight: Pick<Sight, 'reserveSol' | 'reserveCoins'>, sol: number): number {
  return (sight.reserveCoins * sol) / Math.max(sight.reserveSol - sol, sol)
}

/** What is left of a coin's opening, from what the market shows of it: after a restart it goes on where it was. */
export function openingOf(coin: DemoCoin, sight: Sight): Step[] {
  const goal = coin.home.from + (coin.home.to - coin.home.from) * 0.4
  const launchLevel = coin.openingSol / GRADUATION_SOL
  const start = Math.sqrt(launchLevel)
  const isBrandNew = coin.home.to < launchLevel * BRAND_NEW_TIMES
  const waypoints = isBrandNew ? [1] : coin.home.to < 0.2 ? WAYPOINTS_SHORT : WAYPOINTS_LONG
  const walk = waypoints
    .map((way): Step => ({ kind: 'walk', level: (start + (Math.sqrt(goal) - start) * way) ** 2 }))
    .slice(sight.tradeCount)
  const captures: Step[] = []
  for (let left = coin.captured - sight.mintedNfts; left > 0; left -= 2)
    captures.push({ kind: 'capture', count: Math.min(left, 2) })
  const back = coin.released - (sight.mintedNfts - sight.circulatingNfts)
  const releases = Array.from({ length: Math.max(back, 0) }, (): Step => ({ kind: 'release' }))
  return [...walk, ...captures, ...releases]
}

/**
 * Where each coin wanders. Those that graduated stay above it, and there is always one at the doorstep: when a visitor
 * has graduated it, the next one comes.
 */
export function bandOf(coin: DemoCoin, isGraduated: boolean, isAtDoorstep: boolean): Band {
  if (isGraduated) return coin.home.from > 1 ? coin.home : { from: 0.95, to: 1.3 }
  if (coin.home.from > 1) return { from: 1.02, to: 1.1 }
  return isAtDoorstep ? DOORSTEP : coin.home
}

/** At the ends of its band a coin turns; in between anything may happen. */
export function nextMood(level: number, band: Band, chance: Chance): Mood {
  const place = (level - band.from) / (band.to - band.from)
  const seconds = between(chance, 30, 150)
  const roll = chance() * 0.5 + place * 0.5
  if (roll > 0.62) return { name: 'fade', buyShare: 0.25, heat: 4, seconds }
  if (roll < 0.38) return { name: 'pump', buyShare: 0.76, heat: 5, seconds }
  return { name: 'sideways', buyShare: 0.52, heat: 1, seconds: seconds / 2 }
}

/** What a bot does with a coin now. It never lifts a market beyond its band: who graduates it is a visitor. */
export function decideAction(sight: Sight, band: Band, mood: Mood, chance: Chance): Action {
  const kind = chance()
  // Small trades are many, large ones few; a market with little in it takes little.
  const share = 0.006 * 10 ** chance()
  const sol = Math.min(Math.max(sight.reserveSol * share, BUY_SOL_MIN), BUY_SOL_MAX)
  const room = solTowards(sight, band.to)
  const nftSol = (sight.reserveSol / sight.reserveCoins) * COINS_PER_NFT
  if (kind < 0.08) return { kind: 'capture', count: chance() < 0.75 ? 1 : 2 }
  if (kind < 0.14) return { kind: 'release' }
  if (kind < 0.18 && nftSol * 1.1 < Math.min(room, BUY_SOL_MAX)) return { kind: 'buyNft' }
  if (kind < 0.2) return { kind: 'sellNft' }
  if (kind > 1 - NFT_MARKET_SHARE && sight.circulatingNfts > 0) return { kind: 'nftMarket' }
  if (sight.level < band.from) return buyWithin(sol, room)
  if (sight.level > band.to) return { kind: 'sell', sol }
  return chance() < mood.buyShare ? buyWithin(sol, room) : { kind: 'sell', sol }
}

function buyWithin(sol: number, room: number): Action {
  const size = Math.min(sol, room)
  return size < BUY_SOL_MIN ? { kind: 'sell', sol: BUY_SOL_MIN } : { kind: 'buy', sol: size }
}

/** One of them, by weight. */
export function pickWeighted<T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  chance: Chance,
): T | undefined {
  let left = chance() * items.reduce((sum, item) => sum + weightOf(item), 0)
  return items.find((item) => (left -= weightOf(item)) < 0)
}
