// What the stream tells, written into everything that is cached of coins and wallets, whatever screen read it. What one
// screen alone knows how to write is live-data.ts's.
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { type CoinNews, newsOf, withNews } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { keyOf } from './query-keys.ts'

/** One event into the cache. */
export function applyLiveEvent(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'reset') {
    void client.invalidateQueries()
  } else if (event.type === 'rollback') {
    // Not compared with what is here: that may be of a higher sequence.
    void client.resetQueries()
  } else if (event.type === 'wallet') {
    void client.invalidateQueries({
      predicate: ({ queryKey: [api, wallet, address] }) =>
        api === 'api' &&
        wallet === 'wallet' &&
        typeof address === 'string' &&
        address.split('?')[0] === event.walletAddress,
    })
  } else applyNews(client, newsOf(event))
}

function applyNews(client: QueryClient, news: readonly CoinNews[]): void {
  if (news.length === 0) return
  const stale: QueryKey[] = []
  for (const query of client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => isCollectionKey(queryKey) })) {
    const data: unknown = query.state.data
    if (data === undefined) continue
    const { merged, unnamed } = mergeNews(data, news)
    if (merged !== data) client.setQueryData(query.queryKey, merged)
    // A coin that a list has not seen: the server knows whether it belongs there, and where.
    if (unnamed.some((each) => mayBelong(query.queryKey, each))) stale.push(query.queryKey)
  }
  // Then it is a new one, most likely, and the platform's figures count it.
  if (stale.length > 0) invalidateSoon(client, [...stale, keyOf('figures')])
}

/**
 * Merges coins into cached data, whatever its shape: a coin itself, a list, or pages of a list. What does not change stays
 * the same object. Says also which coins the data does not name.
 */
export function mergeNews(
  data: unknown,
  news: readonly CoinNews[],
): { readonly merged: unknown; readonly unnamed: readonly CoinNews[] } {
  const unnamed = new Map(news.map((each) => [each.id, each]))
  const byId: ReadonlyMap<unknown, CoinNews> = new Map(unnamed)
  const merge = (part: unknown): unknown => {
    if (Array.isArray(part)) return mergeList(part)
    if (!isRecord(part)) return part
    const one = byId.get(part['id'])
    if (one !== undefined && isCoin(part)) {
      unnamed.delete(one.id)
      return withNews(part, one)
    }
    const field = LIST_FIELDS.find((name) => Array.isArray(part[name]))
    if (field === undefined) return part
    const list = merge(part[field])
    return list === part[field] ? part : { ...part, [field]: list }
  }
  const mergeList = (list: readonly unknown[]) => {
    const next = list.map(merge)
    return next.some((item, at) => item !== list[at]) ? next : list
  }
  return { merged: merge(data), unnamed: [...unnamed.values()] }
}
const LIST_FIELDS = ['collections', 'items', 'pages']

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const isCoin = (value: object): value is ListedCoin => 'sequence' in value

function isCollectionKey(key: QueryKey): boolean {
  return key[0] === 'api' && typeof key[1] === 'string' && /^collections(\?|$)/.test(key[1])
}

/** Lists are `collections?…` and `collections/{word}`; a single coin's key ends in its id. A search stays as it was made. */
function mayBelong([, lists, word]: QueryKey, { isBoosted }: CoinNews): boolean {
  if (word === undefined) return typeof lists === 'string' && !lists.includes('search=')
  return word === 'trending' || (word === 'boosted' && isBoosted)
}

const INVALIDATE_AT_MOST_EVERY_MS = 3_000
let invalidateTimer: ReturnType<typeof setTimeout> | undefined
const keysToInvalidate = new Map<string, QueryKey>()

/** A busy market must not make every open page read its lists at every event, nor all pages in one moment. */
function invalidateSoon(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const key of keys) keysToInvalidate.set(JSON.stringify(key), key)
  invalidateTimer ??= setTimeout(
    () => {
      invalidateTimer = undefined
      const due = [...keysToInvalidate.values()]
      keysToInvalidate.clear()
      for (const queryKey of due) void client.invalidateQueries({ queryKey, exact: true })
    },
    INVALIDATE_AT_MOST_EVERY_MS * (1 + Math.random()),
  )
}
