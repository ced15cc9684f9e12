import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SUPPLY_BASE_UNITS } from './curve.ts'
import { baseUnits, LAMPORTS_PER_SOL, type Lamports, lamports } from './money.ts'
import { openingFigures, solTenthsText, squareRootUp, supplyPercentText } from './opening.ts'

const sol = (amount: number): Lamports => lamports(BigInt(amount) * LAMPORTS_PER_SOL)

describe('an opening reserve means', () => {
  it.each([
    { opening: 1, firstSol: '50', raised: '19.5', pool: '4.6', nftCoins: 1_001_002n },
    { opening: 10, firstSol: '9.1', raised: '54.8', pool: '13', nftCoins: 10_010_011n },
    { opening: 30, firstSol: '3.2', raised: '82.2', pool: '19.6', nftCoins: 30_030_031n },
  ])('$opening SOL: 1 SOL buys $firstSol %, $raised SOL raised, $pool % in the pool', (row) => {
    const figures = openingFigures({
      openingReserveLamports: sol(row.opening),
      graduationMarketCapLamports: sol(420),
    })
    expect({
      firstSol: supplyPercentText(figures.firstSolBaseUnits),
      raised: solTenthsText(figures.raisedLamports),
      pool: supplyPercentText(figures.poolBaseUnits),
      nftCoins: figures.nftCoinsLamports,
    }).toEqual({ firstSol: row.firstSol, raised: row.raised, pool: row.pool, nftCoins: row.nftCoins })
  })

  it('half of the supply for the first SOL, to the unit, where 1 SOL opens it', () => {
    const { firstSolBaseUnits } = openingFigures({
      openingReserveLamports: sol(1),
      graduationMarketCapLamports: sol(420),
    })
    expect(firstSolBaseUnits * 2n).toBe(SUPPLY_BASE_UNITS)
  })

  it('nothing to raise and no pool where it opens at graduation, and no sense beyond', () => {
    const at = { openingReserveLamports: sol(7), graduationMarketCapLamports: sol(7) }
    expect(openingFigures(at)).toMatchObject({ raisedLamports: 0n, poolBaseUnits: 0n })
    expect(() => openingFigures({ ...at, openingReserveLamports: sol(8) })).toThrow('opens between')
    expect(() => openingFigures({ ...at, openingReserveLamports: lamports(0n) })).toThrow('opens between')
  })
})

it('a root is the least number whose square is enough', () => {
  const values = fc.oneof(fc.bigInt({ min: 0n, max: 1n << 130n }), fc.bigInt({ min: 0n, max: 1_000n }))
  fc.assert(
    fc.property(values, fc.integer({ min: -1, max: 1 }), (near, off) => {
      for (const value of [near, near * near + BigInt(off)]) {
        if (value < 0n) continue
        const root = squareRootUp(value)
        expect(root * root >= value && (root === 0n || (root - 1n) ** 2n < value)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  [0n, '0'],
  [SUPPLY_BASE_UNITS, '100'],
  [499_999_999_999n, '0'],
  [500_000_000_000n, '0.1'],
  [130_499_999_999_999n, '13'],
  [130_500_000_000_000n, '13.1'],
])('%d base units of the supply are %s %', (part, text) => {
  expect(supplyPercentText(baseUnits(part))).toBe(text)
})
