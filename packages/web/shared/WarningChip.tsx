// On cards and rows: that a coin's Launch X-ray finds something unusual, and what, on hover, focus or tap.

import { XRAY_SENTENCES, type XrayWarning } from '@twinmint/sdk/api/records/xray'
import { TriangleAlert } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import { Tooltip } from '../ui/Tooltip.tsx'

export function WarningChip({
  warnings,
  isShort = false,
  className,
}: {
  readonly warnings: readonly XrayWarning[]
  /** The sign and the number alone, for rows. */
  readonly isShort?: boolean
  readonly className?: string
}) {
  if (warnings.length === 0) return null
  const label = `Launch X-ray: ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`
  return (
    <Tooltip tap text={<Sentences warnings={warnings} />}>
      <button
        type="button"
        aria-label={label}
        // The area that a finger finds is larger than the chip; a card's own link lies below it.
        className={classNames(
          'relative z-10 inline-flex cursor-help items-center gap-1 rounded-full border border-line bg-ink text-12 font-medium text-text before:absolute before:-inset-3',
          isShort ? 'px-1.5 py-px' : 'px-2 py-0.5',
          className,
        )}
      >
        <TriangleAlert size={12} aria-hidden="true" className="text-down" />
        <span>
          {!isShort && 'X-ray '}
          <span translate="no">{warnings.length}</span>
        </span>
      </button>
    </Tooltip>
  )
}

function Sentences({ warnings }: { readonly warnings: readonly XrayWarning[] }) {
  return (
    <>
      {warnings.map((warning) => (
        <span key={warning} className="block">
          {XRAY_SENTENCES[warning]}
        </span>
      ))}
      <span className="block text-muted">By trades and the creator’s transfers; its page has the rest.</span>
    </>
  )
}
