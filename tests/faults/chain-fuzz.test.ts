// Inputs that nobody should send, to a chain in a process of its own: an abort of the VM would take the test runner along.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Random, withSeed } from '../../program/test/random.ts'
import { size } from '../soak.ts'

const INPUTS = size(2_000, 100_000)

interface Outcome {
  readonly ended: { readonly code: number | null; readonly signal: string | null }
  readonly errors: string
  readonly out: string
}

/** Feeds a chain in a process of its own. */
async function fuzz(seed: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'chain-fuzz-'))
  try {
    const child = spawn(
      process.execPath,
      ['scripts/run.mjs', 'tests/faults/chain-fuzz-child.ts', folder, String(seed), String(INPUTS)],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let out = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4_000)
    })
    const ended = await new Promise<Outcome['ended']>((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal }))
    })
    return { ended, errors, out }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test(`any bytes and any parameters get a JSON-RPC answer, never an abort: ${INPUTS} times`, () =>
  withSeed(async (seed) => {
    const { ended, errors, out } = await fuzz(new Random(seed).below(2 ** 32))
    expect(ended, errors).toEqual({ code: 0, signal: null })
    const { executed, succeeded, codes } = JSON.parse(out) as {
      executed: number
      succeeded: number
      codes: Record<string, number>
    }
    // The inputs reached what they are for: the VM, its refusals, the readers of parameters, and plain answers.
    expect(executed).toBeGreaterThan(INPUTS / 100)
    // Nonsense that succeeds is rare: 457 of 100,000 once, most of it new accounts for the other instructions.
    expect(succeeded).toBeGreaterThan(INPUTS / 500)
    for (const code of ['-32002', '-32003', '-32600', '-32601', '-32602', '-32700', 'result'])
      expect(codes[code] ?? 0, `answers ${code}`).toBeGreaterThan(INPUTS / 1_000)
  }))
