// A few choices side by side of which one holds, or none yet: radio buttons, so the arrows move between them.
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
}

const TONES = {
  violet: 'has-checked:bg-violet has-checked:text-ink',
  raised: 'has-checked:bg-raised has-checked:text-text',
}

export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  tone = 'violet',
  disabled = false,
  className,
}: {
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  /** Undefined while none is chosen. */
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly tone?: keyof typeof TONES
  readonly disabled?: boolean
  readonly className?: string
}) {
  const name = useId()
  return (
    <fieldset disabled={disabled} className={classNames('min-w-0', className)}>
      <legend className="sr-only">{label}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-1 rounded-full bg-ink p-1">
        {segments.map((segment) => (
          <label
            key={segment.value}
            className={classNames(
              'relative flex h-9 items-center justify-center rounded-full px-2 text-14 font-semibold whitespace-nowrap text-muted transition-colors pointer-coarse:h-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-violet',
              disabled ? 'cursor-not-allowed text-faint' : 'cursor-pointer hover:text-text',
              TONES[tone],
            )}
          >
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={segment.value === value}
              onChange={() => onChange(segment.value)}
              className="absolute inset-0 m-0 size-full cursor-[inherit] appearance-none rounded-full outline-none"
            />
            {segment.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
