/* oxlint-disable vitest/valid-expect, vitest/expect-expect, vitest/no-conditional-expect -- what is refused is expected in one place */
// Somebody who wants more of the NFT market than is theirs: the terms changed between preparing and landing, the accounts of
// one listing or offer mixed with another's, what has ended brought back, accounts set up so that they stand in the way,
// calls through another program, and the coin's price moved within a slot. Refusals one by one, and every account put
// in another's place: nft-market-refusals.test.ts.
import { readFileSync } from 'node:fs'
import type { Address } from '@solana/kit'
import { offerLeastLamports } from '@twinmint/sdk/actions/nft-market/rules'
import { lamports } from '@twinmint/sdk/core/money'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { Rent } from 'litesvm'
import { beforeEach, expect, test } from 'vitest'
import { type Chain, NFT_PRICE, SOL, SUPPLY, type Wallet, wallet } from './harness.ts'
import { bidder, buyer, NftMarket, payer, seller, U64_MAX } from './nft-market-scene.ts'
import {
  approve,
  createAssociated,
  demandMemos,
  pays,
  sendLamports,
  setCloseAuthority,
  token,
  transferNft,
} from './tokens.ts'

const [rival, stranger] = [wallet(34), wallet(35)]
const OF_BIDDER = { bidder, nonce: 1n }

/** `seller` holds NFTs 1 to 4 of both coins, and nothing is listed or offered yet. */
let market: NftMarket
let other: NftMarket
let chain: Chain

beforeEach(async () => {
  market = await NftMarket.open({ held: 4 })
  ;({ chain } = market)
  other = await NftMarket.open({ chain, of: wallet(2), edition: 1, held: 4 })
  for (const one of [rival, stranger]) chain.fund(one.address, 100n * SOL)
})

/** Sends what has to be refused, and to change nothing of what it names. */
function refused(
  instructions: readonly Instruction[] | Instruction,
  signers: readonly Wallet[] | Wallet,
  failure: string | RegExp,
): void {
  const all = 'data' in instructions ? [instructions] : instructions
  const named = new Set(all.flatMap(({ accounts }) => accounts.map(({ address }) => address)))
  const watched = [...named].filter((address) => address !== payer.address)
  const before = chain.snapshot(watched)
  const sent = chain.send(all, payer, ...('key' in signers ? [signers] : signers))
  const wanted = typeof failure === 'string' ? new RegExp(`^${failure}$`) : failure
  expect(sent.failure, sent.logs.join('\n')).toMatch(wanted)
  expect(chain.snapshot(watched)).toEqual(before)
}

/** Gives the NFT to somebody else, outside the market. */
async function give(edition: number, to: Wallet): Promise<void> {
  const mint = await market.nftMint(edition)
  const made = await createAssociated(payer.address, to.address, mint)
  const from = await market.nftAccount(seller, edition)
  const moved = transferNft({ from, to: made.address, mint, authority: seller.address })
  chain.must([made.instruction, moved], payer, seller)
}

/** Every way of taking some accounts from one instruction and the rest from another, with either's data. */
function mixed(one: Instruction, two: Instruction): Instruction[] {
  const differing = one.accounts.flatMap((meta, i) => (meta.address === two.accounts[i]!.address ? [] : [i]))
  const mixes: Instruction[] = []
  for (let mask = 0; mask < 1 << differing.length; mask++)
    for (const data of [one.data, two.data]) {
      const accounts = one.accounts.map((meta, i) => {
        const bit = differing.indexOf(i)
        return bit >= 0 && (mask >> bit) & 1 ? two.accounts[i]! : meta
      })
      const isWhole = (whole: Instruction) =>
        whole.data === data && accounts.every((meta, i) => meta.address === whole.accounts[i]!.address)
      if (!isWhole(one) && !isWhole(two)) mixes.push({ ...one, accounts, data })
    }
  return mixes
}

