// The NFT market over the API: the built server, its embedded chain and database. Listing, buying, bidding, selling and taking
// back, each to the lamport; races; a pause; and clients that say other things than their transactions do.
import type { Address } from '@solana/kit'
import { saleTermsOf } from '@twinmint/sdk/actions/nft-market/quote-changes'
import type { MarketCost, PreparedMarket } from '@twinmint/sdk/api/nft-market/action-contract'
import type { WalletOffersPage } from '@twinmint/sdk/api/nft-market/contract'
import type { NftDetail } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import { curveStateOf, NFT_BASE_UNITS, quoteSell } from '@twinmint/sdk/core/curve'
import { lamports } from '@twinmint/sdk/core/money'
import { coinsValueLamports, saleOf } from '@twinmint/sdk/core/nft-sale'
import { EDITIONS, rarityOf } from '@twinmint/sdk/core/rarity'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { deriveListingAddresses } from '@twinmint/sdk/program/addresses'
import { readSignable } from '@twinmint/sdk/program/signable'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  acceptOffer,
  buyListing,
  type Client,
  cancelOffers,
  createClient,
  executeMarket,
  type HttpFailure,
  inSeconds,
  listNfts,
  makeOffer,
  prepareMarket,
  rpc,
  sendAndConfirm,
  swap,
  takeBack,
  tradeNft,
} from './client.ts'
import { setPaused } from './pause.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { demandMemosFor, keepAside } from './tokens.ts'
import { instructionsOf, rewritten, transferOf } from './wallet-additions.ts'

let server: ServerProcess
let creator: Client
let coin: Collection

const SOL = 1_000_000_000n
const failure = (status: number, code: string) => expect.objectContaining({ status, code })
const fresh = () => creator.get<Collection>(`/api/collections/${coin.id}`)
const balance = async (client: Client) => BigInt((await client.wallet()).lamports)
const nftsOf = async (client: Client) =>
  (await client.get<UserNfts>(`/api/user/nfts/${coin.id}/${client.address}`)).nfts
const detail = (tokenId: number) => creator.get<NftDetail>(`/api/collections/${coin.id}/nfts/${tokenId}`)
/** What leaves the wallet beside what is paid. */
const costsOf = ({ rentLamports, rentBackLamports, networkFeeLamports }: MarketCost) =>
  BigInt(rentLamports) - BigInt(rentBackLamports) + BigInt(networkFeeLamports)
const nowF = async () => coinsValueLamports(curveStateOf(await fresh()))

/** A wallet with SOL and so many NFTs of its own. */
async function holder(count: number): Promise<{ client: Client; mints: string[]; ids: number[] }> {
  const client = createClient(server.origin)
  await client.airdrop(10)
  if (count > 0) await client.trade('BUY', coin.id, String(0.3 * Math.ceil(count / 5)))
  let nfts: UserNfts['nfts'] = []
  if (count > 0) {
    await swap(client, 'capture', coin.id, { count })
    nfts = await nftsOf(client)
  }
  return {
    client,
    mints: nfts.map(({ mintAddress }) => mintAddress ?? ''),
    ids: nfts.map(({ tokenId }) => tokenId),
  }
}

const pricesOf = (mints: readonly string[], price: bigint) =>
  Object.fromEntries(mints.map((mint) => [mint, price]))

beforeAll(async () => {
  server = await startServerProcess()
  creator = createClient(server.origin)
  await creator.airdrop(10)
  coin = await creator.launch(
    { name: 'Gold', symbol: 'GLD', collectionName: 'Gold Bars', devBuyAmount: '1' },
    await plainPicture('#ffcf3a'),
  )
})
afterAll(() => server.remove())

