// The line of a card that says what the slippage makes of a figure. Tapped, it shows the slippage to change.

import { slippageBpsOf } from '@twinmint/sdk/core/input-settings'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Line } from '../ui/Lines.tsx'
import { SlippageField } from './SlippageField.tsx'
import { useSlippageText } from './slippage-preference.ts'

export function SlippageLine({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  // What can't be used must be seen.
  const isInvalid = slippageBpsOf(useSlippageText()) === undefined
  const isShown = isOpen || isInvalid
  return (
    <Line
      term={
        <button
          type="button"
          aria-expanded={isShown}
          title="Change the slippage"
          onClick={() => setOpen(!isShown)}
          className="relative inline-flex items-center gap-1 rounded-small underline decoration-faint decoration-dotted underline-offset-4 transition-colors hover:text-text pointer-coarse:after:absolute pointer-coarse:after:-inset-x-2 pointer-coarse:after:-inset-y-3"
        >
          {term}
          <ChevronDown
            size={14}
            aria-hidden="true"
            className={classNames('shrink-0 transition-transform', isShown && 'rotate-180')}
          />
        </button>
      }
      below={isShown ? <SlippageField /> : undefined}
    >
      {children}
    </Line>
  )
}
