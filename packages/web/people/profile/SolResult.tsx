// SOL that was made or lost, with its sign, and the dollars that it is.
import { Digits, Sol } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatMoney } from '../../ui/format.ts'
import { usdOf } from './figures.ts'

/** Dollars of lamports at a rate, for the eye; nothing while the rate is not known. */
export function Dollars({
  lamports,
  solUsd,
  className,
}: {
  readonly lamports: string
  readonly solUsd: number | undefined
  readonly className?: string
}) {
  if (solUsd === undefined) return null
  return (
    <span translate="no" className={classNames('figures text-12 whitespace-nowrap text-muted', className)}>
      {formatMoney(usdOf(lamports, solUsd))}
    </span>
  )
}

export function SolAndDollars({
  lamports,
  solUsd,
}: {
  readonly lamports: string
  readonly solUsd: number | undefined
}) {
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <Sol lamports={lamports} />
      <Dollars lamports={lamports} solUsd={solUsd} />
    </span>
  )
}

/** A result: plus or minus before it, and its colour. */
export function SolResult({
  lamports,
  solUsd,
}: {
  readonly lamports: string
  readonly solUsd: number | undefined
}) {
  const isLoss = lamports.startsWith('-')
  const size = isLoss ? lamports.slice(1) : lamports
  const isZero = size === '0'
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <span className={isZero ? undefined : isLoss ? 'text-down' : 'text-up'}>
        {!isZero && <Digits>{isLoss ? '−' : '+'}</Digits>}
        <Sol lamports={size} />
      </span>
      <Dollars lamports={lamports} solUsd={solUsd} />
    </span>
  )
}
