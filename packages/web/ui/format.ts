// Figures and times as text, for reading only: nothing here goes back into a calculation. Prices and amounts stay decimal
// text from end to end and are cut, never rounded up, so that no balance looks larger than it is.
import { decimal, groupThousands } from '@twinmint/sdk/core/figures'
import { type BaseUnits, coinText, type Lamports, solText } from '@twinmint/sdk/core/money'

export {
  formatMoney,
  formatPercent,
  formatPrice,
  formatSolShort,
  groupThousands,
  type PriceParts,
  priceParts,
  shortAddress,
} from '@twinmint/sdk/core/figures'

/** All the cents, grouped: $63,000.00. */
export function formatMoneyExact(usd: string | number): string {
  const value = typeof usd === 'number' ? usd : Number(usd)
  if (!Number.isFinite(value)) return '$–'
  const [whole = '0', cents = '00'] = Math.abs(value).toFixed(2).split('.')
  return `${value < 0 ? '−' : ''}$${groupThousands(whole)}.${cents}`
}

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

/**
 * Writes times in the reader's own zone and manner. What knows that is made once, when the first time is written: a phone works on it
 * for 10 ms.
 */
function timeFormat(options: Intl.DateTimeFormatOptions): (ms: number) => string {
  let format: Intl.DateTimeFormat | undefined
  return (ms) => {
    format ??= new Intl.DateTimeFormat(undefined, options)
    return format.format(ms)
  }
}

/** Date and time to the second, in the reader's own zone and manner. */
export function formatExactTime(iso: string): string {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? '–' : exactTime(ms)
}
const exactTime = timeFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** To the minute, of a time of these months: "Dec 23, 11:06 PM", in the reader's own zone and manner. */
export const formatMinute = timeFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
/** The same to the second. */
export const formatSecond = timeFormat({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
/** The time of a day alone. */
export const formatClock = timeFormat({ hour: 'numeric', minute: '2-digit' })
export const formatClockSecond = timeFormat({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
/** A day with its year, in the reader's own zone. */
export const formatDate = timeFormat({ dateStyle: 'medium' })
/**
 * Days, months and years of candles and buckets, which begin at midnight UTC. They are labelled in UTC, without an hour: west of
 * Greenwich the local date would be the day before.
 */
export const formatUtcDay = timeFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })
export const formatUtcDate = timeFormat({ dateStyle: 'medium', timeZone: 'UTC' })
export const formatUtcMonth = timeFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })
export const formatMonth = timeFormat({ month: 'short', year: 'numeric' })
export const formatDayOfMonth = timeFormat({ day: 'numeric', month: 'short' })

/** "1 launch", "1,000 launches". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`
}

/** What the page's clock may be behind the chain's (server/chain/clock.ts), with much to spare. */
const CLOCK_BEHIND_MS = 60_000

/** Hours until then, rounded up; 0 when it is past or unset. The first of 24 hours does not show as 25 by a clock that is behind. */
export function hoursLeft(untilIso: string | null, nowMs: number): number {
  if (untilIso === null) return 0
  const ms = Date.parse(untilIso) - nowMs
  return ms > 0 ? Math.max(1, Math.ceil((ms - CLOCK_BEHIND_MS) / 3_600_000)) : 0
}

/** Of a file: "84 KB", "1.2 MB". */
export function fileSizeText(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
}
