import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Address } from '@solana/kit'
import { lamports } from '@twinmint/sdk/core/money'
import { openDayBudget } from '@twinmint/sdk/internal/core/day-budget'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type EmbeddedChain, openEmbeddedChain } from '../chain.ts'
import { chainRoutes } from '../routes.ts'
import { openLane } from '../slow-calls.ts'
import { SUBSCRIPTIONS_MAX } from '../subscriptions/hub.ts'
import { makeWallet, SYSTEM_PROGRAM, signedTransaction, transferSol, type Wallet } from '../test-wallet.ts'
import { answerText, BATCH_MAX, REQUEST_BYTES_MAX, rpcText } from './rpc.ts'
import { TOKEN_PROGRAM } from './tokens.ts'

interface Answer {
  id: unknown
  result?: never
  error?: { code: number; message: string; data?: { err: unknown; logs: string[] } }
}

let folder: string
let chain: EmbeddedChain
let app: FastifyInstance
let url: string
let wallet: Wallet

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chain-'))
  chain = await openEmbeddedChain({ folder })
  app = fastify()
  app.get('/elsewhere', async () => 'ok')
  await app.register(chainRoutes(chain))
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  wallet = makeWallet()
  await chain.airdrop(wallet.address, lamports(5_000_000_000n))
})
afterAll(async () => {
  await app.close()
  await chain.close()
  rmSync(folder, { recursive: true })
})

