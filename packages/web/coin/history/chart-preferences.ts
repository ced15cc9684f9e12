// How this browser's person likes charts, kept for every coin's page; and what the address says, which goes before it and
// follows every change, so that a copied address draws the same chart.

import type { Timeframe } from '@twinmint/sdk/api/coin/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { keptText } from '../../data/browser-storage.ts'
import { createListeners } from '../../ui/store.ts'
import {
  type ChartChoice,
  choiceOf,
  isFullIn,
  readChartChoice,
  withChoice,
  withFull,
} from './chart/choices.ts'

const kept = keptText('twinmint.chart')

const changes = createListeners()

function subscribe(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener)
  // The site's router tells of its own changes by the latter two; a framed chart has none.
  const events = ['popstate', 'pushState', 'replaceState']
  for (const event of events) addEventListener(event, listener)
  return () => {
    unsubscribe()
    for (const event of events) removeEventListener(event, listener)
  }
}

type Change = (before: URLSearchParams) => URLSearchParams

function addressAfter(change: Change): string {
  const search = change(new URLSearchParams(location.search)).toString()
  const { pathname, hash } = location
  return `${pathname}${search === '' ? '' : `?${search}`}${hash}`
}

function replaceParams(change: Change): void {
  history.replaceState(history.state, '', addressAfter(change))
}

/** What the history says of the entry that the full screen made, so that Back leaves it and stays on the coin. */
const FULL = { isFullChart: true }

const isOwnEntry = (): boolean => (history.state as typeof FULL | null)?.isFullChart === true

let isLeaving = false

function enterFull(): void {
  history.pushState(
    FULL,
    '',
    addressAfter((before) => withFull(before, true)),
  )
}

/** Back over the entry of its own, where there is one; what was chosen meanwhile stays in the address. */
function leaveFull(): void {
  const without: Change = (before) => withFull(before, false)
  if (!isOwnEntry()) {
    replaceParams(without)
    return
  }
  // Esc once more, before the browser is back, would leave the coin.
  if (isLeaving) return
  isLeaving = true
  const after = addressAfter(without)
  const onBack = () => {
    isLeaving = false
    history.replaceState(history.state, '', after)
  }
  addEventListener('popstate', onBack, { once: true })
  history.back()
}

export interface ChartState {
  readonly choice: ChartChoice
  readonly change: (part: Partial<ChartChoice>) => void
  readonly isFull: boolean
  readonly setFull: (isFull: boolean) => void
}

const tell = () => changes.tell()

/** `interval` is what the coin's chart opens with by itself. */
export function useChartState(interval: Timeframe): ChartState {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const stored = useSyncExternalStore(subscribe, kept.read)
  const remembered = useMemo(() => readChartChoice(stored), [stored])
  const params = useMemo(() => new URLSearchParams(search), [search])
  const choice = useMemo(() => choiceOf(params, remembered), [params, remembered])
  return {
    choice,
    change: (part) => {
      kept.write(JSON.stringify({ ...remembered, ...part }))
      replaceParams((before) => withChoice(before, { ...choice, ...part }, { interval }))
      tell()
    },
    isFull: isFullIn(params),
    setFull: (isFull) => {
      if (isFull) enterFull()
      else leaveFull()
      tell()
    },
  }
}
