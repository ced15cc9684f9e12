import type { Address } from '@solana/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../../core/address.ts'
import { baseUnits, lamports } from '../../core/money.ts'
import {
  deriveAssociatedAddress,
  deriveListingAddresses,
  deriveMarketAddresses,
  deriveNftAddresses,
  deriveOfferAddress,
  type MarketAddresses,
} from '../../program/addresses.ts'
import { boostInstruction, releaseInstruction, sellInstruction } from '../../program/instructions.ts'
import { encodeTransaction, type Instruction } from '../../program/message.ts'
import { SYSTEM_PROGRAM } from '../../program/programs.ts'
import { TransactionMismatch } from '../../program/signable.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import { type MarketNft, type MarketPlan, marketSteps } from './transaction.ts'
import { type ExpectedAction, type ExpectedMarket, type MarketSteps, verifyMarket } from './verify.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const OTHER = addressNumber(4)
const MINT = addressNumber(5)
const OTHER_MINT = addressNumber(6)
const BLOCKHASH = addressNumber(7)

let addresses: MarketAddresses
let otherMarket: MarketAddresses
let userCoins: Address
let otherCoins: Address
let offer: Address
let otherOffer: Address
const nfts = new Map<number, MarketNft>()
beforeAll(async () => {
  addresses = await deriveMarketAddresses(PROGRAM, MINT)
  otherMarket = await deriveMarketAddresses(PROGRAM, OTHER_MINT)
  userCoins = await deriveAssociatedAddress(WALLET, MINT)
  otherCoins = await deriveAssociatedAddress(OTHER, MINT)
  offer = await deriveOfferAddress(PROGRAM, WALLET, 7n)
  otherOffer = await deriveOfferAddress(PROGRAM, WALLET, 8n)
  for (let edition = 1; edition <= 12; edition++) {
    const nft = await deriveNftAddresses(PROGRAM, {
      mintAddress: MINT,
      walletAddress: WALLET,
      edition,
    })
    nfts.set(edition, { ...nft, ...(await deriveListingAddresses(PROGRAM, nft.mint)), trace: 2 })
  }
})

const nftOf = (edition: number): MarketNft => {
  const nft = nfts.get(edition)
  if (!nft) throw new Error(`no NFT ${edition} in this test`)
  return nft
}
const expectedNft = (edition: number) => {
  const { mint, listing } = nftOf(edition)
  return { edition, mintAddress: mint, listingAddress: listing }
}
const expected = (action: ExpectedAction): ExpectedMarket => ({
  programAddress: PROGRAM,
  walletAddress: WALLET,
  userCoinsAddress: userCoins,
  mintAddress: MINT,
  marketAddress: addresses.market,
  escrowAddress: addresses.escrow,
  action,
})

interface Lie {
  readonly user?: Address
  readonly addresses?: MarketAddresses
  readonly feePayer?: Address
  /** Of the first transaction. */
  readonly rewrite?: (instructions: readonly Instruction[]) => readonly Instruction[]
}
const MISMATCH = 'The prepared transaction does not match what you asked for. Nothing was signed.'

/** What each transaction is about, or why they are refused. */
async function check(plan: MarketPlan, action: ExpectedAction, lie: Lie = {}): Promise<string | MarketSteps> {
  const { user = WALLET, addresses: of = addresses, feePayer = WALLET, rewrite = (each) => each } = lie
  const steps = await marketSteps({ programAddress: PROGRAM, user, addresses: of }, plan)
  const wires = steps.map(({ instructions }, at) =>
    encodeTransaction({
      feePayer,
      recentBlockhash: BLOCKHASH,
      instructions: at === 0 ? rewrite(instructions) : instructions,
    }),
  )
  try {
    return verifyMarket(wires, expected(action))
  } catch (error) {
    return error instanceof TransactionMismatch && error.message === MISMATCH ? error.reason : String(error)
  }
}

