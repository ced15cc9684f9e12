// The markets as three live columns: New, About to graduate, Graduated. Beside each other on a desk, one behind tabs
// elsewhere. The filters are of all three, and in the address. Loaded when it is chosen.

import type { CoinFilters } from '@twinmint/sdk/api/coin/list-contract'
import { SearchX, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { useIsDesk } from '../ui/media.ts'
import { useDebounced } from '../ui/steady.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { COLUMN_TABS, columnOf, withColumn } from './column-rules.ts'
import { FilterDialog } from './FilterDialog.tsx'
import { activeKinds, filtersOf, rangeWords, withFilters, withRange } from './filter-texts.ts'
import { LiveColumn } from './LiveColumn.tsx'
import { SETTLE_MS, TOOLS_LINE } from './rules.ts'

export default function ColumnsView({
  search: typed,
  tools,
}: {
  readonly search: string
  /** What stands before the filters. */
  readonly tools: ReactNode
}) {
  const [params, setParams] = useSearchParams()
  const filterText = withFilters(new URLSearchParams(), filtersOf(params)).toString()
  // The same object while the address says the same.
  const filters = useMemo(() => filtersOf(new URLSearchParams(filterText)), [filterText])
  const search = useDebounced(typed.trim(), SETTLE_MS)
  const isDesk = useIsDesk()
  const setFilters = (next: CoinFilters) => setParams((before) => withFilters(before, next))
  // In one step: of two, the second would bring back what the first took away.
  const reset = () =>
    setParams((before) => {
      const next = withFilters(before, {})
      next.delete('q')
      return next
    })
  const isNarrowed = search !== '' || filterText !== ''
  const nothing = isNarrowed ? <NothingMatches onReset={reset} /> : undefined
  const columns = COLUMN_TABS.map((column) => ({
    id: column.tab,
    label: column.label,
    content: (
      <LiveColumn
        key={column.tab}
        column={column}
        search={search}
        filters={filters}
        isAlone={!isDesk}
        nothing={nothing}
      />
    ),
  }))
  return (
    <>
      <FilterBar tools={tools} filters={filters} onChange={setFilters} />
      {isDesk ? (
        <div className="mt-3 grid grid-cols-3 gap-3 xl:gap-4">{columns.map(({ content }) => content)}</div>
      ) : (
        <Tabs
          label="Columns"
          className="mt-2"
          value={columnOf(params)}
          onChange={(tab) => setParams((before) => withColumn(before, tab))}
          items={columns}
        />
      )}
    </>
  )
}

function FilterBar({
  tools,
  filters,
  onChange,
}: {
  readonly tools: ReactNode
  readonly filters: CoinFilters
  readonly onChange: (filters: CoinFilters) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const active = activeKinds(filters)
  return (
    <div className={TOOLS_LINE}>
      {tools}
      <Button
        variant="secondary"
        size="sm"
        className="h-9"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={14} aria-hidden="true" />
        Filters
      </Button>
      {active.map((kind) => (
        <button
          key={kind.param}
          type="button"
          aria-label={`${rangeWords(kind, filters)}: take this filter away`}
          onClick={() => onChange(withRange(filters, kind, { min: undefined, max: undefined }))}
          className="inline-flex h-9 items-center gap-1.5 rounded-full border border-violet bg-violet/15 px-3 text-13 transition-colors hover:border-violet-bright pointer-coarse:h-11"
        >
          {rangeWords(kind, filters)}
          <X size={14} aria-hidden="true" className="text-muted" />
        </button>
      ))}
      {active.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onChange({})}>
          Reset
        </Button>
      )}
      {isOpen && (
        <FilterDialog
          filters={filters}
          onClose={() => setOpen(false)}
          onApply={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

function NothingMatches({ onReset }: { readonly onReset: () => void }) {
  return (
    <Message
      icon={<SearchX size={28} aria-hidden="true" className="text-muted" />}
      title="Nothing matches"
      level="h3"
      action={
        <Button variant="secondary" onClick={onReset}>
          Reset filters
        </Button>
      }
    >
      No coin here is within your filters right now. One that comes within them appears by itself.
    </Message>
  )
}
