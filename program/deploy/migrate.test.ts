// The deploy command on a cluster where version 1 is deployed: upgraded, with more room, and every account migrated.
import { writeFileSync } from 'node:fs'
import { addressBytes } from '@twinmint/sdk/core/address'
import { holdsCode, type Send } from '@twinmint/sdk/internal/program/loader'
import { decodeConfig, decodeMarket } from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress, deriveProgramDataAddress } from '@twinmint/sdk/program/addresses'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { MIGRATIONS_AT_A_TIME } from '@twinmint/server/chain/migrate'
import { expect, test } from 'vitest'
import { createKeypair, signTransaction } from '../../packages/localnet/keypair.ts'
import { elf, type Wallet, wallet } from '../test/harness.ts'
import { coin1, deploy1, elf1 } from '../test/version-1.ts'
import { deployToCluster } from './deploy.ts'
import { openDeployChain } from './harness.ts'

const SOL = 1_000_000_000n
const COINS = 3
const seedOf = ({ key }: Wallet) => Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')

test('upgrades a deployment of version 1, says before what it costs, and migrates Config and Markets, also when run again', async () => {
  const on = await openDeployChain()
  const { payer, lines, options, balance } = await on.command(1, 10n * SOL)
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
  await deploy1({ send, payer: payer.address, buffer, bytesMax: elf1.length, rent, nextSlot })
  const coins = await Promise.all(
    Array.from({ length: COINS }, (_, at) => coin1(payer.address, `C${at + 1}`, at + 1)),
  )
  for (const { launch } of coins) await send([launch], [payer.address])

  const configAddress = await deriveConfigAddress(program.address)
  const versions = () =>
    Promise.all(
      [configAddress, ...coins.map(({ addresses }) => addresses.market)].map(
        async (address) => (await on.load(address))[1],
      ),
    )
  expect(await versions()).toEqual([1, 1, 1, 1])

  const [growth, before] = [3n * 723_840n + 779_520n, balance()]
  expect(await deployToCluster({ ...options, confirm: async () => false })).toBeUndefined()
  expect(lines.join('\n')).toMatch(
    /Upgrade .*\n {2}paid by .*\n {2}lent .*they come back\n {2}locked {4}0\.\d+ SOL more, for \d+ bytes of room\n {2}fees .*\n {2}migrates {2}4 accounts of version 1, whose growth takes 0\.002961\d* SOL/,
  )
  expect(balance()).toBe(before)

  // Cut off after the upload, the room and the upgrade.
  const whole = Math.ceil(elf.length / 960)
  const cut = deployToCluster({
    ...options,
    progress: (sent) => {
      if (sent === whole + 3) throw new Error('the line is cut')
    },
  })
  await expect(cut).rejects.toThrow('the line is cut')
  expect(await versions()).toEqual([1, 1, 1, 1])
  lines.length = 0
  expect(await deployToCluster(options)).toBe(program.address)
  expect(lines[0]).toBe(`Program ${program.address} is deployed and up to date.`)
  expect(lines.join('\n')).toContain('  migrates  4 accounts of version 1')
  expect(lines).toContain('Migrated 4 accounts of version 1.')
  expect(await versions()).toEqual([2, 2, 2, 2])
  expect(COINS).toBeLessThan(MIGRATIONS_AT_A_TIME)

  const data = await on.load(await deriveProgramDataAddress(program.address))
  expect(holdsCode(data, elf)).toBe(true)
  expect(decodeConfig(await on.load(configAddress))).toMatchObject({ version: 2, admin: payer.address })
  for (const { addresses } of coins)
    expect(decodeMarket(await on.load(addresses.market))).toMatchObject({ version: 2, sequence: 1n })
  // Room, growth, and fees: the buffer's rent is back.
  const room = on.chain.rentExemptLamports(data.length) - on.chain.rentExemptLamports(45 + elf1.length)
  const fees = before - balance() - growth - room
  expect(fees).toBeGreaterThan(0n)
  expect(fees).toBeLessThan(SOL / 500n)

  lines.length = 0
  const asked = () => Promise.reject(new Error('asked for nothing'))
  expect(await deployToCluster({ ...options, confirm: asked })).toBe(program.address)
  await on.close()
})
