// The live columns: which there are, and what each asks for. Loaded with them. Pure.

import type { CoinFilters } from '@twinmint/sdk/api/coin/list-contract'
import { SOL_HAS_STAYED } from '@twinmint/sdk/core/sustained'
import { GRADUATING_FROM_PERCENT, type ListView, type MarketTab } from './rules.ts'

/** The columns in their order, with what stands in them. */
export interface ColumnKind {
  readonly tab: Exclude<MarketTab, 'all'>
  readonly label: string
  readonly meaning: string
  readonly empty: string
}
export const COLUMN_TABS: readonly ColumnKind[] = [
  {
    tab: 'new',
    label: 'New',
    meaning: 'Launched in the last 24 hours, the newest first.',
    empty: 'No coin was launched in the last 24 hours. The next one appears here by itself.',
  },
  {
    tab: 'graduating',
    label: 'About to graduate',
    meaning: `At ${GRADUATING_FROM_PERCENT}% of the way or more, and staying there; the nearest first.`,
    empty: `No coin is close. Who stays at ${GRADUATING_FROM_PERCENT}% of the way or more stands here.`,
  },
  {
    tab: 'graduated',
    label: 'Graduated',
    meaning: `Graduated, and ${SOL_HAS_STAYED}; the latest first.`,
    empty: `None has graduated yet. The first one appears here by itself, once ${SOL_HAS_STAYED}.`,
  },
]

const COLUMN_SORTS = { new: 'age', graduating: 'progress', graduated: 'graduated' } as const
const COLUMN_ROWS = 50

export const viewOfColumn = (tab: ColumnKind['tab'], search: string, filters: CoinFilters): ListView => ({
  tab,
  sort: COLUMN_SORTS[tab],
  order: tab === 'new' ? 'asc' : 'desc',
  search,
  filters,
  pageSize: COLUMN_ROWS,
})

/** Which column a narrow screen shows. */
export const columnOf = (params: URLSearchParams): ColumnKind['tab'] =>
  COLUMN_TABS.find(({ tab }) => tab === params.get('column'))?.tab ?? 'new'

export function withColumn(before: URLSearchParams, tab: ColumnKind['tab']): URLSearchParams {
  const next = new URLSearchParams(before)
  if (tab === 'new') next.delete('column')
  else next.set('column', tab)
  return next
}
