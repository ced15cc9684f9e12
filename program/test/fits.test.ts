// What fits one transaction, alone and with a priority fee and what wallets add: by its 1,232 bytes, by the 64 instructions
// that the runtime lets run (those called by programs included), and by 200,000 compute units an instruction, which is what a transaction has that asks for nothing. Found by
// building and running them. TWINMINT_TALLY=1 with --silent=false prints the table; packages/sdk/actions/swap plans by these figures.

import { FORM_GUARD, FORM_OPENING_LAMPORTS } from '@twinmint/sdk/core/curve'
import { type Instruction, TransactionFormatError } from '@twinmint/sdk/program/message'
import { expect, test } from 'vitest'
import { Chain, type Coin, makeMarketBefore, NFT_PRICE, type Sent, SOL, wallet } from './harness.ts'
import { leavesRoom, TRACE_MAX } from './room.ts'

const [creator, user, other] = [wallet(1), wallet(2), wallet(3)]

interface Scene {
  readonly chain: Chain
  readonly coin: Coin
}

interface Case {
  readonly name: string
  /** Nobody has captured yet: the escrow's vault is to be made. */
  readonly withoutVault?: boolean
  /** The user has no coin account yet. */
  readonly withoutCoins?: boolean
  /** Strangers sent a lamport to every address at which something is made. */
  readonly dusted?: boolean
  /** NFTs that the user holds, or that the escrow does. */
  readonly held?: boolean
  readonly inEscrow?: boolean
  readonly build: (scene: Scene, count: number) => Promise<Instruction[]>
  /** The most that fit, what stops one more, and the trace of `most`. */
  readonly most: number
  readonly stoppedBy: 'bytes' | 'trace' | 'compute'
  readonly trace: number
  /** The most that leave room for a priority fee and what wallets add. */
  readonly withWallet: number
}

const NFTS = 12
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

const captures =
  (source: 'mint' | 'escrow') =>
  async ({ chain, coin }: Scene, count: number) =>
    Promise.all(upTo(count).map((index) => chain.capture(user, coin, index, source)))
const releases = async ({ chain, coin }: Scene, count: number) =>
  Promise.all(upTo(count).map((index) => chain.release(user, coin, index)))
const account = ({ chain, coin }: Scene) => chain.createCoinAccount(user, coin)
const bought = ({ chain, coin }: Scene, count: number) =>
  chain.buyExactOut(user, coin, BigInt(count) * NFT_PRICE, 10n * SOL)
const sold = ({ chain, coin }: Scene, count: number) => chain.sell(user, coin, BigInt(count) * NFT_PRICE)

const buyAndCapture =
  (source: 'mint' | 'escrow', makesAccount: boolean) => async (scene: Scene, count: number) => [
    ...(makesAccount ? [await account(scene)] : []),
    await bought(scene, count),
    ...(await captures(source)(scene, count)),
  ]

