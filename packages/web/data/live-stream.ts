// The stream behind live.ts: kept open for the topics in use, across losses and pauses, each event once and in the cache
// before anybody hears of it.
import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import type { LiveTopic } from '@twinmint/sdk/api/records/topics'
import type { Store } from '../ui/store.ts'
import { applyLiveEvent } from './live-cache.ts'

/**
 * `behind`: the stream is down or mute, and the queries of the screen are polled (live-polling.ts). `late`: it works, and in a moment
 * everything that was missed is read again.
 */
export type LiveStatus = 'idle' | 'live' | 'connecting' | 'behind' | 'late'

type Listener = (event: LiveEvent) => void

export interface LiveSource {
  addEventListener(type: 'error' | 'alive', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: string; lastEventId: string }) => void): void
  close(): void
  readonly readyState: number
}

export interface LiveStreamOptions {
  readonly client: QueryClient
  /** Where it says how it stands. */
  readonly status: Store<LiveStatus>
  readonly openSource: (url: string) => LiveSource
  /** The event after which everything on the page was read: the first stream begins there. */
  readonly since?: string | undefined
  readonly random?: () => number
}

const CLOSED = 2
const SETTLE_MS = 50
const BEHIND_AFTER_MS = 3_000
/**
 * A stream that says nothing for this long is lost, even while it is open: a proxy or a virus scanner may hold back everything.
 * The server's heartbeat comes every four seconds (hub.ts).
 */
const SILENT_MS = 10_000
const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 30_000
const SEEN_IDS = 500
/** A busy coin has twenty events a second; the page is drawn for all of a tenth of one at once. */
const DISPATCH_AT_MOST_EVERY_MS = 100

/** Of several states of a coin that wait together only the last is worth drawing. */
function withoutOutdated(events: readonly LiveEvent[]): LiveEvent[] {
  const latest = new Map<string, LiveEvent>()
  for (const event of events) if (event.type === 'collection') latest.set(event.collection.id, event)
  return events.filter((event) => event.type !== 'collection' || latest.get(event.collection.id) === event)
}