describe('a listing', () => {
  test('costs its rents, and comes back with them; its price can be changed meanwhile', async () => {
    const { client, mints, ids } = await holder(2)
    const before = await balance(client)
    const expiresAt = inSeconds(3_600)
    const { prepared, executed } = await listNfts(client, coin.id, pricesOf(mints, SOL), expiresAt)
    expect(prepared.transactions).toHaveLength(1)
    expect(before - (await balance(client))).toBe(costsOf(prepared.cost))
    expect(executed[0]?.done).toMatchObject([
      { kind: 'list', tokenId: ids[0], mintAddress: mints[0], lamports: SOL.toString() },
      { kind: 'list', tokenId: ids[1], mintAddress: mints[1] },
    ])
    const { nft } = await detail(ids[0] ?? 0)
    expect(nft).toMatchObject({
      ownerAddress: client.address,
      listing: { sellerAddress: client.address, priceLamports: SOL.toString() },
    })
    expect(Date.parse(nft.listing?.expiresAt ?? '')).toBe(Math.floor(Date.parse(expiresAt) / 1_000) * 1_000)
    expect((await nftsOf(client)).map(({ tokenId }) => tokenId)).toEqual(ids)

    // What it would come to now stands beside it, and what release and sell would bring.
    const collection = await fresh()
    const coins = coinsValueLamports(curveStateOf(collection))
    const sale = saleOf(lamports(SOL), coins, saleTermsOf(collection))
    const sell = quoteSell(curveStateOf(collection), NFT_BASE_UNITS)
    expect(prepared.cost).toMatchObject({
      dueLamports: (2n * SOL).toString(),
      sellerLamports: (2n * sale.sellerLamports).toString(),
      royaltyLamports: (2n * sale.royaltyLamports).toString(),
      coinsLamports: coins.toString(),
      releaseAndSellLamports: sell.kind === 'quote' ? sell.lamportsOut.toString() : '',
    })

    const nfts = [{ nftMint: mints[1] ?? '', priceLamports: (2n * SOL).toString() }]
    await tradeNft(client, 'update', coin.id, { nfts, expiresAt })
    expect((await detail(ids[1] ?? 0)).nft.listing?.priceLamports).toBe((2n * SOL).toString())

    const listed = await balance(client)
    const back = await takeBack(client, coin.id, mints)
    expect(listed - (await balance(client))).toBe(costsOf(back.prepared.cost))
    expect((await detail(ids[0] ?? 0)).nft).toMatchObject({ listing: null, ownerAddress: client.address })
  })

  test('of seven is two transactions, each with what it lists; taken back into coins they are three', async () => {
    const { client, mints, ids } = await holder(7)
    const { prepared, executed } = await listNfts(client, coin.id, pricesOf(mints, 3n * SOL))
    expect(prepared.steps.map(({ nfts }) => nfts.length)).toEqual([5, 2])
    expect(executed.flatMap(({ done }) => done.map(({ tokenId }) => tokenId))).toEqual(ids)
    const [before, coins] = [await balance(client), (await client.wallet(coin.id)).coin?.baseUnits]
    const back = await takeBack(client, coin.id, mints, true)
    expect(back.prepared.steps.map(({ nfts }) => nfts.length)).toEqual([3, 3, 1])
    expect(back.prepared.cost.baseUnits).toBe((7n * NFT_BASE_UNITS).toString())
    expect(before - (await balance(client))).toBe(costsOf(back.prepared.cost))
    const gained = BigInt((await client.wallet(coin.id)).coin?.baseUnits ?? 0) - BigInt(coins ?? 0)
    expect(gained).toBe(7n * NFT_BASE_UNITS)
    expect(await nftsOf(client)).toEqual([])
  })

  test('pays to be first what was asked for, also where five go into one transaction', async () => {
    const { client, mints } = await holder(5)
    const asked = {
      nfts: mints.map((nftMint) => ({ nftMint, priceLamports: SOL.toString() })),
      expiresAt: inSeconds(600),
      priorityFeeLamports: '100000',
    }
    const before = await balance(client)
    const { prepared } = await tradeNft(client, 'list', coin.id, asked)
    expect(prepared.transactions).toHaveLength(1)
    const { programAddress } = await client.get<SiteConfig>('/api/config')
    const wire = Buffer.from(prepared.transaction, 'base64')
    const read = readSignable(wire, { walletAddress: client.address, programAddress })
    expect(read.priorityFeeLamports).toBeGreaterThanOrEqual(99_999n)
    expect(read.priorityFeeLamports).toBeLessThanOrEqual(100_000n)
    expect(before - (await balance(client))).toBe(
      costsOf(prepared.cost) - 100_000n + read.priorityFeeLamports,
    )
  })

  test('whose address strangers sent SOL to is made all the same, and its seller gets that too', async () => {
    const { client, mints } = await holder(1)
    const { programAddress } = await client.get<SiteConfig>('/api/config')
    const { listing, listedNft } = await deriveListingAddresses(
      programAddress as Address,
      (mints[0] ?? '') as Address,
    )
    for (const address of [listing, listedNft]) await rpc(client, 'requestAirdrop', [address, 1_000_000])
    const before = await balance(client)
    await listNfts(client, coin.id, pricesOf(mints, SOL))
    await takeBack(client, coin.id, mints)
    expect((await balance(client)) - before).toBe(2n * 1_000_000n - 2n * 5_000n)
  })

  test('is refused for what the wallet does not hold, for no price, and for times that are none', async () => {
    const { client, mints } = await holder(1)
    const other = await holder(0)
    const list = (by: Client, price: bigint, expiresAt = inSeconds(60)) =>
      listNfts(by, coin.id, pricesOf(mints, price), expiresAt)
    await expect(list(other.client, SOL)).rejects.toEqual(failure(409, 'nftNotHeld'))
    await expect(list(client, 0n)).rejects.toEqual(failure(400, 'amountZero'))
    for (const seconds of [-60, 367 * 86_400])
      await expect(list(client, SOL, inSeconds(seconds))).rejects.toEqual(failure(400, 'expiryOutOfRange'))
    await expect(list(client, 1n << 64n)).rejects.toEqual(failure(400, 'overflow'))
    await list(client, SOL)
    await expect(list(client, SOL)).rejects.toEqual(failure(409, 'nftNotHeld'))
    const nfts = [{ nftMint: mints[0] ?? '', priceLamports: '5' }]
    await expect(
      tradeNft(other.client, 'update', coin.id, { nfts, expiresAt: inSeconds(60) }),
    ).rejects.toEqual(failure(403, 'notSeller'))
    await expect(takeBack(other.client, coin.id, mints)).rejects.toEqual(failure(403, 'notSeller'))
    await expect(buyListing(client, coin.id, mints[0] ?? '', 2n * SOL)).rejects.toEqual(
      failure(409, 'ownListing'),
    )
    await takeBack(client, coin.id, mints)
    await expect(takeBack(client, coin.id, mints)).rejects.toEqual(failure(409, 'notListed'))
  })
})