const priced = (edition: number, price: bigint) => ({ ...nftOf(edition), priceLamports: lamports(price) })
const listPlan = (editions: readonly number[], price = 100n, expiresAtSeconds = 50n): MarketPlan => ({
  kind: 'list',
  nfts: editions.map((edition) => priced(edition, price)),
  expiresAtSeconds,
})
const pricedAction = (kind: 'list' | 'update', editions: readonly number[]): ExpectedAction => ({
  kind,
  nfts: editions.map((edition) => ({ ...expectedNft(edition), priceLamports: 100n })),
  expiresAtSeconds: 50n,
})
const updatePlan = (editions: readonly number[], price = 100n, expiresAtSeconds = 50n): MarketPlan => ({
  ...(listPlan(editions, price, expiresAtSeconds) as Extract<MarketPlan, { kind: 'list' | 'update' }>),
  kind: 'update',
})
const cancelPlan = (
  editions: readonly number[],
  andRelease = false,
  makesCoinAccount = false,
): MarketPlan => ({
  kind: 'cancel',
  nfts: editions.map((edition) => nftOf(edition)),
  andRelease,
  makesCoinAccount,
})
const cancelAction = (editions: readonly number[], andRelease = false): ExpectedAction => ({
  kind: 'cancel',
  nfts: editions.map(expectedNft),
  andRelease,
})
type PlanOf<Kind> = Extract<MarketPlan, { kind: Kind }>
type ActionOf<Kind> = Extract<ExpectedAction, { kind: Kind }>
const buyPlan = (change: Partial<PlanOf<'buy'>> = {}): MarketPlan => ({
  kind: 'buy',
  nft: nftOf(1),
  seller: OTHER,
  lamportsMax: lamports(100n),
  ...change,
})
const buyAction = (): ExpectedAction => ({
  kind: 'buy',
  nft: expectedNft(1),
  sellerAddress: OTHER,
  lamportsMax: 100n,
})
const offerPlan = (change: Partial<PlanOf<'offer'>> = {}): MarketPlan => ({
  kind: 'offer',
  offer,
  nonce: 7n,
  priceLamports: lamports(100n),
  editions: [1, 500, 1_000],
  expiresAtSeconds: 50n,
  ...change,
})
const offerAction = (): ExpectedAction => ({
  kind: 'offer',
  offerAddress: offer,
  nonce: 7n,
  priceLamports: 100n,
  editions: [1, 500, 1_000],
  expiresAtSeconds: 50n,
})
const acceptPlan = (change: Partial<PlanOf<'accept'>> = {}): MarketPlan => ({
  kind: 'accept',
  nft: nftOf(1),
  offer,
  bidder: OTHER,
  lamportsMin: lamports(100n),
  isListed: false,
  ...change,
})
const acceptAction = (change: Partial<ActionOf<'accept'>> = {}): ExpectedAction => ({
  kind: 'accept',
  nft: expectedNft(1),
  offerAddress: offer,
  bidderAddress: OTHER,
  lamportsMin: 100n,
  isListed: false,
  ...change,
})
const transfer = (from: Address): Instruction => ({
  programAddress: SYSTEM_PROGRAM,
  accounts: [
    { address: from, signer: true, writable: true },
    { address: OTHER, signer: false, writable: true },
  ],
  data: Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
})

describe('accepts', () => {
  it('listings of several NFTs, over several transactions', async () => {
    const editions = [1, 2, 3, 4, 5, 6, 7]
    expect(await check(listPlan(editions), pricedAction('list', editions))).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7],
    ])
  })
  it('other prices', async () =>
    expect(await check(updatePlan([1, 2]), pricedAction('update', [1, 2]))).toEqual([[1, 2]]))
  it('taking back, and into coins, with the coin account where it is missing', async () => {
    expect(await check(cancelPlan([1, 2]), cancelAction([1, 2]))).toEqual([[1, 2]])
    const four = [1, 2, 3, 4]
    expect(await check(cancelPlan(four, true, true), cancelAction(four, true))).toEqual([[1, 2, 3], [4]])
  })
  it('a purchase for the most that was shown, or less', async () => {
    expect(await check(buyPlan(), buyAction())).toEqual([[1]])
    expect(await check(buyPlan({ lamportsMax: lamports(99n) }), buyAction())).toEqual([[1]])
  })
  it('an offer, and withdrawing several', async () => {
    expect(await check(offerPlan(), offerAction())).toEqual([[]])
    const offers = [offer, otherOffer]
    expect(
      await check({ kind: 'cancelOffer', offers }, { kind: 'cancelOffer', offerAddresses: offers }),
    ).toEqual([[]])
  })
  it('a sale to a bidder for the least that was shown, or more, taken back first where it is listed', async () => {
    expect(await check(acceptPlan(), acceptAction())).toEqual([[1]])
    expect(await check(acceptPlan({ lamportsMin: lamports(101n) }), acceptAction())).toEqual([[1]])
    expect(await check(acceptPlan({ isListed: true }), acceptAction({ isListed: true }))).toEqual([[1]])
  })
})

