// SQL of watchlists.
import type { Database, Queryable } from '../database/database.ts'

export async function findWatchlist(db: Queryable, walletAddress: string): Promise<string[]> {
  const [row] = await db.query<{ collectionIds: string[] }>(
    'select collection_ids as "collectionIds" from watchlists where wallet_address = $1',
    [walletAddress],
  )
  return row?.collectionIds ?? []
}

/** Stores what `change` makes of a wallet's list; changes of one list wait for each other. Returns the new list. */
export function changeWatchlist(
  db: Database,
  walletAddress: string,
  change: (stored: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ stored: string[] }>(
      `insert into watchlists (wallet_address, collection_ids) values ($1, '[]')
       on conflict (wallet_address) do update set updated_at = now() returning collection_ids as stored`,
      [walletAddress],
    )
    const collectionIds = change(row?.stored ?? [])
    await tx.query('update watchlists set collection_ids = $2::text::jsonb where wallet_address = $1', [
      walletAddress,
      JSON.stringify(collectionIds),
    ])
    return collectionIds
  })
}
