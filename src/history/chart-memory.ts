// How this browser's person likes charts: interval, axis, currency and marks, kept for every coin's page.
import { useState } from 'react'
import type { Timeframe } from '../index/contract.ts'
import { keptText } from '../wire/kept.ts'
import { CHART_AXES, CHART_CURRENCIES, type ChartAxis, type ChartCurrency } from './chart-axis.ts'
import { INTERVALS } from './chart-series.ts'

const kept = keptText('twinmint.chart')

export interface ChartChoice {
  /** Undefined until one was chosen: then a coin's age decides. */
  readonly interval: Timeframe | undefined
  readonly axis: ChartAxis
  readonly currency: ChartCurrency
  readonly mine: boolean
  readonly creators: boolean
}

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((each) => each === value)

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
    mine: stored['mine'] !== false,
    creators: stored['creators'] !== false,
  }
}

export function useChartChoice(): readonly [ChartChoice, (change: Partial<ChartChoice>) => void] {
  const [choice, setChoice] = useState(() => readChartChoice(kept.read()))
  const change = (part: Partial<ChartChoice>) => {
    const next = { ...choice, ...part }
    setChoice(next)
    kept.write(JSON.stringify(next))
  }
  return [choice, change]
}
