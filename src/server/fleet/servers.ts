// The servers that share a database know of each other: each writes a row every few seconds. The same write tells whether the
// database takes writes at all.
import type { Database } from '../../database/database.ts'
import { SERVER_NAME } from '../../index/service/index-service.ts'
import type { ContentStore } from '../../storage/store.ts'
import type { Config } from '../config.ts'
import { PRODUCT_VERSION } from '../versions.ts'

const BEAT_MS = 3_000
/** A server that has written nothing for so long is not counted. */
const ALIVE_SECONDS = 15
const KEPT_SECONDS = 60

/** What servers have to share, or tell of each other. */
export interface ServerRow {
  readonly roles: string
  readonly version: string
  readonly hasRedis: boolean
  /** Names the store of the pictures: the same for all that share it. Empty where it is not known. */
  readonly pictures: string
}

/** Of the database, as the latest write found it. */
export interface Seen {
  /** This one first. */
  readonly servers: readonly ServerRow[]
  /** This machine's clock minus the database's. */
  readonly clockOffsetMs: number
}

export interface Servers {
  /** Writes this server's row and reads the others. Rejects where it can't be written. */
  beat(): Promise<Seen>
  close(): Promise<void>
}

export async function announceServer(
  config: Pick<Config, 'roles' | 'redisUrl'>,
  db: Database,
  store: Pick<ContentStore, 'place'>,
): Promise<Servers> {
  const own: ServerRow = {
    roles: [...config.roles].join(),
    version: PRODUCT_VERSION,
    hasRedis: config.redisUrl !== undefined,
    pictures: db.kind === 'server' ? await store.place().catch(() => '') : '',
  }
  async function beat(): Promise<Seen> {
    const beganMs = Date.now()
    const [row] = await db.query<{ now: string; others: ServerRow[] }>(BEAT, [
      SERVER_NAME,
      own.roles,
      own.version,
      own.hasRedis,
      own.pictures,
    ])
    if (!row) throw new Error('a statement without a row')
    return {
      servers: [own, ...row.others],
      clockOffsetMs: (beganMs + Date.now()) / 2 - Date.parse(row.now),
    }
  }
  // The embedded database has one server: nobody reads its row.
  const timer = db.kind === 'server' ? setInterval(() => void beat().catch(() => {}), BEAT_MS) : undefined
  return {
    beat,
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
  select jsonb_agg(jsonb_build_object('roles', roles, 'version', version, 'hasRedis', has_redis, 'pictures', pictures))
  from servers where id <> $1 and seen_at > greatest(own.started_at, clock_timestamp() - interval '${ALIVE_SECONDS} seconds')
), '[]') as others from own`
