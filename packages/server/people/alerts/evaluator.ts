// Hears what the index took in and turns it into notifications. Trades do not wait for it: it looks a quarter of a second
// later, at all that changed until then, and asks first whether anybody has an alert for any of it.

import { type AlertTerms, figureAt, firedBy, type MarketPoint } from '@twinmint/sdk/api/alerts/rules'
import type { Activity, Trade } from '@twinmint/sdk/api/records/trade'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import type { Database } from '../../database/database.ts'
import { listFollowersToNotify } from '../../session/follow-store.ts'
import { openFollowNews } from './follow-news.ts'
import { isNftNews, tellNftNews } from './nft-news.ts'
import {
  type CoinNews,
  countFollowed,
  type FigureRange,
  type FollowNews,
  fireAlerts,
  listMarked,
  listReached,
  lockNews,
  moveMarks,
  noteFollowed,
  type WaitingAlert,
} from './store.ts'

const GATHERED_MS = 250
/** Whatever nobody told of, as what was traded while the servers were down, is found then. */
const SWEEP_MS = 30_000
/** Coins that one transaction compares, and the trades of each. */
const COINS_MAX = 20
const TRADES_MAX = 1_000
/** Alerts that one statement reads and fires. */
const ALERTS_PART = 1_000
/** Followers that are told of one wallet. */
const FOLLOWERS_MAX = 500
/** What was traded longer ago, and is read from the chain only now, is no news of a followed wallet. */
const NEWS_MS = 10 * 60_000

export interface Evaluator {
  /** Looks at all that there is, now and every while. Before it only what is heard of is compared. */
  begin(): void
  /** The index holds these now. */
  heard(applied: {
    readonly trades: readonly Trade[]
    readonly activity: readonly Activity[]
    readonly collectionIds: readonly string[]
  }): void
  close(): Promise<void>
}

interface EvaluatorOptions {
  readonly solUsd: number
  /** Unix milliseconds until when the index has read its chain: graduations stand by that. */
  readonly readThroughMs: () => number
  /** Brings a coin’s offers for NFTs to what the chain has. */
  readonly compareOffers: (collectionId: string) => Promise<void>
  /** These wallets have new notifications. */
  readonly onTold: (walletAddresses: readonly string[]) => void
  readonly onFailure: (error: unknown) => void
}

export function startEvaluator(
  db: Database,
  { solUsd, readThroughMs, compareOffers, onTold, onFailure }: EvaluatorOptions,
): Evaluator {
  const touched = new Set<string>()
  /** With offers for their NFTs, or sales of them. */
  const withNews = new Set<string>()
  const follows = openFollowNews()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let isClosed = false

  async function compare(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += COINS_MAX) {
      const part = ids.slice(at, at + COINS_MAX)
      // Coins with more trades than one transaction takes go on where it stopped.
      for (let left: readonly string[] = part; left.length > 0; ) {
        const { told, unfinished } = await compareOnce(db, left, solUsd, readThroughMs())
        if (told.length > 0) onTold(told)
        left = unfinished
      }
    }
  }
  async function tell(news: FollowNews): Promise<void> {
    const pairs = await listFollowersToNotify(db, [news.followed], { limit: FOLLOWERS_MAX })
    if (pairs.length === 0) return
    follows.told(news.followed)
    const followers = pairs.map(({ follower }) => follower)
    const wallets = await noteFollowed(db, followers, news)
    if (wallets.length > 0) onTold(wallets)
  }
  async function work(isSweep: boolean): Promise<void> {
    const ids = [...touched]
    touched.clear()
    const newsIds = [...withNews]
    withNews.clear()
    // At the end what was counted of this minute is noted too.
    const { first, more } = follows.take(isClosed ? Number.POSITIVE_INFINITY : Date.now())
    try {
      if (isSweep || ids.length > 0)
        await compare(await listMarked(db, isSweep ? undefined : ids, readThroughMs()))
      for (const news of first) await tell(news)
      for (const news of more) await countFollowed(db, news)
      if (isSweep || newsIds.length > 0) {
        const wallets = await tellNftNews(
          db,
          isSweep ? undefined : newsIds,
          Date.now(),
          compareOffers,
          onFailure,
        )
        if (wallets.length > 0) onTold([...new Set(wallets)])
      }
    } catch (error) {
      // The next sweep finds the coins again.
      onFailure(error)
    }
  }
  const run = (isSweep: boolean): Promise<void> => {
    working = working.then(() => work(isSweep))
    return working
  }
  const look = () => {
    timer = undefined
    void run(false)
  }
  let sweeping: NodeJS.Timeout | undefined

  return {
    begin() {
      if (isClosed) return
      sweeping ??= setInterval(() => void run(true), SWEEP_MS)
      sweeping.unref()
      void run(true)
    },
    heard({ trades, activity, collectionIds }) {
      if (isClosed) return
      for (const id of collectionIds) touched.add(id)
      for (const { kind, collectionId } of activity) if (isNftNews(kind)) withNews.add(collectionId)
      const nowMs = Date.now()
      for (const trade of trades) if (nowMs - Date.parse(trade.createdAt) < NEWS_MS) follows.add(trade, nowMs)
      if (touched.size > 0) timer ??= setTimeout(look, GATHERED_MS)
    },
    async close() {
      isClosed = true
      clearInterval(sweeping)
      clearTimeout(timer)
      await run(false)
    },
  }
}

