import { describe, expect, test } from 'vitest'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './program/programs.ts'
import { transferOf } from './transfers.ts'

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
