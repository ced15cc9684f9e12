// What is marked on the chart, gathered by candle: trades of the connected wallet and of the creator, boosts, the
// graduation, the end of the launch guard. Pure.

import type { BoostMark, Candle, Mark, Marks } from '@twinmint/sdk/api/history/contract'
import { MARKS_MAX } from '@twinmint/sdk/api/history/rules'
import { isBeyond } from '@twinmint/sdk/api/records/newer'
import type { Activity, Trade } from '@twinmint/sdk/api/records/trade'
import { bucketOf } from './chart-series.ts'

export interface ChartMark {
  /** Of the candle that it stands at. */
  readonly time: number
  /** `coin`: boosts, the graduation and the guard's end, whoever paid. */
  readonly who: 'you' | 'creator' | 'coin'
  readonly type: Mark['type'] | 'BOOST' | 'GRADUATION' | 'GUARD'
  readonly count: number
  /** Paid or received; 0 of a graduation. */
  readonly sol: number
}

export interface MarkChoice {
  readonly mine: boolean
  readonly creators: boolean
  /** Boosts, the graduation and the guard's end. */
  readonly events: boolean
  /** The connected wallet launched the coin: its trades are its own, not marked twice. */
  readonly isCreator: boolean
}

/** What is known of a coin besides its candles. */
export interface Markable {
  readonly marks: Marks | undefined
  readonly graduatedAt: string | null
  /** ISO, when it has passed: buys before it paid a surcharge, which no candle shows; null without a guard, and while it runs. */
  readonly guardEndedAt: string | null
}

/** The candle that a moment falls into, or the last one before it where quiet ones are left out; by halves. */
function candleAt(candles: readonly Candle[], unixSeconds: number): number | undefined {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((candles[middle]?.time ?? 0) <= unixSeconds) low = middle + 1
    else high = middle
  }
  return candles[low - 1]?.time
}

/**
 * Marks at the candles that are there, oldest first; several trades of one side in one candle are one mark. What is
 * older than the first candle waits until that part of the history is read.
 */
export function chartMarks(
  { marks, graduatedAt, guardEndedAt }: Markable,
  choice: MarkChoice,
  candles: readonly Candle[],
  intervalSeconds: number,
): readonly ChartMark[] {
  const times = new Set(candles.map(({ time }) => time))
  const found = new Map<string, ChartMark>()
  const add = (who: ChartMark['who'], each: readonly (BoostMark & Pick<ChartMark, 'type'>)[]) => {
    for (const { type, lamports, createdAt } of each) {
      const second = Math.floor(Date.parse(createdAt) / 1000)
      const bucket = bucketOf(second, intervalSeconds)
      // A trade is in a candle; the rest may be in a quiet one that is not drawn.
      const time = times.has(bucket) ? bucket : who === 'coin' ? candleAt(candles, second) : undefined
      if (time === undefined) continue
      const key = `${time}:${who}:${type}`
      const before = found.get(key)
      const sol = Number(lamports) / 1e9
      found.set(key, { time, who, type, count: (before?.count ?? 0) + 1, sol: (before?.sol ?? 0) + sol })
    }
  }
  if (choice.mine) add('you', marks?.wallet ?? [])
  if (choice.creators && !(choice.mine && choice.isCreator)) add('creator', marks?.creator ?? [])
  if (choice.events) {
    add('coin', marks?.boosts.map((boost) => ({ ...boost, type: 'BOOST' as const })) ?? [])
    if (guardEndedAt !== null) add('coin', [{ type: 'GUARD', lamports: '0', createdAt: guardEndedAt }])
    if (graduatedAt !== null) add('coin', [{ type: 'GRADUATION', lamports: '0', createdAt: graduatedAt }])
  }
  return [...found.values()].sort((a, b) => a.time - b.time)
}

type Named = Pick<ChartMark, 'who' | 'type' | 'count'>

/** What stands in the mark: the side's letter, before it C for the creator's, after it how many. */
export function markText({ who, type, count }: Named): string {
  if (type === 'GRADUATION') return 'Graduated'
  if (type === 'GUARD') return 'Guard end'
  if (type === 'BOOST') return count > 1 ? `Boost ${count}` : 'Boost'
  const letter = type === 'BUY' ? 'B' : 'S'
  return `${who === 'creator' ? 'C ' : ''}${letter}${count > 1 ? ` ${count}` : ''}`
}

/** "You bought", "Creator sold 3 times", "Boosted". */
export function markWords({ who, type, count }: Named): string {
  if (type === 'GRADUATION') return 'Graduated'
  if (type === 'GUARD') return 'Launch guard ended: no surcharge from here on'
  const words =
    type === 'BOOST'
      ? 'Boosted'
      : `${who === 'you' ? 'You' : 'Creator'} ${type === 'BUY' ? 'bought' : 'sold'}`
  return count > 1 ? `${words} ${count} times` : words
}

/** The marks with a live trade of either wallet in front. The same object where it is nobody's, no trade, or known. */
export function withMark(
  marks: Marks,
  trade: Trade,
  who: { readonly creatorAddress: string; readonly walletAddress: string | undefined },
): Marks {
  const { type } = trade
  if ((type !== 'BUY' && type !== 'SELL') || !isBeyond(trade, marks)) return marks
  const isCreators = trade.traderAddress === who.creatorAddress
  const isOwn = trade.traderAddress === who.walletAddress
  if (!isCreators && !isOwn) return marks
  const mark: Mark = { type, lamports: trade.lamports, createdAt: trade.createdAt }
  return {
    ...marks,
    creator: isCreators ? [mark, ...marks.creator].slice(0, MARKS_MAX) : marks.creator,
    wallet: isOwn ? [mark, ...marks.wallet].slice(0, MARKS_MAX) : marks.wallet,
    sequence: trade.sequence,
  }
}

/** The marks with a live boost in front. The same object where it is none, or known. */
export function withBoost(marks: Marks, { kind, lamports, createdAt, sequence }: Activity): Marks {
  if (kind !== 'BOOST' || !isBeyond({ sequence }, marks)) return marks
  return { ...marks, boosts: [{ lamports, createdAt }, ...marks.boosts].slice(0, MARKS_MAX), sequence }
}
