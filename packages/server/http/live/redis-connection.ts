// Two connections to Redis, one to write and one to read, since reading waits there. They are given up together as soon as a
// command fails or is not answered in time, and never come back: what was not sent by then is not sent later.
import type { createClient } from '@redis/client'

/** Every command is answered within this. */
const ANSWER_MS = 2_000
/** A reading that finds nothing ends after this, so that a connection that is cut off is noticed. */
const BLOCK_MS = 1_000
/** Redis is asked this often whether it takes anything, so that a server that sends nothing knows. */
const LOOK_MS = 2_000
const READ_MAX = 500
/** The whole history takes longer than another answer. */
const HISTORY_ANSWER_MS = 10_000

export interface Message {
  readonly id: string
  readonly message: Readonly<Record<string, string>>
}

export interface Line {
  /** Adds a message behind the latest; resolves with its id. The stream keeps about `max`. */
  add(message: Readonly<Record<string, string>>, max: number): Promise<string>
  remove(id: string): void
  removeBefore(id: string): Promise<unknown>
  /** The latest messages, oldest first. */
  latest(max: number): Promise<readonly Message[]>
  /** The messages after `id`; none after a while without any. */
  after(id: string): Promise<readonly Message[]>
  /** Why it was given up. */
  failure(): unknown
  /** Gives it up, as the failure of any command does. */
  fail(error: unknown): void
  /** Resolves when everything that was added is sent, or was given up. */
  close(): Promise<void>
}

/** Connects to the stream `key` of the Redis at `url`; rejects when it does not answer. */
export async function openLine(url: string, key: string): Promise<Line> {
  // Most servers have no Redis, and a tenth of a second is what this takes of a start.
  const redis = await import('@redis/client')
  const clients = [redis, redis].map(({ createClient }) => connectionOf(createClient, url))
  const [writer, reader] = clients
  if (!writer || !reader) throw new Error('a line has two connections')
  let failure: unknown
  let look: NodeJS.Timeout | undefined
  const destroy = () => {
    clearInterval(look)
    for (const client of clients) if (client.isOpen) client.destroy()
  }
  const fail = (error: unknown) => {
    failure ??= error
    destroy()
  }
  const answered = <T>(answer: Promise<T>, ms = ANSWER_MS): Promise<T> => {
    const timely = within(ms, answer)
    timely.catch(fail)
    return timely
  }
  for (const client of clients) client.on('error', fail)
  try {
    await answered(Promise.all(clients.map((client) => client.connect())))
  } catch (error) {
    throw failure ?? error
  }
  // A command that a full Redis refuses.
  look = setInterval(() => void answered(writer.set(`${key}:room`, '', { PX: 2 * LOOK_MS })), LOOK_MS)
  look.unref()

  return {
    add: (message, max) =>
      answered(
        writer.xAdd(key, '*', message, {
          TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: max },
        }),
      ),
    remove: (id) => void answered(writer.xDel(key, id)),
    removeBefore: (id) => answered(writer.xTrim(key, 'MINID', id)),
    async latest(max) {
      const latest = await answered(reader.xRevRange(key, '+', '-', { COUNT: max }), HISTORY_ANSWER_MS)
      return (latest ?? []).reverse()
    },
    async after(id) {
      const streams: unknown = await answered(
        reader.xRead({ key, id }, { BLOCK: BLOCK_MS, COUNT: READ_MAX }),
        BLOCK_MS + ANSWER_MS,
      )
      return messagesOf(streams)
    },
    failure: () => failure,
    fail,
    async close() {
      clearInterval(look)
      if (writer.isOpen) await within(ANSWER_MS, writer.close()).catch(() => {})
      destroy()
    },
  }
}

const connectionOf = (create: typeof createClient, url: string) =>
  create({ url, disableOfflineQueue: true, socket: { connectTimeout: ANSWER_MS, reconnectStrategy: false } })

/** The client types its answer for two protocols at once, as anything: null when nothing came, else one stream's messages. */
function messagesOf(streams: unknown): readonly Message[] {
  const [stream] = (streams ?? []) as readonly { readonly messages: readonly Message[] }[]
  return stream?.messages ?? []
}

/** Rejects without an answer in time. An answer that lies in the socket after a stall of this process is still taken. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => reject(new Error(`Redis did not answer within ${ms / 1_000} s.`))),
      ms,
    )
    timer.unref()
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
