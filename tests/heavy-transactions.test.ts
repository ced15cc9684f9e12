// Transactions whose programs call each other with 10 KB sixty times, for 5,000 lamports each: whoever reads them pauses
// between their parts, and encodes no more than an answer holds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, createSolanaRpcFromTransport, type Signature } from '@solana/kit'
import { lamports } from '@twinmint/sdk/core/money'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedChain, openEmbeddedChain } from '../packages/localnet/chain.ts'
import { RPC_METHODS } from '../packages/localnet/rpc/methods.ts'
import type { Pause } from '../packages/localnet/slow-calls.ts'
import {
  deployAs,
  makeWallet,
  signedTransaction,
  transferSol,
  type Wallet,
} from '../packages/localnet/test-wallet.ts'
import { embeddedDoor, embeddedTransport } from '../packages/server/chain/local-chain.ts'
import { findTransfers } from '../packages/server/chain/transfers.ts'

const CALLS = 62
const CALL_BYTES = 10_240
const HEAP = 0x3_0000_0000n
const [MEMSET, INVOKE] = [0x3770_fb22, 0xa22b_9c85]

/** An SBPF program that calls itself CALLS times with CALL_BYTES, and then returns `result`. */
function heavyProgram(result: number): Buffer {
  const code: Buffer[] = []
  const add = (op: number, [to, from]: readonly [number, number], offset: number, value: number): void => {
    const at = Buffer.alloc(8)
    at.set([op, (from << 4) | to])
    at.writeInt16LE(offset, 2)
    at.writeUInt32LE(value >>> 0, 4)
    code.push(at)
  }
  const set = (to: number, value: number) => add(0xb7, [to, 0], 0, value)
  const setHeap = (to: number) => {
    add(0x18, [to, 0], 0, Number(HEAP & 0xffff_ffffn))
    add(0, [0, 0], 0, Number(HEAP >> 32n))
  }
  const store = (offset: number, from: number) => add(0x7b, [10, from], offset, 0)
  const call = (name: number) => add(0x85, [0, 0], 0, name)
  // The first account is the program itself, whose address stands 16 bytes into the input; none, and it was called by itself.
  add(0xbf, [6, 1], 0, 0)
  add(0x79, [2, 6], 0, 0)
  add(0x55, [2, 0], 2, 0)
  set(0, 0)
  add(0x95, [0, 0], 0, 0)
  setHeap(1)
  set(2, 0xff)
  set(3, CALL_BYTES)
  call(MEMSET)
  set(7, CALLS)
  add(0xbf, [8, 6], 0, 0)
  add(0x07, [8, 0], 0, 16)
  const loop = code.length
  // SolInstruction on the stack: program, accounts, their count, data, its length.
  add(0xbf, [1, 10], 0, 0)
  add(0x07, [1, 0], 0, -64)
  setHeap(3)
  set(2, 0)
  set(4, CALL_BYTES)
  for (const [at, from] of [8, 3, 2, 3, 4].entries()) store(at * 8 - 64, from)
  setHeap(2)
  set(3, 0)
  setHeap(4)
  set(5, 0)
  call(INVOKE)
  add(0x07, [7, 0], 0, -1)
  add(0x55, [7, 0], loop - code.length - 1, 0)
  set(0, result)
  add(0x95, [0, 0], 0, 0)
  const text = Buffer.concat(code)
  const head = Buffer.alloc(120)
  head.writeUInt32BE(0x7f45_4c46, 0)
  head.set([2, 1, 1], 4)
  for (const [at, value] of [
    [16, 3],
    [18, 247],
    [52, 64],
    [54, 56],
    [56, 1],
    [58, 64],
  ] as const)
    head.writeUInt16LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [48, 3],
    [64, 1],
    [68, 1],
  ] as const)
    head.writeUInt32LE(value, at)
  head.writeBigUInt64LE(1n << 32n, 24)
  head.writeBigUInt64LE(64n, 32)
  for (const [at, value] of [
    120n,
    1n << 32n,
    1n << 32n,
    BigInt(text.length),
    BigInt(text.length),
    8n,
  ].entries())
    head.writeBigUInt64LE(value, 72 + 8 * at)
  return Buffer.concat([head, text])
}

