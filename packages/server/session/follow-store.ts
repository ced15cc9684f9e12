// SQL of who follows whom.

import type { Follow } from '@twinmint/sdk/api/follows/contract'
import { FOLLOWED_MAX } from '@twinmint/sdk/api/follows/rules'
import type { Database, Queryable } from '../database/database.ts'

const COLUMNS = 'followed as "walletAddress", notify, created_at as "createdAt"'

/** The wallets that `follower` follows, the latest first; FOLLOWED_MAX at most. */
export function listFollowed(db: Queryable, follower: string): Promise<Follow[]> {
  return db.query(
    `select ${COLUMNS} from follows where follower = $1 order by created_at desc, followed limit ${FOLLOWED_MAX}`,
    [follower],
  )
}

export interface FollowPair {
  readonly follower: string
  readonly followed: string
}

/**
 * Follows a wallet, or changes whether `follower` is told of its trades; without `notify` that stays as it is, off at first.
 * Returns undefined, and changes nothing, where `follower` follows FOLLOWED_MAX others already.
 */
export function setFollow(
  db: Database,
  { follower, followed, notify }: FollowPair & { readonly notify: boolean | undefined },
): Promise<Follow | undefined> {
  return db.transaction(async (tx) => {
    // One at a time for each follower, so that two at once do not pass the bound.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('follows ' || $1, 0))`, [follower])
    const [row] = await tx.query<Follow>(
      `insert into follows (follower, followed, notify)
       select $1, $2, coalesce($3::boolean, false)
       where (select count(*) from follows where follower = $1 and followed <> $2) < ${FOLLOWED_MAX}
       on conflict (follower, followed) do update set notify = coalesce($3::boolean, follows.notify)
       returning ${COLUMNS}`,
      [follower, followed, notify ?? null],
    )
    return row
  })
}

export async function removeFollow(db: Queryable, { follower, followed }: FollowPair): Promise<void> {
  await db.query('delete from follows where follower = $1 and followed = $2', [follower, followed])
}

/**
 * Who wants to be told when any of these wallets trades, in the order of `followed`, then `follower`, `limit` pairs at most:
 * pass the last one as `after` for the next. A wallet may have any number of followers.
 */
export function listFollowersToNotify(
  db: Queryable,
  followed: readonly string[],
  { after, limit }: { readonly after?: FollowPair | undefined; readonly limit: number },
): Promise<FollowPair[]> {
  return db.query(
    `select followed, follower from follows
     where notify and followed = any($1::text[]) and (followed, follower) > ($2, $3)
     order by followed, follower limit $4`,
    [followed, after?.followed ?? '', after?.follower ?? '', limit],
  )
}
