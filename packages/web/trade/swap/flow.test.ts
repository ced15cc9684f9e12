// The page's whole way of a swap, against answers as the server gives them.
import type { Address } from '@solana/kit'
import { type Outcome, type Signer, SigningFailure, type Step } from '@twinmint/sdk/actions/signing/flow'
import { type AskedSwap, swapEnd } from '@twinmint/sdk/actions/swap/quote-changes'
import type { SwapKind, SwapQuote } from '@twinmint/sdk/actions/swap/rules'
import { type SwapPlan, swapSteps } from '@twinmint/sdk/actions/swap/transaction'
import type { SwapSteps } from '@twinmint/sdk/actions/swap/verify'
import type { ConfirmedSwap, PreparedSwap } from '@twinmint/sdk/api/swap/contract'
import { addressBytes as addressBytesOf, addressOf } from '@twinmint/sdk/core/address'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { encodeBase64 } from '@twinmint/sdk/core/base64'
import { type ErrorCode, errorRecord } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { mostIn } from '@twinmint/sdk/core/slippage'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveNftAddresses,
  type MarketAddresses,
} from '@twinmint/sdk/program/addresses'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { run as runFlow } from '../../wallet/run.ts'
import { NotSigned } from '../../wallet/signing/not-signed.ts'
import { swapFlow } from './flow.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const MINT = addressNumber(5)
const BLOCKHASH = addressNumber(7)
const NFT_UNITS = 1_000_000_000_000n

let addresses: MarketAddresses
let collection: Parameters<typeof swapFlow>[0]
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
  editions: readonly number[],
  source: 'mint' | 'escrow' | null,
  figures: { readonly lamports?: bigint; readonly bound?: bigint; readonly rent?: bigint } = {},
): Promise<PreparedSwap> {
  const { lamports: price = 0n, bound = price, rent = 7_000_000n * BigInt(editions.length) } = figures
  const swaps = await Promise.all(
    editions.map(async (edition) => ({
      nft: await deriveNftAddresses(PROGRAM, { mintAddress: MINT, walletAddress: WALLET, edition }),
      source,
      trace: 17,
    })),
  )
  const units = baseUnits(NFT_UNITS * BigInt(editions.length))
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
    encodeBase64(encodeTransaction({ feePayer: WALLET, recentBlockhash: BLOCKHASH, instructions })),
  )
  return {
    success: true,
    transaction: transactions[0] ?? '',
    transactions,
    blockhash: BLOCKHASH,
    message: '',
    steps: steps.map((step) => ({
      nfts: step.swaps.map(({ nft }) => ({ tokenId: nft.edition, mintAddress: nft.mint, source })),
    })),
    cost: {
      baseUnits: units.toString(),
      lamports: price.toString(),
      lamportsBound: bound.toString(),
      feeLamports: '0',
      surchargeLamports: '0',
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
/** What the server says of one transaction: on the chain, refused, failed there, or nothing that arrives. */
type Reply = 'confirmed' | { readonly refused: ErrorCode; readonly feeCharged?: true } | 'lost'

/** Prepares by `answer`, and takes signed transactions as `replies` say, in their order; the rest are confirmed. */
function stubOutside(
  answer: (body: Record<string, unknown>) => Promise<PreparedSwap>,
  replies: Reply[] = [],
  /** The owners of the accounts that the page asks the chain for. */
  owners: readonly (string | null)[] = [],
) {
  const calls: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body: string }) => {
    const sent = { path, body: JSON.parse(body) as Record<string, unknown> }
    calls.push(sent)
    if (path === '/rpc')
      return Response.json({ result: { value: owners.map((owner) => owner && { owner }) } })
    if (!path.endsWith('/confirm')) return Response.json(await answer(sent.body))
    const reply = replies.shift() ?? 'confirmed'
    if (reply === 'lost') throw new TypeError('fetch failed')
    if (reply === 'confirmed') {
      const wire = Buffer.from(String(sent.body['signedTransaction']), 'base64')
      return Response.json({ signature: encodeBase58(wire.subarray(1, 65)), surchargeLamports: '0' })
    }
    const { refused: code, feeCharged } = reply
    const { status, sentence, remedy } = errorRecord[code]
    return Response.json({ message: `${sentence} ${remedy}`, code, feeCharged }, { status })
  })
  return calls
}
const sentOf = (calls: readonly Sent[]) => calls.filter(({ path }) => path.endsWith('/confirm'))

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
    surchargeLamports: lamports(0),
    priceImpactBps: 10n,
    graduates: false,
    rentLamports: lamports(7_000_000n * BigInt(count)),
    rentBackLamports: lamports(0),
    networkFeeLamports: lamports(5_000n * BigInt(Math.ceil(count / 3))),
    transactionCount: Math.ceil(count / 3),
    ...figures,
  },
})
const PATIENCE = { againMs: 2, giveUpMs: 60 }
const run = (
  swap: AskedSwap,
  change: Partial<Signer> = {},
  on: (step: Step<SwapSteps, ConfirmedSwap>) => void = () => undefined,
) =>
  runFlow(
    swapFlow(collection, { rpcUrl: '/rpc', patience: PATIENCE }),
    swap,
    { walletAddress: WALLET, programAddress: PROGRAM, sign, ...change },
    on,
  )
