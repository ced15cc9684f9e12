// Records of the program as bytes, in the histories of three coins: what the index makes of them, at once, one by one and again;
// and that it stops at what it does not know.
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import { Writer } from '@twinmint/sdk/program/bytes'
import { decodeEvents } from '@twinmint/sdk/program/events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { INDEX_TABLES } from '../database/migrations.ts'
import { applyEvents } from './apply.ts'
import { collectionIdOf, type LoggedEvent } from './event-rows.ts'
import { loadPlatformBuckets, refreshFigures } from './figures-store.ts'
import { bondingCurveOf, collectionOf, tradeOf } from './records.ts'
import { listTrades, listTradesOf, loadCollections } from './store.ts'

const key = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte))
const [program, plainMint, guardedMint, who] = [key(1), key(3), key(4), key(5)]
const [plainId, guardedId] = [collectionIdOf(plainMint), collectionIdOf(guardedMint)]
let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))

interface Facts {
  readonly version?: number
  readonly mint: Address
  readonly sequence: bigint
  /** Moved lamports and coins, fee and creator's fee; then the reserves and what was really paid in. */
  readonly moved?: readonly [bigint, bigint, bigint, bigint]
  readonly after: readonly [bigint, bigint, bigint]
  readonly edition?: number
}

/** The bytes of a record, as docs/program.md has them. */
function record(kind: number, facts: Facts, tail?: (writer: Writer) => Writer): LoggedEvent {
  const { version = 2, mint, sequence, moved = [0n, 0n, 0n, 0n], after, edition = 0 } = facts
  const writer = new Writer().u8(255).u8(kind).u8(version).u8(0).u8(0).u32(edition).u64(sequence)
  writer.address(mint).address(who)
  for (const value of [...moved, ...after, 0n, 1_800_000_000n + sequence]) writer.u64(value)
  const data = (tail ? tail(writer) : writer).finish()
  const [event] = decodeEvents([{ programAddress: program, data }], program)
  if (event === undefined) throw new Error('no event')
  return { event, signature: `${mint} ${sequence}`, slot: 7n }
}

const SOL = 1_000_000_000n
const SUPPLY = 1_000_000_000_000_000n
const terms = (writer: Writer) =>
  writer
    .u64(420n * SOL)
    .u64(SOL)
    .u32(86_400)
    .u16(100)
    .u16(5_000)
const texts = (writer: Writer) => writer.text('Frog').text('FROG').text('Frogs').text('http://x/1')

const HALF = SUPPLY / 2n
/** At 1 SOL, without a guard: launched, bought twice, boosted and collected. */
const plainCoin = [
  record(2, { mint: plainMint, sequence: 1n, after: [SOL, SUPPLY, 0n] }, (writer) =>
    texts(terms(writer).u16(500).u16(100).u64(SOL).u16(0).u16(0)),
  ),
  record(3, {
    mint: plainMint,
    sequence: 2n,
    moved: [SOL, HALF, 0n, 0n],
    after: [2n * SOL, HALF, SOL],
  }),
  record(3, {
    mint: plainMint,
    sequence: 3n,
    moved: [2n * SOL, HALF / 2n, 0n, 0n],
    after: [4n * SOL, HALF / 2n, 3n * SOL],
  }),
  record(
    7,
    {
      mint: plainMint,
      sequence: 4n,
      moved: [SOL, 0n, 0n, 0n],
      after: [4n * SOL, HALF / 2n, 3n * SOL],
    },
    (writer) => writer.u64(1_800_086_400n),
  ),
  record(12, {
    mint: plainMint,
    sequence: 5n,
    moved: [SOL, 0n, 0n, 0n],
    after: [4n * SOL, HALF / 2n, 3n * SOL],
  }),
]
const TENTH = SUPPLY / 10n
/** At 30 SOL, with a guard: half of the second buy's 6 2/3 SOL and some of the third's are locked. */
const guardedCoin = [
  record(2, { mint: guardedMint, sequence: 1n, after: [30n * SOL, SUPPLY, 0n] }, (writer) =>
    texts(
      terms(writer)
        .u16(500)
        .u16(100)
        .u64(30n * SOL)
        .u16(5_000)
        .u16(120),
    ),
  ),
  record(3, {
    mint: guardedMint,
    sequence: 2n,
    moved: [6_666_666_668n, TENTH, 3_333_333_334n, 0n],
    after: [33_333_333_334n, SUPPLY - TENTH, 3_333_333_334n],
  }),
  record(3, {
    mint: guardedMint,
    sequence: 3n,
    moved: [SOL, TENTH / 10n, 400_000_000n, 0n],
    after: [33_933_333_334n, SUPPLY - TENTH - TENTH / 10n, 3_933_333_334n],
  }),
  record(4, {
    mint: guardedMint,
    sequence: 4n,
    moved: [(297n * SOL) / 1_000n, TENTH / 10n, 3_000_000n, 1_500_000n],
    after: [33_633_333_334n, SUPPLY - TENTH, 3_633_333_334n],
  }),
]
const all = [...plainCoin, ...guardedCoin]

