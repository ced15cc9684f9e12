// Feeds the largest allowed account to every reader of accounts, and checks that no account grows beyond that size.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { lamports } from '@twinmint/sdk/core/money'
import {
  EXTENSION_BYTES_MIN,
  extendProgram,
  PROGRAM_DATA_HEADER_BYTES,
} from '@twinmint/sdk/internal/program/loader'
import { Writer } from '@twinmint/sdk/program/bytes'
import type { AccountMeta, Instruction } from '@twinmint/sdk/program/message'
import { UPGRADEABLE_LOADER_PROGRAM } from '@twinmint/sdk/program/programs'
import { Account } from 'litesvm/dist/internal.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reads, token, writes } from '../../program/test/tokens.ts'
import { ACCOUNT_BYTES_READ } from '../server/chain/chain.ts'
import { embeddedDoor } from '../server/chain/local-chain.ts'
import { type EmbeddedChain, openEmbeddedChain } from './chain.ts'
import { ChainRefusal } from './refusal.ts'
import { RPC_METHODS } from './rpc/methods.ts'
import { answer } from './rpc/rpc.ts'
import { TOKEN_2022_PROGRAM } from './rpc/tokens.ts'
import { openStore } from './store.ts'
import { openSubscriptionHub } from './subscriptions/hub.ts'
import {
  deployAs,
  makeWallet,
  SYSTEM_PROGRAM,
  signedTransaction,
  transferSol,
  type Wallet,
} from './test-wallet.ts'
import { ACCOUNT_BYTES_MAX } from './vm.ts'

const SOL = 1_000_000_000n
let folder: string
let chain: EmbeddedChain
let payer: Wallet
/** Bytes of account data that were copied out of the store and out of the VM. */
const taken = { store: 0, vm: 0 }

/** A store that counts the bytes of account data that are read from it. */
function countingStore(at: string): ReturnType<typeof openStore> {
  const store = openStore(at)
  return Object.assign(Object.create(store, Object.getOwnPropertyDescriptors(store)) as typeof store, {
    findAccount: (address: Address) => {
      const found = store.findAccount(address)
      taken.store += found?.data.length ?? 0
      return found
    },
    lookAt: (address: Address) => {
      const view = store.lookAt(address)
      return (
        view && {
          ...view,
          read: (offset: number, length: number) => {
            const part = view.read(offset, length)
            taken.store += part.length
            return part
          },
        }
      )
    },
  })
}

const signer = (address: Address): AccountMeta => ({ address, signer: true, writable: true })

async function send(instructions: readonly Instruction[], ...signers: readonly Wallet[]): Promise<void> {
  const wire = signedTransaction([payer, ...signers], chain.latestBlockhash().blockhash, instructions)
  const { err, logs } = await chain.sendTransaction(wire)
  if (err !== null) throw new Error(`${JSON.stringify(err)} ${logs.join(' | ')}`)
}

async function nextSlot(): Promise<void> {
  const { slot } = chain.latestBlockhash()
  await expect.poll(() => chain.latestBlockhash().slot).toBeGreaterThan(slot)
}

/** The system program's CreateAccount of any size, rent paid. */
const create = (account: Address, bytes: number, owner: Address = SYSTEM_PROGRAM): Instruction => ({
  programAddress: SYSTEM_PROGRAM,
  accounts: [signer(payer.address), signer(account)],
  data: new Writer().u32(0).u64(chain.rentExemptLamports(bytes)).u64(BigInt(bytes)).address(owner).finish(),
})

beforeAll(async () => {
  const data = Object.getOwnPropertyDescriptor(Account.prototype, 'data')?.value as (
    this: Account,
  ) => Uint8Array
  vi.spyOn(Account.prototype, 'data').mockImplementation(function (this: Account) {
    const bytes = data.call(this)
    taken.vm += bytes.length
    return bytes
  })
  folder = mkdtempSync(join(tmpdir(), 'chain-'))
  chain = await openEmbeddedChain({ folder, openStore: countingStore })
  payer = makeWallet()
  for (let given = 0; given < 20; given++) await chain.airdrop(payer.address, lamports(10n * SOL))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await chain.close()
  rmSync(folder, { recursive: true })
})

