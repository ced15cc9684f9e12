import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import { Writer } from './bytes.ts'
import { decodeEvents } from './events.ts'
import { addressOf } from './message.ts'

const key = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte))
const [program, hostile, mint, who] = [key(1), key(2), key(3), key(4)]

/** A record as the program logs it. */
function record(
  kind: number,
  sequence: bigint,
  tail: (writer: Writer) => Writer = (writer) => writer,
): string {
  const writer = new Writer()
    .u8(kind)
    .u8(1)
    .u8(kind === 3 ? 1 : 0)
    .u8(0)
    .u32(0)
    .u64(sequence)
    .address(mint)
    .address(who)
  for (const value of [10n, 20n, 3n, 1n, 40n, 50n, 60n, 7n, 1_800_000_000n]) writer.u64(value)
  return `Program data: ${Buffer.from(tail(writer).finish()).toString('base64')}`
}
const start = (address: Address, depth: number) => `Program ${address} invoke [${depth}]`
const done = (address: Address) => `Program ${address} success`
const sequences = (logs: readonly string[]) =>
  decodeEvents(logs, program).events.map(({ sequence }) => sequence)

test('reads every kind of event', () => {
  const launch = record(2, 1n, (writer) =>
    writer
      .u64(420n)
      .u64(5n)
      .u32(60)
      .u16(100)
      .u16(5_000)
      .text('Nyan 🐈')
      .text('NYAN')
      .text('Twins')
      .text('ipfs://x'),
  )
  const logs = [
    start(program, 1),
    launch,
    record(3, 2n),
    record(4, 3n),
    record(7, 4n, (writer) => writer.u64(1_800_086_400n)),
    record(8, 5n),
    done(program),
  ]
  const { events, truncated } = decodeEvents(logs, program)
  const shared = {
    mint,
    who,
    reserveLamports: 40n,
    reserveBaseUnits: 50n,
    realLamports: 60n,
    unixSeconds: 1_800_000_000n,
  }
  expect(truncated).toBe(false)
  expect(events).toEqual([
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
      },
      texts: { name: 'Nyan 🐈', symbol: 'NYAN', collectionName: 'Twins', uri: 'ipfs://x' },
    },
    {
      ...shared,
      sequence: 2n,
      kind: 'buy',
      lamportsIn: 10n,
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
  ])
})

test('counts a record only while the innermost program is ours', () => {
  const forged = record(3, 99n)
  expect(sequences([start(hostile, 1), forged, done(hostile)])).toEqual([])
  // A program called by ours can't speak for it; after its return we speak again.
  const nested = [start(program, 1), start(hostile, 2), forged, done(hostile), record(3, 1n), done(program)]
  expect(sequences(nested)).toEqual([1n])
  // Called by another program, ours speaks for itself alone.
  const inside = [
    start(hostile, 1),
    forged,
    start(program, 2),
    record(3, 2n),
    done(program),
    forged,
    done(hostile),
  ]
  expect(sequences(inside)).toEqual([2n])
  expect(sequences([start(program, 1), record(3, 1n), done(program), forged])).toEqual([1n])
})

test('what a program says can’t be taken for what the runtime says', () => {
  const forged = record(3, 99n)
  const lies = [
    start(hostile, 1),
    `Program log: ${start(program, 2)}`,
    forged,
    `Program log: \n${start(program, 2)}`,
    forged,
    `Program return: ${program} invoke [2]`,
    forged,
    `Program data: ${start(program, 2)}`,
    forged,
    done(hostile),
  ]
  expect(sequences(lies)).toEqual([])
})

test('a program that failed and was caught at the top leaves no trace', () => {
  const logs = [
    start(hostile, 1),
    `Program ${hostile} failed: custom program error: 0x1`,
    start(program, 1),
    record(3, 1n),
    done(program),
  ]
  expect(sequences(logs)).toEqual([1n])
})

test('logs that were cut off are reported, and nothing after the cut counts', () => {
  const cut = [start(program, 1), record(3, 1n), 'Log truncated', record(3, 2n)]
  const { events, truncated } = decodeEvents(cut, program)
  expect([events.length, truncated]).toEqual([1, true])
  // A program may say so itself; that is not the runtime's line.
  expect(decodeEvents([start(program, 1), 'Program log: Log truncated'], program).truncated).toBe(false)
})

test.each([
  ['a later version', (bytes: Buffer) => bytes.fill(2, 1, 2)],
  ['an unknown kind', (bytes: Buffer) => bytes.fill(77, 0, 1)],
  ['a byte missing', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['a byte too many', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])],
])('stops at a record of ours with %s', (_, change) => {
  const bytes = Buffer.from(record(3, 1n).slice('Program data: '.length), 'base64')
  const line = `Program data: ${change(bytes).toString('base64')}`
  expect(() => decodeEvents([start(program, 1), line, done(program)], program)).toThrow(
    /ProgramData|known|bytes/,
  )
})