test('other people’s listings and offers are nobody else’s to change, to end or to fill', async () => {
  chain.must(await market.list(seller, 1), payer, seller)
  chain.must(await market.offer(bidder, 1n, [2]), payer, bidder)
  // A stranger names themselves as the seller, or the seller without a signature.
  refused(await market.update(stranger, 1, { price: 1n }), stranger, 'notSeller')
  refused(await market.cancel(stranger, 1), stranger, 'notSeller')
  const taken = await market.cancelOffer(bidder, 1n)
  const [, ...rest] = taken.accounts
  refused({ ...taken, accounts: [pays(stranger.address), ...rest] }, stranger, 'notBidder')
  for (const instruction of [
    await market.list(seller, 2, { price: 1n }),
    await market.update(seller, 1, { price: 1n }),
    await market.cancel(seller, 1),
    await market.cancelOffer(bidder, 1n),
    await market.offer(bidder, 2n, [1]),
    await market.accept(seller, 2, OF_BIDDER),
    await market.buy(buyer, 1, SOL),
  ]) {
    const accounts = instruction.accounts.map((meta) => ({ ...meta, signer: false }))
    refused({ ...instruction, accounts }, stranger, 'missingSignature')
  }
  // The NFT of somebody else is neither listed nor sold, whoever signs.
  refused(
    await market.list(stranger, 2, { from: await market.nftAccount(seller, 2) }),
    stranger,
    'wrongTokenAccount',
  )
  const sold = await market.accept(stranger, 2, OF_BIDDER, { from: await market.nftAccount(seller, 2) })
  refused(sold, stranger, 'wrongTokenAccount')
  // What is listed is not its seller's to list again, to accept for, or to swap, until it is taken back.
  const { listedNft } = await market.at(1)
  refused(await market.list(seller, 1, { from: listedNft }), seller, 'wrongTokenAccount')
  chain.must(await market.offer(bidder, 3n, [1]), payer, bidder)
  const twice = await market.accept(seller, 1, { bidder, nonce: 3n }, { from: listedNft })
  refused(twice, seller, 'wrongTokenAccount')
  refused(await chain.release(seller, market.coin, 1), seller, 'wrongTokenAccount')
})

test('the accounts of two listings or offers can’t be mixed, of one coin or of two', async () => {
  await give(2, rival)
  chain.must([await market.list(seller, 1, { price: 2n }), await market.list(seller, 3)], payer, seller)
  chain.must(await market.list(rival, 2), payer, rival)
  chain.must(await other.list(seller, 1, { price: 2n }), payer, seller)
  for (const [one, nonce, editions] of [
    [bidder, 1n, [4]],
    [rival, 1n, [4]],
  ] as const)
    chain.must(await market.offer(one, nonce, editions, { price: 2n * SOL - nonce }), payer, one)
  chain.must(await other.offer(bidder, 2n, [2, 4]), payer, bidder)
  const ofOther = { bidder, nonce: 2n }
  const pairs = [
    [await market.buy(buyer, 1, SOL), await market.buy(buyer, 2, SOL, rival), buyer],
    [await market.buy(buyer, 1, SOL), await other.buy(buyer, 1, SOL), buyer],
    [await market.cancel(seller, 1), await market.cancel(seller, 3), seller],
    [await market.cancel(seller, 1), await other.cancel(seller, 1), seller],
    [await market.update(seller, 1, {}), await other.update(seller, 1, {}), seller],
    [await market.cancelOffer(bidder, 1n), await other.cancelOffer(bidder, 2n), bidder],
    [await market.accept(seller, 4, OF_BIDDER), await other.accept(seller, 4, ofOther), seller],
    [await market.accept(seller, 4, OF_BIDDER), await other.accept(seller, 2, ofOther), seller],
    [
      await market.accept(seller, 4, OF_BIDDER),
      await market.accept(seller, 4, { bidder: rival, nonce: 1n }),
      seller,
    ],
  ] as const
  let tried = 0
  for (const [one, two, signer] of pairs) {
    for (const mix of mixed(one, two)) {
      // Which of two offers, or of two numbers in it, is all that the data does not say.
      const named = mix.accounts.every((meta, i) => meta.address === one.accounts[i]!.address)
      if (named && String(one.data) === String(mix.data)) continue
      const isOther = mix.accounts.every((meta, i) => meta.address === two.accounts[i]!.address)
      if (isOther && String(two.data) === String(mix.data)) continue
      refused(mix, signer, /^(wrong\w+|notListed|nftNotHeld)$/)
      tried++
    }
    chain.must(one, payer, signer)
    const back = two.data[0]
    if (back !== undefined && [32, 33, 35, 36].includes(back)) await putBack(one, signer)
  }
  expect(tried).toBeGreaterThan(300)
})

