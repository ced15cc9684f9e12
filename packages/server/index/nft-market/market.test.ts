// The NFTs' market on a real PostgreSQL (embedded): what its events do to the rows, in batches of any size.

import { createKeypair } from '@twinmint/localnet/keypair'
import { addressBytes } from '@twinmint/sdk/core/address'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { saleOf } from '@twinmint/sdk/core/nft-sale'
import { deriveListingAddresses, deriveNftMintAddress } from '@twinmint/sdk/program/addresses'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Random, withSeed } from '../../../../program/test/random.ts'
import {
  accept,
  ann,
  BEGIN,
  ben,
  buy,
  cancel,
  capture,
  cat,
  crowd,
  type EventDraft,
  F,
  historyOf,
  id,
  LATER,
  list,
  mint,
  NFT_UNITS,
  offer,
  SALE_TERMS,
  SOL,
  saleFields,
} from '../../../../tests/nft-histories.ts'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Database } from '../../database/database.ts'
import { INDEX_TABLES } from '../../database/migrations.ts'
import { loadMarketStats } from '../../nfts/market/store.ts'
import { applyEvents } from '../apply.ts'
import type { LoggedEvent } from '../event-rows.ts'
import { loadPlatformBuckets, refreshFigures } from '../figures-store.ts'
import { findNft, updateOwner } from '../nft-store.ts'
import { openOwners } from '../owners.ts'
import { loadCollections } from '../store.ts'
import { nftSaleOf } from './records.ts'
import { listSales, loadMarketFigures } from './store.ts'

const program = createKeypair().address
let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))

const apply = (events: readonly LoggedEvent[]) => applyEvents(database, program, events)

async function dump(): Promise<unknown> {
  const tables: Record<string, object[]> = {}
  for (const table of INDEX_TABLES)
    if (table !== 'indexer_cursor')
      tables[table] = await database.query(`select (t.*)::text as row from ${table} t order by 1`)
  return tables
}

test('a listing lies with the program, is changed, and is taken back', async () => {
  await apply(historyOf([capture(ann, 7), list(ann, 7, 2n * SOL)]))
  const nftMint = await deriveNftMintAddress(program, mint, 7)
  const { listing, listedNft } = await deriveListingAddresses(program, nftMint)
  expect(await findNft(database, id, 7)).toMatchObject({
    ownerAddress: ann,
    tokenAccount: listedNft,
    isSwapped: false,
    listingAddress: listing,
    listingSeller: ann,
    listingPrice: '2000000000',
    listingExpiresAt: new Date(Number(LATER) * 1_000).toISOString(),
    listedAt: new Date(Number(BEGIN + 2n) * 1_000).toISOString(),
  })
  const [shown] = await database.query('select * from marketplace_listings')
  const [{ market_address: market } = {}] = await database.query<{ market_address: string }>(
    'select market_address from collections',
  )
  expect(shown).toEqual({
    mint_address: nftMint,
    price: '2.000000000',
    seller: ann,
    auction_house: market,
    token_standard: 'Token-2022',
    expiry: new Date(Number(LATER) * 1_000).toISOString(),
    created_at: new Date(Number(BEGIN + 2n) * 1_000).toISOString(),
  })

  const all = historyOf([
    capture(ann, 7),
    list(ann, 7, 2n * SOL),
    { ...list(ann, 7, 3n * SOL, LATER + 1n), kind: 'updateListing' } as EventDraft,
  ])
  const changed = await apply(all)
  expect(changed.activity).toMatchObject([
    { kind: 'LIST', walletAddress: ann, lamports: '3000000000', solAmount: '3', nftTokenId: 7, price: null },
  ])
  expect(await findNft(database, id, 7)).toMatchObject({
    listingPrice: '3000000000',
    listingExpiresAt: new Date(Number(LATER + 1n) * 1_000).toISOString(),
    listedAt: new Date(Number(BEGIN + 2n) * 1_000).toISOString(),
  })
  const [cached] = await database.query('select * from marketplace_nfts')
  expect(cached).toMatchObject({
    collection_id: id,
    mint_address: nftMint,
    name: 'Coins #7',
    price: '3.000000000',
    currency: 'SOL',
    owner: ann,
    escrow_pubkey: listedNft,
    auction_house: market,
    last_sale: null,
    rarity: 'legendary',
    is_listed: true,
    seller_fee_basis_points: 500,
    creators: [{ address: ann, share: 100 }],
  })

  await apply(historyOf([capture(ann, 7), list(ann, 7, 1n), list(ann, 7, 1n), cancel(ann, 7, 3n * SOL)]))
  expect(await findNft(database, id, 7)).toMatchObject({ ownerAddress: ann, listingAddress: null })
  expect((await findNft(database, id, 7))?.tokenAccount).not.toBe(listedNft)
  expect(await database.query('select * from nft_listings')).toEqual([])
})

