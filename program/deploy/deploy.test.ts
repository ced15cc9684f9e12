// The deploy command against the embedded chain's JSON-RPC, which answers as a cluster does.

import { decodeConfig } from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress, deriveProgramDataAddress } from '@twinmint/sdk/program/addresses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { elf, TERMS, wallet } from '../test/harness.ts'
import { readArguments } from './arguments.ts'
import { deployToCluster, reclaimBuffers, teller } from './deploy.ts'
import { openDeployChain } from './harness.ts'
import { reasonOf } from './send.ts'

const SOL = 1_000_000_000n
let on: Awaited<ReturnType<typeof openDeployChain>>
beforeAll(async () => {
  on = await openDeployChain()
})
afterAll(() => on.close())

const treasury = wallet(2).address
const keyOptions = { admin: undefined, treasury, pauseKey: undefined, upgradeAuthority: undefined }

test('deploys, goes on after an interruption, writes the Config, and upgrades', async () => {
  const { payer, lines, ...first } = await on.command(1, 5n * SOL)
  const options = { ...first.options, keyOptions }
  expect(await deployToCluster({ ...options, confirm: async () => false })).toBeUndefined()
  expect(lines.join('\n')).toMatch(/Deploy .*\n {2}paid by .* 5 SOL\n {2}locked .* SOL in/)
  expect(lines.slice(-4)).toEqual([
    `  upgrades  ${payer.address}, a plain wallet, with one key`,
    `  admin     ${payer.address}, a plain wallet, with one key`,
    `  treasury  ${treasury}, a plain wallet, with one key`,
    `  pauses    ${payer.address}, a plain wallet, with one key`,
  ])

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

  const config = await on.load(await deriveConfigAddress(program))
  expect(decodeConfig(config)).toMatchObject({
    ...TERMS,
    admin: payer.address,
    pauseKey: payer.address,
    treasury,
  })
  const data = await on.load(await deriveProgramDataAddress(program))
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
  const upgraded = await on.load(await deriveProgramDataAddress(program))
  expect(upgraded.subarray(45, 45 + elf.length).equals(next)).toBe(true)

  // Somebody else can't replace it, and learns that before anything is uploaded.
  const other = await on.command(3, 5n * SOL)
  const stolen = deployToCluster({ ...other.options, elf, programFile: options.programFile })
  await expect(stolen).rejects.toThrow(`Only ${payer.address} may upgrade ${program}`)
  expect(other.balance()).toBe(5n * SOL)
})

describe('what can’t succeed is said before anything is spent', () => {
  test('a cluster without SBPF v3', async () => {
    const { options, balance } = await on.command(4, 5n * SOL)
    const withoutV3 = on.answering((_method, [address]) =>
      address === '5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC'
        ? { context: { slot: 1n }, value: null }
        : undefined,
    )
    const refused = deployToCluster({ ...options, rpc: withoutV3 })
    await expect(refused).rejects.toThrow('does not run SBPF v3 yet')
    expect(balance()).toBe(5n * SOL)
  })

  test('a payer who can’t pay', async () => {
    const { payer, options, balance } = await on.command(5, SOL)
    await expect(deployToCluster(options)).rejects.toThrow(
      new RegExp(`${payer.address} has 1 SOL and needs 2\\.\\d+ SOL: send it 1\\.\\d+ SOL`),
    )
    expect(balance()).toBe(SOL)
  })
})

test('a program that the node refuses is refused with its reason, and what the buffer holds comes back', async () => {
  const { options, lines, balance } = await on.command(6, SOL)
  const broken = new Uint8Array(900)
  broken[48] = 3
  const refused = deployToCluster({ ...options, elf: broken, bytesMax: 900 })
  const reason = reasonOf(await refused.catch((error: unknown) => error))
  expect(reason).toMatch(/The node refuses a transaction: .*[\s\S]*Failed to parse ELF file/)
  const before = balance()

  expect(await reclaimBuffers({ ...options, confirm: async () => false })).toBe(0n)
  expect(balance()).toBe(before)
  const lent = on.chain.rentExemptLamports(37 + 900)
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
  const payer = ['--payer', 'key.json']
  expect(readArguments(['--help'])).toBeUndefined()
  expect(readArguments([...payer, '--yes'])).toMatchObject({
    payer: 'key.json',
    yes: true,
    keyOptions: { admin: undefined, treasury: undefined, pauseKey: undefined, upgradeAuthority: undefined },
  })
  expect(readArguments([...payer, '--upgrade-authority', treasury])?.keyOptions.upgradeAuthority).toBe(
    treasury,
  )
  expect(readArguments([...payer, '--act', 'unpause'])?.act).toBe('unpause')
  expect(readArguments([...payer, '--pause-key', 'nobody'])?.keyOptions.pauseKey).toBe('nobody')
  expect(readArguments([...payer, '--final'])?.keyOptions.upgradeAuthority).toBe('nobody')
  expect(() => readArguments([])).toThrow(/--payer is missing\.[\s\S]*--reclaim/)
  const refused: readonly (readonly [args: readonly string[], sentence: string])[] = [
    [['--halp'], '--halp'],
    [['--admin', 'me'], '--admin is not an address: me'],
    [['--upgrade-authority', 'me'], '--upgrade-authority is not an address: me'],
    [['--final', '--upgrade-authority', treasury], '--final leaves nobody'],
    [['--final', '--yes'], '--yes does not answer what --final asks'],
    [['--final', '--confirm-final', 'yes'], '--confirm-final is not an address: yes'],
    [['--confirm-final', treasury], '--confirm-final means nothing without --final'],
    [['--pause-key', 'me'], '--pause-key is not an address: me'],
    [['--act', 'stop'], '--act is none of accept-admin, withdraw-admin, pause, unpause, pay-treasury: stop'],
    [['--act', 'pause', '--admin', treasury], '--act goes without --admin'],
    [['--act', 'pause', '--final', '--yes', '--confirm-final', treasury], '--act goes without --final'],
  ]
  for (const [args, sentence] of refused) expect(() => readArguments([...payer, ...args])).toThrow(sentence)
})
