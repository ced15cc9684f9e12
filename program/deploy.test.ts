// The deploy command against the embedded chain's JSON-RPC, which answers as a cluster does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createSolanaRpcFromTransport,
  type Rpc,
  type RpcTransport,
  type SolanaRpcApi,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedChain, openEmbeddedChain } from '../src/chain/embedded/chain.ts'
import { embeddedTransport } from '../src/chain/embedded/transport.ts'
import { decodeConfig } from '../src/chain/program/accounts.ts'
import { deriveConfigAddress, deriveProgramDataAddress } from '../src/chain/program/addresses.ts'
import { addressBytes } from '../src/core/address.ts'
import { type DeployOptions, deployToCluster, readArguments, reclaimBuffers, teller } from './deploy.ts'
import { reasonOf } from './deploy-send.ts'
import { elf, TERMS, wallet } from './harness.ts'

const SOL = 1_000_000_000n
let folder: string
let chain: EmbeddedChain
let transport: RpcTransport
let rpc: Rpc<SolanaRpcApi>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'twinmint-deploy-'))
  chain = await openEmbeddedChain({ folder: join(folder, 'chain') })
  transport = embeddedTransport(chain)
  rpc = createSolanaRpcFromTransport(transport)
})
afterAll(async () => {
  await chain.close()
  rmSync(folder, { recursive: true })
})

const treasury = wallet(2).address

/** A command of its own: wallet `number` pays, and has so much. */
async function command(number: number, has: bigint) {
  const payer = wallet(number)
  const seed = Buffer.from(payer.key.export({ format: 'jwk' }).d!, 'base64url')
  const payerFile = join(folder, `payer-${number}.json`)
  writeFileSync(payerFile, JSON.stringify([...seed, ...addressBytes(payer.address)]))
  if (has > 0n) await rpc.requestAirdrop(payer.address, has as never).send()
  const lines: string[] = []
  const options: DeployOptions = {
    rpc,
    elf,
    payerFile,
    programFile: join(folder, `program-${number}.json`),
    treasury,
    admin: undefined,
    bytesMax: elf.length * 2,
    say: (line) => lines.push(line),
    confirm: async () => true,
    progress: () => undefined,
    pollMs: 20,
  }
  return { payer, lines, options, balance: () => chain.getBalance(payer.address) }
}

test('deploys, goes on after an interruption, writes the Config, and upgrades', async () => {
  const { payer, lines, options } = await command(1, 5n * SOL)
  expect(await deployToCluster({ ...options, confirm: async () => false })).toBeUndefined()
  expect(lines.join('\n')).toMatch(/Deploy .*\n {2}paid by .* 5 SOL\n {2}locked .* SOL in/)
  expect(lines.at(-1)).toBe(
    `  keys      upgrades ${payer.address}, admin ${payer.address}, treasury ${treasury}`,
  )

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
  expect(lines.join('\n')).toContain(`Program ${program} is upgraded, with `)
  const upgraded = await load(rpc, await deriveProgramDataAddress(program))
  expect(upgraded.subarray(45, 45 + elf.length).equals(next)).toBe(true)

  // Somebody else can't replace it, and learns that before anything is uploaded.
  const other = await command(3, 5n * SOL)
  const stolen = deployToCluster({ ...other.options, elf, programFile: options.programFile })
  await expect(stolen).rejects.toThrow(`Only ${payer.address} may upgrade ${program}`)
  expect(other.balance()).toBe(5n * SOL)
})

describe('what can’t succeed is said before anything is spent', () => {
  test('a cluster without SBPF v3', async () => {
    const { options, balance } = await command(4, 5n * SOL)
    const withoutV3: RpcTransport = async <T>(config: Parameters<RpcTransport>[0]) => {
      const { params } = config.payload as { readonly params: readonly unknown[] }
      if (params[0] === '5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC')
        return { result: { context: { slot: 1n }, value: null } } as T
      return transport<T>(config)
    }
    const refused = deployToCluster({ ...options, rpc: createSolanaRpcFromTransport(withoutV3) })
    await expect(refused).rejects.toThrow('does not run SBPF v3 yet')
    expect(balance()).toBe(5n * SOL)
  })

  test('a payer who can’t pay', async () => {
    const { payer, options, balance } = await command(5, SOL)
    await expect(deployToCluster(options)).rejects.toThrow(
      new RegExp(`${payer.address} has 1 SOL and needs 1\\.\\d+ SOL: send it 0\\.\\d+ SOL`),
    )
    expect(balance()).toBe(SOL)
  })
})

test('a program that the node refuses is refused with its reason, and what the buffer holds comes back', async () => {
  const { options, lines, balance } = await command(6, SOL)
  const broken = new Uint8Array(900)
  broken[48] = 3
  const refused = deployToCluster({ ...options, elf: broken, bytesMax: 900 })
  const reason = reasonOf(await refused.catch((error: unknown) => error))
  expect(reason).toMatch(/The node refuses a transaction: .*[\s\S]*Failed to parse ELF file/)
  const before = balance()

  expect(await reclaimBuffers({ ...options, confirm: async () => false })).toBe(0n)
  expect(balance()).toBe(before)
  const lent = chain.rentExemptLamports(37 + 900)
  expect(await reclaimBuffers(options)).toBe(lent)
  expect(balance()).toBe(before + lent - 5_000n)
  expect(lines.at(-1)).toContain(' SOL are back with ')
  expect(await reclaimBuffers(options)).toBe(0n)
  expect(lines.at(-1)).toContain('No buffer of ')
})

test('progress is one line where somebody watches, and none in a log', () => {
  const told = (isTTY: boolean) => {
    let text = ''
    const { say, progress } = teller({ isTTY, write: (more: string) => (text += more) })
    for (let sent = 1; sent <= 99; sent++) progress(sent, 99)
    say('done')
    return text
  }
  expect(told(false)).toBe('done\n')
  expect(told(true)).toMatch(/^(\r {2}transaction \d+ of at most 99){99}\r.*done\n$/)
})

test('--help needs nothing else, and what it does not name is refused with it', () => {
  expect(readArguments(['--help']).help).toBe(true)
  expect(readArguments(['--payer', 'key.json', '--yes'])).toMatchObject({ payer: 'key.json', yes: true })
  expect(() => readArguments([])).toThrow(/--payer is missing\.[\s\S]*--reclaim/)
  expect(() => readArguments(['--payer', 'key.json', '--halp'])).toThrow(/--halp[\s\S]*--reclaim/)
  expect(() => readArguments(['--payer', 'key.json', '--admin', 'me'])).toThrow(
    '--admin is not an address: me',
  )
})

async function load(rpc: Rpc<SolanaRpcApi>, address: Address): Promise<Buffer> {
  const { value } = await rpc.getAccountInfo(address, { encoding: 'base64' }).send()
  return Buffer.from(value?.data[0] ?? '', 'base64')
}
