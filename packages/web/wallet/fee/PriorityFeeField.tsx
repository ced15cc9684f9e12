// What a transaction pays to be taken before others: a level, or SOL as typed; one choice for every card on the page.

import { solText } from '@twinmint/sdk/core/money'
import { LEVEL_LAMPORTS_MAX, PRIORITY_LAMPORTS_MAX, PRIORITY_LEVELS } from '@twinmint/sdk/core/priority-fee'
import { Info } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/Field.tsx'
import { submitOnEnter, TextInput } from '../../ui/TextInput.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { PRIORITY_DEFAULT, setPriorityText } from './fee-preference.ts'
import type { PriorityFee } from './use-priority-fee.ts'

const NAMES = { normal: 'Normal', fast: 'Fast', turbo: 'Turbo' } as const

export default function PriorityFeeField({ fee }: { readonly fee: PriorityFee }) {
  const { text, levels, isInvalid } = fee
  const level = PRIORITY_LEVELS.find((each) => each === text)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="inline-flex items-center gap-1 text-13 text-muted">
          Priority
          <Tooltip
            tap
            text={`What each transaction pays to be taken before others, beside the network fee. Normal, Fast and Turbo follow what others paid lately, and never come to more than ${solText(LEVEL_LAMPORTS_MAX)} SOL. An amount of your own is paid as you type it.`}
          >
            <button
              type="button"
              aria-label="What the priority fee is"
              className="relative flex size-5 items-center justify-center rounded-full text-faint hover:text-text pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
            >
              <Info size={14} aria-hidden="true" />
            </button>
          </Tooltip>
        </span>
        <div role="group" aria-label="How fast it should be" className="flex gap-1">
          {PRIORITY_LEVELS.map((each) => (
            <Choice
              key={each}
              isChosen={level === each}
              title={`${solText(levels[each])} SOL`}
              onChoose={() => setPriorityText(each)}
            >
              {NAMES[each]}
            </Choice>
          ))}
          <Choice
            isChosen={level === undefined}
            title="An amount of your own"
            // It begins with what was paid so far.
            onChoose={() => level !== undefined && setPriorityText(solText(levels[level]))}
          >
            Own
          </Choice>
        </div>
      </div>
      {level === undefined && (
        <Field
          label="Priority fee in SOL, for each transaction"
          error={
            isInvalid
              ? `Enter 0 to ${solText(PRIORITY_LAMPORTS_MAX)} SOL. Until then ${NAMES[PRIORITY_DEFAULT]} holds.`
              : undefined
          }
          className="[&>div:first-child]:sr-only"
        >
          <TextInput
            figures
            inputMode="decimal"
            value={text}
            onChange={(event) => setPriorityText(event.target.value)}
            onKeyDown={submitOnEnter}
            onBlur={() => isInvalid && setPriorityText(PRIORITY_DEFAULT)}
            suffix="SOL a transaction"
            className="[&>input]:pr-36"
          />
        </Field>
      )}
    </div>
  )
}

function Choice({
  isChosen,
  title,
  onChoose,
  children,
}: {
  readonly isChosen: boolean
  readonly title: string
  readonly onChoose: () => void
  readonly children: string
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={title}
      onClick={onChoose}
      className={classNames(
        'h-8 rounded-full px-1.5 text-12 transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11',
        isChosen ? 'bg-raised font-semibold text-text' : 'text-muted hover:text-text',
      )}
    >
      {children}
    </button>
  )
}
