// `npm run program:mutants`: builds one fault of mutants.ts after another into a copy of the program and says whether its
// tests notice: killed, by which test; survived; or does not build. Nothing of the repository is changed.
// `npm run program:mutants -- 'sell.rs|fee'` tries those whose file and name match. Ends with 1 where the list is wrong: a
// fault survives without a reason, dies in spite of one, or does not build. Needs what program/build/build.ts needs.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { readCommand, refuseCommand } from '@twinmint/server/main/commands'
import { createVitest, type Vitest } from 'vitest/node'
import { withFault } from '../../tests/fault.ts'
import { MUTANTS, type Mutant } from '../test/mutants.ts'
import { BUILT, buildProgram, findToolchain, type Toolchain } from './build.ts'

/** Where nothing fails in one part, the next is started: first what is quick and kills most. */
const TESTS = [
  'program/test/bounds program/test/guard program/test/migrate program/test/nets program/test/refusals program/test/fee-shares-refusals program/test/fee-shares program/test/fee-shares-histories program/test/keys program/test/nft-market-refusals program/test/nft-market program/test/nft-market-parity',
  'program/test/audit program/test/events program/test/exact-out program/test/graduation program/test/histories program/test/launch program/test/nft-market-attacks program/test/nft-market-histories program/build/link program/test/premade tests/parity',
  'program/test/attacks program/test/fits program/test/math program/test/nft-market-fits program/test/swap',
].map((names) => names.split(' ').map((name) => `${name}.test.ts`))

const VERDICTS = ['killed', 'survived', 'does not build'] as const
interface Outcome {
  readonly verdict: (typeof VERDICTS)[number]
  /** The test that failed, or what the compiler said. */
  readonly how: string
}

/** A copy of what is built and of math-check.rs, and what turns it into an outcome. */
interface Workshop {
  readonly scratch: string
  readonly toolchain: Toolchain
}

/** Stops at the first failure; on a machine that has much else to do a test must not fail for its time. */
const QUIET = { watch: false, reporters: [{}], bail: 1, fileParallelism: false, testTimeout: 1_800_000 }

const folder = dirname(dirname(resolve(process.argv[1] ?? '')))
const root = dirname(folder)

/** The test file that killed a source file's last fault, by source file: it probably kills the next one too. */
const lastKillers = new Map<string, string>()

/** The first test to fail on the program that is in TWINMINT_PROGRAM_FOLDER; `sourceFile` is where its fault is. */
async function findKiller(sourceFile: string): Promise<string | undefined> {
  const last = lastKillers.get(sourceFile)
  for (const files of last === undefined ? TESTS : [[last], ...TESTS]) {
    // Of its own: one that was used before counts the failures of the faults before.
    const vitest = await createVitest('test', { ...QUIET, root })
    try {
      const killer = await firstFailure(vitest, files)
      if (killer === undefined) continue
      lastKillers.set(sourceFile, killer.slice(0, killer.indexOf(':')))
      return killer
    } finally {
      await vitest.close()
    }
  }
  return undefined
}

async function firstFailure(vitest: Vitest, files: readonly string[]): Promise<string | undefined> {
  const project = vitest.getRootProject()
  const specifications = files.map((file) => project.createSpecification(join(root, file)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  for (const module of testModules) {
    const [first] = module.children.allTests('failed')
    const name = relative(root, module.moduleId)
    if (first) return `${name}: ${first.fullName}`
    if (module.state() === 'failed') return `${name}: ${module.errors()[0]?.message ?? 'does not run'}`
  }
  return unhandledErrors.length > 0 ? String(unhandledErrors[0]) : undefined
}

async function outcomeOf(mutant: Mutant, { scratch, toolchain }: Workshop): Promise<Outcome> {
  const source = join(scratch, 'src', mutant.file)
  const before = readFileSync(source, 'utf8')
  writeFileSync(source, withFault(mutant, before))
  try {
    const isSame = BUILT.filter(({ source }) => source === 'src/lib.rs').map((built) => {
      const outFile = join(scratch, built.elf)
      const elf = buildProgram({ root, sourceFolder: scratch, built, outFile, toolchain, warns: false })
      return elf.equals(readFileSync(join(folder, built.elf)))
    })
    const killer = await findKiller(mutant.file)
    if (killer !== undefined) return { verdict: 'killed', how: killer }
    const same = isSame.every(Boolean)
    return { verdict: 'survived', how: same ? 'the compiler makes the same bytes of it' : '' }
  } catch (error) {
    return { verdict: 'does not build', how: (error as Error).message.slice(0, 300) }
  } finally {
    writeFileSync(source, before)
  }
}

async function tryAll(mutants: readonly Mutant[], toolchain: Toolchain): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'twinmint-mutants-'))
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
  for (const name of ['src', 'target.json', 'math-check.rs'])
    cpSync(join(folder, name), join(scratch, name), { recursive: true })
  process.env['TWINMINT_PROGRAM_FOLDER'] = scratch
  const counts: Record<string, number> = {}
  let wrong = 0
  for (const mutant of mutants) {
    const { verdict, how } = await outcomeOf(mutant, { scratch, toolchain })
    const expected = mutant.because === undefined ? 'killed' : 'survived'
    if (verdict !== expected) wrong++
    counts[verdict] = (counts[verdict] ?? 0) + 1
    const reason = [how, mutant.because].filter(Boolean).join('; because ')
    console.log(
      `${verdict === expected ? '' : 'WRONG: '}${verdict}: ${mutant.file}: ${mutant.name}${reason && ` (${reason})`}`,
    )
  }
  const totals = VERDICTS.map((verdict) => `${counts[verdict] ?? 0} ${verdict}`).join(', ')
  console.log(`${mutants.length} faults: ${totals}; ${wrong} not as the list says`)
  process.exitCode = wrong === 0 ? 0 : 1
}

const wanted = new RegExp(readCommand('program:mutants').rest[0] ?? '')
const toolchain = findToolchain()
const chosen = MUTANTS.filter(({ file, name }) => wanted.test(`${file}: ${name}`))
if (chosen.length === 0) refuseCommand('program:mutants', `No fault matches ${wanted}.`)
if ('missing' in toolchain) {
  console.error(toolchain.missing)
  process.exitCode = 1
} else await tryAll(chosen, toolchain)
