// The server's end of `GET /api/live`: one SSE stream a reader, by topics, resumed after a gap or told to start over.
// Must not know how other servers hear of the events.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { type LiveTopic, topicsOf } from '@twinmint/sdk/api/records/topics'
import type { Budget } from '@twinmint/sdk/internal/core/budget'
import { acceptsPacked, type Frame, frameOf, PACKED_HEAD } from './frame.ts'
import { type Entry, History, isOfMessage, subjectOf } from './history.ts'

/** Pages treat a stream as lost after `SILENT_MS` (live-stream.ts), so two heartbeats may be late. */
const HEARTBEAT_MS = 4_000
/** A named event, because an EventSource ignores comments. It has no id, so the reader's place is unchanged. */
const HEARTBEAT = frameOf('event: alive\ndata: {"type":"alive"}\n\n')
const STALL_HEARTBEATS = 5
/** A reader that is so many bytes behind is dropped; it comes back and resumes. */
const BACKLOG_BYTES_MAX = 1_048_576
/** A reader takes some 15 µs of the processor. */
const SENT_AT_ONCE = 500
/** With more messages that wait to be sent nothing comes between. */
const OUTBOX_MAX = 1_000
/** When all readers have to read everything again, they spread over this. */
const SPREAD_MS = 10_000
/** So long after a start, or after all had to start over, readers come back together. */
const CROWD_MS = 30_000
/** While the bus fails, readers read everything again this often: other servers' events reach nobody here. */
const ALONE_RESET_HEARTBEATS = 8

/** An event on its way to readers: by its id, the same on every server that shares a bus. */
export interface LiveEntry {
  readonly id: string
  readonly topics: readonly string[]
  /** The record whose state the event carries, or empty. A later entry with the same subject replaces this one. */
  readonly subject: string
  /** JSON. */
  readonly event: string
}

export type UnsentEntry = Omit<LiveEntry, 'id'>

/** What carries events to all servers, this one included, in one order. It may fail, and return. */
export interface LiveBus {
  readonly state: BusState
  send(entry: UnsentEntry): void
  /** Deletes an entry's text wherever the bus keeps it. */
  remove(id: string): void
  /** Nobody resumes before this moment, at any server: all hear that they joined. */
  breakOff(): void
  /** Begins. Resolves when the first try to join the other servers is over. */
  listen(listener: BusListener): Promise<void>
}

export interface BusState {
  readonly isUp: boolean
  readonly sinceMs: number
  /** Events that all servers heard. */
  readonly sent: number
  /** Events that only this server's readers heard. */
  readonly alone: number
  /** How often it began to fail. */
  readonly failures: number
}

export interface BusListener {
  /**
   * The servers are together, at the start or after a failure of any of them. `entries` came after the one with this id, oldest first;
   * what came before is not known.
   */
  joined(afterId: string, entries: readonly LiveEntry[]): void
  heard(entry: LiveEntry): void
  /** The bus does not carry this one: only this server's readers can hear it. */
  alone(entry: UnsentEntry): void
}

/** Since the start. */
export interface StreamCounts {
  /** Readers who were told to read everything again. */
  readonly resets: number
  /** Readers that were ended because they read too slowly. */
  readonly dropped: number
}

export interface LiveReader {
  readonly topics: readonly LiveTopic[]
  readonly lastEventId: string | undefined
  /** The request's `Accept-Encoding`. */
  readonly encodings?: string | undefined
  /** Whom what it has not read yet counts against. */
  readonly key: string
  /** The session of a signed-in reader. */
  readonly sessionId?: string | undefined
}

/** Bytes of the connection that the system has taken. */
const takenBy = ({ socket }: ServerResponse): number =>
  (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0)

const messageOf = (id: string, event: string) => frameOf(`id: ${id}\ndata: ${event}\n\n`)
const signOf = (id: string, event: LiveEvent) => messageOf(id, JSON.stringify(event))
const entryOf = ({ id, topics, subject, event }: LiveEntry): Entry => ({
  id,
  topics,
  subject,
  frame: messageOf(id, event),
})

interface Reading {
  readonly response: ServerResponse
  readonly topics: readonly string[]
  readonly isPacked: boolean
  readonly sessionId: string | undefined
  /** All that it had taken when it was last found to be behind. */
  takenBefore: number | undefined
  /** Gives back what it was sent at once and has not read. */
  release: (() => void) | undefined
}

/** True if the reader has taken none of its pending bytes since the last check. */
function isStalled(reading: Reading): boolean {
  const { response } = reading
  const taken = response.writableLength === 0 ? undefined : takenBy(response)
  const { takenBefore } = reading
  reading.takenBefore = taken
  return taken !== undefined && taken === takenBefore
}

export interface LiveHubOptions {
  /** Without one the server tells its own readers alone. */
  readonly bus?: LiveBus | undefined
  /** What readers who come back are sent at once is taken from it until they have read it. */
  readonly unsent: Budget
}

