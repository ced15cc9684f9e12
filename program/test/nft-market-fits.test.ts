// What of the NFT market fits one transaction, alone and with a priority fee and what wallets add: see fits.test.ts. Found by
// building and running. TWINMINT_TALLY=1 with --silent=false prints the table; packages/sdk/actions/nft-market plans by these figures.

import { type Instruction, TransactionFormatError } from '@twinmint/sdk/program/message'
import { expect, test } from 'vitest'
import { NFT_PRICE, type Sent, SOL, type Wallet } from './harness.ts'
import { bidder, buyer, NftMarket, seller, U64_MAX } from './nft-market-scene.ts'
import { leavesRoom } from './room.ts'

const NFTS = 7
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const each = (count: number, build: (edition: number) => Promise<Instruction>) =>
  Promise.all(upTo(count).map(build))

interface Case {
  readonly name: string
  readonly by: Wallet
  /** All NFTs are listed; the bidder has an offer for each, of the nonce of its number. */
  readonly listed?: boolean
  readonly offered?: boolean
  /** Strangers sent a lamport to every address at which something is made. */
  readonly dusted?: boolean
  readonly build: (market: NftMarket, count: number) => Promise<Instruction[]>
  /** The most that fit, what stops one more, and the trace of `most`. */
  readonly most: number
  readonly stoppedBy: 'bytes' | 'trace'
  readonly trace: number
  /** The most that leave room for a priority fee and what wallets add. */
  readonly withWallet: number
}

const lists = (market: NftMarket, count: number) => each(count, (n) => market.list(seller, n))
const accepts = (market: NftMarket, count: number) =>
  each(count, (n) => market.accept(seller, n, { bidder, nonce: BigInt(n) }))
const cancels = (market: NftMarket, count: number) => each(count, (n) => market.cancel(seller, n))
const releases = (market: NftMarket, count: number) =>
  each(count, (n) => market.chain.release(seller, market.coin, n))

const cases: readonly Case[] = [
  { name: 'list', by: seller, build: lists, most: 5, stoppedBy: 'bytes', trace: 35, withWallet: 5 },
  {
    name: 'list; dusted',
    by: seller,
    dusted: true,
    build: lists,
    most: 5,
    stoppedBy: 'bytes',
    trace: 45,
    withWallet: 5,
  },
  {
    name: 'cancelListing',
    by: seller,
    listed: true,
    build: cancels,
    most: 6,
    stoppedBy: 'bytes',
    trace: 60,
    withWallet: 5,
  },
  {
    name: 'cancelListing and release',
    by: seller,
    listed: true,
    build: async (market, count) => [...(await cancels(market, count)), ...(await releases(market, count))],
    most: 3,
    stoppedBy: 'trace',
    trace: 51,
    withWallet: 3,
  },
  {
    name: 'cancelListing and release, and a sell',
    by: seller,
    listed: true,
    build: async (market, count) => [
      ...(await cancels(market, count)),
      ...(await releases(market, count)),
      await market.chain.sell(seller, market.coin, BigInt(count) * NFT_PRICE),
    ],
    most: 3,
    stoppedBy: 'bytes',
    trace: 54,
    withWallet: 3,
  },
  {
    name: 'cancelListing and acceptOffer',
    by: seller,
    listed: true,
    offered: true,
    build: async (market, count) => [...(await cancels(market, count)), ...(await accepts(market, count))],
    most: 2,
    stoppedBy: 'trace',
    trace: 44,
    withWallet: 2,
  },
  {
    name: 'buyListing',
    by: buyer,
    listed: true,
    build: (market, count) => each(count, (n) => market.buy(buyer, n, U64_MAX)),
    most: 5,
    stoppedBy: 'bytes',
    trace: 55,
    withWallet: 4,
  },
  {
    name: 'buyListing; dusted',
    by: buyer,
    listed: true,
    dusted: true,
    build: (market, count) => each(count, (n) => market.buy(buyer, n, U64_MAX)),
    most: 4,
    stoppedBy: 'trace',
    trace: 52,
    withWallet: 4,
  },
  {
    name: 'offer',
    by: bidder,
    build: (market, count) => each(count, (n) => market.offer(bidder, BigInt(n), [n])),
    most: 5,
    stoppedBy: 'bytes',
    trace: 15,
    withWallet: 4,
  },
  {
    name: 'acceptOffer',
    by: seller,
    offered: true,
    build: accepts,
    most: 5,
    stoppedBy: 'bytes',
    trace: 60,
    withWallet: 4,
  },
]