describe('refuses, of what is listed and taken back', () => {
  it.each(['list', 'update'] as const)('%s: another price, time, wallet or coin', async (kind) => {
    const plan = kind === 'list' ? listPlan : updatePlan
    const action = pricedAction(kind, [1])
    expect(await check(plan([1], 99n), action)).toBe('it asks another price')
    expect(await check(plan([1], 101n), action)).toBe('it asks another price')
    expect(await check(plan([1], 100n, 51n), action)).toBe('it ends at another time')
    expect(await check(plan([1]), action, { addresses: otherMarket })).toBe('it is of another coin')
    expect(await check(plan([1]), action, { user: OTHER })).toBe('others must sign too')
    expect(await check(plan([1]), action, { user: OTHER, feePayer: OTHER })).toBe('another wallet pays')
  })
  it.each(['list', 'update', 'cancel'] as const)(
    '%s: another NFT, one more, one less, one twice',
    async (kind) => {
      const plan = { list: listPlan, update: updatePlan, cancel: cancelPlan }[kind]
      const action = (editions: readonly number[]) =>
        kind === 'cancel' ? cancelAction(editions) : pricedAction(kind, editions)
      expect(await check(plan([2]), action([1]))).toMatch(/not chosen/)
      expect(await check(plan([1, 2]), action([1]))).toMatch(/not chosen/)
      expect(await check(plan([1]), action([1, 2]))).toBe('it leaves out 1 NFTs')
      expect(await check(plan([1, 1]), action([1, 2]))).toMatch(/about one twice/)
    },
  )
  it('prices that changed places', async () => {
    const plan: MarketPlan = { kind: 'list', nfts: [priced(1, 5n), priced(2, 6n)], expiresAtSeconds: 50n }
    const nftsAsked = [
      { ...expectedNft(1), priceLamports: 6n },
      { ...expectedNft(2), priceLamports: 5n },
    ]
    expect(await check(plan, { kind: 'list', nfts: nftsAsked, expiresAtSeconds: 50n })).toBe(
      'it asks another price',
    )
  })
  it('a listing’s address with another NFT or number', async () => {
    const mixed = { ...nftOf(2), listing: nftOf(1).listing }
    expect(
      await check(
        { kind: 'list', nfts: [{ ...mixed, priceLamports: lamports(100n) }], expiresAtSeconds: 50n },
        pricedAction('list', [1]),
      ),
    ).toBe('it lists another number')
    const sameNumber = { ...mixed, edition: 1, priceLamports: lamports(100n) }
    expect(
      await check({ kind: 'list', nfts: [sameNumber], expiresAtSeconds: 50n }, pricedAction('list', [1])),
    ).toBe('it lists another NFT')
    expect(
      await check(
        { kind: 'cancel', nfts: [mixed], andRelease: false, makesCoinAccount: false },
        cancelAction([1]),
      ),
    ).toBe('it takes back another NFT')
  })
  it('one action in place of another', async () => {
    expect(await check(updatePlan([1]), pricedAction('list', [1]))).toBe('it is a updateListing, not a list')
    expect(await check(listPlan([1]), pricedAction('update', [1]))).toBe('it is a list, not a updateListing')
    expect(await check(cancelPlan([1]), pricedAction('list', [1]))).toMatch(/not a list$/)
    expect(await check(listPlan([1]), cancelAction([1]))).toMatch(/not a cancelListing$/)
  })
  it('swapped into coins where only taking back was asked for, and the reverse', async () => {
    expect(await check(cancelPlan([1], true), cancelAction([1]))).toMatch(/it is a release/)
    expect(await check(cancelPlan([1]), cancelAction([1], true))).toMatch(/not a release/)
    expect(await check(cancelPlan([1, 2]), cancelAction([1, 2], true))).toMatch(/not a release/)
  })
  it('coins that go to somebody else, of another coin, or to another escrow; another NFT swapped', async () => {
    const releaseOf = (change: Partial<Parameters<typeof releaseInstruction>[1]>) => ({
      rewrite: ([back, account, ..._rest]: readonly Instruction[]) => [
        ...(back ? [back] : []),
        ...(account?.programAddress === PROGRAM ? [] : []),
        releaseInstruction(PROGRAM, { user: WALLET, userCoins, addresses, nft: nftOf(1), ...change }),
      ],
    })
    const run = (change: Partial<Parameters<typeof releaseInstruction>[1]>) =>
      check(cancelPlan([1], true), cancelAction([1], true), releaseOf(change))
    expect(await run({})).toEqual([[1]])
    expect(await run({ userCoins: otherCoins })).toBe('it gives the coins to another account')
    expect(await run({ addresses: otherMarket })).toBe('it swaps into another coin')
    expect(await run({ addresses: { ...addresses, escrow: otherMarket.escrow } })).toBe(
      'it swaps with another escrow',
    )
    expect(await run({ nft: nftOf(2) })).toBe('it swaps another NFT')
    expect(await run({ user: OTHER })).toBe('others must sign too')
  })
  it('a coin account that nothing needs, of another coin, or of another wallet', async () => {
    const account = await createCoinAccountInstruction({ payer: WALLET, wallet: WALLET, mint: MINT })
    const first = { rewrite: (each: readonly Instruction[]) => [account, ...each] }
    for (const [plan, action] of [
      [listPlan([1]), pricedAction('list', [1])],
      [cancelPlan([1]), cancelAction([1])],
      [buyPlan(), buyAction()],
      [offerPlan(), offerAction()],
      [acceptPlan(), acceptAction()],
    ] as const)
      expect(await check(plan, action, first)).toBe('it makes a coin account that nothing needs')
    const another = await createCoinAccountInstruction({ payer: WALLET, wallet: WALLET, mint: OTHER_MINT })
    const strange = { rewrite: (each: readonly Instruction[]) => [another, ...each] }
    expect(await check(cancelPlan([1], true), cancelAction([1], true), strange)).toBe(
      'it makes an account of another coin',
    )
    const foreign = await createCoinAccountInstruction({ payer: WALLET, wallet: OTHER, mint: MINT })
    const theirs = { rewrite: (each: readonly Instruction[]) => [foreign, ...each] }
    expect(await check(cancelPlan([1], true), cancelAction([1], true), theirs)).toBe(
      'it makes a coin account of somebody else',
    )
  })
})