const marketMint = key(6)
const [seller, bidder, bid] = [key(7), key(8), key(9)]
const LATER = 4_000_000_000n
/** Listed, repriced, taken back, listed, bought; offered for numbers 1, 8 and 1,000, withdrawn, offered, accepted. */
const marketCoin = (() => {
  const after = [30n * SOL, SUPPLY, 0n] as const
  const [first, ...rest]: [number, Partial<Facts>, ((writer: Writer) => Writer)?][] = [
    [
      2,
      {},
      (writer) =>
        texts(
          terms(writer)
            .u16(500)
            .u16(100)
            .u64(30n * SOL)
            .u16(0)
            .u16(0),
        ),
    ],
    [5, { moved: [0n, 1_000_000_000_000n, 0n, 0n], edition: 8 }],
    [30, { moved: [SOL, 0n, 0n, 0n], edition: 8 }, (writer) => writer.u64(LATER)],
    [31, { moved: [2n * SOL, 0n, 0n, 0n], edition: 8 }, (writer) => writer.u64(LATER + 1n)],
    [32, { moved: [2n * SOL, 0n, 0n, 0n], edition: 8 }],
    [30, { moved: [SOL, 0n, 0n, 0n], edition: 8 }, (writer) => writer.u64(LATER)],
    [33, { moved: [SOL, 0n, 58_501_498n, 48_501_498n], edition: 8 }, (writer) => writer.address(seller)],
    [34, { moved: [SOL, 0n, 0n, 0n] }, offered],
    [35, { moved: [SOL, 0n, 0n, 0n] }, (writer) => writer.address(bid)],
    [34, { moved: [SOL, 0n, 0n, 0n] }, offered],
    [
      36,
      { moved: [SOL, 0n, 58_501_498n, 48_501_498n], edition: 8 },
      (writer) => writer.address(bid).address(bidder),
    ],
    [34, { moved: [3n * SOL, 0n, 0n, 0n] }, offered],
  ]
  function offered(writer: Writer): Writer {
    const editions = new Uint8Array(125)
    editions.set([0b1000_0001], 0)
    editions.set([0b1000_0000], 124)
    return writer.address(bid).u64(7n).u64(LATER).bytes(editions)
  }
  return [first!, ...rest].map(([kind, facts, tail], at) =>
    record(kind, { mint: marketMint, sequence: BigInt(at + 1), after, ...facts }, tail),
  )
})()
const apply = (events: readonly LoggedEvent[]) => applyEvents(database, program, events)

async function dump(): Promise<unknown> {
  const tables: Record<string, object[]> = {}
  for (const table of INDEX_TABLES)
    tables[table] = await database.query(`select (t.*)::text as row from ${table} t order by 1`)
  return tables
}

test('a coin that began at 1 SOL without a guard says so', async () => {
  await apply(all)
  const [row] = await loadCollections(database, [plainId])
  expect(row).toMatchObject({
    sequence: 5,
    openingReserveLamports: '1000000000',
    guardBps: 0,
    guardSeconds: 0,
    lockedLamports: '0',
    realLamports: '3000000000',
    tradeCount: 2,
    boostedUntil: '2027-01-16T08:00:00.000Z',
  })
  expect(Number(row?.initialPrice)).toBe(1e-9)
})

test('opening, guard and what it locked are in every record of the coin', async () => {
  await apply(all)
  await refreshFigures(database, [plainId, guardedId])
  const [row] = await loadCollections(database, [guardedId])
  if (row === undefined) throw new Error('no coin')
  const chosen = {
    openingReserveLamports: '30000000000',
    guardBps: 5_000,
    guardSeconds: 120,
    lockedLamports: '3733333334',
  }
  expect(collectionOf(row, 150, 0)).toMatchObject({ ...chosen, initialPrice: '0.00000003', sequence: 4 })
  expect(bondingCurveOf(row, 150)).toMatchObject(chosen)
})

