// The NFTs' market on a real PostgreSQL (embedded): what its events do to the rows, in batches of any size, and what is read
// of them.
import type { Address } from '@solana/kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Random, withSeed } from '../../../program/random.ts'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import { createKeypair } from '../../chain/keypair.ts'
import { deriveListingAddresses, deriveNftMintAddress } from '../../chain/program/addresses.ts'
import type { ProgramEvent } from '../../chain/program/events.ts'
import { STANDARD_CHOICES, STANDARD_TERMS } from '../../chain/program/terms.ts'
import { baseUnits, lamports } from '../../core/money.ts'
import { coinsValueLamports, saleOf } from '../../core/nft-market.ts'
import { rarityOf } from '../../core/rarity.ts'
import type { Database } from '../../database/database.ts'
import { INDEX_TABLES } from '../../database/migrations.ts'
import { listForSale, listListedBy, loadMarketStats } from '../../marketplace/store.ts'
import { applyEvents } from '../apply.ts'
import { collectionIdOf, type LoggedEvent } from '../event-rows.ts'
import { loadPlatformBuckets, refreshFigures } from '../figures-store.ts'
import { featuredKeyOf, findNft, listFeatured, listNfts, updateOwner } from '../nft-store.ts'
import { loadCollections } from '../store.ts'
import { nftOfferOf, nftSaleOf } from './records.ts'
import {
  listMarketEvents,
  listOffers,
  listOffersMade,
  listOffersReceived,
  listSales,
  loadMarketFigures,
} from './store.ts'

const program = createKeypair().address
const mint = createKeypair().address
const [ann, ben, cat] = [createKeypair().address, createKeypair().address, createKeypair().address]
const id = collectionIdOf(mint)
let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))

/** 2027, and long after it. */
const BEGIN = 1_800_000_000n
const LATER = 4_000_000_000n
const NFT_UNITS = baseUnits(1_000_000_000_000n)
const RESERVES = {
  reserveLamports: lamports(30_000_000_000n),
  reserveBaseUnits: baseUnits(1_000_000_000_000_000n),
  realLamports: lamports(0n),
}
/** What an NFT's coins bring: 29,970,029 lamports. */
const F = coinsValueLamports(RESERVES)
const SALE_TERMS = { royaltyBps: 500n, marketFeeBps: 100n }

type Deed = ProgramEvent extends infer One
  ? One extends ProgramEvent
    ? Omit<One, 'sequence' | 'mint' | 'unixSeconds' | keyof typeof RESERVES>
    : never
  : never

/** The events of a coin from its launch on. */
function historyOf(deeds: readonly Deed[], mintAddress: Address = mint): LoggedEvent[] {
  const launch: Deed = {
    kind: 'launch',
    who: ann,
    terms: STANDARD_TERMS,
    choices: STANDARD_CHOICES,
    texts: { name: 'Coin', symbol: 'COIN', collectionName: 'Coins', uri: 'http://x/1' },
  }
  return [launch, ...deeds].map((deed, at) => {
    const fields = {
      sequence: BigInt(at + 1),
      mint: mintAddress,
      unixSeconds: BEGIN + BigInt(at),
      ...RESERVES,
    }
    const event = { ...fields, ...deed } as ProgramEvent
    return { event, signature: `${mintAddress} ${event.sequence}`, slot: 400n + event.sequence }
  })
}

const capture = (who: Address, nftIndex: number): Deed => {
  return { kind: 'capture', who, nftIndex, minted: true, baseUnits: NFT_UNITS }
}
const list = (who: Address, nftIndex: number, price: bigint, expiresAtSeconds = LATER): Deed => {
  return { kind: 'list', who, nftIndex, priceLamports: lamports(price), expiresAtSeconds }
}
const cancel = (who: Address, nftIndex: number, price: bigint): Deed => {
  return { kind: 'cancelListing', who, nftIndex, priceLamports: lamports(price) }
}
const saleFields = (nftIndex: number, due: bigint) => {
  const { royaltyLamports, platformFeeLamports } = saleOf(lamports(due), F, SALE_TERMS)
  return { nftIndex, dueLamports: lamports(due), royaltyLamports, platformFeeLamports }
}
const buy = (who: Address, seller: Address, nftIndex: number, due: bigint): Deed => {
  return { kind: 'buyListing', who, seller, ...saleFields(nftIndex, due) }
}
const offer = (
  who: Address,
  address: Address,
  price: bigint,
  editions: readonly number[],
  expiresAtSeconds = LATER,
): Deed => {
  const priceLamports = lamports(price)
  return { kind: 'offer', who, offer: address, nonce: 7n, priceLamports, expiresAtSeconds, editions }
}
const accept = (who: Address, bidder: Address, address: Address, nftIndex: number, price: bigint): Deed => {
  return { kind: 'acceptOffer', who, bidder, offer: address, ...saleFields(nftIndex, price) }
}

