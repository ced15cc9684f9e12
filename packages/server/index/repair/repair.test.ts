// Repairs at random: whatever a node delayed, forgot or took back, a coin's rows are in the end those of an index that was fed the
// chain's own history from nothing.

import { randomUUID } from 'node:crypto'
import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { Writer } from '@twinmint/sdk/program/bytes'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { MARKET_BYTES } from '@twinmint/sdk/program/sizes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Random, withSeed } from '../../../../program/test/random.ts'
import { asRead, copyOf, goOn, launch, type Story } from '../../../../tests/coin-stories.ts'
import { size } from '../../../../tests/soak.ts'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import { type Chain, ForgottenTransaction } from '../../chain/chain.ts'
import type { ConfirmedTransaction } from '../../chain/submit.ts'
import type { Database } from '../../database/database.ts'
import { INDEX_TABLES } from '../../database/migrations.ts'
import { select } from '../../database/table.ts'
import { baseOf, insertCoin } from '../accounts/base.ts'
import type { AccountCoin } from '../accounts/coin.ts'
import { applyEvents } from '../apply.ts'
import { collectionIdOf, type LoggedEvent } from '../event-rows.ts'
import { NFT_LISTINGS, NFT_OFFERS } from '../nft-market/rows.ts'
import { COLLECTIONS, type CollectionRow, CURVES, FEE_RECEIVERS, FEE_SHARES, NFT_CHANGES } from '../rows.ts'
import type { History } from './chain-history.ts'
import { addRead, clearRead } from './coin-events.ts'
import { exchange } from './exchange.ts'
import { exchangeAll, loadMarketEnds, readWhole } from './rebuild.ts'
import { openRepairer } from './repairer.ts'
import { openWriter } from './writer.ts'

const program = createKeypair().address
const cast = [createKeypair().address, createKeypair().address, createKeypair().address] as const
const silent = { error: () => undefined, warn: () => undefined }
let database: Database
/** Of an index that was fed the chain's own history. */
let right: Database
beforeAll(async () => {
  ;[database, right] = await Promise.all([openEmptyDatabase(), openEmptyDatabase()])
})
afterAll(() => Promise.all([database.close(), right.close()]))
const empty = (db: Database) => db.script(`truncate ${[...INDEX_TABLES, 'coin_events_read'].join(', ')}`)
beforeEach(() => Promise.all([database, right].map(empty)))

interface Transaction {
  readonly signature: string
  readonly slot: number
  /** Of one coin. None where it only names the coin's Market. */
  readonly events: readonly ReturnType<typeof asRead>[]
  readonly mint: Address
}
interface Ledger {
  readonly story: Story
  readonly transactions: Transaction[]
}

let signatures = 0
/** Adds transactions. Those of `again` may be among them: they were sent to another fork, too. */
function extend(
  { story, transactions }: Ledger,
  random: Random,
  { count, again = [] }: { readonly count: number; readonly again?: readonly Transaction[] },
): void {
  const landed = [...again]
  for (let i = 0; i < count; i++) {
    const coin = story.coins[random.below(story.coins.length)]!
    const isOther = random.below(3) > 0
    const before = isOther && landed[0]?.mint === coin.mint ? landed.shift() : undefined
    const signature = before?.signature ?? `s${++signatures}`
    const earliest = (transactions.at(-1)?.slot ?? 1_000) + random.below(3)
    // No slot has two blocks.
    const slot = before?.slot === earliest ? earliest + 1 : earliest
    const events = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, () =>
      asRead(goOn(story, random, cast, coin)),
    )
    transactions.push({ signature, slot, events, mint: coin.mint })
  }
}

function begin(random: Random, { coins, count }: { readonly coins: number; readonly count: number }): Ledger {
  const ledger: Ledger = { story: { seconds: 1_800_000_000n, coins: [] }, transactions: [] }
  for (let i = 0; i < coins; i++) {
    const mint = createKeypair().address
    const events = [launch(ledger.story, random, cast, mint)]
    const coin = ledger.story.coins[i]!
    if (random.below(2) === 0) events.push(goOn(ledger.story, random, cast, coin))
    ledger.transactions.push({
      signature: `s${++signatures}`,
      slot: 1_000 + i,
      mint,
      events: events.map(asRead),
    })
  }
  extend(ledger, random, { count })
  return ledger
}

