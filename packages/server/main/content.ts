// Which store keeps the pictures: the server and the commands that look after content open the same one.
import { join } from 'node:path'
import { Refusal } from '@twinmint/sdk/core/errors'
import { openS3Store } from '../content/storage/s3.ts'
import { type ContentStore, openFolderStore } from '../content/storage/store.ts'
import type { Config } from './config.ts'

export const openPicturesFolder = (config: Config): ContentStore =>
  openFolderStore(join(config.dataFolder, 'pictures'))

export const openContentStore = (config: Config): ContentStore =>
  config.s3 === undefined ? openPicturesFolder(config) : openS3Store(config.s3)

/** What a command says when it fails: a refusal of the store says more in its cause. */
export function wordsOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof Refusal && error.cause instanceof Error
    ? `the store of the pictures: ${error.cause.message}`
    : error.message
}
