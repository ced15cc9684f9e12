// PostgreSQL in WebAssembly, in a thread of its own, made durable: PGlite never syncs to disk, never checkpoints and
// never vacuums by itself. Answers the messages of database.ts in order. Runs as a worker only.
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import type { MessagePort } from 'node:worker_threads'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import pg from 'pg'
import type { WorkerReply, WorkerRequest } from './pglite-session.ts'
import { prepared, types } from './prepared.ts'

/** Checkpoint after so much write-ahead log: the pages of more take twice as long to write, and recovery reads all of it. */
const CHECKPOINT_BYTES = 8e6
/** Vacuum and statistics after so much. */
const MAINTENANCE_BYTES = 32e6
const MAINTENANCE_CHECK_MS = 5_000
/** Between two pieces of it, so that nobody waits for more than one: all at once took 0.2 s. */
const MAINTENANCE_REST_MS = 100
/** A piece reads 3,000 rows of a table then; with PostgreSQL's own 100, 30,000 and up to 140 ms. */
const STATISTICS = 'default_statistics_target=10'
/** All of it is written to at the start, so it is memory that is taken. The system keeps the files in memory anyway. */
const SHARED_BUFFERS = 'shared_buffers=16MB'

/** What PostgreSQL said last of what it can't do; of a start that fails, PGlite itself says "Aborted()". */
let complaint: string | undefined

/** Emscripten's NODEFS has no fsync at all; a power cut then loses the whole database (8 of 8 in our trials). */
class DurableNodeFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const result = await super.init(pg, options)
    result.emscriptenOpts.printErr = (line: string) => {
      complaint = /(?:PANIC|FATAL|ERROR|postgres): +(.*)/.exec(line)?.[1] ?? complaint
    }
    result.emscriptenOpts.preRun?.push((module: unknown) => {
      const { NODEFS } = module as { NODEFS: { stream_ops: Record<string, unknown> } }
      NODEFS.stream_ops['fsync'] = (stream: { nfd: number }) => {
        fsyncSync(stream.nfd)
        return 0
      }
    })
    return result
  }
}

function syncPath(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path, 'r+')
  }
  if (process.platform !== 'win32') syncPath(folder, 'r')
}

async function open(folder: string): Promise<PGlite> {
  const opening = PGlite.create({
    fs: new DurableNodeFS(folder),
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // -F is fsync=off
      ...['fsync=on', 'wal_sync_method=fsync', 'wal_init_zero=off', SHARED_BUFFERS, STATISTICS].flatMap(
        (setting) => ['-c', setting],
      ),
    ],
  })
  return opening.catch((cause: Error) => {
    throw new Error(complaint ?? cause.message.slice(0, 200), { cause })
  })
}

/**
 * What the driver takes for a socket. A statement's messages go to PostgreSQL as one, and its answer comes back as it is:
 * PGlite's own connection for the driver copies every value by itself (1.2 µs each, more than PostgreSQL needs to find it).
 */
class Wire extends Duplex {
  readonly #send: (messages: Buffer, done: (error: Error | null) => void) => void

  constructor(database: PGlite) {
    super()
    this.#send = callbackify((messages: Buffer) =>
      database.execProtocolRawStream(messages, {
        // DurableNodeFS syncs when PostgreSQL says so.
        syncToFs: false,
        // The bytes are PostgreSQL's own memory, which the next ones take.
        onRawData: (bytes) => void this.push(Buffer.from(bytes)),
      }),
    )
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay(): void {}

  override _read(): void {}
  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(chunk, done)
  }
  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }
}

const { dataFolder, port } = workerData as { dataFolder: string; port: MessagePort }

// A first start that is cut short must not leave half a database behind: made beside, synced, then renamed.
if (!existsSync(join(dataFolder, 'PG_VERSION'))) {
  const fresh = `${dataFolder}.new`
  rmSync(fresh, { recursive: true, force: true })
  await (await open(fresh)).close()
  syncTree(fresh)
  renameSync(fresh, dataFolder)
  if (process.platform !== 'win32') syncPath(dirname(dataFolder), 'r')
}
const database = await open(dataFolder)
// Statements go through the driver of the server's database: it keeps each one's plan.
const client = new pg.Client({
  stream: () => new Wire(database),
  user: 'postgres',
  database: 'postgres',
  types,
})
await client.connect()