test('trades, positions and volumes count all that was paid, and trades say the surcharge', async () => {
  const applied = await apply(all)
  const range = { collectionId: guardedId, before: undefined, limit: 9 }
  const trades = (await listTrades(database, range)).map(tradeOf)
  expect(
    trades.map(({ lamports, surchargeLamports, feeLamports }) => [lamports, surchargeLamports, feeLamports]),
  ).toEqual([
    ['297000000', '0', '3000000'],
    ['1000000000', '400000000', '0'],
    ['6666666668', '3333333334', '0'],
  ])
  // What the stream tells is what is read later, of the coin and of the wallet.
  expect(applied.trades().filter(({ collectionId }) => collectionId === guardedId)).toEqual(
    trades.toReversed(),
  )
  const own = (await listTradesOf(database, { traderAddresses: [who], limit: 9 })).map(tradeOf)
  expect(own.filter(({ collectionId }) => collectionId === guardedId)).toEqual(trades)
  expect(
    await database.query('select bought_lamports as bought from positions where collection_id = $1', [
      guardedId,
    ]),
  ).toEqual([{ bought: '7666666668' }])
  expect(
    await database.query(
      'select volume_lamports as volume from chart_data where collection_id = $1 and timeframe = 86400',
      [guardedId],
    ),
  ).toEqual([{ volume: '7966666668' }])
  const [bucket] = await loadPlatformBuckets(database, { sinceSeconds: 0, bucketSeconds: 86_400 })
  // 3 SOL of the plain coin; the fee of the sell and the price of the boost. A collect earns nothing twice.
  expect(bucket).toMatchObject({ volumeLamports: '10966666668', feeLamports: '1003000000', trades: 5 })
})

test('records of the NFT market become listings, offers and sales', async () => {
  const { activity } = await apply(marketCoin)
  expect(activity.map(({ kind, walletAddress, nftTokenId }) => [kind, walletAddress, nftTokenId])).toEqual([
    ['LIST', who, 8],
    ['LIST', who, 8],
    ['UNLIST', who, 8],
    ['LIST', who, 8],
    ['SALE', who, 8],
    ['OFFER', who, null],
    ['OFFER_WITHDRAWN', who, null],
    ['OFFER', who, null],
    ['SALE', bidder, 8],
    ['OFFER', who, null],
  ])
  expect(activity[4]).toMatchObject({
    sellerAddress: seller,
    lamports: '1000000000',
    feeLamports: '58501498',
  })
  expect(activity[5]).toMatchObject({ editionCount: 3, rarity: null })
  const id = collectionIdOf(marketMint)
  const [row] = await loadCollections(database, [id])
  expect(row).toMatchObject({
    royaltyBps: 500,
    marketFeeBps: 100,
    creatorFeesOwedLamports: '97002996',
    nftSaleCount: 2,
    nftSalesLamports: '2000000000',
  })
  expect(
    await database.query(
      `select address, bidder_address as bidder, nonce, price_lamports as price, editions::text as editions from nft_offers`,
    ),
  ).toEqual([
    {
      address: bid,
      bidder: who,
      nonce: '7',
      price: '3000000000',
      editions: `1${'0'.repeat(6)}1${'0'.repeat(991)}1`,
    },
  ])
  expect(await database.query('select token_id from nft_listings')).toEqual([])
  expect(
    await database.query(
      'select owner_address as owner from nfts where collection_id = $1 and token_id = 8',
      [id],
    ),
  ).toEqual([{ owner: bidder }])
})

test('one by one, twice and backwards the rows are the same', async () => {
  const all = [...plainCoin, ...guardedCoin, ...marketCoin]
  await apply(all)
  const atOnce = await dump()
  await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
  for (const event of all) await apply([event, event])
  expect(await dump()).toEqual(atOnce)
  await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
  let waiting: readonly LoggedEvent[] = []
  for (const event of all.toReversed()) waiting = (await apply([...waiting, event])).early
  expect(waiting).toEqual([])
  expect(await dump()).toEqual(atOnce)
})

test('a record of another version stops the index', () => {
  const facts = { mint: guardedMint, sequence: 5n, after: [SOL, SUPPLY, 0n] } as const
  for (const version of [1, 3])
    expect(() => record(3, { ...facts, version })).toThrow(`events of version ${version} are not known here`)
  expect(() => record(99, facts)).toThrow('events of kind 99 are not known here')
})
