// The thread of the embedded database, from its start to its end: statements are handed over as they come and answered in order. Ends
// it where a statement takes too long, since PGlite knows no limit and nothing else interrupts WebAssembly.

import { MessageChannel, Worker } from 'node:worker_threads'
import { DatabaseError } from './failure.ts'
import type { SqlValue } from './prepared.ts'

/** What goes to the worker and comes back, in order. */
export interface WorkerRequest {
  readonly id: number
  /** `first`: a query, with the beginning of its transaction; `last`: a query, with its end, whether it succeeds or fails. */
  readonly kind: 'query' | 'first' | 'last' | 'script' | 'close'
  readonly text: string
  readonly values: readonly SqlValue[]
}
export type WorkerReply =
  | { readonly id: number; readonly rows: object[] }
  | { readonly id: number; readonly error: string; readonly sqlState: string | undefined }

export interface Asked extends Pick<WorkerRequest, 'kind' | 'text'> {
  readonly values?: readonly SqlValue[] | undefined
  readonly limitMs: number
}

export interface Session {
  ask(asked: Asked): Promise<object[]>
  /** Why it answers nothing any more. */
  readonly lost: DatabaseError | undefined
  /** Resolves when its thread has ended: the files are as after a crash, unless it was asked to close. */
  end(): Promise<unknown>
}

interface Call extends Asked {
  readonly resolve: (rows: object[]) => void
  readonly reject: (error: Error) => void
}

/** Rejects with why the database can't be opened. */
export async function openSession(dataFolder: string, workerUrl: URL): Promise<Session> {
  const { port1: port, port2 } = new MessageChannel()
  const worker = new Worker(workerUrl, {
    workerData: { dataFolder, port: port2 },
    transferList: [port2],
  })
  const waiting = new Map<number, Call>()
  let lost: DatabaseError | undefined
  let timer: NodeJS.Timeout | undefined
  const lose = (error: Error): void => {
    clearTimeout(timer)
    lost ??= new DatabaseError(`The embedded database stopped: ${error.message}`, undefined, { cause: error })
    for (const { reject } of waiting.values()) reject(lost)
    waiting.clear()
  }
  worker.on('error', lose)
  worker.on('exit', () => lose(new Error('its thread ended')))

  const first = (): Call | undefined => waiting.values().next().value
  /** The worker works on the first; the time of the others has not begun. */
  const watchFirst = (): void => {
    clearTimeout(timer)
    const call = first()
    if (call && Number.isFinite(call.limitMs)) timer = setTimeout(late, call.limitMs, call)
  }
  // An answer that arrived while this thread was busy is read first.
  const late = (call: Call): void =>
    void setImmediate(() => {
      if (first() !== call) return
      lose(
        new Error(
          `a statement took longer than ${call.limitMs / 1_000} s (${call.text.trim().slice(0, 200)})`,
        ),
      )
      void worker.terminate()
    })
  port.on('message', (reply: WorkerReply) => {
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    watchFirst()
    if ('rows' in reply) call?.resolve(reply.rows)
    else call?.reject(new DatabaseError(reply.error, reply.sqlState))
  })
  let lastId = 0
  const ask = (asked: Asked): Promise<object[]> =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost)
      const id = ++lastId
      const { kind, text, values = [], limitMs } = asked
      waiting.set(id, { kind, text, limitMs, resolve, reject })
      if (waiting.size === 1) watchFirst()
      port.postMessage({ id, kind, text, values } satisfies WorkerRequest)
    })
  try {
    // Resolves when the database is open, which takes as long as what was written before a crash.
    await ask({ kind: 'query', text: 'select 1', limitMs: Number.POSITIVE_INFINITY })
  } catch (cause) {
    await worker.terminate()
    throw lost?.cause ?? cause
  }
  return {
    ask,
    get lost() {
      return lost
    },
    end: () => worker.removeAllListeners().terminate(),
  }
}
