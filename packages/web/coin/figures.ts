// Figures that the coin's page derives from the wire for the eye. Pure; dollars are doubles, because they are only shown.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { formatSolShort } from '@twinmint/sdk/core/figures'
import { type Lamports, lamports, solText } from '@twinmint/sdk/core/money'
import { STANDING_SECONDS } from '@twinmint/sdk/core/sustained'
import { formatExactTime, groupThousands } from '../ui/format.ts'

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

/** What a graduation is worth: the SOL in the pool, and whether lists go by it. Undefined on the curve. */
export function graduationWords({
  isGraduated,
  graduatedAt,
  graduationStands,
  graduationStandsAt,
  realLamports,
}: Pick<
  Collection,
  'isGraduated' | 'graduatedAt' | 'graduationStands' | 'graduationStandsAt' | 'realLamports'
>): { readonly word: string; readonly sol: string; readonly sentence: string } | undefined {
  if (!isGraduated) return undefined
  const sol = `${formatSolShort(realLamports)} SOL`
  const word = `Graduated${isSoonAfter(graduatedAt, graduationStandsAt) && !graduationStands ? ' just now' : ''}`
  const more = notCountedText({ graduationStands, graduationStandsAt })
  return { word, sol, sentence: `${word}, ${sol} in the pool.${more === undefined ? '' : ` ${more}`}` }
}

/** Why lists do not count a graduation, or from when on; undefined for one that stands. */
export function notCountedText({
  graduationStands,
  graduationStandsAt,
}: Pick<Collection, 'graduationStands' | 'graduationStandsAt'>): string | undefined {
  if (graduationStands) return undefined
  return graduationStandsAt === null
    ? 'Its market cap is below half of the threshold, so lists do not count it.'
    : `Lists count it from ${formatExactTime(graduationStandsAt)} on, if that stays.`
}

/** Nothing came between the graduation and the ten minutes that it must stand. */
const isSoonAfter = (graduatedAt: string | null, standsAt: string | null): boolean =>
  graduatedAt !== null &&
  standsAt !== null &&
  Date.parse(standsAt) - Date.parse(graduatedAt) <= STANDING_SECONDS * 1_000

/** Decimal coins without their fraction, grouped. */
export function wholeCoinsText(coinsText: string): string {
  return groupThousands(coinsText.split('.')[0] ?? '0')
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
