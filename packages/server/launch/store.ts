// All SQL of launching: what was prepared, and what metadata is made of.
import type { CoinLinks } from '@twinmint/sdk/content/links'
import type { Queryable } from '../database/database.ts'

export interface LaunchRow {
  readonly mintAddress: string
  readonly id: string
  readonly creatorAddress: string
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  readonly links: CoinLinks
  readonly imageHash: string
  /** Of its folder; null where it was prepared before there were any. */
  readonly folderCid: string | null
  readonly metadataUri: string
  readonly devBuyLamports: string
  readonly boost: boolean
}

const COLUMNS = `mint_address as "mintAddress", id, creator_address as "creatorAddress", name, symbol,
  collection_name as "collectionName", description, links, image_hash as "imageHash",
  folder_cid as "folderCid", metadata_uri as "metadataUri",
  dev_buy_lamports as "devBuyLamports", boost`

/** A prepared transaction is good for a minute or two, and whoever waits for it to be seen, for not much longer. */
const UNUSED_AFTER = `interval '1 hour'`

/** Keeps what a launch was prepared with. */
export async function addLaunch(db: Queryable, row: LaunchRow): Promise<void> {
  await db.query(
    `insert into launches (mint_address, id, creator_address, name, symbol, collection_name, description, links,
       image_hash, folder_cid, metadata_uri, dev_buy_lamports, boost)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      row.mintAddress,
      row.id,
      row.creatorAddress,
      row.name,
      row.symbol,
      row.collectionName,
      row.description,
      JSON.stringify(row.links),
      row.imageHash,
      row.folderCid,
      row.metadataUri,
      row.devBuyLamports,
      row.boost,
    ],
  )
}

/** Coins that were prepared and that the index does not have after an hour, the oldest first. */
export async function listUnused(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ mintAddress: string }>(
    `select l.mint_address as "mintAddress" from launches l
       left join collections c on c.mint_address = l.mint_address
     where c.id is null and l.created_at < now() - ${UNUSED_AFTER} order by l.created_at limit $1`,
    [limit],
  )
  return rows.map(({ mintAddress }) => mintAddress)
}

/** Drops what they were prepared with; their pictures are loose. */
export async function dropUnused(db: Queryable, mintAddresses: readonly string[]): Promise<void> {
  await db.query('delete from launches where mint_address = any($1::text[])', [mintAddresses])
}

/** A picture is about to be on disk, and nothing refers to it yet. */
export async function addLoosePicture(db: Queryable, imageHash: string): Promise<void> {
  await db.query(
    `insert into loose_pictures (image_hash) values ($1)
     on conflict (image_hash) do update set loose_since = now()`,
    [imageHash],
  )
}

/**
 * Takes up to `limit` pictures off the list that have been loose for an hour, and returns those that nothing refers to. In a
 * transaction that lasts until their files are gone: whoever takes the same picture in meanwhile waits for its end.
 */
export async function takeLoosePictures(
  tx: Queryable,
  limit: number,
): Promise<{ readonly imageHash: string; readonly isUsed: boolean }[]> {
  return tx.query(
    `with taken as (
       delete from loose_pictures where image_hash in (
         select image_hash from loose_pictures where loose_since < now() - ${UNUSED_AFTER}
         order by loose_since limit $1 for update)
       returning image_hash
     )
     select t.image_hash as "imageHash",
       exists (select 1 from launches l where l.image_hash = t.image_hash)
         or exists (select 1 from wallet_users u where u.image_hash = t.image_hash) as "isUsed"
     from taken t`,
    [limit],
  )
}

/** The pictures that somebody refers to, after one of them, in the order of their hashes. */
export async function listPictureHashes(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ imageHash: string }>(
    `select hash as "imageHash" from (
       select image_hash as hash from launches union
       select image_hash from wallet_users where image_hash is not null) of_all
     where hash collate "C" > $1 order by hash collate "C" limit $2`,
    [after, limit],
  )
  return rows.map(({ imageHash }) => imageHash)
}

/** Twenty of those whose picture this is. */
export function listPictureUsers(
  db: Queryable,
  imageHash: string,
): Promise<{ readonly kind: 'coin' | 'profile'; readonly address: string; readonly symbol: string }[]> {
  return db.query(
    `select 'coin' as kind, mint_address as address, symbol from launches where image_hash = $1
     union all
     select 'profile', wallet_address, username from wallet_users where image_hash = $1
     limit 20`,
    [imageHash],
  )
}

export async function findLaunch(
  db: Queryable,
  by: { readonly mintAddress: string } | { readonly id: string },
): Promise<LaunchRow | undefined> {
  const [row] =
    'id' in by
      ? await db.query<LaunchRow>(`select ${COLUMNS} from launches where id = $1::uuid`, [by.id])
      : await db.query<LaunchRow>(`select ${COLUMNS} from launches where mint_address = $1`, [by.mintAddress])
  return row
}

/** What the metadata of a coin and its NFTs is made of. */
export interface MetadataRow {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  readonly links: CoinLinks
  readonly imageHash: string | null
  readonly folderCid: string | null
  readonly creatorAddress: string
}

export async function findMetadata(db: Queryable, mintAddress: string): Promise<MetadataRow | undefined> {
  const [row] = await db.query<MetadataRow>(
    `select c.name, c.symbol, c.collection_name as "collectionName", coalesce(l.description, '') as description,
       coalesce(l.links, '{}'::jsonb) as links, l.image_hash as "imageHash", l.folder_cid as "folderCid", c.creator_address as "creatorAddress"
     from collections c left join launches l on l.mint_address = c.mint_address where c.mint_address = $1`,
    [mintAddress],
  )
  return row
}