/** Compares what these coins did since they were compared last. */
async function compareOnce(
  db: Database,
  ids: readonly string[],
  solUsd: number,
  readThroughMs: number,
): Promise<{ readonly told: readonly string[]; readonly unfinished: readonly string[] }> {
  return db.transaction(async (tx) => {
    const news = await lockNews(tx, ids, { tradesMax: TRADES_MAX, readThroughMs })
    const byId = new Map(news.map((coin) => [coin.collectionId, coin]))
    const ranges = news.flatMap((coin) => rangesOf(coin, solUsd))
    const graduatedIds = news.filter(({ isGraduated }) => isGraduated).map(({ collectionId }) => collectionId)
    const told: string[] = []
    for (let after: string | undefined; ; ) {
      const part = await listReached(tx, ranges, graduatedIds, { after, limit: ALERTS_PART })
      const fired = part.flatMap((alert) => {
        const coin = byId.get(alert.collectionId)
        const found = coin && firedBy(termsOf(alert), whatHappened(coin, alert.sinceSequence), solUsd)
        return found ? [{ id: alert.id, valueUnits: found.valueUnits }] : []
      })
      if (fired.length > 0) told.push(...(await fireAlerts(tx, fired)))
      if (part.length < ALERTS_PART) break
      after = part.at(-1)?.id
    }
    await moveMarks(
      tx,
      news.map(({ collectionId, sequence, trades, isWhole }) => ({
        collectionId,
        sequence: isWhole ? sequence : (trades.at(-1)?.sequence ?? sequence),
      })),
    )
    return {
      told,
      unfinished: news.filter(({ isWhole }) => !isWhole).map(({ collectionId }) => collectionId),
    }
  })
}

const termsOf = ({ kind, direction, targetUnits }: WaitingAlert): AlertTerms => ({
  kind,
  direction,
  targetUnits: targetUnits === null ? null : BigInt(targetUnits),
})

/** What came after the alert was set: every trade, and how the coin stands, in case that says more (a trade may be missing). */
function whatHappened({ trades, isWhole, ...now }: CoinNews, sinceSequence: number) {
  const after = [...trades, ...(isWhole ? [now] : [])].filter(({ sequence }) => sequence > sinceSequence)
  return { points: after.map(pointOf), isGraduated: now.isGraduated }
}

/** Where the coin's figures have been since it was compared last. */
function rangesOf(coin: CoinNews, solUsd: number): FigureRange[] {
  const { points } = whatHappened(coin, -1)
  return (['price', 'marketCap'] as const).map((kind) => {
    const units = points.map((point) => figureAt(kind, point, solUsd))
    return {
      collectionId: coin.collectionId,
      kind,
      least: units.reduce((a, b) => (b < a ? b : a)),
      most: units.reduce((a, b) => (b > a ? b : a)),
    }
  })
}

const pointOf = ({
  reserveLamports,
  reserveBaseUnits,
}: Pick<CoinNews, 'reserveLamports' | 'reserveBaseUnits'>): MarketPoint => ({
  reserveLamports: lamports(BigInt(reserveLamports)),
  reserveBaseUnits: baseUnits(BigInt(reserveBaseUnits)),
})
