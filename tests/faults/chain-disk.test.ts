// The disk is full in the middle of the load: the chain stops with a sentence, acknowledges nothing that is not stored,
// and opens again when there is room.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbeddedChain } from '../../packages/localnet/chain.ts'
import { bundle } from '../../scripts/run.mjs'
import { auditFolder } from './chain-audit.ts'

test('a full disk stops the chain, and loses nothing that was acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chain-disk-'))
  try {
    const script = await bundle('tests/faults/chain-kill-child.ts')
    // A limit on the size of files, whose signal is ignored, makes writes beyond it fail as on a full disk.
    const limited = `trap '' XFSZ; ulimit -f 6000; exec "$0" "$@"`
    const child = spawn('sh', ['-c', limited, process.execPath, script, folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const code = await new Promise((resolve) => {
      child.on('close', resolve)
    })
    expect(code).toBe(3)
    const lines = said.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(
      /^stopped The chain's store could not be written, so nothing is acknowledged/,
    )
    const acknowledged = lines.filter((line) => line.startsWith('ack ')).map((line) => line.slice(4))
    expect(acknowledged.length).toBeGreaterThan(500)
    const { difference, recorded } = await auditFolder(folder)
    expect(acknowledged.filter((signature) => recorded.get(signature) !== 1)).toEqual([])
    expect(difference).toBe(0n)
    const again = await openEmbeddedChain({ folder })
    expect(again.stopped).toBeUndefined()
    await again.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