describe('a purchase', () => {
  test('pays the price, and each gets what was said, to the lamport', async () => {
    const { client: seller, mints, ids } = await holder(1)
    const { client: buyer } = await holder(0)
    const listed = await listNfts(seller, coin.id, pricesOf(mints, SOL))
    const [sellerBefore, buyerBefore] = [await balance(seller), await balance(buyer)]
    const { prepared, executed } = await buyListing(buyer, coin.id, mints[0] ?? '', SOL)
    const { cost } = prepared
    expect(cost.dueLamports).toBe(SOL.toString())
    expect(buyerBefore - (await balance(buyer))).toBe(SOL + costsOf(cost))
    expect((await balance(seller)) - sellerBefore).toBe(
      BigInt(cost.sellerLamports) + BigInt(listed.prepared.cost.rentLamports),
    )
    expect(executed[0]?.done).toEqual([
      {
        kind: 'buyListing',
        tokenId: ids[0],
        mintAddress: mints[0],
        offerAddress: null,
        lamports: cost.dueLamports,
        royaltyLamports: cost.royaltyLamports,
        platformFeeLamports: cost.platformFeeLamports,
      },
    ])
    expect((await nftsOf(buyer)).map(({ tokenId }) => tokenId)).toEqual(ids)
    expect((await detail(ids[0] ?? 0)).nft).toMatchObject({
      ownerAddress: buyer.address,
      listing: null,
      lastSaleLamports: SOL.toString(),
    })
  })

  test('by a wallet without coins: taken back into coins, its account of them is made', async () => {
    const { client: seller, mints } = await holder(1)
    const { client: buyer } = await holder(0)
    await listNfts(seller, coin.id, pricesOf(mints, SOL))
    await buyListing(buyer, coin.id, mints[0] ?? '', SOL)
    expect((await buyer.wallet(coin.id)).coin?.hasAccount).toBe(false)
    await listNfts(buyer, coin.id, pricesOf(mints, 2n * SOL))
    const before = await balance(buyer)
    const { prepared, executed } = await takeBack(buyer, coin.id, mints, true)
    expect(executed[0]?.done.map(({ kind }) => kind)).toEqual(['cancelListing', 'release'])
    expect(before - (await balance(buyer))).toBe(costsOf(prepared.cost))
    expect((await buyer.wallet(coin.id)).coin?.baseUnits).toBe(NFT_BASE_UNITS.toString())
  })

  test('of a listing below what its coins bring costs what they bring', async () => {
    const { client: seller, mints } = await holder(1)
    const { client: buyer } = await holder(0)
    await listNfts(seller, coin.id, pricesOf(mints, 1n))
    const due = await nowF()
    await expect(buyListing(buyer, coin.id, mints[0] ?? '', due - 1n)).rejects.toEqual(
      failure(409, 'priceTooHigh'),
    )
    const { prepared } = await buyListing(buyer, coin.id, mints[0] ?? '', due)
    expect(prepared.cost).toMatchObject({
      dueLamports: due.toString(),
      royaltyLamports: '0',
      sellerLamports: prepared.cost.releaseAndSellLamports,
    })
  })

  test('by two at once: one gets it, the other is told so and pays nothing', async () => {
    const { client: seller, mints } = await holder(1)
    const [one, two] = [(await holder(0)).client, (await holder(0)).client]
    await listNfts(seller, coin.id, pricesOf(mints, SOL))
    const ask = (client: Client) =>
      prepareMarket(client, 'buy', coin.id, { nftMint: mints[0], lamportsMax: SOL.toString() })
    const [first, second] = [await ask(one), await ask(two)]
    await executeMarket(one, coin.id, first)
    const before = await balance(two)
    await expect(executeMarket(two, coin.id, second)).rejects.toEqual(failure(409, 'notListed'))
    expect(await balance(two)).toBe(before)
    await expect(ask(two)).rejects.toEqual(failure(409, 'notListed'))
    // Handed in twice, it answers the same.
    const [again] = await executeMarket(one, coin.id, first)
    expect(again?.done).toMatchObject([{ kind: 'buyListing' }])
  })

  test('of what another has bought and lists anew meanwhile is refused as not for sale any more', async () => {
    const { client: seller, mints } = await holder(1)
    const [rival, buyer] = [(await holder(0)).client, (await holder(0)).client]
    const [nftMint = ''] = mints
    await listNfts(seller, coin.id, pricesOf(mints, SOL))
    const shown = { nftMint, sellerAddress: seller.address, lamportsMax: SOL.toString() }
    const late = await prepareMarket(buyer, 'buy', coin.id, shown)
    await buyListing(rival, coin.id, nftMint, SOL)
    await listNfts(rival, coin.id, pricesOf(mints, SOL))
    const before = await balance(buyer)
    const gone = expect.objectContaining({
      status: 409,
      code: 'notListed',
      message: expect.stringMatching(/another wallet has bought/) as string,
    })
    await expect(executeMarket(buyer, coin.id, late)).rejects.toEqual(gone)
    await expect(prepareMarket(buyer, 'buy', coin.id, shown)).rejects.toEqual(gone)
    expect(await balance(buyer)).toBe(before)
    // From the one who lists it now, it is bought.
    await tradeNft(buyer, 'buy', coin.id, { ...shown, sellerAddress: rival.address })
  })

  test('whose price is raised, or whose coins rise, on its way is refused and pays nothing', async () => {
    const { client: seller, mints } = await holder(1)
    const { client: buyer } = await holder(0)
    const [nftMint = ''] = mints
    await listNfts(seller, coin.id, pricesOf(mints, SOL))
    const raised = await prepareMarket(buyer, 'buy', coin.id, { nftMint, lamportsMax: SOL.toString() })
    const nfts = (price: bigint) => [{ nftMint, priceLamports: price.toString() }]
    await tradeNft(seller, 'update', coin.id, { nfts: nfts(SOL + 1n), expiresAt: inSeconds(600) })
    const before = await balance(buyer)
    await expect(executeMarket(buyer, coin.id, raised)).rejects.toEqual(failure(409, 'priceTooHigh'))
    expect(await balance(buyer)).toBe(before)

    // At what its coins bring: somebody buys, and they bring more.
    await tradeNft(seller, 'update', coin.id, { nfts: nfts(1n), expiresAt: inSeconds(600) })
    const due = await nowF()
    const lamportsMax = due + due / 100n
    const moved = await prepareMarket(buyer, 'buy', coin.id, { nftMint, lamportsMax: lamportsMax.toString() })
    await seller.trade('BUY', coin.id, '1')
    await expect(executeMarket(buyer, coin.id, moved)).rejects.toEqual(failure(409, 'priceTooHigh'))
    expect(await balance(buyer)).toBe(before)

    // And within what was allowed it pays what they bring by then.
    const now = await nowF()
    const most = { nftMint, lamportsMax: (now + now / 10n).toString() }
    const within = await prepareMarket(buyer, 'buy', coin.id, most)
    await seller.trade('BUY', coin.id, '0.01')
    const later = await nowF()
    expect(later).toBeGreaterThan(now)
    const [bought] = await executeMarket(buyer, coin.id, within)
    expect(bought?.done[0]?.lamports).toBe(later.toString())
    expect(before - (await balance(buyer))).toBe(later + costsOf(within.cost))
  })

  test('of an expired listing is refused; its seller takes it back, or renews it', async () => {
    const { client: seller, mints } = await holder(1)
    const { client: buyer } = await holder(0)
    const [nftMint = ''] = mints
    await listNfts(seller, coin.id, pricesOf(mints, SOL), inSeconds(8))
    const early = await prepareMarket(buyer, 'buy', coin.id, { nftMint, lamportsMax: SOL.toString() })
    const ask = () =>
      prepareMarket(buyer, 'buy', coin.id, { nftMint, lamportsMax: SOL.toString() }).then(
        () => 'open',
        ({ code }: HttpFailure) => code,
      )
    await expect.poll(ask, { timeout: 30_000, interval: 300 }).toBe('listingExpired')
    await expect(executeMarket(buyer, coin.id, early)).rejects.toEqual(failure(409, 'listingExpired'))
    const nfts = [{ nftMint, priceLamports: SOL.toString() }]
    await tradeNft(seller, 'update', coin.id, { nfts, expiresAt: inSeconds(600) })
    await buyListing(buyer, coin.id, nftMint, SOL)
  })
})

