// The way of everything that is signed, with a flow whose server and wallet each test decides.

import {
  type Flow,
  type Outcome,
  type Repeat,
  type Signer,
  SigningFailure,
  type Step,
  type Wires,
} from '@twinmint/sdk/actions/signing/flow'
import { addressOf } from '@twinmint/sdk/core/address'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { encodeBase64 } from '@twinmint/sdk/core/base64'
import type { ErrorCode } from '@twinmint/sdk/core/errors'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { Writer } from '@twinmint/sdk/program/bytes'
import { computeBudgetInstructions } from '@twinmint/sdk/program/compute-budget'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { MEMO_PROGRAMS, SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { mustMatch, readSignable } from '@twinmint/sdk/program/signable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiRequestError } from '../data/api.ts'
import { type Moved, run } from './run.ts'
import { NotSigned } from './signing/not-signed.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const addresses = await deriveMarketAddresses(PROGRAM, addressNumber(5))

/** A transaction that is told from others by how often it boosts. */
const wireOf = (boosts: number, feePayer = WALLET, before: readonly Instruction[] = []) =>
  encodeTransaction({
    feePayer,
    recentBlockhash: addressNumber(7),
    instructions: [
      ...before,
      ...Array.from({ length: boosts }, () =>
        buildInstruction(PROGRAM, 'boost', { ...addresses, payer: WALLET }),
      ),
    ],
  })
const sign = async (wires: Wires) =>
  wires.map((wire, at) => {
    const signed = wire.slice()
    signed.fill(at + 1, 1, 65)
    return signed
  })
const signatureNumber = (fill: number) => encodeBase58(new Uint8Array(64).fill(fill))

interface Shown {
  readonly price: number
  readonly room: number
}
type Answer = { readonly at: number }
type TestFlow = Flow<Shown, readonly Uint8Array[], readonly number[], Answer>

const SHOWN: Shown = { price: 10, room: 5 }
const by = (change: Partial<Signer> = {}): Signer => ({
  walletAddress: WALLET,
  programAddress: PROGRAM,
  sign,
  ...change,
})
const flowOf = (counts: readonly number[], change: Partial<TestFlow> = {}): TestFlow => ({
  prepare: async () => counts.map((count) => wireOf(count)),
  wiresOf: (wires) => wires.map(encodeBase64),
  verify: (wires, _shown, _prepared, signer) =>
    wires.map((wire) => {
      const { own } = readSignable(wire, signer)
      mustMatch(
        own.every(({ name }) => name === 'boost'),
        'it is no boost',
      )
      return own.length
    }),
  submit: async (signed) => ({ at: Buffer.from(signed, 'base64')[1] ?? 0 }),
  ...change,
})
const steps: string[] = []
const on = (step: Step<unknown, unknown>) =>
  steps.push(step.name === 'sending' ? `sending ${step.at} of ${step.of}` : step.name)
afterEach(() => {
  steps.length = 0
  vi.restoreAllMocks()
})
const runOf = (flow: TestFlow, signer = by()) => run(flow, SHOWN, signer, on)
const outcomeOf = async (ran: Promise<Moved<Shown> | Outcome<readonly number[], Answer>>) => {
  const end = await ran
  if ('offered' in end) throw new Error('it moved')
  return end
}
const failureOf = async (promise: Promise<unknown>): Promise<SigningFailure> => {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(error instanceof SigningFailure)) throw new Error(`no SigningFailure but ${String(error)}`)
  return error
}
const refusal = (status: number, code: ErrorCode | 'network' | 'http', feeCharged = false) =>
  new ApiRequestError(`Because of ${code}.`, { status, code, title: '', requestId: undefined, feeCharged })
/** Each is what one call answers; the last for good. */
type Says = readonly (Answer | Error | 'never')[]
const submits = (...says: Says) => {
  let calls = 0
  const sent: string[] = []
  const submit = (signed: string): Promise<Answer> => {
    sent.push(signed)
    const say = says[Math.min(calls++, says.length - 1)]
    if (say === 'never') return new Promise(() => undefined)
    return say instanceof Error ? Promise.reject(say) : Promise.resolve(say ?? { at: 0 })
  }
  return { submit, sent }
}
const PATIENT = { againMs: 2, giveUpMs: 5_000 }
const IMPATIENT = { againMs: 5, giveUpMs: 40 }

