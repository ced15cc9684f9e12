// The index on a real PostgreSQL (embedded): what events do to the rows, in and out of order, twice, and with one missing.

import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { type CurveState, launchState, quoteBuy, quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { STANDARD_CHOICES, STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Random, withSeed } from '../../../program/test/random.ts'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { INDEX_TABLES } from '../database/migrations.ts'
import { applyEvents } from './apply.ts'
import { collectionIdOf, type LoggedEvent } from './event-rows.ts'
import { refreshFigures } from './figures-store.ts'
import { loadCollections } from './store.ts'

const program = createKeypair().address
const mint = createKeypair().address
const who = createKeypair().address
const id = collectionIdOf(mint)
let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))

/** The events of a coin: its launch, then buys (SOL above zero) and sells (share of the coins bought so far). */
function history(steps: readonly number[], mintAddress: Address = mint): LoggedEvent[] {
  let curve: CurveState = launchState({
    ...STANDARD_TERMS,
    ...STANDARD_CHOICES,
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
  })
  let held = 0n
  const common = (sequence: number) => ({
    sequence: BigInt(sequence),
    mint: mintAddress,
    who,
    reserveLamports: curve.reserveLamports,
    reserveBaseUnits: curve.reserveBaseUnits,
    realLamports: curve.realLamports,
    unixSeconds: 1_800_000_000n + BigInt(sequence * 40),
  })
  const texts = { name: 'Coin', symbol: 'COIN', collectionName: 'Coins', uri: 'http://x/1' }
  const events: ProgramEvent[] = [
    { ...common(1), kind: 'launch', terms: STANDARD_TERMS, choices: STANDARD_CHOICES, texts },
  ]
  steps.forEach((step, i) => {
    if (step > 0) {
      const lamportsIn = lamports(BigInt(Math.round(step * 1e9)))
      const quote = quoteBuy(curve, lamportsIn, { nowSeconds: 0n })
      if (quote.kind === 'refused') throw new Error(quote.code)
      curve = quote.after
      held += quote.baseUnitsOut
      events.push({
        ...common(i + 2),
        kind: 'buy',
        lamportsIn,
        surchargeLamports: lamports(0n),
        baseUnitsOut: quote.baseUnitsOut,
        graduated: quote.graduates,
        burnedBaseUnits: baseUnits(quote.graduates ? 1_000n : 0n),
      })
    } else {
      const baseUnitsIn = baseUnits(held / 3n)
      const quote = quoteSell(curve, baseUnitsIn)
      if (quote.kind === 'refused') throw new Error(quote.code)
      curve = quote.after
      held -= baseUnitsIn
      const { lamportsOut, feeLamports, creatorFeeLamports } = quote
      events.push({
        ...common(i + 2),
        kind: 'sell',
        baseUnitsIn,
        lamportsOut,
        feeLamports,
        creatorFeeLamports,
      })
    }
  })
  return events.map((event) => ({ event, signature: `s${event.sequence}`, slot: 400n + event.sequence }))
}

async function dump(): Promise<unknown> {
  const tables: Record<string, object[]> = {}
  for (const table of INDEX_TABLES)
    if (table !== 'indexer_cursor')
      tables[table] = await database.query(`select (t.*)::text as row from ${table} t order by 1`)
  return tables
}

const apply = (events: readonly LoggedEvent[], gaps: 'wait' | 'accept' = 'wait') =>
  applyEvents(database, program, events, {
    acceptsGaps: gaps === 'accept',
  })

test('gives the same rows whether events come at once, one by one, shuffled or twice', async () => {
  const events = history([0.5, 1, -1, 2, -1, 0.1, 25, 3, -1])
  await apply(events)
  const atOnce = await dump()

  await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
  for (const event of events) await apply([event, event])
  expect(await dump()).toEqual(atOnce)

  await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
  let waiting: readonly LoggedEvent[] = []
  for (const event of events.toReversed()) waiting = (await apply([...waiting, event])).early
  expect(waiting).toEqual([])
  expect(await dump()).toEqual(atOnce)
})

