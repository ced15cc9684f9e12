// Draws pages in a thread of its own, so that no trade waits for a drawing and one that does not end can be ended. Runs as a
// worker only; a message is what to draw, the answer its HTML or its failure, in the order in which they came.
import { parentPort } from 'node:worker_threads'
import type { Drawing, Drawn } from './first-screen.ts'

/** What the pages' build for the server exports (src/web/render.tsx). */
interface Pages {
  readonly renderScreen: (path: string, first: Drawing['first']) => Promise<string>
}

const PAGES: string = new URL('../render/render.js', import.meta.url).href
const pages = import(PAGES) as Promise<Pages>

let before: Promise<void> = Promise.resolve()

async function draw({ id, path, first }: Drawing): Promise<void> {
  let answer: Drawn
  try {
    answer = { id, html: await (await pages).renderScreen(path, first) }
  } catch (error) {
    answer = { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answer)
}

parentPort?.on('message', (drawing: Drawing) => {
  before = before.then(() => draw(drawing))
})
