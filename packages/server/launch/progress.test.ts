import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { NFT_SUPPLY } from '@twinmint/sdk/actions/launch/rules'
import type { LaunchProgress } from '@twinmint/sdk/api/launch/contract'
import { expect, test } from 'vitest'
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
    findByMint: async (mint) => `coin ${mint}`,
    isFolderThere: async () => true,
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
    findByMint: async () => undefined,
    isFolderThere: async () => false,
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

/** What one who watches a launch that is on the chain hears, while its folder is made again so. */
async function heardWhile(isFolderThere: Parameters<typeof openProgressBoard>[0]['isFolderThere']) {
  const heard: LaunchProgress[] = []
  const board = openProgressBoard({
    chain: { programAddress: OWNER, loadAccounts: async (addresses) => addresses.map(() => made) },
    findByMint: async () => 'a coin',
    isFolderThere,
    onError: () => undefined,
  })
  await new Promise<void>((end) => {
    void board.watch(createKeypair().address, {
      key: 'one',
      tell: (message) => heard.push(message),
      end,
    })
  })
  return heard
}

test('the metadata are counted as they are made again, once', async () => {
  let times = 0
  const heard = await heardWhile(async (_mint, _id, onMade) => {
    times++
    for (const count of [250, 500, 1_002]) {
      onMade(count)
      await later(1)
    }
    return true
  })
  const counts = heard.flatMap((message) => (message.type === 'nft_progress' ? [message.created] : []))
  expect(counts.filter((count) => count > 0)).toEqual([250, 500, NFT_SUPPLY])
  expect(heard.at(-1)).toEqual({ type: 'done', collectionId: 'a coin' })
  expect(times).toBe(1)
})

test('a folder that is not what the chain names is said, and never done', async () => {
  const heard = await heardWhile(async (_mint, _id, onMade) => {
    onMade(1_000)
    return false
  })
  expect(heard.at(-1)).toMatchObject({ type: 'failed', code: 'contentUnlike' })
  expect(heard.some(({ type }) => type === 'done')).toBe(false)
})

test('where it could not be made, it is made two seconds later', async () => {
  const triedAtMs: number[] = []
  const heard = await heardWhile(async () => {
    triedAtMs.push(Date.now())
    if (triedAtMs.length < 2) throw new Error('The disk is slow')
    return true
  })
  expect(heard.at(-1)).toEqual({ type: 'done', collectionId: 'a coin' })
  const [first = 0, second = 0] = triedAtMs
  expect(second - first).toBeGreaterThanOrEqual(2_000)
  expect(triedAtMs).toHaveLength(2)
})
