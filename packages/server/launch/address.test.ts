import { pathToFileURL } from 'node:url'
import { createAddressWithSeed } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../../scripts/run.mjs'
import { type AddressFinder, startAddressFinder } from './address.ts'

let finder: AddressFinder
beforeAll(async () => {
  finder = startAddressFinder(pathToFileURL(await bundle('packages/server/launch/address-worker.ts')))
})
afterAll(() => finder.close())

test('finds addresses that end in jpg, as kit derives them, while this thread goes on', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  const creators = [createKeypair(), createKeypair(), createKeypair()].map(({ address }) => address)
  const found = await Promise.all(creators.map((creator) => finder.find(creator)))
  clearInterval(timer)
  for (const [i, { mintAddress, seed }] of found.entries()) {
    expect(mintAddress).toMatch(/jpg$/)
    const creator = creators[i] ?? creators[0]!
    expect(mintAddress).toBe(
      await createAddressWithSeed({ baseAddress: creator, seed, programAddress: TOKEN_2022_PROGRAM }),
    )
  }
  expect(ticks).toBeGreaterThan(3)
})

test('gives the same creator another address each time', async () => {
  const { address } = createKeypair()
  const [a, b] = [await finder.find(address), await finder.find(address)]
  expect(a.mintAddress).not.toBe(b.mintAddress)
})

test('keeps an address for whoever is expected, once, and lets those who wait go first', async () => {
  const [first, second, waiting] = [createKeypair(), createKeypair(), createKeypair()].map(
    ({ address }) => address,
  )
  if (first === undefined || second === undefined || waiting === undefined) throw new Error('three')
  const order: string[] = []
  finder.expect(first)
  finder.expect(second)
  finder.expect(second)
  const asked = finder.find(waiting).then(() => order.push('waiting'))
  const kept = finder.find(second).then((found) => {
    order.push('expected')
    return found
  })
  await asked
  const { mintAddress } = await kept
  expect(order).toEqual(['waiting', 'expected'])
  expect((await finder.find(first)).mintAddress).toMatch(/jpg$/)
  expect((await finder.find(second)).mintAddress).not.toBe(mintAddress)
})

test('says that its thread ended, to each who waits, and goes on where it can', async () => {
  const broken = startAddressFinder(new URL('data:text/javascript,process.exit(1)'))
  const asked = [createKeypair(), createKeypair()].map(({ address }) => broken.find(address))
  for (const result of await Promise.allSettled(asked)) expect(result.status).toBe('rejected')
  await expect(broken.find(createKeypair().address)).rejects.toThrow('ended')
  await broken.close()
})
