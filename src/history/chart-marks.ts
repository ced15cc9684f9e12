// Whose trades are marked on the chart, gathered by candle: the connected wallet's and the creator's. Pure.
import { isBeyond } from '../wire/records/newer.ts'
import type { Trade } from '../wire/records/trade.ts'
import { bucketOf } from './chart-series.ts'
import type { Candle, Mark, Marks } from './contract.ts'
import { MARKS_MAX } from './rules.ts'

export interface ChartMark {
  /** Of the candle that it stands at. */
  readonly time: number
  readonly who: 'you' | 'creator'
  readonly type: Mark['type']
  readonly count: number
  readonly sol: number
}

export interface MarkChoice {
  readonly mine: boolean
  readonly creators: boolean
  /** The connected wallet launched the coin: its trades are its own, not marked twice. */
  readonly isCreator: boolean
}

/**
 * Marks at the candles that are there, oldest first; several trades of one side in one candle are one mark. A trade
 * older than the first candle waits until that part of the history is read.
 */
export function chartMarks(
  marks: Marks | undefined,
  choice: MarkChoice,
  candles: readonly Candle[],
  intervalSeconds: number,
): readonly ChartMark[] {
  const times = new Set(candles.map(({ time }) => time))
  const found = new Map<string, ChartMark>()
  const add = (who: ChartMark['who'], trades: readonly Mark[]) => {
    for (const { type, lamports, createdAt } of trades) {
      const time = bucketOf(Math.floor(Date.parse(createdAt) / 1000), intervalSeconds)
      if (!times.has(time)) continue
      const key = `${time}:${who}:${type}`
      const before = found.get(key)
      const sol = Number(lamports) / 1e9
      found.set(key, { time, who, type, count: (before?.count ?? 0) + 1, sol: (before?.sol ?? 0) + sol })
    }
  }
  if (choice.mine) add('you', marks?.wallet ?? [])
  if (choice.creators && !(choice.mine && choice.isCreator)) add('creator', marks?.creator ?? [])
  return [...found.values()].sort((a, b) => a.time - b.time)
}

/** What stands beside the arrow: the side's letter, before it C for the creator's, after it how many. */
export function markText({ who, type, count }: Pick<ChartMark, 'who' | 'type' | 'count'>): string {
  const letter = type === 'BUY' ? 'B' : 'S'
  return `${who === 'creator' ? 'C ' : ''}${letter}${count > 1 ? ` ${count}` : ''}`
}

/** "You bought", "Creator sold 3 times". */
export function markWords({ who, type, count }: Pick<ChartMark, 'who' | 'type' | 'count'>): string {
  const words = `${who === 'you' ? 'You' : 'Creator'} ${type === 'BUY' ? 'bought' : 'sold'}`
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
    creator: isCreators ? [mark, ...marks.creator].slice(0, MARKS_MAX) : marks.creator,
    wallet: isOwn ? [mark, ...marks.wallet].slice(0, MARKS_MAX) : marks.wallet,
    sequence: trade.sequence,
  }
}