test('a sale moves the NFT, what is owed, both positions, and the figures', async () => {
  const due = F + SOL
  const { royaltyLamports, platformFeeLamports, sellerLamports } = saleOf(lamports(due), F, SALE_TERMS)
  expect(royaltyLamports).toBe(50_000_000n)
  const applied = await apply(historyOf([capture(ann, 7), list(ann, 7, 2n * SOL), buy(ben, ann, 7, due)]))
  expect(applied.activity.at(-1)).toMatchObject({
    kind: 'SALE',
    walletAddress: ben,
    sellerAddress: ann,
    lamports: due.toString(),
    feeLamports: (royaltyLamports + platformFeeLamports).toString(),
    nftTokenId: 7,
  })
  expect(applied.wallets).toEqual(expect.arrayContaining([ann, ben]))
  expect(applied.trades()).toHaveLength(1)
  expect(await findNft(database, id, 7)).toMatchObject({
    ownerAddress: ben,
    listingAddress: null,
    lastSaleLamports: due.toString(),
    marketFeesLamports: platformFeeLamports.toString(),
  })
  const [record] = await loadCollections(database, [id])
  expect(record).toMatchObject({
    creatorFeesOwedLamports: royaltyLamports.toString(),
    nftSaleCount: 1,
    nftSalesLamports: due.toString(),
    circulatingNftCount: 1,
    tradeCount: 0,
  })
  const positions = await database.query(
    `select wallet_address as w, nft_base_units as nft, bought_lamports as bought, sold_lamports as sold,
       realised_lamports as realised, unpriced_lamports as unpriced, nft_realised_lamports as premium, trade_count as count from positions order by bought_lamports`,
  )
  // The coins that Ann put into it were sent to her: nobody knows what they cost.
  expect(positions).toEqual([
    {
      w: ann,
      nft: '0',
      bought: '0',
      sold: F.toString(),
      realised: '0',
      unpriced: F.toString(),
      premium: (sellerLamports - F).toString(),
      count: 2,
    },
    {
      w: ben,
      nft: NFT_UNITS.toString(),
      bought: F.toString(),
      sold: '0',
      realised: '0',
      unpriced: '0',
      premium: '0',
      count: 1,
    },
  ])
  expect(
    await database.query('select wallet_address, known_base_units, lamports, premium_lamports from nft_lots'),
  ).toEqual([
    {
      wallet_address: ben,
      known_base_units: NFT_UNITS.toString(),
      lamports: F.toString(),
      premium_lamports: (due - F).toString(),
    },
  ])
  const [bucket] = await loadPlatformBuckets(database, { sinceSeconds: 0, bucketSeconds: 86_400 })
  expect(bucket).toMatchObject({
    traders: 2,
    trades: 0,
    feeLamports: (royaltyLamports + platformFeeLamports).toString(),
    nftSales: 1,
    nftSalesLamports: due.toString(),
    nftFeeLamports: (royaltyLamports + platformFeeLamports).toString(),
  })
  await refreshFigures(database, [id])
  const [figures] = await database.query('select holder_count from market_figures')
  expect(figures).toEqual({ holder_count: 1 })
  const [sale] = (
    await listSales(database, { collectionId: id, tokenId: 7, before: undefined, limit: 9 })
  ).map(nftSaleOf)
  expect(sale).toMatchObject({
    sellerAddress: ann,
    buyerAddress: ben,
    kind: 'listing',
    dueLamports: due.toString(),
    royaltyLamports: royaltyLamports.toString(),
    platformFeeLamports: platformFeeLamports.toString(),
  })
  expect(await loadMarketStats(database)).toMatchObject({
    items: 1,
    listed: 0,
    salesLamports: due.toString(),
    saleCount: 1,
  })
})

