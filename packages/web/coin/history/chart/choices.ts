// How a chart can be drawn, and how that stands in an address: `?interval=5s&axis=nft&currency=USD&scale=log&indicators=ema9`.
// What is as it comes leaves no parameter; other parameters are kept. Pure.
import type { Timeframe } from '@twinmint/sdk/api/coin/contract'
import { CHART_AXES, CHART_CURRENCIES, type ChartAxis, type ChartCurrency } from '../chart-axis.ts'
import { INTERVALS } from '../chart-series.ts'

export const LINES = {
  ema9: { name: 'EMA 9', color: '#ffcf3a' },
  ema21: { name: 'EMA 21', color: '#9a6bff' },
  sma50: { name: 'SMA 50', color: '#4cc2ff' },
  vwap: { name: 'VWAP 50', color: '#ff9d4d' },
} as const
export type LineId = keyof typeof LINES
export const LINE_IDS = Object.keys(LINES) as readonly LineId[]
const INDICATORS = ['volume', ...LINE_IDS] as const
export type Indicator = 'volume' | LineId

const SCALES = ['linear', 'log'] as const
export type ChartScale = (typeof SCALES)[number]

export interface ChartChoice {
  /** Undefined until one was chosen: then a coin's age decides. */
  readonly interval: Timeframe | undefined
  readonly axis: ChartAxis
  readonly currency: ChartCurrency
  readonly scale: ChartScale
  readonly indicators: readonly Indicator[]
  /** Which marks. They are a person's own, so no address says them. */
  readonly mine: boolean
  readonly creators: boolean
  readonly events: boolean
}

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((each) => each === value)

/** In their own order, each once; undefined where it is no list. */
function indicatorsOf(value: unknown): readonly Indicator[] | undefined {
  return Array.isArray(value) ? INDICATORS.filter((each) => value.includes(each)) : undefined
}

/** What is stored, as far as it means anything here. */
export function readChartChoice(text: string | null): ChartChoice {
  let stored: Record<string, unknown> = {}
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value === 'object' && value !== null) stored = value as Record<string, unknown>
  } catch {
    // Not ours, or of another time.
  }
  return {
    interval: oneOf(INTERVALS, stored['interval']),
    axis: oneOf(CHART_AXES, stored['axis']) ?? 'price',
    currency: oneOf(CHART_CURRENCIES, stored['currency']) ?? 'SOL',
    scale: oneOf(SCALES, stored['scale']) ?? 'linear',
    indicators: indicatorsOf(stored['indicators']) ?? ['volume'],
    mine: stored['mine'] !== false,
    creators: stored['creators'] !== false,
    events: stored['events'] !== false,
  }
}

/** What an address says goes before what is remembered; what it says wrongly, or not at all, is as remembered. */
export function choiceOf(params: URLSearchParams, remembered: ChartChoice): ChartChoice {
  const indicators = params.get('indicators')
  return {
    ...remembered,
    interval: oneOf(INTERVALS, params.get('interval')) ?? remembered.interval,
    axis: oneOf(CHART_AXES, params.get('axis')) ?? remembered.axis,
    currency: oneOf(CHART_CURRENCIES, params.get('currency')) ?? remembered.currency,
    scale: oneOf(SCALES, params.get('scale')) ?? remembered.scale,
    indicators: indicators === null ? remembered.indicators : (indicatorsOf(indicators.split(',')) ?? []),
  }
}

/** The parameters with this choice in the place of what they said. `interval` is what the coin's chart opens with by itself. */
export function withChoice(
  before: URLSearchParams,
  choice: ChartChoice,
  { interval }: { readonly interval: Timeframe },
): URLSearchParams {
  const plain = readChartChoice(null)
  const indicators = choice.indicators.join(',')
  const texts = {
    interval: choice.interval === interval ? undefined : choice.interval,
    axis: choice.axis === plain.axis ? undefined : choice.axis,
    currency: choice.currency === plain.currency ? undefined : choice.currency,
    scale: choice.scale === plain.scale ? undefined : choice.scale,
    indicators: indicators === plain.indicators.join(',') ? undefined : indicators || 'none',
  }
  const next = new URLSearchParams(before)
  for (const [name, text] of Object.entries(texts))
    if (text === undefined) next.delete(name)
    else next.set(name, text)
  return next
}

/** Whether the chart takes the whole window: `?chart=full`. */
export const isFullIn = (params: URLSearchParams): boolean => params.get('chart') === 'full'

export function withFull(before: URLSearchParams, isFull: boolean): URLSearchParams {
  const next = new URLSearchParams(before)
  if (isFull) next.set('chart', 'full')
  else next.delete('chart')
  return next
}
