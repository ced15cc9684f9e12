// The market for NFTs on the deployed program: who gets what, to the lamport; what is taken back, when, and by whom.
import { readFileSync } from 'node:fs'
import { getProgramDerivedAddress } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { Writer } from '@twinmint/sdk/program/bytes'
import type { Instruction } from '@twinmint/sdk/program/message'
import { expect, test } from 'vitest'
import { Chain, SOL, type Wallet, wallet } from './harness.ts'
import { bidder, buyer, creator, NftMarket, payer, seller, U64_MAX } from './nft-market-scene.ts'
import { createAssociated, demandMemos, sendLamports, setCloseAuthority, transferNft } from './tokens.ts'

const LISTING_RENT = 2_004_480n
const ACCOUNT_RENT = 2_039_280n
const ASSOCIATED_RENT = 2_074_080n
const OFFER_RENT = 2_672_640n

test('a listing takes the NFT and the rents, and says what is asked', async () => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  const { listing, listedNft } = await market.at(2)
  const before = chain.market(coin)
  const { sent, gained } = market.gains(await market.list(seller, 2, { price: 7n }), seller, {
    seller,
    listing,
    listedNft,
    market: coin.addresses.market,
  })
  expect(gained).toEqual({
    seller: ASSOCIATED_RENT - LISTING_RENT - ACCOUNT_RENT,
    listing: LISTING_RENT,
    listedNft: ACCOUNT_RENT,
    market: 0n,
  })
  expect(await market.listing(2)).toEqual({
    edition: 2,
    mint: coin.addresses.mint,
    nftMint: await market.nftMint(2),
    seller: seller.address,
    priceLamports: 7n,
    expiresAtSeconds: market.tomorrow,
    createdAtSeconds: chain.now(),
  })
  const data = chain.data(listing)
  expect(data.slice(6, 8)).toEqual(new Uint8Array(2))
  expect(data.slice(128)).toEqual(new Uint8Array(32))
  expect(chain.baseUnitsOf(listedNft)).toBe(1n)
  expect(market.isGone(await market.nftAccount(seller, 2))).toBe(true)
  expect(sent.events).toEqual([
    {
      kind: 'list',
      sequence: before.sequence + 1n,
      mint: coin.addresses.mint,
      who: seller.address,
      edition: 2,
      priceLamports: 7n,
      expiresAtSeconds: market.tomorrow,
      reserveLamports: before.curve.reserveLamports,
      reserveBaseUnits: before.curve.reserveBaseUnits,
      realLamports: before.curve.realLamports,
      unixSeconds: chain.now(),
    },
  ])
  expect(chain.market(coin)).toEqual({ ...before, sequence: before.sequence + 1n })
})

test.each([
  ['above what its coins bring', 3n, 1n],
  ['a lamport above what its coins bring', 1n, 1n],
  ['at what its coins bring', 1n, 0n],
  ['below what its coins bring', 0n, 1n],
])('a sale %s: who pays what and gets what', async (_, times, more) => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  const coins = market.coinsValue
  const price = times * coins + more
  chain.must(await market.list(seller, 1, { price }), payer, seller)
  const { listing, listedNft } = await market.at(1)
  const before = chain.market(coin)
  const sale = market.listingSale(price)
  expect(sale.dueLamports).toBe(price > coins ? price : coins)
  const { sent, gained } = market.gains(await market.buy(buyer, 1, sale.dueLamports), buyer, {
    buyer,
    seller,
    creator,
    market: coin.addresses.market,
    listing,
    listedNft,
  })
  const fees = sale.royaltyLamports + sale.platformFeeLamports
  expect(gained).toEqual({
    buyer: 0n - sale.dueLamports - ASSOCIATED_RENT,
    seller: sale.sellerLamports + LISTING_RENT + ACCOUNT_RENT,
    creator: 0n,
    market: fees,
    listing: -LISTING_RENT,
    listedNft: -ACCOUNT_RENT,
  })
  expect(await market.holds(buyer, 1)).toBe(true)
  expect([listing, listedNft].map((one) => market.isGone(one))).toEqual([true, true])
  expect(chain.market(coin)).toEqual({
    ...before,
    sequence: before.sequence + 1n,
    creatorFeesOwedLamports: before.creatorFeesOwedLamports + sale.royaltyLamports,
    treasuryFeesOwedLamports: before.treasuryFeesOwedLamports + sale.platformFeeLamports,
  })
  expect(sent.events).toMatchObject([
    {
      kind: 'buyListing',
      sequence: before.sequence + 1n,
      who: buyer.address,
      seller: seller.address,
      edition: 1,
      dueLamports: sale.dueLamports,
      royaltyLamports: sale.royaltyLamports,
      platformFeeLamports: sale.platformFeeLamports,
    },
  ])
})