describe('an offer', () => {
  test('locks its SOL, and gives it back when it is withdrawn, to the lamport', async () => {
    const { client } = await holder(0)
    const before = await balance(client)
    const one = await makeOffer(client, coin.id, [1, 3, 5], SOL / 10n)
    expect(before - (await balance(client))).toBe(
      BigInt(one.prepared.cost.lockedLamports) + costsOf(one.prepared.cost),
    )
    // Several at once do not meet.
    const two = await makeOffer(client, coin.id, [2], SOL / 5n)
    expect(two.offer).not.toBe(one.offer)
    const locked = await balance(client)
    const { prepared, executed } = await cancelOffers(client, coin.id, [one.offer, two.offer])
    expect((await balance(client)) - locked).toBe(
      BigInt(prepared.cost.unlockedLamports) - costsOf(prepared.cost),
    )
    expect(before - (await balance(client))).toBe(3n * 5_000n)
    expect(executed[0]?.done.map(({ kind, offerAddress }) => [kind, offerAddress])).toEqual([
      ['cancelOffer', one.offer],
      ['cancelOffer', two.offer],
    ])
    await expect(cancelOffers(client, coin.id, [one.offer])).rejects.toEqual(failure(409, 'offerClosed'))
  })

  test('is accepted: the seller gets what was said, and the bidder the NFT', async () => {
    const { client: seller, mints, ids } = await holder(2)
    const { client: bidder } = await holder(0)
    const [nftMint = ''] = mints
    const { offer } = await makeOffer(bidder, coin.id, [ids[0] ?? 0], SOL)
    const accept = (by: Client, mint: string, lamportsMin?: bigint) =>
      acceptOffer(by, coin.id, {
        offer,
        nftMint: mint,
        ...(lamportsMin === undefined ? {} : { lamportsMin }),
      })
    await expect(accept(seller, mints[1] ?? '')).rejects.toEqual(failure(409, 'nftNotInOffer'))
    await expect(accept(bidder, nftMint)).rejects.toEqual(failure(409, 'ownOffer'))
    await expect(accept(creator, nftMint)).rejects.toEqual(failure(409, 'nftNotHeld'))
    await expect(accept(seller, nftMint, SOL)).rejects.toEqual(failure(409, 'offerTooLow'))
    const collection = await fresh()
    const coins = coinsValueLamports(curveStateOf(collection))
    const { sellerLamports } = saleOf(lamports(SOL), coins, saleTermsOf(collection))
    const [before, bidderBefore] = [await balance(seller), await balance(bidder)]
    const { prepared, executed } = await accept(seller, nftMint, sellerLamports)
    expect((await balance(seller)) - before).toBe(sellerLamports - costsOf(prepared.cost))
    // The offer's own rent: that of the NFT's account was locked for it.
    expect((await balance(bidder)) - bidderBefore).toBe((256n + 128n) * 6_960n)
    expect(executed[0]?.done).toMatchObject([
      { kind: 'acceptOffer', tokenId: ids[0], offerAddress: offer, lamports: SOL.toString() },
    ])
    expect((await nftsOf(bidder)).map(({ tokenId }) => tokenId)).toEqual([ids[0]])
  })

  test('for a rarity is accepted by whoever holds one of it, and for no number of another', async () => {
    const { client: seller, mints, ids } = await holder(10)
    const { client: bidder } = await holder(0)
    const wanted = ids.map(rarityOf).find(({ rarity }) => rarity !== 'common')?.rarity ?? 'common'
    const all = Array.from({ length: EDITIONS }, (_, at) => at + 1)
    const editions = all.filter((edition) => rarityOf(edition).rarity === wanted)
    const { offer } = await makeOffer(bidder, coin.id, editions, SOL)
    const { offers } = await seller.get<WalletOffersPage>(`/api/marketplace/offers/${seller.address}`)
    const [shown] = offers.filter(({ address }) => address === offer)
    expect(shown).toMatchObject({ rarity: wanted, editionCount: editions.length })
    const isWanted = (id: number) => rarityOf(id).rarity === wanted
    expect(shown?.heldEditions).toEqual(ids.filter(isWanted).sort((a, b) => a - b))
    const mintOf = (is: boolean) => mints[ids.findIndex((id) => isWanted(id) === is)] ?? ''
    await expect(acceptOffer(seller, coin.id, { offer, nftMint: mintOf(false) })).rejects.toEqual(
      failure(409, 'nftNotInOffer'),
    )
    const { executed } = await acceptOffer(seller, coin.id, { offer, nftMint: mintOf(true) })
    expect(executed[0]?.done).toMatchObject([{ kind: 'acceptOffer', offerAddress: offer }])
    expect((await nftsOf(bidder)).map(({ tokenId }) => isWanted(tokenId))).toEqual([true])
  })

  test('for a listed number takes it back first, in the same signature', async () => {
    const { client: seller, mints, ids } = await holder(1)
    const { client: bidder } = await holder(0)
    const [nftMint = ''] = mints
    await listNfts(seller, coin.id, pricesOf(mints, 5n * SOL))
    const { offer } = await makeOffer(bidder, coin.id, ids, SOL)
    const shownAs = (isListed: boolean) =>
      prepareMarket(seller, 'accept', coin.id, { offer, nftMint, lamportsMin: '1', isListed })
    await expect(shownAs(false)).rejects.toEqual(failure(409, 'nftNotHeld'))
    await takeBack(seller, coin.id, mints)
    await expect(shownAs(true)).rejects.toEqual(failure(409, 'notListed'))
    await shownAs(false)
    await listNfts(seller, coin.id, pricesOf(mints, 5n * SOL))
    await shownAs(true)
    const before = await balance(seller)
    const { prepared, executed } = await acceptOffer(seller, coin.id, { offer, nftMint })
    expect(prepared.transactions).toHaveLength(1)
    expect(executed[0]?.done.map(({ kind }) => kind)).toEqual(['cancelListing', 'acceptOffer'])
    expect((await balance(seller)) - before).toBe(
      BigInt(prepared.cost.sellerLamports) - costsOf(prepared.cost),
    )
    expect((await detail(ids[0] ?? 0)).nft).toMatchObject({ listing: null, ownerAddress: bidder.address })
  })

  test('that two accept pays one; that falls below what was agreed on its way pays none', async () => {
    const [one, two] = [await holder(1), await holder(1)]
    const { client: bidder } = await holder(0)
    const ids = [...one.ids, ...two.ids]
    const { offer } = await makeOffer(bidder, coin.id, ids, 2n * SOL)
    const ask = ({ client, mints }: typeof one, lamportsMin = '1') =>
      prepareMarket(client, 'accept', coin.id, { offer, nftMint: mints[0], lamportsMin })
    const [first, second] = [await ask(one), await ask(two)]
    await executeMarket(one.client, coin.id, first)
    await expect(executeMarket(two.client, coin.id, second)).rejects.toEqual(failure(409, 'offerClosed'))

    // Coins that bring less make the royalty more.
    const next = await makeOffer(bidder, coin.id, two.ids, 2n * SOL)
    const asked = { offer: next.offer, nftMint: two.mints[0] }
    const { cost } = await prepareMarket(two.client, 'accept', coin.id, { ...asked, lamportsMin: '1' })
    const exact = { ...asked, lamportsMin: cost.sellerLamports }
    const late = await prepareMarket(two.client, 'accept', coin.id, exact)
    await one.client.trade('SELL', coin.id, '1000000')
    await expect(executeMarket(two.client, coin.id, late)).rejects.toEqual(failure(409, 'offerTooLow'))
  })

  test('is refused without a price, for nothing, for longer than a year, and above what the wallet has', async () => {
    const { client } = await holder(0)
    await expect(makeOffer(client, coin.id, [1], 0n)).rejects.toEqual(failure(400, 'amountZero'))
    await expect(makeOffer(client, coin.id, [], SOL)).rejects.toEqual(failure(400, 'badRequest'))
    await expect(makeOffer(client, coin.id, [1], SOL, inSeconds(367 * 86_400))).rejects.toEqual(
      failure(400, 'expiryOutOfRange'),
    )
    await expect(makeOffer(client, coin.id, [1], 10n * SOL)).rejects.toEqual(
      failure(400, 'insufficientLamports'),
    )
    const body = { editions: [1], priceLamports: '1000000', expiresAt: inSeconds(60), nonce: '7' }
    await tradeNft(client, 'offer', coin.id, body)
    await expect(prepareMarket(client, 'offer', coin.id, body)).rejects.toEqual(failure(409, 'offerExists'))
  })
})