const outcomeOf = async (swap: AskedSwap): Promise<Outcome<SwapSteps, ConfirmedSwap>> => {
  const end = await run(swap)
  if ('offered' in end) throw new Error('it moved')
  return end
}
const offeredOf = async (ran: ReturnType<typeof run>): Promise<AskedSwap> => {
  const end = await ran
  if (!('offered' in end)) throw new Error('it went through')
  return end.offered
}
const failureOf = async (promise: Promise<unknown>): Promise<SigningFailure> => {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(error instanceof SigningFailure)) throw new Error(`no SigningFailure but ${String(error)}`)
  return error
}
const DONE = { stopped: undefined }
const numbers = (nfts: readonly { readonly edition: number }[]) => nfts.map(({ edition }) => edition)
const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('a swap that goes through', () => {
  it('is prepared, signed with one question, and handed in in order, for its own wallet and coin', async () => {
    const calls = stubOutside(() => prepare('capture', range(7), 'mint'))
    const steps: string[] = []
    const signing = vi.fn<Signer['sign']>(sign)
    const outcome = await run(asked('capture', 7), { sign: signing }, (step) =>
      steps.push(step.name === 'sending' ? `${step.at} of ${step.of}` : step.name),
    )
    if ('offered' in outcome) throw new Error('it moved')
    expect(numbers(swapEnd(outcome).swapped)).toEqual(range(7))
    expect(outcome.stopped).toBeUndefined()
    expect(signing).toHaveBeenCalledOnce()
    expect(calls[0]).toMatchObject({
      path: '/api/hybrid/capture',
      body: { collectionId: 'c-1', userWallet: WALLET, count: 7 },
    })
    expect(steps).toEqual(['preparing', 'signing', '1 of 3', '2 of 3', '3 of 3'])
    const { transactions } = await prepare('capture', range(7), 'mint')
    const signed = await sign(transactions.map((text) => Buffer.from(text, 'base64')))
    expect(sentOf(calls)).toEqual(
      signed.map((wire) => ({
        path: '/api/hybrid/capture/confirm',
        body: { collectionId: 'c-1', userWallet: WALLET, signedTransaction: encodeBase64(wire) },
      })),
    )
    expect(outcome.answers.map(({ signature }) => signature)).toEqual(
      signed.map((wire) => encodeBase58(wire.subarray(1, 65))),
    )
  })
  it.each([
    ['buy', 'mint', 'capture'],
    ['sell', null, 'release'],
  ] as const)('as a %s is handed in as what it does with NFTs', async (kind, source, path) => {
    const calls = stubOutside(() => prepare(kind, [1], source, { rent: 7_000_000n }))
    expect(await run(asked(kind, 1))).toMatchObject(DONE)
    expect(sentOf(calls).map((sent) => sent.path)).toEqual([`/api/hybrid/${path}/confirm`])
  })
  it('outlives an answer that is lost on the way, without swapping twice', async () => {
    const calls = stubOutside(() => prepare('capture', range(4), 'mint'), ['confirmed', 'lost'])
    expect(await run(asked('capture', 4))).toMatchObject(DONE)
    const [, lost, again] = sentOf(calls).map(({ body }) => body['signedTransaction'])
    expect(again).toBe(lost)
  })
  it('names chosen ones by their mints, which the page derives itself', async () => {
    const calls = stubOutside(() => prepare('release', [7, 8], null))
    expect(await run(asked('release', 2, { chosen: [8, 7] }))).toMatchObject(DONE)
    const mints = await Promise.all(
      [8, 7].map(
        async (edition) =>
          (await deriveNftAddresses(PROGRAM, { mintAddress: MINT, walletAddress: WALLET, edition })).mint,
      ),
    )
    expect(calls[0]?.body).toEqual({ collectionId: 'c-1', userWallet: WALLET, nftMints: mints })
  })
  it('takes what the escrow holds where the card said new ones: it costs less', async () => {
    stubOutside(() => prepare('capture', [4], 'escrow', { rent: 2_000_000n }))
    expect(await run(asked('capture', 1))).toMatchObject(DONE)
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
    expect(await run(buy())).toMatchObject(DONE)
    expect(calls.slice(0, 2).map(({ body }) => body['slippage'])).toEqual([5, 2.94])
  })
  it('beyond it is asked about, and nothing is signed', async () => {
    stubOutside(() => prepare('buy', [1], 'mint', { lamports: 1_060_000n, bound: 1_113_000n }))
    const signing = vi.fn<Signer['sign']>(sign)
    const offered = await offeredOf(run(buy(), { sign: signing }))
    expect(offered.quote).toMatchObject({ lamports: 1_060_000n, lamportsBound: 1_113_000n })
    expect(signing).not.toHaveBeenCalled()
  })
  it('is also a rent that nobody spoke of', async () => {
    stubOutside(() => prepare('capture', [1], 'mint', { rent: 9_000_000n }))
    expect((await offeredOf(run(asked('capture', 1)))).quote.rentLamports).toBe(9_000_000n)
  })
  it('once accepted goes through as it was offered', async () => {
    stubOutside(() => prepare('buy', [1], 'mint', { lamports: 1_060_000n, bound: 1_113_000n }))
    expect(await run(await offeredOf(run(buy())))).toMatchObject(DONE)
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
    const signing = vi.fn<Signer['sign']>(sign)
    const failure = await failureOf(run(asked('capture', 1), { sign: signing }))
    expect(failure).toMatchObject({ stage: 'prepare', moved: 'nothing' })
    expect(failure.message).toMatch(/does not match what you asked for/)
    expect(signing).not.toHaveBeenCalled()
  })
  it('because the wallet says no, or is gone', async () => {
    stubOutside(() => prepare('capture', [1], 'mint'))
    for (const code of ['rejected', 'notConnected'] as const) {
      const refuses = () => Promise.reject(new NotSigned(code))
      const failure = await failureOf(run(asked('capture', 1), { sign: refuses }))
      expect(failure).toMatchObject({ stage: 'sign', code })
    }
  })
  it('because the wallet returned something else, or did not sign: nothing is sent', async () => {
    const calls = stubOutside(() => prepare('capture', range(4), 'mint'))
    const returned: Signer['sign'][] = [
      async (wires) => (await sign(wires)).reverse(),
      async (wires) => wires,
      async (wires) => (await sign(wires)).slice(1),
    ]
    for (const each of returned) {
      const failure = await failureOf(run(asked('capture', 4), { sign: each }))
      expect(failure).toMatchObject({ stage: 'sign', moved: 'nothing' })
      expect(failure.message).toMatch(/Nothing was sent/)
    }
    expect(sentOf(calls)).toEqual([])
  })
})