const loggedIn = ({ transactions }: { readonly transactions: readonly Transaction[] }): LoggedEvent[] =>
  transactions.flatMap(({ signature, slot, events }) =>
    events.map((read) => ({ ...read, signature, slot: BigInt(slot) })),
  )

function marketBytes(transactions: readonly Transaction[], mint: Address): Uint8Array | undefined {
  const events = transactions.flatMap((each) =>
    each.mint === mint ? each.events.map(({ event }) => event) : [],
  )
  const [first, last] = [events[0], events.at(-1)]
  if (first?.kind !== 'launch' || !last) return undefined
  const { reserveLamports, reserveBaseUnits, realLamports, sequence } = last
  const { graduationMarketCapLamports, boostPriceLamports } = first.terms
  const writer = new Writer().u8(2).u8(2).u8(0).bytes(new Uint8Array(3)).u16(100)
  writer.address(mint).address(first.who).address(SYSTEM_PROGRAM)
  for (const each of [reserveLamports, reserveBaseUnits, realLamports, 0n]) writer.u64(each)
  writer.u64(graduationMarketCapLamports).u64(boostPriceLamports).u32(0).u16(0).u16(0).u32(0).u32(0)
  writer.u64(0n).u64(first.unixSeconds).u64(sequence)
  const bytes = new Uint8Array(MARKET_BYTES)
  bytes.set(writer.finish())
  return bytes
}

/** A node of a ledger that may be exchanged for another, and that may have forgotten what is before a slot. */
function openNode(ledger: Ledger) {
  const state = {
    ledger,
    firstSlot: 0,
    /** Runs before a transaction, or accounts, are answered. */
    before: { transaction: async () => {}, accounts: async () => {} },
    /** What the node does not list yet. */
    unlisted: new Set<string>(),
  }
  const mints = new Map<Address, Address>()
  const had = () => state.ledger.transactions.filter(({ slot }) => slot >= state.firstSlot)
  const transactionOf = ({ signature, slot, events }: Transaction): ConfirmedTransaction => ({
    signature,
    slot: BigInt(slot),
    blockTimeSeconds: 0,
    logs: [],
    failure: null,
    inner: events.map(({ record }) => ({ programAddress: program, data: Uint8Array.of(255, ...record) })),
  })
  const chain = {
    programAddress: program,
    async loadProgramSignatures({ account, until, before }: Parameters<Chain['loadProgramSignatures']>[0]) {
      const mint = account && mints.get(account)
      const all = had()
      const indexOf = (signature: string): number => {
        const at = all.findIndex((each) => each.signature === signature)
        if (at < 0) throw new ForgottenTransaction()
        return at
      }
      const [from, to] = [
        until === undefined ? 0 : indexOf(until) + 1,
        before === undefined ? all.length : indexOf(before),
      ]
      return all
        .slice(from, to)
        .filter((each) => account === undefined || each.mint === mint)
        .filter(({ signature }) => !state.unlisted.has(signature))
        .reverse()
        .map(({ signature, slot }) => ({ signature, slot: BigInt(slot), failed: false }))
    },
    async findTransaction(signature: string) {
      await state.before.transaction()
      const found = had().find((each) => each.signature === signature)
      return found && transactionOf(found)
    },
    async loadAccounts(addresses: readonly Address[]) {
      const said = addresses.map((address) => {
        const mint = mints.get(address)
        const data = mint && marketBytes(state.ledger.transactions, mint)
        return data && { lamports: 1n, owner: program, data }
      })
      await state.before.accounts()
      return said
    },
    async listForgotten(wanted: readonly string[]) {
      if (wanted.includes('')) throw new Error('no signature')
      const known = new Set(had().map(({ signature }) => signature))
      return wanted.filter((signature) => !known.has(signature))
    },
    rpc: { getSlot: () => ({ send: async () => BigInt(state.ledger.transactions.at(-1)?.slot ?? 0) }) },
  }
  return {
    state,
    chain: chain as unknown as Chain,
    async know(mint: Address) {
      mints.set((await deriveMarketAddresses(program, mint)).market, mint)
    },
  }
}

