// A Redis of a test's own, which it may end, freeze and fill. It keeps nothing on disk.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAM = 'redis-server'

/** Why what needs it is skipped; undefined where there is one. */
export const redisProgramMissing: string | undefined =
  spawnSync(PROGRAM, ['--version']).status === 0 ? undefined : `no ${PROGRAM} on this machine`

export interface OwnRedis {
  readonly url: string
  /** Resolves when it answers. */
  start(): Promise<void>
  /** Without a word to anybody. */
  kill(): Promise<void>
  /** It takes connections and what is sent, and answers nothing. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

/** Its address; it is not started yet. */
export async function ownRedis(): Promise<OwnRedis> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-redis-'))
  let child: ChildProcess | undefined
  const kill = async () => {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const options = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
      const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
      const started = spawn(PROGRAM, flags, { stdio: ['ignore', 'pipe', 'ignore'] })
      child = started
      let output = ''
      for await (const chunk of started.stdout) {
        output += String(chunk)
        if (output.includes('Ready to accept connections')) break
      }
      if (started.exitCode !== null) throw new Error(`Redis did not start:\n${output}`)
    },
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
