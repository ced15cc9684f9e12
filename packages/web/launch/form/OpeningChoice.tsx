// How deep a launch opens: three choices, each with what it means at the market cap of graduation that this chain has.

import { type Lamports, solText } from '@twinmint/sdk/core/money'
import { openingFigures, solTenthsText, supplyPercentText } from '@twinmint/sdk/core/opening'
import { type ReactNode, useId } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { formatSolShort } from '../../ui/format.ts'

export interface OpeningChoiceProps {
  readonly openings: readonly Lamports[]
  readonly chosen: Lamports
  /** Undefined until the chain's terms are known: then there are no figures yet. */
  readonly graduation: Lamports | undefined
  /** What the choice means for whoever buys first, in words. */
  readonly children: ReactNode
  readonly error: string | undefined
  readonly onChoose: (opening: Lamports) => void
}

const TERMS = [
  '1 SOL buys at first',
  'Raised at graduation',
  'Supply then in the pool',
  'An NFT’s coins at first',
] as const
/** A table where there is room for one. */
const COLUMNS = '@lg:grid @lg:grid-cols-[5.75rem_repeat(4,minmax(0,1fr))] @lg:gap-x-3'

export function OpeningChoice(props: OpeningChoiceProps) {
  const { openings, chosen, error, onChoose, graduation, children } = props
  const id = useId()
  return (
    <fieldset
      data-invalid={error === undefined ? undefined : ''}
      tabIndex={error === undefined ? undefined : -1}
      aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
      className="@container min-w-0"
    >
      <legend className="text-13 font-medium">Opening reserve</legend>
      <p id={`${id}-hint`} className="mt-1 text-12 text-muted">
        SOL that nobody pays and nobody can take out. The deeper a coin opens, the less its first buys move
        the price.
      </p>
      <div aria-hidden="true" className={classNames('mt-3 hidden px-3 pb-1 text-12 text-faint', COLUMNS)}>
        <span />
        {TERMS.map((term) => (
          <span key={term}>{term}</span>
        ))}
      </div>
      <div className="mt-3 flex flex-col gap-2 @lg:mt-0">
        {openings.map((opening) => (
          <Choice
            key={opening.toString()}
            graduation={graduation}
            name={`${id}-opening`}
            opening={opening}
            isChosen={opening === chosen}
            onChoose={() => onChoose(opening)}
          />
        ))}
      </div>
      <div className="mt-2 text-12 text-muted">{children}</div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-12 font-medium text-down">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Choice({
  name,
  opening,
  isChosen,
  graduation,
  onChoose,
}: Pick<OpeningChoiceProps, 'graduation'> & {
  readonly name: string
  readonly opening: Lamports
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  const id = useId()
  const figures =
    graduation && openingFigures({ openingReserveLamports: opening, graduationMarketCapLamports: graduation })
  const shown = [
    figures && `${supplyPercentText(figures.firstSolBaseUnits)}%`,
    figures && `${solTenthsText(figures.raisedLamports)} SOL`,
    figures && `${supplyPercentText(figures.poolBaseUnits)}%`,
    figures && `${formatSolShort(figures.nftCoinsLamports.toString())} SOL`,
  ]
  return (
    <div
      className={classNames(
        'relative rounded-input border bg-ink p-3 transition-colors has-focus-visible:border-violet @lg:items-center',
        COLUMNS,
        isChosen ? 'border-violet' : 'border-line hover:border-faint',
      )}
    >
      <span className="flex items-center gap-3">
        <input
          type="radio"
          id={id}
          name={name}
          checked={isChosen}
          onChange={onChoose}
          aria-describedby={`${id}-figures`}
          className="relative z-1 m-0 size-5 shrink-0 appearance-none rounded-full border border-faint bg-panel checked:border-6 checked:border-violet"
        />
        {/* The whole box is the label's to click. */}
        <label
          htmlFor={id}
          translate="no"
          className="figures cursor-pointer text-14 font-semibold whitespace-nowrap after:absolute after:inset-0"
        >
          {solText(opening)} SOL
        </label>
      </span>
      <dl id={`${id}-figures`} className="mt-2 grid grid-cols-2 gap-x-3 gap-y-2 @lg:contents">
        {TERMS.map((term, at) => (
          <div key={term} className="min-w-0">
            <dt className="text-12 text-muted @lg:sr-only">{term}</dt>
            <dd translate="no" className="figures text-13">
              {shown[at] ?? <span className="text-faint">–</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
