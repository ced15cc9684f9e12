// Tells the live stream what the index took in: trades at once, each changed coin to its own readers a little later, and to the
// readers of all coins twice a second, a few at a time.

import { type CoinFigures, columnsOf, figuresOf } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveHub } from '../http/live/hub.ts'
import type { Applied } from '../index/apply.ts'
import type { Coins } from '../index/coins.ts'

/** A coin's changes are gathered for so long. */
const GATHERED_MS = 150
/** After the database failed. */
const RETRY_MS = 2_000
/** Readers of all coins hear of them this often. */
const FRAME_MS = 500
/** In one frame: about 2 KB as browsers take it (`npm run bench -- market-readers`). */
const FRAME_COINS_MAX = 14

interface News extends Pick<Applied, 'activity' | 'wallets' | 'rereadIds' | 'launchedIds' | 'collectionIds'> {
  readonly trades: ReturnType<Applied['trades']>
}

export type LiveNews = ReturnType<typeof openLiveNews>

export function openLiveNews(
  coins: Pick<Coins, 'loadMany' | 'forget'>,
  live: Pick<LiveHub, 'publish'>,
  onFailure: (error: unknown) => void,
) {
  const changed = new Set<string>()
  const launched = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()
  /** By coin, the one that waits longest first. */
  const waiting = new Map<string, CoinFigures>()
  let framing: NodeJS.Timeout | undefined

  const frameIn = (ms: number) => setTimeout(() => void tellMarket(), ms).unref()
  const tellMarket = async () => {
    // What changed a moment ago comes along.
    await tellSoon()
    const now = [...waiting.values()].slice(0, FRAME_COINS_MAX)
    for (const { id } of now) waiting.delete(id)
    framing = now.length === 0 ? undefined : frameIn(FRAME_MS)
    if (now.length > 0) live.publish({ type: 'market', coins: columnsOf(now) })
  }
  /** One reading after the other, so that no state of a coin comes after a later one. */
  const tellSoon = () => (telling = telling.then(tellChanged))
  const tellChanged = async () => {
    clearTimeout(gathering)
    gathering = undefined
    const ids = [...changed]
    changed.clear()
    if (ids.length === 0) return
    try {
      for (const collection of await coins.loadMany(ids)) {
        const isNew = launched.delete(collection.id)
        live.publish({ type: 'collection', collection, ...(isNew && { isNew }) })
        if (collection.isHidden) waiting.delete(collection.id)
        else waiting.set(collection.id, figuresOf(collection))
      }
      framing ??= frameIn(0)
    } catch (error) {
      onFailure(error)
      tellAgain(ids, RETRY_MS)
    }
  }
  const tellAgain = (ids: readonly string[], afterMs = GATHERED_MS) => {
    for (const id of ids) changed.add(id)
    if (changed.size > 0) gathering ??= setTimeout(() => void tellSoon(), afterMs).unref()
  }
  return {
    tell(applied: News) {
      for (const trade of applied.trades) live.publish({ type: 'trade', trade })
      for (const activity of applied.activity) live.publish({ type: 'activity', activity })
      for (const walletAddress of applied.wallets) live.publish({ type: 'wallet', walletAddress })
      for (const collectionId of applied.rereadIds) {
        coins.forget(collectionId)
        // What it waits with may not have happened.
        waiting.delete(collectionId)
        live.publish({ type: 'rollback', collectionId })
      }
      for (const id of applied.launchedIds) launched.add(id)
      tellAgain(applied.collectionIds)
    },
    /** Tells of coins whose figures changed without an event. */
    tellAgain: (ids: readonly string[]) => tellAgain(ids),
    close() {
      clearTimeout(gathering)
      clearTimeout(framing)
    },
  }
}