describe('what goes through', () => {
  it('is prepared, signed with one question, and handed in one after another', async () => {
    const signing = vi.fn<Signer['sign']>(sign)
    const end = await outcomeOf(runOf(flowOf([1, 2, 3]), by({ sign: signing })))
    expect(end).toEqual({ said: [1, 2, 3], answers: [{ at: 1 }, { at: 2 }, { at: 3 }], stopped: undefined })
    expect(signing).toHaveBeenCalledOnce()
    expect(steps).toEqual(['preparing', 'signing', 'sending 1 of 3', 'sending 2 of 3', 'sending 3 of 3'])
  })
  it('is asked about again by handing in the same', async () => {
    const { submit, sent } = submits(refusal(0, 'network'), { at: 7 })
    let again: (() => Promise<Outcome<readonly number[], Answer>>) | undefined
    const failure = await failureOf(
      run(flowOf([1], { submit }), SHOWN, by(), (step) => {
        if (step.name === 'sending') again = step.again
      }),
    )
    expect(failure).toMatchObject({ stage: 'send', moved: 'unknown', signature: signatureNumber(1) })
    expect(await again?.()).toEqual({ said: [1], answers: [{ at: 7 }], stopped: undefined })
    expect(sent[0]).toBe(sent[1])
  })
})

describe('a fee beside the network’s', () => {
  /** So many lamports to be first. */
  const price = (feeLamports: bigint) =>
    computeBudgetInstructions({ unitLimit: 1_000_000n, unitPriceMicroLamports: feeLamports })
  const transfer = (amount: bigint): Instruction => ({
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: WALLET, signer: true, writable: true },
      { address: addressNumber(4), signer: false, writable: true },
    ],
    data: new Writer().u32(2).u64(amount).finish(),
  })
  const memo: Instruction = {
    programAddress: MEMO_PROGRAMS[0] as Instruction['programAddress'],
    accounts: [],
    data: Uint8Array.of(104, 105),
  }
  /** A flow that shows a fee, a server that prepares with some instructions more, and a wallet that returns with others. */
  const ran = (
    {
      shown,
      prepared = [],
      returned = prepared,
    }: {
      readonly shown?: bigint
      readonly prepared?: readonly Instruction[]
      readonly returned?: readonly Instruction[]
    },
    agreesToFee?: Signer['agreesToFee'],
  ) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const flow = flowOf([1], {
      prepare: async () => [wireOf(1, WALLET, prepared)],
      ...(shown === undefined ? {} : { priorityFeeLamports: () => shown }),
    })
    const signing = () => sign([wireOf(1, WALLET, returned)])
    return runOf(flow, by({ sign: signing, ...(agreesToFee && { agreesToFee }) }))
  }

  it('is prepared as it was shown, or less', async () => {
    const prepared = price(5_000n)
    expect(await outcomeOf(ran({ shown: 5_000n, prepared }))).toMatchObject({ stopped: undefined })
    expect(await outcomeOf(ran({ shown: 6_000n, prepared }))).toMatchObject({ stopped: undefined })
    expect(await failureOf(ran({ shown: 4_999n, prepared }))).toMatchObject({ code: 'mismatch' })
    // The server has no reason to where nothing was shown.
    expect(await failureOf(ran({ prepared: price(1n) }))).toMatchObject({ code: 'mismatch' })
  })
  it('is no transfer, and no Memo stands beside it, before the wallet has signed', async () => {
    for (const added of [transfer(1n), memo])
      expect(await failureOf(ran({ shown: 5_000n, prepared: [added] }))).toMatchObject({ code: 'mismatch' })
  })
  it('may be added by the wallet, up to 0.05 SOL in all, as a price, a transfer, or both', async () => {
    const agreesToFee = vi.fn<NonNullable<Signer['agreesToFee']>>(async () => false)
    for (const returned of [
      price(50_000_000n),
      [transfer(50_000_000n)],
      [...price(20_000_000n), transfer(30_000_000n), memo],
    ])
      expect(await outcomeOf(ran({ returned }, agreesToFee))).toMatchObject({ stopped: undefined })
    // What was shown is not the wallet’s.
    const both = { shown: 50_000_000n, prepared: price(50_000_000n) }
    const returned = [...price(100_000_000n)]
    expect(await outcomeOf(ran({ ...both, returned }, agreesToFee))).toMatchObject({ stopped: undefined })
    expect(agreesToFee).not.toHaveBeenCalled()
  })
  it('above that is asked about, and nothing is sent where the answer is no', async () => {
    const returned = [...price(20_000_000n), transfer(30_000_001n)]
    const asked = vi.fn<NonNullable<Signer['agreesToFee']>>(async () => true)
    expect(await outcomeOf(ran({ returned }, asked))).toMatchObject({ stopped: undefined })
    expect(asked).toHaveBeenCalledWith(50_000_001n)
    steps.length = 0
    expect(await failureOf(ran({ returned }, async () => false))).toMatchObject({
      stage: 'sign',
      code: 'walletFee',
      moved: 'nothing',
      message: 'Your wallet added a fee of 0.050000001 SOL. Nothing was sent.',
    })
    // Nobody there to ask is no yes, and neither is a sum that there isn’t.
    expect(await failureOf(ran({ returned: [transfer(2n ** 64n - 1n)] }))).toMatchObject({
      code: 'walletFee',
    })
    expect(steps.some((step) => step.startsWith('sending'))).toBe(false)
  })
  it('does not cover what was changed besides: another instruction, another payer', async () => {
    const twice = () => sign([wireOf(2, WALLET, price(10n))])
    expect(await failureOf(runOf(flowOf([1]), by({ sign: twice })))).toMatchObject({ code: 'changed' })
    const swapped = () => sign([wireOf(1, addressNumber(4))])
    expect(await failureOf(runOf(flowOf([1]), by({ sign: swapped })))).toMatchObject({ code: 'changed' })
  })
})