describe('a swap that stops', () => {
  it('at its first transaction went through not at all', async () => {
    const calls = stubOutside(() => prepare('capture', range(4), 'mint'), [{ refused: 'nftTaken' }])
    expect(await failureOf(run(asked('capture', 4)))).toMatchObject({
      stage: 'send',
      code: 'nftTaken',
      moved: 'nothing',
    })
    expect(sentOf(calls)).toHaveLength(1)
  })
  it('at its first transaction on the chain cost the fee', async () => {
    const failed = { refused: 'insufficientBaseUnits', feeCharged: true } as const
    stubOutside(() => prepare('capture', [1], 'mint'), [failed])
    const said = { code: 'insufficientBaseUnits', moved: 'fee' }
    expect(await failureOf(run(asked('capture', 1)))).toMatchObject(said)
  })
  it('later says exactly which numbers went through, which did not, and why', async () => {
    const calls = stubOutside(
      () => prepare('capture', range(8), 'mint'),
      ['confirmed', { refused: 'nftTaken' }],
    )
    const outcome = await outcomeOf(asked('capture', 8))
    const { swapped, uncertain, notSwapped } = swapEnd(outcome)
    expect([swapped, uncertain, notSwapped].map(numbers)).toEqual([[1, 2, 3], [], [4, 5, 6, 7, 8]])
    expect(outcome.stopped).toMatchObject({ code: 'nftTaken', moved: 'nothing' })
    expect(outcome.answers).toHaveLength(1)
    expect(sentOf(calls)).toHaveLength(2)
  })
  it('later on the chain says that a fee was charged', async () => {
    const failed = { refused: 'nftNotHeld', feeCharged: true } as const
    stubOutside(() => prepare('release', range(4), null), ['confirmed', failed])
    const outcome = await outcomeOf(asked('release', 4, { chosen: range(4) }))
    expect(outcome.stopped).toMatchObject({ moved: 'fee' })
  })
  it('where nobody knows names those of which nobody does, and sends no more', async () => {
    const calls = stubOutside(
      () => prepare('capture', range(8), 'mint'),
      ['confirmed', ...Array.from({ length: 100 }, () => ({ refused: 'transactionUnconfirmed' }) as const)],
    )
    const outcome = await outcomeOf(asked('capture', 8))
    const { swapped, uncertain, notSwapped } = swapEnd(outcome)
    expect([swapped, uncertain, notSwapped].map(numbers)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ])
    expect(new Set(sentOf(calls).map(({ body }) => body['signedTransaction'])).size).toBe(2)
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

describe('a number that somebody takes, or SOL that they send, while it is signed', () => {
  /** Prepares these, one after the other. */
  const preparing = (...each: readonly (readonly number[])[]) => {
    let at = 0
    return () => prepare('capture', each[at++] ?? [], 'mint')
  }
  const taken = { refused: 'nftTaken' } as const
  const signing = () => vi.fn<Signer['sign']>(sign)

  it('asks the wallet once more, for the next number, when the chain shows the first one minted', async () => {
    const calls = stubOutside(preparing([5], [6]), [taken], [TOKEN_2022_PROGRAM, null])
    const asks = signing()
    const end = await run(asked('capture', 1), { sign: asks })
    if ('offered' in end) throw new Error('it moved')
    expect(numbers(swapEnd(end).swapped)).toEqual([6])
    expect(asks).toHaveBeenCalledTimes(2)
    const nft = await deriveNftAddresses(PROGRAM, { mintAddress: MINT, walletAddress: WALLET, edition: 5 })
    const read = calls.find(({ path }) => path === '/rpc')?.body
    expect(read).toMatchObject({ method: 'getMultipleAccounts', params: [[nft.mint, nft.userNft], {}] })
  })
  it('signs no second one that could go through beside the first', async () => {
    for (const owners of [
      // Nothing is there, or what anybody may have sent there.
      [null, null],
      [SYSTEM_PROGRAM, null],
      // The wallet has an account of it: the first went through, whatever the server says.
      [TOKEN_2022_PROGRAM, TOKEN_2022_PROGRAM],
      // The node leaves accounts out.
      [TOKEN_2022_PROGRAM],
      [],
    ]) {
      stubOutside(preparing([5], [6]), [taken], owners)
      const asks = signing()
      expect(await failureOf(run(asked('capture', 1), { sign: asks }))).toMatchObject({ code: 'nftTaken' })
      expect(asks).toHaveBeenCalledOnce()
    }
  })
  it('splits what no longer fits: the same numbers, of which the first may take none any more', async () => {
    const split = async (): Promise<PreparedSwap> => {
      const [both, last] = [await prepare('capture', [1, 2], 'mint'), await prepare('capture', [3], 'mint')]
      return {
        ...both,
        transactions: [...both.transactions, ...last.transactions],
        steps: [...both.steps, ...last.steps],
        cost: { ...both.cost, rentLamports: '21000000' },
      }
    }
    let at = 0
    const calls = stubOutside(
      () => (++at === 1 ? prepare('capture', [1, 2, 3], 'mint') : split()),
      [{ refused: 'tooManySteps' }],
    )
    const end = await run(asked('capture', 3))
    if ('offered' in end) throw new Error('it moved')
    expect(numbers(swapEnd(end).swapped)).toEqual([1, 2, 3])
    expect(sentOf(calls)).toHaveLength(3)
    expect(calls.some(({ path }) => path === '/rpc')).toBe(false)
  })
  it('does not where a part of the split takes other numbers, and the first may still go through', async () => {
    stubOutside(preparing([1, 2, 3], [3, 4, 5, 6]), [{ refused: 'tooManySteps' }], Array(6).fill(null))
    expect(await failureOf(run(asked('capture', 3)))).toMatchObject({ code: 'tooManySteps' })
  })
  it('leaves chosen ones, those of the escrow, and other refusals to the person', async () => {
    const chosen = asked('capture', 1, { chosen: [5] })
    stubOutside(() => prepare('capture', [5], 'escrow'), [taken])
    expect(await failureOf(run(chosen))).toMatchObject({ code: 'nftTaken' })
    stubOutside(() => prepare('capture', [5], 'escrow', { rent: 2_000_000n }), [taken])
    expect(await failureOf(run(asked('capture', 1)))).toMatchObject({ code: 'nftTaken' })
    const calls = stubOutside(preparing([5], [6]), [{ refused: 'insufficientBaseUnits' }])
    expect(await failureOf(run(asked('capture', 1)))).toMatchObject({ code: 'insufficientBaseUnits' })
    expect(calls).toHaveLength(2)
  })
})
