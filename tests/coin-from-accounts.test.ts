// A coin read from its accounts alone has the rows that the index made of its events, but for what accounts do not say.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { PreparedTransaction } from '@twinmint/sdk/api/wallet/contract'
import { isAddress } from '@twinmint/sdk/core/address'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, openChain } from '../packages/server/chain/chain.ts'
import { clusterSource } from '../packages/server/chain/cluster.ts'
import { select, type Table } from '../packages/server/database/table.ts'
import { type AccountCoin, listMarkets, readCoin } from '../packages/server/index/accounts/coin.ts'
import { NFT_LISTINGS, NFT_OFFERS } from '../packages/server/index/nft-market/rows.ts'
import { plainDecimal } from '../packages/server/index/records.ts'
import { COLLECTIONS, CURVES, FEE_RECEIVERS, FEE_SHARES, NFT_CHANGES } from '../packages/server/index/rows.ts'
import { boost, buyListing, type Client, createClient, listNfts, makeOffer, swap } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { openDatabaseOf } from './test-database.ts'
import { burnTokens, sendTokens } from './tokens.ts'

/** What accounts do not say. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  collections: ['launchSignature', 'launchSlot'],
  bonding_curves: [
    'creatorFeesClaimedLamports',
    'graduatedAt',
    'graduatedSequence',
    'graduationSignature',
    'graduationStandsAt',
    'lastTradeAt',
    'nftSaleCount',
    'nftSalesLamports',
    'tradeCount',
    'updatedAt',
  ],
  nfts: ['lastSaleLamports', 'marketFeesLamports', 'mintSignature', 'sequence', 'swappedAt'],
  nft_listings: ['sequence'],
  nft_offers: ['sequence', 'txSignature'],
  fee_shares: ['sequence'],
}
const SOL = 1_000_000_000n

let server: ServerProcess
let chain: Chain
let creator: Client
let trader: Client
let other: Client
let traded: Collection
let untouched: Collection
let graduated: Collection
const read = new Map<string, AccountCoin>()

beforeAll(async () => {
  server = await startServerProcess()
  ;[creator, trader, other] = [0, 1, 2].map(() => createClient(server.origin)) as [Client, Client, Client]
  await Promise.all([creator, trader, other].map((client) => client.airdrop(10)))
  const { programAddress } = await creator.get<SiteConfig>('/api/config')
  if (!isAddress(programAddress)) throw new Error('no program')
  const rpcUrl = `${server.origin}/rpc`
  const at = { rpcUrls: [rpcUrl], wsUrls: [rpcUrl.replace('http', 'ws')], programAddress }
  chain = openChain(clusterSource(at), programAddress)
  const image = await plainPicture()
  traded = await creator.launch(
    { name: 'Traded Coin', symbol: 'TRADED', collectionName: 'Traded Twins', devBuyAmount: '0.2' },
    image,
  )
  untouched = await creator.launch(
    {
      name: 'Untouched',
      symbol: 'QUIET',
      guardBps: 2_000,
      guardSeconds: 600,
      openingReserveLamports: '2000000000',
    },
    image,
  )
  graduated = await other.launch({ name: 'Graduated', symbol: 'DONE' }, image)
  await tradeAll()
  await graduate()
  for (const { id, marketAddress } of [traded, untouched, graduated]) {
    const coin = isAddress(marketAddress) ? await readCoin(chain, marketAddress) : undefined
    if (coin) read.set(id, coin)
  }
  await server.stop()
})
afterAll(() => server.remove())

async function nftsOf(client: Client) {
  const { nfts } = await client.get<UserNfts>(`/api/user/nfts/${traded.id}/${client.address}`)
  return nfts.map(({ tokenId, mintAddress }) => ({ tokenId, mint: mintAddress ?? '' }))
}

/** Trades, swaps, a listing, a sale, offers, a boost, shared fees, an NFT that was sent and one that was burned. */
async function tradeAll(): Promise<void> {
  await trader.trade('BUY', traded.id, '3')
  await trader.trade('SELL', traded.id, '1000000')
  await swap(trader, 'capture', traded.id, { count: 6 })
  const [released, listed, sold, sent, burned] = (await nftsOf(trader)).map(({ mint }) => mint)
  if (!(released && listed && sold && sent && burned)) throw new Error('six NFTs')
  await swap(trader, 'release', traded.id, { nftMints: [released] })
  await listNfts(trader, traded.id, { [listed]: 2n * SOL, [sold]: SOL })
  await buyListing(other, traded.id, sold, SOL)
  await makeOffer(other, traded.id, [1, 2, 900], SOL / 2n)
  await makeOffer(creator, traded.id, [7], SOL / 4n)
  await boost(trader, traded.id)
  const path = `/api/collections/${traded.id}/fee-shares`
  const receivers = [creator, other].map(({ address }) => ({ walletAddress: address, bps: 5_000 }))
  const { transaction } = await creator.post<PreparedTransaction>(`${path}/create-transaction`, {
    walletAddress: creator.address,
    action: 'set',
    receivers,
  })
  await creator.post(path, { signedTransaction: creator.sign(transaction) })
  await trader.trade('SELL', traded.id, '1000')
  await sendTokens(trader, other, { mint: sent, units: 1n, decimals: 0 })
  await burnTokens(trader, { mint: burned, units: 1n, decimals: 0 })
  // The index compares owners with the chain when somebody looks.
  await Promise.all([nftsOf(trader), nftsOf(other)])
}

