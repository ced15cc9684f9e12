// `npm test`: everything, in the order in which failures are cheapest to hear of: format, lint, types and dead code, then
// unit, program, parity, API and faults, then journeys in a real browser. The last line counts all that ran.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const startedAt = performance.now()
const reports = join('node_modules', '.cache', 'twinmint', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const bin = (name) => join('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const counts = { passed: 0, failed: 0, skipped: 0 }

function run(title, command, args, env = {}) {
  console.log(`\n── ${title}`)
  const { status } = spawnSync(bin(command), args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  return status === 0
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'))
  } catch {
    return undefined
  }
}

for (const [title, command, args] of [
  ['format', 'biome', ['ci', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'tsc', ['-b']],
  ['dead code', 'knip', []],
]) {
  if (run(title, command, args)) counts.passed++
  else counts.failed++
}

/** A server's first start, done once for all tests that need one; each then works on a copy. */
async function makeFreshFolder() {
  const folder = resolve('node_modules', '.cache', 'twinmint', 'fresh')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', DEMO_MARKET: 'off' }
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SOLANA_RPC_URL']) env[name] = ''
  const server = spawn(process.execPath, [resolve('dist/server/main.js')], { cwd: folder, env })
  const ended = new Promise((done) => server.once('exit', done))
  await Promise.race([
    ended,
    new Promise((done) =>
      server.stdout.on('data', (chunk) => String(chunk).includes('Stop ') && done(undefined)),
    ),
  ])
  server.kill('SIGTERM')
  return (await ended) === 0 ? { TWINMINT_FRESH: folder } : {}
}
const fresh = await makeFreshFolder()

const unitReport = join(reports, 'unit.json')
const unitPassed = run(
  'unit, program, parity, API and fault tests',
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  fresh,
)
const unit = readReport('unit.json')
counts.passed += unit?.numPassedTests ?? 0
counts.failed += unit?.numFailedTests ?? 0
counts.skipped += (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0)
if (!unitPassed && !(unit?.numFailedTests > 0)) counts.failed++ // a file that could not even be loaded

const journeysReport = join(reports, 'journeys.json')
const journeysPassed = run('journeys in a real browser', 'playwright', ['test', '--reporter=list,json'], {
  ...fresh,
  PLAYWRIGHT_JSON_OUTPUT_NAME: journeysReport,
})
const journeys = readReport('journeys.json')?.stats
counts.passed += (journeys?.expected ?? 0) + (journeys?.flaky ?? 0)
counts.failed += journeys?.unexpected ?? 0
counts.skipped += journeys?.skipped ?? 0
if (!journeysPassed && !(journeys?.unexpected > 0)) counts.failed++

console.log(`\nTook ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
const second = journeys?.flaky > 0 ? ` (${journeys.flaky} at the second try)` : ''
console.log(`${counts.passed} passed${second}, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)