describe('a price that moved', () => {
  /** The server’s price; it takes what leaves it room enough. */
  const priced = (price: number) => {
    const asked: Shown[] = []
    const flow = flowOf([1], {
      prepare: async (shown) => {
        asked.push(shown)
        return [wireOf(price + shown.room)]
      },
      worse: ([wire], shown) => {
        const bound = readSignable(wire ?? new Uint8Array(), by()).own.length
        if (bound <= shown.price + shown.room) return undefined
        const room = shown.price + shown.room - price
        return {
          offered: { ...shown, price },
          again: room > 0 ? { ...shown, room } : undefined,
        }
      },
    })
    return { flow, asked }
  }
  it('within what was allowed is asked for again with what is left of it', async () => {
    const { flow, asked } = priced(12)
    expect(await runOf(flow)).toMatchObject({ said: [15] })
    expect(asked).toEqual([SHOWN, { price: 10, room: 3 }])
  })
  it('beyond it is offered, and nothing is signed', async () => {
    const { flow, asked } = priced(16)
    const signing = vi.fn<Signer['sign']>(sign)
    expect(await runOf(flow, by({ sign: signing }))).toMatchObject({ offered: { price: 16, room: 5 } })
    expect(asked).toHaveLength(1)
    expect(signing).not.toHaveBeenCalled()
  })
  it('that goes on moving is offered', async () => {
    const worse = (_: unknown, shown: Shown) => ({ offered: { price: 11, room: 5 }, again: shown })
    const signing = vi.fn<Signer['sign']>(sign)
    expect(await runOf(flowOf([1], { worse }), by({ sign: signing }))).toMatchObject({
      offered: { price: 11 },
    })
    expect(signing).not.toHaveBeenCalled()
  })
})