async function post(body: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${url}/rpc`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

async function call(method: unknown, params?: unknown, id: unknown = 1): Promise<Answer> {
  return JSON.parse((await post(JSON.stringify({ jsonrpc: '2.0', id, method, params }))).text) as Answer
}

const base64 = (wire: Uint8Array): string => Buffer.from(wire).toString('base64')
const transfer = (amount: bigint, blockhash = chain.latestBlockhash().blockhash): Uint8Array =>
  signedTransaction([wallet], blockhash, [transferSol(wallet.address, wallet.address, amount)])

describe('limits by address', () => {
  let limited: FastifyInstance
  let address: string
  beforeAll(async () => {
    limited = fastify()
    const day = openDayBudget({
      bytesMax: 1e9,
      bytesByKeyMax: 1e9,
      airdropsMax: 1_000,
      airdropsByKeyMax: 30,
      isAirdropOnce: true,
    })
    limited.decorateRequest('writer')
    limited.addHook('onRequest', async (request) => {
      request.writer = day.writerOf(request.ip)
    })
    await limited.register(chainRoutes(chain, { keyOf: ({ ip }) => ip }))
    await limited.listen({ host: '127.0.0.1', port: 0 })
    address = `127.0.0.1:${(limited.server.address() as AddressInfo).port}/rpc`
  })
  afterAll(() => limited.close())
  const airdrop = () => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'requestAirdrop',
    params: [makeWallet().address, 1_000_000],
  })

  test('airdrops have a limit of their own, whether they come in batches or by a socket', async () => {
    const balance = chain.getBalance(chain.faucetAddress)
    const response = await fetch(`http://${address}`, {
      method: 'POST',
      body: JSON.stringify(Array.from({ length: 40 }, airdrop)),
    })
    const answers = (await response.json()) as Answer[]
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(30)
    expect(answers.at(-1)?.error).toMatchObject({ code: -32_005 })
    const socket = new WebSocket(`ws://${address}`)
    await new Promise((open) => socket.once('open', open))
    const told = new Promise<string>((message) => {
      socket.once('message', (data: Buffer) => message(data.toString()))
    })
    socket.send(JSON.stringify(airdrop()))
    expect(JSON.parse(await told)).toMatchObject({ error: { code: -32_005 } })
    socket.close()
    expect(chain.getBalance(chain.faucetAddress)).toBe(balance - 30n * 1_005_000n)
  })

  test.each(['messages', 'pongs'])(
    'an address that floods sockets with %s loses them, in steps',
    async (what) => {
      const flooded = fastify()
      await flooded.register(chainRoutes(chain, { keyOf: () => 'one' }))
      await flooded.listen({ host: '127.0.0.1', port: 0 })
      const to = `ws://127.0.0.1:${(flooded.server.address() as AddressInfo).port}/rpc`
      const open = async () => {
        const socket = new WebSocket(to)
        socket.on('error', () => {})
        await once(socket, 'open')
        return socket
      }
      const [quiet, socket] = [await open(), await open()]
      const closed = once(socket, 'close')
      for (let frames = 0; frames < 10_000; frames++)
        if (what === 'pongs') socket.pong()
        else socket.send('1')
      await closed
      // The address's other sockets end with their next frame, and new ones at once.
      const last = once(quiet, 'close')
      quiet.send('{"jsonrpc":"2.0","id":1,"method":"getSlot"}')
      await last
      const late = await open()
      await once(late, 'close')
      expect([socket, quiet, late].map(({ readyState }) => readyState)).toEqual([3, 3, 3])
      await flooded.close()
    },
  )

  test('the calls of batches and sockets count like any other', async () => {
    const batch = JSON.stringify(
      Array.from({ length: 100 }, () => ({ jsonrpc: '2.0', id: 1, method: 'getSlot' })),
    )
    let refused = 0
    for (let at = 0; at < 13; at++) {
      const response = await fetch(`http://${address}`, { method: 'POST', body: batch })
      refused += ((await response.json()) as Answer[]).filter(({ error }) => error?.code === -32_005).length
    }
    expect(refused).toBeGreaterThanOrEqual(100)
  })

  test('every message counts as a call, even one that is no request', async () => {
    const limits = { left: 3 }
    const caller = { mayCall: () => limits.left-- > 0 }
    const ask = async (text: string) => JSON.parse((await answerText(chain, text, caller)) ?? '') as Answer
    for (const text of ['{}', '{', '[]']) expect((await ask(text)).error?.code).not.toBe(-32_005)
    for (const text of ['{"id":4}', `[${'7,'.repeat(10_000)}7]`])
      expect((await ask(text)).error?.code).toBe(-32_005)
    expect(await ask('{"jsonrpc":"2.0","id":5,"method":"getSlot"}')).toMatchObject({
      id: 5,
      error: { code: -32_005 },
    })
  })

  test('unanswered messages are limited in bytes', async () => {
    const held: number[] = []
    const hold = (bytes: number) => {
      held.push(bytes)
      return undefined
    }
    expect(await answerText(chain, '{"jsonrpc":"2.0","id":5,"method":"getSlot"}', { hold })).toContain(
      '-32005',
    )
    expect(held).toEqual([43])
  })

  test('one address has a hundred sockets', async () => {
    const sockets = Array.from({ length: 101 }, () => new WebSocket(`ws://${address}`))
    const codes: number[] = []
    for (const socket of sockets) socket.once('close', (code: number) => codes.push(code))
    const open = () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)
    await expect.poll(() => [open().length, codes]).toEqual([100, [1013]])
    for (const socket of sockets) socket.terminate()
  })
})

