import { describe, expect, it } from 'vitest'
import { FORM_OPENING_LAMPORTS, STANDARD_OPENING_LAMPORTS } from '../../core/curve.ts'
import { LAMPORTS_PER_SOL, type Lamports, lamports } from '../../core/money.ts'
import { solTenthsText, supplyPercentText } from '../../core/opening.ts'
import { STANDARD_TERMS } from '../../program/terms.ts'
import {
  choicesOf,
  FORM_CHOICES,
  firstBuyerGain,
  firstSolGuarded,
  openingsOf,
  quoteDevBuy,
  termsHex,
} from './choices.ts'

const sol = (amount: number): Lamports => lamports(BigInt(Math.round(amount * 1e9)))
const open = (openingSol: number, guardBps = 0, guardSeconds = 0) => ({
  openingReserveLamports: sol(openingSol),
  guardBps,
  guardSeconds,
})
const figuresOf = (quote: ReturnType<typeof quoteDevBuy>) =>
  quote.kind === 'quote'
    ? [supplyPercentText(quote.baseUnitsOut), solTenthsText(quote.surchargeLamports)]
    : quote.code

describe('the form', () => {
  it('preselects 30 SOL and the guard', () => {
    expect(choicesOf(FORM_CHOICES, undefined)).toEqual(open(30, 5_000, 120))
    expect(choicesOf({ ...FORM_CHOICES, guard: false }, STANDARD_TERMS.graduationMarketCapLamports)).toEqual(
      open(30),
    )
  })

  it('offers what the program takes: at most a quarter of the market cap of graduation', () => {
    const at = (graduationSol: number) =>
      openingsOf(sol(graduationSol)).map((each) => each / LAMPORTS_PER_SOL)
    expect([at(420), at(120), at(119.999999999), at(39), at(4)]).toEqual([
      [30n, 10n, 1n],
      [30n, 10n, 1n],
      [10n, 1n],
      [1n],
      [1n],
    ])
    expect(choicesOf(FORM_CHOICES, sol(50)).openingReserveLamports).toBe(sol(10))
    expect(choicesOf({ openingReserveLamports: '17', guard: true }, sol(420))).toEqual(open(30, 5_000, 120))
  })
})

describe('being first', () => {
  it.each([
    [1, '9.2'],
    [10, '2.3'],
    [30, '0.7'],
  ])('at %d SOL gains %s SOL of ten others', (opening, gain) => {
    expect(solTenthsText(firstBuyerGain(STANDARD_TERMS, sol(opening)))).toBe(gain)
  })

  it('still takes a third of the supply under the guard at 1 SOL, and little at 30', () => {
    const first = (opening: Lamports) => supplyPercentText(firstSolGuarded(STANDARD_TERMS, opening))
    expect([first(STANDARD_OPENING_LAMPORTS), first(FORM_OPENING_LAMPORTS)]).toEqual(['33.3', '1.6'])
  })
})

describe('a dev buy', () => {
  const quote = (choices: ReturnType<typeof open>, amount: number) =>
    quoteDevBuy(STANDARD_TERMS, choices, sol(amount))

  it('follows the opening', () => {
    expect(figuresOf(quote(open(1), 1))).toEqual(['50', '0'])
    expect(figuresOf(quote(open(30), 1))).toEqual(['3.2', '0'])
  })

  it('is free of the guard up to 5 % of the supply, and says how much that is', () => {
    const free = quote(open(30, 5_000, 120), 1)
    expect(figuresOf(free)).toEqual(['3.2', '0'])
    const most = free.kind === 'quote' ? free.exemptLamportsMax : 0n
    expect(most).toBe(1_578_947_368n)
    expect(figuresOf(quote(open(30, 5_000, 120), Number(most) / 1e9))).toEqual(['5', '0'])
    expect(figuresOf(quote(open(30, 5_000, 120), 1.578947369))).toEqual(['2.6', '0.8'])
    expect(figuresOf(quote(open(30, 0, 0), 1.578947369))).toEqual(['5', '0'])
  })

  it('is refused where it is nothing, or more than there is', () => {
    expect(figuresOf(quote(open(30), 0))).toBe('amountZero')
    expect(quoteDevBuy(STANDARD_TERMS, open(30), lamports((1n << 64n) - 1n))).toMatchObject({
      code: 'overflow',
    })
  })
})

it('terms are named by each of their values', () => {
  const values = Object.keys(STANDARD_TERMS) as (keyof typeof STANDARD_TERMS)[]
  const names = values.map((value) => {
    const now = STANDARD_TERMS[value]
    return termsHex({ ...STANDARD_TERMS, [value]: typeof now === 'bigint' ? now + 1n : now + 1 })
  })
  expect(new Set([...names, termsHex(STANDARD_TERMS)]).size).toBe(8)
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/)
})
