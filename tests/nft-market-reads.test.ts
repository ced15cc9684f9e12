// What is read of the NFT market, on a real server with real transactions: what is for sale, offers made and received, sales,
// figures, activity, the live stream, positions; that strangers' cursors do no harm; and that a rebuilt index has the same rows.

import type { ActivityPage } from '@twinmint/sdk/api/history/activity-contract'
import type {
  MarketNftsPage,
  MarketStats,
  OffersPage,
  SalesPage,
  WalletOffersPage,
} from '@twinmint/sdk/api/nft-market/contract'
import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftDetail, NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Position } from '@twinmint/sdk/api/positions/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft, UserNfts } from '@twinmint/sdk/api/records/nft'
import type { PreparedSend } from '@twinmint/sdk/api/send/contract'
import { curveStateOf } from '@twinmint/sdk/core/curve'
import { coinsValueLamports } from '@twinmint/sdk/core/nft-sale'
import { rarityOf } from '@twinmint/sdk/core/rarity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptOffer,
  buyListing,
  type Client,
  cancelOffers,
  createClient,
  inSeconds,
  listNfts,
  makeOffer,
  nextSecond,
  swap,
  takeBack,
  tradeNft,
} from './client.ts'
import { dumpIndex, rebuildIndex } from './index-rows.ts'
import { readLive } from './live.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'

const SOL = 1_000_000_000n
let server: ServerProcess
let [ann, ben, cat]: Client[] = []
let gold: Collection
let moss: Collection
/** Ann's of gold, by number. */
let own: Nft[]

const failure = (status: number, code: string) => expect.objectContaining({ status, code })
const reader = () => ann as Client
const nftsOf = async (client: Client, { id }: Collection) =>
  (await client.get<UserNfts>(`/api/user/nfts/${id}/${client.address}`)).nfts
const at = (nft: Nft | undefined): string => nft?.mintAddress ?? ''
const numbers = (nfts: readonly Nft[]) => nfts.map(({ tokenId }) => tokenId)
const browse = (query: string) => reader().get<MarketNftsPage>(`/api/marketplace/nfts?${query}`)
const statsOf = ({ id }: Collection) => reader().get<NftStats>(`/api/collections/${id}/nft-figures`)
const detail = (tokenId: number) => reader().get<NftDetail>(`/api/collections/${gold.id}/nfts/${tokenId}`)
const offersOf = (query = '') => reader().get<OffersPage>(`/api/collections/${gold.id}/offers?${query}`)
const walletOffers = (client: Client, side: 'made' | 'received') =>
  reader().get<WalletOffersPage>(`/api/marketplace/offers/${client.address}?side=${side}`)
const ownListings = (client: Client, query = '') =>
  reader().get<MarketNftsPage>(`/api/marketplace/listings/${client.address}?${query}`)
const activityOf = async (query: string) =>
  (await reader().get<ActivityPage>(`/api/collections/${gold.id}/activity?${query}`)).activity
async function send(from: Client, to: Client, tokenId: number): Promise<void> {
  const { transaction } = await from.post<PreparedSend>('/api/send/create-transaction', {
    collectionId: gold.id,
    senderAddress: from.address,
    recipientAddress: to.address,
    tokenId,
  })
  await from.post('/api/send/execute', { collectionId: gold.id, signedTransaction: from.sign(transaction) })
}
const valueOf = async ({ id }: Collection) =>
  coinsValueLamports(curveStateOf(await reader().get<Collection>(`/api/collections/${id}`)))

beforeAll(async () => {
  server = await startServerProcess()
  const { origin } = server
  const clients = [0, 1, 2].map(() => createClient(origin))
  ;[ann, ben, cat] = clients
  await Promise.all(clients.map((client) => client.airdrop(10)))
  gold = await reader().launch(
    { name: 'Gold', symbol: 'GLD', devBuyAmount: '0.4' },
    await plainPicture('#ffcf3a'),
  )
  moss = await reader().launch(
    { name: 'Moss', symbol: 'MOS', devBuyAmount: '0.2' },
    await plainPicture('#21d38b'),
  )
  await swap(reader(), 'capture', gold.id, { count: 5 })
  await swap(reader(), 'capture', moss.id, { count: 1 })
  own = (await nftsOf(reader(), gold)).toSorted((a, b) => a.tokenId - b.tokenId)
})
afterAll(() => server.remove())

