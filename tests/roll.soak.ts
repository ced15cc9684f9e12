// A new version behind a balancer, server by server, while the one before runs on: nobody's trade is refused, and no row is missing.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { expect, onTestFinished, test } from 'vitest'
import { type Client, createClient } from './client.ts'
import { plainPicture } from './pictures.ts'
import type { ServerProcess } from './server-process.ts'
import { postgres } from './services.ts'
import { openFleet } from './several-servers.ts'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim()

/** The commit before the tables changed last: its servers are those that a roll meets. */
function findPrevious(): string | undefined {
  try {
    const changed = git(
      'log',
      '-1',
      '--follow',
      '--diff-filter=M',
      '--format=%H',
      '--',
      'packages/server/database/migrations.ts',
    )
    return git('rev-parse', '--verify', `${changed}~1`)
  } catch {
    return undefined
  }
}

/** The npm packages of this checkout, and the commit's own workspaces in place of this checkout's. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@twinmint'), { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (name !== '@twinmint') symlinkSync(resolve('node_modules', name), join(modules, name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(modules, '@twinmint', name))
}

/** Builds server and pages of a commit in a folder of their own. Returns its main file and how to remove it. */
function buildServer(commit: string): { readonly main: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-previous-'))
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['archive', commit], { maxBuffer: 1_000_000_000 }),
  })
  linkModules(folder)
  const run = (name: string, ...args: string[]) =>
    execFileSync(join(folder, 'node_modules', '.bin', name), args, { cwd: folder, stdio: 'pipe' })
  // A server starts with the pages of its own version alone.
  run('vite', 'build', '--logLevel', 'warn')
  run('rolldown', '-c', 'rolldown.config.ts', '--log-level', 'warn')
  return {
    main: join(folder, 'dist', 'server', 'main.js'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Sends each trade to a server that says it is ready, one after the other, as a balancer does. */
function balance(servers: ReadonlySet<ServerProcess>, keypair: Client['keypair'], coinId: string) {
  const acknowledged: string[] = []
  const refused: string[] = []
  let isStopped = false
  const isReady = ({ origin }: ServerProcess) =>
    fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const run = async () => {
    for (let turn = 0; !isStopped; turn++) {
      const all = [...servers]
      const server = all[turn % all.length]
      if (server === undefined || !(await isReady(server))) {
        await sleep(20)
        continue
      }
      await createClient(server.origin, keypair)
        .trade('BUY', coinId, '0.001', 50)
        .then(
          ({ signature }) => acknowledged.push(signature),
          (error: unknown) => refused.push(String(error)),
        )
    }
  }
  const running = run()
  return {
    acknowledged,
    refused,
    /** Resolves when so many more were acknowledged. */
    async more(count: number) {
      const wanted = acknowledged.length + count
      await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(wanted)
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}

const previous = findPrevious()
const missing = postgres.missing ?? (previous === undefined ? 'no history of this clone' : undefined)

if (missing !== undefined || previous === undefined) test.skip(`skipped: ${missing}`)
else
  test('servers of the version before and of this one share a database while each is restarted', async () => {
    const { main, remove } = buildServer(previous)
    onTestFinished(remove)
    const fleet = await openFleet()
    onTestFinished(() => fleet.close())
    await fleet.fund(10)
    const servers = new Set<ServerProcess>()
    const begin = async (of: 'previous' | 'this') => {
      const server = await fleet.start({ DRAIN_SECONDS: '3' }, of === 'previous' ? { main } : undefined)
      servers.add(server)
      return server
    }
    /** As an operator does: the balancer hears that it is not ready, and sends nothing more. */
    const end = async (server: ServerProcess) => {
      expect(await server.stop()).toBe(0)
      servers.delete(server)
    }
    const [first, second] = [await begin('previous'), await begin('previous')]
    const near = fleet.clientOf(first)
    const coin = await near.launch({ symbol: 'ROLL' }, await plainPicture())
    const load = balance(servers, near.keypair, coin.id)
    await load.more(10)
    const third = await begin('this')
    await load.more(10)
    await end(first)
    await load.more(10)
    // One of the version before is restarted in the middle of it.
    await end(second)
    const again = await begin('previous')
    await load.more(10)
    await begin('this')
    await end(again)
    await load.more(10)
    await end(third)
    await load.more(10)
    await load.stop()
    expect(load.refused).toEqual([])
    const [last] = servers
    if (!last) throw new Error('one runs')
    const { trades } = await createClient(last.origin).get<{ trades: Trade[] }>(
      `/api/collections/${coin.id}/trades?limit=100`,
    )
    expect(trades.map(({ txSignature }) => txSignature)).toEqual(
      load.acknowledged.slice(-trades.length).toReversed(),
    )
    expect(trades.map(({ sequence }) => sequence)).toEqual(
      trades.map((_, at) => (trades[0]?.sequence ?? 0) - at),
    )
  })
