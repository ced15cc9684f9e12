import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SHORT_LIVED } from './tests/server-process.ts'
import { isSoak } from './tests/soak.ts'

const FOLDERS = ['packages', 'program', 'tests']
/** A worker has one environment: for a file of the other one a new one starts, so those of pages come together, at the end. */
const isOfPage = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment')

/** What takes longest, so that no worker is left alone with it at the end: servers, then chains and databases, then the rest. */
const LONGEST_FIRST = [/tests\/faults\//, /tests\//, /program\//, /store|database|events/]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (file: TestSpecification) => {
      if (isOfPage(file)) return LONGEST_FIRST.length + 1
      const at = LONGEST_FIRST.findIndex((pattern) => pattern.test(file.moduleId))
      return at < 0 ? LONGEST_FIRST.length : at
    }
    return files.toSorted((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** The tests that have a size, or belong to the soak in part, and the files that are of the soak alone. */
const soaks = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter(
        (file) =>
          file.endsWith('.soak.ts') ||
          (file.endsWith('.test.ts') && /\/soak\.ts'/.test(readFileSync(file, 'utf8'))),
      ),
  )

/** As the server's build reads them: as their text. */
const svgText = {
  name: 'svg-text',
  enforce: 'pre' as const,
  load: (id: string) =>
    id.endsWith('.svg') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}` : undefined,
}

/** A validator, and three servers with a node, want the processors that the other files share. */
const ALONE = ['tests/validator.soak.ts', 'tests/fleet.soak.ts', 'tests/roll.soak.ts']
const inTurn = (name: string, groupOrder: number, include: string[]) => ({
  extends: true as const,
  test: { name, include, sequence: { groupOrder } },
})

export default defineConfig({
  plugins: [svgText],
  test: {
    ...(isSoak
      ? {
          projects: [
            inTurn(
              'together',
              0,
              soaks().filter((file) => !ALONE.includes(file)),
            ),
            ...ALONE.map((file, at) => inTurn(`alone ${at + 1}`, at + 1, [file])),
          ],
        }
      : { include: FOLDERS.map((folder) => `${folder}/**/*.test.{ts,tsx}`) }),
    // Native modules (LiteSVM, LMDB) and PGlite workers want processes, not threads.
    pool: 'forks',
    execArgv: [SHORT_LIVED],
    // A worker keeps the modules that it has loaded: a fifth of all the time went into loading them again for every file.
    // So a test puts back whatever it changes outside itself.
    isolate: false,
    setupFiles: ['tests/fresh-modules.ts'],
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // For a loaded machine. A soak has its size by count and takes what it takes.
    testTimeout: isSoak ? 3_600_000 : 400_000,
    hookTimeout: 180_000,
    // What is waited for is there at once or it is not: on a machine that is slow, or loaded, it takes longer.
    expect: { poll: { timeout: 20_000 } },
    // What a test makes somebody say on purpose is of interest only when it fails.
    silent: 'passed-only',
  },
})
