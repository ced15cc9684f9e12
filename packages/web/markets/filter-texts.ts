// What the columns are narrowed down by: as it is typed, as the address says it, in words. Loaded with the columns. Pure.

import type { CoinFilters } from '@twinmint/sdk/api/coin/list-contract'
import { XRAY_WARNINGS } from '@twinmint/sdk/api/records/xray'
import { readSol, readTyped, typedPlain } from '@twinmint/sdk/core/input-amount'
import { amountSentence, lamports, solText } from '@twinmint/sdk/core/money'

/** A figure that has a least and a most. */
export interface FilterKind {
  /** Its name in the address. */
  readonly param: string
  readonly label: string
  /** Behind the field, and of what its numbers are. */
  readonly unit: string
  readonly hint: string
  readonly min: keyof CoinFilters
  readonly max: keyof CoinFilters
  /** Words that may be typed with its numbers. */
  readonly words: readonly string[]
}

export const FILTER_KINDS: readonly FilterKind[] = [
  {
    param: 'age',
    label: 'Age',
    unit: 'min',
    hint: 'Minutes since the launch; 2h and 1d work too.',
    min: 'ageMinutesMin',
    max: 'ageMinutesMax',
    words: [],
  },
  {
    param: 'cap',
    label: 'Market cap',
    unit: '$',
    hint: 'Dollars; 50k and 1.5m work too.',
    min: 'marketCapUsdMin',
    max: 'marketCapUsdMax',
    words: ['$', 'USD'],
  },
  {
    param: 'volume',
    label: 'Volume 24h',
    unit: 'SOL',
    hint: 'SOL bought and sold in the last 24 hours.',
    min: 'volumeSolMin',
    max: 'volumeSolMax',
    words: [],
  },
  {
    param: 'holders',
    label: 'Holders',
    unit: '',
    hint: 'Wallets that hold the coin or its NFTs.',
    min: 'holdersMin',
    max: 'holdersMax',
    words: ['holders'],
  },
  {
    param: 'xray',
    label: 'X-ray warnings',
    unit: '',
    hint: 'Warnings of the Launch X-ray; 0 at most leaves the coins without any.',
    min: 'warningsMin',
    max: 'warningsMax',
    words: [],
  },
]

/** The largest of each that the server takes. */
const MOST: Readonly<Record<string, number>> = {
  age: 5_256_000,
  cap: 1e12,
  holders: 1e9,
  xray: XRAY_WARNINGS.length,
}
const SOL_MOST = 999_999_999n * 1_000_000_000n

/** One end of a range; `undefined` is none. */
export type Bound = number | string | undefined

/** Minutes of the units that an age may be typed in. */
const MINUTES: Readonly<Record<string, number>> = { min: 1, m: 1, h: 60, d: 1440 }

/** The meaning of a field, or why it is nothing that can be asked for. */
export function readBound(
  kind: FilterKind,
  typed: string,
): { readonly value: Bound } | { readonly problem: string } {
  const refused = { problem: `Enter a number. ${kind.hint}` }
  if (typed.trim() === '') return { value: undefined }
  const [, age = '', unit = 'min'] = /^(.*?)\s*(min|[mhd])?$/i.exec(typed.trim()) ?? []
  const read =
    kind.param === 'volume'
      ? readSol(typed)
      : readTyped(kind.param === 'age' ? age : typed, { decimals: kind.param === 'age' ? 2 : 0, ...kind })
  if (read.kind === 'refused')
    return read.reason === 'ambiguous' ? { problem: amountSentence(read, 'SOL') } : refused
  if (kind.param === 'volume')
    return read.units <= SOL_MOST ? { value: solText(lamports(read.units)) } : refused
  const value =
    kind.param === 'age'
      ? (Number(read.units) * (MINUTES[unit.toLowerCase()] ?? 0)) / 100
      : Number(read.units)
  return Number.isInteger(value) && value <= (MOST[kind.param] ?? 0) ? { value } : refused
}

/** Of one kind as the address says it: "5-60", "5-", "-60"; undefined where there is none. */
function rangeText(kind: FilterKind, filters: CoinFilters): string | undefined {
  const [min, max] = [filters[kind.min], filters[kind.max]]
  return min === undefined && max === undefined ? undefined : `${min ?? ''}-${max ?? ''}`
}

/** With these ends, which are what `readBound` answered. */
export function withRange(
  filters: CoinFilters,
  kind: FilterKind,
  { min, max }: { readonly min: Bound; readonly max: Bound },
): CoinFilters {
  const { [kind.min]: _min, [kind.max]: _max, ...others } = filters
  return {
    ...others,
    ...(min !== undefined && { [kind.min]: min }),
    ...(max !== undefined && { [kind.max]: max }),
  }
}

/** What the address says; what it says wrong is as if it were not there. */
export function filtersOf(params: URLSearchParams): CoinFilters {
  let filters: CoinFilters = {}
  for (const kind of FILTER_KINDS) {
    const [, first = '', second = ''] = /^([\d.]*)-([\d.]*)$/.exec(params.get(kind.param) ?? '') ?? []
    const [min, max] = [readBound(kind, typedPlain(first)), readBound(kind, typedPlain(second))]
    if ('value' in min && 'value' in max)
      filters = withRange(filters, kind, { min: min.value, max: max.value })
  }
  return filters
}

/** The parameters with these filters in them; others are kept. */
export function withFilters(before: URLSearchParams, filters: CoinFilters): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const kind of FILTER_KINDS) {
    const text = rangeText(kind, filters)
    if (text === undefined) next.delete(kind.param)
    else next.set(kind.param, text)
  }
  return next
}

/** Those that narrow something down, in their order. */
export const activeKinds = (filters: CoinFilters): readonly FilterKind[] =>
  FILTER_KINDS.filter((kind) => rangeText(kind, filters) !== undefined)

/** In words: "Age up to 60 min", "Holders from 10", "Market cap $1000 to $50000". */
export function rangeWords(kind: FilterKind, filters: CoinFilters): string {
  const say = (bound: Bound) => (kind.unit === '$' ? `$${bound}` : `${bound} ${kind.unit}`.trim())
  const [min, max] = [filters[kind.min], filters[kind.max]]
  if (min === undefined) return `${kind.label} up to ${say(max)}`
  return max === undefined ? `${kind.label} from ${say(min)}` : `${kind.label} ${say(min)} to ${say(max)}`
}