describe('refuses, of a purchase', () => {
  it('a higher most, another seller, listing, NFT or coin, or another wallet', async () => {
    expect(await check(buyPlan({ lamportsMax: lamports(101n) }), buyAction())).toBe(
      'it may cost more than the dialog said',
    )
    expect(await check(buyPlan({ seller: addressNumber(8) }), buyAction())).toBe(
      'it buys from another seller',
    )
    expect(await check(buyPlan({ nft: nftOf(2) }), buyAction())).toBe('it buys another listing')
    expect(await check(buyPlan({ nft: { ...nftOf(2), listing: nftOf(1).listing } }), buyAction())).toBe(
      'it buys another NFT',
    )
    expect(await check(buyPlan(), buyAction(), { addresses: otherMarket })).toBe('it is of another coin')
    expect(await check(buyPlan(), buyAction(), { user: addressNumber(8) })).toBe('others must sign too')
  })
  it('a second one, or anything beside it', async () => {
    const beside = async (instruction: Instruction) =>
      check(buyPlan(), buyAction(), { rewrite: (each) => [...each, instruction] })
    const twice = { rewrite: (each: readonly Instruction[]) => [...each, ...each] }
    expect(await check(buyPlan(), buyAction(), twice)).toBe('it has 2 instructions of ours')
    expect(await beside(boostInstruction(PROGRAM, { payer: WALLET, addresses }))).toBe(
      'it has 2 instructions of ours',
    )
    expect(await beside(transfer(OTHER))).toBe('others must sign too')
    expect(await check(offerPlan(), buyAction())).toBe('it is a offer, not a buyListing')
    expect(await check(acceptPlan(), buyAction())).toBe('it is a acceptOffer, not a buyListing')
  })
})

