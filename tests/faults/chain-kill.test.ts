// `kill -9` again and again under load, on one folder: the chain opens again every time, without help, and every transaction
// that was acknowledged is there, once, with books that balance.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lamports } from '@twinmint/sdk/core/money'
import { expect, test } from 'vitest'
import { openEmbeddedChain } from '../../packages/localnet/chain.ts'
import { bundle } from '../../scripts/run.mjs'
import { isSoak, size } from '../soak.ts'
import { auditFolder } from './chain-audit.ts'

const KILLS = size(3, 100)
const STARTS = 24
/** So many transactions are acknowledged before it is killed. */
const ACKNOWLEDGED_MIN = 10
/** The longest that a first start is let live, in which it gets from the lock to the first account. */
const START_MS = 24

/** Runs the load until `loadMs` after the first ones were acknowledged, kills it, and returns what it had said. */
async function runUntilKilled(script: string, folder: string, loadMs: number): Promise<string> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let errors = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    // A busy machine takes its time until there are some.
    if (said.split('\nack ').length > ACKNOWLEDGED_MIN)
      timer ??= setTimeout(() => child.kill('SIGKILL'), loadMs)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const signal = await new Promise((resolve) => {
    child.on('close', (_code, by) => resolve(by))
  })
  if (signal !== 'SIGKILL') throw new Error(`The child ended by itself: ${errors}`)
  return said
}

test(`killed ${KILLS} times under load, no acknowledged transaction is lost or doubled`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chain-kill-'))
  try {
    const script = await bundle('tests/faults/chain-kill-child.ts')
    const acknowledged: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const before = acknowledged.length
      const said = await runUntilKilled(script, folder, 100 + Math.random() * 500)
      // The last line may have been cut off by the kill; whole ones end with a newline.
      for (const line of said.split('\n').slice(0, -1))
        if (line.startsWith('ack ')) acknowledged.push(line.slice(4))
      expect(acknowledged.length, 'the load ran').toBeGreaterThan(before)
    }
    const { difference, recorded } = await auditFolder(folder)
    const lost = acknowledged.filter((signature) => recorded.get(signature) !== 1)
    expect(lost).toEqual([])
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    // The last of them may have been cut off.
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * (ACKNOWLEDGED_MIN - 1))
    expect([...recorded.values()].every((times) => times === 1)).toBe(true)
    expect(difference).toBe(0n)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

if (isSoak)
  test('killed while it starts for the first time, it starts the next time', async () => {
    const script = await bundle('tests/faults/chain-kill-child.ts')
    let unopened = 0
    for (let kill = 0; kill < STARTS; kill++) {
      const folder = mkdtempSync(join(tmpdir(), 'chain-start-'))
      try {
        const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'ignore'] })
        let said = ''
        child.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString()
        })
        // From the moment that the folder has something in it: the lock, then LMDB's files, then the first account.
        while (readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve))
        await new Promise((resolve) => {
          setTimeout(resolve, (kill * START_MS) / STARTS)
        })
        child.kill('SIGKILL')
        await new Promise((resolve) => {
          child.on('close', resolve)
        })
        if (!said.startsWith('opened')) unopened++
        const chain = await openEmbeddedChain({ folder })
        await chain.airdrop(chain.faucetAddress, lamports(1n))
        await chain.close()
        expect((await auditFolder(folder)).difference).toBe(0n)
      } finally {
        rmSync(folder, { recursive: true })
      }
    }
    expect(unopened).toBeGreaterThan(0)
  })
