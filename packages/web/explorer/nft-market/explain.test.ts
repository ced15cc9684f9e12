// The seven instructions of the NFT market in words, over what the real program did and refused.

import { errorRecord, PROGRAM_ERROR_CODES } from '@twinmint/sdk/core/errors'
import { solText } from '@twinmint/sdk/core/money'
import { RARITY_COUNTS, rarityOf } from '@twinmint/sdk/core/rarity'
import type { Instruction } from '@twinmint/sdk/program/message'
import { expect, test } from 'vitest'
import { type Sent, SOL, type Wallet } from '../../../../program/test/harness.ts'
import {
  bidder,
  buyer,
  NftMarket,
  payer,
  seller,
  U64_MAX,
} from '../../../../program/test/nft-market-scene.ts'
import { formatExactTime } from '../../ui/format.ts'
import { explainTransaction } from '../explain.ts'
import type { ReadTransaction } from '../transaction-rules.ts'
import { editionsText } from './explain.ts'

/** Sends one instruction, and tells of it as a node does. */
function told(market: NftMarket, instruction: Instruction, signer: Wallet) {
  const { chain, coin } = market
  const addresses = instruction.accounts.map(({ address }) => address)
  const held = () => addresses.map((address) => chain.lamportsOf(address))
  const before = held()
  const sent: Sent = chain.send([instruction], payer, signer)
  const after = held()
  const transaction: ReadTransaction = {
    signature: '1',
    slot: 1n,
    unixSeconds: undefined,
    failure:
      sent.failure === undefined
        ? null
        : {
            InstructionError: [
              0,
              { Custom: 6_000 + PROGRAM_ERROR_CODES.indexOf(sent.failure as 'notSeller') },
            ],
          },
    feeLamports: 5_000n,
    computeUnits: undefined,
    signers: [payer.address],
    calls: [
      {
        programAddress: instruction.programAddress,
        accounts: addresses,
        data: instruction.data,
        inner: sent.inner.map((each) => ({ ...each, accounts: [] })),
      },
    ],
    accounts: addresses.map((address, at) => ({
      address,
      lamportsBefore: before[at] ?? 0n,
      lamportsAfter: after[at] ?? 0n,
      token: undefined,
    })),
    logs: sent.logs,
  }
  const explained = explainTransaction(transaction, chain.program, () => 'FROG')
  expect(explained.mintAddresses).toEqual(sent.failure === undefined ? [coin.addresses.mint] : [])
  const [step] = explained.steps
  if (step === undefined) throw new Error('no step')
  return { ...explained, title: step.title, kind: step.kind, details: new Map(step.details) }
}

const short = ({ address }: Wallet) => `${address.slice(0, 4)}…${address.slice(-4)}`
const sol = (amount: bigint) => `${solText(amount as never)} SOL`

test('a listing, from its beginning to its end', async () => {
  const market = await NftMarket.open()
  const { listing, listedNft } = await market.at(2)
  const until = formatExactTime(new Date(Number(market.tomorrow) * 1_000).toISOString())
  const listed = told(market, await market.list(seller, 2, { price: 3n * SOL }), seller)
  expect(listed).toMatchObject({ title: 'Listed NFT #2 for 3 SOL', kind: 'listing', failure: undefined })
  expect([...listed.details]).toEqual([
    ['For sale until', until],
    ['Where the NFT lies', listedNft],
    ['Rent, which comes back with the listing’s end', sol(2_004_480n + 2_039_280n)],
    ['Rent of the seller’s NFT account, back', sol(2_074_080n)],
    ['Event', expect.stringContaining('of this coin')],
  ])
  expect(listed.roles.get(listing)).toBe('Listing')
  expect(listed.roles.get(listedNft)).toBe('Listed NFT’s account')
  expect(listed.roles.get(seller.address)).toBe('Seller')
  const changed = told(market, await market.update(seller, 2, { price: 5n }), seller)
  expect(changed.title).toBe('Changed the listing of NFT #2 to 0.000000005 SOL')
  const back = told(market, await market.cancel(seller, 2), seller)
  expect(back.title).toBe('Took NFT #2 back, which was listed for 0.000000005 SOL')
  expect(back.details.get('Rent of the listing, back')).toBe(sol(2_004_480n + 2_039_280n))
})

test('a sale says who got what, to the lamport', async () => {
  const market = await NftMarket.open()
  market.chain.must(await market.list(seller, 1, { price: 3n * SOL }), payer, seller)
  const coins = market.coinsValue
  const sale = market.listingSale(3n * SOL)
  const bought = told(market, await market.buy(buyer, 1, U64_MAX), buyer)
  expect(bought).toMatchObject({ title: `Bought NFT #1 from ${short(seller)} for 3 SOL`, kind: 'sale' })
  expect([...bought.details]).toEqual([
    ['What its coins brought right after it', sol(coins)],
    ['Royalty of the creator', sol(sale.royaltyLamports)],
    ['Platform fee', sol(sale.platformFeeLamports)],
    ['The seller got', sol(sale.sellerLamports)],
    ['Rent of the listing, back to the seller', sol(2_004_480n + 2_039_280n)],
    ['Willing to pay at most', '18,446,744,073.709551615 SOL'],
    ['Event', expect.stringContaining('of this coin')],
  ])
})