const HEAVY_COUNT = 12
let folder: string
let chain: EmbeddedChain
let nowMs = Date.now()
let payer: Wallet
let heavy: Address
const friend = makeWallet().address
/** All in one slot. */
const sent: string[] = []
let slot: number

const heavyWire = (program: Address, units = 1n): Uint8Array =>
  signedTransaction([payer], chain.latestBlockhash().blockhash, [
    {
      programAddress: program,
      accounts: [{ address: program, signer: false, writable: false }],
      data: new Uint8Array(),
    },
    transferSol(payer.address, friend, 1_000_000n + units),
  ])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chain-'))
  chain = await openEmbeddedChain({ folder, now: () => nowMs })
  payer = makeWallet()
  await chain.airdrop(payer.address, lamports(10_000_000_000n))
  heavy = (await deployAs(payer, chain, heavyProgram(0))).program
  nowMs += 1_000
  slot = chain.slots.current()
  for (let at = 0; at < HEAVY_COUNT; at++) {
    const { err, signature } = await chain.sendTransaction(heavyWire(heavy, BigInt(at)))
    if (err !== null) throw new Error(JSON.stringify(err))
    sent.push(signature)
  }
})
afterAll(async () => {
  vi.restoreAllMocks()
  await chain.close()
  rmSync(folder, { recursive: true })
})

const call = (method: string, params: readonly unknown[], pause: Pause): unknown =>
  RPC_METHODS.get(method)?.(chain, params, pause, { writer: undefined, leave: () => undefined })
const config = (encoding: string) => ({ encoding, maxSupportedTransactionVersion: 0 })
const first = (): string => sent[0] ?? ''

/** A pause that counts. */
function counter(): Pause & { readonly count: () => number } {
  let count = 0
  return Object.assign(
    () => {
      count++
      return undefined
    },
    { count: () => count },
  )
}