describe('what does not begin', () => {
  it('because the server says no', async () => {
    // A proxy's page is no sentence: each action has its own.
    const isNoSentence = async () => Promise.reject(refusal(502, 'http'))
    expect(await failureOf(runOf(flowOf([1], { prepare: isNoSentence })))).toMatchObject({
      stage: 'prepare',
      message: '',
    })
    const prepare = async () => Promise.reject(refusal(409, 'nftNotInEscrow'))
    expect(await failureOf(runOf(flowOf([1], { prepare })))).toMatchObject({
      stage: 'prepare',
      code: 'nftNotInEscrow',
      moved: 'nothing',
      message: 'Because of nftNotInEscrow.',
    })
  })
  it('because something else was prepared, or nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const signing = vi.fn<Signer['sign']>(sign)
    const others: Partial<TestFlow>[] = [
      { prepare: async () => [wireOf(1, addressNumber(4))] },
      { prepare: async () => [] },
      { wiresOf: () => ['no base64!'] },
    ]
    for (const other of others) {
      const failure = await failureOf(runOf(flowOf([1], other), by({ sign: signing })))
      expect(failure).toMatchObject({ stage: 'prepare', code: 'mismatch', moved: 'nothing' })
      expect(failure.message).toMatch(/does not match what you asked for/)
    }
    expect(signing).not.toHaveBeenCalled()
  })
  it('because the wallet says no, is gone, or has trouble of its own', async () => {
    const no = (error: Error) =>
      failureOf(runOf(flowOf([1]), by({ sign: vi.fn<Signer['sign']>().mockRejectedValue(error) })))
    expect(await no(new NotSigned('rejected'))).toMatchObject({
      stage: 'sign',
      code: 'rejected',
      message: 'User rejected the request.',
    })
    expect(await no(new NotSigned('notConnected'))).toMatchObject({ stage: 'sign', code: 'notConnected' })
    expect(await no(new Error('Ledger locked'))).toMatchObject({ code: undefined, message: 'Ledger locked' })
  })
  it('because the wallet returned something else, or did not sign: nothing is sent', async () => {
    const { submit, sent } = submits({ at: 1 })
    const returned: Signer['sign'][] = [
      async (wires) => (await sign(wires)).reverse(),
      async (wires) => wires,
      async (wires) => (await sign(wires)).slice(1),
      async () => sign([wireOf(1), wireOf(3)]),
    ]
    for (const each of returned)
      expect(await failureOf(runOf(flowOf([1, 2], { submit }), by({ sign: each })))).toMatchObject({
        stage: 'sign',
        code: 'changed',
        moved: 'nothing',
        message: 'What the wallet returned is not what you asked for. Nothing was sent.',
      })
    expect(sent).toEqual([])
  })
})

describe('what stops', () => {
  it('at its first transaction went through not at all', async () => {
    const { submit, sent } = submits(refusal(409, 'nftTaken'))
    expect(await failureOf(runOf(flowOf([1, 2], { submit })))).toMatchObject({
      stage: 'send',
      code: 'nftTaken',
      moved: 'nothing',
    })
    expect(sent).toHaveLength(1)
  })
  it('on the chain cost the fee', async () => {
    const { submit } = submits(refusal(409, 'nftTaken', true))
    expect(await failureOf(runOf(flowOf([1], { submit })))).toMatchObject({ code: 'nftTaken', moved: 'fee' })
  })
  it('later says what went through, and sends no more', async () => {
    const { submit, sent } = submits({ at: 1 }, refusal(409, 'nftTaken'))
    const end = await outcomeOf(runOf(flowOf([1, 2, 3, 4], { submit })))
    expect(end).toMatchObject({ answers: [{ at: 1 }], stopped: { code: 'nftTaken', moved: 'nothing' } })
    expect(sent).toHaveLength(2)
  })
  it('where nobody knows sends no more, since the next may need the one before', async () => {
    const { submit, sent } = submits({ at: 1 }, refusal(504, 'transactionUnconfirmed'))
    expect(await outcomeOf(runOf(flowOf([1, 2, 3], { submit, patience: IMPATIENT })))).toMatchObject({
      answers: [{ at: 1 }],
      stopped: { code: 'transactionUnconfirmed', moved: 'unknown' },
    })
    expect(new Set(sent).size).toBe(2)
  })
  it.each<[number, ErrorCode | 'network' | 'http', string]>([
    [0, 'network', 'unknown'],
    [502, 'http', 'unknown'],
    [500, 'internal', 'unknown'],
    [503, 'indexBehind', 'unknown'],
    [503, 'chainUnavailable', 'nothing'],
    [504, 'transactionUnconfirmed', 'unknown'],
    [400, 'insufficientLamports', 'nothing'],
    [409, 'transactionExpired', 'nothing'],
    [429, 'rateLimited', 'nothing'],
  ])('with %i %s moved %s', async (status, code, moved) => {
    const { submit, sent } = submits(refusal(status, code))
    expect(await failureOf(runOf(flowOf([1], { submit })))).toMatchObject({ moved })
    // Without patience the person is asked.
    expect(sent).toHaveLength(1)
  })
})

