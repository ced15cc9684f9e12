// What follows a launch that the index holds: its 1,000 metadata records, finished whether or not anybody is watching.
import type { Database } from '../database/database.ts'
import { addNfts, listUnfinished } from './store.ts'

const NFT_COUNT = 1_000
const CHUNK = 100

/** Stores a collection's metadata records, a hundred at a time, so that progress can be seen and others get their turn. */
export async function finishLaunch(database: Database, collectionId: string): Promise<void> {
  for (let from = 1; from <= NFT_COUNT; from += CHUNK)
    await addNfts(database, collectionId, from, from + CHUNK - 1)
}

/** Finishes the launches that were confirmed before the server stopped. Returns how many. */
export async function finishInterruptedLaunches(database: Database): Promise<number> {
  const unfinished = await listUnfinished(database)
  for (const collectionId of unfinished) await finishLaunch(database, collectionId)
  return unfinished.length
}
