// What the chart's axis says: the price of a coin, its market cap or the worth of one NFT, in SOL or dollars. Pure.
// Everything drawn is the coin's price in SOL times a factor, so changing the axis fetches nothing.

import type { Candle } from '@twinmint/sdk/api/history/contract'
import {
  formatClock,
  formatClockSecond,
  formatDayOfMonth,
  formatExactTime,
  formatMinute,
  formatMonth,
  formatSecond,
  formatUtcDate,
  formatUtcDay,
  formatUtcMonth,
} from '../../ui/format.ts'
import { axisPriceText, axisTickTexts, wholePriceText } from './chart-series.ts'

export const CHART_AXES = ['price', 'marketCap', 'nft'] as const
export type ChartAxis = (typeof CHART_AXES)[number]
export const CHART_CURRENCIES = ['SOL', 'USD'] as const
export type ChartCurrency = (typeof CHART_CURRENCIES)[number]

/** Coins that each axis is the price of: one, all that were launched (as the market cap counts), what an NFT swaps for. */
const COINS: Readonly<Record<ChartAxis, number>> = { price: 1, marketCap: 1e9, nft: 1e6 }
export const AXIS_NAMES: Readonly<Record<ChartAxis, string>> = {
  price: 'Price',
  marketCap: 'Market cap',
  nft: 'NFT price',
}

export interface ChartUnit {
  readonly axis: ChartAxis
  readonly currency: ChartCurrency
  /** From SOL for one coin to what is shown. */
  readonly factor: number
  /** From SOL to the currency, for volumes. */
  readonly rate: number
  /** What is shown times this is about 1 at launch: the drawing library loses steps of 1e-9. */
  readonly scale: number
}

/** Dollars need a rate: while it is not known the chart stays in SOL. */
export function chartUnit(axis: ChartAxis, currency: ChartCurrency, solUsd: number | undefined): ChartUnit {
  const isDollars = currency === 'USD' && solUsd !== undefined
  const rate = isDollars ? solUsd : 1
  return {
    axis,
    currency: isDollars ? 'USD' : 'SOL',
    factor: COINS[axis] * rate,
    rate,
    scale: 1e9 / COINS[axis],
  }
}

/** The candles in the axis' own unit. */
export function inUnit(candles: readonly Candle[], unit: ChartUnit): readonly Candle[] {
  const { factor, rate } = unit
  if (factor === 1 && rate === 1) return candles
  return candles.map((candle) => ({
    time: candle.time,
    open: candle.open * factor,
    high: candle.high * factor,
    low: candle.low * factor,
    close: candle.close * factor,
    volume: candle.volume * rate,
    trades: candle.trades,
  }))
}

const STEPS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/** From 10,000 on in K, M or B: the axis has room for seven characters. */
function stepOf(value: number): readonly [size: number, letter: string] {
  return value < 1e4 ? [1, ''] : (STEPS.find(([size]) => value >= size) ?? [1, ''])
}

const signOf = (currency: ChartCurrency): string => (currency === 'USD' ? '$' : '')

/** A figure of the axis or a volume, short: `0.0₈123`, `$63K`. */
export function chartText(value: number, currency: ChartCurrency): string {
  const [size, letter] = stepOf(value)
  return `${signOf(currency)}${axisPriceText(value / size)}${letter}`
}

/** The marks beside the chart, all written alike. */
export function chartTickTexts(values: readonly number[], currency: ChartCurrency): string[] {
  const [size, letter] = stepOf(Math.max(0, ...values))
  return axisTickTexts(values.map((value) => value / size)).map((text) =>
    text === '' ? '' : `${signOf(currency)}${text}${text === '0' ? '' : letter}`,
  )
}

/** The same in plain decimals, for the table. */
export function wholeChartText(value: number, currency: ChartCurrency): string {
  return `${signOf(currency)}${wholePriceText(value)}`
}

/** The precision of a candle's label. Daily candles begin at midnight UTC and show the date only. */
export type MomentDetail = 'day' | 'minute' | 'second'

export const detailOf = (intervalSeconds: number): MomentDetail =>
  intervalSeconds >= 86_400 ? 'day' : intervalSeconds < 60 ? 'second' : 'minute'

/** A candle's begin as the legend and the crosshair say it. */
export function momentText(timeSeconds: number, detail: MomentDetail): string {
  const ms = timeSeconds * 1_000
  return detail === 'day' ? formatUtcDay(ms) : detail === 'second' ? formatSecond(ms) : formatMinute(ms)
}

/** The same with its year, for the table. */
export function exactMomentText(timeSeconds: number, detail: MomentDetail): string {
  const ms = timeSeconds * 1_000
  return detail === 'day' ? formatUtcDate(ms) : formatExactTime(new Date(ms).toISOString())
}

/** A mark of the time axis: a month, a day, or the time of a day. */
export function tickText(timeSeconds: number, part: 'month' | 'day' | 'time', detail: MomentDetail): string {
  const ms = timeSeconds * 1_000
  if (part === 'month') return detail === 'day' ? formatUtcMonth(ms) : formatMonth(ms)
  if (detail === 'day') return formatUtcDay(ms)
  if (part === 'day') return formatDayOfMonth(ms)
  return detail === 'second' ? formatClockSecond(ms) : formatClock(ms)
}
