// All SQL of restoring: the index's coins, and the rows of launches that are put back.
import { randomUUID } from 'node:crypto'
import type { FolderTexts } from '@twinmint/sdk/content/metadata'
import type { Database, Queryable } from '../../database/database.ts'
import type { FolderRow } from './store.ts'

/** A coin as the chain has it. */
export interface CoinRow {
  readonly mintAddress: string
  readonly creatorAddress: string
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly metadataUri: string
}

const COIN_COLUMNS = `mint_address as "mintAddress", creator_address as "creatorAddress", name, symbol,
  collection_name as "collectionName", metadata_uri as "metadataUri"`

/** Coins by their mints' addresses, those after `after`; one alone where it is said. */
export async function listLaunched(
  db: Queryable,
  page: { readonly after: string; readonly limit: number; readonly mintAddress: string | undefined },
): Promise<CoinRow[]> {
  return db.query<CoinRow>(
    `select ${COIN_COLUMNS} from collections
     where mint_address > $1 and ($3::text is null or mint_address = $3) order by mint_address limit $2`,
    [page.after, page.limit, page.mintAddress ?? null],
  )
}

export async function findLaunchRow(
  db: Queryable,
  mintAddress: string,
): Promise<(FolderRow & { readonly folderCid: string | null }) | undefined> {
  const [row] = await db.query<FolderRow & { readonly folderCid: string | null }>(
    `select name, symbol, collection_name as "collectionName", description, links, image_hash as "imageHash",
       folder_cid as "folderCid" from launches where mint_address = $1`,
    [mintAddress],
  )
  return row
}

/** Puts a launch's row in the place of what is there, if anything is. */
export async function replaceLaunch(
  db: Database,
  coin: CoinRow,
  {
    texts,
    imageHash,
    folderCid,
  }: { readonly texts: FolderTexts; readonly imageHash: string; readonly folderCid: string },
): Promise<void> {
  await db.query(
    `insert into launches (mint_address, id, creator_address, name, symbol, collection_name, description, links, image_hash,
       folder_cid, metadata_uri, dev_buy_lamports, boost)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, 0, false)
     on conflict (mint_address) do update set creator_address = excluded.creator_address, name = excluded.name,
       symbol = excluded.symbol, collection_name = excluded.collection_name, description = excluded.description,
       links = excluded.links, image_hash = excluded.image_hash, folder_cid = excluded.folder_cid,
       metadata_uri = excluded.metadata_uri`,
    [
      coin.mintAddress,
      randomUUID(),
      coin.creatorAddress,
      texts.name,
      texts.symbol,
      texts.collectionName,
      texts.description,
      JSON.stringify(texts.links),
      imageHash,
      folderCid,
      coin.metadataUri,
    ],
  )
}
