// A box of the launch form that is ticked or not, with what it means under its name.
import { type ReactNode, useId } from 'react'
import { Checkbox } from '../../ui/TextInput.tsx'

export function CheckBox({
  checked,
  label,
  error,
  onChange,
  children,
}: {
  readonly checked: boolean
  readonly label: string
  readonly error?: string | undefined
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <div className="relative flex min-h-11 items-start gap-3 rounded-input border border-line bg-ink p-3 transition-colors hover:border-faint has-focus-visible:border-violet">
      <Checkbox
        id={id}
        checked={checked}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5"
      />
      <div>
        {/* The whole box is the label's to click. */}
        <label htmlFor={id} className="cursor-pointer text-14 font-medium after:absolute after:inset-0">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-12 text-muted">
          {children}
        </p>
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="mt-1 text-12 font-medium text-down">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