describe('what is handed in', () => {
  test('is what the call is for, by the wallet and of the coin that it names', async () => {
    const { client, mints } = await holder(1)
    const { client: other } = await holder(0)
    const listing = await prepareMarket(client, 'list', coin.id, {
      nfts: [{ nftMint: mints[0], priceLamports: '5' }],
      expiresAt: inSeconds(60),
    })
    const signedTransaction = client.sign(listing.transaction)
    const execute = (body: object) =>
      client.post('/api/marketplace/execute', {
        collectionId: coin.id,
        userWallet: client.address,
        signedTransaction,
        ...body,
      })
    const wrong = failure(400, 'wrongTransaction')
    await expect(execute({ userWallet: other.address })).rejects.toEqual(wrong)
    const second = await other.launch({ name: 'Other', symbol: 'OTH' }, await plainPicture('#335577'))
    await expect(execute({ collectionId: second.id })).rejects.toEqual(wrong)
    // Neither a swap nor a trade goes this way, nor a listing another.
    const released = await client.post<PreparedMarket>('/api/hybrid/release', {
      collectionId: coin.id,
      userWallet: client.address,
      nftMints: mints,
    })
    await expect(execute({ signedTransaction: client.sign(released.transaction) })).rejects.toEqual(wrong)
    await expect(
      client.post('/api/hybrid/release/confirm', {
        collectionId: coin.id,
        userWallet: client.address,
        signedTransaction,
      }),
    ).rejects.toEqual(wrong)
    // Bytes that nobody signed, and a signature of other bytes.
    await expect(execute({ signedTransaction: listing.transaction })).rejects.toEqual(
      failure(400, 'signatureInvalid'),
    )
    const altered = rewritten(listing.transaction, (instructions, payer) => [
      ...instructions,
      transferOf(payer, other.address as Address, 1n),
    ])
    const signature0 = Buffer.from(signedTransaction, 'base64').subarray(1, 65)
    const forged = Buffer.from(altered, 'base64')
    forged.set(signature0, 1)
    await expect(execute({ signedTransaction: forged.toString('base64') })).rejects.toEqual(
      failure(400, 'signatureInvalid'),
    )
    // Nothing of it went through; sent by the wallet itself it is told by its signature.
    expect((await nftsOf(client))[0]?.listing).toBeNull()
    const signature = await sendAndConfirm(client, signedTransaction)
    const { signedTransaction: _none, ...told } = { signedTransaction, signature }
    await expect(
      client.post('/api/marketplace/execute', {
        collectionId: coin.id,
        userWallet: other.address,
        ...told,
      }),
    ).rejects.toEqual(wrong)
    expect(
      await client.post('/api/marketplace/execute', {
        collectionId: coin.id,
        userWallet: client.address,
        ...told,
      }),
    ).toMatchObject({ done: [{ kind: 'list', lamports: '5' }] })
  })

  test('is one action: a listing beside another price for what is listed is refused', async () => {
    const { client, mints } = await holder(2)
    const [first = '', second = ''] = mints
    await listNfts(client, coin.id, pricesOf([first], SOL))
    const asked = (nftMint: string) => ({
      nfts: [{ nftMint, priceLamports: '5' }],
      expiresAt: inSeconds(60),
    })
    const listing = await prepareMarket(client, 'list', coin.id, asked(second))
    const update = await prepareMarket(client, 'update', coin.id, asked(first))
    const both = rewritten(listing.transaction, (instructions) => [
      ...instructions,
      ...instructionsOf(Buffer.from(update.transaction, 'base64')),
    ])
    await expect(executeMarket(client, coin.id, { transactions: [both] })).rejects.toEqual(
      failure(400, 'wrongTransaction'),
    )
    // What wallets add is let through.
    const noted = rewritten(listing.transaction, (instructions, payer) => [
      ...instructions,
      transferOf(payer, creator.address as Address, 1_000_000n),
    ])
    const [executed] = await executeMarket(client, coin.id, { transactions: [noted] })
    expect(executed?.done).toMatchObject([{ kind: 'list', mintAddress: second }])
  })

  test('lies in an account of the wallet’s own making: it is listed, and sold, from there', async () => {
    const { client: seller, mints, ids } = await holder(2)
    const { client: bidder } = await holder(0)
    const [first = '', second = ''] = mints
    for (const mint of [first, second]) await keepAside(seller, mint)
    const before = await balance(seller)
    const { prepared } = await listNfts(seller, coin.id, pricesOf([first], SOL))
    expect(before - (await balance(seller))).toBe(costsOf(prepared.cost))
    await takeBack(seller, coin.id, [first])
    const { offer } = await makeOffer(bidder, coin.id, ids, SOL)
    const listed = await balance(seller)
    const sold = await acceptOffer(seller, coin.id, { offer, nftMint: second })
    expect((await balance(seller)) - listed).toBe(
      BigInt(sold.prepared.cost.sellerLamports) - costsOf(sold.prepared.cost),
    )
  })
})

