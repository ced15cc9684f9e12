// What is read of the NFTs' market, on either database: orders and their pages, offers, what happened, what is featured.
import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { lamports } from '@twinmint/sdk/core/money'
import { rarityOf } from '@twinmint/sdk/core/rarity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ann,
  ben,
  buy,
  cancel,
  capture,
  cat,
  F,
  historyOf,
  id,
  list,
  offer,
  SOL,
} from '../../../../tests/nft-histories.ts'
import { postgres } from '../../../../tests/services.ts'
import { openEmptyEmbedded, openEmptyServed } from '../../../../tests/test-database.ts'
import type { Database } from '../../database/database.ts'
import { INDEX_TABLES } from '../../database/migrations.ts'
import { listForSale, listListedBy, loadMarketStats } from '../../nfts/market/store.ts'
import { applyEvents } from '../apply.ts'
import { collectionIdOf, type LoggedEvent } from '../event-rows.ts'
import { featuredKeyOf, listFeatured, listNfts } from '../nft-store.ts'
import { nftOfferOf } from './records.ts'
import {
  listEventsOfNft,
  listMarketEvents,
  listOffers,
  listOffersMade,
  listOffersReceived,
  loadMarketFigures,
} from './store.ts'

const program = createKeypair().address
const ALL_OF_ONE = { rarity: undefined, after: undefined, limit: 100 } as const

describe.each(['embedded', 'server'] as const)('%s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let database: Database
  beforeAll(async () => {
    database = await (kind === 'server' ? openEmptyServed() : openEmptyEmbedded())
  })
  afterAll(() => database.close())
  beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))
  const apply = (events: readonly LoggedEvent[]) => applyEvents(database, program, events)

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
    expect(await loadMarketStats(database)).toMatchObject({ items: 3, listed: 3 })
    await database.query('update collections set is_hidden = true where id = $1', [id])
    expect(await loadMarketStats(database)).toMatchObject({ items: 1, listed: 1, saleCount: 0 })
    const wanted = { rarity: undefined, collectionId: undefined, after: undefined, limit: 9 }
    expect((await listForSale(database, 'listed', wanted)).map(({ collectionId }) => collectionId)).toEqual([
      collectionIdOf(other),
    ])
  })

  test('what is for sale is read whole by pages of any size and in every order, without listings whose NFT lies elsewhere', async () => {
    const mints = Array.from({ length: 3 }, () => createKeypair().address)
    const editions = [1, 2, 11, 500]
    for (const [at, mint] of mints.entries())
      await apply(
        historyOf(
          editions.flatMap((edition) => [
            capture(ann, edition),
            list(ann, edition, BigInt((edition * 7 + at * 13) % 5) * F * 10n + 1n),
          ]),
          mint,
        ).map((item) => ({
          ...item,
          event: { ...item.event, reserveLamports: lamports(BigInt(30 + at) * SOL) },
        })),
      )
    const ids = mints.map(collectionIdOf).sort()
    const [gone] = ids as [string]
    await database.query(
      `update nfts set token_account = 'elsewhere' where collection_id = $1 and token_id in (1, 2, 11)`,
      [gone],
    )
    const real = ids.flatMap((coin) =>
      editions.filter((edition) => coin !== gone || edition > 11).map((edition) => `${coin}:${edition}`),
    )
    for (const sort of ['priceLow', 'priceHigh', 'listed', 'rarity'] as const)
      for (const rarity of [undefined, rarityOf(11).rarity]) {
        const read = async (limit: number) => {
          const found: string[] = []
          for (let after: readonly string[] | undefined; ; ) {
            const rows = await listForSale(database, sort, { rarity, collectionId: undefined, after, limit })
            found.push(...rows.map(({ collectionId, tokenId }) => `${collectionId}:${tokenId}`))
            if (rows.length < limit) return found
            after = rows.at(-1)?.sortKey
          }
        }
        const whole = await read(100)
        const wanted = real.filter((one) => {
          const { rarity: own } = rarityOf(Number(one.split(':')[1]))
          return rarity === undefined || own === rarity
        })
        expect([...whole].sort()).toEqual(wanted.sort())
        for (const limit of [1, 4]) expect(await read(limit)).toEqual(whole)
      }
    const dues = (await listForSale(database, 'priceLow', { ...ALL_OF_ONE, collectionId: gone })).map(
      ({ listingPrice, sortKey }) => [listingPrice, BigInt(sortKey[0] ?? '')] as const,
    )
    expect(dues.map(([, due]) => due)).toEqual(
      dues.map(([, due]) => due).toSorted((a, b) => (a < b ? -1 : 1)),
    )
    expect(dues.every(([price, due]) => due >= BigInt(price ?? '0'))).toBe(true)
    const own = await listListedBy(database, ann, { after: undefined, limit: 100 })
    expect(own.map(({ collectionId, tokenId }) => `${collectionId}:${tokenId}`).sort()).toEqual(real.sort())
  })

  test('offers by price, those for a number, those made, and those received that are worth taking', async () => {
    const bids = Array.from({ length: 6 }, () => createKeypair().address)
    const [low, some, late, own, mythics, gone] = bids as [
      Address,
      Address,
      Address,
      Address,
      Address,
      Address,
    ]
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
    expect(received.map(({ address }) => address)).toEqual([
      ...([1, 2].some(isMythic) ? [mythics] : []),
      some,
    ])
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
    // Counted is what somebody else than its bidder can accept, for no less than the coins bring.
    const figures = () => loadMarketFigures(database, id)
    const isForSome = [1, 2, 3].some(isMythic)
    expect(await figures()).toMatchObject({
      offers: isForSome ? 2 : 1,
      bestOfferLamports: (isForSome ? 5n * SOL : F).toString(),
    })
    await database.query('delete from nft_offers where address = any($1::text[])', [[mythics, some]])
    expect(await figures()).toMatchObject({ offers: 0, bestOfferLamports: null })
    // What is swapped back nobody can give.
    await database.query(
      `update nft_offers set price_lamports = $2, bidder_address = $3 where address = $1`,
      [low, F.toString(), cat],
    )
    expect(await figures()).toMatchObject({ offers: 1, bestOfferLamports: F.toString() })
    await database.query('update nfts set is_swapped = true where token_id <= 3')
    expect(await figures()).toMatchObject({ offers: 0, bestOfferLamports: null })
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
    // Listings leave room for sales.
    const ofNft = await listEventsOfNft(database, { collectionId: id, tokenId: 1, limit: 1 })
    expect(ofNft.map(({ sequence, kind: what }) => `${sequence} ${what}`)).toEqual(['6 UNLIST', '4 SALE'])
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
    // Of the third the node has forgotten when it was swapped: it is the oldest, and the pages go on after it.
    await database.query('update nfts set swapped_at = null where token_id = 3')
    const found: number[] = []
    for (let after: ReturnType<typeof featuredKeyOf> | undefined; found.length < 9; ) {
      const [row] = await listFeatured(database, { limit: 1, rarity: undefined, after })
      if (!row) break
      found.push(row.tokenId)
      after = featuredKeyOf(row)
    }
    expect(found).toEqual([1, 2, 4, 3])
  })
})