/** Does again what one of the pairs above has ended. */
async function putBack({ data }: Instruction, signer: Wallet): Promise<void> {
  if (data[0] === 33) {
    const mint = await market.nftMint(1)
    const [from, made] = [
      await market.nftAccount(signer, 1),
      await createAssociated(payer.address, seller.address, mint),
    ]
    const back = transferNft({ from, to: made.address, mint, authority: signer.address })
    chain.must([made.instruction, back], payer, signer)
  }
  if (data[0] === 36) {
    const mint = await market.nftMint(4)
    const [from, made] = [
      await market.nftAccount(bidder, 4),
      await createAssociated(payer.address, seller.address, mint),
    ]
    const back = transferNft({ from, to: made.address, mint, authority: bidder.address })
    chain.must([made.instruction, back], payer, bidder)
  }
  if (data[0] === 32 || data[0] === 33) chain.must(await market.list(seller, 1, { price: 2n }), payer, seller)
  else chain.must(await market.offer(bidder, 1n, [4], { price: 2n * SOL - 1n }), payer, bidder)
}

test('a price raised right before the buyer’s transaction is not paid, nor one that is listed anew in between', async () => {
  chain.must(await market.list(seller, 1, { price: SOL }), payer, seller)
  const prepared = await market.buy(buyer, 1, SOL)
  chain.must(await market.update(seller, 1, { price: SOL + 1n }), payer, seller)
  refused(prepared, buyer, 'priceTooHigh')
  chain.must(
    [await market.cancel(seller, 1), await market.list(seller, 1, { price: 9n * SOL })],
    payer,
    seller,
  )
  refused(prepared, buyer, 'priceTooHigh')
  // The seller drives the coin up instead: the listing costs what its coins bring then, and the buyer pays no more for it.
  chain.must(await market.update(seller, 1, { price: 1n }), payer, seller)
  const shown = market.coinsValue
  const meant = await market.buy(buyer, 1, shown)
  chain.must(await chain.buy(seller, market.coin, 20n * SOL), payer, seller)
  expect(market.coinsValue).toBeGreaterThan(shown)
  refused(meant, buyer, 'priceTooHigh')
  // At a lower price than was shown, the lower one is paid.
  chain.must([await market.cancel(seller, 1), await market.list(seller, 1, { price: 1n })], payer, seller)
  const { gained } = market.gains(await market.buy(buyer, 1, U64_MAX), buyer, { buyer })
  expect(-gained.buyer).toBe(market.coinsValue + chain.rent(170))
})

test('a listing that somebody else has bought and listed anew is not the one that was meant', async () => {
  chain.must(await market.list(seller, 1, { price: SOL }), payer, seller)
  const prepared = await market.buy(buyer, 1, 5n * SOL)
  chain.must(
    [await market.buy(rival, 1, SOL), await market.list(rival, 1, { price: 5n * SOL })],
    payer,
    rival,
  )
  // It names the seller who is to be paid.
  refused(prepared, buyer, 'wrongAddress')
  // Nor has the seller of before any right to it.
  refused(await market.update(seller, 1, { price: 1n }), seller, 'notSeller')
  refused(await market.cancel(seller, 1), seller, 'notSeller')
})

test('an offer made anew under its number: lower, for other NFTs, or of another coin, gets nothing below what was shown', async () => {
  // The least that the dialog agrees to, which has room for the royalty alone.
  const { curve, terms } = chain.market(market.coin)
  const { royaltyBps, marketFeeBps } = terms
  const min = offerLeastLamports(lamports(SOL), {
    curve,
    terms: { royaltyBps: BigInt(royaltyBps), marketFeeBps: BigInt(marketFeeBps) },
  })
  chain.must(await market.offer(bidder, 1n, [2]), payer, bidder)
  const prepared = await market.accept(seller, 2, OF_BIDDER, { min })
  const anew = async (next: Instruction) =>
    chain.must([await market.cancelOffer(bidder, 1n), next], payer, bidder)
  await anew(await market.offer(bidder, 1n, [2], { price: SOL - SOL / 1_000n }))
  refused(prepared, seller, 'offerTooLow')
  await anew(await market.offer(bidder, 1n, [1, 3]))
  refused(prepared, seller, 'nftNotInOffer')
  await anew(await other.offer(bidder, 1n, [2]))
  refused(prepared, seller, 'wrongAddress')
  chain.must(await other.cancelOffer(bidder, 1n), payer, bidder)
  refused(prepared, seller, 'offerClosed')
  // The bidder drives the coin down, so that more of the price is royalty.
  chain.must(await market.offer(bidder, 1n, [2]), payer, bidder)
  const { coin } = market
  const held = await chain.buyExactOut(bidder, coin, 300n * NFT_PRICE, 90n * SOL)
  chain.must([await chain.createCoinAccount(bidder, coin), held], payer, bidder)
  const shown = market.sale(SOL).sellerLamports
  chain.must(await chain.sell(bidder, coin, 300n * NFT_PRICE), payer, bidder)
  expect(market.sale(SOL).sellerLamports).toBeLessThan(shown)
  refused(await market.accept(seller, 2, OF_BIDDER, { min: shown }), seller, 'offerTooLow')
})

