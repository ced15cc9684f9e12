// The page's whole way of a swap, against answers as the server and the network give them.
import type { Address } from '@solana/kit'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveNftAddresses,
  type MarketAddresses,
} from '../chain/program/addresses.ts'
import { addressBytes as addressBytesOf, addressOf, encodeTransaction } from '../chain/program/message.ts'
import { base64OfBytes } from '../chain/program/signable.ts'
import { baseUnits, lamports } from '../core/money.ts'
import { mostIn } from '../core/slippage.ts'
import type { PreparedSwap } from './contract.ts'
import type { SwapKind, SwapQuote } from './rules.ts'
import { runSwap, SwapFailure, SwapMoved, type SwapProgress, type SwapRun } from './run.ts'
import { signatureOf } from './send.ts'
import type { AskedSwap } from './shown.ts'
import { type SwapPlan, swapSteps } from './transaction.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const MINT = addressNumber(5)
const BLOCKHASH = addressNumber(7)
const NFT_UNITS = 1_000_000_000_000n
const RPC = 'http://rpc.test/rpc'

let addresses: MarketAddresses
let collection: SwapRun['collection']
beforeAll(async () => {
  addresses = await deriveMarketAddresses(PROGRAM, MINT)
  collection = {
    id: 'c-1',
    mintAddress: MINT,
    marketAddress: addresses.market,
    vaultAddress: addresses.vault,
    escrowAddress: addresses.escrow,
    collectionAddress: addresses.collection,
  }
})
afterEach(() => vi.unstubAllGlobals())

/** What the server prepares for these numbers. */
async function prepare(
  kind: SwapKind,
  indexes: readonly number[],
  source: 'mint' | 'escrow' | null,
  figures: { readonly lamports?: bigint; readonly bound?: bigint; readonly rent?: bigint } = {},
): Promise<PreparedSwap> {
  const { lamports: price = 0n, bound = price, rent = 7_000_000n * BigInt(indexes.length) } = figures
  const swaps = await Promise.all(
    indexes.map(async (index) => ({
      nft: await deriveNftAddresses(PROGRAM, { mintAddress: MINT, walletAddress: WALLET, index }),
      source,
      trace: 17,
    })),
  )
  const units = baseUnits(NFT_UNITS * BigInt(indexes.length))
  const trade: SwapPlan['trade'] =
    kind === 'buy'
      ? { kind, baseUnitsOut: units, lamportsInMax: lamports(bound) }
      : kind === 'sell'
        ? { kind, baseUnitsIn: units, lamportsOutMin: lamports(bound) }
        : undefined
  const steps = await swapSteps({
    programAddress: PROGRAM,
    user: WALLET,
    addresses,
    swaps,
    trade,
    makesCoinAccount: false,
    makesEscrowVault: false,
  })
  const transactions = steps.map(({ instructions }) =>
    base64OfBytes(encodeTransaction({ feePayer: WALLET, recentBlockhash: BLOCKHASH, instructions })),
  )
  return {
    success: true,
    transaction: transactions[0] ?? '',
    transactions,
    blockhash: BLOCKHASH,
    message: '',
    steps: steps.map((step) => ({
      nfts: step.swaps.map(({ nft }) => ({ tokenId: nft.index, mintAddress: nft.mint, source })),
    })),
    cost: {
      baseUnits: units.toString(),
      lamports: price.toString(),
      lamportsBound: bound.toString(),
      feeLamports: '0',
      priceImpactBps: 10,
      rentLamports: rent.toString(),
      rentBackLamports: '0',
      networkFeeLamports: (5_000 * transactions.length).toString(),
    },
  }
}

interface Sent {
  readonly path: string
  readonly body: Record<string, unknown>
}
type RpcReply = 'confirmed' | { readonly custom: number } | { readonly failsOnChain: number }

