// `npm test`: everything. Format, lint, types and dead code beside the build and the first of the unit, program, parity,
// API and fault tests, then journeys in a real browser. What fails is said at once and again at the end, where the last line
// counts all that ran. `npm run test:soak` (this with --soak): the tests that have a size, at their full size, and what
// is told there alone.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const isSoak = process.argv.includes('--soak')
const startedAt = performance.now()
const reports = join('node_modules', '.cache', 'twinmint', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const isWindows = process.platform === 'win32'
const bin = (name) => join('node_modules', '.bin', isWindows ? `${name}.cmd` : name)

const counts = { passed: 0, failed: 0, skipped: 0 }
/** What a reader must know at the end. */
const notes = []
const REASON_LINES = 6
const REASON_LINE_LENGTH = 300

// Tests write and sync some 60 folders of 41 MB: in memory where there is enough of it, a fifth faster than on a disk.
const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 4e9
const hasMemory = () => {
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > MEMORY_BYTES_MIN
}
const scratch = mkdtempSync(join(existsSync(MEMORY) && hasMemory() ? MEMORY : tmpdir(), 'twinmint-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const env = { ...process.env, TMPDIR: scratch, ...(isSoak ? { TWINMINT_SOAK: 'on' } : {}) }

/** Resolves with whether it ended with 0. Printed as it comes, or all at once where several run beside each other. */
function run(title, command, args, { together = false, more = {} } = {}) {
  const began = performance.now()
  if (!together) console.log(`\n── ${title}`)
  const child = spawn(command, args, {
    stdio: together ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...env, ...more },
    shell: isWindows,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      said += error.message
      resolve(false)
    })
    child.once('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      if (together) console.log(`\n── ${title} (${seconds} s)${code === 0 ? '' : `\n${said.trim()}`}`)
      resolve(code === 0)
    })
  })
}

// The two that are Go programs collect no garbage below this: a third of their time.
const IN_ONE_GO = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

async function check(title, command, ...args) {
  if (await run(title, bin(command), args, { together: true, more: IN_ONE_GO })) counts.passed++
  else {
    counts.failed++
    notes.push(`failed: ${title}`)
  }
}

/** The start of what a failed test said, and where in our own files: CI keeps the end of the output alone. */
function reasonOf(message = '') {
  // What Vitest has in place of a reason when the time was up.
  const said = stripVTControlCharacters(message).replace(
    'Error: STACK_TRACE_ERROR',
    'It did not end in time.',
  )
  const lines = said.split('\n').filter(Boolean)
  const isPlace = (line) => /^\s+at /.test(line)
  const place = lines.find((line) => isPlace(line) && !line.includes('node_modules'))
  return [...lines.filter((line) => !isPlace(line)).slice(0, REASON_LINES), place ?? '']
    .map((line) => `\n    ${line.trim().slice(0, REASON_LINE_LENGTH)}`)
    .join('')
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'))
  } catch {
    return undefined
  }
}

async function runVitest() {
  const file = join(reports, 'unit.json')
  const passed = await run(
    isSoak ? 'tests that have a size, at their full size' : 'unit, program, parity, API and fault tests',
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  )
  const report = readReport('unit.json')
  counts.passed += report?.numPassedTests ?? 0
  counts.failed += report?.numFailedTests ?? 0
  counts.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    for (const test of assertionResults) {
      if (test.status === 'failed')
        notes.push(`failed: ${test.fullName}${reasonOf(test.failureMessages?.[0])}`)
      if (['pending', 'skipped'].includes(test.status)) notes.push(`skipped: ${test.fullName}`)
    }
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
      counts.failed++
      notes.push(`failed: ${name} could not be loaded`)
    }
  }
  if (!passed && counts.failed === 0) counts.failed++
}

async function runJourneys() {
  const passed = await run(
    isSoak
      ? 'all journeys of the desk, and the phone’s that npm test leaves out'
      : 'journeys in a real browser',
    bin('playwright'),
    ['test'],
    {
      more: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'journeys.json') },
    },
  )
  const report = readReport('journeys.json')
  counts.passed += (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0)
  counts.failed += report?.stats.unexpected ?? 0
  counts.skipped += report?.stats.skipped ?? 0
  const look = (suite) => {
    for (const each of suite.suites ?? []) look(each)
    for (const { title, tests } of suite.specs ?? [])
      for (const { status, projectName, results } of tests) {
        const why = reasonOf(results[0]?.error?.message)
        if (status === 'unexpected') notes.push(`failed: ${title} (${projectName})${why}`)
        if (status === 'flaky') notes.push(`at the second try: ${title} (${projectName})${why}`)
        if (status === 'skipped') notes.push(`skipped: ${title} (${projectName})`)
      }
  }
  for (const suite of report?.suites ?? []) look(suite)
  for (const { message } of report?.errors ?? []) notes.push(`journeys: ${message?.split('\n')[0]}`)
  if (!passed && !(report?.stats.unexpected > 0)) counts.failed++
}

const build = () => run('build', process.execPath, ['scripts/setup.mjs', 'build'], { together: true })
if (isSoak) {
  if (!(await build())) process.exit(1)
  await runVitest()
  await runJourneys()
} else {
  const checks = (async () => {
    await check('format', 'biome', 'ci', '.')
    await check('lint', 'oxlint', '--type-aware', '--deny-warnings')
    // Each checker looks at what they share again.
    await check('types', 'tsc', '-b', '--checkers', '1')
    await check('dead code', 'knip')
  })()
  const isBuilt = await build()
  // One thread alone checks most of the time: the first tests take the other.
  if (isBuilt) await runVitest()
  await checks
  if (isBuilt) await runJourneys()
  else {
    counts.failed++
    notes.push('failed: build')
  }
}

console.log(
  `\n${notes.map((note) => `${note}\n`).join('')}Took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`,
)
const second = notes.filter((note) => note.startsWith('at the second try')).length
const aside = second > 0 ? ` (${second} at the second try)` : ''
console.log(`${counts.passed} passed${aside}, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)