test('at what its coins bring, a sale brings the seller exactly what release and sell bring', async () => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  chain.must(await market.list(seller, 1, { price: 1n }), payer, seller)
  const { seller: sold } = market.gains(await market.buy(buyer, 1, U64_MAX), buyer, { seller }).gained
  const swapped = market.gains(
    [await chain.release(seller, coin, 2), await chain.sell(seller, coin, 10n ** 12n)],
    seller,
    { seller },
  ).gained
  // Beside the rents: those of the listing come back, and the escrow's account for the associated one.
  expect(sold - LISTING_RENT - ACCOUNT_RENT).toBe(swapped.seller - ASSOCIATED_RENT + ACCOUNT_RENT)
})

test('a listing sells at most for what the buyer allows, whatever the price has become', async () => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  const price = 2n * market.coinsValue
  chain.must(await market.list(seller, 1, { price }), payer, seller)
  chain.must(await market.update(seller, 1, { price: price + 1n }), payer, seller)
  expect(chain.send([await market.buy(buyer, 1, price)], payer, buyer).failure).toBe('priceTooHigh')
  // A rise of the coin does the same to a listing below its coins' value.
  chain.must(await market.update(seller, 1, { price: 1n }), payer, seller)
  const coins = market.coinsValue
  chain.must([await chain.createCoinAccount(buyer, coin), await chain.buy(buyer, coin, SOL)], payer, buyer)
  expect(market.coinsValue).toBeGreaterThan(coins)
  expect(chain.send([await market.buy(buyer, 1, coins)], payer, buyer).failure).toBe('priceTooHigh')
  chain.must(await market.buy(buyer, 1, market.coinsValue), payer, buyer)
})

test('buying from oneself costs the fees', async () => {
  const market = await NftMarket.open()
  const price = 2n * market.coinsValue
  market.chain.must(await market.list(seller, 1, { price }), payer, seller)
  const sale = market.listingSale(price)
  const { gained } = market.gains(await market.buy(seller, 1, price), seller, { seller })
  expect(gained.seller).toBe(
    LISTING_RENT + ACCOUNT_RENT - ASSOCIATED_RENT - sale.royaltyLamports - sale.platformFeeLamports,
  )
  expect(await market.holds(seller, 1)).toBe(true)
})

test('a listing is changed by its seller, and renewed after it has expired', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  chain.must(await market.list(seller, 1, { price: 5n }), payer, seller)
  const listed = await market.listing(1)
  chain.setTime(listed.expiresAtSeconds)
  expect(chain.send([await market.buy(buyer, 1, U64_MAX)], payer, buyer).failure).toBe('listingExpired')
  const { sent, gained } = market.gains(await market.update(seller, 1, { price: 6n }), seller, { seller })
  expect(gained.seller).toBe(0n)
  const expiresAtSeconds = chain.now() + 86_400n
  expect(await market.listing(1)).toEqual({ ...listed, priceLamports: 6n, expiresAtSeconds })
  expect(sent.events).toMatchObject([
    { kind: 'updateListing', who: seller.address, edition: 1, priceLamports: 6n, expiresAtSeconds },
  ])
  chain.setTime(expiresAtSeconds - 1n)
  chain.must(await market.buy(buyer, 1, U64_MAX), payer, buyer)
})

test('the seller takes an NFT back, expired or not, with both rents', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  for (const waited of [0n, 10n * 86_400n]) {
    chain.must(await market.list(seller, 1, { price: 5n }), payer, seller)
    chain.setTime(chain.now() + waited)
    const { listing, listedNft } = await market.at(1)
    const { sent, gained } = market.gains(await market.cancel(seller, 1), seller, { seller })
    expect(gained.seller).toBe(LISTING_RENT + ACCOUNT_RENT - ASSOCIATED_RENT)
    expect([listing, listedNft].map((one) => market.isGone(one))).toEqual([true, true])
    expect(await market.holds(seller, 1)).toBe(true)
    expect(sent.events).toMatchObject([
      { kind: 'cancelListing', who: seller.address, edition: 1, priceLamports: 5n },
    ])
  }
})