const apply = (events: readonly LoggedEvent[]) => applyEvents(database, program, events)

async function dump(): Promise<unknown> {
  const tables: Record<string, object[]> = {}
  for (const table of INDEX_TABLES)
    if (table !== 'indexer_cursor')
      tables[table] = await database.query(`select (t.*)::text as row from ${table} t order by 1`)
  return tables
}

const SOL = 1_000_000_000n

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
    { ...list(ann, 7, 3n * SOL, LATER + 1n), kind: 'updateListing' } as Deed,
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

  await apply(historyOf([...[capture(ann, 7), list(ann, 7, 1n), list(ann, 7, 1n)], cancel(ann, 7, 3n * SOL)]))
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
  expect(applied.trades).toHaveLength(1)
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
       realised_lamports as realised, unpriced_lamports as unpriced, trade_count as count from positions order by bought_lamports`,
  )
  // The coins that Ann put into it were sent to her: nobody knows what they cost.
  expect(positions).toEqual([
    {
      w: ann,
      nft: '0',
      bought: '0',
      sold: sellerLamports.toString(),
      realised: '0',
      unpriced: sellerLamports.toString(),
      count: 2,
    },
    {
      w: ben,
      nft: NFT_UNITS.toString(),
      bought: due.toString(),
      sold: '0',
      realised: '0',
      unpriced: '0',
      count: 1,
    },
  ])
  expect(await database.query('select wallet_address, known_base_units, lamports from nft_lots')).toEqual([
    { wallet_address: ben, known_base_units: NFT_UNITS.toString(), lamports: due.toString() },
  ])
  const [bucket] = await loadPlatformBuckets(database, { sinceSeconds: 0, bucketSeconds: 86_400 })
  expect(bucket).toMatchObject({
    traders: 2,
    trades: 0,
    feeLamports: (royaltyLamports + platformFeeLamports).toString(),
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

test('who buys from himself pays the fees and makes that loss, and an accepted offer is a sale', async () => {
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
    'select realised_lamports as realised, trade_count as count from positions where wallet_address = $1',
    [ann],
  )
  expect(own).toEqual({ realised: (SOL - fees - 5n - fees).toString(), count: 5 })
  expect(await database.query('select * from nft_offers')).toEqual([])
  const sales = await listSales(database, { collectionId: id, tokenId: 7, before: undefined, limit: 9 })
  expect(sales.map(nftSaleOf)).toMatchObject([
    { sequence: 7, kind: 'offer', sellerAddress: ann, buyerAddress: cat },
    { sequence: 5, kind: 'listing', sellerAddress: ann, buyerAddress: ann },
  ])
  expect(await listSales(database, { collectionId: id, tokenId: 7, before: 7, limit: 9 })).toHaveLength(1)
  expect((await findNft(database, id, 7))?.marketFeesLamports).toBe((2n * platformFeeLamports).toString())
})

/** Swaps, listings, offers and sales of several wallets, as the program would let them through. */
function crowd(random: Random, steps: number): LoggedEvent[] {
  const wallets = [ann, ben, cat]
  const some = <T>(of: readonly T[]) => (of.length === 0 ? undefined : of[random.below(of.length)])
  const owners = new Map<number, Address>()
  const listed = new Set<number>()
  const offers = new Map<Address, { bidder: Address; editions: readonly number[]; price: bigint }>()
  const known = [createKeypair().address, createKeypair().address, createKeypair().address]
  let minted = 0
  const deed = (): Deed => {
    const who = some(wallets)!
    const price = random.between(1n, 3n * SOL)
    const [edition, owner] = some([...owners]) ?? []
    const bid = some(known)!
    const placed = offers.get(bid)
    switch (random.below(7)) {
      case 0:
        if (edition !== undefined && !listed.has(edition)) {
          listed.add(edition)
          return list(owner!, edition, price)
        }
        break
      case 1:
        if (edition !== undefined && listed.has(edition))
          return { ...list(owner!, edition, price), kind: 'updateListing' } as Deed
        break
      case 2:
        if (edition !== undefined && listed.delete(edition)) return cancel(owner!, edition, price)
        break
      case 3:
        if (edition !== undefined && listed.delete(edition)) {
          owners.set(edition, who)
          return buy(who, owner!, edition, price > F ? price : F)
        }
        break
      case 4:
        if (!placed) {
          const editions = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(6))
          offers.set(bid, { bidder: who, editions, price })
          return offer(
            who,
            bid,
            price,
            [...new Set(editions)].sort((a, b) => a - b),
          )
        }
        break
      case 5:
        if (placed) {
          const taken = placed.editions.find((one) => owners.has(one) && !listed.has(one))
          offers.delete(bid)
          if (taken === undefined)
            return {
              kind: 'cancelOffer',
              who: placed.bidder,
              offer: bid,
              priceLamports: lamports(placed.price),
            }
          const seller = owners.get(taken)!
          owners.set(taken, placed.bidder)
          return accept(seller, placed.bidder, bid, taken, placed.price)
        }
        break
    }
    if (edition !== undefined && !listed.has(edition) && random.below(2) === 0) {
      owners.delete(edition)
      return { kind: 'release', who: owner!, nftIndex: edition, baseUnits: NFT_UNITS }
    }
    owners.set(++minted, who)
    return capture(who, minted)
  }
  return historyOf(Array.from({ length: steps }, deed))
}

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

test('no SOL is made or lost between the positions of a market', async () => {
  await withSeed(async (seed) => {
    await apply(crowd(new Random(seed), 120))
    const [sums] = await database.query(
      `select sum(bought_lamports - sold_lamports)::text as spent,
         sum(nft_base_units)::text as "nfts",
         (select coalesce(sum(fee_lamports), 0)::text from nft_market_events) as fees,
         (select (count(*) * 1000000000000)::text from nfts where is_minted and not is_swapped) as held from positions`,
    )
    const { spent, fees, nfts, held } = sums as Record<'spent' | 'fees' | 'nfts' | 'held', string>
    expect(spent).toBe(fees)
    expect(nfts).toBe(held)
    // Each NFT that is out has the cost of the one who has it.
    expect(
      await database.query(
        `select n.token_id from nfts n left join nft_lots l using (collection_id, token_id)
         where n.is_minted and not n.is_swapped and l.wallet_address is distinct from n.owner_address`,
      ),
    ).toEqual([])
  })
})

test('NFTs by price and by listing: what is for sale first, then the rest; what has expired is not for sale', async () => {
  await apply(
    historyOf([
      ...[1, 2, 3, 4, 5].map((edition) => capture(ann, edition)),
      list(ann, 1, 3n * SOL),
      list(ann, 2, 18_446_744_073_709_551_615n),
      list(ann, 3, 1n),
      list(ann, 4, 2n * SOL, 1_800_000_100n),
      buy(ben, ann, 1, 3n * SOL),
      list(ben, 1, SOL),
    ]),
  )
  // The fourth expires now.
  await database.query(`update nft_listings set expires_at = now() where token_id = 4`)
  const page = async (sort: 'priceLow' | 'priceHigh' | 'listed' | 'recent', state: 'listed' | 'minted') => {
    const found: number[] = []
    for (let after: readonly string[] | undefined; ; ) {
      const rows = await listNfts(database, {
        collectionId: id,
        state,
        sort,
        limit: 2,
        rarity: undefined,
        ownerAddress: undefined,
        edition: undefined,
        after,
      })
      found.push(...rows.map(({ tokenId }) => tokenId))
      after = rows.at(-1)?.sortKey
      if (rows.length < 2 || after === undefined) return found
    }
  }
  expect(await page('priceLow', 'listed')).toEqual([3, 1, 2])
  expect(await page('priceHigh', 'listed')).toEqual([2, 1, 3])
  expect(await page('listed', 'listed')).toEqual([1, 3, 2])
  expect(await page('priceLow', 'minted')).toEqual([3, 1, 2, 4, 5])
  expect(await page('priceHigh', 'minted')).toEqual([2, 1, 3, 5, 4])
  // A sale or a listing is no swap.
  expect(await page('recent', 'minted')).toEqual([5, 4, 3, 2, 1])
  expect(await loadMarketFigures(database, id)).toMatchObject({
    listed: 3,
    floors: { [rarityOf(3).rarity]: '1' },
    salesLamports: (3n * SOL).toString(),
  })
  const own = await listListedBy(database, ann, { after: undefined, limit: 9 })
  expect(own.map(({ tokenId }) => tokenId)).toEqual([4, 3, 2])
})

test('across coins what a buyer pays decides, which is never less than what the coins bring', async () => {
  const other = createKeypair().address
  const dear = historyOf([capture(ann, 1), list(ann, 1, 5n)], other).map((item) => ({
    ...item,
    event: { ...item.event, reserveLamports: lamports(300n * SOL) },
  }))
  await apply([
    ...historyOf([capture(ann, 1), list(ann, 1, 2n * F), capture(ann, 2), list(ann, 2, 20n * F)]),
    ...dear,
  ])
  const found: (string | number)[][] = []
  for (let after: readonly string[] | undefined; ; ) {
    const rows = await listForSale(database, 'priceLow', {
      rarity: undefined,
      collectionId: undefined,
      after,
      limit: 1,
    })
    const [row] = rows
    if (!row) break
    found.push([row.collectionId, row.tokenId, row.sortKey[0] ?? ''])
    after = row.sortKey
  }
  expect(found).toEqual([
    [id, 1, (2n * F).toString()],
    [collectionIdOf(other), 1, '299700299'],
    [id, 2, (20n * F).toString()],
  ])
  await database.query('update collections set is_hidden = true where id = $1', [id])
  const wanted = { rarity: undefined, collectionId: undefined, after: undefined, limit: 9 }
  expect((await listForSale(database, 'listed', wanted)).map(({ collectionId }) => collectionId)).toEqual([
    collectionIdOf(other),
  ])
})

test('offers by price, those for a number, those made, and those received that are worth taking', async () => {
  const bids = Array.from({ length: 6 }, () => createKeypair().address)
  const [low, some, late, own, mythics, gone] = bids as [Address, Address, Address, Address, Address, Address]
  const allMythic = Array.from({ length: 1_000 }, (_, at) => at + 1).filter(
    (edition) => rarityOf(edition).rarity === 'mythic',
  )
  await apply(
    historyOf([
      capture(ann, 1),
      capture(ann, 2),
      list(ann, 2, SOL),
      capture(ben, 3),
      offer(ben, low, F - 1n, [1, 2, 3]),
      offer(ben, some, F, [2, 998]),
      offer(ben, late, 9n * SOL, [1], 1_800_000_100n),
      offer(ann, own, 8n * SOL, [1, 2]),
      offer(cat, mythics, 5n * SOL, allMythic),
      offer(cat, gone, 7n * SOL, [1]),
      { kind: 'cancelOffer', who: cat, offer: gone, priceLamports: lamports(7n * SOL) },
    ]),
  )
  await database.query('update nft_offers set expires_at = now() where address = $1', [late])
  const offers = await listOffers(database, {
    collectionId: id,
    edition: undefined,
    bidderAddress: undefined,
    after: undefined,
    limit: 9,
  })
  expect(offers.map(({ address }) => address)).toEqual([own, mythics, some, low])
  expect(nftOfferOf(offers[1]!)).toMatchObject({
    rarity: 'mythic',
    editionCount: allMythic.length,
    editions: allMythic,
    priceLamports: (5n * SOL).toString(),
  })
  expect(nftOfferOf(offers[2]!)).toMatchObject({ rarity: null, editions: [2, 998] })
  const isMythic = (edition: number) => allMythic.includes(edition)
  const of = async (query: Partial<Parameters<typeof listOffers>[1]>) =>
    (
      await listOffers(database, {
        collectionId: id,
        edition: undefined,
        bidderAddress: undefined,
        after: undefined,
        limit: 9,
        ...query,
      })
    ).map(({ address }) => address)
  expect(await of({ edition: 998 })).toEqual([some])
  expect(await of({ edition: 2 })).toEqual([own, ...(isMythic(2) ? [mythics] : []), some, low])
  expect(await of({ bidderAddress: ben })).toEqual([some, low])
  const [first] = offers
  expect(await of({ after: [first!.priceLamports, first!.sequence], limit: 1 })).toEqual([mythics])

  const made = await listOffersMade(database, { bidderAddress: ben, after: undefined, limit: 9 })
  expect(made.map(({ address }) => address)).toEqual([late, some, low])
  const after = [made[0]!.createdAt, made[0]!.address] as const
  expect(await listOffersMade(database, { bidderAddress: ben, after, limit: 1 })).toMatchObject([
    { address: some },
  ])

  const received = await listOffersReceived(database, { ownerAddress: ann, after: undefined, limit: 9 })
  expect(received.map(({ address }) => address)).toEqual([...([1, 2].some(isMythic) ? [mythics] : []), some])
  expect(received.at(-1)?.held).toBe(`01${'0'.repeat(998)}`)
  const { priceLamports, collectionId, sequence } = received[0]!
  expect(
    await listOffersReceived(database, {
      ownerAddress: ann,
      after: [priceLamports, collectionId, sequence],
      limit: 9,
    }),
  ).toHaveLength(received.length - 1)
  // A coin whose market takes more of a sale than its curve of a sell: an offer at the coins' value brings less.
  await database.query('update collections set market_fee_bps = 101')
  expect(
    (await listOffersReceived(database, { ownerAddress: ann, after: undefined, limit: 9 })).some(
      ({ address }) => address === some,
    ),
  ).toBe(false)
  expect(await loadMarketFigures(database, id)).toMatchObject({
    offers: 4,
    bestOfferLamports: (8n * SOL).toString(),
  })
})

test('what happened by kind, size and wallet, a sale being its seller’s too', async () => {
  const bid = createKeypair().address
  await apply(
    historyOf([
      capture(ann, 1),
      list(ann, 1, 2n * SOL),
      buy(ben, ann, 1, 2n * SOL),
      list(ben, 1, 4n * SOL),
      cancel(ben, 1, 4n * SOL),
      offer(cat, bid, SOL, [5]),
    ]),
  )
  const of = async (query: Partial<Parameters<typeof listMarketEvents>[1]>) => {
    const { rows, horizon } = await listMarketEvents(database, {
      collectionId: id,
      kinds: ['LIST', 'UNLIST', 'SALE', 'OFFER', 'OFFER_WITHDRAWN'],
      minLamports: 0n,
      wallets: undefined,
      before: undefined,
      limit: 50,
      ...query,
    })
    return [rows.map(({ kind, sequence }) => `${sequence} ${kind}`).join(', '), horizon]
  }
  expect(await of({})).toEqual(['7 OFFER, 6 UNLIST, 5 LIST, 4 SALE, 3 LIST', null])
  expect(await of({ kinds: ['LIST'] })).toEqual(['5 LIST, 3 LIST', null])
  expect(await of({ kinds: ['LIST'], limit: 1 })).toEqual(['5 LIST', 5])
  expect(await of({ kinds: ['LIST'], before: 5 })).toEqual(['3 LIST', null])
  expect(await of({ minLamports: 3n * SOL })).toEqual(['6 UNLIST, 5 LIST', null])
  expect(await of({ wallets: [ann] })).toEqual(['4 SALE, 3 LIST', null])
  expect(await of({ wallets: [ben, cat], kinds: ['SALE', 'OFFER'] })).toEqual(['7 OFFER, 4 SALE', null])
})

test('featured: what sales paid to the platform first, then the latest swap', async () => {
  await apply(
    historyOf([
      ...[1, 2, 3, 4].map((edition) => capture(ann, edition)),
      list(ann, 2, SOL),
      buy(ben, ann, 2, SOL),
      list(ann, 1, 3n * SOL),
      buy(ben, ann, 1, 3n * SOL),
    ]),
  )
  const found: number[] = []
  for (let after: ReturnType<typeof featuredKeyOf> | undefined; ; ) {
    const [row] = await listFeatured(database, { limit: 1, rarity: undefined, after })
    if (!row) break
    found.push(row.tokenId)
    after = featuredKeyOf(row)
  }
  expect(found).toEqual([1, 2, 4, 3])
})

test('an NFT that the chain has elsewhere is not for sale, until the chain has it there again', async () => {
  await apply(historyOf([capture(ann, 7), list(ann, 7, SOL)]))
  const row = await findNft(database, id, 7)
  const moved = { ...row!, ownerAddress: cat, tokenAccount: createKeypair().address }
  await updateOwner(database, moved)
  expect(await findNft(database, id, 7)).toMatchObject({ ownerAddress: cat, listingAddress: null })
  expect((await loadMarketFigures(database, id)).listed).toBe(0)
  await updateOwner(database, row!)
  expect(await findNft(database, id, 7)).toMatchObject({ ownerAddress: ann, listingSeller: ann })
})
