// How figures are written wherever they are shown, on pages and on pictures that the server makes. For reading only:
// nothing here goes back into a calculation. Decimal text is cut, never rounded up.

import { type Lamports, solText } from './money.ts'

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
export function decimal(whole: string, fraction: string, places: number): string {
  const kept = fraction.slice(0, places).replace(/0+$/, '')
  const grouped = groupThousands(whole)
  return kept === '' ? grouped : `${grouped}.${kept}`
}

/** A whole number, or its digits, in groups of three: "1,234". A browser's own words for that load a library at their first. */
export function groupThousands(whole: string | number | bigint): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
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

/** Basis points as per cent, for reading: 250 is "2.5". */
export const bpsText = (bps: number | bigint): string => String(Number(bps) / 100)

/** 250 is "2.5%". */
export const bpsPercentText = (bps: number | bigint): string => `${bpsText(bps)}%`

const groupFraction = (text: string) => text.replace(/^\d+/, groupThousands)

/** SOL in six characters at most, where room is short: 0.123, 1.84, 1,234, 12.3K, 1.23M. Cut, never rounded up. */
export function formatSolShort(lamportsText: string): string {
  const [whole = '0', fraction = ''] = solText(BigInt(lamportsText) as Lamports).split('.')
  if (whole.length > 6) return `${decimal(whole.slice(0, -6), whole.slice(-6), 2)}M`
  if (whole.length > 4) return `${decimal(whole.slice(0, -3), whole.slice(-3), 1)}K`
  if (whole !== '0') return decimal(whole, fraction, Math.min(2, 4 - whole.length))
  return fraction !== '' && fraction.startsWith('000') ? '<0.001' : decimal(whole, fraction, 3)
}

/** First 4 and last 4 characters; a creator's first 6 and last 4. */
export function shortAddress(address: string, variant: '4-4' | '6-4' = '4-4'): string {
  const head = variant === '6-4' ? 6 : 4
  return address.length <= head + 5 ? address : `${address.slice(0, head)}…${address.slice(-4)}`
}

/** "#5", "#5 and #6", "#5, #6 and #7"; of very many the first ones and how many more. */
export function numbersText(indexes: readonly number[], namedMax = 12): string {
  const sorted = [...indexes].sort((a, b) => a - b).map((index) => `#${index}`)
  const named = sorted.length > namedMax ? sorted.slice(0, namedMax - 1) : sorted
  const rest = sorted.length - named.length
  const items = rest > 0 ? [...named, `${rest} more`] : named
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