test('who has hardly anything takes an NFT back with the rent of the listing', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  chain.must(await market.list(seller, 1), payer, seller)
  const missing = ASSOCIATED_RENT - LISTING_RENT
  const leave = (left: bigint) =>
    chain.must(
      sendLamports(seller.address, buyer.address, chain.lamportsOf(seller.address) - left),
      payer,
      seller,
    )
  leave(900_000n)
  expect(market.gains(await market.cancel(seller, 1), seller, { seller }).gained.seller).toBe(
    ACCOUNT_RENT - missing,
  )
})

test('taking back goes through one transaction with releasing, and with accepting', async () => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  chain.must([await market.list(seller, 1), await market.list(seller, 2)], payer, seller)
  chain.must(await market.offer(bidder, 5n, [2, 1_000]), payer, bidder)
  const coins = await chain.coinAccount(seller, coin)
  const had = chain.baseUnitsOf(coins)
  chain.must([await market.cancel(seller, 1), await chain.release(seller, coin, 1)], payer, seller)
  expect(chain.baseUnitsOf(coins)).toBe(had + 10n ** 12n)
  const of = { bidder, nonce: 5n }
  chain.must([await market.cancel(seller, 2), await market.accept(seller, 2, of)], payer, seller)
  expect(await market.holds(bidder, 2)).toBe(true)
})

test('what was taken back is listed anew in the same transaction, and nothing of the old listing is left', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  chain.must(await market.list(seller, 1, { price: 5n }), payer, seller)
  chain.must([await market.cancel(seller, 1), await market.list(seller, 1, { price: 9n })], payer, seller)
  expect((await market.listing(1)).priceLamports).toBe(9n)
  // Lamports that come after the end, in the same transaction, revive nothing.
  const { listing } = await market.at(1)
  const sent = sendLamports(payer.address, listing, SOL)
  chain.must([await market.cancel(seller, 1), sent], payer, seller)
  expect(chain.data(listing)).toHaveLength(0)
  expect(chain.send([await market.buy(buyer, 1, U64_MAX)], payer, buyer).failure).toBe('notListed')
  chain.must(await market.list(seller, 1), payer, seller)
  expect(chain.lamportsOf(listing)).toBe(LISTING_RENT)
})

test('an offer locks the price with the rents, and says for which numbers', async () => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  const offer = await market.offerAt(bidder, 77n)
  const before = chain.market(coin)
  const { sent, gained } = market.gains(
    await market.offer(bidder, 77n, [1, 8, 9, 1_000], { price: 12_345n }),
    bidder,
    { bidder, offer, market: coin.addresses.market },
  )
  const locked = OFFER_RENT + ASSOCIATED_RENT + 12_345n
  expect(gained).toEqual({ bidder: -locked, offer: locked, market: 0n })
  const terms = {
    nonce: 77n,
    priceLamports: 12_345n,
    expiresAtSeconds: market.tomorrow,
    editions: [1, 8, 9, 1_000],
  }
  expect(await market.offered(bidder, 77n)).toEqual({
    ...terms,
    mint: coin.addresses.mint,
    bidder: bidder.address,
    createdAtSeconds: chain.now(),
    nftRentLamports: ASSOCIATED_RENT,
  })
  const data = chain.data(offer)
  expect(data.slice(3, 8)).toEqual(new Uint8Array(5))
  expect(data.slice(229, 232)).toEqual(new Uint8Array(3))
  expect(data.slice(240)).toEqual(new Uint8Array(16))
  expect(sent.events).toMatchObject([{ kind: 'offer', ...terms, who: bidder.address, offer }])
  expect(chain.market(coin)).toEqual({ ...before, sequence: before.sequence + 1n })
})

test('the bumps are stored with what they are of', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  chain.must(await market.list(seller, 1), payer, seller)
  chain.must(await market.offer(bidder, 300n, [1]), payer, bidder)
  const bumpOf = async (...seeds: (string | Uint8Array)[]) =>
    (await getProgramDerivedAddress({ programAddress: chain.program, seeds }))[1]
  const mint = addressBytes(await market.nftMint(1))
  const bumps = [await bumpOf('listing', mint), await bumpOf('listed_nft', mint)]
  expect(chain.data((await market.at(1)).listing).slice(0, 4)).toEqual(Uint8Array.of(4, 1, ...bumps))
  const nonce = new Writer().u64(300n).finish()
  const bump = await bumpOf('offer', addressBytes(bidder.address), nonce)
  expect(chain.data(await market.offerAt(bidder, 300n)).slice(0, 3)).toEqual(Uint8Array.of(5, 1, bump))
})