test('an offer, taken back and accepted', async () => {
  const market = await NftMarket.open()
  const offered = told(market, await market.offer(bidder, 1n, [1, 2, 3, 9], { price: 2n * SOL }), bidder)
  expect(offered).toMatchObject({ title: 'Offered 2 SOL for any of 4 NFTs: #1–3, #9', kind: 'offer' })
  expect(offered.details.get('Where the SOL lies')).toBe(await market.offerAt(bidder, 1n))
  expect(offered.details.get('Rents locked with it, which come back with the offer’s end')).toBe(
    sol(2_672_640n + 2_074_080n),
  )
  const back = told(market, await market.cancelOffer(bidder, 1n), bidder)
  expect(back.title).toBe('Took back the offer of 2 SOL')
  expect(back.details.get('Back to the bidder, rents included')).toBe(sol(2n * SOL + 2_672_640n + 2_074_080n))
  market.chain.must(await market.offer(bidder, 2n, [2], { price: 2n * SOL }), payer, bidder)
  const sale = market.sale(2n * SOL)
  const accepted = told(market, await market.accept(seller, 2, { bidder, nonce: 2n }, { min: 5n }), seller)
  expect(accepted).toMatchObject({
    title: `Sold NFT #2 to ${short(bidder)}, who had offered 2 SOL`,
    kind: 'sale',
  })
  expect(accepted.details.get('The seller got')).toBe(sol(sale.sellerLamports))
  expect(accepted.details.get('Asked for at least')).toBe('0.000000005 SOL, royalty and fee taken off')
  // Where the offer is named by what happened and by what was asked for, it stands once.
  expect([...accepted.details.keys()].filter((term) => term === 'Offer')).toHaveLength(1)
})

test('what was refused says what was asked for, and the refusal’s own sentence', async () => {
  const market = await NftMarket.open()
  market.chain.must(await market.list(seller, 1, { price: 3n * SOL }), payer, seller)
  const until = market.tomorrow
  const refused = [
    [await market.buy(buyer, 1, 5n), buyer, 'priceTooHigh', 'Buy a listed NFT'],
    [await market.update(buyer, 1, { price: SOL }), buyer, 'notSeller', 'Change a listing to 1 SOL'],
    [await market.cancel(buyer, 1), buyer, 'notSeller', 'Take back a listed NFT'],
    [await market.list(seller, 2, { expiresAt: 5n }), seller, 'expiryOutOfRange', 'List NFT #2 for 1 SOL'],
    [
      await market.offer(bidder, 1n, [], { price: SOL, expiresAt: until }),
      bidder,
      'offerEmpty',
      'Offer 1 SOL for no NFT',
    ],
  ] as const
  for (const [instruction, signer, code, title] of refused) {
    const { failure, title: asked } = told(market, instruction, signer)
    const { title: short, sentence, remedy } = errorRecord[code]
    expect(failure).toEqual({ title: short, sentence, remedy, step: 1 })
    expect(asked).toBe(title)
  }
  market.chain.must(await market.offer(bidder, 1n, [2], { price: SOL }), payer, bidder)
  const other = told(market, await market.accept(seller, 3, { bidder, nonce: 1n }), seller)
  expect(other.failure?.title).toBe(errorRecord.nftNotInOffer.title)
  expect(other.title).toBe('Accept an offer for NFT #3')
  market.chain.must(await market.cancelOffer(bidder, 1n), payer, bidder)
  const again = told(market, await market.cancelOffer(bidder, 1n), bidder)
  expect(again).toMatchObject({
    title: 'Take back an offer',
    failure: { title: errorRecord.offerClosed.title },
  })
})

test('editions are said as a person says them', () => {
  const all = Array.from({ length: 1_000 }, (_, at) => at + 1)
  expect(editionsText([])).toBe('no NFT')
  expect(editionsText([7])).toBe('NFT #7')
  expect(editionsText([1, 2, 3, 9])).toBe('any of 4 NFTs: #1–3, #9')
  expect(editionsText(all)).toBe('any of the 1,000 NFTs')
  for (const rarity of ['rare', 'epic', 'legendary', 'mythic'] as const) {
    const editions = all.filter((edition) => rarityOf(edition).rarity === rarity)
    expect(editionsText(editions)).toBe(`any of the ${RARITY_COUNTS[rarity]} ${rarity} NFTs`)
    expect(editionsText(editions.slice(1))).toContain(`any of ${editions.length - 1} NFTs: #`)
  }
  const odd = all.filter((edition) => edition % 2 === 1)
  expect(editionsText(odd)).toBe(
    'any of 500 NFTs: #1, #3, #5, #7, #9, #11, #13, #15, #17, #19, #21, #23 and 488 more',
  )
})
