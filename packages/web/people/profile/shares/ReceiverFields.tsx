// A row of fields for each receiver: its address, its share, and the button that leaves it out.

import {
  evenShares,
  PROBLEM_TEXTS,
  type SharesDecision,
  type TypedShare,
} from '@twinmint/sdk/actions/fee-shares/rules'
import type { FeeShares } from '@twinmint/sdk/api/fee-shares/contract'
import { FEE_SHARE_RECEIVERS_MAX } from '@twinmint/sdk/core/fee-shares'
import { bpsText } from '@twinmint/sdk/core/figures'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

/** With a key of its own, so that leaving one out moves no other's focus. */
export interface ReceiverRow extends TypedShare {
  readonly key: number
}

/** Of the present receivers, or of one who gets all. */
export function rowsOf(shares: FeeShares | null, addressText = ''): readonly ReceiverRow[] {
  if (shares === null) return [{ key: 0, addressText, percentText: '100' }]
  return shares.receivers.map(({ walletAddress, bps }, key) => ({
    key,
    addressText: walletAddress,
    percentText: bpsText(bps),
  }))
}

interface ReceiverFieldsProps {
  readonly rows: readonly ReceiverRow[]
  readonly onRows: (rows: readonly ReceiverRow[]) => void
  readonly problems: Extract<SharesDecision, { kind: 'refused' }>['problems']
}

export function ReceiverFields({ rows, onRows, problems }: ReceiverFieldsProps) {
  const change = (key: number, typed: Partial<TypedShare>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...typed } : row)))
  const { list, focusRow } = useRowFocus()
  const add = () => {
    const key = Math.max(...rows.map((row) => row.key)) + 1
    onRows([...rows, { key, addressText: '', percentText: '' }])
    focusRow(key)
  }
  const leaveOut = (place: number) => {
    const next = rows.filter((_, at) => at !== place)
    onRows(next)
    focusRow(next[Math.min(place, next.length - 1)]?.key)
  }
  const splitEvenly = () => {
    const even = evenShares(rows.length)
    onRows(rows.map((row, place) => ({ ...row, percentText: bpsText(even[place] ?? 0) })))
  }
  return (
    <div className="flex flex-col gap-3">
      <ul ref={list} className="flex flex-col gap-3">
        {rows.map(({ key, addressText, percentText }, place) => (
          <li
            key={key}
            data-row={key}
            className="grid grid-cols-[minmax(0,1fr)_6.5rem_auto] items-start gap-2 max-sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <Field
              label={`Wallet ${place + 1}`}
              error={textOf(problems[place]?.address)}
              className="max-sm:col-span-2"
            >
              <TextInput
                figures
                value={addressText}
                spellCheck={false}
                placeholder="Address"
                onChange={(event) => change(key, { addressText: event.target.value })}
              />
            </Field>
            <Field label={`Share ${place + 1}`} error={textOf(problems[place]?.percent)}>
              <TextInput
                figures
                value={percentText}
                inputMode="decimal"
                suffix="%"
                onChange={(event) => change(key, { percentText: event.target.value })}
              />
            </Field>
            <button
              type="button"
              aria-label={`Leave out wallet ${place + 1}`}
              disabled={rows.length === 1}
              onClick={() => leaveOut(place)}
              className="mt-7 flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text disabled:invisible"
            >
              <X size={18} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={rows.length >= FEE_SHARE_RECEIVERS_MAX} onClick={add}>
          <Plus size={14} aria-hidden="true" />
          Add a wallet
        </Button>
        {rows.length > 1 && (
          <Button variant="secondary" size="sm" onClick={splitEvenly}>
            Split evenly
          </Button>
        )}
      </div>
    </div>
  )
}

/** Who adds a row goes on in it; who leaves one out, in the one that took its place. */
function useRowFocus() {
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] input`)?.focus()
    wanted.current = undefined
  })
  return { list, focusRow: (key: number | undefined) => (wanted.current = key) }
}

const textOf = (problem: keyof typeof PROBLEM_TEXTS | undefined): string | undefined =>
  problem === undefined ? undefined : PROBLEM_TEXTS[problem]
