// Against a real HTTP server whose answers each test decides, with the waits shortened.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SendOptions, type Sent, sendInOrder, signatureOf } from './send.ts'

interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}
/** A JSON-RPC answer, an HTTP status with a body of our server, or a broken connection. */
type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly status: number; readonly code: string; readonly message: string }
  | 'break'
  | 'hang'

let server: Server
let rpcUrl: string
let calls: Call[]
let answer: (call: Call, nth: number) => Reply

beforeEach(async () => {
  calls = []
  server = createServer((request, response) => {
    void (async () => {
      const call = JSON.parse(await bodyOf(request)) as Call
      const nth = calls.filter(({ method }) => method === call.method).length
      calls.push(call)
      const reply = answer(call, nth)
      if (reply === 'hang') return
      if (reply === 'break') {
        response.destroy()
        return
      }
      const isOurs = 'status' in reply
      response.writeHead(isOurs ? reply.status : 200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(isOurs ? { error: 'Refused', ...reply } : { jsonrpc: '2.0', id: 1, ...reply }),
      )
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const wireNumber = (fill: number) => Uint8Array.from([1, ...new Uint8Array(64).fill(fill), 128, 1, 0])
/** Long enough for a busy machine; tests of giving up take less. */
const PATIENT = { pollMs: 2, resendMs: 12, giveUpMs: 5_000, answerMs: 3_000 }
const IMPATIENT = { ...PATIENT, giveUpMs: 150, answerMs: 60 }
const send = (wires: readonly Uint8Array[], more: Partial<SendOptions> = {}) =>
  sendInOrder(wires, { rpcUrl, timing: PATIENT, ...more })
const one = async (timing = PATIENT): Promise<Sent | undefined> =>
  (await send([wireNumber(1)], { timing }))[0]
const status = (confirmationStatus: string | null, err: unknown = null): Reply => ({
  result: { context: { slot: 1 }, value: [confirmationStatus === null ? null : { confirmationStatus, err }] },
})
const simulationFailed = (err: unknown, logs: readonly string[] = []): Reply => ({
  error: { code: -32_002, message: 'Transaction simulation failed', data: { err, logs } },
})
const custom = (code: number) => ({ InstructionError: [1, { Custom: code }] })
const taken: Reply = { result: 'signature' }
const count = (method: string) => calls.filter((call) => call.method === method).length
const outcome = (sent: Sent | undefined) =>
  sent && 'refusal' in sent ? `${sent.kind}: ${sent.refusal.code}` : sent?.kind

describe('one transaction', () => {
  it('is sent as base64 and asked after until it is confirmed', async () => {
    answer = ({ method }, nth) =>
      method === 'sendTransaction' ? taken : status(nth === 0 ? null : nth === 1 ? 'processed' : 'confirmed')
    const wire = wireNumber(7)
    expect(await send([wire])).toEqual([{ kind: 'confirmed', signature: signatureOf(wire) }])
    expect(calls[0]).toMatchObject({
      method: 'sendTransaction',
      params: [
        Buffer.from(wire).toString('base64'),
        { encoding: 'base64', preflightCommitment: 'confirmed' },
      ],
    })
    expect(calls[1]).toMatchObject({
      method: 'getSignatureStatuses',
      params: [[signatureOf(wire)], { searchTransactionHistory: false }],
    })
    expect(count('getSignatureStatuses')).toBe(3)
  })
  it('is confirmed when it is final, too', async () => {
    answer = ({ method }) => (method === 'sendTransaction' ? taken : status('finalized'))
    expect(outcome(await one())).toBe('confirmed')
  })
  it.each([
    [6_026, 'nftTaken'],
    [6_019, 'slippageExceeded'],
    [6_027, 'nftNotInEscrow'],
  ])('is refused with the program’s %i as %s, and nothing is asked after', async (code, name) => {
    answer = () => simulationFailed(custom(code))
    expect(outcome(await one())).toBe(`refused: ${name}`)
    expect(calls).toHaveLength(1)
  })
  it('is refused with the sentence of the program’s error', async () => {
    answer = () => simulationFailed(custom(6_026))
    expect(await one()).toMatchObject({
      refusal: { message: 'Somebody else minted this number a moment before you.' },
    })
  })
  it.each<[string, unknown, string]>([
    ['no SOL for the fee', 'InsufficientFundsForFee', 'insufficientLamports'],
    ['a wallet that is not there', 'AccountNotFound', 'insufficientLamports'],
    ['a rest that may not be kept', { InsufficientFundsForRent: { account_index: 0 } }, 'insufficientRent'],
    ['an error of another program', { InstructionError: [0, { Custom: 12 }] }, 'transactionFailed'],
  ])('is refused for %s', async (_, err, name) => {
    answer = () => simulationFailed(err)
    expect(outcome(await one())).toBe(`refused: ${name}`)
  })
  it('is refused for a signature that does not fit', async () => {
    answer = () => ({ error: { code: -32_003, message: 'Transaction signature verification failure' } })
    expect(outcome(await one())).toBe('refused: signatureInvalid')
  })
  it('is refused in our server’s words where the server does not pass it on', async () => {
    answer = () => ({ status: 400, code: 'wrongTransaction', message: 'This call does not send such a one.' })
    const sent = await one()
    expect(outcome(sent)).toBe('refused: wrongTransaction')
    expect(sent).toMatchObject({ refusal: { message: 'This call does not send such a one.' } })
  })
  it('failed on the chain: the fee was charged, and it says why', async () => {
    answer = ({ method }) => (method === 'sendTransaction' ? taken : status('confirmed', custom(6_026)))
    expect(outcome(await one())).toBe('failed: nftTaken')
  })
  it('waits for more than one node to have seen it fail', async () => {
    answer = ({ method }, nth) =>
      method === 'sendTransaction'
        ? taken
        : nth < 2
          ? status('processed', custom(6_026))
          : status('confirmed')
    expect(outcome(await one())).toBe('confirmed')
  })
})

describe('a network that loses, lags or breaks', () => {
  it('gets it again while nothing is known of it, and no more once it was seen', async () => {
    answer = ({ method }) => {
      if (method === 'sendTransaction') return taken
      return count('sendTransaction') < 3
        ? status(null)
        : status(count('getSignatureStatuses') < 30 ? 'processed' : 'confirmed')
    }
    expect(outcome(await one())).toBe('confirmed')
    expect(count('sendTransaction')).toBe(3)
  })
  it('has it already: that is as good as taken', async () => {
    answer = ({ method }) =>
      method === 'sendTransaction' ? simulationFailed('AlreadyProcessed') : status('confirmed')
    expect(outcome(await one())).toBe('confirmed')
  })
  it('refuses the second sending because the first went through', async () => {
    answer = ({ method }, nth) => {
      if (method === 'sendTransaction') return nth === 0 ? taken : simulationFailed(custom(6_026))
      return count('sendTransaction') < 2 ? status(null) : status('confirmed')
    }
    expect(outcome(await one())).toBe('confirmed')
  })
  it('does not take a refusal of what it took for the end', async () => {
    answer = ({ method }, nth) => {
      if (method === 'sendTransaction') return nth === 0 ? taken : simulationFailed(custom(6_026))
      return count('sendTransaction') < 4 ? status(null) : status('confirmed')
    }
    expect(outcome(await one())).toBe('confirmed')
  })
  it('breaks off while it is sent: whether it arrived, the status says', async () => {
    answer = ({ method }) => (method === 'sendTransaction' ? 'break' : status('confirmed'))
    expect(outcome(await one())).toBe('confirmed')
  })
  it('does not answer: it may still go through', async () => {
    answer = () => 'hang'
    expect(outcome(await one(IMPATIENT))).toBe('unconfirmed: transactionUnconfirmed')
  })
  it('never confirms: it may still go through', async () => {
    answer = ({ method }) => (method === 'sendTransaction' ? taken : status(null))
    expect(outcome(await one(IMPATIENT))).toBe('unconfirmed: transactionUnconfirmed')
  })
  it('is unhealthy for a moment', async () => {
    answer = ({ method }, nth) => {
      if (method !== 'sendTransaction') return status('confirmed')
      return nth < 2 ? { error: { code: -32_005, message: 'Node is behind by 42 slots' } } : taken
    }
    expect(outcome(await one())).toBe('confirmed')
    expect(count('sendTransaction')).toBe(3)
  })
  it('is unhealthy all the time: then nothing was sent', async () => {
    answer = () => ({ status: 429, code: 'rateLimited', message: 'Too many requests.' })
    expect(outcome(await one(IMPATIENT))).toBe('refused: rateLimited')
    expect(count('getSignatureStatuses')).toBe(0)
  })
  it('answers the status with an error now and then', async () => {
    answer = ({ method }, nth) => {
      if (method === 'sendTransaction') return taken
      return nth === 0
        ? 'break'
        : nth === 1
          ? { status: 503, code: 'chainUnavailable', message: '' }
          : status('confirmed')
    }
    expect(outcome(await one())).toBe('confirmed')
  })
})

describe('a blockhash that is gone', () => {
  it('ends it where it never was taken, after a node that lags had its chance', async () => {
    answer = () => simulationFailed('BlockhashNotFound')
    expect(outcome(await one())).toBe('refused: transactionExpired')
    expect(count('sendTransaction')).toBe(3)
  })
  it('that the node learns of a moment later is not gone', async () => {
    answer = ({ method }, nth) =>
      method === 'sendTransaction'
        ? nth < 2
          ? simulationFailed('BlockhashNotFound')
          : taken
        : status('confirmed')
    expect(outcome(await one())).toBe('confirmed')
  })
  it('ends it where it was taken and nothing came of it, after a look at the history', async () => {
    answer = ({ method }, nth) => {
      if (method === 'sendTransaction') return nth === 0 ? taken : simulationFailed('BlockhashNotFound')
      return status(null)
    }
    expect(outcome(await one())).toBe('refused: transactionExpired')
    expect(calls.at(-1)).toMatchObject({
      method: 'getSignatureStatuses',
      params: [expect.anything(), { searchTransactionHistory: true }],
    })
  })
  it('is no reason to say so while the history can’t be read', async () => {
    answer = ({ method, params }, nth) => {
      if (method === 'sendTransaction') return nth === 0 ? taken : simulationFailed('BlockhashNotFound')
      const history = (params[1] as { searchTransactionHistory: boolean }).searchTransactionHistory
      return history ? 'break' : status(null)
    }
    expect(outcome(await one(IMPATIENT))).toBe('unconfirmed: transactionUnconfirmed')
  })
})

describe('several', () => {
  it('leave one after another, each when the one before is confirmed', async () => {
    answer = ({ method }, nth) =>
      method === 'sendTransaction' ? taken : status(nth % 2 ? 'confirmed' : null)
    const told: string[] = []
    const sent = await send([1, 2, 3].map(wireNumber), {
      onSending: (at) => told.push(`sending ${at}`),
      onConfirmed: (at, signature) =>
        told.push(`confirmed ${at} ${signature === signatureOf(wireNumber(at + 1))}`),
    })
    expect(sent.map(outcome)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(told).toEqual([
      'sending 0',
      'confirmed 0 true',
      'sending 1',
      'confirmed 1 true',
      'sending 2',
      'confirmed 2 true',
    ])
    // A slow machine asks again, or sends one twice; the next never leaves before the one before is confirmed.
    const order = calls.map(({ method }) => (method === 'sendTransaction' ? 's' : '?')).join('')
    expect(order).toMatch(/^(s+\?+)+$/)
  })
  it('stop at the first that does not go through, and say which were not sent', async () => {
    answer = ({ method }, nth) => {
      if (method !== 'sendTransaction') return status('confirmed')
      return nth === 1 ? simulationFailed(custom(6_026)) : taken
    }
    const sent = await send([1, 2, 3, 4].map(wireNumber))
    expect(sent.map(outcome)).toEqual(['confirmed', 'refused: nftTaken', 'notSent', 'notSent'])
    expect(count('sendTransaction')).toBe(2)
  })
  it('stop where nobody knows, since the next may need the one before', async () => {
    answer = ({ method }) => (method === 'sendTransaction' ? taken : status(null))
    expect((await send([1, 2].map(wireNumber), { timing: IMPATIENT })).map(outcome)).toEqual([
      'unconfirmed: transactionUnconfirmed',
      'notSent',
    ])
  })
})