test('what is for sale: in the coin’s list, across coins, in the figures, and as its seller’s', async () => {
  expect(await statsOf(gold)).toMatchObject({
    listed: 0,
    offers: 0,
    bestOfferLamports: null,
    salesLamports: '0',
  })
  const [first, second, third] = own
  await listNfts(reader(), gold.id, { [at(first)]: 2n * SOL, [at(second)]: SOL, [at(third)]: 1n })
  const [other] = await nftsOf(reader(), moss)
  await nextSecond()
  await listNfts(reader(), moss.id, { [at(other)]: 3n * SOL })

  const { nfts } = await reader().get<NftsPage>(`/api/collections/${gold.id}/nfts?state=listed&sort=priceLow`)
  expect(numbers(nfts)).toEqual(numbers([third!, second!, first!]))
  expect(nfts[0]).toMatchObject({
    ownerAddress: reader().address,
    listing: { sellerAddress: reader().address, priceLamports: '1' },
    lastSaleLamports: null,
  })
  // What lies with the program is still its seller's.
  expect(numbers(await nftsOf(reader(), gold)).toSorted()).toEqual(numbers(own))
  expect((await detail(first!.tokenId)).nft.listing?.priceLamports).toBe((2n * SOL).toString())

  const low = await browse('sort=priceLow')
  expect(low.nfts.map(({ symbol, tokenId }) => [symbol, tokenId])).toEqual([
    ['GLD', third!.tokenId],
    ['GLD', second!.tokenId],
    ['GLD', first!.tokenId],
    ['MOS', other!.tokenId],
  ])
  expect(low.collections.map(({ id }) => id).toSorted()).toEqual([gold.id, moss.id].toSorted())
  expect(low.nextCursor).toBeNull()
  expect((await browse('sort=listed&limit=1')).nfts[0]?.symbol).toBe('MOS')
  expect((await browse(`collectionId=${moss.id}`)).nfts).toHaveLength(1)
  const ranks = (await browse('sort=rarity')).nfts.map(({ rarityRank }) => rarityRank)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))

  // All that are minted, two at a time: what is for sale first, and each once.
  for (const sort of ['priceLow', 'priceHigh', 'listed', 'rarity']) {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: MarketNftsPage = await browse(
        `sort=${sort}&state=minted&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...page.nfts.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 6, 6])
  }
  const dearest = await browse('sort=priceHigh&state=minted&limit=2')
  expect(dearest.nfts.map(({ id }) => id)).toEqual([other!.id, first!.id])

  const figures = await statsOf(gold)
  expect(figures.listed).toBe(3)
  const cheapest = figures.floors[rarityOf(third!.tokenId).rarity]
  expect(cheapest).toBe('1')
  expect(await reader().get<MarketStats>('/api/marketplace/figures')).toMatchObject({
    items: 6,
    saleCount: 0,
  })
  const listed = await ownListings(reader(), 'limit=3')
  expect(listed.nfts).toHaveLength(3)
  expect((await ownListings(reader(), `limit=3&cursor=${listed.nextCursor}`)).nfts).toHaveLength(1)
})

test('a listing that has expired is nobody’s to buy, and its seller still sees it', async () => {
  const fourth = own[3]
  await listNfts(reader(), gold.id, { [at(fourth)]: SOL }, inSeconds(4))
  await expect.poll(async () => (await statsOf(gold)).listed, { timeout: 20_000, interval: 200 }).toBe(3)
  expect(numbers((await browse(`collectionId=${gold.id}`)).nfts)).not.toContain(fourth!.tokenId)
  expect(numbers((await ownListings(reader())).nfts)).toContain(fourth!.tokenId)
  expect((await detail(fourth!.tokenId)).nft.listing).not.toBeNull()
  await takeBack(reader(), gold.id, [at(fourth)])
  expect((await detail(fourth!.tokenId)).nft).toMatchObject({ listing: null, ownerAddress: reader().address })
})

test('a sale is in the price history, the figures, the activity, both wallets, and on the stream', async () => {
  const [, second, third] = own
  const live = await readLive(server.origin, `collection:${gold.id}`)

  await tradeNft(reader(), 'update', gold.id, {
    nfts: [{ nftMint: at(second), priceLamports: (SOL / 2n).toString() }],
    expiresAt: inSeconds(3_600),
  })
  await buyListing(ben!, gold.id, at(second), SOL)
  const floor = await valueOf(gold)
  await buyListing(ben!, gold.id, at(third), SOL)

  const history = await reader().get<SalesPage>(`/api/collections/${gold.id}/nfts/${second!.tokenId}/sales`)
  expect(history).toMatchObject({
    sales: [
      {
        tokenId: second!.tokenId,
        kind: 'listing',
        sellerAddress: reader().address,
        buyerAddress: ben!.address,
        dueLamports: (SOL / 2n).toString(),
      },
    ],
    nextCursor: null,
  })
  const { royaltyLamports, platformFeeLamports } = history.sales[0]!
  expect(BigInt(royaltyLamports)).toBe(((SOL / 2n - floor) * 500n) / 10_000n)
  expect(BigInt(platformFeeLamports)).toBe(SOL / 200n)
  // Below what its coins bring it was listed: for these it was sold, and to the creator nothing.
  const cheap = await reader().get<SalesPage>(`/api/collections/${gold.id}/nfts/${third!.tokenId}/sales`)
  expect(cheap.sales[0]).toMatchObject({ dueLamports: floor.toString(), royaltyLamports: '0' })
  expect((await detail(second!.tokenId)).nft).toMatchObject({
    ownerAddress: ben!.address,
    listing: null,
    lastSaleLamports: (SOL / 2n).toString(),
  })
  const all = SOL / 2n + floor
  expect(await statsOf(gold)).toMatchObject({
    listed: 1,
    salesLamports: all.toString(),
    salesLamports24h: all.toString(),
    holders: 2,
  })
  const coin = () => reader().get<Collection>(`/api/collections/${gold.id}`)
  expect((await coin()).creatorFeesOwedLamports).toBe(royaltyLamports)
  await expect.poll(async () => (await coin()).traders24h, { timeout: 10_000 }).toBe(2)
  await expect
    .poll(async () => (await reader().get<MarketStats>('/api/marketplace/figures')).saleCount, {
      timeout: 10_000,
    })
    .toBe(2)

  const sales = await activityOf('kind=SALE')
  expect(sales).toMatchObject([
    {
      kind: 'SALE',
      walletAddress: ben!.address,
      sellerAddress: reader().address,
      nftTokenId: third!.tokenId,
    },
    { kind: 'SALE', lamports: (SOL / 2n).toString(), nftTokenId: second!.tokenId },
  ])
  expect((await activityOf(`wallet=${reader().address}&kind=SALE,LIST`)).map(({ kind }) => kind)).toEqual([
    'SALE',
    'SALE',
    'LIST',
    'LIST',
    'LIST',
    'LIST',
    'LIST',
  ])
  // What is asked is no amount until somebody pays it.
  expect(await activityOf('kind=LIST&minSol=0.000000001')).toEqual([])
  expect((await activityOf('minSol=0.000000001&kind=SALE,LIST')).map(({ kind }) => kind)).toEqual([
    'SALE',
    'SALE',
  ])

  // Bought for SOL, an NFT is its coins at what they brought, and what was paid beyond that is a line of its own.
  const position = await reader().get<Position>(`/api/collections/${gold.id}/position/${ben!.address}`)
  expect(position).toMatchObject({
    boughtLamports: position.nftCostLamports,
    nftCount: 2,
    realisedLamports: '0',
    nftRealisedLamports: '0',
    nftPremiumLamports: (all - BigInt(position.nftCostLamports)).toString(),
    knownBaseUnits: (2n * 1_000_000_000_000n).toString(),
  })
  expect(BigInt(position.nftCostLamports)).toBeGreaterThan(0n)

  const heard = () =>
    live.events().flatMap((event) => (event.type === 'activity' ? [event.activity.kind] : []))
  await expect.poll(heard).toEqual(['LIST', 'SALE', 'SALE'])
  live.stop()

  const featured = await reader().get<Nft[]>('/api/nfts/featured?limit=2')
  expect(numbers(featured)).toEqual([second!.tokenId, third!.tokenId])
})

test('offers: the best first, those for a number, those made, and those that a holder could take now', async () => {
  const [first, second] = own
  const floor = await valueOf(gold)
  const single = await makeOffer(cat!, gold.id, [first!.tokenId], SOL)
  const several = await makeOffer(cat!, gold.id, [first!.tokenId, second!.tokenId, 900], 2n * SOL)
  const low = await makeOffer(cat!, gold.id, [first!.tokenId], floor / 2n)
  const strange = await makeOffer(cat!, gold.id, [901], 3n * SOL)

  expect((await offersOf()).offers.map(({ address }) => address)).toEqual([
    strange.offer,
    several.offer,
    single.offer,
    low.offer,
  ])
  expect((await offersOf(`edition=${second!.tokenId}`)).offers).toMatchObject([
    { address: several.offer, editionCount: 3, rarity: null, bidderAddress: cat!.address },
  ])
  const page = await offersOf('limit=3')
  expect((await offersOf(`limit=3&cursor=${page.nextCursor}`)).offers).toMatchObject([{ address: low.offer }])
  expect((await offersOf(`bidder=${ben!.address}`)).offers).toEqual([])
  expect(await statsOf(gold)).toMatchObject({ offers: 2, bestOfferLamports: (2n * SOL).toString() })

  const made = await walletOffers(cat!, 'made')
  expect(made.offers).toHaveLength(4)
  expect(made.collections).toMatchObject([{ id: gold.id }])
  // The first is listed and still Ann's; the second Ben bought.
  expect((await walletOffers(reader(), 'received')).offers).toMatchObject([
    { address: several.offer, heldEditions: [first!.tokenId] },
    { address: single.offer, heldEditions: [first!.tokenId] },
  ])
  expect((await walletOffers(ben!, 'received')).offers).toMatchObject([
    { address: several.offer, heldEditions: [second!.tokenId] },
  ])
  expect((await walletOffers(cat!, 'received')).offers).toEqual([])

  await acceptOffer(ben!, gold.id, { offer: several.offer, nftMint: at(second) })
  expect((await walletOffers(reader(), 'received')).offers).toMatchObject([{ address: single.offer }])
  const { sales } = await reader().get<SalesPage>(
    `/api/collections/${gold.id}/nfts/${second!.tokenId}/sales?limit=1`,
  )
  expect(sales).toMatchObject([
    {
      kind: 'offer',
      sellerAddress: ben!.address,
      buyerAddress: cat!.address,
      dueLamports: (2n * SOL).toString(),
    },
  ])
  await cancelOffers(cat!, gold.id, [single.offer, low.offer])
  expect((await offersOf()).offers.map(({ address }) => address)).toEqual([strange.offer])
  expect(
    (await activityOf('kind=OFFER,OFFER_WITHDRAWN')).map(({ kind, editionCount }) => [kind, editionCount]),
  ).toEqual([
    ['OFFER_WITHDRAWN', null],
    ['OFFER_WITHDRAWN', null],
    ['OFFER', 1],
    ['OFFER', 1],
    ['OFFER', 3],
    ['OFFER', 1],
  ])
})

test('an NFT that was sent away is no longer one that its old holder could sell', async () => {
  const fifth = own[4]
  const { offer } = await makeOffer(cat!, gold.id, [fifth!.tokenId], SOL)
  expect((await walletOffers(reader(), 'received')).offers).toMatchObject([{ address: offer }])
  await send(reader(), ben!, fifth!.tokenId)
  expect((await walletOffers(reader(), 'received')).offers).toEqual([])
  expect((await walletOffers(ben!, 'received')).offers).toMatchObject([
    { address: offer, heldEditions: [fifth!.tokenId] },
  ])
  // Back, so that the rebuilt index, which is not told of it, says the same.
  await send(ben!, reader(), fifth!.tokenId)
})

test('cursors that are none of a list are refused, whatever they say', async () => {
  const encode = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const uuid = gold.id
  const cursors = [
    'x',
    encode([]),
    encode(['sale', []]),
    encode(['sale', ['1', uuid, '1', '2']]),
    encode(['sale', ['-1', uuid, '1']]),
    encode(['sale', ['2999-99-99T00:00:00Z', uuid, '1']]),
    encode(['rest', ['1', '2999-99-99T00:00:00Z', uuid, 1]]),
    encode(['rest', ['1', '1999-01-01T00:00:00Z', uuid, 5_000]]),
    encode([{}, null]),
    encode(['9'.repeat(30), 1]),
    encode(['1', 1e300]),
  ]
  const paths = [
    '/api/marketplace/nfts?sort=priceLow',
    '/api/marketplace/nfts?sort=listed&state=minted',
    '/api/marketplace/nfts?sort=rarity&state=minted',
    `/api/collections/${gold.id}/offers?x=`,
    `/api/collections/${gold.id}/nfts/1/sales?x=`,
    `/api/collections/${gold.id}/nfts?sort=priceLow`,
    `/api/marketplace/listings/${reader().address}?x=`,
    `/api/marketplace/offers/${reader().address}?side=made`,
    `/api/marketplace/offers/${reader().address}?side=received`,
    '/api/nfts/featured?x=',
  ]
  for (const path of paths)
    for (const cursor of cursors)
      await expect(
        reader().get(`${path}&cursor=${cursor}`),
        `${path} ${Buffer.from(cursor, 'base64url')}`,
      ).rejects.toEqual(failure(400, 'badRequest'))
})

if (isSoak)
  test('a rebuilt index has the same rows', async () => {
    await server.stop()
    const before = await dumpIndex(server.folder)
    expect(before['nft_market_events']?.length).toBeGreaterThan(15)
    expect(before['nft_offers']).toHaveLength(2)
    expect(before['nft_listings']).toHaveLength(2)
    rebuildIndex(server.folder)
    expect(await dumpIndex(server.folder)).toEqual(before)
  })
