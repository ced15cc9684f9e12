// Trades of some wallets in all coins, page by page, with the coins that they are of.
import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../wire/cursor.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { Trade, TradeOfCoin } from '../wire/records/trade.ts'
import type { Coins } from './coins.ts'

export interface TradesPage {
  /** Newest first. */
  readonly trades: Trade[]
  /** Those that the trades are of, each once. */
  readonly collections: Collection[]
  /** Pass as `cursor` for older ones; null when there are none. */
  readonly nextCursor: string | null
}

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid(), z.number().int().min(0)])

/** Refuses badRequest for a cursor that is none. `limitEach`: so many of one wallet at most. */
export async function loadTradesPage(
  coins: Pick<Coins, 'loadMany' | 'tradesOf'>,
  {
    cursor,
    ...range
  }: {
    readonly traderAddresses: readonly string[]
    readonly limit: number
    readonly limitEach?: number
    readonly cursor?: string | undefined
  },
): Promise<TradesPage> {
  const key = cursor === undefined ? undefined : decodeCursor(cursorSchema, cursor)
  const trades = await coins.tradesOf({
    ...range,
    after: key && { createdAt: key[0], collectionId: key[1], sequence: key[2] },
  })
  const last = trades.at(-1)
  return {
    trades,
    collections: await coins.loadMany([...new Set(trades.map(({ collectionId }) => collectionId))]),
    nextCursor:
      last && trades.length === range.limit
        ? encodeCursor([last.createdAt, last.collectionId, last.sequence])
        : null,
  }
}

/** Each trade with what a line shows of its coin. */
export function withCoins({ trades, collections }: TradesPage): TradeOfCoin[] {
  const coins = new Map(collections.map((coin) => [coin.id, coin]))
  return trades.map((trade) => {
    const { name = '', symbol = '', thumbnailUrl = null } = coins.get(trade.collectionId) ?? {}
    return { ...trade, coin: { name, symbol, thumbnailUrl } }
  })
}
