// All SQL of launches' folders: what they are made of, and which were asked for lately.
import type { CoinLinks } from '@twinmint/sdk/content/links'
import type { Queryable } from '../../database/database.ts'

export interface FolderRow {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  readonly links: CoinLinks
  readonly imageHash: string
}

/** What the folder of this address was made of. Several coins may have one folder: then they have the same texts. */
export async function findFolderRow(db: Queryable, cid: string): Promise<FolderRow | undefined> {
  const [row] = await db.query<FolderRow>(
    `select name, symbol, collection_name as "collectionName", description, links, image_hash as "imageHash"
     from launches where folder_cid = $1 order by created_at, mint_address limit 1`,
    [cid],
  )
  return row
}

/** Whether a launch has this picture. */
export async function isPictureOfLaunch(db: Queryable, imageHash: string): Promise<boolean> {
  const rows = await db.query('select 1 from launches where image_hash = $1 limit 1', [imageHash])
  return rows.length > 0
}

/** As many folders' files are found by their own addresses. */
export const ASKED_MAX = 32

/** Somebody asked for the folder's block, and will ask for the files by the addresses in it, perhaps of another server. */
export async function addAsked(db: Queryable, cid: string): Promise<void> {
  await db.query(
    `with later as (
       insert into asked_folders (folder_cid) values ($1)
       on conflict (folder_cid) do update set asked_at = now() returning 1
     )
     delete from asked_folders where folder_cid in (
       select folder_cid from asked_folders where folder_cid <> $1 order by asked_at desc offset ${ASKED_MAX - 1})`,
    [cid],
  )
}

/** The folders that were asked for last, the latest first. */
export async function listAsked(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ cid: string }>(
    `select folder_cid as cid from asked_folders order by asked_at desc limit ${ASKED_MAX}`,
  )
  return rows.map(({ cid }) => cid)
}