describe('errors have the codes of validators', () => {
  const SOMEBODY = 'So11111111111111111111111111111111111111112'
  const rows: [name: string, method: unknown, params: unknown, code: number, message: string][] = [
    ['an unknown method', 'getEverything', [], -32_601, 'Method not found'],
    ['a method of the prototype', 'constructor', [], -32_601, 'Method not found'],
    ['a method that is no text', 7, [], -32_600, 'Invalid request'],
    ['named parameters', 'getBalance', { address: SOMEBODY }, -32_602, 'positional'],
    ['too many parameters', 'getBalance', [1, 2, 3, 4, 5, 6, 7, 8, 9], -32_602, 'too many'],
    ['no address', 'getBalance', [], -32_602, 'base58 address'],
    ['an address of 31 bytes', 'getBalance', ['1'.repeat(31)], -32_602, 'base58 address'],
    [
      'an address with a lone surrogate',
      'getBalance',
      [`${'1'.repeat(31)}\ud800`],
      -32_602,
      'base58 address',
    ],
    ['an unknown commitment', 'getBalance', [SOMEBODY, { commitment: 'soon' }], -32_602, 'commitment'],
    ['a configuration that is a list', 'getBalance', [SOMEBODY, []], -32_602, 'object'],
    [
      'a slot of the future',
      'getBalance',
      [SOMEBODY, { minContextSlot: 2 ** 50 }],
      -32_016,
      'Minimum context',
    ],
    ['an unknown encoding', 'getAccountInfo', [SOMEBODY, { encoding: 'hex' }], -32_602, 'encoding'],
    ['zstd', 'getAccountInfo', [TOKEN_PROGRAM, { encoding: 'base64+zstd' }], -32_600, 'use base64'],
    [
      'base58 of much data',
      'getAccountInfo',
      ['SysvarS1otHashes111111111111111111111111111'],
      -32_600,
      'base 58',
    ],
    [
      '101 accounts',
      'getMultipleAccounts',
      [Array.from({ length: 101 }, () => SOMEBODY)],
      -32_602,
      'at most 100',
    ],
    [
      '257 signatures',
      'getSignatureStatuses',
      [Array.from({ length: 257 }, () => '1')],
      -32_602,
      'at most 256',
    ],
    ['a limit of 0', 'getSignaturesForAddress', [SOMEBODY, { limit: 0 }], -32_602, 'between 1 and 1000'],
    ['five filters', 'getProgramAccounts', [SOMEBODY, { filters: [1, 2, 3, 4, 5] }], -32_602, 'at most 4'],
    ['a filter of nothing', 'getProgramAccounts', [SOMEBODY, { filters: [{}] }], -32_602, 'a filter is'],
    [
      'neither mint nor program',
      'getTokenAccountsByOwner',
      [SOMEBODY, {}],
      -32_602,
      'either mint or programId',
    ],
    [
      'a program of another kind',
      'getTokenAccountsByOwner',
      [SOMEBODY, { programId: SOMEBODY }],
      -32_602,
      'Token program',
    ],
    ['what is no mint', 'getTokenSupply', [SOMEBODY], -32_602, 'not a Token mint'],
    ['what is no token account', 'getTokenAccountBalance', [SOMEBODY], -32_602, 'could not find account'],
    ['a rent of a negative size', 'getMinimumBalanceForRentExemption', [-1], -32_602, 'whole number'],
    ['an airdrop above the limit', 'requestAirdrop', [SOMEBODY, 10_000_000_001], -32_602, '10000000000'],
    [
      'an airdrop below the rent',
      'requestAirdrop',
      [makeWallet().address, 1],
      -32_002,
      'insufficient funds for rent',
    ],
    ['a block of the future', 'getBlock', [2 ** 50], -32_004, 'not available'],
    ['no transaction', 'sendTransaction', [], -32_602, 'must be text'],
    ['what is no base64', 'sendTransaction', ['****', { encoding: 'base64' }], -32_602, 'not valid base64'],
    [
      'bytes that are no transaction',
      'sendTransaction',
      ['AQID', { encoding: 'base64' }],
      -32_602,
      'invalid transaction',
    ],
    [
      '1,300 bytes',
      'sendTransaction',
      [base64(new Uint8Array(1_300)), { encoding: 'base64' }],
      -32_602,
      'too large',
    ],
    [
      '1,233 bytes',
      'sendTransaction',
      [base64(new Uint8Array(1_233)), { encoding: 'base64' }],
      -32_602,
      '1232 is the most',
    ],
  ]
  test.each(rows)('%s', async (_name, method, params, code, message) => {
    const { error } = await call(method, params)
    expect(error?.code).toBe(code)
    expect(error?.message).toContain(message)
  })

  test('sendTransaction: forged, expired, repeated, failing', async () => {
    const forged = transfer(1n)
    forged[9] = (forged[9] ?? 0) ^ 1
    const encoding = { encoding: 'base64' }
    expect((await call('sendTransaction', [base64(forged), encoding])).error).toMatchObject({
      code: -32_003,
      message: 'Transaction signature verification failure',
    })
    const old = chain.slots.blockhashOf(chain.slots.current() - 1_000)
    expect((await call('sendTransaction', [base64(transfer(1n, old)), encoding])).error).toMatchObject({
      code: -32_002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound', logs: [] },
    })
    const good = base64(transfer(2n))
    expect((await call('sendTransaction', [good, encoding])).error).toBeUndefined()
    for (const skipPreflight of [true, false])
      expect((await call('sendTransaction', [good, { ...encoding, skipPreflight }])).error).toMatchObject({
        code: -32_002,
        message: 'Transaction simulation failed: This transaction has already been processed',
      })
    const { error } = await call('sendTransaction', [base64(transfer(1n << 60n)), encoding])
    expect(error?.message).toBe(
      'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
    )
    expect(error?.data?.logs.length).toBeGreaterThan(1)
  })

  test('a version 0 transaction to a client that does not say it reads them', async () => {
    const { signature } = await chain.sendTransaction(transfer(3n))
    expect((await call('getTransaction', [signature])).error?.code).toBe(-32_015)
    const { result } = await call('getTransaction', [signature, { maxSupportedTransactionVersion: 0 }])
    expect(result).toMatchObject({ version: 0 })
    expect((await call('getTransaction', ['1'.repeat(64)])).result).toBeNull()
  })
})