async function open({ listed, offered, dusted }: Case): Promise<NftMarket> {
  const market = await NftMarket.open({ held: NFTS })
  const { chain } = market
  if (listed) for (const n of upTo(NFTS)) chain.must(await market.list(seller, n), seller)
  if (offered)
    for (const n of upTo(NFTS))
      chain.must(await market.offer(bidder, BigInt(n), [n], { price: SOL / 10n }), bidder)
  if (dusted)
    for (const n of upTo(NFTS)) {
      const fresh = listed ? [await market.nftAccount(buyer, n)] : Object.values(await market.at(n))
      for (const address of fresh) chain.fund(address, 1n)
    }
  return market
}

interface Attempt {
  readonly instructions: readonly Instruction[]
  readonly sent: Sent | undefined
  readonly stoppedBy: 'bytes' | 'trace' | undefined
}

async function attempt(one: Case, count: number): Promise<Attempt> {
  const market = await open(one)
  const instructions = await one.build(market, count)
  let sent: Sent
  try {
    sent = market.chain.send(instructions, one.by)
  } catch (error) {
    if (!(error instanceof TransactionFormatError)) throw error
    return { instructions, sent: undefined, stoppedBy: 'bytes' }
  }
  if (sent.failure === undefined) return { instructions, sent, stoppedBy: undefined }
  if (!/trace/i.test(sent.failure)) throw new Error(sent.failure)
  return { instructions, sent, stoppedBy: 'trace' }
}

const fitsWithMore = ({ by }: Case, { sent, instructions, stoppedBy }: Attempt): boolean =>
  sent !== undefined &&
  stoppedBy === undefined &&
  leavesRoom({ instructions, trace: sent.trace, payer: by.address })

const table: Record<string, unknown>[] = []

test.each(cases)('$name: $most fit', async (one) => {
  const tried = new Map<number, Attempt>()
  const of = async (count: number) => {
    const made = tried.get(count) ?? (await attempt(one, count))
    tried.set(count, made)
    return made
  }
  const [fits, next] = [await of(one.most), await of(one.most + 1)]
  if (process.env['TWINMINT_TALLY']) {
    const { sent } = await of(1)
    const single = { trace: sent?.trace, bytes: sent?.bytes, computeUnits: sent?.computeUnits }
    table.push({ case: one.name, most: one.most, bytes: fits.sent?.bytes, single })
    if (table.length === cases.length) console.log(JSON.stringify(table))
  }
  expect(fits.stoppedBy).toBeUndefined()
  expect(fits.sent?.trace).toBe(one.trace)
  expect(next.stoppedBy).toBe(one.stoppedBy)
  // What each instruction has without asking is enough.
  expect(fits.sent?.computeUnits).toBeLessThan(200_000 * fits.instructions.length)
  expect(fitsWithMore(one, await of(one.withWallet))).toBe(true)
  expect(fitsWithMore(one, await of(one.withWallet + 1))).toBe(false)
})

test('what a single instruction takes: compute units, trace and bytes stay within what is promised', async () => {
  const market = await NftMarket.open()
  const { chain } = market
  const took: Record<string, readonly [computeUnits: number, trace: number, bytes: number]> = {}
  const run = (name: string, instruction: Instruction, by: Wallet) => {
    const { ownComputeUnits, trace, bytes } = chain.must(instruction, by)
    took[name] = [ownComputeUnits[0] ?? 0, trace, bytes]
  }
  const of = { bidder, nonce: 1n }
  run('list', await market.list(seller, 1), seller)
  run('updateListing', await market.update(seller, 1, {}), seller)
  run('cancelListing', await market.cancel(seller, 1), seller)
  chain.must(await market.list(seller, 1), seller)
  run('buyListing', await market.buy(buyer, 1, U64_MAX), buyer)
  run('offer', await market.offer(bidder, 1n, [2, 3]), bidder)
  run('cancelOffer', await market.cancelOffer(bidder, 1n), bidder)
  chain.must(await market.offer(bidder, 1n, [2, 3]), bidder)
  run('acceptOffer', await market.accept(seller, 2, of), seller)
  if (process.env['TWINMINT_TALLY']) console.log(JSON.stringify(took))
  // By some thousands with the addresses, whose bumps have to be searched.
  const most = {
    list: 36_000,
    updateListing: 2_700,
    cancelListing: 40_000,
    buyListing: 46_000,
    offer: 12_000,
    cancelOffer: 2_500,
    acceptOffer: 58_000,
  }
  for (const [name, [computeUnits]] of Object.entries(took))
    expect(computeUnits, name).toBeLessThan(most[name as keyof typeof most])
  expect(Object.entries(took).map(([name, [, trace, bytes]]) => [name, trace, bytes])).toEqual([
    ['list', 7, 456],
    ['updateListing', 2, 256],
    ['cancelListing', 10, 438],
    ['buyListing', 11, 512],
    ['offer', 3, 456],
    ['cancelOffer', 2, 240],
    ['acceptOffer', 12, 514],
  ])
})
