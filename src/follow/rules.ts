// What is new among the trades of followed wallets, put to what is shown. Pure.
import type { Trade } from '../wire/records/trade.ts'
import type { Feed } from './contract.ts'

/** A list that nobody has continued begins anew when news has made it so long. */
export const LIVE_LENGTH_MAX = 150

interface FeedPages {
  readonly pages: Feed[]
  readonly pageParams: (string | null)[]
}

const isNewer = (a: Trade, b: Trade): boolean =>
  a.createdAt === b.createdAt
    ? a.collectionId === b.collectionId
      ? a.sequence > b.sequence
      : a.collectionId > b.collectionId
    : a.createdAt > b.createdAt

/**
 * `latest` is the first page as it is now. Its trades go to their places, each once. Where more happened than a page holds it
 * takes the place of all, so that nothing is missing in between.
 */
export function withNews<Pages extends FeedPages>(data: Pages, latest: Feed): Pages {
  const known = new Set(data.pages.flatMap(({ trades }) => trades.map(({ id }) => id)))
  const news = latest.trades.filter(({ id }) => !known.has(id))
  const [first, ...older] = data.pages
  if (first === undefined || news.length === 0) return data
  const isGap = news.length === latest.trades.length && latest.nextCursor !== null
  const isLong = older.length === 0 && first.trades.length + news.length > LIVE_LENGTH_MAX
  if (isGap || isLong) return { ...data, pages: [latest], pageParams: [null] }
  const named = new Set(latest.collections.map(({ id }) => id))
  const trades = [...news, ...first.trades].sort((a, b) => (isNewer(a, b) ? -1 : 1))
  const collections = [...latest.collections, ...first.collections.filter(({ id }) => !named.has(id))]
  return { ...data, pages: [{ ...first, trades, collections }, ...older] }
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
