// The first screen of a page, drawn on the server: the answers of the calls that the page would make, and the page drawn of them.
// The same for everybody who asks in the same moment: the calls are made without a session. It is only a head start: where it takes too
// long or fails, the document is as it is without it, and the page draws itself.
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FirstAnswer, FirstData } from '../wire/records/first-data.ts'
import { rememberEach } from '../wire/remember.ts'

/** Whoever asks for the same path meanwhile gets the same. */
const KEPT_MS = 1_000
const KEPT_MAX = 200
/** A document waits no longer for its drawing, which goes on for the next one. */
const WAIT_MS = 400
/** A drawing that has not come by then does not end: its thread is ended. */
const DRAWING_MS = 5_000
/** More than so many at once are not drawn. */
const WAITING_MAX = 16

/** A message to the thread (screen-worker.ts). */
export interface Drawing {
  readonly id: number
  readonly path: string
  readonly first: FirstData
}
/** What it answers. */
export type Drawn = { readonly id: number } & ({ readonly html: string } | { readonly failure: string })

export interface Screen {
  /** The inside of the page's root. */
  readonly html: string
  readonly first: FirstData
  /** What the live stream had sent last before anything was read. */
  readonly lastEventId: string
}

export interface FirstScreens {
  /** Undefined where it does not come in time. `calls` are paths of the API without their `/api/`. */
  readonly find: (path: string, calls: readonly string[]) => Promise<Screen | undefined>
  readonly close: () => Promise<void>
}

export interface FirstScreensDeps {
  /** Asks this server without a session; rejects where it refuses. */
  readonly call: (path: string) => Promise<FirstAnswer>
  readonly lastEventId: () => string
  readonly onFailure: (path: string, failure: unknown) => void
  /** The built screen-worker. */
  readonly workerUrl?: URL
}

export function openFirstScreens({
  call,
  lastEventId,
  onFailure,
  workerUrl = new URL('./screen-worker.js', import.meta.url),
}: FirstScreensDeps): FirstScreens {
  const drawer = openDrawer(workerUrl)
  const screenOf = rememberEach(
    { ms: KEPT_MS, max: KEPT_MAX },
    ({ path }: { readonly path: string; readonly calls: readonly string[] }) => path,
    async ({ path, calls }): Promise<Screen | undefined> => {
      try {
        const since = lastEventId()
        const atMs = Date.now()
        const first = { atMs, answers: await Promise.all(calls.map(call)) }
        return { html: await drawer.draw(path, first), first, lastEventId: since }
      } catch (error) {
        onFailure(path, error)
        return undefined
      }
    },
  )
  return {
    find: (path, calls) =>
      Promise.race([screenOf({ path, calls }), wait(WAIT_MS, undefined, { ref: false })]),
    close: drawer.close,
  }
}

/** The thread that draws, begun again with the next drawing after one that did not end. */
function openDrawer(workerUrl: URL) {
  interface Waiting {
    readonly resolve: (html: string) => void
    readonly reject: (error: Error) => void
    readonly timer: NodeJS.Timeout
  }
  const waiting = new Map<number, Waiting>()
  // Before anybody asks, who would not wait for it.
  let worker: Worker | undefined = begin()
  let lastId = 0

  function end(error: Error): void {
    void worker?.terminate()
    worker = undefined
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(error)
    }
    waiting.clear()
  }

  function begin(): Worker {
    const begun = new Worker(workerUrl)
    begun.unref()
    begun.on('message', (drawn: Drawn) => {
      const one = waiting.get(drawn.id)
      if (one === undefined) return
      waiting.delete(drawn.id)
      clearTimeout(one.timer)
      if ('html' in drawn) one.resolve(drawn.html)
      else one.reject(new Error(drawn.failure))
    })
    begun.on('error', (error) => {
      if (worker === begun) end(error as Error)
    })
    return begun
  }

  return {
    draw(path: string, first: FirstData): Promise<string> {
      if (waiting.size >= WAITING_MAX) return Promise.reject(new Error('too many pages are being drawn'))
      worker ??= begin()
      const id = ++lastId
      const drawn = new Promise<string>((resolve, reject) => {
        const timer = setTimeout(
          () => end(new Error(`drawing took more than ${DRAWING_MS} ms`)),
          DRAWING_MS,
        ).unref()
        waiting.set(id, { resolve, reject, timer })
      })
      worker.postMessage({ id, path, first } satisfies Drawing)
      return drawn
    },
    close: async () => end(new Error('the server is closing')),
  }
}

/** `value` as JSON that a document can hold: nothing in it ends the element, begins a comment, or is a line's end to a script. */
const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The document's root with what was drawn, and beside it what it was drawn of. */
export const screenHtml = (dataId: string, { html, first }: Pick<Screen, 'html' | 'first'>): string =>
  `<div id="root">${html}</div>\n    <script type="application/json" id="${dataId}">${jsonInHtml(first)}</script>`