describe('with patience', () => {
  const ran = (...says: Says) => {
    const { submit, sent } = submits(...says)
    return { sent, end: outcomeOf(runOf(flowOf([1], { submit, patience: PATIENT }))) }
  }
  const gaveUp = async (...says: Says) => {
    const { submit } = submits(...says)
    return failureOf(runOf(flowOf([1], { submit, patience: IMPATIENT })))
  }
  it('an answer that was lost is asked for again, with the same transaction', async () => {
    const { sent, end } = ran(refusal(0, 'network'), refusal(502, 'http'), { at: 1 })
    expect(await end).toMatchObject({ answers: [{ at: 1 }], stopped: undefined })
    expect(new Set(sent).size).toBe(1)
    expect(sent).toHaveLength(3)
  })
  it('a server that is busy, behind or begins anew for a moment is asked again', async () => {
    const busy = [refusal(429, 'rateLimited'), refusal(503, 'chainUnavailable'), refusal(503, 'notReady')]
    const { sent, end } = ran(...busy, refusal(503, 'indexBehind'), { at: 1 })
    expect(await end).toMatchObject({ stopped: undefined })
    expect(sent).toHaveLength(5)
  })
  it('a refusal ends it', async () => {
    const { submit, sent } = submits(refusal(409, 'slippageExceeded'))
    expect(await failureOf(runOf(flowOf([1], { submit, patience: PATIENT })))).toMatchObject({
      code: 'slippageExceeded',
      moved: 'nothing',
    })
    expect(sent).toHaveLength(1)
  })
  it('a refusal of what may have arrived is not the end: it may come from its own effect', async () => {
    const { sent, end } = ran(refusal(0, 'network'), refusal(409, 'nftTaken'), { at: 1 })
    expect(await end).toMatchObject({ stopped: undefined })
    expect(sent).toHaveLength(3)
    expect(await gaveUp(refusal(0, 'network'), refusal(409, 'nftTaken'))).toMatchObject({
      code: 'transactionUnconfirmed',
      moved: 'unknown',
    })
  })
  it('a blockhash that is gone ends what may have arrived, and so does a failure on the chain', async () => {
    const { submit } = submits(refusal(0, 'network'), refusal(409, 'transactionExpired'))
    expect(await failureOf(runOf(flowOf([1], { submit, patience: PATIENT })))).toMatchObject({
      code: 'transactionExpired',
      moved: 'nothing',
    })
    const failed = submits(refusal(0, 'network'), refusal(409, 'nftTaken', true))
    expect(await failureOf(runOf(flowOf([1], { submit: failed.submit, patience: PATIENT })))).toMatchObject({
      code: 'nftTaken',
      moved: 'fee',
    })
  })
  it('one that never comes back may still go through', async () => {
    for (const say of [refusal(0, 'network'), refusal(500, 'internal'), 'never'] as const)
      expect(await gaveUp(say)).toMatchObject({
        code: 'transactionUnconfirmed',
        moved: 'unknown',
        message: 'The network has not confirmed the transaction in time. It may still go through.',
      })
  })
  it.each<[number, ErrorCode]>([
    [429, 'rateLimited'],
    [503, 'chainUnavailable'],
  ])('one that was not taken for want of time (%i %s) was not sent', async (status, code) => {
    expect(await gaveUp(refusal(status, code))).toMatchObject({ code, moved: 'nothing' })
    // So that what is refused after it is refused for good.
    const { submit, sent } = submits(refusal(status, code), refusal(409, 'nftTaken'))
    expect(await failureOf(runOf(flowOf([1], { submit, patience: PATIENT })))).toMatchObject({
      code: 'nftTaken',
      moved: 'nothing',
    })
    expect(sent).toHaveLength(2)
  })
  it('one that went through, and is not in the index yet, is not called unknown to the network', async () => {
    expect(await gaveUp(refusal(503, 'indexBehind'))).toMatchObject({ code: 'indexBehind' })
  })
})