/**
 * One statement after another. A failed one rejects before PostgreSQL is ready for the next, which the driver waits for and
 * PGlite's own calls do not: so nothing here goes past the driver.
 */
async function run(statement: string | pg.QueryConfig): Promise<object[]> {
  if (isClosed) throw new Error('the database is closed')
  return (await client.query<object>(statement)).rows
}
/** The driver does not know that the database was closed, and PGlite throws where nobody can catch it. */
let isClosed = false

let inTransaction = false
let queue: Promise<void> = Promise.resolve()
const enqueue = (work: () => Promise<void>) => {
  queue = queue.then(work).catch(() => {})
}

/** What must not be a part of a transaction, and came while one was open. */
const afterTransaction: (() => Promise<void>)[] = []

/** Runs a statement on its own, as soon as no transaction is open. */
const runBetween = (statement: string): Promise<object[]> =>
  new Promise((resolve, reject) => {
    const work = () => run(statement).then(resolve, reject)
    // Looked at in its turn: a transaction may begin before that.
    enqueue(async () => {
      if (inTransaction) afterTransaction.push(work)
      else await work()
    })
  })

let writtenAtByte = 0
let maintainedAtByte = 0
async function maintain(): Promise<void> {
  const [log] = (await runBetween(`select (pg_current_wal_insert_lsn() - '0/0')::float8 as byte`)) as [
    { byte: number },
  ]
  if (log.byte - writtenAtByte < CHECKPOINT_BYTES) return
  writtenAtByte = log.byte
  const pieces = log.byte - maintainedAtByte < MAINTENANCE_BYTES ? [] : await stalePieces()
  if (pieces.length > 0) maintainedAtByte = log.byte
  for (const statement of [...pieces, 'checkpoint']) {
    // One that fails keeps none of the others; whoever asks for the table is told of what.
    await runBetween(statement).catch(() => {})
    await sleep(MAINTENANCE_REST_MS)
  }
}

/** What of vacuum and statistics is due. */
async function stalePieces(): Promise<string[]> {
  const stale = (await runBetween(
    `select kind || ' ' || format('%I.%I', schemaname, relname) as statement from pg_stat_user_tables,
       lateral (values ('vacuum', n_dead_tup > 500 or n_ins_since_vacuum > 500), ('analyze', n_mod_since_analyze > 500 + n_live_tup / 10))
       as due (kind, is_due)
     where is_due`,
  )) as { statement: string }[]
  return stale.map(({ statement }) => statement)
}

async function endTransaction(how: 'commit' | 'rollback'): Promise<void> {
  await run(how)
  inTransaction = false
}

async function answer({ kind, text, values }: WorkerRequest): Promise<object[]> {
  const statement = () => run(prepared(text, values))
  switch (kind) {
    case 'first':
      await run('begin')
      inTransaction = true
      return statement()
    case 'query':
      return statement()
    case 'last':
      try {
        const rows = await statement()
        await endTransaction('commit')
        return rows
      } catch (error) {
        await endTransaction('rollback')
        throw error
      }
    case 'script':
      if (text === 'commit' || text === 'rollback') await endTransaction(text)
      else await run(text)
      return []
    case 'close':
      clearTimeout(timer)
      await run('checkpoint')
      isClosed = true
      await database.close()
      return []
  }
}

port.on('message', (request: WorkerRequest) =>
  enqueue(async () => {
    let reply: WorkerReply
    try {
      reply = { id: request.id, rows: await answer(request) }
    } catch (error) {
      // PGlite's errors carry 20 KB of minified source; only the sentence leaves the worker.
      const { message, code } = error as { message?: string; code?: string }
      reply = { id: request.id, error: (message ?? String(error)).slice(0, 500), sqlState: code }
    }
    port.postMessage(reply)
    if (!inTransaction) for (const work of afterTransaction.splice(0)) await work()
  }),
)
let timer: NodeJS.Timeout
const maintainLater = () => {
  if (isClosed) return
  timer = setTimeout(() => void maintain().then(maintainLater, maintainLater), MAINTENANCE_CHECK_MS)
}
maintainLater()
