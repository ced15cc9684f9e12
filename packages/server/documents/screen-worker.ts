// Draws pages in a thread of its own, so that no trade waits for a drawing and one that does not end can be ended. Runs as a
// worker only. A message is a path to draw, the answer its screen or its failure; what the page reads meanwhile is asked of the
// server by messages too, and goes nowhere else.
import { parentPort } from 'node:worker_threads'
import type { FromWorker, Rendered, ToWorker } from './first-screen.ts'

/** What the pages' build for the server exports (packages/web/pages/render.tsx). */
interface Pages {
  readonly renderScreen: (path: string) => Promise<Rendered>
}

const PAGES: string = new URL('../render/render.js', import.meta.url).href
const pages = import(PAGES) as Promise<Pages>

const tell = (message: FromWorker) => parentPort?.postMessage(message)

const asked = new Map<number, (response: Response) => void>()
let lastAsked = 0

globalThis.fetch = (input) =>
  new Promise((resolve, reject) => {
    if (typeof input !== 'string') return reject(new TypeError('a page asks by a path'))
    const id = ++lastAsked
    asked.set(id, resolve)
    tell({ kind: 'ask', id, path: input })
  })

async function draw(id: number, path: string): Promise<void> {
  try {
    tell({ kind: 'drawn', id, rendered: await (await pages).renderScreen(path) })
  } catch (error) {
    tell({
      kind: 'failed',
      id,
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'draw') {
    void draw(message.id, message.path)
    return
  }
  const { id, status, headers, body } = message
  asked.get(id)?.(new Response(body, { status, headers }))
  asked.delete(id)
})
