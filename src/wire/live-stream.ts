// The stream behind live.ts: kept open for the topics in use, and written into the query cache. Knows only as much of
// an event as it needs to find the cached rows; the contract is collection/contract.ts.
import type { QueryClient } from '@tanstack/react-query'
import type { LiveStatus } from './live.ts'

interface LiveCollection {
  readonly id: string
  readonly sequence: number
  readonly isBoosted: boolean
}
type WireEvent =
  | { readonly type: 'collection'; readonly collection: LiveCollection }
  | { readonly type: 'trade'; readonly trade: unknown }
  | { readonly type: 'wallet'; readonly walletAddress: string }
  /** For the lists that have them on screen, which listen by themselves. */
  | { readonly type: 'comment' | 'commentGone' | 'chat' | 'chatGone' }
  | { readonly type: 'reset' }

/** Merges an event's collection into cached data, whatever its shape: the coin itself, a list, or pages of a list. */
export function mergeCollection(data: unknown, collection: LiveCollection): unknown {
  if (Array.isArray(data)) return mergeList(data, collection)
  if (!isRecord(data)) return data
  if (data['id'] === collection.id && 'sequence' in data) return newer(data, collection)
  for (const field of ['collections', 'items', 'pages']) {
    const inner = data[field]
    if (!Array.isArray(inner)) continue
    const merged = mergeList(inner, collection)
    return merged === inner ? data : { ...data, [field]: merged }
  }
  return data
}

function mergeList(list: readonly unknown[], collection: LiveCollection): readonly unknown[] {
  let changed = false
  const merged = list.map((item) => {
    const next = mergeCollection(item, collection)
    changed ||= next !== item
    return next
  })
  return changed ? merged : list
}

/** Events can cross an answer on the way: the higher sequence wins, and an equal one is at least as complete. */
function newer(cached: Record<string, unknown>, collection: LiveCollection): unknown {
  const sequence = cached['sequence']
  return typeof sequence === 'number' && sequence > collection.sequence ? cached : collection
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isCollectionKey(key: readonly unknown[]): boolean {
  return key[0] === 'api' && typeof key[1] === 'string' && /^collections(\?|$)/.test(key[1])
}

/** Whether a cached list names the collection. */
function names(data: unknown, id: string): boolean {
  if (Array.isArray(data)) return data.some((item) => names(item, id))
  if (!isRecord(data)) return false
  if (data['id'] === id) return true
  return ['collections', 'items', 'pages'].some(
    (field) => Array.isArray(data[field]) && names(data[field], id),
  )
}

/** One event into the cache. */
export function applyLiveEvent(client: QueryClient, event: WireEvent): void {
  if (event.type === 'reset') {
    void client.invalidateQueries()
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

function applyCollection(client: QueryClient, collection: LiveCollection): void {
  const stale: (readonly unknown[])[] = []
  for (const query of client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => isCollectionKey(queryKey) })) {
    const data: unknown = query.state.data
    if (data === undefined) continue
    const merged = mergeCollection(data, collection)
    if (merged !== data) client.setQueryData(query.queryKey, merged)
    // A coin that a list has not seen: the server knows whether it belongs there, and where.
    else if (mayBelong(query.queryKey, collection) && !names(data, collection.id)) stale.push(query.queryKey)
  }
  // Then it is a new one, most likely, and the platform's figures count it.
  if (stale.length > 0) invalidateSoon(client, [...stale, ['api', 'stats']])
}

/** Lists are `collections?…` and `collections/{word}`; a single coin's key ends in its id. A search stays as it was made. */
function mayBelong([, lists, word]: readonly unknown[], { isBoosted }: LiveCollection): boolean {
  if (word === undefined) return typeof lists === 'string' && !lists.includes('search=')
  return word === 'trending' || (word === 'boosted' && isBoosted)
}

const INVALIDATE_AT_MOST_EVERY_MS = 3_000
let invalidateTimer: ReturnType<typeof setTimeout> | undefined
const keysToInvalidate = new Map<string, readonly unknown[]>()

/** A busy market must not make every open page read its lists at every event. */
function invalidateSoon(client: QueryClient, keys: readonly (readonly unknown[])[]): void {
  for (const key of keys) keysToInvalidate.set(JSON.stringify(key), key)
  invalidateTimer ??= setTimeout(() => {
    invalidateTimer = undefined
    const due = [...keysToInvalidate.values()]
    keysToInvalidate.clear()
    for (const queryKey of due) void client.invalidateQueries({ queryKey, exact: true })
  }, INVALIDATE_AT_MOST_EVERY_MS)
}

type Listener = (event: WireEvent) => void

export interface LiveSource {
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: string; lastEventId: string }) => void): void
  close(): void
  readonly readyState: number
}

export interface LiveStreamOptions {
  readonly client: QueryClient
  readonly openSource: (url: string) => LiveSource
  /** The event after which everything on the page was read: the first stream begins there. */
  readonly since?: string | undefined
  readonly random?: () => number
}

const CLOSED = 2
const SETTLE_MS = 50
const BEHIND_AFTER_MS = 3_000
const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 30_000
const SEEN_IDS = 500
/** A busy coin has twenty events a second; the page is drawn for all of a tenth of one at once. */
const DISPATCH_AT_MOST_EVERY_MS = 100

/** Of several states of a coin that wait together only the last is worth drawing. */
function withoutOutdated(events: readonly WireEvent[]): WireEvent[] {
  const latest = new Map<string, WireEvent>()
  for (const event of events) if (event.type === 'collection') latest.set(event.collection.id, event)
  return events.filter((event) => event.type !== 'collection' || latest.get(event.collection.id) === event)
}