/** Turns of the event loop that others had while `work` was under way. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const next = () => {
    turns++
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  await work()
  isOver = true
  return turns
}

test.each(['json', 'jsonParsed'])('a transaction is encoded in steps (%s)', async (encoding) => {
  const pause = counter()
  const found = (await call('getTransaction', [first(), config(encoding)], pause)) as {
    meta: { innerInstructions: { instructions: { data: string }[] }[] }
  }
  expect(found.meta.innerInstructions[0]?.instructions).toHaveLength(CALLS)
  expect(found.meta.innerInstructions[0]?.instructions[0]?.data.length).toBeGreaterThan(CALL_BYTES)
  expect(pause.count()).toBeGreaterThanOrEqual(CALLS)
})

test('what a simulation called is encoded in steps', async () => {
  const pause = counter()
  const wire = Buffer.from(heavyWire(heavy, 99n)).toString('base64')
  const { value } = (await call(
    'simulateTransaction',
    [wire, { encoding: 'base64', innerInstructions: true }],
    pause,
  )) as { value: { innerInstructions: { instructions: unknown[] }[] } }
  expect(value.innerInstructions[0]?.instructions).toHaveLength(CALLS)
  expect(pause.count()).toBeGreaterThanOrEqual(CALLS)
})

test('a block that is too large for one answer is refused before it is encoded, and read no further', async () => {
  const read = vi.spyOn(chain.store, 'findTransactionAt')
  const pause = counter()
  const refused = async () => call('getBlock', [slot, config('json')], pause)
  await expect(refused).rejects.toThrow('too large for one answer')
  // Five of 0.63 MB are more than 3 MiB.
  expect(read.mock.calls.length).toBe(5)
  expect(pause.count()).toBe(5)
  read.mockRestore()
  const signatures = counter()
  const listed = await call(
    'getBlock',
    [slot, { ...config('json'), transactionDetails: 'signatures' }],
    signatures,
  )
  expect(listed).toMatchObject({ signatures: sent })
  expect(signatures.count()).toBe(HEAVY_COUNT)
  // A block of one is answered whole, whatever is in it.
  nowMs += 1_000
  const { slot: alone, signature } = await chain.sendTransaction(heavyWire(heavy, 50n))
  expect(await call('getBlock', [alone, config('json')], counter())).toMatchObject({
    transactions: [{ transaction: { signatures: [signature] } }],
  })
})

test('the status of a transaction that is asked for often is read once', async () => {
  const read = vi.spyOn(chain, 'getTransaction')
  const pause = counter()
  const asked = [...Array.from({ length: 200 }, first), sent[1], '1'.repeat(64)]
  const { value } = (await call('getSignatureStatuses', [asked], pause)) as { value: unknown[] }
  expect(value).toHaveLength(202)
  expect(value.slice(0, 201)).toEqual(
    Array.from({ length: 201 }, () => expect.objectContaining({ slot, err: null })),
  )
  expect(value.at(-1)).toBeNull()
  expect(read).toHaveBeenCalledTimes(3)
  expect(pause.count()).toBe(3)
  read.mockRestore()
})

test('a wallet’s transactions are listed one at a time', async () => {
  const read = vi.spyOn(chain.store, 'findTransactionAt')
  const whole = vi.spyOn(
    chain.store as typeof chain.store & { findTransaction(of: string): unknown },
    'findTransaction',
  )
  let most = 0
  const pause: Pause = () => {
    most = Math.max(most, read.mock.calls.length)
    read.mockClear()
    return undefined
  }
  const [last = '', newest = ''] = [sent[2], sent.at(-1)]
  const listed = (await call(
    'getSignaturesForAddress',
    [friend, { before: newest, until: last }],
    pause,
  )) as {
    signature: string
  }[]
  expect(listed.map(({ signature }) => signature)).toEqual(sent.slice(3, -1).toReversed())
  expect(most).toBe(1)
  // Where the range begins and ends is known without reading a transaction.
  expect(whole).not.toHaveBeenCalled()
  read.mockRestore()
  whole.mockRestore()
})

test('the transfers in a transaction are found without encoding what its programs were called with', async () => {
  const rpc = createSolanaRpcFromTransport(embeddedTransport(chain))
  const asked = vi.fn<() => never>(() => {
    throw new Error('a node was asked')
  })
  const straight = { ...embeddedDoor(chain, heavy), rpc: createSolanaRpcFromTransport(asked) }
  const found = await findTransfers(straight, first())
  expect(found?.transfers).toEqual([
    { from: payer.address, to: friend, mintAddress: null, units: 1_000_000n },
  ])
  expect(found).toEqual(await findTransfers({ rpc }, first()))
  expect(await findTransfers(straight, '1'.repeat(64))).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
  // Everybody else has a turn between two of them.
  const turns = await turnsDuring(async () => {
    for (const signature of sent) await findTransfers(straight, signature)
  })
  expect(turns).toBeGreaterThanOrEqual(HEAVY_COUNT)
})

test('a long answer within the process leaves turns to everybody else', async () => {
  const rpc = createSolanaRpcFromTransport(embeddedTransport(chain))
  const turns = await turnsDuring(async () => {
    for (const signature of sent)
      await rpc
        .getTransaction(signature as Signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
        .send()
  })
  expect(turns).toBeGreaterThanOrEqual(HEAVY_COUNT)
})

test('the logs of a refused transaction are cut as a cluster’s node cuts them', async () => {
  const failing = (await deployAs(payer, chain, heavyProgram(1))).program
  nowMs += 1_000
  const wire = Buffer.from(heavyWire(failing)).toString('base64')
  const refusal = (await Promise.resolve(
    call('sendTransaction', [wire, { encoding: 'base64' }], counter()),
  ).catch((error: unknown) => error)) as { data: { logs: string[] } }
  const { logs } = refusal.data
  expect(logs.at(-1)).toBe('Log truncated')
  expect(logs.slice(0, 2)).toEqual([`Program ${failing} invoke [1]`, `Program ${failing} invoke [2]`])
  expect(Buffer.byteLength(logs.slice(0, -1).join(''))).toBeLessThan(10_000)
})
