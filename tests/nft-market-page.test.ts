// The page's own way through the NFT market, against the built server: what a dialog shows, by the page's rules from the wire's
// figures, is what is prepared, signed and paid, to the lamport; whatever was changed on the way is not signed.

import {
  type AskedMarket,
  decideMarket,
  type MarketAction,
  marketEnd,
  restOfMarket,
  saleTermsOf,
} from '@twinmint/sdk/actions/nft-market/quote-changes'
import { marketNetLamports } from '@twinmint/sdk/actions/nft-market/rules'
import type { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { NftDetail } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { NftOffer } from '@twinmint/sdk/api/records/nft-market'
import { curveStateOf } from '@twinmint/sdk/core/curve'
import { type Lamports, lamports } from '@twinmint/sdk/core/money'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { marketFlow } from '../packages/web/nfts/market/flow.ts'
import { run } from '../packages/web/wallet/run.ts'
import { type Client, createClient, prepareMarket, swap, takeBack } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { rewritten, transferOf } from './wallet-additions.ts'

const SOL = 1_000_000_000n
const DAY = 86_400n
const FAST = { againMs: 20, giveUpMs: 20_000 }

let server: ServerProcess
let site: SiteConfig
let coin: Collection
let seller: Client
let other: Client
let ids: number[]

beforeAll(async () => {
  server = await startServerProcess()
  seller = createClient(server.origin)
  other = createClient(server.origin)
  for (const client of [seller, other]) await client.airdrop(10)
  coin = await seller.launch(
    { name: 'Gold', symbol: 'GLD', collectionName: 'Gold Bars', devBuyAmount: '1' },
    await plainPicture('#ffcf3a'),
  )
  site = await seller.get<SiteConfig>('/api/config')
  await swap(seller, 'capture', coin.id, { count: 8 })
  ids = (await seller.get<UserNfts>(`/api/user/nfts/${coin.id}/${seller.address}`)).nfts.map(
    ({ tokenId }) => tokenId,
  )
})
afterAll(() => server.remove())

/** What happens to a call and its answer on the way; undefined lets it through. */
type Way = (path: string, body: string) => Promise<Response | undefined>
let way: Way | undefined
beforeEach(() => {
  const real = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit & { readonly body: string }) => {
    const changed = await way?.(path, init.body)
    return changed ?? real(server.origin + path, init)
  })
})
afterEach(() => {
  way = undefined
  vi.unstubAllGlobals()
})

const nowSeconds = () => BigInt(Math.floor(Date.now() / 1_000))
/** What the dialog shows by what the page knows. */
async function shown(client: Client, action: MarketAction): Promise<AskedMarket> {
  const collection = await client.get<Collection>(`/api/collections/${coin.id}`)
  const wallet = await client.wallet(coin.id)
  const { asked, refusal } = decideMarket(action, {
    collection,
    terms: saleTermsOf(collection),
    holdings: {
      lamports: lamports(BigInt(wallet.lamports)),
      hasCoinAccount: wallet.coin?.hasAccount ?? false,
    },
    nowSeconds: nowSeconds(),
  })
  if (asked === undefined || refusal !== undefined) throw new Error(refusal?.code ?? 'nothing to show')
  return asked
}
const follow = (client: Client, asked: AskedMarket) =>
  run(
    marketFlow(coin, FAST),
    asked,
    {
      walletAddress: client.address,
      programAddress: site.programAddress,
      sign: async (wires) =>
        wires.map((wire) => Buffer.from(client.sign(Buffer.from(wire).toString('base64')), 'base64')),
    },
    () => undefined,
  )
/** Does it, and pays exactly what was shown. */
async function does(client: Client, action: MarketAction) {
  const asked = await shown(client, action)
  const before = BigInt((await client.wallet()).lamports)
  const outcome = await follow(client, asked)
  if (!('answers' in outcome)) throw new Error('the price moved')
  expect(outcome.stopped).toBeUndefined()
  const paid = before - BigInt((await client.wallet()).lamports)
  expect(paid).toBe(marketNetLamports(action.kind, asked.quote))
  return outcome
}
const priced = (numbers: readonly number[], price: Lamports) =>
  numbers.map((edition) => ({ edition, priceLamports: price }))
