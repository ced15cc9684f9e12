// What a transaction pays to be taken before others: a price for each compute unit that it asks for, beside the network's fee
// for its signature. The page and the server count by the same figures. Pure.
import { divideCeil, divideFloor, type Lamports, lamports } from './money.ts'

export const PRIORITY_LEVELS = ['normal', 'fast', 'turbo'] as const
export type PriorityLevel = (typeof PRIORITY_LEVELS)[number]

/** Of the prices that the coin's own accounts were written for lately: so many percent paid no more. */
export const PRIORITY_PERCENTILES: Readonly<Record<PriorityLevel, number>> = {
  normal: 50,
  fast: 75,
  turbo: 95,
}
/** Millionths of a lamport a compute unit, where nobody competes for the coin: enough to come before those who pay nothing. */
export const PRIORITY_PRICE_MIN: Readonly<Record<PriorityLevel, bigint>> = {
  normal: 20_000n,
  fast: 100_000n,
  turbo: 500_000n,
}
/** The most that a level comes to in one transaction, whatever others pay: 0.005 SOL. */
export const LEVEL_LAMPORTS_MAX = lamports(5_000_000n)
/** The most that anybody may ask for in one transaction: 0.05 SOL. */
export const PRIORITY_LAMPORTS_MAX = lamports(50_000_000n)
/** What a wallet may add by itself, of all that it signs at once; above it the page asks: 0.05 SOL. */
export const WALLET_FEE_LAMPORTS_MAX = lamports(50_000_000n)

/** The most that one transaction may use. */
export const COMPUTE_UNITS_MAX = 1_400_000n
/** What an instruction has that asks for nothing. */
export const COMPUTE_UNITS_DEFAULT = 200_000n

/** What is priced. */
export type PricedKind = 'trade' | 'swap' | 'launch' | 'boost' | 'claim'

/** What a transaction will about ask for, by which a level becomes an amount before anything is prepared. */
export const PRICED_UNITS: Readonly<Record<PricedKind, bigint>> = {
  trade: 50_000n,
  swap: 300_000n,
  launch: 200_000n,
  boost: 25_000n,
  claim: 25_000n,
}

/** Millionths of a lamport a compute unit. */
export type PriorityPrices = Readonly<Record<PriorityLevel, bigint>>

/** The levels' prices after what was paid lately, a figure a slot; with none, the least. */
export function pricesOf(recent: readonly bigint[]): PriorityPrices {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const priceOf = (level: PriorityLevel): bigint => {
    const at = Math.ceil((sorted.length * PRIORITY_PERCENTILES[level]) / 100) - 1
    const paid = sorted[at] ?? 0n
    return paid > PRIORITY_PRICE_MIN[level] ? paid : PRIORITY_PRICE_MIN[level]
  }
  return { normal: priceOf('normal'), fast: priceOf('fast'), turbo: priceOf('turbo') }
}

/** What a price comes to: rounded up, as the network does. */
export function priorityLamports(microLamports: bigint, units: bigint): bigint {
  return divideCeil(microLamports * units, 1_000_000n)
}

/** So that an amount of a level is written in six decimals of a SOL. */
const LEVEL_STEP_LAMPORTS = 1_000n

/** What each level comes to in one transaction of a kind: rounded up to whole thousands of lamports. */
export function levelLamports(
  prices: PriorityPrices,
  kind: PricedKind,
): Readonly<Record<PriorityLevel, Lamports>> {
  const of = (level: PriorityLevel) => {
    const exact = priorityLamports(prices[level], PRICED_UNITS[kind])
    const amount = divideCeil(exact, LEVEL_STEP_LAMPORTS) * LEVEL_STEP_LAMPORTS
    return amount > LEVEL_LAMPORTS_MAX ? LEVEL_LAMPORTS_MAX : lamports(amount)
  }
  return { normal: of('normal'), fast: of('fast'), turbo: of('turbo') }
}

/** What to ask for, so that it does not come to more than `feeLamports`: millionths of a lamport a unit, rounded down. */
export function priceWithin(feeLamports: bigint, units: bigint): bigint {
  return divideFloor(feeLamports * 1_000_000n, units)
}

/**
 * The limit for a transaction that used so many units when it was tried: a fifth more and 20,000, since others trade meanwhile,
 * a buy may graduate the coin, and wallets add assertions.
 */
export function unitLimitOf(unitsUsed: bigint): bigint {
  const limit = divideCeil(unitsUsed * 6n, 5n) + 20_000n
  return limit > COMPUTE_UNITS_MAX ? COMPUTE_UNITS_MAX : limit
}

/** What the person chose: a level, or SOL for one transaction. */
export type PriorityChoice = PriorityLevel | { readonly lamports: Lamports }
