// The order by name, where not every column is on screen to be clicked.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { COLUMNS, SORT_LABELS } from './columns.tsx'
import { type MarketSort, type MarketsView, withSort } from './rules.ts'

export function SortSelect({
  view,
  onChange,
}: {
  readonly view: MarketsView
  readonly onChange: (view: MarketsView) => void
}) {
  const Arrow = view.order === 'asc' ? ArrowUp : ArrowDown
  return (
    <div className="flex shrink-0 gap-2 xl:hidden">
      <select
        aria-label="Sort by"
        value={view.sort}
        onChange={(event) => onChange(withSort(view, event.target.value as MarketSort))}
        className="h-11 w-34 min-w-0 rounded-input border border-line bg-ink pr-7 pl-3 text-16 text-text transition-colors hover:border-faint focus:border-violet sm:text-14"
      >
        {COLUMNS.map(({ sort, label }) => (
          <option key={sort} value={sort}>
            {SORT_LABELS[sort] ?? label}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label={view.order === 'asc' ? 'Ascending; turn around' : 'Descending; turn around'}
        onClick={() => onChange(withSort(view, view.sort))}
        className="flex size-11 shrink-0 items-center justify-center rounded-input border border-line text-muted transition-colors hover:border-faint hover:text-text"
      >
        <Arrow size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
