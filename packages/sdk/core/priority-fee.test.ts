import { describe, expect, it, test } from 'vitest'
import { Random, testSeed } from '../../../program/test/random.ts'
import { priorityChoiceOf } from './input-settings.ts'
import {
  COMPUTE_UNITS_MAX,
  LEVEL_LAMPORTS_MAX,
  levelLamports,
  PRIORITY_LAMPORTS_MAX,
  pricesOf,
  priceWithin,
  priorityLamports,
  unitLimitOf,
} from './priority-fee.ts'

describe('the levels', () => {
  it('are percentiles of what was paid lately, in whatever order it is told', () => {
    const recent = Array.from({ length: 100 }, (_, at) => BigInt((((at * 37) % 100) + 1) * 1_000_000))
    expect(pricesOf(recent)).toEqual({ normal: 50_000_000n, fast: 75_000_000n, turbo: 95_000_000n })
  })
  it('are never below the least, with or without figures', () => {
    const least = { normal: 20_000n, fast: 100_000n, turbo: 500_000n }
    expect(pricesOf([])).toEqual(least)
    expect(pricesOf([0n, 0n, 0n])).toEqual(least)
    expect(pricesOf([300_000n])).toEqual({ normal: 300_000n, fast: 300_000n, turbo: 500_000n })
  })
  it('never come to more than the most, whatever others pay', () => {
    expect(levelLamports(pricesOf([]), 'trade')).toEqual({ normal: 1_000n, fast: 5_000n, turbo: 25_000n })
    // In whole thousands of lamports, which is what a card writes.
    expect(levelLamports(pricesOf([123_457n]), 'trade').normal).toBe(7_000n)
    const dear = levelLamports(pricesOf([2n ** 64n - 1n]), 'swap')
    expect(new Set(Object.values(dear))).toEqual(new Set([LEVEL_LAMPORTS_MAX]))
  })
})

test('a price never comes to more than the fee that it was made of, and to a lamport less at the most', () => {
  const random = new Random(testSeed())
  for (let round = 0; round < 2_000; round++) {
    const fee = BigInt(random.below(Number(PRIORITY_LAMPORTS_MAX)) + 1)
    const units = BigInt(random.below(Number(COMPUTE_UNITS_MAX)) + 1)
    const paid = priorityLamports(priceWithin(fee, units), units)
    expect(paid <= fee && fee - paid <= units / 1_000_000n + 1n, `${fee} for ${units} units`).toBe(true)
  }
})

test('a limit has a margin, and is one that the network gives', () => {
  expect(unitLimitOf(8_000n)).toBe(29_600n)
  expect(unitLimitOf(250_000n)).toBe(320_000n)
  expect(unitLimitOf(1_300_000n)).toBe(COMPUTE_UNITS_MAX)
})

test.each([
  ['normal', 'normal'],
  ['turbo', 'turbo'],
  ['0', { lamports: 0n }],
  ['0.001', { lamports: 1_000_000n }],
  ['0,05', { lamports: 50_000_000n }],
  ['0.001 SOL', { lamports: 1_000_000n }],
  ['0.050000001', undefined],
  ['1', undefined],
  ['', undefined],
  ['-1', undefined],
  ['Fast', undefined],
  ['constructor', undefined],
])('“%s” chooses %o', (text, choice) => {
  expect(priorityChoiceOf(text)).toEqual(choice)
})
