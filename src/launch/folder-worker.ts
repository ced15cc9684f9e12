// Makes launches' folders in threads of their own: a thousand files of metadata, hashed, hold up no request.
// Runs as a worker only; see folders.ts for the messages.
import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { makeFolder } from '../content/folder.ts'
import type { FolderAnswer, FolderOrder } from './folders.ts'

/** So many files are told of at a time. */
const TOLD_EACH = 50

const answer = (message: FolderAnswer) => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, texts, picture, isCounted, isWhole }: FolderOrder) => {
  try {
    const folder = makeFolder(texts, picture, {
      hash: (bytes) => hash('sha256', bytes, 'buffer'),
      onFile: (made) => {
        if (isCounted && made % TOLD_EACH === 0) answer({ id, made })
      },
    })
    answer({ id, cid: folder.cid, folder: isWhole ? folder : undefined })
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
