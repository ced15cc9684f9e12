// What follows a launch that the index holds: the records of its NFTs, finished whether or not anybody is watching.
import { EDITIONS } from '../core/rarity.ts'
import type { Database } from '../database/database.ts'
import { addNfts, listUnfinished } from './nft-store.ts'

const CHUNK = 100

/** Stores a collection's records, a hundred at a time, so that progress can be seen and others get their turn. */
export async function finishLaunch(database: Database, collectionId: string): Promise<void> {
  for (let from = 1; from <= EDITIONS; from += CHUNK)
    await addNfts(database, collectionId, from, from + CHUNK - 1)
}

/** Finishes the launches that were confirmed before the server stopped. Returns how many. */
export async function finishInterruptedLaunches(database: Database): Promise<number> {
  const unfinished = await listUnfinished(database)
  for (const collectionId of unfinished) await finishLaunch(database, collectionId)
  return unfinished.length
}