/** Prepares by `answer`, and lets the network take transactions as `replies` say, in their order. */
function stubOutside(
  answer: (body: Record<string, unknown>) => Promise<PreparedSwap>,
  replies: RpcReply[] = [],
) {
  const calls: Sent[] = []
  let last: RpcReply = 'confirmed'
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body: string }) => {
    const sent = { path, body: JSON.parse(body) as Record<string, unknown> }
    calls.push(sent)
    if (path !== RPC) return Response.json(await answer(sent.body))
    if (sent.body['method'] === 'sendTransaction') {
      last = replies.shift() ?? 'confirmed'
      if (typeof last === 'object' && 'custom' in last)
        return Response.json({
          error: {
            code: -32_002,
            message: 'Transaction simulation failed',
            data: { err: { InstructionError: [0, { Custom: last.custom }] }, logs: [] },
          },
        })
      return Response.json({ result: 'signature' })
    }
    const err =
      typeof last === 'object' && 'failsOnChain' in last
        ? { InstructionError: [0, { Custom: last.failsOnChain }] }
        : null
    return Response.json({ result: { value: [{ confirmationStatus: 'confirmed', err }] } })
  })
  return calls
}

const sign = async (wires: readonly Uint8Array[]) =>
  wires.map((wire, at) => {
    const signed = wire.slice()
    signed.fill(at + 1, 1, 65)
    return signed
  })
const asked = (
  kind: SwapKind,
  count: number,
  change: Partial<AskedSwap> = {},
  figures: Partial<SwapQuote> = {},
): AskedSwap => ({
  kind,
  chosen: undefined,
  mintNew: false,
  mintCount: kind === 'capture' || kind === 'buy' ? count : 0,
  slippageBps: 0n,
  ...change,
  quote: {
    count,
    baseUnits: baseUnits(NFT_UNITS * BigInt(count)),
    lamports: lamports(0),
    lamportsBound: lamports(0),
    feeLamports: lamports(0),
    priceImpactBps: 10n,
    graduates: false,
    rentLamports: lamports(7_000_000n * BigInt(count)),
    rentBackLamports: lamports(0),
    networkFeeLamports: lamports(5_000n * BigInt(Math.ceil(count / 3))),
    transactionCount: Math.ceil(count / 3),
    ...figures,
  },
})
const run = (swap: AskedSwap, change: Partial<SwapRun> = {}) =>
  runSwap({
    asked: swap,
    collection,
    walletAddress: WALLET,
    programAddress: PROGRAM,
    rpcUrl: RPC,
    sign,
    onProgress: () => undefined,
    onConfirmed: () => undefined,
    ...change,
  })
const failureOf = async (promise: Promise<unknown>): Promise<SwapFailure> => {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(error instanceof SwapFailure)) throw new Error(`no SwapFailure but ${String(error)}`)
  return error
}
const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('a swap that goes through', () => {
  it('is prepared, signed with one question, sent in order and told of each', async () => {
    const calls = stubOutside(() => prepare('capture', range(7), 'mint'))
    const progress: SwapProgress[] = []
    const confirmed: string[] = []
    const signing = vi.fn<SwapRun['sign']>(sign)
    const outcome = await run(asked('capture', 7), {
      sign: signing,
      onProgress: (each) => progress.push(each),
      onConfirmed: (signature) => confirmed.push(signature),
    })
    expect(outcome).toMatchObject({ kind: 'done', signatures: confirmed })
    expect(outcome.swapped.map(({ index }) => index)).toEqual(range(7))
    expect(signing).toHaveBeenCalledOnce()
    expect(calls[0]).toMatchObject({
      path: '/api/hybrid/capture',
      body: { collectionId: 'c-1', userWallet: WALLET, count: 7 },
    })
    expect(progress).toEqual([
      { phase: 'preparing' },
      { phase: 'signing' },
      { phase: 'sending', at: 1, of: 3 },
      { phase: 'sending', at: 2, of: 3 },
      { phase: 'sending', at: 3, of: 3 },
    ])
    const signed = await sign(
      (await prepare('capture', range(7), 'mint')).transactions.map((text) => Buffer.from(text, 'base64')),
    )
    expect(confirmed).toEqual(signed.map(signatureOf))
  })
  it('names chosen ones by their mints, which the page derives itself', async () => {
    const calls = stubOutside(() => prepare('release', [7, 8], null))
    expect(await run(asked('release', 2, { chosen: [8, 7] }))).toMatchObject({ kind: 'done' })
    const mints = await Promise.all(
      [8, 7].map(
        async (index) =>
          (await deriveNftAddresses(PROGRAM, { mintAddress: MINT, walletAddress: WALLET, index })).mint,
      ),
    )
    expect(calls[0]?.body).toEqual({ collectionId: 'c-1', userWallet: WALLET, nftMints: mints })
  })
  it('takes what the escrow holds where the card said new ones: it costs less', async () => {
    stubOutside(() => prepare('capture', [4], 'escrow', { rent: 2_000_000n }))
    expect(await run(asked('capture', 1))).toMatchObject({ kind: 'done' })
  })
})