test('what has ended is not revived within its transaction, whatever is sent there', async () => {
  chain.must(await market.list(seller, 1), payer, seller)
  chain.must(await market.offer(bidder, 1n, [2, 3]), payer, bidder)
  const [{ listing, listedNft }, offer] = [await market.at(1), await market.offerAt(bidder, 1n)]
  const send = (to: Address, amount = 10_000_000n) => sendLamports(payer.address, to, amount)
  const cancel = await market.cancel(seller, 1)
  const buy = await market.buy(buyer, 1, U64_MAX)
  refused([cancel, send(listing), send(listedNft), buy], [seller, buyer], 'notListed')
  refused([cancel, send(listing), await market.update(seller, 1, {})], seller, 'notListed')
  refused([buy, send(listing), await market.buy(rival, 1, U64_MAX)], [buyer, rival], 'notListed')
  const taken = await market.cancelOffer(bidder, 1n)
  const [accept, again] = [
    await market.accept(seller, 2, OF_BIDDER),
    await market.accept(seller, 3, OF_BIDDER),
  ]
  refused([taken, send(offer, 3n * SOL), accept], [bidder, seller], 'offerClosed')
  refused([accept, send(offer, 3n * SOL), again], seller, 'offerClosed')
  refused([accept, send(offer, 3n * SOL), taken], [seller, bidder], 'offerClosed')
  // Whoever sends lamports there after the end gets them into the next, and they are its owner's.
  chain.must([accept, send(offer)], payer, seller)
  expect(chain.data(offer)).toHaveLength(0)
  const { gained } = market.gains(await market.offer(bidder, 1n, [1], { price: 5n }), bidder, {
    bidder,
    offer,
  })
  expect(gained.bidder + 5n).toBe(10_000_000n - chain.rent(256) - chain.rent(170))
  expect(gained.offer).toBe(-gained.bidder)
})

test('to list, to buy and to take back in one transaction: whoever comes first, and nothing is left', async () => {
  const list = await market.list(seller, 1, { price: SOL })
  const [cancel, buy] = [await market.cancel(seller, 1), await market.buy(buyer, 1, SOL)]
  const had = chain.lamportsOf(seller.address)
  const market1 = chain.lamportsOf(market.coin.addresses.market)
  chain.must([list, cancel], payer, seller)
  expect(chain.lamportsOf(seller.address)).toBe(had)
  refused([list, buy, cancel], [seller, buyer], 'notListed')
  refused([list, cancel, buy], [seller, buyer], 'notListed')
  const { sellerLamports, royaltyLamports, platformFeeLamports } = market.listingSale(SOL)
  chain.must([list, buy], payer, seller, buyer)
  expect(chain.lamportsOf(seller.address)).toBe(had + sellerLamports + chain.rent(170))
  expect(chain.lamportsOf(market.coin.addresses.market) - market1).toBe(royaltyLamports + platformFeeLamports)
  expect(await market.holds(buyer, 1)).toBe(true)
  for (const address of Object.values(await market.at(1))) expect(market.isGone(address)).toBe(true)
})

