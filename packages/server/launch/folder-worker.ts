// Makes launches' folders in threads of their own: a thousand files of metadata, hashed, hold up no request.
// Runs as a worker only; see folders.ts for the messages.
import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { makeFolder } from '@twinmint/sdk/content/folder'
import type { FolderAnswer, FolderOrder } from './folders.ts'

/** So many files are told of at a time. */
const TOLD_EACH = 50

/** Node makes a text of a hash in a third of the time in which it makes a Buffer; all are read from the same one. */
const digest = Buffer.alloc(32)
function sha256(bytes: Uint8Array): Uint8Array {
  digest.write(hash('sha256', bytes, 'binary'), 'binary')
  return digest
}

const answer = (message: FolderAnswer) => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, texts, picture, isCounted, isWhole }: FolderOrder) => {
  try {
    const folder = makeFolder(texts, picture, {
      hash: sha256,
      onFile: (made) => {
        if (isCounted && made % TOLD_EACH === 0) answer({ id, made })
      },
    })
    answer({ id, cid: folder.cid, folder: isWhole ? folder : undefined })
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