const detail = async (tokenId: number) =>
  (await seller.get<NftDetail>(`/api/collections/${coin.id}/nfts/${tokenId}`)).nft
const listingOf = async (tokenId: number) => {
  const { listing } = await detail(tokenId)
  if (listing === null) throw new Error(`#${tokenId} is not listed`)
  return listing
}
const offersOf = async () =>
  (await seller.get<{ offers: NftOffer[] }>(`/api/collections/${coin.id}/offers`)).offers
const offerOf = (nonce: bigint, editions: readonly number[], price = SOL / 2n): MarketAction => ({
  kind: 'offer',
  priceLamports: lamports(price),
  editions,
  expiresAtSeconds: nowSeconds() + DAY,
  nonce,
})
const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'it went through',
    ({ code, moved }: SigningFailure) => `${code ?? ''}, moved ${moved}`,
  )

test('every action costs and brings what its dialog shows, to the lamport', async () => {
  const expiresAtSeconds = nowSeconds() + DAY
  const six = ids.slice(0, 6)
  const listed = await does(seller, { kind: 'list', nfts: priced(six, lamports(SOL)), expiresAtSeconds })
  expect(listed.said).toEqual([six.slice(0, 5), six.slice(5)])
  expect(marketEnd(listed).done).toEqual(six)
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = six
  await does(seller, { kind: 'update', nfts: priced([first], lamports(2n * SOL)), expiresAtSeconds })
  await does(other, { kind: 'buy', edition: first, listing: await listingOf(first) })
  // Below what its coins bring it costs what they bring.
  await does(seller, { kind: 'update', nfts: priced([second], lamports(1n)), expiresAtSeconds })
  await does(other, { kind: 'buy', edition: second, listing: await listingOf(second) })
  await does(seller, { kind: 'cancel', editions: [third], andRelease: false })
  await does(seller, { kind: 'cancel', editions: [fourth, fifth], andRelease: true })
  await does(other, offerOf(1n, [third, sixth], SOL))
  await does(other, offerOf(2n, [third]))
  await does(other, offerOf(3n, [1, 2, 3]))
  const [best, ...less] = await offersOf()
  if (best === undefined) throw new Error('no offer')
  await does(seller, { kind: 'accept', edition: sixth, offer: best, isListed: true })
  const next = less.find(({ editions }) => editions.length === 1)
  if (next === undefined) throw new Error('no second offer')
  await does(seller, { kind: 'accept', edition: third, offer: next, isListed: false })
  await does(other, { kind: 'cancelOffer', offers: less.filter((each) => each !== next) })
  expect(await offersOf()).toEqual([])
})

test('what is changed on its way to the wallet is not signed', async () => {
  const [tokenId = 0, another = 0] = ids.slice(6)
  const expiresAtSeconds = nowSeconds() + DAY
  await does(seller, { kind: 'list', nfts: priced([tokenId, another], lamports(SOL)), expiresAtSeconds })
  const buy = await shown(other, { kind: 'buy', edition: tokenId, listing: await listingOf(tokenId) })
  const nftMint = (await detail(another)).mintAddress ?? ''
  const prepare = (mint: string, lamportsMax: bigint) =>
    prepareMarket(other, 'buy', coin.id, { nftMint: mint, lamportsMax: lamportsMax.toString() })
  const own = (await detail(tokenId)).mintAddress ?? ''
  const honest = await prepare(own, SOL)
  const lies = {
    'a higher most': await prepare(own, 5n * SOL),
    'another NFT': await prepare(nftMint, SOL),
    'SOL beside it': {
      ...honest,
      transactions: [rewritten(honest.transaction, (each, payer) => [...each, transferOf(payer, payer, 5n)])],
    },
    'one more of them': { ...honest, transactions: [honest.transaction, honest.transaction] },
    none: { ...honest, transactions: [] },
  }
  const before = (await other.wallet()).lamports
  for (const [name, lie] of Object.entries(lies)) {
    way = async (path) => (path.endsWith('/create-transaction') ? Response.json(lie) : undefined)
    expect([name, await failureOf(follow(other, buy))]).toEqual([name, 'mismatch, moved nothing'])
  }
  way = undefined
  expect((await other.wallet()).lamports).toBe(before)
  const mints = [own, nftMint]
  await takeBack(seller, coin.id, mints)
})

