// The door to PostgreSQL: a real server by DATABASE_URL, else PGlite (PostgreSQL in WebAssembly) in a worker thread.
// Both answer the same two calls, so that everything above is one code path. Must not know a single table.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { callbackify } from 'node:util'
import { DamageError } from '@twinmint/sdk/internal/core/damage'
import pLimit from 'p-limit'
import pg from 'pg'
import { asDatabaseError, DatabaseError } from './failure.ts'
import { ANSWER_MS, EMBEDDED_MS, LINE_MS, type Limits, UNLIMITED } from './limits.ts'
import { type Asked, openSession, type Session } from './pglite-session.ts'
import type { SqlValue } from './prepared.ts'
import { prepared, types } from './prepared.ts'
import { answersOf } from './silence.ts'

export interface Queryable {
  /**
   * Runs one statement with `$1` placeholders. Money goes in and comes out as decimal text, never as a number; times come
   * out as the wire's text ("2026-11-21T12:00:00.000Z").
   */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

export interface Transaction extends Queryable {
  /**
   * The transaction's last statement, which brings its end with it: the embedded database commits without waiting for this
   * thread once more. Nothing may be asked for after it.
   */
  last<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

export interface Database extends Queryable {
  readonly kind: 'embedded' | 'server'
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back and rethrows when it rejects. A commit whose answer does
   * not come is reported as a failure, although it may have been done: the caller reads again.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, limits?: Limits): Promise<T>
  /** Runs a script of several statements, or one statement that no transaction may hold. */
  script(text: string, limits?: Limits): Promise<void>
  /** Connections at this moment, and the calls that wait for one. */
  load(): { readonly open: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/**
 * Opens the database at `url`, or the embedded one inside `folder`. PGlite takes no lock of its own, and two processes on
 * one folder lose what one of them acknowledged: whoever opens the embedded one holds the folder's lock.
 */
export async function openDatabase(at: {
  readonly url: string | undefined
  readonly folder: string
  readonly workerUrl?: URL
  /** At most, to a server. */
  readonly connections?: number
  /** Hears that the embedded database had to be opened again. */
  readonly say?: (sentence: string) => void
}): Promise<Database> {
  const { url, folder, connections = CONNECTIONS_MAX, say = console.error } = at
  const workerUrl = at.workerUrl ?? new URL('./pglite-worker.js', import.meta.url)
  return url === undefined ? openEmbedded(folder, workerUrl, say) : openServer(url, connections)
}

const CONNECTIONS_MAX = 12
/** The limits of each connection to a server, as far as the server knows them. */
const CONNECTION_SETTINGS: Readonly<Record<string, string>> = {
  // Compiling a plan, or starting workers for it, takes longer than anything here runs.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // A frozen process keeps its locks for so long. Less than 5 s, in which another server must have taken its place.
  idle_in_transaction_session_timeout: '4s',
  lock_timeout: '5s',
  statement_timeout: '30s',
  // A statement ends when nobody is connected any more, and a connection when its other end is gone or takes nothing.
  client_connection_check_interval: '1s',
  tcp_user_timeout: '10s',
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
}
/** PostgreSQL 13 does not know the interval, and other systems than Linux refuse it. */
const SET_CONNECTION: pg.QueryConfig = {
  text: `select set_config(name, value, false) from unnest($1::text[], $2::text[]) as s(name, value)
    where current_setting(name, true) is not null
      and (name <> 'client_connection_check_interval' or version() like '%linux%')`,
  values: [Object.keys(CONNECTION_SETTINGS), Object.values(CONNECTION_SETTINGS)],
}
/** Longer than it takes to give up connections that fell silent, since calls wait for their places. */
const CONNECT_MS = 10_000
/** The server's refusal comes first. */
const SLACK_MS = 500

async function openServer(url: string, connections: number): Promise<Database> {
  const pool: pg.Pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Called with each new connection, before anybody gets it.
    verify: callbackify(async (client: pg.PoolClient) => void (await answer(client, SET_CONNECTION))),
  })
  pool.on('error', () => {}) // an idle connection that breaks is replaced; the next query reports what lasts
  // One that breaks between two queries of a transaction says so here, where nobody would hear it: the process would end.
  pool.on('connect', (client) => client.on('error', () => {}))
  const answer = answersOf(pool)
  const connect = () =>
    pool.connect().catch((cause: unknown) => {
      throw asDatabaseError(cause)
    })
  const run = (client: pg.PoolClient, statement: pg.QueryConfig, answerMs?: number) =>
    answer(client, statement, answerMs).catch((cause: unknown) => {
      throw asDatabaseError(cause)
    })
  const alone = async (statement: pg.QueryConfig, limits?: Limits) => {
    const client = await connect()
    try {
      if (limits) await run(client, { text: settingsOf(limits, 'session') })
      return await run(client, statement, answerMsOf(limits))
    } finally {
      // Nobody else gets the connection with other limits.
      client.release(limits !== undefined)
    }
  }
  await alone({ text: 'select 1' })
  return {
    kind: 'server',
    query: async <Row extends object>(text: string, values: readonly SqlValue[] = []) =>
      (await alone(prepared(text, values))) as Row[],
    script: async (text, limits) => void (await alone({ text }, limits)),
    async transaction(work, limits) {
      const client = await connect()
      const answerMs = answerMsOf(limits)
      const briefMs = Math.min(answerMs, ANSWER_MS)
      // Statements may be asked for together; a connection wants to be asked for the next when it has answered.
      const inTurn = pLimit(1)
      const ask = async <Row extends object>(text: string, values: readonly SqlValue[] = []) =>
        (await inTurn(() => run(client, prepared(text, values), answerMs))) as Row[]
      const statements = untilOver(ask)
      try {
        await run(client, { text: limits ? `begin; ${settingsOf(limits, 'local')}` : 'begin' }, briefMs)
        const result = await work(statements).finally(statements.end)
        await inTurn(() => run(client, { text: 'commit' }, answerMs))
        client.release()
        return result
      } catch (error) {
        await inTurn(() => run(client, { text: 'rollback' }, briefMs)).then(
          () => client.release(),
          () => client.release(true),
        )
        throw error
      }
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

const answerMsOf = ({ statementMs }: Limits = {}): number =>
  statementMs === undefined ? ANSWER_MS : statementMs + SLACK_MS

const settingsOf = ({ statementMs, lockMs, idleMs }: Limits, scope: 'local' | 'session'): string =>
  Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
  })
    .flatMap(([name, ms]) =>
      ms === undefined ? [] : [`set ${scope} ${name} = ${Number.isFinite(ms) ? ms : 0}`],
    )
    .join('; ')

/** A transaction's statements until its end: what a part of `work` asks for after another has failed must not run alone. */
function untilOver(
  query: Queryable['query'],
  last: Queryable['query'] = query,
): Transaction & { readonly end: () => void } {
  let isOver = false
  const unlessOver = (): void => {
    if (isOver) throw new DatabaseError('the transaction is over', '25000')
  }
  return {
    async query(text, values) {
      unlessOver()
      return query(text, values)
    },
    async last(text, values) {
      unlessOver()
      isOver = true
      return last(text, values)
    },
    end() {
      isOver = true
    },
  }
}

/** Whether `folder` has an embedded database. */
export const hasDatabase = (folder: string): boolean => existsSync(join(folder, 'postgres', 'PG_VERSION'))

/** Reads every table of an embedded database once, and throws when one can't be read. */
export async function readThrough(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 't', 'm')`,
    )
    for (const { name } of tables) await tx.query(`select count(*) from ${name}`)
  }, UNLIMITED)
}

/** PostgreSQL's classes of failures of files, and of data that can't be. */
const DAMAGE = /^(58|XX)/

/** What an embedded database failed with, as damage where it is that. */
export function asDamage(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || !DAMAGE.test(error.sqlState ?? '')) return error
  return new DamageError(`The database in the data folder is damaged (${error.message})`, { cause: error })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function openEmbedded(
  folder: string,
  workerUrl: URL,
  say: (sentence: string) => void,
): Promise<Database> {
  const dataFolder = join(folder, 'postgres')
  const open = (): Promise<Session> =>
    openSession(dataFolder, workerUrl).catch((cause: unknown) => {
      throw new DamageError(`The database in ${dataFolder} can't be opened (${messageOf(cause)})`, { cause })
    })
  let session = await open()
  let reopening: Promise<Session> | undefined
  // A thread that ended leaves what a crash leaves, from which PostgreSQL recovers all that it acknowledged.
  const reopen = async (lost: Session): Promise<Session> => {
    say(`${lost.lost?.message}. It is opened again.`)
    await lost.end()
    session = await open()
    return session
  }
  const alive = (): Session | Promise<Session> => {
    if (session.lost === undefined) return session
    reopening ??= reopen(session).finally(() => {
      reopening = undefined
    })
    return reopening
  }
  const ask = (asked: Asked): Promise<object[]> => {
    const found = alive()
    return found instanceof Promise ? found.then((opened) => opened.ask(asked)) : found.ask(asked)
  }

  // PGlite has one session, so a transaction has it alone. Whoever comes meanwhile waits for its end, and for nothing else: the
  // worker answers in order, so statements are handed over as they come.
  let turn: Promise<unknown> = Promise.resolve()
  let inLine = 0
  let transactions = 0
  const leave = () => {
    inLine--
  }
  const endTurn = () => {
    transactions--
  }
  const afterTransaction = <T>(work: () => Promise<T>, isTransaction = false): Promise<T> => {
    inLine++
    const wait = transactions === 0 ? undefined : waitInLine<T>()
    // In the order in which they were asked for, also where the wait was given up: a turn ends with its transaction alone.
    const done = turn.then(() => (wait?.isOver() === true ? wait.late : work()))
    done.then(leave, leave)
    if (isTransaction) {
      transactions++
      turn = done.then(endTurn, endTurn)
    }
    return wait ? Promise.race([done, wait.late]) : done
  }
  const transaction = async <T>(work: (tx: Transaction) => Promise<T>, limits?: Limits): Promise<T> => {
    const { statementMs: limitMs = EMBEDDED_MS } = limits ?? {}
    // Statements of a transaction whose session was lost must not run in the next one.
    const found = alive()
    const own = found instanceof Promise ? await found : found
    // Begun with its first statement, and ended with its last where that is known to be the last: the database waits less for
    // this thread, which has other things to do.
    let state: 'new' | 'begun' | 'ended' = 'new'
    const query = <Row extends object>(text: string, values?: readonly SqlValue[]) => {
      const kind = state === 'new' ? 'first' : 'query'
      state = 'begun'
      return own.ask({ kind, text, values, limitMs }) as Promise<Row[]>
    }
    const last = <Row extends object>(text: string, values?: readonly SqlValue[]) => {
      // Alone it is its own transaction.
      const kind = state === 'new' ? 'query' : 'last'
      state = 'ended'
      return own.ask({ kind, text, values, limitMs }) as Promise<Row[]>
    }
    const statements = untilOver(query, last)
    const end = (text: 'commit' | 'rollback') =>
      state === 'begun' ? own.ask({ kind: 'script', text, limitMs }) : undefined
    try {
      const result = await work(statements).finally(statements.end)
      await end('commit')
      return result
    } catch (error) {
      await end('rollback')?.catch(() => {})
      throw error
    }
  }
  return {
    kind: 'embedded',
    query: <Row extends object>(text: string, values?: readonly SqlValue[]) =>
      afterTransaction(() => ask({ kind: 'query', text, values, limitMs: EMBEDDED_MS }) as Promise<Row[]>),
    script: (text, { statementMs: limitMs = EMBEDDED_MS } = {}) =>
      afterTransaction(async () => void (await ask({ kind: 'script', text, limitMs }))),
    transaction: (work, limits) => afterTransaction(() => transaction(work, limits), true),
    load: () => ({ open: 1, idle: inLine === 0 ? 1 : 0, waiting: Math.max(0, inLine - 1) }),
    async close() {
      await afterTransaction(() => ask({ kind: 'close', text: '', limitMs: EMBEDDED_MS }))
      await session.end()
    },
  }
}

/** The wait of one call for the transaction before it: `late` rejects where it takes too long. */
function waitInLine<T>(): { readonly late: Promise<T>; readonly isOver: () => boolean } {
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new DatabaseError(`Another transaction took longer than ${LINE_MS / 1_000} s`, '55P03'))
    }, LINE_MS)
  })
  return {
    late,
    isOver() {
      clearTimeout(timer)
      return isLate
    },
  }
}
