// The server's end of `GET /api/live`: one SSE stream a reader, by topics, resumed after a gap or told to start over.
// Must not know what the events mean, nor how other servers hear of them.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Budget } from '../core/budget.ts'

export const HISTORY_MAX = 2_000
const HEARTBEAT_MS = 20_000
/** A reader that is so many bytes behind is dropped; it comes back and resumes. */
const BACKLOG_BYTES_MAX = 1_048_576
export const TOPICS_MAX = 20

/** An event on its way to readers: by its id, the same on every server that shares a bus. */
export interface LiveEntry {
  readonly id: string
  readonly topics: readonly string[]
  /** JSON. */
  readonly event: string
}

/** What carries events to all servers, this one included, in one order. */
export interface LiveBus {
  /** The latest entries, oldest first, when the server starts. */
  readonly history: readonly LiveEntry[]
  send(topics: readonly string[], event: string): void
  /** Calls `listener` with every entry from now on. */
  listen(listener: (entry: LiveEntry) => void): void
}

export interface LiveHub {
  /** Sends `event` (as JSON) to the readers of any of `topics`, each once. */
  publish(topics: readonly string[], event: unknown): void
  /** Takes over the response. `lastEventId` is what the reader saw last, if anything. */
  subscribe(response: ServerResponse, reader: LiveReader): void
  readonly readerCount: number
  /** Of the event that was sent last: whoever reads data now and opens a stream with this later misses nothing between. */
  readonly lastEventId: string
  /** Ends every reader's stream; who may read comes back by itself. */
  disconnect(): void
  close(): void
}

export interface LiveReader {
  readonly topics: readonly string[]
  readonly lastEventId: string | undefined
  /** Whom what it has not read yet counts against. */
  readonly key: string
}

interface Kept {
  readonly id: string
  readonly topics: readonly string[]
  readonly frame: Buffer
}

/** Bytes of the connection that the system has taken. */
const takenBy = ({ socket }: ServerResponse): number =>
  (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0)

const frameOf = (id: string, event: string) => Buffer.from(`id: ${id}\ndata: ${event}\n\n`)
const keptOf = ({ id, topics, event }: LiveEntry): Kept => ({ id, topics, frame: frameOf(id, event) })

/** A reader's place. */
interface Reading {
  readonly wanted: ReadonlySet<string>
  /** All that it had taken when it was last found to be behind. */
  takenBefore: number | undefined
  /** Gives back what it was sent at once and has not read. */
  readonly release: (() => void) | undefined
}

export interface LiveHubOptions {
  /** Without one the server tells its own readers alone. */
  readonly bus?: LiveBus | undefined
  /** What readers who come back are sent at once is taken from it until they have read it. */
  readonly unsent: Budget
}

export function createLiveHub({ bus, unsent }: LiveHubOptions): LiveHub {
  // The run's name is part of every id of its own: numbers of another run of the server mean nothing here.
  const run = randomBytes(6).toString('base64url')
  const history: Kept[] = (bus?.history ?? []).map(keptOf)
  const readers = new Map<ServerResponse, Reading>()
  let count = 0
  /** Of the entry right before the oldest that is kept: a reader who saw that has missed nothing else. */
  let beforeOldest = `${run}.0`
  let lastId = history.at(-1)?.id ?? beforeOldest

  const forget = (response: ServerResponse) => {
    readers.get(response)?.release?.()
    readers.delete(response)
  }
  /** A stream that waits behind another answer on its line does not hear of the line's end: it is forgotten at once. */
  const drop = (response: ServerResponse) => {
    response.destroy()
    forget(response)
  }
  const send = (response: ServerResponse, frame: Buffer) => {
    if (response.writableLength > BACKLOG_BYTES_MAX) drop(response)
    else response.write(frame)
  }
  const deliver = (entry: LiveEntry) => {
    const kept = keptOf(entry)
    lastId = kept.id
    history.push(kept)
    if (history.length > HISTORY_MAX) beforeOldest = history.shift()?.id ?? beforeOldest
    for (const [response, { wanted }] of readers)
      if (kept.topics.some((topic) => wanted.has(topic))) send(response, kept.frame)
  }
  bus?.listen(deliver)
  const heartbeat = setInterval(() => {
    const frame = Buffer.from(': alive\n\n')
    for (const [response, reading] of readers) {
      // Since the last heartbeat nothing was taken of what lies there: nobody reads it.
      const taken = response.writableLength === 0 ? undefined : takenBy(response)
      if (taken !== undefined && taken === reading.takenBefore) drop(response)
      else send(response, frame)
      reading.takenBefore = taken
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  /** The entries after `lastEventId`, or undefined when they are not all here any more. */
  const missedSince = (lastEventId: string): readonly Kept[] | undefined => {
    if (lastEventId === lastId) return []
    if (lastEventId === beforeOldest) return history
    const at = history.findLastIndex(({ id }) => id === lastEventId)
    return at < 0 ? undefined : history.slice(at + 1)
  }

  const disconnect = () => {
    for (const response of readers.keys()) {
      response.end()
      forget(response)
    }
  }

  return {
    get readerCount() {
      return readers.size
    },
    get lastEventId() {
      return lastId
    },
    publish(topics, event) {
      const text = JSON.stringify(event)
      if (bus) bus.send(topics, text)
      else deliver({ id: `${run}.${++count}`, topics, event: text })
    },
    subscribe(response, { topics, lastEventId, key }) {
      // It has gone while the server looked up who it is.
      if (response.destroyed) return
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        connection: 'keep-alive',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      })
      response.write('retry: 2000\n\n')
      response.socket?.setNoDelay(true)
      response.socket?.setTimeout(0)
      const wanted = new Set(topics)
      let release: (() => void) | undefined
      if (lastEventId === undefined || lastEventId === '') {
        // So that a reader that breaks off before its first event can still say where it was.
        send(response, frameOf(lastId, '{"type":"hello"}'))
      } else {
        const missed = missedSince(lastEventId)
          ?.filter(({ topics }) => topics.some((topic) => wanted.has(topic)))
          .map(({ frame }) => frame)
        const bytes = missed?.reduce((sum, { length }) => sum + length, 0) ?? Number.POSITIVE_INFINITY
        // More than a reader may be behind: it reads everything again instead.
        if (bytes <= BACKLOG_BYTES_MAX / 2) release = unsent.hold(key, bytes)
        if (missed === undefined || release === undefined) send(response, frameOf(lastId, '{"type":"reset"}'))
        else {
          response.write(Buffer.concat(missed), release)
        }
      }
      readers.set(response, { wanted, takenBefore: undefined, release })
      response.on('close', () => forget(response))
    },
    disconnect,
    close() {
      clearInterval(heartbeat)
      disconnect()
    },
  }
}
