// The server's end of `GET /api/live`: one SSE stream a reader, by topics, resumed after a gap or told to start over.
// Must not know how other servers hear of the events.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Budget } from '../core/budget.ts'
import { isOfMessage, type Kept, keepHistory, subjectOf } from './live/history.ts'
import type { LiveEvent } from './records/live.ts'
import { type LiveTopic, topicsOf } from './records/topics.ts'

/** Pages treat a stream as lost after `SILENT_MS` (live-stream.ts), so two heartbeats may be late. */
const HEARTBEAT_MS = 4_000
/** A named event, because an EventSource ignores comments. It has no id, so the reader's place is unchanged. */
const HEARTBEAT = Buffer.from('event: alive\ndata: {"type":"alive"}\n\n')
const STALL_HEARTBEATS = 5
/** A reader that is so many bytes behind is dropped; it comes back and resumes. */
const BACKLOG_BYTES_MAX = 1_048_576
/** When all readers have to read everything again, they spread over this. */
const SPREAD_MS = 10_000
/** So long after a start or an outage of the bus readers come back together. */
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
  /** Whom what it has not read yet counts against. */
  readonly key: string
  /** The session of a signed-in reader. */
  readonly sessionId?: string | undefined
}

/** Bytes of the connection that the system has taken. */
const takenBy = ({ socket }: ServerResponse): number =>
  (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0)

const frameOf = (id: string, event: string) => Buffer.from(`id: ${id}\ndata: ${event}\n\n`)
const signOf = (id: string, event: LiveEvent) => frameOf(id, JSON.stringify(event))
const keptOf = ({ id, topics, subject, event }: LiveEntry): Kept => ({
  id,
  topics,
  subject,
  frame: frameOf(id, event),
})

/** A reader's place. */
interface Reading {
  readonly wants: (entry: Kept) => boolean
  readonly sessionId: string | undefined
  /** All that it had taken when it was last found to be behind. */
  takenBefore: number | undefined
  /** Gives back what it was sent at once and has not read. */
  readonly release: (() => void) | undefined
}

/** True if the reader has taken none of its pending bytes since the last check. */
function isStalled(response: ServerResponse, reading: Reading): boolean {
  const taken = response.writableLength === 0 ? undefined : takenBy(response)
  const { takenBefore } = reading
  reading.takenBefore = taken
  return taken !== undefined && taken === takenBefore
}

interface Resuming {
  readonly wants: Reading['wants']
  readonly since: string
  readonly key: string
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
}

/** Readers that lose their server come back apart from each other. */
const retryFrame = () => `retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`

function openStream(response: ServerResponse): void {
  response.writeHead(200, STREAM_HEAD)
  // After the end of all streams readers do not come back in one moment.
  response.write(retryFrame())
  response.socket?.setNoDelay(true)
  response.socket?.setTimeout(0)
}

function wantsAnyOf(topics: readonly LiveTopic[]): Reading['wants'] {
  const wanted = new Set<string>(topics)
  return (entry) => entry.topics.some((topic) => wanted.has(topic))
}

