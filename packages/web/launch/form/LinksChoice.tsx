// Where a coin is found elsewhere: three texts that most leave empty, so they are folded until somebody wants them.

import { LINK_KINDS } from '@twinmint/sdk/content/links'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy.tsx'
import type { LaunchFieldsProps } from './values.ts'

const LinkFields = lazyPart(() => import('./LinkFields.tsx'))

export function LinksChoice(props: LaunchFieldsProps) {
  const { values, errorOf } = props
  const [isOpen, setIsOpen] = useState(() => LINK_KINDS.some((kind) => values.links[kind] !== ''))
  // What is wrong can't be folded away: the focus goes to it.
  const isShown = isOpen || LINK_KINDS.some((kind) => errorOf(kind) !== undefined)
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group rounded-input border border-line"
    >
      <summary className="flex min-h-11 items-center gap-2 rounded-input px-3 text-13 font-medium">
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="-rotate-90 text-muted transition-transform group-open:rotate-0"
        />
        Links
        <span className="ml-auto text-12 font-normal text-faint">Optional: website, X, Telegram</span>
      </summary>
      {isShown && (
        <Suspense fallback={<div className="h-70" />}>
          <LinkFields {...props} />
        </Suspense>
      )}
    </details>
  )
}