describe('a first transaction that somebody was quicker than', () => {
  /** The first preparation boosts once, the next ones twice. */
  const repeating = (submit: TestFlow['submit'], change: Partial<TestFlow> = {}) => {
    let prepared = 0
    const prepare = vi.fn<TestFlow['prepare']>(async () => [wireOf(++prepared === 1 ? 1 : 2)])
    const excludes = vi.fn<Repeat<Shown, readonly number[]>['excludes']>(async () => true)
    const repeat = { wanted: ({ code }: SigningFailure) => code === 'nftTaken', excludes }
    return { flow: flowOf([1], { prepare, submit, repeat, ...change }), prepare, excludes }
  }
  const signing = () => vi.fn<Signer['sign']>(sign)

  it.each([false, true])('is prepared anew and signed once more (fee charged: %s)', async (feeCharged) => {
    const { submit, sent } = submits(refusal(409, 'nftTaken', feeCharged), { at: 7 })
    const { flow, excludes } = repeating(submit)
    const asked = signing()
    const end = await outcomeOf(runOf(flow, by({ sign: asked })))
    expect(end).toMatchObject({ said: [2], answers: [{ at: 7 }], stopped: undefined })
    expect(excludes).toHaveBeenCalledExactlyOnceWith(
      [1],
      [2],
      expect.objectContaining({ walletAddress: WALLET }),
    )
    expect(asked).toHaveBeenCalledTimes(2)
    expect(sent).toHaveLength(2)
    expect(steps).toEqual([
      'preparing',
      'signing',
      'sending 1 of 1',
      'preparing',
      'signing',
      'sending 1 of 1',
    ])
  })
  it('is not signed again where both could go through, or nobody can say', async () => {
    for (const said of [async () => false, () => Promise.reject(new Error('the node is gone'))]) {
      const { submit, sent } = submits(refusal(409, 'nftTaken'))
      const { flow, excludes } = repeating(submit)
      excludes.mockImplementation(said)
      const asked = signing()
      expect(await failureOf(runOf(flow, by({ sign: asked })))).toMatchObject({ code: 'nftTaken' })
      expect(asked).toHaveBeenCalledOnce()
      expect(sent).toHaveLength(1)
    }
  })
  it('is repeated once, and the second refusal is told', async () => {
    const { submit, sent } = submits(refusal(409, 'nftTaken'), refusal(409, 'nftTaken', true))
    const { flow, prepare } = repeating(submit)
    expect(await failureOf(runOf(flow))).toMatchObject({ code: 'nftTaken', moved: 'fee' })
    expect(prepare).toHaveBeenCalledTimes(2)
    expect(sent).toHaveLength(2)
  })
  it('is not repeated for another reason, after a part went through, or where nobody knows', async () => {
    for (const says of [
      [refusal(409, 'paused')],
      [refusal(504, 'transactionUnconfirmed')],
      [refusal(0, 'network')],
    ]) {
      const { flow, prepare } = repeating(submits(...says).submit)
      await failureOf(runOf(flow))
      expect(prepare).toHaveBeenCalledOnce()
    }
    const { submit } = submits({ at: 1 }, refusal(409, 'nftTaken'))
    const prepare = vi.fn<TestFlow['prepare']>(async () => [wireOf(1), wireOf(2)])
    const end = await outcomeOf(runOf(repeating(submit, { prepare }).flow))
    expect(end).toMatchObject({ answers: [{ at: 1 }], stopped: { code: 'nftTaken' } })
    expect(prepare).toHaveBeenCalledOnce()
  })
  it('is told as it was where the second can’t be prepared, costs more, or is declined', async () => {
    const first = { code: 'nftTaken', moved: 'fee' }
    const once = () => submits(refusal(409, 'nftTaken', true))
    let prepared = 0
    const gone = async () => (++prepared === 1 ? [wireOf(1)] : Promise.reject(refusal(409, 'nftNotInEscrow')))
    expect(await failureOf(runOf(repeating(once().submit, { prepare: gone }).flow))).toMatchObject(first)
    let judged = 0
    const worse = () => (++judged === 1 ? undefined : { offered: SHOWN })
    expect(await failureOf(runOf(repeating(once().submit, { worse }).flow))).toMatchObject(first)
    let asked = 0
    const declines = async (wires: Wires) =>
      ++asked === 1 ? sign(wires) : Promise.reject(new NotSigned('rejected'))
    const declined = runOf(repeating(once().submit).flow, by({ sign: declines }))
    expect(await failureOf(declined)).toMatchObject(first)
  })
})

