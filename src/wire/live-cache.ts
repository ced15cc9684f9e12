// What the stream tells, written into everything that is cached of coins and wallets, whatever screen read it. What one
// screen alone knows how to write is live-data.ts's.
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Collection } from './records/coin.ts'
import type { LiveEvent } from './records/live.ts'
import { isBeyond } from './records/newer.ts'

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
  } else if (event.type === 'collection') {
    applyCollection(client, event.collection)
  }
}

function applyCollection(client: QueryClient, collection: Collection): void {
  const stale: QueryKey[] = []
  for (const query of client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => isCollectionKey(queryKey) })) {
    const data: unknown = query.state.data
    if (data === undefined) continue
    const { merged, isNamed } = mergeCollection(data, collection)
    if (merged !== data) client.setQueryData(query.queryKey, merged)
    // A coin that a list has not seen: the server knows whether it belongs there, and where.
    else if (!isNamed && mayBelong(query.queryKey, collection)) stale.push(query.queryKey)
  }
  // Then it is a new one, most likely, and the platform's figures count it.
  if (stale.length > 0) invalidateSoon(client, [...stale, ['api', 'figures']])
}

/**
 * Merges a coin into cached data, whatever its shape: the coin itself, a list, or pages of a list. What does not change stays
 * the same object. Says also whether the data names the coin.
 */
export function mergeCollection(
  data: unknown,
  collection: Collection,
): { readonly merged: unknown; readonly isNamed: boolean } {
  let isNamed = false
  const merge = (part: unknown): unknown => {
    if (Array.isArray(part)) return mergeList(part)
    if (!isRecord(part)) return part
    if (part['id'] === collection.id && typeof part['sequence'] === 'number') {
      isNamed = true
      return isBeyond({ sequence: part['sequence'] }, collection) ? part : collection
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
  return { merged: merge(data), isNamed }
}
const LIST_FIELDS = ['collections', 'items', 'pages']

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isCollectionKey(key: QueryKey): boolean {
  return key[0] === 'api' && typeof key[1] === 'string' && /^collections(\?|$)/.test(key[1])
}

/** Lists are `collections?…` and `collections/{word}`; a single coin's key ends in its id. A search stays as it was made. */
function mayBelong([, lists, word]: QueryKey, { isBoosted }: Collection): boolean {
  if (word === undefined) return typeof lists === 'string' && !lists.includes('search=')
  return word === 'trending' || (word === 'boosted' && isBoosted)
}

const INVALIDATE_AT_MOST_EVERY_MS = 3_000
let invalidateTimer: ReturnType<typeof setTimeout> | undefined
const keysToInvalidate = new Map<string, QueryKey>()

/** A busy market must not make every open page read its lists at every event. */
function invalidateSoon(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const key of keys) keysToInvalidate.set(JSON.stringify(key), key)
  invalidateTimer ??= setTimeout(() => {
    invalidateTimer = undefined
    const due = [...keysToInvalidate.values()]
    keysToInvalidate.clear()
    for (const queryKey of due) void client.invalidateQueries({ queryKey, exact: true })
  }, INVALIDATE_AT_MOST_EVERY_MS)
}
