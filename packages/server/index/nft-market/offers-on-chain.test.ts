// Offers whose end a node forgot, on a real PostgreSQL (embedded): what is shown, counted and told is what the chain has.

import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { addressBytes } from '@twinmint/sdk/core/address'
import { Refusal } from '@twinmint/sdk/core/errors'
import { CLOCK_ADDRESS } from '@twinmint/sdk/program/clock'
import { editionSet } from '@twinmint/sdk/program/editions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  ann,
  ben,
  buy,
  capture,
  cat,
  historyOf,
  id,
  list,
  mint,
  offer,
  SOL,
} from '../../../../tests/nft-histories.ts'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import type { ChainAccount } from '../../chain/chain.ts'
import type { Database } from '../../database/database.ts'
import { INDEX_TABLES } from '../../database/migrations.ts'
import { tellNftNews } from '../../people/alerts/nft-news.ts'
import { applyEvents } from '../apply.ts'
import { collectionIdOf } from '../event-rows.ts'
import { openStandingOffers } from './offers-on-chain.ts'
import { listOffers, listOffersMade, loadMarketFigures, sumOffered } from './store.ts'

const program = createKeypair().address
const [gone, kept, again, late] = Array.from({ length: 4 }, () => createKeypair().address) as [
  Address,
  Address,
  Address,
  Address,
]
const END = 4_000_000_000n
let database: Database
let accounts: Map<Address, ChainAccount>
/** How many accounts were asked for, one a call. */
let asked: number[]
let isDown: boolean
/** How far the node has come, in seconds of the chain's clock. */
let nodeSeconds: bigint
const chain = {
  programAddress: program,
  loadAccounts: async (addresses: readonly Address[]) => {
    asked.push(addresses.length)
    if (isDown) throw new Refusal('chainUnavailable')
    return addresses.map((address) =>
      address === CLOCK_ADDRESS ? clockAt(nodeSeconds) : accounts.get(address),
    )
  },
}
function clockAt(seconds: bigint): ChainAccount {
  const data = new Uint8Array(40)
  new DataView(data.buffer).setBigInt64(32, seconds, true)
  return { owner: program, lamports: 1n, data }
}
const failures: unknown[] = []
const open = () => openStandingOffers(database, chain, (error) => failures.push(error))

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.script(`truncate ${[...INDEX_TABLES, 'sessions', 'notifications'].join(', ')} cascade`)
  ;[accounts, asked, isDown] = [new Map(), [], false]
  failures.length = 0
  const now = BigInt(Math.floor(Date.now() / 1_000))
  nodeSeconds = now
  // All but the last are older than any node is behind.
  const timed = historyOf([
    capture(ann, 7),
    capture(ann, 8),
    list(ann, 8, SOL),
    offer(ben, gone, 3n * SOL, [7, 8]),
    offer(ben, kept, 2n * SOL, [7]),
    offer(cat, again, 4n * SOL, [7]),
    offer(cat, late, SOL, [7]),
  ]).map((logged, at) => ({
    ...logged,
    event: { ...logged.event, unixSeconds: now - (at === 7 ? 1n : 3_600n - BigInt(at)) },
  }))
  await applyEvents(database, program, timed)
  accounts.set(kept, told(ben, 2n * SOL, [7]))
  // The number of a withdrawn offer was used for another one.
  accounts.set(again, told(cat, SOL / 2n, [7, 8]))
})

/** The account of an offer, as docs/program.md says. */
function told(bidder: Address, price: bigint, editions: readonly number[]): ChainAccount {
  const data = new Uint8Array(256)
  data.set([5, 1], 0)
  data.set(addressBytes(mint), 8)
  data.set(addressBytes(bidder), 40)
  const view = new DataView(data.buffer)
  view.setBigUint64(72, 7n, true)
  view.setBigUint64(80, price, true)
  view.setBigInt64(88, END, true)
  data.set(editionSet(editions), 104)
  return { owner: program, lamports: 1n, data }
}

const shown = () =>
  listOffers(database, { collectionId: id, edition: 7, bidderAddress: undefined, after: undefined, limit: 9 })
const addressesOf = (rows: readonly { readonly address: string }[]) => rows.map(({ address }) => address)

test('an offer that was withdrawn or accepted in a gap is not shown, and one made anew is shown as it is', async () => {
  expect(addressesOf(await shown())).toEqual([again, gone, kept, late])
  const offers = open()
  // What was made a moment ago a node may not have yet.
  expect(addressesOf(await offers.current(shown))).toEqual([kept, late, again])
  expect(
    await database.query(
      'select price_lamports as price, edition_count as count, rarity from nft_offers where address = $1',
      [again],
    ),
  ).toEqual([{ price: (SOL / 2n).toString(), count: 2, rarity: null }])
  // Good for a while.
  const calls = asked.length
  await offers.current(shown)
  expect(asked).toHaveLength(calls)
})

test('what a node says that lags behind an offer’s own transaction is no proof against it', async () => {
  const offers = open()
  // `kept` and `again` were made after what this node has, `gone` just then.
  nodeSeconds -= 3_600n - 4n
  accounts.clear()
  accounts.set(again, told(cat, SOL / 2n, [7, 8]))
  expect(addressesOf(await offers.current(shown))).toEqual([again, gone, kept, late])
  expect((await shown())[0]?.priceLamports).toBe((4n * SOL).toString())
  // A second later it has gone on from there without that one.
  nodeSeconds += 1n
  expect(addressesOf(await open().current(shown))).toEqual([again, kept, late])
})

