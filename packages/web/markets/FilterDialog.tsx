// What the columns are narrowed down by, each figure with a least and a most.

import type { CoinFilters } from '@twinmint/sdk/api/coin/list-contract'
import { typedPlain } from '@twinmint/sdk/core/input-amount'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { DIALOG_END, Dialog } from '../ui/Dialog.tsx'
import { submitOnEnter, TextInput } from '../ui/TextInput.tsx'
import { type Bound, FILTER_KINDS, type FilterKind, readBound, withRange } from './filter-texts.ts'

type Ends = readonly [min: string, max: string]

const boundText = (bound: Bound): string => typedPlain(String(bound ?? ''))

export function FilterDialog({
  filters,
  onApply,
  onClose,
}: {
  readonly filters: CoinFilters
  readonly onApply: (filters: CoinFilters) => void
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState<readonly Ends[]>(
    FILTER_KINDS.map(({ min, max }) => [boundText(filters[min]), boundText(filters[max])]),
  )
  const [isChecked, setChecked] = useState(false)
  const read = FILTER_KINDS.map((kind, at) => rangeOf(kind, typed[at] ?? ['', '']))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    let next: CoinFilters = {}
    for (const [at, kind] of FILTER_KINDS.entries()) {
      const range = read[at]
      if (range === undefined || 'problem' in range) return
      next = withRange(next, kind, range)
    }
    onApply(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filters"
      description="Of all three columns. They stay in the address."
    >
      <form onSubmit={apply} noValidate className="flex flex-col gap-4">
        {FILTER_KINDS.map((kind, at) => {
          const range = read[at]
          const problem = isChecked && range !== undefined && 'problem' in range ? range.problem : undefined
          const set = (ends: Ends) =>
            setTyped((before) => before.map((each, place) => (place === at ? ends : each)))
          return (
            <RangeFields
              key={kind.param}
              kind={kind}
              ends={typed[at] ?? ['', '']}
              problem={problem}
              onChange={set}
            />
          )
        })}
        <div className={`flex flex-wrap gap-2 ${DIALOG_END}`}>
          <Button type="submit">Apply</Button>
          <Button variant="secondary" onClick={() => onApply({})}>
            Reset
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The two ends as they are asked for, or what is wrong with them. */
function rangeOf(kind: FilterKind, [first, second]: Ends) {
  const [min, max] = [readBound(kind, first), readBound(kind, second)]
  if ('problem' in min) return min
  if ('problem' in max) return max
  if (min.value !== undefined && max.value !== undefined && Number(min.value) > Number(max.value))
    return { problem: 'The least is more than the most.' }
  return { min: min.value, max: max.value }
}

function RangeFields({
  kind: { param, label, unit, hint },
  ends: [min, max],
  problem,
  onChange,
}: {
  readonly kind: FilterKind
  readonly ends: Ends
  readonly problem: string | undefined
  readonly onChange: (ends: Ends) => void
}) {
  const said = `filter-${param}-said`
  const field = {
    figures: true,
    inputMode: 'decimal',
    maxLength: 20,
    onKeyDown: submitOnEnter,
    'aria-describedby': said,
    'aria-invalid': problem === undefined ? undefined : true,
    className: 'min-w-0 flex-1',
    ...(unit !== '' && { suffix: unit }),
  } as const
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-13 font-medium">{label}</legend>
      <div className="flex items-center gap-2">
        <TextInput
          {...field}
          aria-label={`${label} at least`}
          placeholder="from"
          value={min}
          onChange={(event) => onChange([event.target.value, max])}
        />
        <span aria-hidden="true" className="text-faint">
          –
        </span>
        <TextInput
          {...field}
          aria-label={`${label} at most`}
          placeholder="up to"
          value={max}
          onChange={(event) => onChange([min, event.target.value])}
        />
      </div>
      <p
        id={said}
        role={problem === undefined ? undefined : 'alert'}
        className={problem === undefined ? 'text-12 text-muted' : 'text-12 font-medium text-down'}
      >
        {problem ?? hint}
      </p>
    </fieldset>
  )
}
