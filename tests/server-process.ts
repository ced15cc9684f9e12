// The built server in a process of its own, as `npm start` runs it, on a free port and a folder of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { resolve as resolvePath } from 'node:path'
import { copyFreshFolder } from './fresh-folder.ts'
import { copyServedFolder, dropDatabaseOf, isServed, servedUrlOf } from './served-database.ts'

// npm runs every script in the repository's root.
const MAIN = resolvePath('dist/server/main.js')

export interface ServerProcess {
  /** http://127.0.0.1:port */
  readonly origin: string
  readonly folder: string
  readonly child: ChildProcess
  /** All that it printed. */
  readonly output: () => string
  /** The link that makes its first visitor an admin, as it was printed. */
  readonly adminLink: () => string
  /** SIGTERM, and waits for the end; resolves with the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL. */
  kill(): Promise<void>
  /** Kills it, unless it has ended: nobody reads the folder again, which is removed. */
  remove(): Promise<void>
}

/** As the button of an admin link's page does it, in a browser that has this cookie. */
export function pressAdminLink(link: string, cookie = ''): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(link)
  const headers = { cookie }
  return fetch(origin + pathname, { method: 'POST', redirect: 'manual', body: searchParams, headers })
}

/** Compiles WebAssembly once and fast: a test's server does not live long enough to gain from a second, slower pass. */
export const SHORT_LIVED = '--liftoff-only'

interface ServerOptions {
  /** Where its data are; by default a copy of a first start's. */
  readonly folder?: string
  /** Of a folder that is made for it: the embedded one where that is what matters, or else the machine's, if it has one. */
  readonly database?: 'embedded' | 'any'
  readonly env?: Record<string, string>
  /** Flags for Node. */
  readonly flags?: readonly string[]
  readonly main?: string
  /** Kills it as soon as it prints this. */
  readonly killWhen?: string
}

/** Starts the built server; resolves when it answers. Rejects with what it printed when it ends before. */
export async function startServerProcess(options: ServerOptions = {}): Promise<ServerProcess> {
  const { PORT = '0', ...rest } = options.env ?? {}
  const isEmbedded = !isServed || options.database === 'embedded' || 'DATABASE_URL' in rest
  const folder = options.folder ?? (await (isEmbedded ? copyFreshFolder() : copyServedFolder()))
  const served = servedUrlOf(folder)
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(DATABASE_URL|SOLANA_|HISTORY_RPC_URL|PROGRAM_ADDRESS|PUBLIC_URL|ADMIN_|VITEST|NODE_OPTIONS)/.test(
          name,
        ),
    ),
  )
  const child = spawn(process.execPath, [...(options.flags ?? [SHORT_LIVED]), options.main ?? MAIN], {
    cwd: folder, // so that no .env of the repository is read
    env: {
      ...inherited,
      PORT,
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      // A test's server begins empty,
      DEMO_MARKET: 'off',
      // and who waits for ten minutes says so.
      STANDING_SECONDS: '0',
      DRAIN_SECONDS: '0',
      ...(served === undefined ? {} : { DATABASE_URL: served }),
      ...rest,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const removeData = async () => {
    rmSync(folder, { recursive: true, force: true })
    await dropDatabaseOf(folder)
  }
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const started = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not start in time:\n${output}`)), 120_000)
    const look = (chunk: Buffer) => {
      output += chunk.toString()
      if (options.killWhen !== undefined && output.includes(options.killWhen)) child.kill('SIGKILL')
      const match = /Open +(http:\S+)/.exec(output)
      if (match?.[1] && output.includes('Stop ')) {
        clearTimeout(timer)
        resolve(match[1])
      }
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    void ended.then((code) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${code}:\n${output}`))
    })
  })
  const origin = await started.catch(async (error: unknown) => {
    if (options.folder === undefined) await removeData()
    throw error
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return ended
  }
  return {
    origin,
    folder,
    child,
    output: () => output,
    adminLink: () => {
      const link = /Admin +(http:\S+)/.exec(output)?.[1]
      if (link === undefined) throw new Error(`no admin link was printed:\n${output}`)
      return link
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    remove: async () => {
      await end('SIGKILL')
      await removeData()
    },
  }
}

/** The server's resident memory; Linux alone says it. */
export const residentBytes = ({ child }: Pick<ServerProcess, 'child'>): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1_024
