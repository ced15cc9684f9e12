import { type Address, createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { decodeTransaction, encodeTransaction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { describe, expect, test } from 'vitest'
import { findTransfers, transferOf } from './transfers.ts'

const units = (at: number, length: number, head: readonly number[]) => {
  const data = Buffer.alloc(length)
  Buffer.from(head).copy(data)
  data.writeBigUInt64LE(5_000n, at)
  return new Uint8Array(data)
}
const holdings = new Map([
  ['from-account', { owner: 'from', mintAddress: 'mint' }],
  ['to-account', { owner: 'to', mintAddress: 'mint' }],
])
const ofSystem = (data: Uint8Array) =>
  transferOf({ program: SYSTEM_PROGRAM, accounts: ['from', 'to'], data, holdings })
const ofToken = (data: Uint8Array, accounts: readonly string[]) =>
  transferOf({ program: TOKEN_2022_PROGRAM, accounts, data, holdings })

const SOL = { from: 'from', to: 'to', mintAddress: null, units: 5_000n }
const COINS = { ...SOL, mintAddress: 'mint' }

describe('a transfer', () => {
  test('of SOL is the system program’s', () => expect(ofSystem(units(4, 12, [2]))).toEqual(SOL))
  test('of SOL may open a wallet’s account', () => expect(ofSystem(units(4, 52, [0]))).toEqual(SOL))
  test('of tokens names the owners of both accounts, checked or not, with a fee or without', () => {
    expect(ofToken(units(1, 9, [3]), ['from-account', 'to-account', 'from'])).toEqual(COINS)
    const checked = ['from-account', 'mint', 'to-account', 'from']
    expect(ofToken(units(1, 10, [12]), checked)).toEqual(COINS)
    expect(ofToken(units(2, 19, [26, 1]), checked)).toEqual(COINS)
  })
})

describe('no transfer', () => {
  test('is an account made for a program', () => {
    const data = units(4, 52, [0])
    data.fill(7, 20)
    expect(ofSystem(data)).toBeUndefined()
  })
  test.each([
    ['bytes that are not whole', units(4, 12, [2]).slice(0, 11)],
    ['another call', units(4, 12, [3])],
    ['no bytes', new Uint8Array()],
  ])('are %s', (_, data) => expect(ofSystem(data)).toBeUndefined())
  test('is another call of the token program, one that is cut, or of accounts that nobody names', () => {
    expect(ofToken(units(1, 10, [15]), ['from-account', 'mint', 'to-account'])).toBeUndefined()
    expect(ofToken(units(1, 9, [3]).slice(0, 8), ['from-account', 'to-account'])).toBeUndefined()
    expect(ofToken(units(1, 9, [3]), ['from-account', 'elsewhere'])).toBeUndefined()
  })
  test('is what another program is called with', () =>
    expect(
      transferOf({ program: 'other', accounts: ['from', 'to'], data: units(4, 12, [2]), holdings }),
    ).toBeUndefined())
})

test('long data of programs that are no transfers costs no time', async () => {
  const [from, to, other] = Array.from({ length: 3 }, () => createKeypair().address)
  const wire = encodeTransaction({
    feePayer: from as Address,
    recentBlockhash: SYSTEM_PROGRAM,
    instructions: [
      {
        programAddress: other as Address,
        accounts: [to as Address, SYSTEM_PROGRAM].map((address) => ({
          address,
          signer: false,
          writable: false,
        })),
        data: new Uint8Array(),
      },
    ],
  })
  const at = (address: Address | undefined) => addresses.findIndex((each) => each === address)
  const { addresses } = decodeTransaction(wire)
  const call = (program: Address | undefined, data: string) => ({
    programIdIndex: at(program),
    accounts: [at(from), at(to)],
    data,
  })
  const long = 'z'.repeat(14_000)
  const result = {
    slot: 1,
    blockTime: 1_800_000_000,
    transaction: [Buffer.from(wire).toString('base64'), 'base64'],
    meta: {
      innerInstructions: [
        {
          index: 0,
          instructions: [
            ...Array.from({ length: 50 }, () => call(other, long)),
            ...Array.from({ length: 50 }, () => call(SYSTEM_PROGRAM, long)),
            call(SYSTEM_PROGRAM, encodeBase58(units(4, 12, [2]))),
          ],
        },
      ],
    },
  }
  const transport: RpcTransport = async <T>({ payload }: { payload: unknown }) =>
    ({ jsonrpc: '2.0', id: (payload as { id: string }).id, result }) as T
  const startMs = performance.now()
  const found = await findTransfers({ rpc: createSolanaRpcFromTransport(transport) }, 's')
  expect(performance.now() - startMs).toBeLessThan(1_000)
  expect(found?.transfers).toEqual([{ from, to, mintAddress: null, units: 5_000n }])
})
