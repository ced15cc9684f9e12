// Runs the steps of migrations.ts that a database lacks, beside servers that are running.
import { setTimeout as sleep } from 'node:timers/promises'
import { DamageError } from '@twinmint/sdk/internal/core/damage'
import type { Database, Transaction } from './database.ts'
import { DatabaseError } from './failure.ts'
import { type Limits, UNLIMITED } from './limits.ts'
import { LAST_BEFORE_BASELINE, MIGRATIONS, type Migration } from './migrations.ts'

/** Everybody else's statements queue behind one that waits to change a table, so it waits briefly and often. */
const STEP_LIMITS: Limits = { ...UNLIMITED, lockMs: 2_000 }
const PAUSE_MS = 1_000
const TRIES_MAX = 100
const LOCK_NOT_AVAILABLE = '55P03'
/** Nobody queues behind an index that is built concurrently. It waits for transactions that began before it, say a backup's. */
const INDEX_LIMITS: Limits = { ...UNLIMITED, lockMs: 600_000 }
/** Less than a transaction may be idle. */
const ALIVE_MS = 1_000

/** The steps that ran, each with the oldest one that a server must know. */
async function listApplied(database: Database): Promise<{ readonly id: string; readonly oldest: string }[]> {
  const [table] = await database.query<{ name: string | null }>(
    `select to_regclass('schema_migrations') as name`,
  )
  if (table?.name === null) return []
  // The column is younger than the table.
  return database.query(
    `select id, coalesce(to_jsonb(m) ->> 'oldest_id', id) as oldest from schema_migrations m order by id collate "C"`,
  )
}

/**
 * Throws a DamageError where a newer Twinmint changed the schema, and this one knows less than the newer one's steps demand; and
 * where the schema is older than the first step, the baseline.
 */
export async function requireKnownSchema(database: Database, steps = MIGRATIONS): Promise<void> {
  const applied = await listApplied(database)
  const lastKnown = steps.at(-1)?.id ?? ''
  const newer = applied.find(({ id }) => id > lastKnown)
  if (newer && applied.some(({ oldest }) => oldest > lastKnown))
    throw new DamageError(`The database was brought up to date by a newer Twinmint (${newer.id})`, {
      remedy: 'Start the newer one, or restore a backup of before; docs/operations.md says how.',
    })
  const last = applied.at(-1)
  if (last && !applied.some(({ id }) => id === steps[0]?.id))
    throw new DamageError(`The database is too old for this Twinmint (${last.id})`, {
      remedy: `Start the Twinmint of commit ${LAST_BEFORE_BASELINE} on it once, then this one; docs/operations.md says how.`,
    })
}

/**
 * Brings the schema up to date. Two processes that start together take turns. Returns the steps that ran. Throws as
 * requireKnownSchema.
 */
export async function migrate(
  database: Database,
  { steps = MIGRATIONS, say = (_sentence: string): void => {} } = {},
): Promise<string[]> {
  await requireKnownSchema(database, steps)
  const known = new Set((await listApplied(database)).map(({ id }) => id))
  const applied: string[] = []
  for (const step of steps)
    if (!known.has(step.id) && (await apply(database, step, say))) applied.push(step.id)
  return applied
}

/** Runs a step. False if another process had run it. */
async function apply(database: Database, step: Migration, say: (sentence: string) => void): Promise<boolean> {
  let isSaid = false
  for (let tries = 0; ; ) {
    const done = await database
      .transaction((tx) => applyIn(tx, database, step), STEP_LIMITS)
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseError && error.sqlState === LOCK_NOT_AVAILABLE)) throw error
        if (++tries === TRIES_MAX)
          throw new Error(`Step ${step.id} could not lock its tables: others kept using them`, {
            cause: error,
          })
        return 'locked' as const
      })
    if (typeof done === 'boolean') return done
    if (done === 'busy' && !isSaid) say('Another process is bringing the database up to date.')
    isSaid ||= done === 'busy'
    await sleep(PAUSE_MS)
  }
}

/** Busy: another process runs steps. */
async function applyIn(tx: Transaction, database: Database, step: Migration): Promise<boolean | 'busy'> {
  const { id, oldest = id, replaces = [] } = step
  const [lock] = await tx.query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock(7483647) as "isOurs"')
  if (lock?.isOurs !== true) return 'busy'
  await tx.query(
    'create table if not exists schema_migrations (id text primary key, applied_at timestamptz not null default now(), oldest_id text)',
  )
  const done = await tx.query('select 1 from schema_migrations where id = $1', [id])
  if (done.length > 0) return false
  if ('indexes' in step) await buildIndexes(tx, database, step.indexes)
  else
    for (const statement of step.script.split(/;\s*$/m))
      if (statement.trim() !== '') await tx.query(statement)
  await tx.query(
    'insert into schema_migrations (id, oldest_id) select r, r from unnest($3::text[]) r union all select $1, $2',
    [id, oldest, replaces],
  )
  return true
}

/** Concurrently on a server, which no transaction may do: `tx` only keeps this process's turn. Can be run again. */
async function buildIndexes(
  tx: Transaction,
  database: Database,
  indexes: Readonly<Record<string, string>>,
): Promise<void> {
  // Needs no snapshot: the builds would wait for this transaction as long as it has one.
  const keepTurn = () => tx.query('show server_version')
  const alive = setInterval(() => void keepTurn().catch(() => {}), ALIVE_MS)
  try {
    for (const [name, on] of Object.entries(indexes)) {
      if (database.kind === 'embedded') {
        await tx.query(`create index if not exists ${name} on ${on}`)
        continue
      }
      const [found] = await tx.query<{ isValid: boolean }>(
        'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
        [name],
      )
      if (found?.isValid === true) continue
      await keepTurn()
      // Left behind by a build that was ended.
      if (found) await database.script(`drop index concurrently ${name}`, INDEX_LIMITS)
      await database.script(`create index concurrently ${name} on ${on}`, INDEX_LIMITS)
    }
  } finally {
    clearInterval(alive)
  }
}
