// What followed wallets traded, gathered by the minute: the first trade of a minute is told at once, the others of it are
// counted and added when it is over. A bot that trades ten times a second is told of once a minute. Knows no database.
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { FollowNews } from './store.ts'

const MINUTE_MS = 60_000
/** Wallets that are counted at a time: beyond them the one that was counted longest is done with its minute. */
const WALLETS_MAX = 5_000

interface Counted extends FollowNews {
  readonly tradeCount: number
  /** Trades that were handed out. */
  readonly toldCount: number
  /** Somebody was told of the first: its count matters. */
  readonly isTold: boolean
}

export interface FollowNewsTaken {
  /** First trades of wallets in their minute. */
  readonly first: readonly FollowNews[]
  /** Further trades in minutes that are over, of wallets that somebody was told of. */
  readonly more: readonly Pick<FollowNews, 'followed' | 'minute' | 'tradeCount'>[]
}

export function openFollowNews() {
  const counted = new Map<string, Counted>()
  const ended: Counted[] = []
  return {
    /** A trade that the index took in at `nowMs`. */
    add({ traderAddress, collectionId, type, lamports }: Trade, nowMs: number): void {
      const minute = Math.floor(nowMs / MINUTE_MS)
      const known = counted.get(traderAddress)
      if (known?.minute === minute) {
        counted.set(traderAddress, { ...known, tradeCount: known.tradeCount + 1 })
        return
      }
      if (known) ended.push(known)
      // In the order of their beginning: the oldest leaves first.
      counted.delete(traderAddress)
      const oldest = counted.size >= WALLETS_MAX ? counted.entries().next().value : undefined
      if (oldest) {
        counted.delete(oldest[0])
        ended.push(oldest[1])
      }
      const first = { followed: traderAddress, minute, collectionId, tradeType: type, lamports }
      counted.set(traderAddress, { ...first, tradeCount: 1, toldCount: 0, isTold: false })
    },
    /** Somebody was told of the wallet's first trade. */
    told(followed: string): void {
      const known = counted.get(followed)
      if (known) counted.set(followed, { ...known, isTold: true })
    },
    /** What is to be told at `nowMs`, once. */
    take(nowMs: number): FollowNewsTaken {
      const minute = Math.floor(nowMs / MINUTE_MS)
      const first: FollowNews[] = []
      for (const [followed, news] of counted) {
        if (news.toldCount === 0) {
          first.push(newsOf(news))
          counted.set(followed, { ...news, toldCount: news.tradeCount })
        } else if (news.minute < minute) {
          ended.push(news)
          counted.delete(followed)
        }
      }
      const more = ended.splice(0).flatMap((news) => {
        const tradeCount = news.tradeCount - news.toldCount
        if (news.toldCount === 0) first.push(newsOf(news))
        return news.isTold && tradeCount > 0
          ? [{ followed: news.followed, minute: news.minute, tradeCount }]
          : []
      })
      return { first, more }
    },
  }
}

const newsOf = ({
  followed,
  minute,
  collectionId,
  tradeType,
  lamports,
  tradeCount,
}: Counted): FollowNews => ({
  followed,
  minute,
  collectionId,
  tradeType,
  lamports,
  tradeCount,
})
