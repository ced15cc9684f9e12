/* oxlint-disable vitest/valid-expect -- a failure has to say its seed */
// math.rs against 128-bit arithmetic on this machine: 20 million edge-biased products and quotients, where a compiler is.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findToolchain } from '../build/build.ts'
import { programFolder } from './harness.ts'
import { Random, testSeed } from './random.ts'

const toolchain = findToolchain()
const skipped = 'missing' in toolchain ? ` (skipped: ${toolchain.missing})` : ''

test.skipIf(skipped !== '')(`products and quotients equal those of 128-bit integers${skipped}`, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'twinmint-math-'))
  try {
    const source = join(programFolder, 'math-check.rs')
    const binary = join(scratch, 'check')
    const flags = ['--edition=2024', '--crate-name=check', '-O', '-Coverflow-checks=on', `-o${binary}`]
    const built = spawnSync('/usr/bin/rustc', [...flags, source], { encoding: 'utf8' })
    expect(built.stderr).toBe('')
    const seed = testSeed()
    const ran = spawnSync(binary, [new Random(seed).u64().toString()], { encoding: 'utf8' })
    expect(ran.stderr, `repeat with TWINMINT_SEED=${seed}`).toBe('')
    // Enough of them had a result; the others were refused by both.
    expect(Number(ran.stdout)).toBeGreaterThan(5_000_000)
  } finally {
    rmSync(scratch, { recursive: true })
  }
})