/** Keeps one stream open for the union of the topics that are in use. */
export class LiveStream {
  readonly #options: LiveStreamOptions
  readonly #topicUsers = new Map<string, number>()
  readonly #listeners = new Set<Listener>()
  readonly #statusListeners = new Set<() => void>()
  readonly #seenIds = new Set<string>()
  #source: LiveSource | undefined
  #retired: LiveSource | undefined
  #openTopics = ''
  #isPaused = false
  #lastEventId = ''
  #failures = 0
  /** The next opening cannot be sure to continue where the last stream ended. */
  #mayHaveMissed = false
  #settleTimer: ReturnType<typeof setTimeout> | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #behindTimer: ReturnType<typeof setTimeout> | undefined
  #waiting: WireEvent[] = []
  #dispatchTimer: ReturnType<typeof setTimeout> | undefined
  #status: LiveStatus = 'idle'

  constructor(options: LiveStreamOptions) {
    this.#options = options
    this.#lastEventId = options.since ?? ''
  }

  get status(): LiveStatus {
    return this.#status
  }

  /** Adds the topics until the returned function is called. */
  use(topics: readonly string[]): () => void {
    for (const topic of topics) this.#topicUsers.set(topic, (this.#topicUsers.get(topic) ?? 0) + 1)
    this.#settle()
    return () => {
      for (const topic of topics) {
        const users = (this.#topicUsers.get(topic) ?? 1) - 1
        if (users === 0) this.#topicUsers.delete(topic)
        else this.#topicUsers.set(topic, users)
      }
      this.#settle()
    }
  }

  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  /** Closes the stream, whatever is in use, until it is asked to go on; then everything is read again. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#settle()
  }

  /** A page change drops topics and takes others in the same moment: look once, when it is over. */
  #settle(): void {
    clearTimeout(this.#settleTimer)
    this.#settleTimer = setTimeout(() => this.#sync(), SETTLE_MS)
  }

  #sync(): void {
    const topics = this.#isPaused ? '' : [...this.#topicUsers.keys()].sort().join(',')
    if (topics === this.#openTopics) return
    this.#openTopics = topics
    clearTimeout(this.#retryTimer)
    if (topics === '') {
      this.#closeAll()
      this.#mayHaveMissed = true
      this.#setStatus('idle')
      return
    }
    // The old stream goes on until the new one is open, so that nothing falls between; repeats are dropped by id.
    this.#retired?.close()
    this.#retired = this.#source
    this.#open()
  }

  #open(): void {
    if (this.#status !== 'live' && this.#status !== 'behind') this.#setStatus('connecting')
    const resume = this.#lastEventId === '' ? '' : `&lastEventId=${encodeURIComponent(this.#lastEventId)}`
    const source = this.#options.openSource(
      `/api/live?topics=${encodeURIComponent(this.#openTopics)}${resume}`,
    )
    this.#source = source
    source.addEventListener('open', () => this.#opened(source))
    source.addEventListener('error', () => this.#failed(source))
    source.addEventListener('message', (message) => this.#received(message))
  }

  #opened(source: LiveSource): void {
    if (source !== this.#source) return
    this.#retired?.close()
    this.#retired = undefined
    this.#failures = 0
    clearTimeout(this.#behindTimer)
    this.#behindTimer = undefined
    this.#setStatus('live')
    if (!this.#mayHaveMissed) return
    this.#mayHaveMissed = false
    this.#dispatch({ type: 'reset' })
  }

  #failed(source: LiveSource): void {
    if (source !== this.#source) return
    this.#behindTimer ??= setTimeout(() => this.#setStatus('behind'), BEHIND_AFTER_MS)
    // The browser itself reopens a stream that broke off, with Last-Event-ID; one that was refused it gives up.
    if (source.readyState !== CLOSED) return
    this.#mayHaveMissed = true
    this.#failures += 1
    const ceiling = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** (this.#failures - 1))
    const random = this.#options.random ?? Math.random
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.#open(), ceiling / 2 + (random() * ceiling) / 2)
  }

  /** Opens a stream that is down at once, not when its turn comes. */
  retryNow(): void {
    if (this.#status !== 'behind' || this.#openTopics === '') return
    clearTimeout(this.#retryTimer)
    this.#source?.close()
    this.#failures = 0
    this.#open()
  }

  #received(message: { readonly data: string; readonly lastEventId: string }): void {
    const id = message.lastEventId
    if (id !== '') {
      if (this.#seenIds.has(id)) return
      this.#seenIds.add(id)
      if (this.#seenIds.size > SEEN_IDS)
        for (const oldest of this.#seenIds) {
          this.#seenIds.delete(oldest)
          break
        }
      this.#lastEventId = id
    }
    this.#waiting.push(JSON.parse(message.data) as WireEvent)
    // The first one at once, those right after it together.
    if (this.#dispatchTimer === undefined) this.#dispatchWaiting()
  }

  #dispatchWaiting(): void {
    const events = withoutOutdated(this.#waiting)
    this.#waiting = []
    this.#dispatchTimer =
      events.length === 0 ? undefined : setTimeout(() => this.#dispatchWaiting(), DISPATCH_AT_MOST_EVERY_MS)
    for (const event of events) this.#dispatch(event)
  }

  #dispatch(event: WireEvent): void {
    applyLiveEvent(this.#options.client, event)
    for (const listener of this.#listeners) listener(event)
  }

  #closeAll(): void {
    this.#source?.close()
    this.#retired?.close()
    this.#source = undefined
    this.#retired = undefined
    clearTimeout(this.#behindTimer)
    this.#behindTimer = undefined
  }

  #setStatus(status: LiveStatus): void {
    if (status === this.#status) return
    this.#status = status
    for (const listener of this.#statusListeners) listener()
  }
}