test('sells that come with those before them, which the rows hold already, take the coins that they would alone', async () => {
  const events = history([1, 1, 1, 1, -1, -1, 0.5, -1, -1, -1])
  for (const event of events) await apply([event])
  const alone = await dump()

  await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
  await apply(events.slice(0, 6))
  for (let end = 7; end <= events.length; end++) await apply(events.slice(0, end))
  expect(await dump()).toEqual(alone)
})

test('keeps coins apart in one batch', async () => {
  const other = createKeypair().address
  await apply([...history([1, 2]), ...history([3], other)])
  const [a, b] = await Promise.all(
    [mint, other].map(async (one) => (await loadCollections(database, [collectionIdOf(one)]))[0]),
  )
  expect([a?.sequence, a?.realLamports, b?.sequence, b?.realLamports]).toEqual([
    3,
    '3000000000',
    2,
    '3000000000',
  ])
})

test('gives back what follows a missing event, and takes it when the missing one comes', async () => {
  const [launch, first, second, third] = history([1, 2, 3])
  const { early } = await apply([launch!, third!])
  expect(early.map(({ event }) => event.sequence)).toEqual([4n])
  const rest = await apply([...early, first!, second!])
  expect(rest.early).toEqual([])
  expect(rest.trades().map(({ sequence }) => sequence)).toEqual([2, 3, 4])
})

test('goes on over an event that is missing for good, with what the next one says, graduation included', async () => {
  const events = history([1, 30, 2])
  const [launch, first, graduating, last] = events
  expect(graduating!.event).toMatchObject({ graduated: true })
  const { early } = await apply([launch!, first!, last!], 'accept')
  expect(early).toEqual([])
  const [record] = await loadCollections(database, [id])
  expect(record).toMatchObject({ sequence: 4, isGraduated: true, tradeCount: 2 })
  expect(record?.reserveLamports).toBe(last!.event.reserveLamports.toString())
  // A coin whose launch itself is missing has no row to go on from.
  const lost = history([1], createKeypair().address)
  await apply(lost.slice(1), 'accept')
  expect(await loadCollections(database, [collectionIdOf(lost[0]!.event.mint)])).toEqual([])
})

test('writes all or nothing', async () => {
  const events = history([1, 2])
  const broken = { ...events[2]!, event: { ...events[2]!.event, who: null as unknown as Address } }
  await expect(apply([events[0]!, events[1]!, broken])).rejects.toThrow('null value')
  expect(await loadCollections(database, [id])).toEqual([])
})

/** Swaps after the first events of a coin: a positive number is captured (and minted the first time), a negative one released. */
function swapsAfter(events: readonly LoggedEvent[], steps: readonly number[]): LoggedEvent[] {
  const last = events.at(-1)!.event
  const minted = new Set<number>()
  return steps.map((step, at) => {
    const sequence = last.sequence + BigInt(at + 1)
    const edition = Math.abs(step)
    const fields = {
      sequence,
      mint,
      who,
      edition,
      baseUnits: baseUnits(1_000_000_000_000n),
      reserveLamports: last.reserveLamports,
      reserveBaseUnits: last.reserveBaseUnits,
      realLamports: last.realLamports,
      unixSeconds: last.unixSeconds + BigInt(at + 1),
    }
    const event: ProgramEvent =
      step > 0 ? { ...fields, kind: 'capture', minted: !minted.has(edition) } : { ...fields, kind: 'release' }
    minted.add(edition)
    return { event, signature: `s${sequence}`, slot: 400n + sequence }
  })
}

const nftRows = () =>
  database.query<Record<string, unknown>>(
    `select token_id, is_swapped, owner_address, mint_signature, rarity, rarity_rank, sequence
     from nfts where collection_id = $1 order by token_id`,
    [id],
  )