describe('a price that moved', () => {
  const buy = () =>
    asked(
      'buy',
      1,
      { slippageBps: 500n },
      { lamports: lamports(1_000_000n), lamportsBound: lamports(1_050_000n) },
    )
  it('within the slippage is asked for again with what is left of it', async () => {
    const calls = stubOutside((body) => {
      const bps = BigInt(Math.round(Number(body['slippage']) * 100))
      return prepare('buy', [1], 'mint', { lamports: 1_020_000n, bound: mostIn(1_020_000n, bps) })
    })
    expect(await run(buy())).toMatchObject({ kind: 'done' })
    expect(calls.slice(0, 2).map(({ body }) => body['slippage'])).toEqual([5, 2.94])
  })
  it('beyond it is asked about, and nothing is signed', async () => {
    stubOutside(() => prepare('buy', [1], 'mint', { lamports: 1_060_000n, bound: 1_113_000n }))
    const signing = vi.fn<SwapRun['sign']>(sign)
    const error = await run(buy(), { sign: signing }).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(SwapMoved)
    expect((error as SwapMoved).asked.quote).toMatchObject({
      lamports: 1_060_000n,
      lamportsBound: 1_113_000n,
    })
    expect(signing).not.toHaveBeenCalled()
  })
  it('is also a rent that nobody spoke of', async () => {
    stubOutside(() => prepare('capture', [1], 'mint', { rent: 9_000_000n }))
    await expect(run(asked('capture', 1))).rejects.toBeInstanceOf(SwapMoved)
  })
  it('once accepted goes through as it was offered', async () => {
    stubOutside(() => prepare('buy', [1], 'mint', { lamports: 1_060_000n, bound: 1_113_000n }))
    const error = (await run(buy()).catch((cause: unknown) => cause)) as SwapMoved
    expect(await run(error.asked)).toMatchObject({ kind: 'done' })
  })
})