/** An index of a node. What it hears of, the test says. */
async function openIndex(ledger: Ledger, archives: readonly History[] = []) {
  const node = openNode(ledger)
  for (const { mint } of ledger.story.coins) await node.know(mint)
  const rereadings: Promise<boolean>[] = []
  const writer = openWriter({
    fenced: database,
    programAddress: program,
    standingSeconds: undefined,
    onApplied: () => undefined,
    onGap: () => undefined,
    onDiffering: (doubts) => void rereadings.push(...doubts.map((doubt) => repairer.reread(doubt))),
  })
  const repairer = openRepairer({
    database,
    fenced: database,
    chain: node.chain,
    archives,
    writer,
    log: silent,
    standingSeconds: undefined,
    onApplied: () => undefined,
  })
  return {
    ...node,
    writer,
    repairer,
    hear: (transactions: readonly Transaction[]) => writer.apply(loggedIn({ transactions }), {}),
    /** Of each coin the first event in the log whose transaction the node does not have. */
    async listForgotten() {
      const rows = await database.query<{ mint: Address; sequence: number; signature: string }>(
        `select c.mint_address as mint, e.sequence, e.signature from coin_events e
         join collections c on c.id = e.collection_id order by e.sequence`,
      )
      const forgotten = new Set(await node.chain.listForgotten(rows.map(({ signature }) => signature)))
      const doubted = rows.filter(({ signature }) => forgotten.has(signature))
      return doubted.filter(({ mint }, at) => doubted.findIndex((each) => each.mint === mint) === at)
    },
    async settle() {
      for (;;) {
        await Promise.all(rereadings.splice(0))
        for (const mint of writer.earlyMints()) await repairer.fill(mint)
        await writer.apply([], {})
        if (writer.earlyCount === 0 && rereadings.length === 0) return
      }
    },
  }
}

