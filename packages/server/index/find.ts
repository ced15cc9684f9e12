// A coin by its id or its mint's address.
import { isAddress } from '@twinmint/sdk/core/address'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Database } from '../database/database.ts'
import type { CollectionRecord } from './rows.ts'
import { findCollectionIdByMint, loadCollections } from './store.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The collection with an id or a mint address; refuses collectionNotFound. */
export async function loadRecord(db: Database, idOrMint: string): Promise<CollectionRecord> {
  const id = UUID.test(idOrMint)
    ? idOrMint
    : isAddress(idOrMint)
      ? await findCollectionIdByMint(db, idOrMint)
      : undefined
  const [record] = id === undefined ? [] : await loadCollections(db, [id])
  if (!record) throw new Refusal('collectionNotFound')
  return record
}
