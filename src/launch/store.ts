// All SQL of launching: what was prepared, and what metadata is made of.
import type { Queryable } from '../database/database.ts'

export interface LaunchRow {
  readonly mintAddress: string
  readonly id: string
  readonly creatorAddress: string
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  readonly imageHash: string
  readonly metadataUri: string
  readonly devBuyLamports: string
  readonly boost: boolean
}

const COLUMNS = `mint_address as "mintAddress", id, creator_address as "creatorAddress", name, symbol,
  collection_name as "collectionName", description, image_hash as "imageHash", metadata_uri as "metadataUri",
  dev_buy_lamports as "devBuyLamports", boost`

/** Keeps what a launch was prepared with. Preparations that nobody signed within two days are dropped on the way. */
export async function addLaunch(db: Queryable, row: LaunchRow): Promise<void> {
  await db.query(
    `insert into launches (mint_address, id, creator_address, name, symbol, collection_name, description, image_hash,
       metadata_uri, dev_buy_lamports, boost) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.mintAddress,
      row.id,
      row.creatorAddress,
      row.name,
      row.symbol,
      row.collectionName,
      row.description,
      row.imageHash,
      row.metadataUri,
      row.devBuyLamports,
      row.boost,
    ],
  )
  await db.query(
    `delete from launches where mint_address in (
       select l.mint_address from launches l left join collections c on c.mint_address = l.mint_address
       where c.id is null and l.created_at < now() - interval '2 days' limit 10)`,
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
  readonly imageHash: string | null
  readonly creatorAddress: string
}

export async function findMetadata(db: Queryable, mintAddress: string): Promise<MetadataRow | undefined> {
  const [row] = await db.query<MetadataRow>(
    `select c.name, c.symbol, c.collection_name as "collectionName", coalesce(l.description, '') as description,
       l.image_hash as "imageHash", c.creator_address as "creatorAddress"
     from collections c left join launches l on l.mint_address = c.mint_address where c.mint_address = $1`,
    [mintAddress],
  )
  return row
}