test('to buy from oneself, or to take one’s own offer, brings nothing but costs', async () => {
  const total = () =>
    [seller.address, market.coin.addresses.market].reduce((sum, one) => sum + chain.lamportsOf(one), 0n)
  const [had, all] = [chain.lamportsOf(seller.address), total()]
  for (const price of [1n, market.coinsValue, 40n * SOL]) {
    const before = chain.lamportsOf(seller.address)
    const { royaltyLamports, platformFeeLamports } = market.listingSale(price)
    const own = [await market.list(seller, 1, { price }), await market.buy(seller, 1, U64_MAX)]
    chain.must(own, payer, seller)
    expect(before - chain.lamportsOf(seller.address)).toBe(royaltyLamports + platformFeeLamports)
  }
  chain.must(await market.offer(seller, 1n, [1], { price: 30n * SOL }), payer, seller)
  chain.must(await market.accept(seller, 1, { bidder: seller, nonce: 1n }), payer, seller)
  expect(chain.lamportsOf(seller.address)).toBeLessThan(had)
  expect(total()).toBe(all)
  expect(await market.holds(seller, 1)).toBe(true)
  // Listed, and one's own offer taken for it: two ends in one transaction.
  chain.must([await market.list(seller, 1), await market.offer(seller, 2n, [1])], payer, seller)
  const accept = await market.accept(seller, 1, { bidder: seller, nonce: 2n })
  chain.must([await market.cancel(seller, 1), accept], payer, seller)
  expect(total()).toBe(all)
})

test('a delegate can’t list or sell the NFT, and has no say once it is listed', async () => {
  const [mint, account] = [await market.nftMint(1), await market.nftAccount(seller, 1)]
  chain.must(approve(account, stranger.address, seller.address, 1n), payer, seller)
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  refused(await market.list(stranger, 1, { from: account }), stranger, 'wrongTokenAccount')
  refused(await market.accept(stranger, 1, OF_BIDDER, { from: account }), stranger, 'wrongTokenAccount')
  chain.must(await market.list(seller, 1), payer, seller)
  const { listedNft } = await market.at(1)
  await createThere(stranger, mint)
  const to = await market.nftAccount(stranger, 1)
  const taken = (from: Address) => transferNft({ from, to, mint, authority: stranger.address })
  refused(taken(listedNft), stranger, /0x4$/)
  // The account was closed, and the delegation went with it.
  chain.must(await market.cancel(seller, 1), payer, seller)
  refused(taken(account), stranger, /0x4$/)
})

async function createThere(one: Wallet, mint: Address): Promise<Address> {
  const made = await createAssociated(payer.address, one.address, mint)
  chain.must(made.instruction, payer)
  return made.address
}

test('who may close the seller’s account gets its rent alone, never the NFT or the listing', async () => {
  const account = await market.nftAccount(seller, 1)
  const mint = await market.nftMint(1)
  chain.must(setCloseAuthority(account, seller.address, stranger.address), payer, seller)
  const close = (one: Address) =>
    token(
      [
        { address: one, signer: false, writable: true },
        { address: stranger.address, signer: false, writable: true },
        { address: stranger.address, signer: true, writable: false },
      ],
      [9],
    )
  chain.must(await market.list(seller, 1), payer, seller)
  const { listedNft } = await market.at(1)
  refused(close(listedNft), stranger, /0x4$|0xb$/)
  chain.must(close(account), payer, stranger)
  expect(market.isGone(account)).toBe(true)
  const { gained } = market.gains(await market.cancel(seller, 1), seller, { seller })
  expect(gained.seller).toBe(chain.rent(160) + chain.rent(165) - chain.rent(170))
  // Accepting, with the account left to whoever may close it: the seller is paid all the same.
  chain.must(setCloseAuthority(account, seller.address, stranger.address), payer, seller)
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  chain.must([await market.accept(seller, 1, OF_BIDDER), close(account)], payer, seller, stranger)
  expect(await market.holds(bidder, 1)).toBe(true)
  expect(mint).toBe(await market.nftMint(1))
})

/** Transfers in the holder's name by other programs are refused from now on. */
const guardCalls = (account: Address, holder: Wallet): Instruction[] => [
  token(
    [
      { address: account, signer: false, writable: true },
      pays(holder.address),
      { address: SYSTEM_PROGRAM, signer: false, writable: false },
      { address: holder.address, signer: true, writable: false },
    ],
    [29, 11, 0],
  ),
  token(
    [
      { address: account, signer: false, writable: true },
      { address: holder.address, signer: true, writable: false },
    ],
    [34, 0],
  ),
]