describe('a swap that does not begin', () => {
  it('because the server says no', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json(
        { error: 'NFT not available', message: 'Somebody has captured it.', code: 'nftNotInEscrow' },
        { status: 409 },
      ),
    )
    expect(await failureOf(run(asked('capture', 1)))).toMatchObject({
      stage: 'prepare',
      message: 'Somebody has captured it.',
      code: 'nftNotInEscrow',
      moved: 'nothing',
    })
  })
  it.each<[string, () => Promise<PreparedSwap>]>([
    ['another number of NFTs', () => prepare('capture', [1, 2], 'mint', { rent: 7_000_000n })],
    ['a release', () => prepare('release', [1], null)],
    ['a buy beside it', () => prepare('buy', [1], 'mint', { lamports: 0n, bound: 0n })],
  ])('because it was prepared with %s', async (_, answer) => {
    stubOutside(answer)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const signing = vi.fn<SwapRun['sign']>(sign)
    const failure = await failureOf(run(asked('capture', 1), { sign: signing }))
    expect(failure).toMatchObject({ stage: 'prepare', moved: 'nothing' })
    expect(failure.message).toMatch(/does not match what you asked for/)
    expect(signing).not.toHaveBeenCalled()
  })
  it('because the wallet says no, or is gone', async () => {
    stubOutside(() => prepare('capture', [1], 'mint'))
    const no = (message: string) => async () => {
      throw new Error(message)
    }
    expect(
      await failureOf(run(asked('capture', 1), { sign: no('User rejected the request.') })),
    ).toMatchObject({ stage: 'sign', message: 'User rejected the request.' })
    expect(await failureOf(run(asked('capture', 1), { sign: no('No wallet connected') }))).toMatchObject({
      stage: 'wallet',
    })
  })
  it('because the wallet returned something else, or did not sign: nothing is sent', async () => {
    const calls = stubOutside(() => prepare('capture', range(4), 'mint'))
    const returned: SwapRun['sign'][] = [
      async (wires) => (await sign(wires)).reverse(),
      async (wires) => wires,
      async (wires) => (await sign(wires)).slice(1),
    ]
    for (const each of returned) {
      const failure = await failureOf(run(asked('capture', 4), { sign: each }))
      expect(failure).toMatchObject({ stage: 'sign', moved: 'nothing' })
      expect(failure.message).toMatch(/Nothing was sent/)
    }
    expect(calls.filter(({ path }) => path === RPC)).toEqual([])
  })
})

describe('a swap that stops', () => {
  it('at its first transaction went through not at all', async () => {
    stubOutside(() => prepare('capture', range(4), 'mint'), [{ custom: 6_026 }])
    expect(await failureOf(run(asked('capture', 4)))).toMatchObject({
      stage: 'send',
      code: 'nftTaken',
      moved: 'nothing',
      message: 'Somebody else minted this number a moment before you.',
    })
  })
  it('at its first transaction on the chain cost the fee', async () => {
    stubOutside(() => prepare('capture', [1], 'mint'), [{ failsOnChain: 6_026 }])
    expect(await failureOf(run(asked('capture', 1)))).toMatchObject({ code: 'nftTaken', moved: 'fee' })
  })
  it('later says exactly which numbers went through, which did not, and why', async () => {
    stubOutside(() => prepare('capture', range(8), 'mint'), ['confirmed', { custom: 6_026 }])
    const outcome = await run(asked('capture', 8))
    expect(outcome.kind).toBe('partly')
    if (outcome.kind !== 'partly') return
    expect(outcome.swapped.map(({ index }) => index)).toEqual([1, 2, 3])
    expect(outcome.notSwapped.map(({ index }) => index)).toEqual([4, 5, 6, 7, 8])
    expect(outcome).toMatchObject({ uncertain: [], feeCharged: false, refusal: { code: 'nftTaken' } })
    expect(outcome.signatures).toHaveLength(1)
  })
  it('later on the chain says that a fee was charged', async () => {
    stubOutside(() => prepare('release', range(4), null), ['confirmed', { failsOnChain: 6_028 }])
    const swap = asked('release', 4, { chosen: range(4) })
    expect(await run(swap)).toMatchObject({ kind: 'partly', feeCharged: true })
  })
})

it('derives the wallet’s own coin account, so that coins of no other are moved', async () => {
  const elsewhere = await deriveAssociatedAddress(addressNumber(4), MINT)
  stubOutside(async () => {
    const prepared = await prepare('capture', [1], 'mint')
    const own = await deriveAssociatedAddress(WALLET, MINT)
    const text = Buffer.from(prepared.transaction, 'base64').toString('latin1')
    const bytes = (address: Address) => Buffer.from(addressBytesOf(address)).toString('latin1')
    const swapped = Buffer.from(text.replace(bytes(own), bytes(elsewhere)), 'latin1').toString('base64')
    return { ...prepared, transactions: [swapped] }
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await failureOf(run(asked('capture', 1)))).cause).toMatchObject({
    reason: 'it moves the coins of another account',
  })
})
