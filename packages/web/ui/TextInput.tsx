// Text fields of one line and of many, and boxes to tick. Inside a Field they carry its label, hint and error by themselves.
import { Check } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './Field.tsx'

const INPUT =
  'w-full min-w-0 rounded-input border border-line bg-ink px-3 text-16 text-text transition-colors placeholder:text-faint hover:border-faint focus:border-violet disabled:cursor-not-allowed disabled:text-faint aria-invalid:border-down sm:text-14'

export interface TextInputProps extends ComponentProps<'input'> {
  /** Numbers and addresses are set in mono. */
  readonly figures?: boolean | undefined
  /** Inside the right end of the field: a unit or a small button. */
  readonly suffix?: ReactNode
  /** Inside the left end of the field: an icon. */
  readonly icon?: ReactNode
}

export function TextInput({ figures = false, suffix, icon, className, ...rest }: TextInputProps) {
  const control = useFieldControl()
  return (
    <span className={classNames('relative flex items-center', className)}>
      {icon !== undefined && (
        <span aria-hidden="true" className="pointer-events-none absolute left-3 text-faint">
          {icon}
        </span>
      )}
      <input
        autoComplete="off"
        {...control}
        {...rest}
        className={classNames(
          INPUT,
          'h-11',
          figures && 'figures',
          icon !== undefined && 'pl-10',
          suffix !== undefined && 'pr-16',
        )}
      />
      {suffix !== undefined && <span className="absolute right-3 text-13 text-muted">{suffix}</span>}
    </span>
  )
}

/** Browsers ignore Enter while the button is disabled or missing; so it can say what is missing. */
export function submitOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** Arrow keys step the value, as in a number field. Text that is not a plain number counts as the minimum. */
export function stepOnArrows(
  event: KeyboardEvent<HTMLInputElement>,
  { min, step }: { readonly min: number; readonly step: number },
  onText: (text: string) => void,
): void {
  const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
  if (direction === 0) return
  event.preventDefault()
  const steps = Math.round((Number(event.currentTarget.value) || 0) / step) + direction
  onText(String(Math.max(min, Number((steps * step).toFixed(2)))))
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const control = useFieldControl()
  return (
    <textarea rows={4} {...control} {...rest} className={classNames(INPUT, 'resize-y py-2.5', className)} />
  )
}

/** Its label is the caller's. */
export function Checkbox({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className={classNames('relative flex size-5 shrink-0', className)}>
      <input
        {...rest}
        type="checkbox"
        className="peer size-5 appearance-none rounded-small border border-faint bg-panel checked:border-violet checked:bg-violet"
      />
      <Check
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-0.5 left-0.5 text-ink opacity-0 peer-checked:opacity-100"
      />
    </span>
  )
}