test.each([
  ['nothing but dust', async () => chain.fund(await market.nftAccount(bidder, 1), 12_345n)],
  [
    'an account that demands memos',
    async () => {
      const account = await createThere(bidder, await market.nftMint(1))
      chain.must(demandMemos(account, bidder), payer, bidder)
    },
  ],
  [
    'an account that keeps programs from moving what is in it',
    async () => {
      const account = await createThere(bidder, await market.nftMint(1))
      chain.must(guardCalls(account, bidder), payer, bidder)
    },
  ],
  [
    'an account with both, and dust in it',
    async () => {
      const account = await createThere(bidder, await market.nftMint(1))
      chain.must([...demandMemos(account, bidder), ...guardCalls(account, bidder)], payer, bidder)
      chain.fund(account, 12_345n)
    },
  ],
  [
    'an account that is made and closed again right before',
    async () => {
      const account = await createThere(bidder, await market.nftMint(1))
      const metas = [
        { address: account, signer: false, writable: true },
        { address: bidder.address, signer: false, writable: true },
        { address: bidder.address, signer: true, writable: false },
      ]
      chain.must(token(metas, [9]), payer, bidder)
    },
  ],
  [
    'an account that somebody else may close and is to move its NFTs',
    async () => {
      const account = await createThere(bidder, await market.nftMint(1))
      const may = approve(account, stranger.address, bidder.address, 1n)
      chain.must([setCloseAuthority(account, bidder.address, stranger.address), may], payer, bidder)
    },
  ],
  ['an empty wallet', async () => chain.setAccount(bidder.address, SYSTEM_PROGRAM, new Uint8Array(), 0n)],
])('a bidder with %s keeps nobody from accepting', async (_, prepare) => {
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  await prepare()
  const { sellerLamports } = market.sale(SOL)
  const accept = await market.accept(seller, 1, OF_BIDDER, { min: sellerLamports })
  const { gained } = market.gains(accept, seller, { seller })
  expect(gained.seller).toBe(sellerLamports + chain.rent(170))
  expect(await market.holds(bidder, 1)).toBe(true)
})

test('who keeps programs out of their own account lists and accepts once they let them in again', async () => {
  const account = await market.nftAccount(seller, 1)
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  chain.must(guardCalls(account, seller), payer, seller)
  refused(await market.list(seller, 1), seller, /custom program error/)
  refused(await market.accept(seller, 1, OF_BIDDER), seller, /custom program error/)
  const [, guard] = guardCalls(account, seller)
  chain.must({ ...guard!, data: Uint8Array.of(34, 1) }, payer, seller)
  chain.must(await market.list(seller, 1), payer, seller)
  chain.must([await market.cancel(seller, 1), await market.accept(seller, 1, OF_BIDDER)], payer, seller)
})

test('who demands memos of their own account buys and takes back once they demand none', async () => {
  const mint = await market.nftMint(1)
  chain.must(await market.list(seller, 1), payer, seller)
  for (const [one, act] of [
    [buyer, await market.buy(buyer, 1, SOL)],
    [seller, await market.cancel(seller, 1)],
  ] as const) {
    const account = await createThere(one, mint)
    chain.must(demandMemos(account, one), payer, one)
    refused(act, one, /0x24$/)
    const [, demand] = demandMemos(account, one)
    const allow = { ...demand!, data: Uint8Array.of(30, 1) }
    chain.must([allow, act], payer, one)
    expect(await market.holds(one, 1)).toBe(true)
    if (one === buyer) {
      const back = transferNft({
        from: account,
        to: await createThere(seller, mint),
        mint,
        authority: buyer.address,
      })
      chain.must([back, await market.list(seller, 1)], payer, buyer, seller)
    }
  }
})

test.each([
  ['has become a program', true],
  ['another program has taken over', false],
] as const)('a seller or bidder whose address %s stops their own alone', async (_, isProgram) => {
  await give(2, rival)
  await give(3, rival)
  chain.must(await market.list(seller, 1), payer, seller)
  chain.must(await market.list(rival, 2), payer, rival)
  for (const [one, nonce] of [
    [bidder, 1n],
    [stranger, 2n],
  ] as const)
    chain.must(await market.offer(one, nonce, [3]), payer, one)
  for (const one of [seller, bidder]) {
    if (isProgram) chain.svm.addProgram(one.address, elfOfCaller())
    else chain.setAccount(one.address, stranger.address, new Uint8Array(), 5n * SOL)
  }
  const [buy, accept] = [await market.buy(buyer, 1, SOL), await market.accept(rival, 3, OF_BIDDER)]
  if (isProgram) {
    // What a call pays to a program the caller does not see, so nothing of the sale takes place.
    refused(buy, buyer, /account it does not own/)
    chain.must(await market.accept(rival, 3, { bidder: stranger, nonce: 2n }), payer, rival)
  } else {
    const { sellerLamports } = market.listingSale(SOL)
    const { gained } = market.gains(buy, buyer, { seller })
    expect(gained.seller).toBe(sellerLamports + chain.rent(160) + chain.rent(165))
    chain.must(accept, payer, rival)
    expect(await market.holds(bidder, 3)).toBe(true)
  }
  chain.must(await market.buy(buyer, 2, SOL, rival), payer, buyer)
})

