// A server's first start, done once a build for all tests that need one: an empty market with the program deployed. Each
// test then works on a copy, which starts in a fifth of the time.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

// npm runs every script in the repository's root.
const SERVER = resolve('dist/server')
const CACHE = resolve('node_modules/.cache/twinmint/fresh')
/** Less than a test's hook may take, so that it says why. */
const WAIT_MS = 150_000

/** A new folder below the system's for temporary files; whoever asks for it removes it. */
export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'twinmint-'))

/** A new folder that holds what `part` of a first start left ("postgres"), or all of it. */
export async function copyFreshFolder(part = ''): Promise<string> {
  const folder = emptyFolder()
  copyFolder(join(await freshFolder(), part), join(folder, part))
  return folder
}

/** By the file system where it can, at no cost; else a thousand files one by one. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'linux') execFileSync('cp', ['-r', '-T', '--reflink=auto', from, to])
  else cpSync(from, to, { recursive: true })
}

/** The first start of the built server, made now where it is not there yet. Several processes may ask at once. */
export async function freshFolder(): Promise<string> {
  const folder = join(CACHE, keyOfBuild())
  await makeOnce(folder, async () => existsSync(folder), makeFreshFolder)
  return folder
}

/** Makes `folder`, and what belongs to it, unless it is there; several processes may ask at once. */
export async function makeOnce(
  folder: string,
  isThere: () => Promise<boolean>,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const lock = `${folder}.lock`
  for (const deadline = Date.now() + WAIT_MS; !(await isThere()); ) {
    if (takeLock(lock)) {
      try {
        // Between the look and the lock another may have made it, whose copy must not be taken away under its readers.
        if (!(await isThere())) await make(folder)
      } finally {
        rmSync(lock)
      }
    } else if (Date.now() > deadline)
      throw new Error(`${lock} is held by ${holderOf(lock)}: end it, or remove the lock`)
    else await new Promise((done) => setTimeout(done, 100))
  }
}

/** Folders of another build are of no use. */
function keyOfBuild(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(SERVER).sort())
    if (name.endsWith('.js')) hash.update(readFileSync(join(SERVER, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Whether this process holds it from now on. One that a process has left behind, cut off in the middle, is taken away. */
export function takeLock(lock: string): boolean {
  mkdirSync(dirname(lock), { recursive: true })
  try {
    writeFileSync(lock, `process ${process.pid}`, { flag: 'wx' })
    return true
  } catch {
    const pid = /^process (\d+)$/.exec(holderOf(lock))?.[1]
    if (pid !== undefined && !runs(Number(pid))) rmSync(lock, { force: true })
    return false
  }
}

function holderOf(lock: string): string {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return 'nobody'
  }
}

export function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's runs, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function makeFreshFolder(folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  // Whoever runs it becomes an admin by a link that this start alone prints without a setting.
  if (!/Admin +http:/.test(await startOnce(unfinished, '')))
    throw new Error('the first start prints no admin link')
  for (const name of readdirSync(CACHE))
    if (/^\w+$/.test(name)) rmSync(join(CACHE, name), { recursive: true })
  renameSync(unfinished, folder)
}

/**
 * Starts the built server on a folder and a database, the embedded one for '', and stops it as soon as it has started. Resolves
 * with what it printed.
 */
export async function startOnce(folder: string, databaseUrl: string): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    DEMO_MARKET: 'off',
    DRAIN_SECONDS: '0',
  }
  const unset = { REDIS_URL: '', SOLANA_RPC_URL: '', HISTORY_RPC_URL: '', NODE_OPTIONS: '' }
  const server = spawn(process.execPath, [join(SERVER, 'main.js')], {
    cwd: folder, // so that no .env of the repository is read
    env: { ...env, ...unset },
  })
  const said = await untilStarted(server)
  server.kill('SIGTERM')
  const code = await new Promise((ended) =>
    server.exitCode === null ? server.once('exit', ended) : ended(1),
  )
  if (code !== 0) throw new Error(`the first start ended with ${String(code)}:\n${said}`)
  return said
}

/** Resolves with what it printed when it has printed how to stop it, or has ended. */
function untilStarted(server: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((started) => {
    const look = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Stop ')) started(said)
    }
    server.stdout?.on('data', look)
    server.stderr?.on('data', look)
    server.once('exit', () => started(said))
  })
}
