// Figures that the coin's page derives from the wire for the eye. Pure; dollars are doubles, because they are only shown.
import { type Lamports, lamports, solText } from '../core/money.ts'
import { groupThousands } from '../ui/format.ts'
import type { Collection } from '../wire/records/coin.ts'

/** Dollars of an amount in lamports at a rate. */
export function dollarsOf(lamportsText: string, solUsd: number): number {
  return Number(solText(BigInt(lamportsText) as Lamports)) * solUsd
}

export interface GraduationFigures {
  readonly thresholdSolText: string
  readonly percent: number
  /** Lamports of market cap that are still missing. */
  readonly missingLamports: Lamports
}

/** How far the market cap is from the launch's threshold; a graduated coin is there for good. */
export function graduationFigures(collection: Collection): GraduationFigures {
  const threshold = BigInt(collection.graduationMarketCapLamports)
  const missing = threshold - BigInt(collection.marketCapLamports)
  return {
    thresholdSolText: solText(lamports(threshold)),
    percent: collection.isGraduated ? 100 : Math.min(100, collection.bondingProgress),
    missingLamports: lamports(collection.isGraduated || missing < 0n ? 0n : missing),
  }
}

/** SOL that the market really holds: paid in on the curve, and all of the pool's after graduation. */
export function liquiditySolText({ realLamports }: Pick<Collection, 'realLamports'>): string {
  return solText(lamports(BigInt(realLamports)))
}

/** Decimal coins without their fraction, grouped. */
export function wholeCoinsText(coinsText: string): string {
  return groupThousands(coinsText.split('.')[0] ?? '0')
}

/** "1" for 100 basis points. */
export function bpsPercentText(bps: number): string {
  return String(bps / 100)
}

/** "24 hours" for 86,400 seconds. */
export function hoursText(seconds: number): string {
  const hours = Math.round(seconds / 360) / 10
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** Until when the coin is boosted if it is boosted now: the time is added to what is left, as the program does. */
export function boostedUntilAfter(
  { boostedUntil, boostSeconds }: Pick<Collection, 'boostedUntil' | 'boostSeconds'>,
  nowMs: number,
): string {
  const untilMs = boostedUntil === null ? 0 : Date.parse(boostedUntil)
  return new Date(Math.max(nowMs, untilMs) + boostSeconds * 1_000).toISOString()
}
