// Every command of package.json answers --help and refuses unknown arguments before it does anything.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { COMMANDS } from '../packages/server/main/commands.mjs'
import { runCommand } from './command.ts'
import { emptyFolder } from './fresh-folder.ts'

const folder = emptyFolder()
/** Must not be created. */
const data = join(folder, 'data')
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  DATA_DIR: data,
  SOLANA_RPC_URL: 'http://127.0.0.1:1',
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** Runs a script like npm does, with more arguments. */
function runScript(name: string, args: readonly string[]) {
  const [program = '', ...words] = (scripts[name] ?? '').split(' ')
  return new Promise<{ code: number; out: string; error: string }>((ended) => {
    execFile(
      program === 'node' ? process.execPath : program,
      [...words, ...args],
      { env, timeout: 60_000 },
      (failure, out, error) => ended({ code: failure === null ? 0 : Number(failure.code), out, error }),
    )
  })
}

test.each(Object.keys(scripts))('npm run %s', async (name) => {
  // command.mjs reads the arguments before it runs anything.
  expect(scripts[name]).toBe(`node scripts/command.mjs ${name}`)
  expect(Object.keys(COMMANDS)).toContain(name)
  const { rest, restMax = rest ? Infinity : 0, options = {} } = COMMANDS[name] ?? {}
  const [help, ...refused] = await Promise.all([
    runScript(name, ['--help']),
    runScript(name, ['--no-such']),
    ...(restMax < 9 ? [runScript(name, Array<string>(9).fill('surplus'))] : []),
  ])
  expect([help.code, help.error]).toEqual([0, ''])
  expect(help.out).toMatch(new RegExp(`^npm run ${name} `))
  for (const option of Object.keys(options)) expect(help.out).toContain(`  --${option}`)
  for (const { code, out, error } of refused) {
    expect([code, out]).toEqual([2, ''])
    expect(error).toMatch(/--no-such|surplus/)
    expect(error).toContain('--help')
  }
  expect(existsSync(data)).toBe(false)
})

test('the built commands do so when they are run directly', async () => {
  const built = ['reindex', 'migrate', 'export', 'restore', 'prove', 'move-content', 'verify-content', 'main']
  const ran = await Promise.all(built.map((name) => runCommand(name, ['--no-such'], { cwd: folder, env })))
  for (const [at, { code, output }] of ran.entries()) {
    expect([built[at], code]).toEqual([built[at], 2])
    expect(output).toContain('--no-such')
  }
  expect(existsSync(data)).toBe(false)
})

test('an unknown benchmark is refused, and none runs', async () => {
  const { code, error } = await runScript('bench', ['no-such-part'])
  expect([code, error]).toEqual([2, expect.stringContaining('There is no part "no-such-part"')])
})
