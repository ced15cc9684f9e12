// Trades of some wallets in all coins, and what they did in the markets of NFTs, page by page, with the coins that they are of.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { inOrder } from '@twinmint/sdk/api/records/coin-order'
import type { MarketActivity, Trade } from '@twinmint/sdk/api/records/trade'
import { z } from 'zod'
import { cursorText, decodeCursor, encodeCursor } from '../http/cursor.ts'
import type { Coins } from './coins.ts'

export interface TradesPage {
  /** Newest first. */
  readonly trades: Trade[]
  /** Of the same time, newest first: listings, offers and sales of NFTs. */
  readonly activity: MarketActivity[]
  /** Those that these are of, each once. */
  readonly collections: Collection[]
  /** Pass as `cursor` for older ones; null when there are none. */
  readonly nextCursor: string | null
}

const cursorSchema = z.tuple([cursorText.timestamptz, cursorText.uuid, z.number().int().min(0)])

/** Refuses badRequest for a cursor that is none. */
export async function loadTradesPage(
  coins: Pick<Coins, 'loadMany' | 'tradesOf' | 'marketOf'>,
  {
    cursor,
    wallets,
    limit,
  }: {
    readonly wallets: readonly string[]
    /** Of trades and the rest together. */
    readonly limit: number
    readonly cursor?: string | undefined
  },
): Promise<TradesPage> {
  const key = cursor === undefined ? undefined : decodeCursor(cursorSchema, cursor)
  const after = key && { createdAt: key[0], collectionId: key[1], sequence: key[2] }
  const [trades, activity] = await Promise.all([
    coins.tradesOf({ traderAddresses: wallets, limit, after }),
    coins.marketOf({ wallets, limit, after }),
  ])
  const shown = inOrder([...trades, ...activity]).slice(0, limit)
  const last = shown.at(-1)
  return {
    trades: trades.filter((each) => shown.includes(each)),
    activity: activity.filter((each) => shown.includes(each)),
    collections: await coins.loadMany([...new Set(shown.map(({ collectionId }) => collectionId))]),
    nextCursor:
      last && shown.length === limit
        ? encodeCursor([last.createdAt, last.collectionId, last.sequence])
        : null,
  }
}

/** Each with what a line shows of its coin. */
export function withCoins<Of extends { readonly collectionId: string }>(
  all: readonly Of[],
  collections: readonly Collection[],
) {
  const coins = new Map(collections.map((coin) => [coin.id, coin]))
  return all.map((each) => {
    const { name = '', symbol = '', thumbnailUrl = null } = coins.get(each.collectionId) ?? {}
    return { ...each, coin: { name, symbol, thumbnailUrl } }
  })
}