test('each of the seven is counted, and none leaves a gap', async () => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  const { sequence } = chain.market(coin)
  const kinds: string[] = []
  const run = (instruction: Instruction, signer: Wallet) => {
    for (const event of chain.must(instruction, payer, signer).events) {
      kinds.push(event.kind)
      expect(event.sequence).toBe(sequence + BigInt(kinds.length))
      expect(chain.market(coin).sequence).toBe(event.sequence)
    }
  }
  run(await market.list(seller, 1), seller)
  run(await market.update(seller, 1, { price: 5n }), seller)
  run(await market.cancel(seller, 1), seller)
  run(await market.list(seller, 1), seller)
  run(await market.buy(buyer, 1, U64_MAX), buyer)
  run(await market.offer(bidder, 1n, [2]), bidder)
  run(await market.cancelOffer(bidder, 1n), bidder)
  run(await market.offer(bidder, 1n, [2]), bidder)
  run(await market.accept(seller, 2, { bidder, nonce: 1n }), seller)
  expect(kinds).toEqual([
    'list',
    'updateListing',
    'cancelListing',
    'list',
    'buyListing',
    'offer',
    'cancelOffer',
    'offer',
    'acceptOffer',
  ])
})

test('the bidder takes an offer back, expired or not, with all that it holds', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  for (const waited of [0n, 10n * 86_400n]) {
    chain.must(await market.offer(bidder, 1n, [4]), payer, bidder)
    const offer = await market.offerAt(bidder, 1n)
    chain.setTime(chain.now() + waited)
    chain.must(sendLamports(buyer.address, offer, 3n), payer, buyer)
    const { sent, gained } = market.gains(await market.cancelOffer(bidder, 1n), bidder, { bidder })
    expect(gained.bidder).toBe(OFFER_RENT + ASSOCIATED_RENT + SOL + 3n)
    expect(market.isGone(offer)).toBe(true)
    expect(sent.events).toMatchObject([
      { kind: 'cancelOffer', who: bidder.address, offer, priceLamports: SOL },
    ])
  }
})

test.each([
  ['above what the coins bring', 2n, 1n],
  ['a lamport above what the coins bring', 1n, 1n],
  ['at what the coins bring', 1n, 0n],
  ['below what the coins bring', 0n, 5_001n],
])('an offer %s: who pays what and gets what', async (_, times, more) => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  const price = times * market.coinsValue + more
  chain.must(await market.offer(bidder, 9n, [3, 4], { price }), payer, bidder)
  const offer = await market.offerAt(bidder, 9n)
  const before = chain.market(coin)
  const sale = market.sale(price)
  const min = { min: sale.sellerLamports }
  const { sent, gained } = market.gains(await market.accept(seller, 3, { bidder, nonce: 9n }, min), seller, {
    seller,
    bidder,
    offer,
    creator,
    market: coin.addresses.market,
    bidderNft: await market.nftAccount(bidder, 3),
  })
  expect(gained).toEqual({
    seller: sale.sellerLamports + ASSOCIATED_RENT,
    bidder: OFFER_RENT,
    offer: -OFFER_RENT - ASSOCIATED_RENT - price,
    creator: 0n,
    market: sale.royaltyLamports + sale.platformFeeLamports,
    bidderNft: ASSOCIATED_RENT,
  })
  expect(await market.holds(bidder, 3)).toBe(true)
  expect(market.isGone(offer)).toBe(true)
  expect(market.isGone(await market.nftAccount(seller, 3))).toBe(true)
  expect(chain.market(coin)).toEqual({
    ...before,
    sequence: before.sequence + 1n,
    creatorFeesOwedLamports: before.creatorFeesOwedLamports + sale.royaltyLamports,
    treasuryFeesOwedLamports: before.treasuryFeesOwedLamports + sale.platformFeeLamports,
  })
  expect(sent.events).toMatchObject([
    {
      kind: 'acceptOffer',
      sequence: before.sequence + 1n,
      who: seller.address,
      bidder: bidder.address,
      offer,
      edition: 3,
      dueLamports: price,
      royaltyLamports: sale.royaltyLamports,
      platformFeeLamports: sale.platformFeeLamports,
    },
  ])
})

