// All SQL of swapping: which NFTs a request means. What the chain says of them is asked there.
import type { Queryable } from '../database/database.ts'

/** Edition numbers of a collection's NFTs by their mints; those that are not the collection's are left out. */
export async function findEditions(
  db: Queryable,
  collectionId: string,
  mintAddresses: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ mintAddress: string; tokenId: number }>(
    `select mint_address as "mintAddress", token_id as "tokenId" from nfts
     where collection_id = $1 and mint_address = any($2::text[])`,
    [collectionId, mintAddresses],
  )
  return new Map(rows.map(({ mintAddress, tokenId }) => [mintAddress, tokenId]))
}

/** The lowest numbers that are not minted, up to `indexMax`. */
export async function listUnminted(db: Queryable, collectionId: string, indexMax: number): Promise<number[]> {
  const rows = await db.query<{ tokenId: number }>(
    `select token_id as "tokenId" from nfts where collection_id = $1 and token_id <= $2 and not is_minted
     order by token_id`,
    [collectionId, indexMax],
  )
  return rows.map(({ tokenId }) => tokenId)
}

/** The lowest numbers that the escrow holds. */
export async function listInEscrow(db: Queryable, collectionId: string): Promise<number[]> {
  const rows = await db.query<{ tokenId: number }>(
    `select token_id as "tokenId" from nfts where collection_id = $1 and is_swapped order by token_id limit 200`,
    [collectionId],
  )
  return rows.map(({ tokenId }) => tokenId)
}
