// What the chart's row and its menu are made of, and what both are told.

import type { Timeframe } from '@twinmint/sdk/api/coin/contract'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { AXIS_NAMES, CHART_AXES, CHART_CURRENCIES, type ChartCurrency } from '../chart-axis.ts'
import type { ChartChoice } from './choices.ts'
import type { ExternalChart } from './link.ts'

/** Whether there is room for all of it in the row. */
export const WIDE = '@min-[53.75rem]:flex'
export const NARROW_ONLY = '@min-[53.75rem]:hidden'

export interface ChartControlsProps {
  readonly choice: ChartChoice
  readonly interval: Timeframe
  /** What the chart is in now: SOL while the rate of dollars is not known. */
  readonly currency: ChartCurrency
  readonly onChange: (change: Partial<ChartChoice>) => void
  /** No marks of wallets where no wallet can be. */
  readonly hasMarks: boolean
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  /** Undefined while there is nothing to zoom. */
  readonly onZoom: ((factor: number) => void) | undefined
  readonly external: ExternalChart | undefined
  readonly full: FullScreen
}

export interface FullScreen {
  readonly isFull: boolean
  /** The full-screen chart by its address, and the page without it. */
  readonly href: string
  /** Undefined in a frame, which can't be larger than it is: the link opens a page of its own. */
  readonly onFull: ((isFull: boolean) => void) | undefined
}

/** What the axis says, and in which money. */
export function UnitGroups({
  choice,
  currency,
  onChange,
}: Pick<ChartControlsProps, 'choice' | 'currency' | 'onChange'>) {
  return (
    <>
      <Group label="Axis">
        {CHART_AXES.map((each) => (
          <Choice key={each} isOn={each === choice.axis} onClick={() => onChange({ axis: each })}>
            {each === 'nft' ? 'NFT' : AXIS_NAMES[each]}
          </Choice>
        ))}
      </Group>
      <Group label="Currency">
        {CHART_CURRENCIES.map((each) => (
          <Choice key={each} isOn={each === currency} onClick={() => onChange({ currency: each })}>
            {each}
          </Choice>
        ))}
      </Group>
    </>
  )
}

export function LogChoice({ choice, onChange }: Pick<ChartControlsProps, 'choice' | 'onChange'>) {
  const isLog = choice.scale === 'log'
  return (
    <Choice isOn={isLog} onClick={() => onChange({ scale: isLog ? 'linear' : 'log' })}>
      Log
    </Choice>
  )
}

export function Group({
  ref,
  label,
  className,
  children,
}: {
  readonly ref?: Ref<HTMLDivElement>
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div
      ref={ref}
      className={classNames('no-scrollbar flex min-w-0 overflow-x-auto', className)}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  )
}

const CHOICE =
  'h-11 shrink-0 px-2 text-13 whitespace-nowrap transition-colors focus-visible:-outline-offset-2 min-w-9 pointer-coarse:min-w-11'

export function Choice({
  isOn,
  onClick,
  children,
}: {
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      translate="no"
      className={classNames(
        'figures',
        CHOICE,
        isOn ? 'font-semibold text-violet' : 'text-muted hover:text-text',
      )}
    >
      {children}
    </button>
  )
}