const cases: readonly Case[] = [
  { name: 'capture, minted', build: captures('mint'), most: 3, stoppedBy: 'trace', trace: 51, withWallet: 3 },
  {
    name: 'capture, minted; makes the escrow vault',
    withoutVault: true,
    build: captures('mint'),
    most: 3,
    stoppedBy: 'trace',
    trace: 56,
    withWallet: 3,
  },
  {
    name: 'capture, minted; dusted',
    dusted: true,
    build: captures('mint'),
    most: 3,
    stoppedBy: 'trace',
    trace: 60,
    withWallet: 3,
  },
  {
    name: 'capture, minted; makes the escrow vault; dusted',
    withoutVault: true,
    dusted: true,
    build: captures('mint'),
    most: 2,
    stoppedBy: 'trace',
    trace: 47,
    withWallet: 2,
  },
  {
    name: 'capture, from the escrow',
    inEscrow: true,
    build: captures('escrow'),
    most: 6,
    stoppedBy: 'bytes',
    trace: 60,
    withWallet: 5,
  },
  {
    name: 'capture, from the escrow; dusted',
    inEscrow: true,
    dusted: true,
    build: captures('escrow'),
    most: 5,
    stoppedBy: 'trace',
    trace: 60,
    withWallet: 5,
  },
  { name: 'release', held: true, build: releases, most: 7, stoppedBy: 'bytes', trace: 49, withWallet: 6 },
  {
    name: 'release; dusted',
    held: true,
    dusted: true,
    build: releases,
    most: 7,
    stoppedBy: 'bytes',
    trace: 56,
    withWallet: 6,
  },
  {
    name: 'buyExactOut + captures, minted',
    build: buyAndCapture('mint', false),
    most: 3,
    stoppedBy: 'trace',
    trace: 55,
    withWallet: 3,
  },
  {
    name: 'buyExactOut + captures, minted; makes the escrow vault',
    withoutVault: true,
    build: buyAndCapture('mint', false),
    most: 3,
    stoppedBy: 'trace',
    trace: 60,
    withWallet: 3,
  },
  {
    name: 'coin account + buyExactOut + captures, minted',
    withoutCoins: true,
    build: buyAndCapture('mint', true),
    most: 3,
    stoppedBy: 'trace',
    trace: 60,
    withWallet: 3,
  },
  {
    name: 'coin account + buyExactOut + captures, minted; makes the escrow vault',
    withoutVault: true,
    withoutCoins: true,
    build: buyAndCapture('mint', true),
    most: 2,
    stoppedBy: 'trace',
    trace: 48,
    withWallet: 2,
  },
  {
    name: 'buyExactOut + captures, from the escrow',
    inEscrow: true,
    build: buyAndCapture('escrow', false),
    most: 6,
    stoppedBy: 'bytes',
    trace: 64,
    withWallet: 5,
  },
  {
    name: 'coin account + buyExactOut + captures, from the escrow',
    inEscrow: true,
    withoutCoins: true,
    build: buyAndCapture('escrow', true),
    most: 5,
    stoppedBy: 'trace',
    trace: 59,
    withWallet: 5,
  },
  {
    name: 'releases + sell',
    held: true,
    build: async (scene, count) => [...(await releases(scene, count)), await sold(scene, count)],
    most: 6,
    stoppedBy: 'bytes',
    trace: 45,
    withWallet: 5,
  },
  {
    name: 'coin account + releases + sell',
    held: true,
    withoutCoins: true,
    build: async (scene, count) => [
      await account(scene),
      ...(await releases(scene, count)),
      await sold(scene, count),
    ],
    most: 6,
    stoppedBy: 'bytes',
    trace: 50,
    withWallet: 5,
  },
]

