// All SQL of profiles: who a wallet says it is, what it watches, and which coins it has traded.
import type { Queryable } from '../database/database.ts'
import { likeText, matchesAny, searchPatterns } from '../database/search.ts'

export interface ProfileRow {
  readonly walletAddress: string
  readonly username: string
  readonly bio: string
  readonly imageHash: string | null
  readonly joinedAt: string
}

const COLUMNS = `wallet_address as "walletAddress", username, bio, image_hash as "imageHash", joined_at as "joinedAt"`

export async function findProfile(db: Queryable, walletAddress: string): Promise<ProfileRow | undefined> {
  const [row] = await db.query<ProfileRow>(`select ${COLUMNS} from wallet_users where wallet_address = $1`, [
    walletAddress,
  ])
  return row
}

/** The names of those of the wallets that have one. */
export function listNames(
  db: Queryable,
  walletAddresses: readonly string[],
): Promise<Pick<ProfileRow, 'walletAddress' | 'username'>[]> {
  return db.query(
    `select wallet_address as "walletAddress", coalesce(shown_name, username) as username from wallet_users where wallet_address = any($1::text[])`,
    [walletAddresses],
  )
}

/** Throws a DatabaseError with state 23505 where somebody else has a name that looks like this one. */
export async function saveProfile(
  db: Queryable,
  profile: {
    readonly walletAddress: string
    readonly username: string
    readonly skeleton: string
    readonly bio: string
  },
): Promise<ProfileRow | undefined> {
  const [row] = await db.query<ProfileRow>(
    `insert into wallet_users (wallet_address, username, username_skeleton, bio) values ($1, $2, $3, $4)
     on conflict (wallet_address) do update set username = excluded.username,
       username_skeleton = excluded.username_skeleton, shown_name = null, bio = excluded.bio, updated_at = now()
     returning ${COLUMNS}`,
    [profile.walletAddress, profile.username, profile.skeleton, profile.bio],
  )
  return row
}

/** So many with the text within their names are looked at, behind those whose names begin with it. */
const WITHIN_MAX = 500

/** The name itself, then those that begin so, then the rest, by name. */
export async function listPeople(db: Queryable, search: string, limit: number): Promise<ProfileRow[]> {
  const patterns = searchPatterns(search)
  const bound = patterns.map((_, at) => `$${at + 3}`)
  // As the index orders it: a name stands before the longer ones that begin with it.
  const byName = 'lower(username) using ~<~'
  return db.query<ProfileRow>(
    `select ${COLUMNS.replace('username', 'coalesce(shown_name, username) as username')} from (
       select *, 0 as place from (
         select * from wallet_users where lower(username) like $1 order by ${byName} limit $2) begins
       union all
       select *, 1 as place from (
         select * from wallet_users where ${matchesAny('lower(username)', bound)} limit ${WITHIN_MAX}) within
       where lower(username) not like $1) found
     order by place, ${byName} limit $2`,
    [`${likeText(search.toLowerCase())}%`, limit, ...patterns],
  )
}

/** The picture before is loose then. Undefined where the wallet has no profile to put a picture into. */
export async function savePicture(
  db: Queryable,
  walletAddress: string,
  imageHash: string | null,
): Promise<ProfileRow | undefined> {
  const [row] = await db.query<ProfileRow>(
    `with before as (
       select image_hash from wallet_users where wallet_address = $1 and image_hash is not null
     ), loosened as (
       insert into loose_pictures (image_hash) select image_hash from before
       on conflict (image_hash) do update set loose_since = now()
     )
     update wallet_users set image_hash = $2, updated_at = now() where wallet_address = $1 returning ${COLUMNS}`,
    [walletAddress, imageHash],
  )
  return row
}