test('a bidder who has the account already gets the rent for it back', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  const made = await createAssociated(buyer.address, bidder.address, await market.nftMint(1))
  chain.must(made.instruction, payer, buyer)
  const { gained } = market.gains(await market.accept(seller, 1, { bidder, nonce: 1n }), seller, { bidder })
  expect(gained.bidder).toBe(OFFER_RENT + ASSOCIATED_RENT)
})

test('a bidder whose account demands memos gets the NFT all the same', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  const made = await createAssociated(bidder.address, bidder.address, await market.nftMint(1))
  chain.must([made.instruction, ...demandMemos(made.address, bidder)], payer, bidder)
  // Without one nothing comes in.
  const from = await market.nftAccount(seller, 1)
  const plain = { from, to: made.address, mint: await market.nftMint(1), authority: seller.address }
  expect(chain.send([transferNft(plain)], payer, seller).failure).toMatch(/0x24/)
  chain.must(await market.accept(seller, 1, { bidder, nonce: 1n }), payer, seller)
  expect(await market.holds(bidder, 1)).toBe(true)
})

test('a seller with an empty wallet accepts and is paid', async () => {
  const market = await NftMarket.open()
  const { chain, coin } = market
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  const all = chain.lamportsOf(seller.address)
  chain.must(sendLamports(seller.address, buyer.address, all), payer, seller)
  expect(chain.lamportsOf(seller.address)).toBe(0n)
  const { sellerLamports } = market.sale(SOL)
  const { gained } = market.gains(await market.accept(seller, 1, { bidder, nonce: 1n }), seller, {
    seller,
    coin: coin.addresses.market,
  })
  expect(gained.seller).toBe(sellerLamports + ASSOCIATED_RENT)
})

test('expired offers are not accepted, and a pause stops what begins and buys alone', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  chain.must(await market.list(seller, 1), payer, seller)
  chain.must([await market.offer(bidder, 1n, [2]), await market.offer(bidder, 2n, [2])], payer, bidder)
  chain.setPausedUntil(chain.now() + 100n)
  const refused = [
    chain.send([await market.list(seller, 3)], payer, seller),
    chain.send([await market.buy(buyer, 1, U64_MAX)], payer, buyer),
    chain.send([await market.offer(bidder, 3n, [2])], payer, bidder),
  ]
  expect(refused.map(({ failure }) => failure)).toEqual(['paused', 'paused', 'paused'])
  chain.must(await market.update(seller, 1, { price: 5n }), payer, seller)
  chain.must(await market.cancel(seller, 1), payer, seller)
  chain.must(await market.cancelOffer(bidder, 1n), payer, bidder)
  chain.setTime((await market.offered(bidder, 2n)).expiresAtSeconds)
  const accept = await market.accept(seller, 2, { bidder, nonce: 2n })
  expect(chain.send([accept], payer, seller).failure).toBe('offerExpired')
  chain.setTime(chain.now() - 1n)
  chain.must(accept, payer, seller)
})

test('what strangers send to the addresses blocks nothing and goes to whose they are', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  const { listing, listedNft } = await market.at(1)
  const offer = await market.offerAt(bidder, 1n)
  const bidderNft = await market.nftAccount(bidder, 2)
  const dust = (...to: readonly (typeof listing)[]) => {
    for (const one of to) chain.fund(one, 1_000_000n)
  }
  dust(listing, listedNft, offer, bidderNft)
  const listed = market.gains(await market.list(seller, 1), seller, { seller }).gained
  expect(listed.seller).toBe(ASSOCIATED_RENT - LISTING_RENT - ACCOUNT_RENT + 2_000_000n)
  const offered = market.gains(await market.offer(bidder, 1n, [2]), bidder, { bidder }).gained
  expect(offered.bidder).toBe(-OFFER_RENT - ASSOCIATED_RENT - SOL + 1_000_000n)
  dust(listing, listedNft, offer)
  const { sellerLamports, dueLamports } = market.listingSale(SOL)
  const bought = market.gains(await market.buy(buyer, 1, dueLamports), buyer, { seller }).gained
  expect(bought.seller).toBe(sellerLamports + LISTING_RENT + ACCOUNT_RENT + 2_000_000n)
  const accepted = market.gains(await market.accept(seller, 2, { bidder, nonce: 1n }), seller, { bidder })
  // A million of the account's rent was there, and a million lay with the offer.
  expect(accepted.gained.bidder).toBe(OFFER_RENT + 2_000_000n)
  expect(chain.lamportsOf(bidderNft)).toBe(ASSOCIATED_RENT)
})