export class LiveHub {
  readonly #bus: LiveBus | undefined
  readonly #unsent: Budget
  readonly #readers = new Map<ServerResponse, Reading>()
  readonly #heartbeat: NodeJS.Timeout
  readonly #counts = { resets: 0, dropped: 0 }
  /** A part of every id that this server gives: no other server knows it, nor does this one after it joined the others again. */
  #run = newRun()
  #ofRun = 0
  #history = keepHistory(`${this.#run}.0`)
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
    return this.#history.lastId()
  }

  /** Tells the readers of any of the event's topics, each once. */
  publish(event: LiveEvent): void {
    const entry = { topics: topicsOf(event), subject: subjectOf(event), event: JSON.stringify(event) }
    if (this.#bus) this.#bus.send(entry)
    else this.#tellAlone(entry)
  }

  /** Takes over the response. `lastEventId` is what the reader saw last, if anything. */
  subscribe(response: ServerResponse, { topics, lastEventId, key, sessionId }: LiveReader): void {
    // It has gone while the server looked up who it is.
    if (response.destroyed) return
    openStream(response)
    const wants = wantsAnyOf(topics)
    const release = lastEventId ? this.#resume(response, { wants, since: lastEventId, key }) : undefined
    // A reader that resumes may have missed nothing, so a heartbeat shows that the stream works. A new reader receives its place,
    // so that it can resume even before its first event.
    this.#send(response, lastEventId ? HEARTBEAT : signOf(this.#history.lastId(), { type: 'hello' }))
    this.#readers.set(response, { wants, sessionId, takenBefore: undefined, release })
    response.on('close', () => this.#forget(response))
  }

  /** Ends every reader's stream; who may read comes back by itself. */
  disconnect(): void {
    for (const response of this.#readers.keys()) this.#end(response)
  }

  /** The ids of sessions with open streams. */
  sessionIds(): ReadonlySet<string> {
    return new Set([...this.#readers.values()].flatMap(({ sessionId }) => sessionId ?? []))
  }

  /** Ends the streams that were opened with these sessions. */
  endSessions(sessionIds: ReadonlySet<string>): void {
    for (const [response, { sessionId }] of this.#readers)
      if (sessionId !== undefined && sessionIds.has(sessionId)) {
        // Nobody waits until a reader that is behind has read the rest.
        if (response.writableLength > 0) this.#drop(response)
        else this.#end(response)
      }
  }

  /** Has every reader read everything again. */
  reset(): void {
    this.#resetAll(SPREAD_MS)
  }

  close(): void {
    clearInterval(this.#heartbeat)
    for (const response of this.#readers.keys()) response.write(retryFrame())
    this.disconnect()
  }

  #joined(afterId: string, entries: readonly LiveEntry[]): void {
    this.#isJoined = true
    this.#history = keepHistory(afterId)
    for (const entry of entries) this.#history.add(keptOf(entry))
    this.#crowdUntilMs = performance.now() + CROWD_MS
    this.#resetAll(SPREAD_MS)
  }

  #tellAlone(entry: UnsentEntry): void {
    if (this.#isJoined) {
      this.#isJoined = false
      this.#run = newRun()
      this.#history = keepHistory(`${this.#run}.0`)
    }
    this.#ofRun += 1
    this.#deliver({ id: `${this.#run}.${this.#ofRun}`, ...entry })
  }

  #deliver(entry: LiveEntry): void {
    const kept = keptOf(entry)
    const outdatedId = this.#history.add(kept)
    // Former states of a coin are public and many, so only its expiry removes them from the bus.
    if (this.#isJoined && outdatedId !== undefined && isOfMessage(kept.subject)) this.#bus?.remove(outdatedId)
    for (const [response, { wants }] of this.#readers) if (wants(kept)) this.#send(response, kept.frame)
  }

  #resetAll(withinMs: number): void {
    const frame = signOf(this.#history.lastId(), { type: 'reset', withinMs })
    for (const response of this.#readers.keys()) this.#send(response, frame)
    this.#counts.resets += this.#readers.size
  }

  #beat(): void {
    this.#heartbeats += 1
    const isStallCheck = this.#heartbeats % STALL_HEARTBEATS === 0
    for (const [response, reading] of this.#readers) {
      if (isStallCheck && isStalled(response, reading)) this.#dropSlow(response)
      else this.#send(response, HEARTBEAT)
    }
    if (this.bus?.isUp === false && this.#heartbeats % ALONE_RESET_HEARTBEATS === 0)
      this.#resetAll(ALONE_RESET_HEARTBEATS * HEARTBEAT_MS)
  }

  /** Sends what was missed, or says that it is too much or gone. Returns what gives back the room that it takes until it is read. */
  #resume(response: ServerResponse, { wants, since, key }: Resuming): (() => void) | undefined {
    const missed = this.#history
      .since(since)
      ?.filter(wants)
      .map(({ frame }) => frame)
    const bytes = missed?.reduce((sum, { length }) => sum + length, 0) ?? Number.POSITIVE_INFINITY
    // More than a reader may be behind: it reads everything again instead.
    const release = bytes <= BACKLOG_BYTES_MAX / 2 ? this.#unsent.hold(key, bytes) : undefined
    if (missed === undefined || release === undefined) {
      const withinMs = performance.now() < this.#crowdUntilMs ? SPREAD_MS : 0
      this.#send(response, signOf(this.#history.lastId(), { type: 'reset', withinMs }))
      this.#counts.resets += 1
    } else response.write(Buffer.concat(missed), release)
    return release
  }

  #send(response: ServerResponse, frame: Buffer): void {
    if (response.writableLength > BACKLOG_BYTES_MAX) this.#dropSlow(response)
    else response.write(frame)
  }

  #dropSlow(response: ServerResponse): void {
    this.#counts.dropped += 1
    this.#drop(response)
  }

  /** A stream that waits behind another answer on its line does not hear of the line's end: it is forgotten at once. */
  #drop(response: ServerResponse): void {
    response.destroy()
    this.#forget(response)
  }

  /** As a whole answer: a browser reports one that breaks off as an error. */
  #end(response: ServerResponse): void {
    response.end()
    this.#forget(response)
  }

  #forget(response: ServerResponse): void {
    this.#readers.get(response)?.release?.()
    this.#readers.delete(response)
  }
}

const newRun = () => randomBytes(6).toString('base64url')
