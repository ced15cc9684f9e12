// Figures and times as text, for reading only: nothing here goes back into a calculation. Prices and amounts stay decimal
// text from end to end and are cut, never rounded up, so that no balance looks larger than it is.
import { type BaseUnits, coinText, type Lamports, solText } from '../core/money.ts'

/** A price in three parts: `0.0₈123` is head "0.0", zeros 8, digits "123". Without the subscript, zeros is undefined. */
export interface PriceParts {
  readonly head: string
  readonly zeros: number | undefined
  readonly digits: string
}

const SUBSCRIPT_FROM_ZEROS = 4
const SUBSCRIPT_DIGITS = 4

/**
 * Decimal text to what is shown: 0 as "0"; below 0.001 up to 8 decimals; below 1 six; otherwise one. Where four or more
 * zeros follow the point they are counted in a subscript.
 */
export function priceParts(decimalText: string): PriceParts {
  const [wholeText = '', fraction = ''] = decimalText.split('.')
  const whole = wholeText.replace(/^0+(?=\d)/, '') || '0'
  if (whole !== '0') return plain(decimal(whole, fraction, 1))
  const digits = fraction.replace(/0+$/, '')
  if (digits === '') return plain('0')
  const zeros = digits.length - digits.replace(/^0+/, '').length
  if (zeros >= SUBSCRIPT_FROM_ZEROS) {
    const significant = digits.slice(zeros, zeros + SUBSCRIPT_DIGITS).replace(/0+$/, '')
    return { head: '0.0', zeros, digits: significant }
  }
  return plain(decimal('0', digits, zeros >= 3 ? 8 : 6))
}

const plain = (head: string): PriceParts => ({ head, zeros: undefined, digits: '' })

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

/** The same in one text, for places that cannot hold a subscript element: `0.0₈123`. */
export function formatPrice(decimalText: string): string {
  const { head, zeros, digits } = priceParts(decimalText)
  if (zeros === undefined) return head
  const count = Array.from(String(zeros), (digit) => SUBSCRIPTS[Number(digit)] ?? '').join('')
  return `${head}${count}${digits}`
}

/** Whole and fraction, grouped by thousands, the fraction cut after `places` and without trailing zeros. */
function decimal(whole: string, fraction: string, places: number): string {
  const kept = fraction.slice(0, places).replace(/0+$/, '')
  const grouped = groupThousands(whole)
  return kept === '' ? grouped : `${grouped}.${kept}`
}

export function groupThousands(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Dollars: $0.42, $999.99, $12.3K, $1.25M, $3.10B. */
export function formatMoney(usd: string | number): string {
  const value = typeof usd === 'number' ? usd : Number(usd)
  if (!Number.isFinite(value)) return '$–'
  const sign = value < 0 ? '−' : ''
  const size = Math.abs(value)
  if (size > 0 && size < 0.01) return `${sign}<$0.01`
  // The limits are where rounding would write the next unit: 999,950 is $1.00M, not $1000.0K.
  if (size < 999.995) return `${sign}$${size.toFixed(2)}`
  if (size < 999_950) return `${sign}$${(size / 1e3).toFixed(1)}K`
  if (size < 999_995_000) return `${sign}$${(size / 1e6).toFixed(2)}M`
  return `${sign}$${(size / 1e9).toFixed(2)}B`
}

/** All the cents, grouped: $63,000.00. */
export function formatMoneyExact(usd: string | number): string {
  const value = typeof usd === 'number' ? usd : Number(usd)
  if (!Number.isFinite(value)) return '$–'
  const [whole = '0', cents = '00'] = Math.abs(value).toFixed(2).split('.')
  return `${value < 0 ? '−' : ''}$${groupThousands(whole)}.${cents}`
}

/** One decimal; `signed` puts a plus before a rise. */
export function formatPercent(percent: number, options?: { readonly signed?: boolean }): string {
  if (!Number.isFinite(percent)) return '–'
  const size = Math.abs(percent)
  const text =
    size >= 999_950
      ? `${(size / 1e6).toFixed(1)}M`
      : size >= 9_999.95
        ? `${(size / 1e3).toFixed(1)}K`
        : groupFraction(size.toFixed(1))
  const isZero = text === '0.0'
  const sign = isZero ? '' : percent < 0 ? '−' : options?.signed === true ? '+' : ''
  return `${sign}${text}%`
}

const groupFraction = (text: string) => text.replace(/^\d+/, groupThousands)

/** Lamports to SOL: four decimals from 1 on, six below, all nine for dust. Plain, as an amount is read; subscripts are for prices. */
export function formatSol(lamportsText: string): string {
  const [whole = '0', fraction = ''] = solText(BigInt(lamportsText) as Lamports).split('.')
  if (whole !== '0') return decimal(whole, fraction, whole.length > 4 ? 2 : 4)
  return decimal(whole, fraction, fraction.startsWith('000000') ? 9 : 6)
}

/** Every lamport of it, grouped: "1,234.000000001". */
export function formatSolExact(lamportsText: string): string {
  const [whole = '0', fraction = ''] = solText(BigInt(lamportsText) as Lamports).split('.')
  return decimal(whole, fraction, 9)
}

/** Coins: from a million on in M (two decimals), from a billion in B; below, grouped with two decimals. */
export function formatCoins(baseUnitsText: string): string {
  const [whole = '0', fraction = ''] = coinText(BigInt(baseUnitsText) as BaseUnits).split('.')
  if (whole.length > 9) return `${decimal(whole.slice(0, -9), whole.slice(-9), 2)}B`
  if (whole.length > 6) return `${decimal(whole.slice(0, -6), whole.slice(-6), 2)}M`
  if (whole !== '0') return decimal(whole, fraction, whole.length > 3 ? 0 : 2)
  return decimal(whole, fraction, 6)
}

/** Every base unit of it, grouped. */
export function formatCoinsExact(baseUnitsText: string): string {
  const [whole = '0', fraction = ''] = coinText(BigInt(baseUnitsText) as BaseUnits).split('.')
  return decimal(whole, fraction, 6)
}

const AGE_STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [31_557_600, 'y'],
  [2_629_800, 'mo'],
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
]

/** "12s", "5m", "3h", "2d", "4mo", "1y"; the future and this very second are "now". */
export function formatAge(iso: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - Date.parse(iso)) / 1000)
  if (!Number.isFinite(seconds)) return '–'
  if (seconds < 1) return 'now'
  const step = AGE_STEPS.find(([size]) => seconds >= size)
  return step === undefined ? `${seconds}s` : `${Math.floor(seconds / step[0])}${step[1]}`
}

/** Date and time to the second, in the reader's own zone and manner. */
export function formatExactTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return '–'
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** First 4 and last 4 characters; a creator's first 6 and last 4. */
export function shortAddress(address: string, variant: '4-4' | '6-4' = '4-4'): string {
  const head = variant === '6-4' ? 6 : 4
  return address.length <= head + 5 ? address : `${address.slice(0, head)}…${address.slice(-4)}`
}

/** Hours until then, rounded up; 0 when it is past or unset. */
export function hoursLeft(untilIso: string | null, nowMs: number): number {
  if (untilIso === null) return 0
  const ms = Date.parse(untilIso) - nowMs
  return ms > 0 ? Math.ceil(ms / 3_600_000) : 0
}
