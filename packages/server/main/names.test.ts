import { address } from '@solana/kit'
import { launchState } from '@twinmint/sdk/core/curve'
import { STANDARD_CHOICES, STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { applyEvents } from '../index/apply.ts'
import { listNames, listPeople, saveProfile } from '../people/store.ts'
import { renewNames } from './names.ts'

let db: Database
beforeAll(async () => {
  db = await openEmptyDatabase()
})
afterAll(() => db.close())

const ADDRESSES = [
  '7jgVZ7DDHLhZ3qmdyg3tGwDzd4rYBHZVYUgpe3zHqJpg',
  '9k4DiwTCCrxGyTfuQ69ttSZkscjiPUqTf6UcTFyPiMBQ',
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
] as const

it('names from before the rule stay, show their address and cannot be taken again', async () => {
  await db.query(`delete from site_settings where key = 'names_rule'`)
  const names = ['Twinmint Support', 'раураӏ', 'Anna']
  for (const [at, username] of names.entries())
    await saveProfile(db, { walletAddress: ADDRESSES[at] ?? '', username, skeleton: `old ${at}`, bio: '' })
  await renewNames(db, new AbortController().signal)
  const shown = ['7jgV…qJpg “Twinmint Support”', 'раураӏ', 'Anna']
  const byAddress = (rows: readonly { readonly walletAddress: string; readonly username: string }[]) =>
    ADDRESSES.map((address) => rows.find(({ walletAddress }) => walletAddress === address)?.username)
  expect(byAddress(await listNames(db, ADDRESSES))).toEqual(shown)
  expect(await listPeople(db, 'twinmint', 5)).toMatchObject([{ username: shown[0] }])
  const skeletons = await db.query<{ skeleton: string }>(
    'select username_skeleton as skeleton from wallet_users where wallet_address = $1',
    [ADDRESSES[1]],
  )
  expect(skeletons).toEqual([{ skeleton: 'paypal' }])
  // A new name removes the mark; a second run does nothing.
  await saveProfile(db, { walletAddress: ADDRESSES[0], username: 'Bert', skeleton: 'bert', bio: '' })
  await renewNames(db, new AbortController().signal)
  expect(byAddress(await listNames(db, ADDRESSES))).toEqual(['Bert', 'раураӏ', 'Anna'])
})

it('coins launched without the server, or before the rule, show their address', async () => {
  const state = launchState({
    ...STANDARD_TERMS,
    ...STANDARD_CHOICES,
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
  })
  const [mint, who] = [address(ADDRESSES[0]), address(ADDRESSES[1])]
  const texts = { name: 'USD Coin', symbol: 'USDC', collectionName: '✅', uri: 'http://x/1' }
  const event = {
    kind: 'launch' as const,
    sequence: 1n,
    mint,
    who,
    reserveLamports: state.reserveLamports,
    reserveBaseUnits: state.reserveBaseUnits,
    realLamports: state.realLamports,
    unixSeconds: 1_800_000_000n,
    terms: STANDARD_TERMS,
    choices: STANDARD_CHOICES,
    texts,
  }
  await applyEvents(db, who, [{ event, signature: 's', slot: 1n }])
  const read = () => db.query('select name, symbol, collection_name as "collectionName" from collections')
  const shown = {
    name: 'USD Coin (7jgV…qJpg)',
    symbol: '7jgV…qJpg',
    collectionName: '✅ (7jgV…qJpg)',
  }
  expect(await read()).toEqual([shown])
  await db.query(`update collections set name = 'USD Coin', symbol = 'USDC', collection_name = '✅'`)
  await db.query(`delete from site_settings where key = 'names_rule'`)
  await renewNames(db, new AbortController().signal)
  expect(await read()).toEqual([shown])
})