test('of several transactions that stop half way, what went through is told, and the rest goes on', async () => {
  const bought = (await other.get<UserNfts>(`/api/user/nfts/${coin.id}/${other.address}`)).nfts
  await swap(other, 'buy', coin.id, { count: 4 })
  const all = (await other.get<UserNfts>(`/api/user/nfts/${coin.id}/${other.address}`)).nfts.map(
    ({ tokenId }) => tokenId,
  )
  expect(all.length).toBeGreaterThan(Math.max(5, bought.length))
  const expiresAtSeconds = nowSeconds() + DAY
  const action: MarketAction = { kind: 'list', nfts: priced(all, lamports(SOL)), expiresAtSeconds }
  const asked = await shown(other, action)
  let sent = 0
  way = async (path) => {
    if (path !== '/api/marketplace/execute') return undefined
    sent++
    return sent === 2 ? Response.json({ code: 'notListed', message: 'gone' }, { status: 409 }) : undefined
  }
  const outcome = await follow(other, asked)
  if (!('answers' in outcome)) throw new Error('the price moved')
  expect(outcome.stopped).toMatchObject({ code: 'notListed', moved: 'nothing' })
  const end = marketEnd(outcome)
  expect(end).toEqual({ done: all.slice(0, 5), uncertain: [], notDone: all.slice(5) })
  way = undefined
  const rest = restOfMarket(action, end.notDone)
  if (rest === undefined) throw new Error('nothing is left')
  await does(other, rest)
  for (const tokenId of all) expect((await detail(tokenId)).listing?.sellerAddress).toBe(other.address)
})

test('an answer that is lost is asked for again, and is the same', async () => {
  const [tokenId = 0] = (await other.get<UserNfts>(`/api/user/nfts/${coin.id}/${other.address}`)).nfts.map(
    (each) => each.tokenId,
  )
  const asked = await shown(seller, { kind: 'buy', edition: tokenId, listing: await listingOf(tokenId) })
  let tries = 0
  way = async (path, body) => {
    if (path !== '/api/marketplace/execute') return undefined
    tries++
    if (tries > 2) return undefined
    if (tries === 1) await seller.post(path, JSON.parse(body))
    throw new TypeError('fetch failed')
  }
  const outcome = await follow(seller, asked)
  if (!('answers' in outcome)) throw new Error('the price moved')
  expect(tries).toBe(3)
  expect(outcome.answers[0]?.done).toMatchObject([{ kind: 'buyListing', tokenId }])
  way = undefined
  // Somebody else is told that it is gone.
  const late = { ...asked, action: { ...asked.action } }
  expect(await failureOf(follow(createClient(server.origin), late))).toBe('notListed, moved nothing')
})

test('what rises above what was shown is refused before anything is signed', async () => {
  const [tokenId = 0] = (
    await other.get<UserNfts>(`/api/user/nfts/${coin.id}/${other.address}`)
  ).nfts.flatMap((nft) => (nft.listing === null ? [] : [nft.tokenId]))
  const expiresAtSeconds = nowSeconds() + DAY
  await does(other, { kind: 'update', nfts: priced([tokenId], lamports(1n)), expiresAtSeconds })
  const asked = await shown(seller, { kind: 'buy', edition: tokenId, listing: await listingOf(tokenId) })
  const { reserveLamports } = curveStateOf(await seller.get<Collection>(`/api/collections/${coin.id}`))
  await other.trade('BUY', coin.id, '1')
  expect(reserveLamports).toBeGreaterThan(0n)
  expect(await failureOf(follow(seller, asked))).toBe('priceTooHigh, moved nothing')
})