describe('JSON-RPC', () => {
  test('text that is no JSON, an empty batch, a batch that is too large', async () => {
    for (const [body, code] of [
      ['{', -32_700],
      ['', -32_700],
      ['[]', -32_600],
      ['null', -32_600],
      ['[[]]', -32_600],
      [`[${Array.from({ length: BATCH_MAX + 1 }, () => '{}').join()}]`, -32_600],
      ['['.repeat(100_000), -32_600],
      [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, -32_600],
      ['{"jsonrpc":"2.0","id":{"a":1},"method":"getSlot"}', -32_600],
      ['{"__proto__":{"jsonrpc":"2.0","id":1,"method":"getSlot"}}', -32_600],
    ] as const) {
      const { text } = await post(body)
      const answer = [JSON.parse(text)].flat()[0] as Answer
      expect([body.slice(0, 80), answer.error?.code]).toEqual([body.slice(0, 80), code])
    }
  })

  test('a message with too many values or levels is refused before it is parsed', async () => {
    const address = wallet.address
    const deep = (levels: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"getSlot","x":[${'['.repeat(levels)}${']'.repeat(levels)}]}`
    for (const [body, pattern] of [
      [`[${'{},'.repeat(86_000)}{}]`, /12000 values/],
      [deep(100), /64 levels/],
      // Brackets and commas inside a string do not count.
      [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', x: '[,\\"{'.repeat(20_000) }), /result/],
      [deep(20), /result/],
      [
        JSON.stringify(
          Array.from({ length: BATCH_MAX }, (_, id) => ({
            jsonrpc: '2.0',
            id,
            method: 'getMultipleAccounts',
            params: [Array.from({ length: 45 }, () => address)],
          })),
        ),
        /"id":99/,
      ],
    ] as const)
      expect((await post(body)).text).toMatch(pattern)
  })

  test('a batch is answered in order; a notification is not answered', async () => {
    const request = (id: unknown, method: string) => ({ jsonrpc: '2.0', id, method })
    const { text } = await post(
      JSON.stringify([
        request(1, 'getHealth'),
        { jsonrpc: '2.0', method: 'getSlot' },
        request('two', 'getNothing'),
        7,
      ]),
    )
    const answers = JSON.parse(text) as Answer[]
    expect(answers.map(({ id }) => id)).toEqual([1, 'two', null])
    expect(answers[0]?.result).toBe('ok')
    expect((await post('{"jsonrpc":"2.0","method":"getSlot"}')).status).toBe(204)
  })

  test('answers have a bound: of one call, and of a batch', async () => {
    const history = 'SysvarS1otHistory11111111111111111111111111'
    const many = Array.from({ length: 100 }, () => history)
    expect((await call('getMultipleAccounts', [many, { encoding: 'base64' }])).error?.message).toContain(
      'dataSlice',
    )
    const sliced = { encoding: 'base64', dataSlice: { offset: 0, length: 8 } }
    expect((await call('getMultipleAccounts', [many, sliced])).error).toBeUndefined()
    const params = [many.slice(0, 12), { encoding: 'base64' }]
    const { text } = await post(
      JSON.stringify(
        Array.from({ length: 20 }, (_, id) => ({
          jsonrpc: '2.0',
          id,
          method: 'getMultipleAccounts',
          params,
        })),
      ),
    )
    expect(text.length).toBeLessThan(8 * 1024 * 1024)
    const answers = JSON.parse(text) as Answer[]
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, id) => id))
    expect(answers.at(0)?.error).toBeUndefined()
    expect(answers.at(-1)?.error).toMatchObject({ code: -32_600 })
  })

  test('whoever leaves answers lying asks for nothing large any more, and for what is small as before', async () => {
    const mayAskMuch = () => false
    const ask = (method: string) =>
      answerText(chain, JSON.stringify({ jsonrpc: '2.0', id: 1, method }), { mayAskMuch })
    expect(await ask('getMultipleAccounts')).toContain('ask again later')
    expect(await ask('getHealth')).toContain('"result":"ok"')
  })

  test('others have their turns while batches of searches are answered', async () => {
    await Promise.all(
      Array.from({ length: 300 }, () => chain.airdrop(makeWallet().address, lamports(1_000_000n))),
    )
    const search = {
      jsonrpc: '2.0',
      method: 'getProgramAccounts',
      params: [SYSTEM_PROGRAM, { filters: [{ dataSize: 1 }] }],
    }
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    count()
    // Not through a socket, whose own waiting would be turns, too. One batch may be done within a step; what was worked since the
    // last rest counts on to the next.
    try {
      for (let batch = 0; batch < 10; batch++) {
        const response = await app.inject({
          method: 'POST',
          url: '/rpc',
          payload: Array.from({ length: BATCH_MAX }, (_, id) => ({ ...search, id })),
        })
        expect(response.json()).toHaveLength(BATCH_MAX)
      }
    } finally {
      isDone = true
    }
    // Without rests there are one to three of each batch; while it rests there are thousands.
    expect(turns).toBeGreaterThan(100)
  })

  test('who asks for a large answer keeps the lane until it is sent, however quick it was to make', async () => {
    const lane = openLane()
    const owed: number[] = []
    const asks = (address: string) =>
      answerText(
        chain,
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'getAccountInfo',
          params: [address, { encoding: 'base64' }],
        }),
        { lane: { ...lane, owe: (ms) => owed.push(ms) } },
      )
    const small = (await asks(chain.faucetAddress))?.length ?? 0
    const large = (await asks('SysvarS1otHistory11111111111111111111111111'))?.length ?? 0
    expect(large).toBeGreaterThan(170_000)
    expect(owed).toEqual([small / 32_768, large / 32_768])
  })

  test('lamports beyond 2^53 are written digit by digit', async () => {
    const { text } = await post(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [chain.faucetAddress] }),
    )
    expect(text).toContain(`"value":${chain.getBalance(chain.faucetAddress)}`)
    expect(rpcText({ a: 2n ** 64n - 1n, b: [undefined, '"'], c: undefined })).toBe(
      '{"a":18446744073709551615,"b":[null,"\\""]}',
    )
  })

  test('getBlock, getBlocks and getBlockTime agree with getTransaction', async () => {
    const sent = await chain.sendTransaction(transfer(77n))
    const block = (
      await call('getBlock', [sent.slot, { maxSupportedTransactionVersion: 0, encoding: 'base64' }])
    ).result as unknown as { blockTime: number; transactions: { transaction: [string] }[] }
    expect(block.transactions.map(({ transaction }) => transaction[0])).toContain(base64(sent.wire))
    const signatures = (await call('getBlock', [sent.slot, { transactionDetails: 'signatures' }])).result
    expect(signatures).toMatchObject({ signatures: expect.arrayContaining([sent.signature]) })
    expect((await call('getBlocks', [sent.slot - 2, sent.slot])).result).toContain(sent.slot)
    expect((await call('getBlockTime', [sent.slot])).result).toBe(block.blockTime)
  })

  test('simulateTransaction: unsigned, another blockhash, accounts after', async () => {
    const to = makeWallet().address
    const wire = signedTransaction([wallet], chain.slots.blockhashOf(-5), [
      transferSol(wallet.address, to, 1_000_000_000n),
    ])
    wire.fill(0, 1, 65)
    const options = {
      encoding: 'base64',
      replaceRecentBlockhash: true,
      accounts: { addresses: [to], encoding: 'base64' },
    }
    const { result } = await call('simulateTransaction', [base64(wire), options])
    expect(result).toMatchObject({
      value: {
        err: null,
        unitsConsumed: 150,
        accounts: [{ lamports: 1_000_000_000 }],
        replacementBlockhash: { blockhash: expect.any(String) },
      },
    })
    expect(chain.getBalance(to)).toBe(0n)
    expect((await call('simulateTransaction', [base64(wire), { encoding: 'base64' }])).result).toMatchObject({
      value: { err: 'BlockhashNotFound' },
    })
    expect(
      (
        await call('simulateTransaction', [
          base64(transfer(1n).fill(1, 1, 65)),
          { encoding: 'base64', sigVerify: true },
        ])
      ).error?.code,
    ).toBe(-32_003)
  })

  test('getFeeForMessage says what the transaction then costs', async () => {
    const budget = (data: number[]) => ({
      programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
      accounts: [],
      data: Uint8Array.from(data),
    })
    const instructions = [
      budget([3, 0x11, 0x27, 0, 0, 0, 0, 0, 0]),
      budget([2, 0x39, 0x30, 0, 0]),
      transferSol(wallet.address, wallet.address, 5n),
    ]
    const wire = signedTransaction([wallet], chain.latestBlockhash().blockhash, instructions)
    const { result } = await call('getFeeForMessage', [base64(wire.subarray(65))])
    const { feeLamports } = await chain.sendTransaction(wire)
    expect(result).toMatchObject({ value: Number(feeLamports) })
    expect(feeLamports).toBe(5_124n)
  })
})

describe('HTTP', () => {
  test('every origin may call /rpc, and nothing else', async () => {
    const preflight = await fetch(`${url}/rpc`, {
      method: 'OPTIONS',
      headers: { origin: 'https://wallet.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect((await post('{}')).headers.get('access-control-allow-origin')).toBe('*')
    expect((await fetch(`${url}/elsewhere`)).headers.get('access-control-allow-origin')).toBeNull()
    expect((await fetch(`${url}/rpc`)).status).toBe(405)
  })

  test('a body that is too large', async () => {
    expect((await post('x'.repeat(REQUEST_BYTES_MAX + 1))).status).toBe(413)
  })
})

describe('WebSocket', () => {
  const open = async (): Promise<{
    socket: WebSocket
    next: () => Promise<Answer & Record<string, unknown>>
  }> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/rpc`)
    const heard: string[] = []
    const waiting: ((text: string) => void)[] = []
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      const next = waiting.shift()
      if (next) next(text)
      else heard.push(text)
    })
    await new Promise((resolve) => {
      socket.once('open', resolve)
    })
    const next = async () => {
      const text = heard.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)))
      return JSON.parse(text) as Answer & Record<string, unknown>
    }
    return { socket, next }
  }
  const request = (method: string, params: unknown[]): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 9, method, params })

  test('answers the same calls, and nonsense with errors', async () => {
    const { socket, next } = await open()
    socket.send(request('getHealth', []))
    expect((await next()).result).toBe('ok')
    for (const [text, code] of [
      ['\u0000', -32_700],
      [request('signatureSubscribe', ['x']), -32_602],
      [request('logsSubscribe', [{ mentions: [] }]), -32_602],
      [request('slotUnsubscribe', [12_345]), -32_602],
      [request('voteSubscribe', []), -32_601],
    ] as const) {
      socket.send(text)
      expect([text, (await next()).error?.code]).toEqual([text, code])
    }
    socket.terminate()
  })

  test('a signature that is known already is told at once, after the answer', async () => {
    const { signature } = await chain.sendTransaction(transfer(11n))
    const { socket, next } = await open()
    socket.send(request('signatureSubscribe', [signature]))
    const { result } = await next()
    const told = await next()
    expect(told).toMatchObject({
      method: 'signatureNotification',
      params: { subscription: result, result: { value: { err: null } } },
    })
    socket.send(request('signatureUnsubscribe', [result]))
    expect((await next()).error?.message).toBe('Invalid subscription id.')
    socket.terminate()
  })

  test('a connection has at most 100 subscriptions, and its own only', async () => {
    const [one, two] = [await open(), await open()]
    let last: unknown
    for (let i = 0; i < SUBSCRIPTIONS_MAX; i++) {
      one.socket.send(request('accountSubscribe', [wallet.address]))
      last = (await one.next()).result
    }
    one.socket.send(request('slotSubscribe', []))
    expect((await one.next()).error?.message).toContain('100 subscriptions')
    two.socket.send(request('accountUnsubscribe', [last]))
    expect((await two.next()).error?.message).toBe('Invalid subscription id.')
    one.socket.terminate()
    two.socket.terminate()
  })

  test('a subscription that can not be told does not keep the others from hearing', async () => {
    const made = makeWallet()
    const [one, two] = [await open(), await open()]
    // Base58 is for at most 128 bytes, and the account will have 200.
    one.socket.send(request('accountSubscribe', [made.address, { encoding: 'base58' }]))
    await one.next()
    two.socket.send(request('accountSubscribe', [made.address, { encoding: 'base64' }]))
    await two.next()
    const data = Buffer.alloc(52)
    data.writeBigUInt64LE(chain.rentExemptLamports(200), 4)
    data.writeBigUInt64LE(200n, 12)
    const accounts = [wallet, made].map(({ address }) => ({ address, signer: true, writable: true }))
    const instruction = { programAddress: SYSTEM_PROGRAM, accounts, data }
    await chain.sendTransaction(
      signedTransaction([wallet, made], chain.latestBlockhash().blockhash, [instruction]),
    )
    expect(await two.next()).toMatchObject({ params: { result: { value: { space: 200 } } } })
    one.socket.terminate()
    two.socket.terminate()
  })

  test('a reader that does not read is dropped, and others go on', async () => {
    const upgraded = once(app.server, 'upgrade') as Promise<[unknown, Duplex]>
    const { socket: slow } = await open()
    const [, atServer] = await upgraded
    const { socket, next } = await open()
    const closed = new Promise((resolve) => {
      slow.once('close', resolve)
    })
    slow.pause()
    for (let i = 0; i < 60; i++)
      slow.send(
        request('getAccountInfo', ['SysvarS1otHistory11111111111111111111111111', { encoding: 'base64' }]),
      )
    // The paused client notices when it resumes.
    await expect.poll(() => atServer.destroyed, { timeout: 60_000 }).toBe(true)
    slow.resume()
    await closed
    socket.send(request('getHealth', []))
    expect((await next()).result).toBe('ok')
    socket.terminate()
  })
})