test('who buys from himself pays the fees and makes that loss, whatever the price, and an accepted offer is a sale', async () => {
  const bid = createKeypair().address
  const { royaltyLamports, platformFeeLamports } = saleOf(lamports(SOL), F, SALE_TERMS)
  await apply(
    historyOf([
      {
        kind: 'buy',
        who: ann,
        lamportsIn: lamports(5n),
        surchargeLamports: lamports(0n),
        baseUnitsOut: NFT_UNITS,
        graduated: false,
        burnedBaseUnits: baseUnits(0n),
      },
      capture(ann, 7),
      list(ann, 7, SOL),
      buy(ann, ann, 7, SOL),
      offer(cat, bid, SOL, [6, 7, 8]),
      accept(ann, cat, bid, 7, SOL),
    ]),
  )
  const fees = royaltyLamports + platformFeeLamports
  const [own] = await database.query(
    `select realised_lamports as realised, nft_realised_lamports as premium, trade_count as count
     from positions where wallet_address = $1`,
    [ann],
  )
  // Its coins went for what they bring; the rest, and what went to fees twice, is the NFT’s.
  expect(own).toEqual({
    realised: (F - 5n).toString(),
    premium: (SOL - F - fees - fees).toString(),
    count: 4,
  })
  expect(await database.query('select * from nft_offers')).toEqual([])
  const sales = await listSales(database, { collectionId: id, tokenId: 7, before: undefined, limit: 9 })
  expect(sales.map(nftSaleOf)).toMatchObject([
    { sequence: 7, kind: 'offer', sellerAddress: ann, buyerAddress: cat },
    { sequence: 5, kind: 'listing', sellerAddress: ann, buyerAddress: ann },
  ])
  expect(await listSales(database, { collectionId: id, tokenId: 7, before: 7, limit: 9 })).toHaveLength(1)
  expect((await findNft(database, id, 7))?.marketFeesLamports).toBe((2n * platformFeeLamports).toString())
})

test('the rows are the same in batches of any size, twice, and out of order', async () => {
  await withSeed(async (seed) => {
    const random = new Random(seed)
    const events = crowd(random, 120)
    await apply(events)
    const atOnce = await dump()
    expect(events.filter(({ event }) => event.kind === 'buyListing').length).toBeGreaterThan(0)

    await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
    for (let at = 0; at < events.length; ) {
      const size = 1 + random.below(12)
      const batch = events.slice(at, at + size)
      await apply([...batch, ...batch])
      await apply(batch)
      at += size
    }
    expect(await dump()).toEqual(atOnce)

    await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
    let waiting: readonly LoggedEvent[] = []
    for (let at = events.length; at > 0; at -= 15)
      waiting = (await apply([...waiting, ...events.slice(Math.max(0, at - 15), at)])).early
    expect(waiting).toEqual([])
    expect(await dump()).toEqual(atOnce)
  })
})

test('who buys from himself pays fees, and has sold nothing', async () => {
  await apply(historyOf([capture(ann, 7), list(ann, 7, 2n * SOL), buy(ann, ann, 7, 2n * SOL)]))
  const { royaltyLamports, platformFeeLamports } = saleFields(7, 2n * SOL)
  const fees = (royaltyLamports + platformFeeLamports).toString()
  const [bucket] = await loadPlatformBuckets(database, { sinceSeconds: 0, bucketSeconds: 86_400 })
  expect(bucket).toMatchObject({
    nftSales: 0,
    nftSalesLamports: '0',
    nftFeeLamports: fees,
    feeLamports: fees,
  })
})