describe('no account becomes larger than half a megabyte', () => {
  const OVER = BigInt(ACCOUNT_BYTES_MAX + 1)
  const rent = () => chain.rentExemptLamports(ACCOUNT_BYTES_MAX + 1)
  const seed = (base: Address) => new Writer().address(base).u64(4n).bytes(Buffer.from('seed'))
  const system = (accounts: AccountMeta[], data: Writer): Instruction => ({
    programAddress: SYSTEM_PROGRAM,
    accounts,
    data: data.finish(),
  })
  const ways: Record<string, (made: Wallet) => { readonly instruction: Instruction; readonly alone?: true }> =
    {
      CreateAccount: (made) => ({ instruction: create(made.address, ACCOUNT_BYTES_MAX + 1) }),
      CreateAccountWithSeed: (made) => ({
        instruction: system(
          [signer(payer.address), writes(made.address)],
          new Writer()
            .u32(3)
            .bytes(seed(payer.address).finish())
            .u64(rent())
            .u64(OVER)
            .address(SYSTEM_PROGRAM),
        ),
        alone: true,
      }),
      Allocate: (made) => ({ instruction: system([signer(made.address)], new Writer().u32(8).u64(OVER)) }),
      AllocateWithSeed: (made) => ({
        instruction: system(
          [writes(made.address), reads(payer.address)],
          new Writer().u32(9).bytes(seed(payer.address).finish()).u64(OVER).address(SYSTEM_PROGRAM),
        ),
        alone: true,
      }),
      CreateAccountAllowPrefund: (made) => ({
        instruction: system(
          [signer(made.address), signer(payer.address)],
          new Writer().u32(13).u64(rent()).u64(OVER).address(SYSTEM_PROGRAM),
        ),
      }),
      DeployWithMaxDataLen: (made) => ({
        instruction: {
          programAddress: UPGRADEABLE_LOADER_PROGRAM,
          accounts: [signer(payer.address), signer(made.address)],
          data: new Writer().u32(2).u64(OVER).finish(),
        },
      }),
      ExtendProgram: (made) => ({
        instruction: extendProgram({
          programData: made.address,
          program: payer.address,
          payer: payer.address,
          authority: undefined,
          bytes: Number(OVER),
        }),
        alone: true,
      }),
    }

  test.each(Object.keys(ways))('by %s', async (name) => {
    const made = makeWallet()
    const { instruction, alone } = ways[name]?.(made) ?? {}
    if (!instruction) throw new Error('no such way')
    const wire = signedTransaction(alone ? [payer] : [payer, made], chain.latestBlockhash().blockhash, [
      transferSol(payer.address, payer.address, 1n),
      instruction,
    ])
    const last = chain.store.sequenceLast
    const refusal = {
      err: { InstructionError: [1, { Custom: 3 }] },
      logs: expect.arrayContaining([
        expect.stringMatching(/^Allocate: requested \d+, max allowed 524288$/),
        expect.stringContaining('at most 524288 bytes'),
      ]) as unknown,
    }
    await expect(chain.sendTransaction(wire)).rejects.toMatchObject(refusal)
    expect(() => chain.simulateTransaction(wire)).toThrow(ChainRefusal)
    const sent = await ask('sendTransaction', [base64(wire), { encoding: 'base64' }])
    expect(sent.error).toMatchObject({
      code: -32_002,
      message: 'Transaction simulation failed: Error processing Instruction 1: custom program error: 0x3',
      data: refusal,
    })
    expect((await ask('simulateTransaction', [base64(wire), { encoding: 'base64' }])).result).toMatchObject({
      value: refusal,
    })
    expect(chain.store.sequenceLast).toBe(last)
    expect(chain.getAccount(made.address)).toBeUndefined()
  })

  test('by a called program, refused before execution', async () => {
    const made = makeWallet()
    const { program } = await deployAs(payer, chain, readFileSync('program/caller.so'))
    await nextSlot()
    // A program grows an account by at most 10 KB an instruction, so the limit must be lower for this test.
    await chain.close()
    chain = await openEmbeddedChain({ folder, openStore: countingStore, accountBytesMax: 8 * 1024 })
    const call = (bytes: number) => {
      const called = create(made.address, bytes)
      return signedTransaction([payer, made], chain.latestBlockhash().blockhash, [
        {
          programAddress: program,
          accounts: [...called.accounts, reads(SYSTEM_PROGRAM), reads(SYSTEM_PROGRAM)],
          data: Buffer.concat([Buffer.from([3]), called.data]),
        },
      ])
    }
    const wire = call(10 * 1024)
    const refusal = {
      err: { InstructionError: [0, 'InvalidRealloc'] },
      logs: expect.arrayContaining([
        `Account ${made.address}: requested 10240, max allowed 8192`,
        'On this chain an account has at most 8192 bytes.',
      ]) as unknown,
    }
    await expect(chain.sendTransaction(wire)).rejects.toMatchObject(refusal)
    expect((await ask('simulateTransaction', [base64(wire), { encoding: 'base64' }])).result).toMatchObject({
      value: refusal,
    })
    expect(chain.lookAt(made.address)).toBeUndefined()
    expect((await chain.sendTransaction(call(8 * 1024))).err).toBeNull()
    expect(chain.lookAt(made.address)?.bytes).toBe(8 * 1024)
    await chain.close()
    chain = await openEmbeddedChain({ folder, openStore: countingStore })
  })
})

