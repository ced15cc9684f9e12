// The launch guard, on or off, with what it does and what it does not.
import { EXEMPT_BASE_UNITS_MAX, FORM_GUARD, STANDARD_OPENING_LAMPORTS } from '@twinmint/sdk/core/curve'
import { type Lamports, solText } from '@twinmint/sdk/core/money'
import { supplyPercentText } from '@twinmint/sdk/core/opening'
import { guardSummary } from '@twinmint/sdk/core/surcharge'
import { CheckBox } from './CheckBox.tsx'

const EXEMPT_PERCENT = supplyPercentText(EXEMPT_BASE_UNITS_MAX)

export function GuardChoice({
  checked,
  opening,
  firstSolText,
  error,
  onChange,
}: {
  readonly checked: boolean
  readonly opening: Lamports
  /** What 1 SOL still buys under the guard, in per cent of the supply; undefined until the chain's terms are known. */
  readonly firstSolText: string | undefined
  readonly error: string | undefined
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <CheckBox
      checked={checked}
      label={`Launch guard: ${guardSummary(FORM_GUARD)}`}
      error={error}
      onChange={onChange}
    >
      A surcharge on early buys that nobody gets: it is locked for ever. It falls with every second, so that
      rushing in first pays less. Your dev buy is free of it up to{' '}
      <span translate="no">{EXEMPT_PERCENT}%</span> of the supply.
      {checked && opening === STANDARD_OPENING_LAMPORTS && (
        <span className="mt-1 block text-gold">
          It does not help at an opening of <span translate="no">{solText(opening)} SOL</span>: under it the
          first SOL still buys <span translate="no">{firstSolText ?? '–'}%</span> of the supply.
        </span>
      )}
    </CheckBox>
  )
}
