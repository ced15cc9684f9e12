// Repeatable random numbers for tests, biased to the edges where arithmetic breaks. Tests only.
import { hash } from 'node:crypto'
import { size } from '../../tests/soak.ts'

/** TWINMINT_SEED where it is set, so that a failure can be repeated; else the same in each test run, a new one in each soak. */
export function testSeed(): string {
  return process.env['TWINMINT_SEED'] ?? size('twinmint', Math.random().toString(36).slice(2, 10))
}

export class Random {
  private counter = 0
  private readonly seed: string
  constructor(seed: string) {
    this.seed = seed
  }
  u64(): bigint {
    return hash('sha256', `${this.seed} ${this.counter++}`, 'buffer').readBigUInt64LE(0)
  }
  /** 0 to `limit` - 1. */
  below(limit: number): number {
    return Number(this.u64() % BigInt(limit))
  }
  /** `from` to `to`, both included. */
  between(from: bigint, to: bigint): bigint {
    return from + (this.u64() % (to - from + 1n))
  }
  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0]
  }
  /** Up to `most`, with every order of magnitude as likely as any other, and the edges often. */
  amount(most: bigint): bigint {
    if (most <= 0n) return this.pick([0n, 1n])
    const digits = most.toString().length
    const magnitude = 10n ** BigInt(1 + this.below(digits))
    const spread = this.between(0n, magnitude < most ? magnitude : most)
    return this.pick([spread, spread, spread, spread, spread, spread, 0n, 1n, 2n, most, most - 1n, most + 1n])
  }
}

/** Says with which seed a failure repeats. */
export async function withSeed(run: (seed: string) => Promise<void> | void): Promise<void> {
  const seed = testSeed()
  try {
    await run(seed)
  } catch (error) {
    throw new Error(
      `repeat with TWINMINT_SEED=${seed}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}
