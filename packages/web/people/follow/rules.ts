// What is new among the trades of followed wallets, put to what is shown. Pure.

import type { Feed } from '@twinmint/sdk/api/follows/feed-contract'
import { inOrder } from '@twinmint/sdk/api/records/coin-order'
import type { Trade } from '@twinmint/sdk/api/records/trade'

/** A list that nobody has continued begins anew when news has made it so long. */
export const LIVE_LENGTH_MAX = 150

interface FeedPages {
  readonly pages: Feed[]
  readonly pageParams: (string | null)[]
}

/**
 * `latest` is the first page as it is now. What it has goes to its place, each once. Where more happened than a page holds it
 * takes the place of all, so that nothing is missing in between.
 */
export function withNews<Pages extends FeedPages>(data: Pages, latest: Feed): Pages {
  const known = new Set(data.pages.flatMap((page) => [...page.trades, ...page.activity]).map(({ id }) => id))
  const isNews = ({ id }: { readonly id: string }) => !known.has(id)
  const trades = latest.trades.filter(isNews)
  const activity = latest.activity.filter(isNews)
  const newsCount = trades.length + activity.length
  const [first, ...older] = data.pages
  if (first === undefined || newsCount === 0) return data
  const isGap = newsCount === latest.trades.length + latest.activity.length && latest.nextCursor !== null
  const isLong =
    older.length === 0 && first.trades.length + first.activity.length + newsCount > LIVE_LENGTH_MAX
  if (isGap || isLong) return { ...data, pages: [latest], pageParams: [null] }
  const named = new Set(latest.collections.map(({ id }) => id))
  const page = {
    ...first,
    trades: inOrder([...trades, ...first.trades]),
    activity: inOrder([...activity, ...first.activity]),
    collections: [...latest.collections, ...first.collections.filter(({ id }) => !named.has(id))],
  }
  return { ...data, pages: [page, ...older] }
}

/** The last trade of each wallet: among those that are shown, which begin with the newest of all, or else as it was read. */
export function lastTradeOf<Known extends Trade>(
  shown: readonly Known[],
  read: readonly Known[],
): ReadonlyMap<string, Known> {
  const last = new Map<string, Known>()
  for (const trade of [...shown, ...read])
    if (!last.has(trade.traderAddress)) last.set(trade.traderAddress, trade)
  return last
}
