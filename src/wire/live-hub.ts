// The server's end of `GET /api/live`: one SSE stream a reader, by topics, resumed after a gap or told to start over.
// Must not know what the events mean.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const HISTORY_MAX = 2_000
const HEARTBEAT_MS = 20_000
/** A reader that is so many bytes behind is dropped; it comes back and resumes. */
const BACKLOG_BYTES_MAX = 1_048_576
export const TOPICS_MAX = 20

interface Entry {
  readonly number: number
  readonly topics: readonly string[]
  readonly frame: Buffer
}

export interface LiveHub {
  /** Sends `event` (as JSON) to the readers of any of `topics`, each once. */
  publish(topics: readonly string[], event: unknown): void
  /** Takes over the response. `lastEventId` is what the reader saw last, if anything. */
  subscribe(response: ServerResponse, topics: readonly string[], lastEventId: string | undefined): void
  readonly readerCount: number
  close(): void
}

export function createLiveHub(): LiveHub {
  // The run's name is part of every id: numbers of another run of the server mean nothing here.
  const run = randomBytes(6).toString('base64url')
  const history: Entry[] = []
  const readers = new Map<ServerResponse, Set<string>>()
  let lastNumber = 0

  const frameOf = (number: number, event: unknown) =>
    Buffer.from(`id: ${run}.${number}\ndata: ${JSON.stringify(event)}\n\n`)
  const send = (response: ServerResponse, frame: Buffer) => {
    if (response.writableLength > BACKLOG_BYTES_MAX) response.destroy()
    else response.write(frame)
  }
  const heartbeat = setInterval(() => {
    const frame = Buffer.from(': alive\n\n')
    for (const response of readers.keys()) send(response, frame)
  }, HEARTBEAT_MS)
  heartbeat.unref()

  /** The entries after `lastEventId`, or undefined when they are not all here any more. */
  const missedSince = (lastEventId: string): Entry[] | undefined => {
    const [itsRun, numberText] = lastEventId.split('.')
    const number = Number(numberText)
    const oldest = history[0]?.number ?? lastNumber + 1
    if (itsRun !== run || !Number.isSafeInteger(number) || number > lastNumber || number < oldest - 1)
      return undefined
    return history.filter((entry) => entry.number > number)
  }

  return {
    get readerCount() {
      return readers.size
    },
    publish(topics, event) {
      const entry: Entry = { number: ++lastNumber, topics, frame: frameOf(lastNumber, event) }
      history.push(entry)
      if (history.length > HISTORY_MAX) history.shift()
      for (const [response, wanted] of readers)
        if (topics.some((topic) => wanted.has(topic))) send(response, entry.frame)
    },
    subscribe(response, topics, lastEventId) {
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
      if (lastEventId === undefined || lastEventId === '') {
        // So that a reader that breaks off before its first event can still say where it was.
        send(response, Buffer.from(`id: ${run}.${lastNumber}\ndata: {"type":"hello"}\n\n`))
      } else {
        const missed = missedSince(lastEventId)
        if (missed === undefined) send(response, frameOf(lastNumber, { type: 'reset' }))
        else
          for (const entry of missed)
            if (entry.topics.some((topic) => wanted.has(topic))) send(response, entry.frame)
      }
      readers.set(response, wanted)
      response.on('close', () => readers.delete(response))
    },
    close() {
      clearInterval(heartbeat)
      for (const response of readers.keys()) response.end()
      readers.clear()
    },
  }
}
