// The first screen of a page, drawn on the server: what the page would read, and the page drawn of it. The same for everybody who
// asks in the same moment: what it reads it reads without a session. It is only a head start: where it takes too long or fails,
// the document is as it is without it, and the page draws itself.
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FirstData } from '@twinmint/sdk/internal/api/records/first-data'
import { rememberEach } from '../http/remember.ts'

/** Whoever asks for the same path meanwhile gets the same. */
const KEPT_MS = 1_000
const KEPT_MAX = 200
/** A document waits no longer for its drawing, which goes on for the next one: without it a phone waits a second more. */
const WAIT_MS = 800
/** A drawing that has not come by then does not end: its thread is ended. */
const DRAWING_MS = 5_000
/** More than so many at once are not drawn. */
const WAITING_MAX = 16

/** A drawing takes a few megabytes for a moment; a thread that wants more than these ends, and is begun again. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** As the pages' build draws it (packages/web/pages/render.tsx). */
export interface Rendered {
  /** The inside of the page's root. */
  readonly html: string
  /** Attributes of the document's root. */
  readonly marks: readonly string[]
  readonly first: FirstData
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What is sent to the thread (screen-worker.ts), and what it sends. */
export type ToWorker =
  | { readonly kind: 'draw'; readonly id: number; readonly path: string }
  | ({ readonly kind: 'answer'; readonly id: number } & Answer)
export type FromWorker =
  | { readonly kind: 'ask'; readonly id: number; readonly path: string }
  | { readonly kind: 'drawn'; readonly id: number; readonly rendered: Rendered }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: string }

export interface Screen extends Rendered {
  /** What the live stream had sent last before anything was read. */
  readonly lastEventId: string
}

export interface FirstScreens {
  /** Undefined where it does not come in time. */
  readonly find: (path: string) => Promise<Screen | undefined>
  readonly close: () => Promise<void>
}

export interface FirstScreensDeps {
  /** Asks this server by a path of its API, without a session. */
  readonly ask: (path: string) => Promise<Answer>
  readonly lastEventId: () => string
  readonly onFailure: (path: string, failure: unknown) => void
  /** The built screen-worker. */
  readonly workerUrl?: URL
}

export function openFirstScreens({
  ask,
  lastEventId,
  onFailure,
  workerUrl = new URL('./screen-worker.js', import.meta.url),
}: FirstScreensDeps): FirstScreens {
  const drawer = openDrawer(workerUrl, ask)
  const screenOf = rememberEach(
    { ms: KEPT_MS, max: KEPT_MAX },
    (path: string) => path,
    async (path): Promise<Screen | undefined> => {
      try {
        const since = lastEventId()
        return { ...(await drawer.draw(path)), lastEventId: since }
      } catch (error) {
        onFailure(path, error)
        return undefined
      }
    },
  )
  return {
    find: (path) => Promise.race([screenOf(path), wait(WAIT_MS, undefined, { ref: false })]),
    close: drawer.close,
  }
}

interface Waiting {
  readonly resolve: (rendered: Rendered) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** The thread that draws, begun with the first drawing, and again after one that did not end. */
function openDrawer(workerUrl: URL, ask: FirstScreensDeps['ask']) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
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

  function take(id: number): Waiting | undefined {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.timer)
    return one
  }

  async function answer(to: Worker, id: number, path: string): Promise<void> {
    const answered = await ask(path).catch((error: unknown) => ({
      status: 500,
      headers: {},
      body: JSON.stringify({ message: String(error) }),
    }))
    to.postMessage({ kind: 'answer', id, ...answered } satisfies ToWorker)
  }

  function begin(): Worker {
    const begun = new Worker(workerUrl, { resourceLimits: MEMORY })
    begun.unref()
    begun.on('message', (message: FromWorker) => {
      if (message.kind === 'ask') void answer(begun, message.id, message.path)
      else if (message.kind === 'drawn') take(message.id)?.resolve(message.rendered)
      else take(message.id)?.reject(new Error(message.failure))
    })
    begun.on('error', (error) => {
      if (worker === begun) end(error)
    })
    return begun
  }

  return {
    draw(path: string): Promise<Rendered> {
      if (waiting.size >= WAITING_MAX) return Promise.reject(new Error('too many pages are being drawn'))
      worker ??= begin()
      const id = ++lastId
      const rendered = new Promise<Rendered>((resolve, reject) => {
        const timer = setTimeout(
          () => end(new Error(`drawing took more than ${DRAWING_MS} ms`)),
          DRAWING_MS,
        ).unref()
        waiting.set(id, { resolve, reject, timer })
      })
      worker.postMessage({ kind: 'draw', id, path } satisfies ToWorker)
      return rendered
    },
    close: async () => end(new Error('the server is closing')),
  }
}

/** JSON that a document can hold: nothing in it ends the element, begins a comment, or is a line's end to a script. */
const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The document's root with what was drawn, and beside it what it was drawn of. */
export const screenHtml = (dataId: string, { html, first }: Pick<Screen, 'html' | 'first'>): string =>
  `<div id="root">${html}</div>\n    <script type="application/json" id="${dataId}">${jsonInHtml(first)}</script>`
