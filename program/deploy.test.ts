// The deploy command against the embedded chain's JSON-RPC, which answers as a cluster does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, createSolanaRpcFromTransport, type Rpc, type SolanaRpcApi } from '@solana/kit'
import { expect, test } from 'vitest'
import { openEmbeddedChain } from '../src/chain/embedded/chain.ts'
import { embeddedTransport } from '../src/chain/embedded/transport.ts'
import { decodeConfig } from '../src/chain/program/accounts.ts'
import { deriveConfigAddress, deriveProgramDataAddress } from '../src/chain/program/addresses.ts'
import { addressBytes } from '../src/chain/program/message.ts'
import { type DeployOptions, deployToCluster } from './deploy.ts'
import { elf, TERMS, wallet } from './harness.ts'

test('deploys, goes on after an interruption, writes the Config, and upgrades', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-deploy-'))
  const chain = await openEmbeddedChain({ folder: join(folder, 'chain') })
  try {
    const rpc = createSolanaRpcFromTransport(embeddedTransport(chain))
    const payer = wallet(1)
    const seed = Buffer.from(payer.key.export({ format: 'jwk' }).d!, 'base64url')
    const payerFile = join(folder, 'payer.json')
    writeFileSync(payerFile, JSON.stringify([...seed, ...addressBytes(payer.address)]))
    await rpc.requestAirdrop(payer.address, 5_000_000_000n as never).send()
    const treasury = wallet(2).address
    const lines: string[] = []
    const options: DeployOptions = {
      rpc,
      elf,
      payerFile,
      programFile: join(folder, 'program.json'),
      treasury,
      admin: undefined,
      bytesMax: elf.length * 2,
      say: (line) => lines.push(line),
      confirm: async () => true,
      progress: () => undefined,
      pollMs: 20,
    }

    expect(await deployToCluster({ ...options, confirm: async () => false })).toBeUndefined()
    expect(lines.join('\n')).toMatch(/Deploy .*\n {2}paid by .* 5 SOL\n {2}locked .* SOL in/)

    let sentBefore = 0
    const interrupted = deployToCluster({
      ...options,
      progress: (sent) => {
        sentBefore = sent
        if (sent === 30) throw new Error('the line is cut')
      },
    })
    await expect(interrupted).rejects.toThrow('the line is cut')
    // Those that were on their way when the line was cut.
    await new Promise((wake) => setTimeout(wake, 1_500))
    let sent = 0
    const program = (await deployToCluster({ ...options, progress: (count) => (sent = count) }))!
    const whole = Math.ceil(elf.length / 960) + 2
    expect(sentBefore).toBeGreaterThanOrEqual(30)
    expect(sent).toBeLessThanOrEqual(whole - 29)

    const config = await load(rpc, await deriveConfigAddress(program))
    expect(decodeConfig(config)).toEqual({ ...TERMS, admin: payer.address, treasury, paused: false })
    const data = await load(rpc, await deriveProgramDataAddress(program))
    expect(data.subarray(45, 45 + elf.length).equals(elf)).toBe(true)

    lines.length = 0
    expect(
      await deployToCluster({ ...options, confirm: () => Promise.reject(new Error('asked for nothing')) }),
    ).toBe(program)
    expect(lines[0]).toBe(`Program ${program} is deployed and up to date.`)

    // Another build: the same code with a byte of its read-only data changed (the first eight are never read).
    const next = elf.slice()
    next[64 + 2 * 56] = 1
    expect(await deployToCluster({ ...options, elf: next })).toBe(program)
    expect(lines.join('\n')).toContain('is upgraded.')
    const upgraded = await load(rpc, await deriveProgramDataAddress(program))
    expect(upgraded.subarray(45, 45 + elf.length).equals(next)).toBe(true)
  } finally {
    await chain.close()
    rmSync(folder, { recursive: true })
  }
})

async function load(rpc: Rpc<SolanaRpcApi>, address: Address): Promise<Buffer> {
  const { value } = await rpc.getAccountInfo(address, { encoding: 'base64' }).send()
  return Buffer.from(value?.data[0] ?? '', 'base64')
}
