// What a launch chooses and the terms that it names, as an integrator meets them: the built server and its own chain.

import { termsHex, termsOf } from '@twinmint/sdk/actions/launch/choices'
import type { LaunchForm } from '@twinmint/sdk/api/launch/contract'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { setTerms } from './terms.ts'

let server: ServerProcess
let creator: Client
let picture: Uint8Array

beforeAll(async () => {
  server = await startServerProcess()
  picture = await plainPicture('#21d38b')
  creator = createClient(server.origin)
  await creator.airdrop(10)
})
afterAll(() => server.remove())

const GUARD = { guardBps: 5_000, guardSeconds: 120 }
const failure = (status: number, code: string) => expect.objectContaining({ status, code })
const prepare = (form: Partial<LaunchForm>) => creator.prepareLaunch(form, picture)
const siteTerms = async () => termsHex(termsOf(await creator.get<SiteConfig>('/api/config')))

describe('what is chosen', () => {
  test('is on the coin: 10 SOL and no guard', async () => {
    const coin = await creator.launch({ openingReserveLamports: '10000000000', devBuyAmount: '1' }, picture)
    expect(coin).toMatchObject({
      openingReserveLamports: '10000000000',
      guardBps: 0,
      guardSeconds: 0,
      lockedLamports: '0',
      initialPrice: '0.00000001',
      reserveLamports: '11000000000',
      realLamports: '1000000000',
    })
    // A billion coins, of which 10 of 11 parts are left.
    expect(coin.currentSupply).toMatch(/^90909090\.9/)
  })

  test('is 1 SOL and no guard where nothing is said', async () => {
    const prepared = await prepare({})
    expect(prepared).toMatchObject({ openingReserveLamports: '1000000000', guardBps: 0, guardSeconds: 0 })
  })

  test('may be said by the first price, and not by two that differ', async () => {
    expect(await prepare({ initialPrice: '0.00000003' })).toMatchObject({
      openingReserveLamports: '30000000000',
    })
    await expect(
      prepare({ initialPrice: '0.000000001', openingReserveLamports: '30000000000' }),
    ).rejects.toEqual(failure(400, 'openingOutOfRange'))
  })

  test.each<[Partial<LaunchForm>, string]>([
    [{ openingReserveLamports: '999999999' }, 'openingOutOfRange'],
    [{ openingReserveLamports: '100000000001' }, 'openingOutOfRange'],
    [{ openingReserveLamports: '1.5' }, 'badRequest'],
    [{ guardBps: 5_001, guardSeconds: 120 }, 'guardOutOfRange'],
    [{ guardBps: 5_000, guardSeconds: 601 }, 'guardOutOfRange'],
    [{ guardBps: 0, guardSeconds: 1 }, 'guardOutOfRange'],
    [{ guardBps: 1, guardSeconds: 0 }, 'guardOutOfRange'],
    [{ guardBps: 1.5, guardSeconds: 1 }, 'badRequest'],
    [{ name: '\u3164' }, 'badRequest'],
    [{ name: ' \u2003 ' }, 'badRequest'],
    [{ symbol: 'DO\u202eGE' }, 'badRequest'],
    [{ termsHash: 'ff' }, 'badRequest'],
    [{ termsHash: 'f'.repeat(32) }, 'termsChanged'],
  ])('%j is refused before anything is signed', async (form, code) => {
    await expect(prepare(form)).rejects.toMatchObject({ code })
  })

  test('the bounds are taken', async () => {
    for (const form of [
      { openingReserveLamports: '100000000000', guardBps: 5_000, guardSeconds: 600 },
      { openingReserveLamports: '1000000000', guardBps: 1, guardSeconds: 1 },
    ])
      expect(await prepare(form)).toMatchObject(form)
  })
})

describe('a dev buy under a guard', () => {
  const DEEP = { openingReserveLamports: '30000000000', ...GUARD }

  test('is free of it up to 5 % of the supply, and gives what was said', async () => {
    const form = { ...DEEP, devBuyAmount: '1.578947368' }
    const prepared = await prepare(form)
    expect(prepared).toMatchObject({ devBuySurchargeLamports: '0', devBuyBaseUnits: '49999999987333' })
    const coin = await creator.launch(form, picture)
    expect(coin).toMatchObject({ ...GUARD, lockedLamports: '0', realLamports: '1578947368' })
    expect(coin.currentSupply).toBe('49999999.987333')
  })

  test('pays all of it beyond, which is locked', async () => {
    const form = { ...DEEP, devBuyAmount: '1.6' }
    expect(await prepare(form)).toMatchObject({ devBuySurchargeLamports: '800000000' })
    const coin = await creator.launch(form, picture)
    expect(coin).toMatchObject({
      lockedLamports: '800000000',
      realLamports: '800000000',
      devBuyAmount: '1.6',
    })
  })
})

describe('the terms', () => {
  test('that were shown are launched with; others are refused before and after the signature', async () => {
    const shown = await siteTerms()
    const prepared = await prepare({ termsHash: shown })
    await setTerms(server, { sellFeeBps: 200 })
    const send = (signedTransaction: string) => creator.post('/api/collections/launch', { signedTransaction })
    // Signed already: the program says no.
    await expect(send(creator.sign(prepared.transaction))).rejects.toEqual(failure(409, 'termsChanged'))
    await expect(prepare({ termsHash: shown })).rejects.toEqual(failure(409, 'termsChanged'))
    await expect(prepare({ termsHash: await siteTerms() })).resolves.toMatchObject({ guardBps: 0 })
    const coin = await creator.launch({ termsHash: await siteTerms() }, picture)
    expect(coin).toMatchObject({ sellFeeBps: 200 })
  })

  test('say how deep a launch may open', async () => {
    await setTerms(server, { graduationMarketCapLamports: 60_000_000_000n })
    expect(await prepare({ openingReserveLamports: '15000000000' })).toMatchObject({ guardBps: 0 })
    await expect(prepare({ openingReserveLamports: '15000000001' })).rejects.toMatchObject({
      code: 'openingOutOfRange',
      message: expect.stringContaining('1 to 15 SOL') as string,
    })
  })
})
