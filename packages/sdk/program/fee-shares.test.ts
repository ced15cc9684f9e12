import type { Address } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf } from '../core/address.ts'
import { feeShareDueLamports } from '../core/fee-shares.ts'
import { lamports } from '../core/money.ts'
import { decodeFeeShares } from './accounts.ts'
import { ProgramDataError, Writer } from './bytes.ts'
import { decodeEvent } from './events.ts'
import { nextShares, sharesChange } from './fee-shares.ts'
import { buildInstruction, decodeInstruction } from './instructions.ts'
import type { Instruction } from './message.ts'
import { SYSTEM_PROGRAM } from './programs.ts'
import { FEE_SHARES_BYTES } from './sizes.ts'

const key = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte))
const [program, authority, mint] = [key(1), key(2), key(3)]
const addresses = { market: key(4), feeShares: key(5) }
const present = [key(6), key(7)]
const next = [
  { address: key(8), bps: 9_999 },
  { address: key(6), bps: 1 },
]
const read = ({ data, accounts }: Instruction) =>
  decodeInstruction(
    data,
    accounts.map(({ address }) => address),
  )

test('reads back what it builds', () => {
  expect(
    read(
      buildInstruction(program, 'setFeeShares', { ...addresses, authority }, ...sharesChange(present, next)),
    ),
  ).toEqual({
    name: 'setFeeShares',
    addresses: { authority, ...addresses, system: SYSTEM_PROGRAM, program },
    shares: next.map(({ bps }) => bps),
    receivers: [...present, ...next.map(({ address }) => address)],
  })
  const accepted = read(
    buildInstruction(
      program,
      'acceptFeeShares',
      { ...addresses, pendingAuthority: authority },
      ...sharesChange(present, next),
    ),
  )
  expect(accepted).toMatchObject({
    name: 'acceptFeeShares',
    addresses: { pendingAuthority: authority, ...addresses, program },
  })
  expect(accepted.name === 'acceptFeeShares' && nextShares(accepted)).toEqual(next)
  expect(read(buildInstruction(program, 'drawFeeShare', { ...addresses, receiver: key(8) }))).toEqual({
    name: 'drawFeeShare',
    addresses: { receiver: key(8), ...addresses, program },
  })
  for (const pendingAuthority of [key(9), undefined])
    expect(
      read(buildInstruction(program, 'offerFeeShares', { ...addresses, authority }, { pendingAuthority })),
    ).toEqual({
      name: 'offerFeeShares',
      addresses: { authority, ...addresses, program },
      pendingAuthority,
    })
})

test('the bytes and the marks are those of docs/program.md', () => {
  const set = buildInstruction(
    program,
    'setFeeShares',
    { ...addresses, authority },
    ...sharesChange(present, next),
  )
  expect(set.data).toEqual(Uint8Array.of(17, 2, 0x0f, 0x27, 1, 0))
  expect(set.accounts.map(({ signer, writable }) => `${signer ? 's' : ''}${writable ? 'w' : ''}`)).toEqual([
    'sw',
    'w',
    'w',
    '',
    '',
    'w',
    'w',
    'w',
    'w',
  ])
  const accept = buildInstruction(
    program,
    'acceptFeeShares',
    { ...addresses, pendingAuthority: authority },
    ...sharesChange(present, next),
  )
  expect(accept.data[0]).toBe(20)
  expect(accept.accounts.map(({ signer, writable }) => `${signer ? 's' : ''}${writable ? 'w' : ''}`)).toEqual(
    ['s', 'w', 'w', '', 'w', 'w', 'w', 'w'],
  )
  expect(buildInstruction(program, 'drawFeeShare', { ...addresses, receiver: key(8) }).data).toEqual(
    Uint8Array.of(18),
  )
  const offer = buildInstruction(
    program,
    'offerFeeShares',
    { ...addresses, authority },
    { pendingAuthority: undefined },
  )
  expect(offer.data).toEqual(Uint8Array.of(19, ...new Uint8Array(32)))
})

test('refuses instructions that are not whole', () => {
  const set = buildInstruction(
    program,
    'setFeeShares',
    { ...addresses, authority },
    ...sharesChange(present, next),
  )
  const draw = buildInstruction(program, 'drawFeeShare', { ...addresses, receiver: key(8) })
  const five = Array.from({ length: 5 }, (_, at) => ({ address: key(20 + at), bps: 2_000 }))
  for (const wrong of [
    { ...set, data: set.data.slice(0, -1) },
    { ...set, data: Uint8Array.of(...set.data, 0) },
    { ...set, accounts: set.accounts.slice(0, 4) },
    { ...set, accounts: set.accounts.slice(0, 6) },
    { ...draw, accounts: draw.accounts.slice(1) },
    { ...draw, accounts: [...draw.accounts, ...draw.accounts] },
    { ...draw, data: Uint8Array.of(18, 0) },
    buildInstruction(program, 'setFeeShares', { ...addresses, authority }, ...sharesChange(present, five)),
    buildInstruction(
      program,
      'setFeeShares',
      { ...addresses, authority },
      ...sharesChange(
        five.map(({ address }) => address),
        next,
      ),
    ),
  ])
    expect(() => read(wrong)).toThrow(ProgramDataError)
})