describe('what the user cancels on the page', () => {
  const never = () => new Promise<never>(() => undefined)

  it.each(['prepare', 'sign'] as const)('ends at once while %s never answers', async (stage) => {
    const cancelling = new AbortController()
    const flow = flowOf([1], stage === 'prepare' ? { prepare: never } : {})
    const ran = failureOf(runOf(flow, by({ sign: never, signal: cancelling.signal })))
    await vi.waitFor(() => expect(steps.at(-1)).toBe(stage === 'prepare' ? 'preparing' : 'signing'))
    cancelling.abort()
    expect(await ran).toMatchObject({ stage, code: 'cancelled', moved: 'nothing' })
  })

  it('is never sent, whenever the signature comes', async () => {
    const cancelling = new AbortController()
    let answer: (signed: Wires) => void = () => undefined
    const { submit, sent } = submits()
    const signing = () => new Promise<Wires>((resolve) => (answer = resolve))
    const ran = failureOf(runOf(flowOf([1], { submit }), by({ sign: signing, signal: cancelling.signal })))
    await vi.waitFor(() => expect(steps.at(-1)).toBe('signing'))
    // In one moment: whichever comes first, nothing goes out.
    cancelling.abort()
    answer(await sign([wireOf(1)]))
    expect(await ran).toMatchObject({ code: 'cancelled' })
    await new Promise((later) => setTimeout(later))
    expect(sent).toEqual([])
  })

  it('between two transactions leaves the rest unsent, and says what was sent', async () => {
    const cancelling = new AbortController()
    const submit = async () => {
      cancelling.abort()
      return { at: 1 }
    }
    const outcome = await outcomeOf(runOf(flowOf([1, 2], { submit }), by({ signal: cancelling.signal })))
    expect(outcome.answers).toEqual([{ at: 1 }])
    expect(outcome.stopped).toMatchObject({ code: 'cancelled', moved: 'nothing' })
  })

  it('leaves what became of the transaction before it as the answer', async () => {
    const cancelling = new AbortController()
    const repeat: Repeat<Shown, readonly number[]> = { wanted: () => true, excludes: async () => true }
    const { submit } = submits(refusal(409, 'slippageExceeded', true))
    let asked = 0
    const signing = async (wires: Wires): Promise<Wires> => {
      asked += 1
      if (asked === 1) return sign(wires)
      cancelling.abort()
      return never()
    }
    const ran = runOf(flowOf([1], { submit, repeat }), by({ sign: signing, signal: cancelling.signal }))
    expect(await failureOf(ran)).toMatchObject({ code: 'slippageExceeded', moved: 'fee' })
  })
})

describe('a wallet that never answers', () => {
  afterEach(() => vi.useRealTimers())

  it.each<readonly [string, () => Promise<boolean>, number]>([
    ['as soon as the blockhash of what it was asked to sign has expired', async () => true, 40_000],
    [
      'after three minutes, whatever the chain says',
      () => Promise.reject<boolean>(new Error('no node')),
      180_000,
    ],
    ['after three minutes, also where the chain never answers', () => new Promise(() => undefined), 180_000],
  ])('is given up %s', async (_when, isExpired, ms) => {
    vi.useFakeTimers()
    const asked: string[] = []
    const ran = failureOf(
      runOf(
        flowOf([1]),
        by({
          sign: () => new Promise(() => undefined),
          isExpired: (blockhash) => {
            asked.push(blockhash)
            return isExpired()
          },
        }),
      ),
    )
    let isOver = false
    void ran.then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await ran).toMatchObject({ stage: 'sign', code: 'transactionExpired', moved: 'nothing' })
    expect(new Set(asked)).toEqual(new Set([addressNumber(7)]))
    expect(vi.getTimerCount()).toBe(0)
  })
})