test('an NFT has a row from its first swap on, and only then', async () => {
  const events = history([1])
  await apply([...events, ...swapsAfter(events, [7, 8, -7])])
  expect(await nftRows()).toEqual([
    expect.objectContaining({
      token_id: 7,
      is_swapped: true,
      mint_signature: 's3',
      rarity: 'legendary',
      sequence: 5,
    }),
    expect.objectContaining({
      token_id: 8,
      is_swapped: false,
      owner_address: who,
      mint_signature: 's4',
      sequence: 4,
    }),
  ])
  const [count] = await database.query<{ count: number }>('select count(*) as count from nfts')
  expect(count?.count).toBe(2)
  const [record] = await loadCollections(database, [id])
  expect(record).toMatchObject({ mintedNftCount: 2, circulatingNftCount: 1, tradeCount: 1 })
})

test('swaps in one batch, one by one, and twice are the same rows', async () => {
  const events = history([1])
  const swaps = swapsAfter(events, [1, 2, -1, 1, -2, 3])
  await apply([...events, ...swaps])
  const all = [await nftRows(), await database.query('select * from hybrid_swaps order by created_at')]
  await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
  await apply(events)
  for (const swap of swaps) await apply([swap])
  await apply(swaps)
  expect([await nftRows(), await database.query('select * from hybrid_swaps order by created_at')]).toEqual(
    all,
  )
  expect(all[1]).toHaveLength(6)
  expect(all[1]?.[0]).toMatchObject({
    project_id: id,
    user_wallet: who,
    type: 'SWAP_TO_NFT',
    token_amount: '1000000000000',
    metadata_index: 1,
  })
})

test('the project of a twin is there from its launch, with the fixed rate', async () => {
  await apply(history([]))
  expect(await database.query('select * from hybrid_projects')).toEqual([
    expect.objectContaining({
      collection_id: id,
      token_mint: mint,
      conversion_rate: 1_000_000,
      total_metadata: 1_000,
      creator_fee: 50,
    }),
  ])
})

/** Buys, sells and swaps of several wallets, some of more than they bought, as transfers between them allow. */
function crowd(random: Random, steps: number): LoggedEvent[] {
  const [launch] = history([])
  const wallets = Array.from({ length: 4 }, () => createKeypair().address)
  const out: number[] = []
  let minted = 0
  const common = (sequence: number) => ({
    sequence: BigInt(sequence),
    mint,
    who: wallets[random.below(wallets.length)]!,
    reserveLamports: lamports(random.between(1_000_000_000n, 20_000_000_000n)),
    reserveBaseUnits: baseUnits(random.between(1_000_000_000n, 1_000_000_000_000_000n)),
    realLamports: lamports(7n),
    unixSeconds: 1_800_000_000n + BigInt(sequence),
  })
  const events = Array.from({ length: steps }, (_, step): ProgramEvent => {
    const fields = common(step + 2)
    const coins = baseUnits(random.between(1n, 3_000_000_000_000n))
    const nft = { baseUnits: baseUnits(1_000_000_000_000n) }
    const roll = random.below(10)
    if (roll < 4)
      return {
        ...fields,
        kind: 'buy',
        lamportsIn: lamports(random.between(1n, 9_000_000_000n)),
        surchargeLamports: lamports(0n),
        baseUnitsOut: coins,
        graduated: false,
        burnedBaseUnits: baseUnits(0n),
      }
    if (roll < 7)
      return {
        ...fields,
        kind: 'sell',
        baseUnitsIn: coins,
        lamportsOut: lamports(random.between(0n, 9_000_000_000n)),
        feeLamports: lamports(10n),
        creatorFeeLamports: lamports(5n),
      }
    const [released] = roll === 9 && out.length > 0 ? out.splice(random.below(out.length), 1) : []
    if (released !== undefined) return { ...fields, ...nft, kind: 'release', edition: released }
    out.push(++minted)
    return { ...fields, ...nft, kind: 'capture', edition: minted, minted: true }
  })
  return [
    launch!,
    ...events.map((event) => ({ event, signature: `s${event.sequence}`, slot: 400n + event.sequence })),
  ]
}