/** Tables that say when somebody looked, or are worked out of the others. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['indexer_cursor', 'market_figures', 'index_genesis'])
/** An hour in which nothing was counted may have a row. */
const WHERE: Readonly<Record<string, string>> = {
  platform_hours:
    'where (launches, trades, swaps, volume_lamports, fee_lamports, nft_sales) <> (0, 0, 0, 0, 0, 0)',
}
async function dump(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of INDEX_TABLES) {
    if (NOT_COMPARED.has(table)) continue
    const rows = await db.query<{ row: string }>(
      `select (t.*)::text as row from ${table} t ${WHERE[table] ?? ''} order by 1`,
    )
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

async function feedRight(ledger: Ledger): Promise<void> {
  await empty(right)
  expect(await applyEvents(right, program, loggedIn(ledger))).toMatchObject({ early: [], differing: [] })
}

/** The rows that the index has and the right one has not, and the other way round. */
async function differencesFrom(ledger: Ledger): Promise<string[]> {
  await feedRight(ledger)
  const [has, shall] = await Promise.all([database, right].map(dump))
  return INDEX_TABLES.flatMap((table) => {
    const [ours, theirs] = [has?.[table] ?? [], shall?.[table] ?? []]
    return [
      ...ours.flatMap((row) => (theirs.includes(row) ? [] : `${table} + ${row}`)),
      ...theirs.flatMap((row) => (ours.includes(row) ? [] : `${table} - ${row}`)),
    ]
  })
}

/** Some of the transactions, in their order but for neighbours; the others nobody tells of. */
function someOf(random: Random, transactions: readonly Transaction[]): Transaction[] {
  const heard = transactions.filter(() => random.below(4) > 0)
  for (let at = 1; at < heard.length; at++)
    if (random.below(6) === 0) heard.splice(at - 1, 2, heard[at]!, heard[at - 1]!)
  return heard
}

/** The first sequence of each coin at which two ledgers differ. */
function forksOf(one: Ledger, other: Ledger): { mint: Address; sequence: number }[] {
  const textOf = ({ event, signature, slot }: LoggedEvent) =>
    `${event.sequence} ${event.kind} ${signature} ${slot}`
  return one.story.coins.flatMap(({ mint }) => {
    const [a, b] = [one, other].map((ledger) =>
      loggedIn(ledger)
        .filter(({ event }) => event.mint === mint)
        .map(textOf),
    )
    const at = a!.findIndex((text, place) => b![place] !== text)
    return at < 0 ? [] : [{ mint, sequence: at + 1 }]
  })
}

const ROUNDS = size(3, 40)

test('what nobody told of is read from the coins’ own transactions', () =>
  withSeed(async (seed) => {
    for (let round = 0; round < ROUNDS; round++) {
      await empty(database)
      const random = new Random(`${seed} gaps ${round}`)
      const ledger = begin(random, { coins: 3, count: size(30, 80) })
      const index = await openIndex(ledger)
      const heard = someOf(random, ledger.transactions)
      for (let at = 0; at < heard.length; ) {
        const part = heard.slice(at, (at += 1 + random.below(6)))
        const hearing = index.hear(part)
        if (random.below(2) === 0) await hearing
        if (random.below(2) === 0)
          for (const mint of index.writer.earlyMints()) void index.repairer.fill(mint)
      }
      await index.settle()
      for (const { mint } of ledger.story.coins) await index.repairer.fill(mint)
      await index.settle()
      expect(await differencesFrom(ledger), `round ${round}`).toEqual([])
    }
  }))

test('what a fork took back is gone, and what came instead is there, while the coins are traded on', () =>
  withSeed(async (seed) => {
    for (let round = 0; round < ROUNDS; round++) {
      await empty(database)
      const random = new Random(`${seed} forks ${round}`)
      const ghostly = begin(random, { coins: 3, count: size(15, 40) })
      const [kept, fork] = [copyOf(ghostly.story), ghostly.transactions.length]
      const ledger: Ledger = { story: kept, transactions: [...ghostly.transactions] }
      extend(ghostly, random, { count: random.below(15) })
      extend(ledger, random, { count: 5 + random.below(15), again: ghostly.transactions.slice(fork) })
      const index = await openIndex(ghostly)
      await index.hear(ghostly.transactions)
      await index.settle()

      const whole: Ledger = { story: ledger.story, transactions: [...ledger.transactions] }
      index.state.ledger = ledger
      const hearing = index.hear(someOf(random, ledger.transactions.slice(fork)))
      // Heard of later than at the first event that differs.
      const finding = forksOf(ghostly, ledger).map(({ mint, sequence }) =>
        index.repairer.reread({ mint, sequence: sequence + random.below(3) }),
      )
      // Traded on meanwhile.
      for (let more = random.below(4); more > 0; more--) {
        const from = whole.transactions.length
        extend(whole, random, { count: 3 })
        index.state.ledger = whole
        await index.hear(whole.transactions.slice(from))
      }
      await Promise.all([hearing, ...finding])
      await index.settle()
      for (const doubt of await index.listForgotten()) await index.repairer.reread(doubt)
      for (const { mint } of whole.story.coins) await index.repairer.fill(mint)
      await index.settle()
      expect(await differencesFrom(whole), `round ${round}`).toEqual([])
    }
  }))

/** Begins a coin with what its accounts say of it, as the right index has it, and with the events after a slot. */
async function beginWithAccounts(ledger: Ledger, mint: Address, firstSlot: number): Promise<void> {
  const id = collectionIdOf(mint)
  const rowsOf = <Row>(table: string, columns: string, by = 'collection_id'): Promise<Row[]> =>
    right.query(`select ${columns} from ${table} where ${by} = $1`, [id]) as Promise<Row[]>
  const [collection] = await rowsOf<CollectionRow>('collections', select(COLLECTIONS.columns), 'id')
  const [curve] = await rowsOf<AccountCoin['curve']>('bonding_curves', select(CURVES.columns))
  const coin = {
    since: curve!.updatedAt,
    curve: {
      ...curve!,
      creatorFeesClaimedLamports: '0',
      tradeCount: 0,
      nftSaleCount: 0,
      nftSalesLamports: '0',
    },
    nfts: await rowsOf<AccountCoin['nfts'][number]>('nfts', select(NFT_CHANGES.columns)),
    listings: await rowsOf<AccountCoin['listings'][number]>('nft_listings', select(NFT_LISTINGS.columns)),
    offers: await rowsOf<AccountCoin['offers'][number]>('nft_offers', select(NFT_OFFERS.columns)),
    feeShares: await rowsOf<AccountCoin['feeShares'][number]>('fee_shares', select(FEE_SHARES.columns)),
    feeReceivers: await rowsOf<AccountCoin['feeReceivers'][number]>(
      'fee_receivers',
      select(FEE_RECEIVERS.columns),
    ),
  }
  const transactions = ledger.transactions.filter(({ slot }) => slot >= firstSlot)
  const events = loggedIn({ transactions }).filter(({ event }) => event.mint === mint)
  const readingId = randomUUID()
  await addRead(database, readingId, events)
  await database.transaction(async (tx) => {
    await insertCoin(tx, { ...collection!, launchSignature: '', launchSlot: 0 }, baseOf(coin, events))
    const of = { programAddress: program, readingId, mint, marketSequence: curve!.sequence, keptLast: 0 }
    await exchange(tx, { ...of, isForced: true, standingSeconds: undefined })
  })
  await clearRead(database, readingId)
}

/** As `npm run reindex`. */
async function rebuild(chain: Chain, afterReading = async (): Promise<unknown> => undefined): Promise<void> {
  const on = { database, chain, log: silent }
  const reading = await readWhole(on, randomUUID(), () => {})
  await afterReading()
  const markets = await loadMarketEnds(on)
  await exchangeAll({ ...on, reading, markets, standingSeconds: undefined }, () => {})
}

/** What events and accounts say alike. */
const MONEY = `select collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports, locked_lamports,
  creator_fees_owed_lamports, burned_base_units, minted_nft_count, circulating_nft_count, is_graduated, price
  from bonding_curves order by 1`

test('a coin that begins with its accounts holds what it should, and an archive or a rebuild completes it', () =>
  withSeed(async (seed) => {
    for (let round = 0; round < ROUNDS; round++) {
      await empty(database)
      const random = new Random(`${seed} cuts ${round}`)
      const ledger = begin(random, { coins: 2, count: size(20, 60) })
      const archive = openNode(ledger)
      for (const { mint } of ledger.story.coins) await archive.know(mint)
      const index = await openIndex(ledger, [archive.chain])
      index.state.firstSlot = 1_002 + random.below(40)
      await feedRight(ledger)
      for (const { mint } of ledger.story.coins) await beginWithAccounts(ledger, mint, index.state.firstSlot)
      const from = ledger.transactions.length
      extend(ledger, random, { count: 5 })
      await index.hear(ledger.transactions.slice(from))
      await index.settle()
      await feedRight(ledger)
      expect(await database.query(MONEY), `round ${round}`).toEqual(await right.query(MONEY))
      if (round % 2 === 0) await index.repairer.complete()
      else await rebuild(archive.chain)
      expect(await differencesFrom(ledger), `round ${round}`).toEqual([])
      await index.repairer.complete()
      expect(await differencesFrom(ledger), `round ${round}`).toEqual([])
    }
  }))

test('an index that was made before there was a log counts nothing twice when it is read again', () =>
  withSeed(async (seed) => {
    const random = new Random(`${seed} before the log`)
    const ledger = begin(random, { coins: 2, count: 30 })
    const index = await openIndex(ledger)
    const old = ledger.transactions.length - 8
    const unlogged = loggedIn({ transactions: ledger.transactions.slice(0, old) })
    await applyEvents(
      database,
      program,
      unlogged.map(({ event, signature, slot }) => ({ event, signature, slot })),
    )
    await index.hear(ledger.transactions.slice(old, old + random.below(8)))
    for (const { mint } of ledger.story.coins) await index.repairer.reread({ mint, sequence: 1 })
    expect(await differencesFrom(ledger)).toEqual([])
  }))

test('two servers and a rebuild read the same coins at once', () =>
  withSeed(async (seed) => {
    for (let round = 0; round < ROUNDS; round++) {
      await empty(database)
      const random = new Random(`${seed} servers ${round}`)
      const ghostly = begin(random, { coins: 2, count: 20 })
      const ledger: Ledger = { story: copyOf(ghostly.story), transactions: [...ghostly.transactions] }
      extend(ghostly, random, { count: 10 })
      extend(ledger, random, { count: 15 })
      const indexes = [await openIndex(ghostly), await openIndex(ghostly)]
      await indexes[0]!.hear(ghostly.transactions)
      for (const { state } of indexes) state.ledger = ledger
      const rereading = indexes.flatMap(({ repairer }) =>
        forksOf(ghostly, ledger).map((doubt) => repairer.reread(doubt)),
      )
      await rebuild(indexes[0]!.chain, () => Promise.all(rereading))
      for (const index of indexes) await index.settle()
      expect(await differencesFrom(ledger), `round ${round}`).toEqual([])
    }
  }))

/** An index of a coin whose last events, two by default, are of a fork. */
async function openFork(random: Random, { ghosts = 2 } = {}) {
  const ghostly = begin(random, { coins: 1, count: 0 })
  const { mint } = ghostly.story.coins[0]!
  const add = ({ story, transactions }: Ledger): Transaction => {
    const events = [asRead(goOn(story, random, cast, story.coins[0]!))]
    const added = { signature: `s${++signatures}`, slot: (transactions.at(-1)?.slot ?? 0) + 1, events, mint }
    transactions.push(added)
    return added
  }
  const ledger: Ledger = { story: copyOf(ghostly.story), transactions: [...ghostly.transactions] }
  for (let i = 0; i < ghosts; i++) add(ghostly)
  const index = await openIndex(ghostly)
  await index.hear(ghostly.transactions)
  index.state.ledger = ledger
  const sequence = ledger.story.coins[0]!.sequence + 1
  return { index, ledger, add: () => add(ledger), doubt: { mint, sequence } }
}

test('an event that was applied after a ghost, while the coin was read, is not lost', () =>
  withSeed(async (seed) => {
    const { index, ledger, add, doubt } = await openFork(new Random(seed), { ghosts: 1 })
    add()
    index.state.before.transaction = async () => {
      index.state.before.transaction = async () => {}
      await index.hear([add()])
    }
    expect(await index.repairer.reread(doubt)).toBe(true)
    expect(await differencesFrom(ledger)).toEqual([])
  }))

test('a coin that began with its accounts is gone once the chain took those back', () =>
  withSeed(async (seed) => {
    const ledger = begin(new Random(seed), { coins: 1, count: 5 })
    const index = await openIndex(ledger)
    await index.hear(ledger.transactions)
    // As of a coin whose launch the node had forgotten.
    await database.query(`update collections set launch_signature = '', launch_slot = 0`)
    index.state.ledger = { ...ledger, transactions: [] }
    const { mint } = ledger.story.coins[0]!
    expect(await index.repairer.reread({ mint, sequence: 1 })).toBe(true)
    expect(await database.query('select from collections')).toEqual([])
    await index.repairer.close()
  }))

test('a coin that could not be read is tried again, unasked', () =>
  withSeed(async (seed) => {
    const { index, ledger, add, doubt } = await openFork(new Random(seed))
    add()
    index.state.before.transaction = async () => {
      index.state.before.transaction = async () => {}
      throw new Error('the node is busy')
    }
    expect(await index.repairer.reread(doubt)).toBe(false)
    expect(index.repairer.counts.mismatches).toBe(1)
    await expect.poll(() => index.repairer.counts.mismatches, { timeout: 20_000 }).toBe(0)
    expect(await differencesFrom(ledger)).toEqual([])
    await index.repairer.close()
  }))

test('ghosts do not stand for events that the node does not list yet', () =>
  withSeed(async (seed) => {
    const { index, ledger, add, doubt } = await openFork(new Random(seed))
    add()
    const late = add()
    add()
    index.state.unlisted.add(late.signature)
    expect(await index.repairer.reread(doubt)).toBe(false)
    index.state.unlisted.clear()
    await expect.poll(() => index.repairer.counts.mismatches, { timeout: 20_000 }).toBe(0)
    expect(index.repairer.counts.gaps).toBe(0)
    expect(await differencesFrom(ledger)).toEqual([])
    await index.repairer.close()
  }))

test('what is applied while a rebuild reads the accounts stays', () =>
  withSeed(async (seed) => {
    const { index, ledger, add } = await openFork(new Random(seed), { ghosts: 0 })
    index.state.before.accounts = async () => {
      index.state.before.accounts = async () => {}
      await index.hear([add()])
    }
    await rebuild(index.chain)
    await index.settle()
    expect(await differencesFrom(ledger)).toEqual([])
  }))