test('a wallet whose account demands memos is told so when it buys or takes back, and what to do', async () => {
  const { client: seller, mints } = await holder(2)
  const { client: buyer } = await holder(0)
  const [first = '', second = ''] = mints
  await listNfts(seller, coin.id, pricesOf(mints, SOL))
  await demandMemosFor(seller, first)
  await demandMemosFor(buyer, second)
  const refusal = failure(409, 'ownAccountNeedsMemo')
  await expect(takeBack(seller, coin.id, [first])).rejects.toEqual(refusal)
  await expect(buyListing(buyer, coin.id, second, 2n * SOL)).rejects.toEqual(refusal)
  // What demands none goes on.
  await takeBack(seller, coin.id, [second])
  await buyListing(buyer, coin.id, first, 2n * SOL)
})

test('a pause stops listing, buying and bidding, and nothing else', async () => {
  const { client: seller, mints, ids } = await holder(3)
  const { client: bidder } = await holder(0)
  const [first = '', second = '', third = ''] = mints
  await listNfts(seller, coin.id, pricesOf([first, second], SOL))
  const { offer } = await makeOffer(bidder, coin.id, [ids[2] ?? 0], SOL)
  const early = await prepareMarket(bidder, 'buy', coin.id, { nftMint: first, lamportsMax: SOL.toString() })
  await setPaused(server, true)
  const paused = failure(409, 'paused')
  await expect(listNfts(seller, coin.id, pricesOf([third], SOL))).rejects.toEqual(paused)
  await expect(buyListing(bidder, coin.id, first, SOL)).rejects.toEqual(paused)
  await expect(executeMarket(bidder, coin.id, early)).rejects.toEqual(paused)
  await expect(makeOffer(bidder, coin.id, [1], SOL)).rejects.toEqual(paused)
  const nfts = [{ nftMint: first, priceLamports: '7' }]
  await tradeNft(seller, 'update', coin.id, { nfts, expiresAt: inSeconds(60) })
  await takeBack(seller, coin.id, [first])
  await takeBack(seller, coin.id, [second], true)
  await acceptOffer(seller, coin.id, { offer, nftMint: third })
  await setPaused(server, false)
})
