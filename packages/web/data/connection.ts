// Whether the server can be reached. It is looked at when what is read gets no answer, when the live stream stays away, and
// when the browser says that it is offline; and while it cannot be, again and again, so that the page goes on by itself.
import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/store.ts'

export type Connection = 'there' | 'offline' | 'away'

const ANSWER_MS = 5_000
const LOOK_MS_MIN = 500
const LOOK_MS_MAX = 4_000

export const connection = createStore<Connection>('there')
let isBack: Promise<void> | undefined

/** Resolves at once where the server answers, with false; else with true, when it does again. */
export async function wasAway(): Promise<boolean> {
  if (isBack === undefined) {
    if (await answers()) return false
    isBack ??= waitForAnswer()
  }
  await isBack
  return true
}

async function waitForAnswer(): Promise<void> {
  let waitMs = LOOK_MS_MIN
  do {
    connection.set(navigator.onLine ? 'away' : 'offline')
    await pause(waitMs)
    waitMs = Math.min(2 * waitMs, LOOK_MS_MAX)
  } while (!(await answers()))
  isBack = undefined
  connection.set('there')
}

/** What a proxy answers for a server that is gone. */
export const isOfProxy = (status: number): boolean => status >= 502 && status <= 504

const answers = (): Promise<boolean> =>
  fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ status }) => !isOfProxy(status),
    () => false,
  )

/** Shorter when the browser says that it is online again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })
}

export const useConnection = (): Connection =>
  useSyncExternalStore(connection.subscribe, connection.get, connection.first)

/** The browser's own word is only a hint: a server on the same machine is there without a network. */
export function watchConnection(): void {
  addEventListener('offline', () => void wasAway())
}
