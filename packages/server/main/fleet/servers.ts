// The servers that share a database know of each other: each writes a row every few seconds. The same write tells whether the
// database takes writes at all, and what time it is there.

import type { Check } from '@twinmint/sdk/internal/api/platform/status-contract'
import type { ContentStore } from '../../content/storage/store.ts'
import type { Database } from '../../database/database.ts'
import { SERVER_NAME } from '../../index/service/index-service.ts'
import { clockCheck, type Offsets, type Seen, serversCheck } from '../checks.ts'
import type { Config } from '../config.ts'
import { PRODUCT_VERSION } from '../versions.ts'

const BEAT_MS = 3_000
/** A server that has written nothing for so long is not counted. */
const ALIVE_SECONDS = 15
const KEPT_SECONDS = 60

export interface Servers {
  /** Writes this server's row and reads the others. Rejects where it can't be written. */
  beat(): Promise<Seen>
  /** What several servers have to have in common, and the clocks. */
  checks(seen: Seen | undefined): Check[]
  offsets(seen: Seen | undefined): Offsets
  close(): Promise<void>
}

interface ServersDeps {
  readonly config: Pick<Config, 'roles' | 'redisUrl'>
  readonly db: Database
  readonly store: Pick<ContentStore, 'place'>
  /** A cluster's time; undefined while it is not known. Without a cluster there is no other clock. */
  readonly chainMs: (() => number | undefined) | undefined
  readonly log: { readonly warn: (fields: object, sentence: string) => void }
}

export async function announceServer({ config, db, store, chainMs, log }: ServersDeps): Promise<Servers> {
  const isShared = db.kind === 'server'
  const own = {
    roles: [...config.roles],
    hasRedis: config.redisUrl !== undefined,
    pictures: isShared ? await store.place().catch(() => '') : '',
  }
  let chainOffsetMs: number | undefined
  const failing = new Set<string>()

  async function beat(): Promise<Seen> {
    const beganMs = Date.now()
    const { roles, hasRedis, pictures } = own
    const values = [SERVER_NAME, roles.join(), PRODUCT_VERSION, hasRedis, pictures]
    const [row] = await db.query<{ now: string; others: (typeof own)[] }>(BEAT, values)
    if (!row) throw new Error('a statement without a row')
    return {
      servers: [own, ...row.others],
      databaseOffsetMs: isShared ? (beganMs + Date.now()) / 2 - Date.parse(row.now) : undefined,
    }
  }
  const offsets = (seen: Seen | undefined): Offsets => ({
    databaseMs: seen?.databaseOffsetMs,
    chainMs: chainOffsetMs,
  })
  const checksOf = (seen: Seen | undefined): Check[] =>
    [clockCheck(offsets(seen)), isShared && seen ? serversCheck(seen) : undefined].filter(
      (check) => check !== undefined,
    )
  function readChainTime(): void {
    const chainNowMs = chainMs?.()
    if (chainNowMs !== undefined) chainOffsetMs = Date.now() - chainNowMs
  }
  /** Logs what begins to fail. */
  async function watch(): Promise<void> {
    // A node is asked until it has answered; later only when somebody looks.
    if (chainOffsetMs === undefined) readChainTime()
    else if (!isShared) clearInterval(timer)
    const seen = isShared ? await beat() : undefined
    for (const { name, ok, sentence } of checksOf(seen)) {
      if (!ok && !failing.has(name)) log.warn({}, sentence)
      if (ok) failing.delete(name)
      else failing.add(name)
    }
  }
  const timer =
    isShared || chainMs ? setInterval(() => void watch().catch(() => {}), BEAT_MS).unref() : undefined
  return {
    beat,
    checks(seen) {
      readChainTime()
      return checksOf(seen)
    },
    offsets,
    async close() {
      clearInterval(timer)
      await db.query('delete from servers where id = $1', [SERVER_NAME]).catch(() => {})
    },
  }
}

/** A server that was killed wrote nothing since this one began, so it is not counted. */
const BEAT = `with gone as (delete from servers where seen_at < clock_timestamp() - interval '${KEPT_SECONDS} seconds' and id <> $1),
own as (insert into servers (id, roles, version, has_redis, pictures) values ($1, $2, $3, $4, $5)
  on conflict (id) do update set seen_at = clock_timestamp() returning started_at)
select clock_timestamp() as now, coalesce((
  select jsonb_agg(jsonb_build_object('roles', string_to_array(roles, ','), 'hasRedis', has_redis, 'pictures', pictures))
  from servers where id <> $1 and seen_at > greatest(own.started_at, clock_timestamp() - interval '${ALIVE_SECONDS} seconds')
), '[]') as others from own`