async function open({ withoutVault, withoutCoins, dusted, held, inEscrow }: Case): Promise<Scene> {
  const chain = await Chain.open()
  for (const one of [creator, user, other]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.launched(creator, { uri: 'u'.repeat(67) }, 1)
  const scene = { chain, coin }
  const setUp = held ? user : other
  chain.must(
    [
      await chain.createCoinAccount(setUp, coin),
      await chain.buyExactOut(setUp, coin, BigInt(NFTS) * NFT_PRICE, SOL),
    ],
    setUp,
  )
  if (!withoutCoins && !held)
    chain.must(
      [
        await chain.createCoinAccount(user, coin),
        await chain.buyExactOut(user, coin, BigInt(NFTS) * NFT_PRICE, SOL),
      ],
      user,
    )
  const makeVault = !withoutVault && !held && !inEscrow
  const premade = makeVault ? [NFTS + 1] : held || inEscrow ? upTo(NFTS) : []
  for (const index of premade) chain.must(await chain.capture(setUp, coin, index), setUp)
  if (inEscrow) for (const index of premade) chain.must(await chain.release(setUp, coin, index), setUp)
  if (withoutCoins && held) {
    // The coins are spent on the NFTs, and the account is gone.
    const at = await chain.coinAccount(user, coin)
    expect(chain.baseUnitsOf(at)).toBe(0n)
    chain.setAccount(at, '11111111111111111111111111111111' as never, new Uint8Array(), 0n)
  }
  if (dusted) {
    const nfts = await Promise.all(upTo(NFTS).map((index) => chain.nft(user, coin, index)))
    const vault = withoutVault ? [coin.addresses.escrowVault] : []
    const fresh = nfts.flatMap((nft) =>
      held ? [nft.escrowNft] : inEscrow ? [nft.userNft] : [nft.nftMint, nft.userNft],
    )
    for (const address of [...vault, ...fresh]) chain.fund(address, 1n)
  }
  return scene
}

interface Attempt {
  readonly instructions: readonly Instruction[]
  readonly sent: Sent | undefined
  readonly stoppedBy: 'bytes' | 'trace' | 'compute' | undefined
  readonly spent: bigint
}

async function attempt(each: Case, count: number): Promise<Attempt> {
  const scene = await open(each)
  const { chain } = scene
  const instructions = await each.build(scene, count)
  const had = chain.lamportsOf(user.address)
  let sent: Sent
  try {
    sent = chain.send(instructions, user)
  } catch (error) {
    if (!(error instanceof TransactionFormatError)) throw error
    return { instructions, sent: undefined, stoppedBy: 'bytes', spent: 0n }
  }
  // Rents, without the network's fee and what went for coins or came for them.
  let spent = had - chain.lamportsOf(user.address) - 5_000n
  for (const event of sent.events) {
    if (event.kind === 'buy') spent -= event.lamportsIn
    if (event.kind === 'sell') spent += event.lamportsOut
  }
  if (sent.failure === undefined) return { instructions, sent, stoppedBy: undefined, spent }
  if (/trace/i.test(sent.failure)) return { instructions, sent, stoppedBy: 'trace', spent }
  if (!/exceeded CUs|comput/i.test(sent.failure)) throw new Error(sent.failure)
  return { instructions, sent, stoppedBy: 'compute', spent }
}

const fitsWithMore = ({ sent, instructions }: Attempt): boolean =>
  sent !== undefined &&
  sent.failure === undefined &&
  leavesRoom({ instructions, trace: sent.trace, payer: user.address })

const table: Record<string, unknown>[] = []

test.each(cases)('$name: $most fit', async (each) => {
  const fits = await attempt(each, each.most)
  expect(fits.stoppedBy).toBeUndefined()
  const { sent } = fits
  const one = (await attempt(each, 1)).sent
  const next = await attempt(each, each.most + 1)
  table.push({
    case: each.name,
    most: each.most,
    stoppedBy: next.stoppedBy,
    withWallet: each.withWallet,
    trace: sent?.trace,
    bytes: sent?.bytes,
    computeUnits: sent?.computeUnits,
    rent: String(fits.spent),
    'trace of 1': one?.trace,
    'bytes of 1': one?.bytes,
    'CU of 1': one?.computeUnits,
  })
  if (process.env['TWINMINT_TALLY'] && table.length === cases.length) console.log(JSON.stringify(table))
  expect(sent?.trace).toBe(each.trace)
  expect(sent?.trace).toBeLessThanOrEqual(TRACE_MAX)
  expect(next.stoppedBy).toBe(each.stoppedBy)
  const room = [await attempt(each, each.withWallet), await attempt(each, each.withWallet + 1)]
  expect(room.map(fitsWithMore)).toEqual([true, false])
})

test('what a single instruction takes: compute units, trace and bytes stay within what is promised', async () => {
  const chain = await Chain.open()
  for (const one of [creator, user, other]) chain.fund(one.address, 1_000n * SOL)
  const guard = { openingReserveLamports: FORM_OPENING_LAMPORTS, ...FORM_GUARD }
  const [coin, guarded] = [await chain.launched(creator, {}, 1), await chain.launched(creator, guard, 2)]
  for (const each of [coin, guarded]) {
    chain.must([await chain.createCoinAccount(user, each), await chain.buy(user, each, SOL)], user)
    chain.must(await chain.sell(user, each, NFT_PRICE), user)
  }
  const next = await Chain.open({ isNext: true })
  for (const one of [creator, user]) next.fund(one.address, 1_000n * SOL)
  const before = await next.launched(creator, {}, 1)
  makeMarketBefore(next, before)
  const took: Record<string, readonly [computeUnits: number, trace: number, bytes: number]> = {}
  const one = (name: string, instruction: Instruction, by = user, on = chain) => {
    const { ownComputeUnits, trace, bytes } = on.must(instruction, by)
    took[name] = [ownComputeUnits[0] ?? 0, trace, bytes]
  }
  one('buy', await chain.buy(user, coin, SOL))
  one('buy with a surcharge', await chain.buy(user, guarded, SOL))
  one('exact buy with a surcharge', await chain.buyExactOut(user, guarded, NFT_PRICE, SOL))
  one('sell', await chain.sell(user, coin, NFT_PRICE))
  one('boost', chain.boost(user, coin))
  one('claim', chain.claimCreatorFees(creator, coin), creator)
  one('collect', chain.collect(coin))
  one('migrate', next.migrate(user, before.addresses.market), user, next)
  if (process.env['TWINMINT_TALLY']) console.log(JSON.stringify(took))
  for (const [name, [computeUnits]] of Object.entries(took))
    expect(computeUnits, name).toBeLessThan(name.includes('sell') ? 7_260 : 10_000)
  expect(Object.entries(took).map(([name, [, trace, bytes]]) => [name, trace, bytes])).toEqual([
    ['buy', 4, 421],
    ['buy with a surcharge', 4, 421],
    ['exact buy with a surcharge', 4, 421],
    ['sell', 3, 355],
    ['boost', 3, 240],
    ['claim', 2, 207],
    ['collect', 2, 239],
    ['migrate', 2, 240],
  ])
})
