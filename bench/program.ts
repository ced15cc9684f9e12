// Compute units and bytes of the program's transactions, as its own tests measure them in the VM.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

interface Measured {
  readonly bytes: number
  readonly computeUnits: number
  readonly ownComputeUnits: readonly number[]
}

/** What the program's tests print of themselves. */
function tallyOf(test: string): string {
  const vitest = join('node_modules', '.bin', process.platform === 'win32' ? 'vitest.cmd' : 'vitest')
  const { stdout, status } = spawnSync(vitest, ['run', test, '--no-color', '--silent=false'], {
    env: { ...process.env, TWINMINT_TALLY: '1' },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${test} failed:\n${stdout}`)
  return stdout
}

interface Fit {
  readonly case: string
  readonly most: number
  readonly stoppedBy: string
  readonly trace: number
  readonly bytes: number
  readonly computeUnits: number
  readonly rent: string
  readonly 'trace of 1': number
  readonly 'bytes of 1': number
  readonly 'CU of 1': number
}

export function benchProgram(): Record<string, string> {
  const stdout = tallyOf('program/test/launch.test.ts')
  const launches = read<Record<'typical' | 'worst', Measured>>(
    /^\{\n "typical"[\s\S]*?\n\}/m.exec(stdout)?.[0],
  )
  const trades = read<Record<'first' | 'next' | 'sold' | 'boosted', Measured>>(
    /^\{"first".*$/m.exec(stdout)?.[0],
  )
  const fits = read<readonly Fit[]>(/^\[\{"case".*$/m.exec(tallyOf('program/test/fits.test.ts'))?.[0])
  const figure = ({ bytes, computeUnits }: Measured) => `${computeUnits} CU, ${bytes} bytes`
  const swaps = fits.map((fit) => [
    fit.case,
    `1: ${fit['CU of 1']} CU, ${fit['bytes of 1']} bytes, trace ${fit['trace of 1']}; ` +
      `${fit.most}: ${fit.computeUnits} CU, ${fit.bytes} bytes, trace ${fit.trace}, rent ${fit.rent} lamports; ` +
      `one more is stopped by ${fit.stoppedBy}`,
  ])
  return {
    'launch with dev buy and boost': figure(launches.typical),
    'the longest such launch': figure(launches.worst),
    'first buy, making the coin account': figure(trades.first),
    'buy with a coin account, the instruction': `${trades.next.ownComputeUnits[0] ?? 0} CU`,
    sell: figure(trades.sold),
    boost: figure(trades.boosted),
    ...Object.fromEntries(swaps),
  }
}

function read<T>(text: string | undefined): T {
  if (text === undefined) throw new Error('the tests printed no figures')
  return JSON.parse(text) as T
}