test('rent raised between offer and acceptance is paid by the offer, and never by the price or the seller', async () => {
  chain.must(await market.offer(bidder, 1n, [1]), payer, bidder)
  const held = chain.lamportsOf(await market.offerAt(bidder, 1n))
  const [before, associated] = [chain.lamportsOf(seller.address), await market.nftAccount(seller, 1)]
  const old = chain.lamportsOf(associated)
  chain.svm.setRent(new Rent(10_000n, 1, 50))
  const { sellerLamports } = market.sale(SOL)
  const had = chain.lamportsOf(bidder.address)
  chain.must(await market.accept(seller, 1, OF_BIDDER, { min: sellerLamports }), payer, seller)
  expect(chain.lamportsOf(seller.address)).toBe(before + sellerLamports + old)
  expect(chain.lamportsOf(bidder.address)).toBe(had + held - SOL - chain.rent(170))
  expect(chain.rent(170)).toBeGreaterThan(old)
})

const elfOfCaller = () => new Uint8Array(readFileSync(new URL('../caller.so', import.meta.url)))

/** Through a program of somebody's, which passes on what it is told. */
const CALLER = wallet(900_101).address
const through = ({ accounts, data }: Instruction): Instruction => ({
  programAddress: CALLER,
  accounts,
  data: Uint8Array.of(3, ...data),
})

test('another program may trade for its users with their signature, to the same lamport, and without it not at all', async () => {
  chain.svm.addProgram(CALLER, elfOfCaller())
  const steps: readonly (readonly [() => Promise<Instruction>, Wallet, string])[] = [
    [() => market.list(seller, 1, { price: 5n }), seller, 'list'],
    [() => market.update(seller, 1, { price: SOL }), seller, 'updateListing'],
    [() => market.buy(buyer, 1, SOL), buyer, 'buyListing'],
    [() => market.list(seller, 2), seller, 'list'],
    [() => market.cancel(seller, 2), seller, 'cancelListing'],
    [() => market.offer(bidder, 1n, [2]), bidder, 'offer'],
    [() => market.offer(bidder, 2n, [3]), bidder, 'offer'],
    [() => market.accept(seller, 2, OF_BIDDER), seller, 'acceptOffer'],
    [() => market.cancelOffer(bidder, 2n), bidder, 'cancelOffer'],
  ]
  const people = [seller, buyer, bidder].map((one) => one.address)
  const balances = () => people.map((one) => chain.lamportsOf(one))
  const direct = await openDirect()
  for (const [build, signer, kind] of steps) {
    const instruction = await build()
    const unsigned = {
      ...through(instruction),
      accounts: instruction.accounts.map((meta) => ({ ...meta, signer: false })),
    }
    refused(unsigned, stranger, /missingSignature|0x1773|unauthorized signer/)
    const sent = chain.must(through(instruction), payer, signer)
    expect(sent.events.map((event) => event.kind)).toEqual([kind])
    direct.must(instruction, payer, signer)
    expect(balances()).toEqual(people.map((one) => direct.lamportsOf(one)))
  }
})

/** A chain on which the same has happened so far. */
async function openDirect(): Promise<Chain> {
  const first = await NftMarket.open({ held: 4 })
  await NftMarket.open({ chain: first.chain, of: wallet(2), edition: 1, held: 4 })
  for (const one of [rival, stranger]) first.chain.fund(one.address, 100n * SOL)
  return first.chain
}

const bot = wallet(36)

/** Half of the coins are sold, and somebody holds nine in ten of them; the seller's NFTs are listed at that price. */
async function openFlash(price: (coins: bigint) => bigint): Promise<NftMarket> {
  const scene = await NftMarket.open({ launch: { openingReserveLamports: lamports(30n * SOL) }, held: 4 })
  ;({ chain } = scene)
  chain.fund(bot.address, 200n * SOL)
  const { reserveBaseUnits } = chain.market(scene.coin).curve
  const bought = await chain.buyExactOut(bot, scene.coin, reserveBaseUnits - SUPPLY / 2n, 100n * SOL)
  chain.must([await chain.createCoinAccount(bot, scene.coin), bought], payer, bot)
  const asked = price(scene.coinsValue)
  for (const edition of [1, 2, 3, 4])
    chain.must(await scene.list(seller, edition, { price: asked }), payer, seller)
  return scene
}