const STREAM_HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
}

/** Readers that lose their server come back apart from each other. */
const retryFrame = () => frameOf(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`)

function openStream(reading: Reading): void {
  const { response, isPacked } = reading
  response.writeHead(200, { ...STREAM_HEAD, ...(isPacked && { 'content-encoding': 'gzip' }) })
  if (isPacked) response.write(PACKED_HEAD)
  // After the end of all streams readers do not come back in one moment.
  response.write(bytesFor(reading, retryFrame()))
  response.socket?.setNoDelay(true)
  response.socket?.setTimeout(0)
}

export class LiveHub {
  readonly #bus: LiveBus | undefined
  readonly #unsent: Budget
  readonly #readers = new Set<Reading>()
  readonly #byTopic = new Map<string, Set<Reading>>()
  readonly #outbox: { readonly readers: readonly Reading[]; readonly frame: Frame }[] = []
  readonly #heartbeat: NodeJS.Timeout
  readonly #counts = { resets: 0, dropped: 0 }
  /** A part of every id that this server gives: no other server knows it, nor does this one after it joined the others again. */
  #run = newRun()
  #ofRun = 0
  #history = new History(`${this.#run}.0`)
  #isJoined = false
  #crowdUntilMs = performance.now() + CROWD_MS
  #heartbeats = 0
  /** Resolves when readers can resume where another server left them, or the bus does not answer. */
  readonly opened: Promise<void>

  constructor({ bus, unsent }: LiveHubOptions) {
    this.#bus = bus
    this.#unsent = unsent
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#heartbeat.unref()
    this.opened =
      bus?.listen({
        joined: (afterId, entries) => this.#joined(afterId, entries),
        heard: (entry) => this.#deliver(entry),
        alone: (entry) => this.#tellAlone(entry),
      }) ?? Promise.resolve()
  }

  get readerCount(): number {
    return this.#readers.size
  }

  get counts(): StreamCounts {
    return this.#counts
  }

  /** Undefined without a bus. */
  get bus(): BusState | undefined {
    return this.#bus?.state
  }

  /** Of the event that was sent last: whoever reads data now and opens a stream with this later misses nothing between. */
  get lastEventId(): string {
    return this.#history.lastId
  }

  /** Tells the readers of any of the event's topics, each once. */
  publish(event: LiveEvent): void {
    const entry = { topics: topicsOf(event), subject: subjectOf(event), event: JSON.stringify(event) }
    if (this.#bus) this.#bus.send(entry)
    else this.#tellAlone(entry)
  }

  /** Takes over the response. `lastEventId` is what the reader saw last, if anything. */
  subscribe(response: ServerResponse, { topics, lastEventId, encodings, key, sessionId }: LiveReader): void {
    // It has gone while the server looked up who it is.
    if (response.destroyed) return
    const reading: Reading = {
      response,
      topics,
      isPacked: acceptsPacked(encodings),
      sessionId,
      takenBefore: undefined,
      release: undefined,
    }
    openStream(reading)
    if (lastEventId) this.#resume(reading, lastEventId, key)
    // A reader that resumes may have missed nothing, so a heartbeat shows that the stream works. A new reader receives its place,
    // so that it can resume even before its first event.
    this.#send(reading, lastEventId ? HEARTBEAT : signOf(this.#history.lastId, { type: 'hello' }))
    this.#readers.add(reading)
    for (const topic of topics) {
      const readers = this.#byTopic.get(topic) ?? new Set()
      this.#byTopic.set(topic, readers.add(reading))
    }
    response.on('close', () => this.#forget(reading))
  }

  /** Ends every reader's stream; who may read comes back by itself. */
  disconnect(): void {
    for (const reading of this.#readers) this.#end(reading)
  }

  /** The ids of sessions with open streams. */
  sessionIds(): ReadonlySet<string> {
    return new Set([...this.#readers].flatMap(({ sessionId }) => sessionId ?? []))
  }

  /** Ends the streams that were opened with these sessions. */
  endSessions(sessionIds: ReadonlySet<string>): void {
    for (const reading of this.#readers)
      if (reading.sessionId !== undefined && sessionIds.has(reading.sessionId)) {
        // Nobody waits until a reader that is behind has read the rest.
        if (reading.response.writableLength > 0) this.#drop(reading)
        else this.#end(reading)
      }
  }

  /** Has every reader read everything again. */
  reset(): void {
    if (this.#bus?.state.isUp) this.#bus.breakOff()
    else {
      // Whoever comes back later may have missed that.
      this.#history = new History(this.#history.lastId)
      this.#resetAll(SPREAD_MS)
    }
  }

  close(): void {
    clearInterval(this.#heartbeat)
    for (const reading of this.#readers) this.#send(reading, retryFrame())
    this.disconnect()
  }

  #joined(afterId: string, entries: readonly LiveEntry[]): void {
    this.#isJoined = true
    this.#history = new History(afterId)
    for (const entry of entries) this.#history.add(entryOf(entry))
    this.#resetAll(SPREAD_MS)
  }

  #tellAlone(entry: UnsentEntry): void {
    if (this.#isJoined) {
      this.#isJoined = false
      this.#run = newRun()
      this.#history = new History(`${this.#run}.0`)
    }
    this.#ofRun += 1
    this.#deliver({ id: `${this.#run}.${this.#ofRun}`, ...entry })
  }

  #deliver(entry: LiveEntry): void {
    const told = entryOf(entry)
    const outdatedId = this.#history.add(told)
    // Former states of a coin are public and many, so only its expiry removes them from the bus.
    if (this.#isJoined && outdatedId !== undefined && isOfMessage(told.subject)) this.#bus?.remove(outdatedId)
    const readers = told.topics.flatMap((topic) => [...(this.#byTopic.get(topic) ?? [])])
    this.#sendAll(told.topics.length > 1 ? [...new Set(readers)] : readers, told.frame)
  }

  /** In pieces, between which the process does other things. What is sent later comes later. */
  #sendAll(readers: readonly Reading[], frame: Frame): void {
    this.#outbox.push({ readers, frame })
    if (this.#outbox.length === 1) void this.#emptyOutbox()
  }

  async #emptyOutbox(): Promise<void> {
    for (let next = this.#outbox[0]; next; next = this.#outbox[0]) {
      for (const [at, reading] of next.readers.entries()) {
        if (at % SENT_AT_ONCE === SENT_AT_ONCE - 1 && this.#outbox.length < OUTBOX_MAX) await setImmediate()
        if (this.#readers.has(reading)) this.#send(reading, next.frame)
      }
      this.#outbox.shift()
    }
  }

  #resetAll(withinMs: number): void {
    this.#crowdUntilMs = performance.now() + CROWD_MS
    const frame = signOf(this.#history.lastId, { type: 'reset', withinMs })
    this.#sendAll([...this.#readers], frame)
    this.#counts.resets += this.#readers.size
  }

  #beat(): void {
    this.#heartbeats += 1
    const isStallCheck = this.#heartbeats % STALL_HEARTBEATS === 0
    if (isStallCheck) for (const reading of this.#readers) if (isStalled(reading)) this.#dropSlow(reading)
    this.#sendAll([...this.#readers], HEARTBEAT)
    if (this.bus?.isUp === false && this.#heartbeats % ALONE_RESET_HEARTBEATS === 0)
      this.#resetAll(ALONE_RESET_HEARTBEATS * HEARTBEAT_MS)
  }

  /** Sends what was missed, which takes room until it is read, or says that it is too much or gone. */
  #resume(reading: Reading, lastEventId: string, key: string): void {
    const missed = this.#history
      .since(lastEventId, reading.topics)
      ?.map(({ frame }) => bytesFor(reading, frame))
    const bytes = missed?.reduce((sum, { length }) => sum + length, 0) ?? Number.POSITIVE_INFINITY
    // More than a reader may be behind: it reads everything again instead.
    reading.release = bytes <= BACKLOG_BYTES_MAX / 2 ? this.#unsent.hold(key, bytes) : undefined
    if (missed === undefined || reading.release === undefined) {
      const withinMs = performance.now() < this.#crowdUntilMs ? SPREAD_MS : 0
      this.#send(reading, signOf(this.#history.lastId, { type: 'reset', withinMs }))
      this.#counts.resets += 1
    } else reading.response.write(Buffer.concat(missed), reading.release)
  }

  #send(reading: Reading, frame: Frame): void {
    if (reading.response.writableLength > BACKLOG_BYTES_MAX) this.#dropSlow(reading)
    else reading.response.write(bytesFor(reading, frame))
  }

  #dropSlow(reading: Reading): void {
    this.#counts.dropped += 1
    this.#drop(reading)
  }

  /** A stream that waits behind another answer on its line does not hear of the line's end: it is forgotten at once. */
  #drop(reading: Reading): void {
    reading.response.destroy()
    this.#forget(reading)
  }

  /** As a whole answer: a browser reports one that breaks off as an error. */
  #end(reading: Reading): void {
    reading.response.end()
    this.#forget(reading)
  }

  #forget(reading: Reading): void {
    if (!this.#readers.delete(reading)) return
    reading.release?.()
    for (const topic of reading.topics) {
      const readers = this.#byTopic.get(topic)
      readers?.delete(reading)
      if (readers?.size === 0) this.#byTopic.delete(topic)
    }
  }
}

const bytesFor = ({ isPacked }: Reading, frame: Frame): Buffer => (isPacked ? frame.packed() : frame.plain)

const newRun = () => randomBytes(6).toString('base64url')