describe('refuses, of offers', () => {
  it('another price, time, number, coin or wallet, and other NFTs', async () => {
    const run = (change: Partial<PlanOf<'offer'>>, lie?: Lie) => check(offerPlan(change), offerAction(), lie)
    expect(await run({ priceLamports: lamports(101n) })).toBe('it offers another price')
    expect(await run({ priceLamports: lamports(99n) })).toBe('it offers another price')
    expect(await run({ expiresAtSeconds: 51n })).toBe('it ends at another time')
    expect(await run({ nonce: 8n })).toBe('it is another offer')
    expect(await run({ offer: otherOffer })).toBe('it is another offer')
    for (const editions of [[1, 500], [1, 500, 999], [1, 2, 500, 1_000], []])
      expect(await run({ editions })).toBe('it is for other NFTs')
    expect(await run({}, { addresses: otherMarket })).toBe('it is of another coin')
    expect(await run({}, { user: OTHER })).toBe('others must sign too')
    expect(await run({}, { rewrite: (each) => [...each, ...each] })).toBe('it has 2 instructions of ours')
  })
  it('of withdrawing: another offer, one more, one less, one twice, and what is none', async () => {
    const run = (offers: readonly Address[], lie?: Lie) =>
      check({ kind: 'cancelOffer', offers }, { kind: 'cancelOffer', offerAddresses: [offer] }, lie)
    expect(await run([otherOffer])).toMatch(/not chosen/)
    expect(await run([offer, otherOffer])).toMatch(/not chosen/)
    expect(await run([offer, offer])).toMatch(/not chosen/)
    expect(await run([offer], { addresses: otherMarket })).toBe('it is of another coin')
    expect(await run([offer], { user: OTHER })).toBe('others must sign too')
    expect(
      await check(
        { kind: 'cancelOffer', offers: [offer] },
        { kind: 'cancelOffer', offerAddresses: [offer, otherOffer] },
      ),
    ).toBe('it leaves out 1 offers')
    expect(await check(buyPlan(), { kind: 'cancelOffer', offerAddresses: [offer] })).toMatch(
      /not a cancelOffer/,
    )
  })
})

describe('refuses, of a sale to a bidder', () => {
  it('a lower least, another offer, bidder, number, NFT or coin', async () => {
    const run = (change: Partial<PlanOf<'accept'>>, lie?: Lie) =>
      check(acceptPlan(change), acceptAction(), lie)
    expect(await run({ lamportsMin: lamports(99n) })).toBe('it may bring less than the dialog said')
    expect(await run({ offer: otherOffer })).toBe('it accepts another offer')
    expect(await run({ bidder: addressNumber(8) })).toBe('it sells to another wallet')
    expect(await run({ nft: nftOf(2) })).toBe('it sells another number')
    expect(await run({ nft: { ...nftOf(2), edition: 1 } })).toBe('it sells another NFT')
    expect(await run({}, { addresses: otherMarket })).toBe('it is of another coin')
    expect(await run({}, { user: addressNumber(8) })).toBe('others must sign too')
  })
  it('taken back where it is not listed, not where it is, or another NFT', async () => {
    expect(await check(acceptPlan({ isListed: true }), acceptAction())).toBe('it has 2 instructions of ours')
    expect(await check(acceptPlan(), acceptAction({ isListed: true }))).toMatch(/not a cancelListing/)
    const listed = { isListed: true, nft: nftOf(2) }
    expect(await check(acceptPlan(listed), acceptAction({ isListed: true }))).toBe(
      'it takes back another NFT',
    )
  })
  it('a sell of coins or a release beside it, and SOL that another wallet has to sign for', async () => {
    const sell = sellInstruction(PROGRAM, {
      user: WALLET,
      userCoins,
      addresses,
      baseUnitsIn: baseUnits(1n),
      lamportsOutMin: lamports(1n),
    })
    const release = releaseInstruction(PROGRAM, { user: WALLET, userCoins, addresses, nft: nftOf(1) })
    for (const more of [sell, release])
      expect(await check(acceptPlan(), acceptAction(), { rewrite: (each) => [...each, more] })).toBe(
        'it has 2 instructions of ours',
      )
    expect(await check(acceptPlan(), acceptAction(), { rewrite: (each) => [...each, transfer(OTHER)] })).toBe(
      'others must sign too',
    )
  })
})

it('refuses no transaction, one that does nothing, and one more than is asked for', async () => {
  const one = encodeTransaction({
    feePayer: WALLET,
    recentBlockhash: BLOCKHASH,
    instructions: (
      await marketSteps({ programAddress: PROGRAM, user: WALLET, addresses }, buyPlan())
    ).flatMap(({ instructions }) => instructions),
  })
  const empty = encodeTransaction({ feePayer: WALLET, recentBlockhash: BLOCKHASH, instructions: [] })
  const reason = (wires: readonly Uint8Array[]) => {
    try {
      return verifyMarket(wires, expected(buyAction()))
    } catch (error) {
      return error instanceof TransactionMismatch ? error.reason : String(error)
    }
  }
  expect(reason([])).toBe('there is no transaction')
  expect(reason([one, empty])).toBe('a transaction does nothing')
  expect(reason([one, one])).toBe('it is 2 transactions')
  expect(reason([one.slice(0, -1)])).toBe('it is not one whole transaction')
})
