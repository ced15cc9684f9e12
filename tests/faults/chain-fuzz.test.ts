// 100,000 inputs that nobody should send, to a chain in a process of its own: an abort of the VM would take the test runner along.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const INPUTS = 100_000

test('any bytes and any parameters get a JSON-RPC answer, never an abort', { timeout: 180_000 }, async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`FUZZ_SEED=${seed}`)
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
    const ended = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal }))
    })
    expect(ended, `seed ${seed}\n${errors}`).toEqual({ code: 0, signal: null })
    const { executed, succeeded, codes } = JSON.parse(out) as {
      executed: number
      succeeded: number
      codes: Record<string, number>
    }
    // The inputs reached what they are for: the VM, its refusals, the readers of parameters, and plain answers.
    expect(executed).toBeGreaterThan(1_000)
    // Nonsense that succeeds is rare: 457 with seed 2080701731, most of it new accounts for the other instructions.
    expect(succeeded).toBeGreaterThan(200)
    for (const code of ['-32002', '-32003', '-32600', '-32601', '-32602', '-32700', 'result'])
      expect(codes[code] ?? 0, `answers ${code}`).toBeGreaterThan(100)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