/** From the authority on, as account and events have it. */
function state(writer: Writer, count: number): Writer {
  writer.address(authority).address(key(0)).u8(count)
  for (let place = 0; place < 4; place++)
    writer
      .address(place < count ? key(10 + place) : key(0))
      .u64(place < count ? BigInt(place) : 0n)
      .u16(place < count ? 2_500 : 0)
      .u8(place < count ? place % 2 : 0)
  return writer
}
const receivers = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    address: key(10 + place),
    drawnLamports: BigInt(place),
    bps: 2_500,
    isConfirmed: place % 2 === 1,
  }))

test('reads the account, and nothing that is not one', () => {
  const writer = new Writer().u8(3).u8(1).u8(254).bytes(new Uint8Array(5)).address(mint)
  const data = state(writer, 3).bytes(new Uint8Array(35)).finish()
  expect(data).toHaveLength(FEE_SHARES_BYTES)
  expect(decodeFeeShares(data)).toEqual({
    mint,
    authority,
    pendingAuthority: undefined,
    receivers: receivers(3),
  })
  for (const [at, value] of [
    [0, 2],
    [1, 2],
    [104, 5],
  ] as const) {
    const wrong = data.slice()
    wrong[at] = value
    expect(() => decodeFeeShares(wrong)).toThrow(ProgramDataError)
  }
  expect(() => decodeFeeShares(data.subarray(1))).toThrow(ProgramDataError)
})

test('reads what its events go on with', () => {
  const tail = state(new Writer(), 2).finish()
  const paid = new Writer().u64(5n).u64(0n).u64(7n).u64(0n).finish()
  const feeShares = { authority, pendingAuthority: undefined, receivers: receivers(2) }
  const event = (tag: number, bytes: Uint8Array) => {
    const head = new Writer().u8(tag).u8(2).bytes(new Uint8Array(6)).u64(9n).address(key(3)).address(key(4))
    return decodeEvent(head.u64(12n).bytes(new Uint8Array(64)).bytes(bytes).finish())
  }
  expect(event(17, Uint8Array.of(...tail, ...paid))).toMatchObject({
    kind: 'setFeeShares',
    lamportsOut: 12n,
    paidLamports: [5n, 0n, 7n, 0n],
    feeShares,
  })
  expect(event(20, Uint8Array.of(...tail, ...paid)).kind).toBe('acceptFeeShares')
  expect(event(18, tail)).toMatchObject({ kind: 'drawFeeShare', lamportsOut: 12n, feeShares })
  const offered = event(19, tail)
  expect(offered).toMatchObject({ kind: 'offerFeeShares', feeShares })
  expect(offered).not.toHaveProperty('lamportsOut')
  expect(() => event(16, tail)).toThrow(ProgramDataError)
  expect(() => event(17, tail)).toThrow(ProgramDataError)
})

test('however fees come and are drawn, nobody gets above its share, and all that is due is there', () => {
  const step = fc.record({ owed: fc.bigInt({ min: 0n, max: 10n ** 12n }), who: fc.nat(3) })
  const shares = fc
    .tuple(
      fc.integer({ min: 1, max: 3_333 }),
      fc.integer({ min: 1, max: 3_333 }),
      fc.integer({ min: 1, max: 3_333 }),
    )
    .map(([a, b, c]) => [a, b, c, 10_000 - a - b - c])
  fc.assert(
    fc.property(shares, fc.array(step, { maxLength: 60 }), (parts, steps) => {
      const all = parts.map((bps) => ({ bps, drawnLamports: lamports(0n) }))
      let owed = 0n
      let received = 0n
      for (const { owed: more, who } of steps) {
        owed += more
        received += more
        const due = feeShareDueLamports(all, who, owed)
        const sum = all.reduce((total, _, place) => total + feeShareDueLamports(all, place, owed), 0n)
        expect(due >= 0n && sum <= owed && owed - sum < 4n).toBe(true)
        const one = all[who]
        if (one) all[who] = { ...one, drawnLamports: lamports(one.drawnLamports + due) }
        owed -= due
        expect((all[who]?.drawnLamports ?? 0n) * 10_000n <= received * BigInt(one?.bps ?? 0)).toBe(true)
      }
    }),
  )
  expect(feeShareDueLamports([], 0, 5n)).toBe(0n)
})