test('the product’s own program fits, with room for twice its size', async () => {
  const elf = readFileSync('program/twinmint.so')
  const { program, programData } = await deployAs(payer, chain, elf)
  const bytes = PROGRAM_DATA_HEADER_BYTES + 2 * elf.length
  expect(chain.lookAt(programData)?.bytes).toBe(bytes)
  // A larger upgrade asks for more room first, in a slot of its own.
  await nextSlot()
  const extension = { programData, program, payer: payer.address, authority: undefined }
  await send([extendProgram({ ...extension, bytes: EXTENSION_BYTES_MIN })])
  expect(chain.lookAt(programData)?.bytes).toBe(bytes + EXTENSION_BYTES_MIN)
})

describe('a reader of the largest account copies only the bytes it needs', () => {
  const large = Array.from({ length: 5 }, makeWallet)
  const [mint, tokens] = [makeWallet(), makeWallet()]
  const one = large[0]?.address ?? payer.address
  const named = (count: number) => large.slice(0, count).map(({ address }) => address)
  const hundred = Array.from({ length: 100 }, () => one)
  let amountLast = 0n
  /** A transfer that also names `accounts`. It fails if `amount` exceeds the balance. */
  const naming = (accounts: readonly AccountMeta[], amount = ++amountLast): string => {
    const transfer = transferSol(payer.address, payer.address, amount)
    return base64(
      signedTransaction([payer], chain.latestBlockhash().blockhash, [
        { ...transfer, accounts: [...transfer.accounts, ...accounts] },
      ]),
    )
  }
  beforeAll(async () => {
    for (const made of large) await send([create(made.address, ACCOUNT_BYTES_MAX)], made)
    await send(
      [
        create(mint.address, 82, TOKEN_2022_PROGRAM),
        token([writes(mint.address)], [20, 6, ...addressBytes(payer.address), 0]),
        create(tokens.address, ACCOUNT_BYTES_MAX, TOKEN_2022_PROGRAM),
        token([writes(tokens.address), reads(mint.address)], [18, ...addressBytes(one)]),
      ],
      mint,
      tokens,
    )
  })

  const B64 = { encoding: 'base64' }
  const NOTHING = { ...B64, dataSlice: { offset: 0, length: 0 } }
  const PARSED = { encoding: 'jsonParsed' }
  const memcmp = { memcmp: { offset: ACCOUNT_BYTES_MAX - 2, bytes: '11' } }
  /** Tolerance for heads of token accounts and for small accounts. */
  const LITTLE = 64 * 1024
  const ONE = ACCOUNT_BYTES_MAX + LITTLE

  interface Asked {
    readonly params: () => readonly unknown[]
    /** Upper limit of the bytes that the call copies; default LITTLE. */
    readonly most?: number
    /** Part of the error message of a refused call. */
    readonly refused?: string
  }
  const plain = (...params: readonly unknown[]): Asked[] => [{ params: () => params }]
  /** Lists every method: the test fails for a new method that is not listed. */
  const asked: Record<string, readonly Asked[]> = {
    getBalance: [{ params: () => [one] }],
    getAccountInfo: [
      { params: () => [one, NOTHING] },
      { params: () => [one, PARSED], most: ONE },
      { params: () => [one, B64], most: ONE },
      { params: () => [tokens.address, PARSED] },
      { params: () => [one], refused: 'Encoded binary (base 58) data' },
    ],
    getMultipleAccounts: [
      { params: () => [hundred, NOTHING] },
      { params: () => [hundred, { ...B64, dataSlice: { offset: 9, length: 64 } }] },
      { params: () => [hundred, B64], refused: 'Use dataSlice, or ask for fewer' },
      { params: () => [named(5), B64], refused: 'Use dataSlice, or ask for fewer' },
      { params: () => [named(4), B64], most: 4 * ONE },
      { params: () => [Array.from({ length: 100 }, () => tokens.address), PARSED] },
    ],
    getProgramAccounts: [
      { params: () => [SYSTEM_PROGRAM, NOTHING] },
      { params: () => [SYSTEM_PROGRAM, { ...NOTHING, filters: [memcmp, { dataSize: ACCOUNT_BYTES_MAX }] }] },
      { params: () => [TOKEN_2022_PROGRAM, { ...NOTHING, filters: ['tokenAccountState'] }] },
      { params: () => [SYSTEM_PROGRAM, B64], most: 4 * ONE, refused: 'Use dataSlice, or ask for fewer' },
    ],
    getTokenAccountsByOwner: [
      { params: () => [one, { mint: mint.address }, PARSED] },
      { params: () => [one, { programId: TOKEN_2022_PROGRAM }, NOTHING] },
      { params: () => [one, { mint: mint.address }, B64], most: ONE },
    ],
    getTokenAccountBalance: [
      { params: () => [tokens.address] },
      { params: () => [one], refused: 'not a Token account' },
    ],
    getTokenSupply: [{ params: () => [mint.address] }, { params: () => [one], refused: 'not a Token mint' }],
    getTokenLargestAccounts: [{ params: () => [mint.address] }],
    sendTransaction: [
      { params: () => [naming(named(3).map(reads)), B64], refused: 'max loaded accounts data size cap' },
      { params: () => [naming(named(3).map(writes)), B64], refused: 'max loaded accounts data size cap' },
      { params: () => [naming(named(2).map(reads)), B64] },
      // Each is read once after execution, to detect changes.
      { params: () => [naming(named(2).map(writes)), B64], most: 2 * ONE },
      { params: () => [naming(named(2).map(writes), 1n << 60n), B64], refused: 'custom program error' },
      { params: () => [naming(named(2).map(writes), 1n << 61n), { ...B64, skipPreflight: true }] },
      { params: () => [naming([writes(tokens.address), reads(mint.address)]), B64], most: ONE },
    ],
    simulateTransaction: [
      { params: () => [naming(named(2).map(writes)), B64] },
      { params: () => [naming(named(3).map(writes)), B64] },
      {
        params: () => [
          naming(named(2).map(writes)),
          { ...B64, accounts: { addresses: hundred.slice(0, 64), ...B64 } },
        ],
        refused: 'Use dataSlice, or ask for fewer',
        most: ONE,
      },
      {
        params: () => [
          naming(named(2).map(writes)),
          { ...B64, accounts: { addresses: hundred.slice(0, 64), ...NOTHING } },
        ],
        most: ONE,
      },
      {
        params: () => [
          naming([], 1n << 60n),
          { ...B64, accounts: { addresses: hundred.slice(0, 64), ...B64 } },
        ],
      },
    ],
    getSignaturesForAddress: plain(one),
    requestAirdrop: [{ params: () => [one, 1_000_000], most: ONE }],
    getMinimumBalanceForRentExemption: plain(ACCOUNT_BYTES_MAX),
    getFeeForMessage: plain(''),
    getTransaction: plain('1'.repeat(64)),
    getSignatureStatuses: plain(['1'.repeat(64)]),
    getBlock: [{ params: () => [chain.slots.current(), { maxSupportedTransactionVersion: 0 }] }],
    getBlocks: [{ params: () => [chain.slots.current() - 1] }],
    getBlockTime: [{ params: () => [chain.slots.current()] }],
    isBlockhashValid: plain(one),
    getRecentPrioritizationFees: plain([one]),
    ...Object.fromEntries(
      [
        'getHealth',
        'getVersion',
        'getGenesisHash',
        'getIdentity',
        'getSlot',
        'getBlockHeight',
        'getTransactionCount',
        'getEpochInfo',
        'getEpochSchedule',
        'getFirstAvailableBlock',
        'minimumLedgerSlot',
        'getLatestBlockhash',
      ].map((name) => [name, plain()]),
    ),
  }

  test('by the server itself', async () => {
    const door = embeddedDoor(chain, SYSTEM_PROGRAM)
    const before = { ...taken }
    const loaded = await door.loadAccounts([one, tokens.address, mint.address], { bytesMax: 200 })
    expect(loaded.map((account) => account?.data.length)).toEqual([200, 200, 82])
    expect((await door.loadAccounts([one]))[0]?.data).toHaveLength(ACCOUNT_BYTES_READ)
    const wire = Buffer.from(naming(named(2).map(writes)), 'base64')
    expect(await door.simulateCost(wire, payer.address)).toBe(5_000n)
    expect(taken.store + taken.vm - before.store - before.vm).toBeLessThan(LITTLE)
  })

  test('by subscriptions, and no notification is encoded for a reader without room for it', async () => {
    const hub = openSubscriptionHub(chain)
    const heard: Record<string, string[]> = { all: [], slice: [], full: [] }
    const subscribe = (name: string, kind: string, params: readonly unknown[], room = Infinity) =>
      hub
        .connect((text) => heard[name]?.push(text), name, { hasRoom: (bytes) => bytes <= room })
        .methods.get(kind)?.(params)
    try {
      subscribe('all', 'accountSubscribe', [one, B64])
      subscribe('slice', 'programSubscribe', [SYSTEM_PROGRAM, { ...NOTHING, filters: [memcmp] }], LITTLE)
      subscribe('full', 'accountSubscribe', [one, B64], LITTLE)
      await send([transferSol(payer.address, one, 1n)])
      await expect.poll(() => heard.slice).toHaveLength(1)
      expect(heard.slice?.[0]?.length).toBeLessThan(LITTLE)
      expect(heard.all?.[0]?.length).toBeGreaterThan(ACCOUNT_BYTES_MAX)
      expect(heard.full).toEqual([])
    } finally {
      hub.close()
    }
  })

  test('by every method of the JSON-RPC', async () => {
    expect(Object.keys(asked).toSorted()).toEqual([...RPC_METHODS.keys()].toSorted())
    for (const [method, calls] of Object.entries(asked))
      for (const [at, { params, most = LITTLE, refused = '' }] of calls.entries()) {
        const given = params()
        const before = { ...taken }
        const { error } = await ask(method, given)
        const bytes = taken.store + taken.vm - before.store - before.vm
        expect([method, at, Math.max(bytes, most)]).toEqual([method, at, most])
        const message = error?.message ?? ''
        expect([method, at, message]).toEqual([method, at, expect.stringContaining(refused)])
      }
  })
})

