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

/** An event on its way to readers: by its id, the same on every server that shares a bus. */
export interface LiveEntry {
  readonly id: string
  readonly topics: readonly string[]
  /** The record whose state the event carries, or empty. A later entry with the same subject replaces this one. */
  readonly subject: string
  /** JSON. */
  readonly event: string
}

/** What carries events to all servers, this one included, in one order. */
export interface LiveBus {
  /** The latest entries, oldest first, when the server starts. */
  readonly history: readonly LiveEntry[]
  send(entry: Omit<LiveEntry, 'id'>): void
  /** Deletes an entry's text wherever the bus keeps it. */
  remove(id: string): void
  /** Calls `listener` with every entry from now on. */
  listen(listener: (entry: LiveEntry) => void): void
}

export interface LiveHub {
  /** Tells the readers of any of the event's topics, each once. */
  publish(event: LiveEvent): void
  /** Takes over the response. `lastEventId` is what the reader saw last, if anything. */
  subscribe(response: ServerResponse, reader: LiveReader): void
  readonly readerCount: number
  /** Of the event that was sent last: whoever reads data now and opens a stream with this later misses nothing between. */
  readonly lastEventId: string
  /** Ends every reader's stream; who may read comes back by itself. */
  disconnect(): void
  /** The ids of sessions with open streams. */
  sessionIds(): ReadonlySet<string>
  /** Ends the streams that were opened with these sessions. */
  endSessions(sessionIds: ReadonlySet<string>): void
  close(): void
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

function openStream(response: ServerResponse): void {
  response.writeHead(200, STREAM_HEAD)
  response.write('retry: 2000\n\n')
  response.socket?.setNoDelay(true)
  response.socket?.setTimeout(0)
}

function wantsAnyOf(topics: readonly LiveTopic[]): Reading['wants'] {
  const wanted = new Set<string>(topics)
  return (entry) => entry.topics.some((topic) => wanted.has(topic))
}

export function createLiveHub({ bus, unsent }: LiveHubOptions): LiveHub {
  // The run's name is part of every id of its own: numbers of another run of the server mean nothing here.
  const run = randomBytes(6).toString('base64url')
  const history = keepHistory(`${run}.0`)
  for (const entry of bus?.history ?? []) history.add(keptOf(entry))
  const readers = new Map<ServerResponse, Reading>()
  let count = 0

  const forget = (response: ServerResponse) => {
    readers.get(response)?.release?.()
    readers.delete(response)
  }
  /** A stream that waits behind another answer on its line does not hear of the line's end: it is forgotten at once. */
  const drop = (response: ServerResponse) => {
    response.destroy()
    forget(response)
  }
  /** As a whole answer: a browser reports one that breaks off as an error. */
  const end = (response: ServerResponse) => {
    response.end()
    forget(response)
  }
  const send = (response: ServerResponse, frame: Buffer) => {
    if (response.writableLength > BACKLOG_BYTES_MAX) drop(response)
    else response.write(frame)
  }
  const deliver = (entry: LiveEntry) => {
    const kept = keptOf(entry)
    const outdatedId = history.add(kept)
    // Former states of a coin are public and many, so only its expiry removes them from the bus.
    if (outdatedId !== undefined && isOfMessage(kept.subject)) bus?.remove(outdatedId)
    for (const [response, { wants }] of readers) if (wants(kept)) send(response, kept.frame)
  }
  bus?.listen(deliver)
  let heartbeats = 0
  const heartbeat = setInterval(() => {
    heartbeats += 1
    const isStallCheck = heartbeats % STALL_HEARTBEATS === 0
    for (const [response, reading] of readers) {
      if (isStallCheck && isStalled(response, reading)) drop(response)
      else send(response, HEARTBEAT)
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  /** Sends what was missed, or says that it is too much or gone. Returns what gives back the room that it takes until it is read. */
  const resume = (response: ServerResponse, { wants, since, key }: Resuming): (() => void) | undefined => {
    const missed = history
      .since(since)
      ?.filter(wants)
      .map(({ frame }) => frame)
    const bytes = missed?.reduce((sum, { length }) => sum + length, 0) ?? Number.POSITIVE_INFINITY
    // More than a reader may be behind: it reads everything again instead.
    const release = bytes <= BACKLOG_BYTES_MAX / 2 ? unsent.hold(key, bytes) : undefined
    if (missed === undefined || release === undefined)
      send(response, signOf(history.lastId(), { type: 'reset' }))
    else response.write(Buffer.concat(missed), release)
    return release
  }

  const disconnect = () => [...readers.keys()].forEach(end)

  return {
    get readerCount() {
      return readers.size
    },
    get lastEventId() {
      return history.lastId()
    },
    publish(event) {
      const entry = { topics: topicsOf(event), subject: subjectOf(event), event: JSON.stringify(event) }
      if (bus) bus.send(entry)
      else deliver({ id: `${run}.${++count}`, ...entry })
    },
    subscribe(response, { topics, lastEventId, key, sessionId }) {
      // It has gone while the server looked up who it is.
      if (response.destroyed) return
      openStream(response)
      const wants = wantsAnyOf(topics)
      const release = lastEventId ? resume(response, { wants, since: lastEventId, key }) : undefined
      // A reader that resumes may have missed nothing, so a heartbeat shows that the stream works. A new reader receives its place,
      // so that it can resume even before its first event.
      send(response, lastEventId ? HEARTBEAT : signOf(history.lastId(), { type: 'hello' }))
      readers.set(response, { wants, sessionId, takenBefore: undefined, release })
      response.on('close', () => forget(response))
    },
    disconnect,
    sessionIds: () => new Set([...readers.values()].flatMap(({ sessionId }) => sessionId ?? [])),
    endSessions(sessionIds) {
      for (const [response, { sessionId }] of readers)
        if (sessionId !== undefined && sessionIds.has(sessionId))
          // Nobody waits until a reader that is behind has read the rest.
          (response.writableLength > 0 ? drop : end)(response)
    },
    close() {
      clearInterval(heartbeat)
      disconnect()
    },
  }
}
