// `--act pay-treasury`: what Markets owe the treasury goes through the Config to it, also when the run breaks off in between.
import { writeFileSync } from 'node:fs'
import { addressBytes } from '@twinmint/sdk/core/address'
import { decodeMarket } from '@twinmint/sdk/program/accounts'
import {
  deriveMarketAddresses,
  deriveMintAddress,
  deriveMintBaseAddress,
} from '@twinmint/sdk/program/addresses'
import { boostInstruction, launchInstruction } from '@twinmint/sdk/program/instructions'
import { STANDARD_CHOICES, STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeypair } from '../../packages/localnet/keypair.ts'
import { findSeed, type Wallet, wallet } from '../test/harness.ts'
import { act } from './acts.ts'
import { deployToCluster } from './deploy.ts'
import { openDeployChain } from './harness.ts'
import { sender } from './send.ts'

const SOL = 1_000_000_000n
const seedOf = ({ key }: Wallet) => Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')
let on: Awaited<ReturnType<typeof openDeployChain>>
beforeAll(async () => {
  on = await openDeployChain()
})
afterAll(() => on.close())

test('collects of every Market that owes, says before what that is, and goes on where it was cut off', async () => {
  const { payer, lines, options } = await on.command(1, 10n * SOL)
  const key = wallet(900_000)
  const program = key.address
  writeFileSync(options.programFile, JSON.stringify([...seedOf(key), ...addressBytes(program)]))
  const treasury = wallet(22).address
  await deployToCluster({ ...options, keyOptions: { ...options.keyOptions, treasury } })
  const send = sender(options.rpc, [createKeypair(seedOf(payer))], 20)
  const mintBase = await deriveMintBaseAddress(program, payer.address)
  const coins = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const seed = await findSeed(payer.address, number)
      const addresses = await deriveMarketAddresses(program, await deriveMintAddress(mintBase, seed))
      return { seed, addresses }
    }),
  )
  for (const { seed, addresses } of coins) {
    const texts = { seed, name: `Coin ${seed}`, symbol: 'COIN', collectionName: 'Coins', uri: 'http://x/1' }
    const launch = { creator: payer.address, mintBase, addresses, texts }
    await send(
      [launchInstruction(program, { ...launch, choices: STANDARD_CHOICES, terms: STANDARD_TERMS })],
      [payer.address],
    )
  }
  const boosted = coins.slice(0, 2)
  for (const { addresses } of boosted)
    await send([boostInstruction(program, { payer: payer.address, addresses })], [payer.address])
  const owed = async () =>
    Promise.all(
      coins.map(
        async ({ addresses: { market } }) => decodeMarket(await on.load(market)).treasuryFeesOwedLamports,
      ),
    )
  const price = STANDARD_TERMS.boostPriceLamports
  expect(await owed()).toEqual([price, price, 0n])

  lines.length = 0
  let sent = 0
  const cut = on.answering((method) => {
    if (method === 'sendTransaction' && ++sent === 2) throw new Error('the line is cut')
    return undefined
  })
  await expect(act('pay-treasury', { ...options, rpc: cut })).rejects.toThrow('the line is cut')
  expect(await owed()).toEqual([0n, 0n, 0n])
  expect(on.chain.getBalance(treasury)).toBe(0n)
  const said = '2 Markets owe the treasury 2 SOL: 1 transaction brings it to the Config.'
  expect(lines).toEqual([said])
  await act('pay-treasury', options)
  expect(on.chain.getBalance(treasury)).toBe(2n * price)
  expect(lines).toEqual([said, `The treasury ${treasury} is paid.`])
})
