import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import { addressOf } from '../core/address.ts'
import { Writer } from './bytes.ts'
import type { InnerInstruction } from './config-events.ts'
import { decodeEvents } from './events.ts'

const key = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte))
const [program, hostile, mint, who] = [key(1), key(2), key(3), key(4)]

interface RecordInput {
  readonly kind: number
  readonly sequence: bigint
  readonly flags?: number
  readonly edition?: number
  readonly tail?: (writer: Writer) => Writer
}

/** The data of the program's call of itself. */
function record({ kind, sequence, flags = 0, edition = 0, tail }: RecordInput): Uint8Array {
  const writer = new Writer().u8(255).u8(kind).u8(2).u8(flags).u8(0).u32(edition).u64(sequence)
  writer.address(mint).address(who)
  for (const value of [10n, 20n, 3n, 1n, 40n, 50n, 60n, 7n, 1_800_000_000n]) writer.u64(value)
  return (tail ? tail(writer) : writer).finish()
}
const call = (data: Uint8Array, programAddress: Address = program): InnerInstruction => ({
  programAddress,
  data,
})

const terms = (writer: Writer) => writer.u64(420n).u64(5n).u32(60).u16(100).u16(5_000)
const texts = (writer: Writer) => writer.text('Nyan 🐈').text('NYAN').text('Twins').text('ipfs://x')

test('reads every kind of event', () => {
  const inner = [
    record({
      kind: 2,
      sequence: 1n,
      tail: (writer) => texts(terms(writer).u16(400).u16(90).u64(30n).u16(5_000).u16(120)),
    }),
    record({ kind: 3, sequence: 2n, flags: 1 }),
    record({ kind: 4, sequence: 3n }),
    record({ kind: 7, sequence: 4n, tail: (writer) => writer.u64(1_800_086_400n) }),
    record({ kind: 8, sequence: 5n }),
    record({ kind: 5, sequence: 6n, flags: 2, edition: 1_000 }),
    record({ kind: 5, sequence: 7n, edition: 7 }),
    record({ kind: 6, sequence: 8n, edition: 7 }),
    record({ kind: 12, sequence: 9n }),
  ].map((data) => call(data))
  const shared = {
    mint,
    who,
    reserveLamports: 40n,
    reserveBaseUnits: 50n,
    realLamports: 60n,
    unixSeconds: 1_800_000_000n,
  }
  expect(decodeEvents(inner, program)).toEqual([
    {
      ...shared,
      sequence: 1n,
      kind: 'launch',
      terms: {
        graduationMarketCapLamports: 420n,
        boostPriceLamports: 5n,
        boostSeconds: 60,
        sellFeeBps: 100,
        creatorShareBps: 5_000,
        royaltyBps: 400,
        marketFeeBps: 90,
      },
      choices: { openingReserveLamports: 30n, guardBps: 5_000, guardSeconds: 120 },
      texts: { name: 'Nyan 🐈', symbol: 'NYAN', collectionName: 'Twins', uri: 'ipfs://x' },
    },
    {
      ...shared,
      sequence: 2n,
      kind: 'buy',
      lamportsIn: 10n,
      surchargeLamports: 3n,
      baseUnitsOut: 20n,
      graduated: true,
      burnedBaseUnits: 7n,
    },
    {
      ...shared,
      sequence: 3n,
      kind: 'sell',
      baseUnitsIn: 20n,
      lamportsOut: 10n,
      feeLamports: 3n,
      creatorFeeLamports: 1n,
    },
    { ...shared, sequence: 4n, kind: 'boost', lamportsIn: 10n, boostedUntilSeconds: 1_800_086_400n },
    { ...shared, sequence: 5n, kind: 'claimCreatorFees', lamportsOut: 10n },
    { ...shared, sequence: 6n, kind: 'capture', edition: 1_000, minted: true, baseUnits: 20n },
    { ...shared, sequence: 7n, kind: 'capture', edition: 7, minted: false, baseUnits: 20n },
    { ...shared, sequence: 8n, kind: 'release', edition: 7, baseUnits: 20n },
    { ...shared, sequence: 9n, kind: 'collect', lamportsOut: 10n },
  ])
})

test('counts calls of our program with the event’s tag alone', () => {
  const event = record({ kind: 3, sequence: 1n })
  const inner = [
    call(event, hostile),
    call(Uint8Array.of(3, ...event.subarray(1))),
    call(new Uint8Array()),
    call(event),
  ]
  expect(decodeEvents(inner, program).map(({ sequence }) => sequence)).toEqual([1n])
})

test.each([
  ['an earlier version', (bytes: Buffer) => bytes.fill(1, 2, 3)],
  ['a later version', (bytes: Buffer) => bytes.fill(3, 2, 3)],
  ['an unknown kind', (bytes: Buffer) => bytes.fill(77, 1, 2)],
  ['a byte missing', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['a byte too many', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])],
])('stops at a record of ours with %s', (_, change) => {
  const data = change(Buffer.from(record({ kind: 3, sequence: 1n })))
  expect(() => decodeEvents([call(data)], program)).toThrow(/known|bytes/)
})