test('a wallet holds since its first buy, whatever it trades after it', async () => {
  const events = history([0.5, 1, -1, 2])
  for (const batch of [events.slice(0, 3), events.slice(3)]) await apply(batch)
  const [position] = await database.query('select held_since as since, last_trade_at as last from positions')
  const timeOf = (at: number) => new Date(Number(events[at]?.event.unixSeconds) * 1_000).toISOString()
  expect(position).toEqual({ since: timeOf(1), last: timeOf(4) })
})

test('positions are the same in batches of any size, and when they are folded later', async () => {
  await withSeed(async (seed) => {
    const random = new Random(seed)
    const events = crowd(random, 150)
    await apply(events)
    const atOnce = await dump()
    const [sums] = await database.query<{ net: boolean }>(
      `select sum(realised_lamports + unpriced_lamports - (in_lamports - out_lamports) - sold_lamports + bought_lamports)
         = (select sum(lamports) from nft_lots) + (select coalesce(sum(cost_lamports), 0) from trades t
              where type = 'SWAP_TO_NFT' and sequence = (select max(sequence) from trades s
                where s.nft_token_id = t.nft_token_id and s.type = 'SWAP_TO_NFT')
              and exists (select from trades r where r.nft_token_id = t.nft_token_id and r.sequence > t.sequence
                and r.trader_address <> t.trader_address)) as net from positions`,
    )
    expect(sums?.net).toBe(true)

    await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
    for (let at = 0; at < events.length; ) {
      const size = 1 + random.below(12)
      await apply(events.slice(at, at + size))
      at += size
    }
    expect(await dump()).toEqual(atOnce)
  })
})

test('shows a coin’s names without what nobody sees, and lends a prepared picture to its very texts alone', async () => {
  const texts = { name: 'Doge', symbol: 'DOGE', collectionName: 'Doges', uri: 'http://x/1' }
  const launchWith = async (others: Partial<typeof texts>) => {
    await database.script(`truncate ${INDEX_TABLES.join(', ')}, launches`)
    await database.query(
      `insert into launches (mint_address, id, creator_address, name, symbol, collection_name, description, image_hash,
         metadata_uri, dev_buy_lamports, boost)
       values ($1, gen_random_uuid(), $2, 'Doge', 'DOGE', 'Doges', 'much', 'a-hash', 'http://x/1', 0, false)`,
      [mint, who],
    )
    const [logged] = history([])
    if (logged?.event.kind !== 'launch') throw new Error('a history begins with a launch')
    await apply([{ ...logged, event: { ...logged.event, texts: { ...texts, ...others } } }])
    const [{ name, symbol, collectionName, description, imageHash } = {}] = await loadCollections(database, [
      id,
    ])
    return { name, symbol, collectionName, description, imageHash }
  }
  const seen = { name: 'Doge', symbol: 'DOGE', collectionName: 'Doges' }
  const lent = { description: 'much', imageHash: 'a-hash' }
  const notLent = { description: '', imageHash: null }
  expect(await launchWith({})).toEqual({ ...seen, ...lent })
  expect(await launchWith({ name: 'Do\u200bge' })).toEqual({ ...seen, ...notLent })
  expect(await launchWith({ collectionName: '\u202eDoges\u2028' })).toEqual({ ...seen, ...notLent })
  expect(await launchWith({ symbol: '\u3164\u{e0041}' })).toEqual({ ...seen, symbol: 'Unnamed', ...notLent })
  expect(await launchWith({ uri: 'http://elsewhere' })).toEqual({ ...seen, ...notLent })
})

test('figures of a coin that nobody has traded for a year are worked out as well', async () => {
  await apply(history([1, 1]))
  await database.query(
    `update bonding_curves set last_trade_at = now() - interval '1 year', created_at = now() - interval '1 year' where collection_id = $1`,
    [id],
  )
  await refreshFigures(database, [id])
  expect(
    await database.query(
      'select trending < 1e-100 as "isForgotten", refreshed_at > now() - interval \'1 minute\' as "isFresh" from market_figures',
    ),
  ).toEqual([{ isForgotten: true, isFresh: true }])
})