/** Keeps one stream open for the union of the topics that are in use. */
export class LiveStream {
  readonly #options: LiveStreamOptions
  readonly #topicUsers = new Map<LiveTopic, number>()
  readonly #listeners = new Set<Listener>()
  readonly #seenIds = new Set<string>()
  #source: LiveSource | undefined
  #retired: LiveSource | undefined
  #openTopics = ''
  #isPaused = false
  #lastEventId = ''
  #failures = 0
  /** The current stream has said something. */
  #isHeard = false
  /** The next opening cannot be sure to continue where the last stream ended. */
  #mayHaveMissed = false
  #settleTimer: ReturnType<typeof setTimeout> | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #behindTimer: ReturnType<typeof setTimeout> | undefined
  #silentTimer: ReturnType<typeof setTimeout> | undefined
  #resetTimer: ReturnType<typeof setTimeout> | undefined
  #waiting: LiveEvent[] = []
  #dispatchTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: LiveStreamOptions) {
    this.#options = options
    this.#lastEventId = options.since ?? ''
  }

  /** Adds the topic until the returned function is called. */
  use(topic: LiveTopic): () => void {
    this.#topicUsers.set(topic, (this.#topicUsers.get(topic) ?? 0) + 1)
    this.#settle()
    return () => {
      const users = (this.#topicUsers.get(topic) ?? 1) - 1
      if (users === 0) this.#topicUsers.delete(topic)
      else this.#topicUsers.set(topic, users)
      this.#settle()
    }
  }

  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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
      this.#options.status.set('idle')
      return
    }
    // The old stream goes on until the new one is open, so that nothing falls between; repeats are dropped by id.
    this.#retired?.close()
    this.#retired = this.#source
    this.#open()
  }

  #open(): void {
    if (this.#options.status.get() === 'idle') this.#options.status.set('connecting')
    const resume = this.#lastEventId === '' ? '' : `&lastEventId=${encodeURIComponent(this.#lastEventId)}`
    const source = this.#options.openSource(
      `/api/live?topics=${encodeURIComponent(this.#openTopics)}${resume}`,
    )
    this.#source = source
    this.#isHeard = false
    // A change of page does not restart the timer of a mute stream.
    if (this.#silentTimer === undefined) this.#awaitSign()
    source.addEventListener('error', () => this.#failed(source))
    source.addEventListener('alive', () => this.#heard(source))
    source.addEventListener('message', (message) => {
      this.#heard(source)
      this.#received(message)
    })
  }

  #awaitSign(): void {
    clearTimeout(this.#silentTimer)
    this.#silentTimer = setTimeout(() => this.#fellSilent(), SILENT_MS)
  }

  #awaitNoSign(): void {
    clearTimeout(this.#silentTimer)
    this.#silentTimer = undefined
  }

  /** An open connection proves nothing: only what came through it does. */
  #heard(source: LiveSource): void {
    if (source !== this.#source) return
    this.#awaitSign()
    if (this.#isHeard) return
    this.#isHeard = true
    this.#retired?.close()
    this.#retired = undefined
    this.#failures = 0
    clearTimeout(this.#behindTimer)
    this.#behindTimer = undefined
    this.#options.status.set(this.#resetTimer === undefined ? 'live' : 'late')
    if (!this.#mayHaveMissed) return
    this.#mayHaveMissed = false
    this.#reset()
  }

  /** Everything is read again, which makes up for a reset that waits. */
  #reset(): void {
    clearTimeout(this.#resetTimer)
    this.#resetTimer = undefined
    if (this.#options.status.get() === 'late') this.#options.status.set('live')
    this.#dispatch({ type: 'reset' })
  }

  /** A second one needs no other time: what is read then is as new. */
  #resetWithin(ms: number): void {
    if (this.#options.status.get() === 'live') this.#options.status.set('late')
    this.#resetTimer ??= setTimeout(() => this.#reset(), this.#random() * ms)
  }

  #random(): number {
    return (this.#options.random ?? Math.random)()
  }

  #fellSilent(): void {
    this.#closeAll()
    this.#options.status.set('behind')
    this.#openLater()
  }

  #failed(source: LiveSource): void {
    if (source !== this.#source) return
    this.#isHeard = false
    this.#behindTimer ??= setTimeout(() => this.#options.status.set('behind'), BEHIND_AFTER_MS)
    // The browser itself reopens a stream that broke off, with Last-Event-ID; one that was refused it gives up.
    if (source.readyState !== CLOSED) return
    this.#awaitNoSign()
    this.#openLater()
  }

  #openLater(): void {
    this.#mayHaveMissed = true
    this.#failures += 1
    const ceiling = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** (this.#failures - 1))
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.#open(), ceiling / 2 + (this.#random() * ceiling) / 2)
  }

  /** Opens a stream that is down at once, not when its turn comes. */
  retryNow(): void {
    if (this.#options.status.get() !== 'behind' || this.#openTopics === '') return
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
    this.#waiting.push(JSON.parse(message.data) as LiveEvent)
    // The first one at once, those right after it together.
    if (this.#dispatchTimer === undefined) this.#dispatchWaiting()
  }

  #dispatchWaiting(): void {
    const events = withoutOutdated(this.#waiting)
    this.#waiting = []
    this.#dispatchTimer =
      events.length === 0 ? undefined : setTimeout(() => this.#dispatchWaiting(), DISPATCH_AT_MOST_EVERY_MS)
    for (const event of events) {
      if (event.type === 'reset' && event.withinMs) this.#resetWithin(event.withinMs)
      else this.#dispatch(event)
    }
  }

  #dispatch(event: LiveEvent): void {
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
    // The next stream begins with one.
    clearTimeout(this.#resetTimer)
    this.#resetTimer = undefined
    this.#awaitNoSign()
  }
}
