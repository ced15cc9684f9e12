// The records of a collection's 1,000 NFTs: all are stored after the launch, and events say what becomes of each. Reading
// them is the gallery's.
import { EDITIONS, rarityOf } from '../core/rarity.ts'
import type { Queryable } from '../database/database.ts'
import type { NftChange } from './rules.ts'

/** Stores the records `from` to `to` of a collection; those that exist stay. */
export async function addNfts(db: Queryable, collectionId: string, from: number, to: number): Promise<void> {
  const editions = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const rarities = editions.map(rarityOf)
  await db.query(
    `insert into nfts (collection_id, token_id, name, rarity, rarity_rank, traits, created_at)
     select c.id, e.n, c.collection_name || ' #' || e.n, e.rarity, e.rank, jsonb_build_array(
       jsonb_build_object('trait_type', 'Edition', 'value', e.n),
       jsonb_build_object('trait_type', 'Rarity', 'value', initcap(e.rarity)),
       jsonb_build_object('trait_type', 'Pattern', 'value', e.reason)), c.created_at
     from collections c, unnest($2::int[], $3::text[], $4::int[], $5::text[]) as e(n, rarity, rank, reason)
     where c.id = $1 on conflict do nothing`,
    [
      collectionId,
      editions,
      rarities.map(({ rarity }) => rarity),
      rarities.map(({ rank }) => rank),
      rarities.map(({ reason }) => reason),
    ],
  )
}

export async function countNfts(db: Queryable, collectionId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*) as count from nfts where collection_id = $1',
    [collectionId],
  )
  return row?.count ?? 0
}

/** Collections whose records are not all there: launches that a crash interrupted. Records are stored in order, so the last one tells. */
export async function listUnfinished(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from collections c where not exists (
       select 1 from nfts n where n.collection_id = c.id and n.token_id = c.max_nft_supply)`,
  )
  return rows.map(({ id }) => id)
}

/** Writes what events said of NFTs, one change for each. The records of a launch that are still on their way are stored first. */
export async function writeNfts(tx: Queryable, changes: readonly NftChange[]): Promise<void> {
  const update = () =>
    tx.query(
      `update nfts n set owner_address = r."ownerAddress", mint_address = r."mintAddress",
         token_account = r."tokenAccount", is_minted = true, is_swapped = r."isSwapped", sequence = r."sequence",
         mint_signature = coalesce(r."mintSignature", n.mint_signature), swapped_at = r."swappedAt"
       from jsonb_to_recordset($1::text::jsonb) as r("collectionId" uuid, "tokenId" int, "sequence" bigint,
         "mintAddress" text, "ownerAddress" text, "tokenAccount" text, "isSwapped" boolean, "mintSignature" text,
         "swappedAt" timestamptz)
       where n.collection_id = r."collectionId" and n.token_id = r."tokenId" returning n.token_id`,
      [JSON.stringify(changes)],
    )
  if ((await update()).length === changes.length) return
  for (const id of new Set(changes.map(({ collectionId }) => collectionId)))
    await addNfts(tx, id, 1, EDITIONS)
  await update()
}
