// Has launches' folders made by a few threads, each order by the one that has least to do. They start when they are needed.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Folder } from '@twinmint/sdk/content/folder'
import type { FolderTexts } from '@twinmint/sdk/content/metadata'

const THREADS_MAX = 4

interface Content {
  readonly texts: FolderTexts
  readonly picture: { readonly sha256: Uint8Array; readonly size: number }
}

export interface FolderOrder extends Content {
  readonly id: number
  readonly isCounted: boolean
  /** The folder is wanted, not its address alone. */
  readonly isWhole: boolean
}
export type FolderAnswer =
  | { readonly id: number; readonly made: number }
  | { readonly id: number; readonly cid: string; readonly folder: Folder | undefined }
  | { readonly id: number; readonly error: string }

export interface FolderMaker {
  /** The address of the folder; `onMade` hears how many of its metadata are made. Rejects where it can't be made. */
  cidOf(content: Content, onMade?: (made: number) => void): Promise<string>
  /** The folder. Rejects where it can't be made. */
  make(content: Content): Promise<Folder>
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (answer: Extract<FolderAnswer, { cid: string }>) => void
  readonly reject: (error: Error) => void
  readonly onMade: ((made: number) => void) | undefined
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
}

/** `workerUrl` is the built folder-worker. */
export function startFolderMaker(
  workerUrl = new URL('./folder-worker.js', import.meta.url),
  threads = Math.min(THREADS_MAX, availableParallelism()),
): FolderMaker {
  let lastId = 0
  const pool = new Set<Thread>()

  function start(): Thread {
    const worker = new Worker(workerUrl)
    worker.unref()
    const waiting = new Map<number, Waiting>()
    worker.on('message', (answer: FolderAnswer) => {
      const asked = waiting.get(answer.id)
      if ('made' in answer) return asked?.onMade?.(answer.made)
      waiting.delete(answer.id)
      if ('cid' in answer) asked?.resolve(answer)
      else asked?.reject(new Error(answer.error))
    })
    let failure = new Error('The thread that makes folders ended')
    worker.on('error', (error) => {
      failure = error
    })
    worker.on('exit', () => {
      pool.delete(thread)
      for (const { reject } of waiting.values()) reject(failure)
      waiting.clear()
    })
    const thread = { worker, waiting }
    pool.add(thread)
    return thread
  }

  /** The one with least to do; another where all have something, while there may be more. */
  function choose(): Thread {
    const [first, ...others] = pool
    const least = others.reduce((a, b) => (b.waiting.size < (a?.waiting.size ?? 0) ? b : a), first)
    return least === undefined || (least.waiting.size > 0 && pool.size < threads) ? start() : least
  }

  const ask = (content: Content, isWhole: boolean, onMade?: (made: number) => void) =>
    new Promise<Extract<FolderAnswer, { cid: string }>>((resolve, reject) => {
      const thread = choose()
      const id = ++lastId
      thread.waiting.set(id, { resolve, reject, onMade })
      const { texts, picture } = content
      const order: FolderOrder = { id, texts, picture, isCounted: onMade !== undefined, isWhole }
      thread.worker.postMessage(order)
    })

  return {
    cidOf: async (content, onMade) => (await ask(content, false, onMade)).cid,
    async make(content) {
      const { folder } = await ask(content, true)
      if (folder === undefined) throw new Error('The thread made no folder')
      return folder
    },
    close: async () => void (await Promise.all([...pool].map(({ worker }) => worker.terminate()))),
  }
}
