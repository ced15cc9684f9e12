// The units of money and the only place where one becomes another or becomes text. Amounts are exact: bigint in, bigint out.
// Must not know about the chain, the clock or the screen's language.

export const U64_MAX = (1n << 64n) - 1n

/** Smallest units of SOL: 1,000,000,000 to one SOL. */
export type Lamports = bigint & { readonly __unit: 'lamports' }
/** Smallest units of a coin: 1,000,000 to one coin. */
export type BaseUnits = bigint & { readonly __unit: 'baseUnits' }

export const LAMPORTS_PER_SOL = 1_000_000_000n
export const SOL_DECIMALS = 9
export const COIN_DECIMALS = 6
/** Basis points in a whole: 10,000 is 100 %. */
export const BPS_ONE = 10_000n

/** Brands a whole number from 0 to 2^64 - 1 as lamports; throws a RangeError beyond. */
export function lamports(value: bigint | number): Lamports {
  return checkedU64(BigInt(value), 'lamports') as Lamports
}

/** Brands a whole number from 0 to 2^64 - 1 as base units; throws a RangeError beyond. */
export function baseUnits(value: bigint | number): BaseUnits {
  return checkedU64(BigInt(value), 'base units') as BaseUnits
}

function checkedU64(value: bigint, unit: string): bigint {
  if (value < 0n || value > U64_MAX) throw new RangeError(`${value} ${unit} does not fit 64 bits`)
  return value
}

/** a / b rounded towards zero, for non-negative a and positive b. Payouts use it. */
export function divideFloor(a: bigint, b: bigint): bigint {
  return a / b
}

/** a / b rounded up, for non-negative a and positive b. Fees use it. */
export function divideCeil(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b
}

type AmountProblem = 'empty' | 'notANumber' | 'ambiguous' | 'tooManyDecimals' | 'tooLarge'

export interface RefusedAmount {
  readonly kind: 'refused'
  readonly reason: AmountProblem
  /** The amounts that an ambiguous text may mean, as text that means one. */
  readonly readings?: readonly string[]
}

/** The meaning of a text: units, or why there are none. */
export type ParsedAmount<T extends bigint> = { readonly kind: 'amount'; readonly units: T } | RefusedAmount

/** Reads SOL in plain decimal text: digits, and at most one point. Amounts that people type are read by input-amount.ts. */
export function parseSolText(inputSolText: string): ParsedAmount<Lamports> {
  return parseDecimal<Lamports>(inputSolText, SOL_DECIMALS)
}

/** Reads a coin amount as `parseSolText` does; more than 6 decimals are refused. */
export function parseCoinText(inputCoinText: string): ParsedAmount<BaseUnits> {
  return parseDecimal<BaseUnits>(inputCoinText, COIN_DECIMALS)
}

/** Why an amount was refused, for whoever typed it. */
export function amountSentence({ reason, readings = [] }: RefusedAmount, unit: 'SOL' | 'coins'): string {
  if (reason === 'tooManyDecimals')
    return unit === 'SOL'
      ? `SOL has at most ${SOL_DECIMALS} decimals.`
      : `A coin has at most ${COIN_DECIMALS} decimals.`
  if (reason === 'ambiguous') return `That could be thousands or decimals. Type ${readings.join(' or ')}.`
  return 'Please enter a valid amount'
}

/** Reads a plain decimal into units of so many decimals; more of them are refused, and units beyond 64 bits. */
export function parseDecimal<T extends bigint>(text: string, decimals: number): ParsedAmount<T> {
  const plain = text.trim()
  if (plain === '') return { kind: 'refused', reason: 'empty' }
  const [, whole = '', fraction = ''] = /^(\d*)\.?(\d*)$/.exec(plain) ?? []
  if (whole + fraction === '') return { kind: 'refused', reason: 'notANumber' }
  if (fraction.length > decimals && /[1-9]/.test(fraction.slice(decimals)))
    return { kind: 'refused', reason: 'tooManyDecimals' }
  if (whole.length > 20) return { kind: 'refused', reason: 'tooLarge' }
  const units = BigInt((whole || '0') + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (units > U64_MAX) return { kind: 'refused', reason: 'tooLarge' }
  return { kind: 'amount', units: units as T }
}

/** Lamports as exact SOL text without trailing zeros ("0.25"). */
export function solText(amount: Lamports): string {
  return decimalText(amount, SOL_DECIMALS)
}

/** Base units as exact coin text without trailing zeros. */
export function coinText(amount: BaseUnits): string {
  return decimalText(amount, COIN_DECIMALS)
}

/** Units of so many decimals as exact text without trailing zeros. */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals)
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** `numerator / denominator` as plain decimal text, rounded down after `decimals` places: prices that a double would blur. */
export function ratioText(numerator: bigint, denominator: bigint, decimals: number): string {
  const scaled = divideFloor(numerator * 10n ** BigInt(decimals), denominator)
  return decimalText(scaled, decimals)
}
