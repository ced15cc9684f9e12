// `npm test`: everything, in the order in which failures are cheapest to hear of: format, lint, types and dead code, then
// unit, program, parity, API and faults, then journeys in a real browser. The last line counts all that ran.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

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

const unitReport = join(reports, 'unit.json')
const unitPassed = run('unit, program, parity, API and fault tests', 'vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
])
const unit = readReport('unit.json')
counts.passed += unit?.numPassedTests ?? 0
counts.failed += unit?.numFailedTests ?? 0
counts.skipped += (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0)
if (!unitPassed && !(unit?.numFailedTests > 0)) counts.failed++ // a file that could not even be loaded

const journeysReport = join(reports, 'journeys.json')
const journeysPassed = run('journeys in a real browser', 'playwright', ['test', '--reporter=list,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: journeysReport,
})
const journeys = readReport('journeys.json')?.stats
counts.passed += (journeys?.expected ?? 0) + (journeys?.flaky ?? 0)
counts.failed += journeys?.unexpected ?? 0
counts.skipped += journeys?.skipped ?? 0
if (!journeysPassed && !(journeys?.unexpected > 0)) counts.failed++

console.log(`\nTook ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)