test('no SOL is made or lost between the positions of a market', async () => {
  await withSeed(async (seed) => {
    await apply(crowd(new Random(seed), 120))
    const [sums] = await database.query(
      `select (sum(bought_lamports - sold_lamports - nft_realised_lamports)
           + (select coalesce(sum(premium_lamports), 0) from nft_lots))::text as spent,
         sum(nft_base_units)::text as "nfts",
         (select coalesce(sum(fee_lamports), 0)::text from nft_market_events) as fees,
         (select (count(*) * 1000000000000)::text from nfts where not is_swapped) as held from positions`,
    )
    const { spent, fees, nfts, held } = sums as Record<'spent' | 'fees' | 'nfts' | 'held', string>
    expect(spent).toBe(fees)
    expect(nfts).toBe(held)
    // Each NFT that is out has the cost of the one who has it.
    expect(
      await database.query(
        `select n.token_id from nfts n left join nft_lots l using (collection_id, token_id)
         where not n.is_swapped and l.wallet_address is distinct from n.owner_address`,
      ),
    ).toEqual([])
  })
})

test('an NFT that the chain has elsewhere is not for sale, until the chain has it there again', async () => {
  await apply(historyOf([capture(ann, 7), list(ann, 7, SOL)]))
  const row = await findNft(database, id, 7)
  const moved = { ...row!, ownerAddress: cat, tokenAccount: createKeypair().address }
  await updateOwner(database, moved, row!.tokenAccount)
  expect(await findNft(database, id, 7)).toMatchObject({ ownerAddress: cat, listingAddress: null })
  expect((await loadMarketFigures(database, id)).listed).toBe(0)
  await updateOwner(database, row!, moved.tokenAccount)
  expect(await findNft(database, id, 7)).toMatchObject({ ownerAddress: ann, listingSeller: ann })
})

test('a listing whose sale and new listing the node forgot is told as its account has it', async () => {
  const bid = createKeypair().address
  const all = historyOf([
    capture(ann, 7),
    list(ann, 7, SOL),
    buy(ben, ann, 7, SOL),
    list(ben, 7, 5n * SOL, LATER + 60n),
    offer(cat, bid, SOL, [8]),
  ])
  await apply(all.slice(0, 3))
  const last = all.at(-1)!
  await applyEvents(database, program, [last], { acceptsGaps: true })
  const row = await findNft(database, id, 7)
  expect(row).toMatchObject({ ownerAddress: ann, listingSeller: ann, listingPrice: SOL.toString() })

  const nftMint = await deriveNftMintAddress(program, mint, 7)
  const { listing, listedNft } = await deriveListingAddresses(program, nftMint)
  // As docs/program.md says: a token account's mint, owner and amount; a listing's coin, NFT, seller, price and end.
  const held = new Uint8Array(165)
  held.set(addressBytes(nftMint), 0)
  held.set(addressBytes(listing), 32)
  new DataView(held.buffer).setBigUint64(64, 1n, true)
  held[108] = 1
  const told = new Uint8Array(160)
  told.set([4, 1], 0)
  const view = new DataView(told.buffer)
  view.setUint16(4, 7, true)
  told.set(addressBytes(mint), 8)
  told.set(addressBytes(nftMint), 40)
  told.set(addressBytes(ben), 72)
  view.setBigUint64(104, 5n * SOL, true)
  view.setBigInt64(112, LATER + 60n, true)
  const accounts = new Map([
    [listedNft, { owner: TOKEN_2022_PROGRAM, lamports: 1n, data: held }],
    [listing, { owner: program, lamports: 1n, data: told }],
  ])
  const chain: Pick<Chain, 'loadAccounts' | 'programAddress' | 'watchIsComplete'> = {
    programAddress: program,
    watchIsComplete: true,
    loadAccounts: async (addresses) => addresses.map((address) => accounts.get(address)),
  }
  const owners = openOwners(database, chain as Chain, (error) => {
    throw error
  })
  const now = {
    ownerAddress: ben,
    listingSeller: ben,
    listingPrice: (5n * SOL).toString(),
  }
  expect(await owners.current([row!])).toMatchObject([now])
  expect(await findNft(database, id, 7)).toMatchObject(now)
  // It is as the chain has it now, and is not written again.
  const healed = await findNft(database, id, 7)
  expect(await owners.current([healed!])).toEqual([healed])
})