test('any account of the seller’s will do, and one that somebody else is to close stays', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  const account = await market.nftAccount(seller, 1)
  const closer = wallet(40)
  chain.must(setCloseAuthority(account, seller.address, closer.address), payer, seller)
  const { gained } = market.gains(await market.list(seller, 1), seller, { seller, account })
  expect(gained).toEqual({ seller: -LISTING_RENT - ACCOUNT_RENT, account: 0n })
  expect(chain.baseUnitsOf(account)).toBe(0n)
  // The account is there, so taking back makes none.
  const back = market.gains(await market.cancel(seller, 1), seller, { seller }).gained
  expect(back.seller).toBe(LISTING_RENT + ACCOUNT_RENT)
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  const { sellerLamports } = market.sale(SOL)
  const paid = market.gains(await market.accept(seller, 1, { bidder, nonce: 1n }), seller, {
    seller,
    account,
  })
  expect(paid.gained).toEqual({ seller: sellerLamports, account: 0n })
})

test('who accepts their own offer pays the fees and keeps the account', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  chain.must(await market.offer(seller, 1n, [1]), payer, seller)
  const { royaltyLamports, platformFeeLamports } = market.sale(SOL)
  const { gained } = market.gains(await market.accept(seller, 1, { bidder: seller, nonce: 1n }), seller, {
    seller,
  })
  expect(gained.seller).toBe(SOL - royaltyLamports - platformFeeLamports + OFFER_RENT + ASSOCIATED_RENT)
  expect(await market.holds(seller, 1)).toBe(true)
})

test.each([
  { how: 'by another program', byAnother: true, allFeatures: false },
  { how: 'with all features that a cluster may switch on', byAnother: false, allFeatures: true },
  { how: 'by another program, with all features', byAnother: true, allFeatures: true },
])('all seven go through $how, and nothing of what ends is left', async ({ byAnother, allFeatures }) => {
  const chain = await Chain.open({ signatures: true, allFeatures })
  const market = await NftMarket.open({ chain })
  const caller = wallet(900_101).address
  chain.svm.addProgram(caller, new Uint8Array(readFileSync(new URL('../caller.so', import.meta.url))))
  const run = (instruction: Instruction, signer: Wallet) => {
    const through = { ...instruction, programAddress: caller, data: Uint8Array.of(3, ...instruction.data) }
    return chain.must(byAnother ? through : instruction, payer, signer).events.map(({ kind }) => kind)
  }
  const { listing, listedNft } = await market.at(1)
  const offer = await market.offerAt(bidder, 1n)
  const areGone = () => [listing, listedNft, offer].map((address) => market.isGone(address))
  expect(run(await market.list(seller, 1), seller)).toEqual(['list'])
  expect(run(await market.update(seller, 1, { price: 5n }), seller)).toEqual(['updateListing'])
  expect(run(await market.cancel(seller, 1), seller)).toEqual(['cancelListing'])
  expect(areGone()).toEqual([true, true, true])
  run(await market.list(seller, 1), seller)
  expect(run(await market.buy(buyer, 1, U64_MAX), buyer)).toEqual(['buyListing'])
  expect(await market.holds(buyer, 1)).toBe(true)
  expect(areGone()).toEqual([true, true, true])
  expect(run(await market.offer(bidder, 1n, [2]), bidder)).toEqual(['offer'])
  expect(run(await market.cancelOffer(bidder, 1n), bidder)).toEqual(['cancelOffer'])
  expect(areGone()).toEqual([true, true, true])
  run(await market.offer(bidder, 1n, [2]), bidder)
  const made = await createAssociated(bidder.address, bidder.address, await market.nftMint(2))
  chain.must([made.instruction, ...demandMemos(made.address, bidder)], payer, bidder)
  expect(run(await market.accept(seller, 2, { bidder, nonce: 1n }), seller)).toEqual(['acceptOffer'])
  expect(await market.holds(bidder, 2)).toBe(true)
  run(await market.offer(bidder, 1n, [3]), bidder)
  run(await market.accept(seller, 3, { bidder, nonce: 1n }), seller)
  expect(await market.holds(bidder, 3)).toBe(true)
  expect(areGone()).toEqual([true, true, true])
})
