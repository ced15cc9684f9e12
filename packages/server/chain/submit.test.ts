// Submitting to a cluster whose node says what each test lets it say.

import { EventEmitter } from 'node:events'
import { type Address, createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { expect, test } from 'vitest'
import { openChain } from './chain.ts'
import type { ConfirmedTransaction, SignedTransaction } from './submit.ts'
import { submitter } from './submit.ts'

const TIMES = { confirmMs: 10_000, pollMs: 2, pollHearingMs: 60_000, resendMs: 4 }
const signatureBytes = new Uint8Array(64).fill(7)
const signature = encodeBase58(signatureBytes)
const signed = {
  wire: new Uint8Array(100),
  signatures: [signatureBytes],
  recentBlockhash: createKeypair().address,
} as unknown as SignedTransaction
const landed: ConfirmedTransaction = {
  signature,
  slot: 1n,
  blockTimeSeconds: 0,
  inner: [],
  logs: [],
  failure: null,
}

type Says = Record<string, readonly [unknown, ...unknown[]]>
const lost = Object.assign(new Error('fetch failed'), { cause: { code: 'ECONNRESET' } })
const gone = Object.assign(new Error('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
const sent = { result: signature }
const refusedAs = (err: unknown) => ({
  error: { code: -32_002n, message: 'simulation failed', data: { err } },
})
const statusOf = (status: unknown) => ({ result: { context: { slot: 1n }, value: [status] } })
const unknown = statusOf(null)
const confirmed = statusOf({ confirmationStatus: 'confirmed', err: null, slot: 1n, confirmations: null })
const isValid = (value: boolean) => ({ result: { context: { slot: 1n }, value } })

/** Each method answers what is said, one after the other, the last for good; errors are failed calls. */
function submitTo(says: Says, find: () => ConfirmedTransaction | undefined = () => landed, times = TIMES) {
  const calls: string[] = []
  const transport: RpcTransport = async <T>({ payload }: Parameters<RpcTransport>[0]) => {
    const { method } = payload as { readonly method: string }
    const answers = says[method] ?? []
    const at = calls.filter((call) => call === method).length
    calls.push(method)
    const answer = answers[Math.min(at, answers.length - 1)]
    if (answer instanceof Error) throw answer
    return answer as T
  }
  const heard = new EventEmitter()
  const rpc = createSolanaRpcFromTransport(transport)
  let hears = false
  const submit = submitter(
    { transport, rpc, heard, isHearingOf: () => hears, findTransaction: async () => find() },
    times,
  )
  return {
    calls,
    submit: () => submit(signed),
    hear: (transaction: ConfirmedTransaction) => {
      hears = true
      setTimeout(() => heard.emit(signature, transaction), 5)
    },
  }
}
const refused = (code: string) => expect.objectContaining({ code })

test('what the program refuses is refused with its reason, and not sent again', async () => {
  const err = { InstructionError: [0n, { Custom: 1n }] }
  const { submit, calls } = submitTo({ sendTransaction: [refusedAs(err)] }, () => undefined)
  await expect(submit()).rejects.toEqual(refused('insufficientBaseUnits'))
  expect(calls).toEqual(['sendTransaction'])
})

test.each<[string, unknown, string]>([
  ['a number that is taken', { InstructionError: [0n, { Custom: 6_026n }] }, 'nftTaken'],
  ['a price that moved', { InstructionError: [0n, { Custom: 6_019n }] }, 'slippageExceeded'],
  ['an NFT that is gone', { InstructionError: [0n, { Custom: 6_027n }] }, 'nftNotInEscrow'],
  ['no SOL for the fee', 'InsufficientFundsForFee', 'insufficientLamports'],
  ['a wallet that is not there', 'AccountNotFound', 'insufficientLamports'],
  ['a rest that may not be kept', { InsufficientFundsForRent: { account_index: 0n } }, 'insufficientRent'],
  [
    'a memo that an account of Token-2022 demands',
    { InstructionError: [0n, { Custom: 36n }] },
    'ownAccountNeedsMemo',
  ],
  ['an error of another program', { InstructionError: [0n, { Custom: 12n }] }, 'transactionFailed'],
])('%s: nothing was charged', async (_, err, code) => {
  const { submit, calls } = submitTo({ sendTransaction: [refusedAs(err)] }, () => undefined)
  await expect(submit()).rejects.toMatchObject({ code, feeCharged: false })
  expect(calls).toEqual(['sendTransaction'])
})

test('a signature that does not fit is refused as such', async () => {
  const error = { code: -32_003n, message: 'Transaction signature verification failure' }
  await expect(submitTo({ sendTransaction: [{ error }] }, () => undefined).submit()).rejects.toEqual(
    refused('signatureInvalid'),
  )
})

test('one that failed on the chain cost the fee, and says why', async () => {
  const failure = { InstructionError: [1, { Custom: 6_026 }] }
  const says = { sendTransaction: [sent], getSignatureStatuses: [confirmed] } as const
  await expect(submitTo(says, () => ({ ...landed, failure })).submit()).rejects.toMatchObject({
    code: 'nftTaken',
    feeCharged: true,
  })
})

test('it is asked after until more than one node has seen it, and not sent again once it was seen', async () => {
  const seen = (confirmationStatus: string, err: unknown = null) =>
    statusOf({ confirmationStatus, err, slot: 1n, confirmations: 0n })
  const processed = seen('processed')
  const failing = seen('processed', 'AccountInUse')
  const says = {
    sendTransaction: [sent],
    getSignatureStatuses: [unknown, processed, failing, processed, processed, processed, seen('finalized')],
    isBlockhashValid: [isValid(true)],
  } as const
  const { submit, calls } = submitTo(says)
  expect(await submit()).toBe(landed)
  expect(calls.filter((call) => call === 'getSignatureStatuses')).toHaveLength(7)
  expect(calls.filter((call) => call === 'sendTransaction').length).toBeLessThanOrEqual(2)
})

test('one whose sending broke off, or that is refused because it went through before, is answered as it went', async () => {
  const brokenOff = { sendTransaction: [lost], getSignatureStatuses: [confirmed] } as const
  expect(await submitTo(brokenOff).submit()).toBe(landed)
  const err = { InstructionError: [0n, { Custom: 6_026n }] }
  const again = { sendTransaction: [refusedAs(err)], getSignatureStatuses: [confirmed] } as const
  expect(await submitTo(again).submit()).toBe(landed)
})

test('a blockhash that is gone is no end while the history can’t be read', async () => {
  const says = {
    sendTransaction: [sent],
    getSignatureStatuses: [unknown],
    isBlockhashValid: [isValid(false)],
  } as const
  const unreadable = () => {
    throw new Error('fetch failed')
  }
  await expect(submitTo(says, unreadable).submit()).rejects.toEqual(refused('transactionUnconfirmed'))
})

test('what is heard to be confirmed, or to have failed, is not asked for', async () => {
  const well = submitTo({ sendTransaction: [sent] })
  well.hear(landed)
  expect(await well.submit()).toBe(landed)
  const failed = submitTo({ sendTransaction: [sent] })
  failed.hear({ ...landed, failure: 'InsufficientFundsForFee' })
  await expect(failed.submit()).rejects.toEqual(refused('insufficientLamports'))
  expect([well.calls, failed.calls]).toEqual([['sendTransaction'], ['sendTransaction']])
})

test('a node that does not know the blockhash yet is asked again, and one that never does says that it is expired', async () => {
  const early = refusedAs('BlockhashNotFound')
  const says = { sendTransaction: [early, early, sent], getSignatureStatuses: [confirmed] } as const
  const node: ReturnType<typeof submitTo> = submitTo(says, () =>
    node.calls.includes('getSignatureStatuses') ? landed : undefined,
  )
  expect(await node.submit()).toBe(landed)
  await expect(submitTo({ sendTransaction: [early] }, () => undefined).submit()).rejects.toEqual(
    refused('transactionExpired'),
  )
})

test('one that the network has already is answered as it went', async () => {
  const says = {
    sendTransaction: [refusedAs('AlreadyProcessed')],
    getSignatureStatuses: [confirmed],
  } as const
  expect(await submitTo(says).submit()).toBe(landed)
})

test('one that a node has dropped is sent again; it is expired only when it is in no block', async () => {
  const says = {
    sendTransaction: [sent],
    getSignatureStatuses: [unknown],
    isBlockhashValid: [isValid(true), isValid(true), isValid(false)],
  } as const
  const dropped = submitTo(says, () => undefined)
  await expect(dropped.submit()).rejects.toEqual(refused('transactionExpired'))
  expect(dropped.calls.filter((call) => call === 'sendTransaction')).toHaveLength(3)
  expect(await submitTo(says).submit()).toBe(landed)
})

test('whoever may have traded is told so, and whoever has not is told to try again', async () => {
  const never = submitTo({ sendTransaction: [gone] }).submit()
  await expect(never).rejects.toEqual(refused('chainUnavailable'))
  const maybe = [
    { sendTransaction: [lost] },
    { sendTransaction: [sent], getSignatureStatuses: [gone] },
    { sendTransaction: [sent], getSignatureStatuses: [unknown], isBlockhashValid: [isValid(true)] },
  ] as const
  for (const says of maybe)
    await expect(submitTo(says, undefined, { ...TIMES, confirmMs: 20 }).submit()).rejects.toEqual(
      refused('transactionUnconfirmed'),
    )
})

test('what the news will not tell of is asked for as if there were none', async () => {
  const programAddress = createKeypair().address
  const says: Says = {
    sendTransaction: [sent],
    getSignatureStatuses: [confirmed],
    getTransaction: [{ result: null }],
  }
  const asked: string[] = []
  const transport: RpcTransport = async <T>({ payload }: Parameters<RpcTransport>[0]) => {
    const { method, params } = payload as { readonly method: string; readonly params: readonly unknown[] }
    if (method === 'getSignatureStatuses') asked.push(String(params[0]))
    return says[method]?.[0] as T
  }
  const chain = openChain(
    { transport, news: { listen: () => () => {}, deafSince: undefined } },
    programAddress,
  )
  const submit = (byte: number, addresses: readonly Address[]) => {
    const bytes = new Uint8Array(64).fill(byte)
    chain.submit({ ...signed, signatures: [bytes], addresses }).catch(() => {})
    return encodeBase58(bytes)
  }
  submit(1, [createKeypair().address, programAddress])
  const transfer = submit(2, [createKeypair().address])
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]).toBe(transfer)
})
