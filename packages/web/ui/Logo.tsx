// The mark: a coin (circle) and a picture (square) overlapping, the overlap knocked out. One drawing for the logo, the
// spinner and the favicon (packages/web/public/favicon.svg repeats its paths).
import { classNames } from './class-names.ts'

/** 32 by 32. The two shapes in one path with the even-odd rule: where both are, neither is. */
const MARK_PATH =
  'M12 3.5a9 9 0 1 0 0 18a9 9 0 1 0 0-18ZM14.5 11h12a2.5 2.5 0 0 1 2.5 2.5v12a2.5 2.5 0 0 1-2.5 2.5h-12a2.5 2.5 0 0 1-2.5-2.5v-12a2.5 2.5 0 0 1 2.5-2.5Z'

export function Mark({ size = 28, className }: { readonly size?: number; readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={className}>
      <path fillRule="evenodd" fill="currentColor" d={MARK_PATH} />
    </svg>
  )
}

/** Mark and wordmark. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2 text-text', className)}>
      <Mark className="shrink-0 text-violet" />
      <span className="font-display text-16 font-semibold tracking-tight max-[21.875rem]:sr-only">
        Twinmint
      </span>
    </span>
  )
}

/** The twins moving through each other. Give it a label where nothing beside it says what is awaited. */
export function Spinner({
  size = 20,
  label,
  className,
}: {
  readonly size?: number
  readonly label?: string
  readonly className?: string
}) {
  return (
    <span
      className={classNames('inline-flex shrink-0', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
    >
      <svg
        viewBox="0 0 32 32"
        width={size}
        height={size}
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
      >
        <circle cx="13" cy="13" r="8.5" strokeWidth="3" className="animate-orbit" />
        <rect
          x="11"
          y="11"
          width="16"
          height="16"
          rx="2.5"
          strokeWidth="3"
          className="animate-orbit [animation-direction:alternate-reverse]"
        />
      </svg>
    </span>
  )
}