async function graduate(): Promise<void> {
  for (let buys = 0; buys < 30; buys++) {
    await trader.airdrop(10)
    await trader.trade('BUY', graduated.id, '9', 50)
    const { isGraduated } = await trader.get<Collection>(`/api/collections/${graduated.id}`)
    if (isGraduated) return
  }
  throw new Error('the coin did not graduate')
}

type Row = Readonly<Record<string, unknown>>
/** In an order of their own; prices as the wire has them, since the database adds zeros. */
const without = (table: string, rows: readonly object[]): Row[] =>
  rows
    .map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => !UNKNOWN[table]?.includes(name))
          .map(([name, value]) => [name, /price$/i.test(name) ? plainDecimal(String(value)) : value]),
      ),
    )
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

test('every Market is listed, and one that is none is no coin', async () => {
  const at = await startServerProcess({ folder: server.folder })
  const again = openChain(
    clusterSource({
      rpcUrls: [`${at.origin}/rpc`],
      wsUrls: [`${at.origin.replace('http', 'ws')}/rpc`],
      programAddress: chain.programAddress,
    }),
    chain.programAddress,
  )
  try {
    const all = [traded, untouched, graduated].map(({ marketAddress }) => marketAddress)
    expect((await listMarkets(again)).toSorted()).toEqual(all.toSorted())
    for (const address of [creator.address, traded.mintAddress])
      expect(isAddress(address) && (await readCoin(again, address))).toBeUndefined()
  } finally {
    await at.stop()
  }
})

test('the rows of a coin are those that the index made of its events', async () => {
  const database = await openDatabaseOf(server.folder)
  const indexed = async ({ name, columns }: Table, id: string) =>
    database.query<Row>(
      `select ${select(columns)} from ${name} where ${name === 'collections' ? 'id' : 'collection_id'} = $1`,
      [id],
    )
  try {
    for (const { id, symbol } of [traded, untouched, graduated]) {
      const coin = read.get(id)
      if (!coin) throw new Error(`${symbol} was not read`)
      const tables: [Table, readonly object[]][] = [
        [COLLECTIONS, [coin.collection]],
        [CURVES, [coin.curve]],
        [NFT_CHANGES, coin.nfts],
        [NFT_LISTINGS, coin.listings],
        [NFT_OFFERS, coin.offers],
        [FEE_SHARES, coin.feeShares],
        [FEE_RECEIVERS, coin.feeReceivers],
      ]
      for (const [table, rows] of tables) {
        const known = await indexed(table, id)
        expect([symbol, table.name, without(table.name, rows)]).toEqual([
          symbol,
          table.name,
          without(table.name, known),
        ])
        const sequences = rows.flatMap((row) => ('sequence' in row ? [row.sequence] : []))
        expect(sequences.filter((sequence) => sequence !== coin.curve.sequence)).toEqual([])
      }
    }
  } finally {
    await database.close()
  }
})

test('what accounts do not say is zero or empty, and a graduation stands from its reading on', () => {
  const coin = read.get(graduated.id)
  expect(coin?.collection).toMatchObject({ launchSignature: '', launchSlot: 0 })
  expect(coin?.curve).toMatchObject({
    isGraduated: true,
    graduatedAt: null,
    tradeCount: 0,
    lastTradeAt: null,
    updatedAt: coin?.since,
  })
  expect(Date.parse(coin?.curve.graduationStandsAt ?? '') - Date.parse(coin?.since ?? '')).toBe(600_000)
  expect(BigInt(coin?.curve.burnedBaseUnits ?? '0')).toBeGreaterThan(0n)
  const { nfts = [], listings, offers, feeShares, feeReceivers } = read.get(traded.id) ?? {}
  expect([nfts, listings, offers, feeShares, feeReceivers].map((rows) => rows?.length)).toEqual([
    6, 1, 2, 1, 4,
  ])
  expect(nfts.filter(({ isSwapped }) => isSwapped)).toHaveLength(1)
  expect(nfts.filter(({ ownerAddress }) => ownerAddress === null)).toHaveLength(1)
  expect(nfts.filter(({ ownerAddress }) => ownerAddress === other.address)).toHaveLength(2)
})
