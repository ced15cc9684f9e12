// A label, a control, and what is said about it; the control finds its id and descriptions through the context.
import { createContext, type ReactNode, use, useId, useMemo } from 'react'
import { classNames } from './class-names.ts'

export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly required: true | undefined
}

const FieldContext = createContext<FieldControl | undefined>(undefined)

/** The attributes that tie a control of one's own to the Field around it; undefined outside of one. */
export function useFieldControl(): FieldControl | undefined {
  return use(FieldContext)
}

export interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly required?: boolean | undefined
  /** Shown at the right of the label: a counter or a balance. */
  readonly aside?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Field({ label, hint, error, required = false, aside, className, children }: FieldProps) {
  const id = useId()
  const hasHint = hint !== undefined && hint !== null
  const describedBy = classNames(hasHint && `${id}-hint`, error !== undefined && `${id}-error`)
  const control = useMemo<FieldControl>(
    () => ({
      id,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
      'aria-invalid': error === undefined ? undefined : true,
      required: required ? true : undefined,
    }),
    [id, describedBy, error, required],
  )
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-13 font-medium text-text">
          {label}
          {required && (
            <span aria-hidden="true" className="text-muted">
              {' *'}
            </span>
          )}
        </label>
        {aside !== undefined && <span className="text-12 text-faint">{aside}</span>}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {hasHint && (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-12 font-medium text-down">
          {error}
        </p>
      )}
    </div>
  )
}