/** Sells so many coins, buys the listings, and buys back all coins but those that the NFTs stand for: what is gained. */
async function flash(
  scene: NftMarket,
  listings: number,
  baseUnits: bigint,
  sentIn: 'one transaction' | 'one slot' | 'slots' = 'one transaction',
): Promise<bigint> {
  const bought = Array.from({ length: listings }, (_, i) => scene.buy(bot, i + 1, U64_MAX))
  const back = baseUnits - BigInt(listings) * NFT_PRICE
  const [before, rents] = [chain.lamportsOf(bot.address), BigInt(listings) * chain.rent(170)]
  const all = [
    await chain.sell(bot, scene.coin, baseUnits),
    ...(await Promise.all(bought)),
    await chain.buyExactOut(bot, scene.coin, back, U64_MAX),
  ]
  for (const instructions of sentIn === 'one transaction' ? [all] : all.map((one) => [one])) {
    const sent = chain.must(instructions, payer, bot)
    expect(sent.bytes).toBeLessThanOrEqual(1_232)
    chain.keepsSlot = sentIn === 'one slot'
  }
  chain.keepsSlot = false
  return chain.lamportsOf(bot.address) + rents - before
}

test.each([
  ['one listing', 1, 2n, -2_390_440n],
  ['two listings', 2, 3n, -4_055_664n],
  ['three listings', 3, 98n, -99_756_315n],
  ['four listings', 4, 400n, -269_518_107n],
])(
  '%s below what the coins bring, while the coin’s price is moved in one slot',
  async (_, listings, nfts, gain) => {
    // Somebody with many coins sells them first, so that the coins bring less, and buys them back after: it costs the fee
    // of the sell. A listing sells at what its coins brought when the slot began, so there is nothing to make up for that.
    for (const sentIn of ['one transaction', 'one slot'] as const)
      expect(await flash(await openFlash(() => 1n), listings, nfts * NFT_PRICE, sentIn), sentIn).toBe(gain)
  },
)

test('across slots, where others trade in between, the price can still be moved', async () => {
  expect(await flash(await openFlash(() => 1n), 3, 98n * NFT_PRICE, 'slots')).toBe(8_270_244n)
})

test('a listing at what its coins bring gives nothing away to who moves the price', async () => {
  const scene = await openFlash((coins) => coins)
  expect(await flash(scene, 3, 98n * NFT_PRICE)).toBeLessThan(0n)
})

test('what the slot began with counts, whatever is traded in it, and in the next slot no more', async () => {
  const scene = await openFlash(() => 1n)
  const began = scene.coinsValue
  chain.must(await chain.sell(bot, scene.coin, 300n * NFT_PRICE), payer, bot)
  const low = scene.coinsValue
  expect(low).toBeLessThan(began)
  chain.keepsSlot = true
  // Another sell does not set a new beginning, nor does a buy.
  chain.must(await chain.sell(bot, scene.coin, 10n * NFT_PRICE), payer, bot)
  chain.must(await chain.buyExactOut(bot, scene.coin, 10n * NFT_PRICE, U64_MAX), payer, bot)
  const dearer = [await scene.buy(bot, 1, began - 1n)]
  expect(chain.send(dearer, payer, bot).failure).toBe('priceTooHigh')
  const bought = chain.must(await scene.buy(bot, 1, began), payer, bot)
  // The royalty is on what is above it: nothing.
  expect(bought.events).toMatchObject([{ dueLamports: began, royaltyLamports: 0n }])
  chain.keepsSlot = false
  const now = scene.coinsValue
  expect(chain.must(await scene.buy(bot, 2, U64_MAX), payer, bot).events).toMatchObject([
    { dueLamports: now },
  ])
  // Where the coin has risen in the slot, it is what the coins bring now.
  chain.must(await chain.buy(bot, scene.coin, 5n * SOL), payer, bot)
  chain.keepsSlot = true
  const risen = scene.coinsValue
  expect(risen).toBeGreaterThan(now)
  expect(chain.must(await scene.buy(bot, 3, U64_MAX), payer, bot).events).toMatchObject([
    { dueLamports: risen },
  ])
})