test('a page is filled with what stands behind what is gone', async () => {
  const first = () =>
    listOffers(database, {
      collectionId: id,
      edition: 7,
      bidderAddress: undefined,
      after: undefined,
      limit: 1,
    })
  expect(addressesOf(await open().current(first))).toEqual([kept])
})

test('the best offer, what a bidder has locked, and the bidder’s own list', async () => {
  const best = async () => (await loadMarketFigures(database, id)).bestOfferLamports
  expect(await best()).toBe((4n * SOL).toString())
  const offers = open()
  await offers.compare({ collectionId: id })
  expect(await loadMarketFigures(database, id)).toMatchObject({
    offers: 3,
    bestOfferLamports: (2n * SOL).toString(),
  })
  expect(asked).toEqual([4])
  expect(await sumOffered(database, ben)).toBe((2n * SOL).toString())
  expect(
    addressesOf(
      await offers.current(() =>
        listOffersMade(database, { bidderAddress: ben, after: undefined, limit: 9 }),
      ),
    ),
  ).toEqual([kept])
  await open().compare({ bidderAddress: cat })
  expect(asked.at(-1)).toBe(2)
})

test('offers that have expired, however many and high, keep no open one from being compared', async () => {
  await database.query(
    `insert into nft_offers select (jsonb_populate_record(o, jsonb_build_object('address', 'expired ' || n,
       'price_lamports', 1000000000000 + n, 'expires_at', now() - interval '1 day'))).*
     from nft_offers o, generate_series(1, 500) n where o.address = $1`,
    [gone],
  )
  await open().compare({ collectionId: id })
  expect(addressesOf(await shown())).toEqual([kept, late, again])
})

test('who asks while a coin is compared waits for it, and is not told what was before', async () => {
  const offers = open()
  const best = async () => {
    await offers.compare({ collectionId: id })
    return (await loadMarketFigures(database, id)).bestOfferLamports
  }
  const both = await Promise.all([best(), best()])
  expect(both).toEqual([(2n * SOL).toString(), (2n * SOL).toString()])
  expect(asked).toEqual([4])
})

test('figures are of what was compared, unless the chain does not answer', async () => {
  const offers = open()
  isDown = true
  await offers.refresh({ bidderAddress: ben })
  expect([await sumOffered(database, ben), failures.length]).toEqual([(5n * SOL).toString(), 1])
  isDown = false
  await offers.refresh({ bidderAddress: ben })
  expect(await sumOffered(database, ben)).toBe((2n * SOL).toString())
  const silent = openStandingOffers(
    database,
    { ...chain, loadAccounts: () => new Promise(() => undefined) },
    (error) => failures.push(error),
  )
  await silent.refresh({ bidderAddress: cat })
  expect(await sumOffered(database, cat)).toBe((5n * SOL).toString())
})

test('nobody is told of an offer that is gone', async () => {
  await database.query(
    `insert into sessions (token_hash, id, wallet_address, device, expires_at)
     values ('a', gen_random_uuid(), $1, 'd', now() + interval '1 day')`,
    [ann],
  )
  const offers = open()
  const tell = () =>
    tellNftNews(
      database,
      [id],
      Date.now(),
      (collectionId) => offers.compare({ collectionId }),
      (error) => failures.push(error),
    )
  // While the chain does not answer nothing is told; afterwards it is.
  isDown = true
  expect(await tell()).toEqual([])
  expect(failures).toHaveLength(1)
  isDown = false
  expect(await tell()).toEqual([ann])
  expect(await database.query('select lamports, trade_count as count from notifications')).toEqual([
    { lamports: (2n * SOL).toString(), count: 3 },
  ])
})

test('news of a sale does not wait for the node', async () => {
  const other = createKeypair().address
  const now = BigInt(Math.floor(Date.now() / 1_000))
  const sold = historyOf([capture(ann, 7), list(ann, 7, SOL), buy(cat, ann, 7, SOL)], other).map(
    (logged) => ({ ...logged, event: { ...logged.event, unixSeconds: now } }),
  )
  await applyEvents(database, program, sold)
  isDown = true
  const told = await tellNftNews(
    database,
    [collectionIdOf(other)],
    Date.now(),
    (collectionId) => open().compare({ collectionId }),
    (error) => failures.push(error),
  )
  expect([told, failures, asked]).toEqual([[ann], [], []])
})

test('an event that came meanwhile knows better than what was asked before it', async () => {
  const answer = chain.loadAccounts
  const before = answer([gone])
  const offers = openStandingOffers(
    database,
    {
      ...chain,
      loadAccounts: async (addresses) => {
        const now = await answer(addresses)
        if (asked.length === 2) {
          accounts.set(gone, told(ben, 3n * SOL, [7, 8]))
          await database.query('update nft_offers set sequence = sequence + 100 where address = $1', [gone])
        }
        return now
      },
    },
    (error) => failures.push(error),
  )
  expect(await before).toEqual([undefined])
  expect(addressesOf(await offers.current(shown))).toEqual([gone, kept, late, again])
})
