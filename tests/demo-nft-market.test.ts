// What bots of the demo market do in a coin's NFT market, each action once, against the built server and its chain.

import type { OffersPage } from '@twinmint/sdk/api/nft-market/contract'
import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { type Bot, createBot } from '../packages/server/demo/bot.ts'
import { tradeNfts } from '../packages/server/demo/nft-market.ts'
import { LISTED_MAX } from '../packages/server/demo/nft-market-rules.ts'
import { type Client, createClient, listNfts, makeOffer, swap } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

let server: ServerProcess
let creator: Client
let coin: Collection
let bots: readonly Bot[]

/** Bots call the server inside its process; here they reach it from outside. */
const outside = (origin: string): Parameters<typeof createBot>[0] =>
  ({
    inject: async ({ method, url, payload }: Record<string, unknown>) => {
      const response = await fetch(`${origin}${String(url)}`, {
        method: String(method),
        headers: {
          origin,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      })
      return { statusCode: response.status, payload: await response.text(), headers: {} }
    },
  }) as unknown as Parameters<typeof createBot>[0]

beforeAll(async () => {
  server = await startServerProcess()
  creator = createClient(server.origin)
  await creator.fund()
  const picture = await plainPicture('teal')
  // So deep that an NFT's coins bring what a bot looks at.
  const deep = { openingReserveLamports: '30000000000', devBuyAmount: '0' }
  coin = await creator.launch(deep, picture)
  const app = outside(server.origin)
  bots = [createKeypair(), createKeypair()].map((keypair) => createBot(app, keypair, '127.0.1.1'))
  for (const bot of bots) {
    await bot.fund(1)
    await bot.trade('BUY', coin.id, '0.3')
    await bot.swap('capture', coin.id, { count: 3 })
  }
})
afterAll(() => server.remove())

const stats = () => creator.get<NftStats>(`/api/collections/${coin.id}/nft-figures`)
/** Of both bots the first, or the other; then the action; then whatever chance is asked for. */
async function nftMarket(bot: 0 | 1, roll: number): Promise<NftStats> {
  const rolls = [bot === 0 ? 0.2 : 0.8, roll]
  const fresh = await creator.get<Collection>(`/api/collections/${coin.id}`)
  await tradeNfts(fresh, bots, () => rolls.shift() ?? (bot === 0 ? 0.2 : 0.8))
  return stats()
}
const [LIST, BUY, OFFER, ACCEPT, TAKE_BACK] = [0.1, 0.4, 0.6, 0.85, 0.97]

test('one lists an NFT above what its coins bring, and the other buys it', async () => {
  expect(await nftMarket(0, LIST)).toMatchObject({ listed: 1, salesLamports: '0' })
  const { nfts } = await creator.get<NftsPage>(`/api/collections/${coin.id}/nfts?state=listed`)
  const [nft] = nfts
  expect(nft?.listing?.sellerAddress).toBe(bots[0]?.address)
  const sold = await nftMarket(1, BUY)
  expect(sold).toMatchObject({ listed: 0, salesLamports: nft?.listing?.priceLamports })
  // Its own listing a bot does not buy.
  await nftMarket(0, LIST)
  expect(await nftMarket(0, BUY)).toMatchObject({ listed: 1, salesLamports: sold.salesLamports })
})

test('one bids for what others have, and a holder accepts, also what it has listed', async () => {
  const before = await stats()
  const offered = await nftMarket(0, OFFER)
  expect(offered.offers).toBe(1)
  const after = await nftMarket(1, ACCEPT)
  expect(after.offers).toBe(0)
  expect(BigInt(after.salesLamports) - BigInt(before.salesLamports)).toBe(
    BigInt(offered.bestOfferLamports ?? 0),
  )
})

test('what visitors list and offer keeps no bot from its own, and a bot has few of its own', async () => {
  const visitor = createClient(server.origin)
  await visitor.airdrop(10)
  await visitor.trade('BUY', coin.id, '1')
  await swap(visitor, 'capture', coin.id, { count: 4 })
  const { nfts } = await visitor.get<UserNfts>(`/api/user/nfts/${coin.id}/${visitor.address}`)
  await listNfts(
    visitor,
    coin.id,
    Object.fromEntries(nfts.map(({ mintAddress }) => [mintAddress ?? '', 9_000_000_000n])),
  )
  for (const price of [1_000n, 1_001n, 1_002n, 1_003n, 1_004n])
    await makeOffer(visitor, coin.id, [nfts[0]?.tokenId ?? 0], price)
  const bidders = async () => {
    const { offers } = await creator.get<OffersPage>(`/api/collections/${coin.id}/offers?limit=50`)
    return offers.filter(({ bidderAddress }) => bidderAddress === bots[0]?.address).length
  }
  await nftMarket(0, OFFER)
  expect(await bidders()).toBe(1)
  // Another one is not made: it accepts instead, or nothing.
  await nftMarket(0, OFFER)
  expect(await bidders()).toBeLessThanOrEqual(1)
  const own = async () => {
    const { nfts: listed } = await creator.get<NftsPage>(
      `/api/collections/${coin.id}/nfts?state=listed&limit=100`,
    )
    return listed.filter(({ listing }) => listing?.sellerAddress !== visitor.address).length
  }
  for (let time = 0; time < 5; time++) await nftMarket(0, LIST)
  expect(await own()).toBeGreaterThan(0)
  expect(await own()).toBeLessThanOrEqual(bots.length * LISTED_MAX)
})

test('what was listed is taken back, and a bot gives back no NFT that is listed', async () => {
  const { listed } = await nftMarket(0, LIST)
  expect(listed).toBeGreaterThan(0)
  const held = await Promise.all(bots.map((bot) => bot.nfts(coin.id)))
  const { nfts } = await creator.get<NftsPage>(`/api/collections/${coin.id}/nfts?state=listed`)
  for (const { mintAddress } of nfts) expect(held.flat()).not.toContain(mintAddress)
  expect((await nftMarket(0, TAKE_BACK)).listed).toBe(listed - 1)
})
