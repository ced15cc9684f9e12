// The live stream over several servers: a Redis stream that all of them write to and read from, so that a reader hears of
// everything whichever server it is connected to, and can go on at another one where it stopped.
import { HISTORY_MAX } from './live/history.ts'
import type { LiveBus, LiveEntry } from './live-hub.ts'

const BLOCK_MS = 5_000
const RETRY_MS = 1_000
const READ_MAX = 500
/** Events that wait for Redis to come back; beyond them readers are told less, and read again when they reconnect. */
const WAITING_MAX = 10_000

export interface RedisBus extends LiveBus {
  close(): Promise<void>
}

/** Connects to Redis at `url`; rejects when it does not answer. `name` tells the streams of several sites apart. */
export async function openRedisBus(
  url: string,
  name: string,
  onFailure: (error: unknown) => void,
): Promise<RedisBus> {
  // Most servers have no Redis, and a tenth of a second is what this takes of a start.
  const { createClient } = await import('@redis/client')
  const key = `twinmint:live:${name}`
  let isOpen = false
  const open = () =>
    createClient({
      url,
      commandsQueueMaxLength: WAITING_MAX,
      socket: {
        connectTimeout: 5_000,
        // At the start a wrong address is said at once; later an outage is waited out.
        reconnectStrategy: (retries, cause) => (isOpen ? Math.min(retries * 100, 2_000) : cause),
      },
    }).on('error', (error) => isOpen && onFailure(error))
  const writer = open()
  // Reading waits in Redis, so it has a connection of its own.
  const reader = open()
  await Promise.all([writer.connect(), reader.connect()])
  isOpen = true
  const latest = (await writer.xRevRange(key, '+', '-', { COUNT: HISTORY_MAX })) ?? []
  const history = latest.reverse().map(entryOf)
  let lastId = history.at(-1)?.id ?? '0-0'
  let closed = false
  let reading: Promise<void> = Promise.resolve()

  async function read(listener: (entry: LiveEntry) => void): Promise<void> {
    while (!closed) {
      try {
        const streams: unknown = await reader.xRead({ key, id: lastId }, { BLOCK: BLOCK_MS, COUNT: READ_MAX })
        for (const message of messagesOf(streams)) {
          lastId = message.id
          listener(entryOf(message))
        }
      } catch (error) {
        if (closed) return
        onFailure(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  return {
    history,
    send({ topics, subject, event }) {
      writer
        .xAdd(
          key,
          '*',
          { topics: topics.join(' '), subject, event },
          {
            TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: HISTORY_MAX },
          },
        )
        .catch(onFailure)
    },
    remove(id) {
      writer.xDel(key, id).catch(onFailure)
    },
    listen(listener) {
      reading = read(listener)
    },
    async close() {
      closed = true
      reader.destroy()
      await reading
      await writer.close()
    },
  }
}

interface Message {
  readonly id: string
  readonly message: Record<string, string>
}

/** The client types its answer for two protocols at once, as anything: null when nothing came, else one stream's messages. */
function messagesOf(streams: unknown): readonly Message[] {
  const [stream] = (streams ?? []) as readonly { readonly messages: readonly Message[] }[]
  return stream?.messages ?? []
}

function entryOf({ id, message }: Message): LiveEntry {
  const { topics = '', subject = '', event = 'null' } = message
  return { id, topics: topics.split(' '), subject, event }
}
