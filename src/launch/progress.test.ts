import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import { createKeypair } from '../chain/keypair.ts'
import type { LaunchProgress } from './contract.ts'
import { openProgressBoard } from './progress.ts'

const OWNER = createKeypair().address
const made = { lamports: 1n, owner: OWNER, data: new Uint8Array(1) }
const dusted = { lamports: 890_880n, owner: OWNER, data: new Uint8Array(0) }
const later = (ms: number) => new Promise((done) => setTimeout(done, ms))

test('two hundred who watch twenty launches cost the chain what one costs it', async () => {
  const asked: number[] = []
  let isMade = false
  const board = openProgressBoard({
    chain: {
      programAddress: OWNER,
      loadAccounts: async (addresses: readonly Address[]) => {
        asked.push(addresses.length)
        return addresses.map(() => (isMade ? made : dusted))
      },
    },
    collections: {
      findByMint: async (mint) => `coin ${mint}`,
    },
    onError: (error) => {
      throw error
    },
  })
  const mints = Array.from({ length: 20 }, () => createKeypair().address)
  const heard: LaunchProgress[][] = []
  const ended: number[] = []
  for (let at = 0; at < 200; at++) {
    const messages: LaunchProgress[] = []
    heard.push(messages)
    await board.watch(mints[at % 20] ?? '', {
      key: `address ${at % 10}`,
      tell: (message) => messages.push(message),
      end: () => ended.push(at),
    })
  }
  asked.length = 0
  await later(700)
  expect(asked.length).toBeLessThan(5)
  expect(new Set(asked)).toEqual(new Set([60]))
  // Lamports alone are no account.
  expect(new Set(heard.map((messages) => JSON.stringify(messages)))).toEqual(
    new Set([
      JSON.stringify([
        { type: 'step', step: 1 },
        { type: 'progress', progress: 0 },
      ]),
    ]),
  )
  isMade = true
  await expect.poll(() => ended).toHaveLength(200)
  for (const [at, messages] of heard.entries())
    expect(messages.at(-1)).toEqual({ type: 'done', collectionId: `coin ${mints[at % 20]}` })
  // Nobody watches: nobody asks.
  asked.length = 0
  await later(300)
  expect(asked).toEqual([])
})

test('five hundred watch at most, fifty of one address, and whoever goes makes room', async () => {
  const board = openProgressBoard({
    chain: { programAddress: OWNER, loadAccounts: async (addresses) => addresses.map(() => undefined) },
    collections: { findByMint: async () => undefined },
    onError: () => undefined,
  })
  const mint = createKeypair().address
  const watch = (key = 'another') => board.watch(mint, { key, tell: () => undefined, end: () => undefined })
  const ofOne = Array.from({ length: 60 }, () => watch('one'))
  expect((await Promise.all(ofOne)).filter((stop) => stop === undefined)).toHaveLength(10)
  const stops = await Promise.all([
    ...ofOne.slice(0, 50),
    ...Array.from({ length: 450 }, (_, at) => watch(`address ${at % 9}`)),
  ])
  expect(await watch()).toBeUndefined()
  stops[0]?.()
  stops[0]?.()
  stops.push(await watch())
  expect(stops.at(-1)).toBeDefined()
  expect(await watch()).toBeUndefined()
  for (const stop of stops) stop?.()
})
