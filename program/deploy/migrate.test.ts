// The deploy command on a cluster where the released program is deployed: upgraded to the next version, with more room, and every
// account migrated; and to this build's program, where nothing is to be migrated.
import { writeFileSync } from 'node:fs'
import { addressBytes } from '@twinmint/sdk/core/address'
import { holdsCode, type Send } from '@twinmint/sdk/internal/program/loader'
import { decodeConfig, decodeMarket } from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress, deriveProgramDataAddress } from '@twinmint/sdk/program/addresses'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { MIGRATIONS_AT_A_TIME } from '@twinmint/server/chain/migrate'
import { expect, test } from 'vitest'
import { createKeypair, signTransaction } from '../../packages/localnet/keypair.ts'
import { elf, nextElf, type Wallet, wallet } from '../test/harness.ts'
import { NEXT_KINDS } from '../test/next-version.ts'
import { coinOf, deployReleased, releasedElf } from '../test/released.ts'
import { deployToCluster } from './deploy.ts'
import { openDeployChain } from './harness.ts'

const SOL = 1_000_000_000n
const COINS = 3
const seedOf = ({ key }: Wallet) => Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')

/** The command on a cluster with the released program and coins of it. */
async function openReleased() {
  const on = await openDeployChain()
  const command = await on.command(1, 10n * SOL)
  const { payer, options } = command
  const program = wallet(900_000)
  writeFileSync(options.programFile, JSON.stringify([...seedOf(program), ...addressBytes(program.address)]))
  const keypairs = [payer, program, wallet(900_003)].map((each) => createKeypair(seedOf(each)))
  const send: Send = async (instructions, signers) => {
    const { blockhash } = on.chain.latestBlockhash()
    const wire = encodeTransaction({ feePayer: payer.address, recentBlockhash: blockhash, instructions })
    const signing = keypairs.filter(({ address }) => address === payer.address || signers.includes(address))
    expect((await on.chain.sendTransaction(signTransaction(wire, signing))).err).toBeNull()
  }
  const rent = async (bytes: number) => on.chain.rentExemptLamports(bytes)
  const nextSlot = () => new Promise<void>((wake) => setTimeout(wake, 450))
  const buffer = wallet(900_003).address
  await deployReleased({ send, payer: payer.address, buffer, bytesMax: releasedElf.length, rent, nextSlot })
  const coins = await Promise.all(
    Array.from({ length: COINS }, (_, at) => coinOf(payer.address, `C${at + 1}`, at + 1)),
  )
  for (const { launch } of coins) await send([launch], [payer.address])
  const addresses = [
    await deriveConfigAddress(program.address),
    ...coins.map(({ addresses: { market } }) => market),
  ]
  const accounts = () => Promise.all(addresses.map(on.load))
  return { on, command, program, accounts }
}

test('upgrades the released program to the next version, says before what it costs, and migrates Config and Markets, also when run again', async () => {
  const { on, command, program, accounts } = await openReleased()
  const { payer, lines, balance } = command
  const options = { ...command.options, elf: nextElf, kinds: NEXT_KINDS, bytesMax: nextElf.length * 2 }
  const versions = async () => (await accounts()).map((data) => data[1])
  expect(await versions()).toEqual([2, 2, 2, 2])

  const [growth, before] = [3n * 111_360n + 55_680n, balance()]
  expect(await deployToCluster({ ...options, confirm: async () => false })).toBeUndefined()
  expect(lines.join('\n')).toMatch(
    /Upgrade .*\n {2}paid by .*\n {2}lent .*they come back\n {2}locked {4}0\.\d+ SOL more, for \d+ bytes of room\n {2}fees .*\n {2}migrates {2}4 accounts of an earlier version, whose growth takes 0\.00039976 SOL/,
  )
  expect(balance()).toBe(before)

  // Cut off after the upload, the room and the upgrade.
  const whole = Math.ceil(nextElf.length / 960)
  const cut = deployToCluster({
    ...options,
    progress: (sent) => {
      if (sent === whole + 3) throw new Error('the line is cut')
    },
  })
  await expect(cut).rejects.toThrow('the line is cut')
  expect(await versions()).toEqual([2, 2, 2, 2])
  lines.length = 0
  expect(await deployToCluster(options)).toBe(program.address)
  expect(lines[0]).toBe(`Program ${program.address} is deployed and up to date.`)
  expect(lines.join('\n')).toContain('  migrates  4 accounts of an earlier version')
  expect(lines).toContain('Migrated 4 accounts.')
  expect(await versions()).toEqual([3, 3, 3, 3])
  expect(COINS).toBeLessThan(MIGRATIONS_AT_A_TIME)

  const data = await on.load(await deriveProgramDataAddress(program.address))
  expect(holdsCode(data, nextElf)).toBe(true)
  const [config = new Uint8Array(), ...markets] = await accounts()
  expect(decodeConfig(config, NEXT_KINDS)).toMatchObject({ admin: payer.address })
  for (const market of markets) expect(decodeMarket(market, NEXT_KINDS)).toMatchObject({ sequence: 1n })
  // Room, growth, and fees: the buffer's rent is back.
  const room = on.chain.rentExemptLamports(data.length) - on.chain.rentExemptLamports(45 + releasedElf.length)
  const fees = before - balance() - growth - room
  expect(fees).toBeGreaterThan(0n)
  expect(fees).toBeLessThan(SOL / 500n)

  lines.length = 0
  const asked = () => Promise.reject(new Error('asked for nothing'))
  expect(await deployToCluster({ ...options, confirm: asked })).toBe(program.address)
  await on.close()
})

test('upgrades the released program to this build’s, and touches no account', async () => {
  const { on, command, program, accounts } = await openReleased()
  const before = await accounts()
  expect(await deployToCluster(command.options)).toBe(program.address)
  expect(command.lines.join('\n')).not.toContain('igrate')
  expect(holdsCode(await on.load(await deriveProgramDataAddress(program.address)), elf)).toBe(true)
  expect(await accounts()).toEqual(before)
  await on.close()
})