test('accounts above the limit, from an earlier version, can be sliced but not named by a transaction', async () => {
  const made = makeWallet()
  const bytes = 10 * 1024 * 1024
  const reopen = async (options: { readonly accountBytesMax?: number }) => {
    await chain.close()
    chain = await openEmbeddedChain({ folder, openStore: countingStore, ...options })
  }
  await reopen({ accountBytesMax: bytes })
  await send([create(made.address, bytes)], made)
  await reopen({})
  const before = { ...taken }
  const slice = { encoding: 'base64', dataSlice: { offset: bytes - 2, length: 9 } }
  const hundred = Array.from({ length: 100 }, () => made.address)
  expect((await ask('getMultipleAccounts', [hundred, slice])).result).toMatchObject({
    value: hundred.map(() => ({ space: bytes, data: ['AAA=', 'base64'] })),
  })
  expect((await ask('getAccountInfo', [made.address, { encoding: 'base64' }])).error?.message).toContain(
    'Use dataSlice',
  )
  expect(chain.getBalance(made.address)).toBe(chain.rentExemptLamports(bytes))
  const [loaded] = await embeddedDoor(chain, SYSTEM_PROGRAM).loadAccounts([made.address])
  expect(loaded?.data).toHaveLength(ACCOUNT_BYTES_READ)
  const wire = signedTransaction([payer], chain.latestBlockhash().blockhash, [
    transferSol(payer.address, made.address, 1n),
  ])
  await expect(chain.sendTransaction(wire)).rejects.toMatchObject({
    err: 'MaxLoadedAccountsDataSizeExceeded',
    logs: [`The accounts of this transaction have ${bytes} bytes together, max allowed 1048576`],
  })
  expect(taken.store + taken.vm - before.store - before.vm).toBeLessThan(2 * ACCOUNT_BYTES_READ)
})

/** Calls a method the way a client does. */
async function ask(method: string, params: readonly unknown[]) {
  return (await answer(chain, { jsonrpc: '2.0', id: 1, method, params })) as {
    readonly result?: unknown
    readonly error?: { readonly code: number; readonly message: string }
  }
}
const base64 = (wire: Uint8Array): string => Buffer.from(wire).toString('base64')
