// What a quote warns of: its price impact, and that it graduates the coin.

import { PRICE_IMPACT_WARNING_BPS } from '@twinmint/sdk/core/slippage'
import { TriangleAlert } from 'lucide-react'
import { Digits } from '../ui/amounts.tsx'
import { formatPercent } from '../ui/format.ts'
import { Nothing } from '../ui/Lines.tsx'

export function PriceImpact({ bps }: { readonly bps: bigint | undefined }) {
  if (bps === undefined) return <Nothing />
  const isHigh = bps >= PRICE_IMPACT_WARNING_BPS
  return (
    <span className={isHigh ? 'inline-flex items-center gap-1 font-semibold text-down' : 'figures'}>
      {isHigh && <TriangleAlert size={14} aria-label="High" />}
      <Digits>{formatPercent(Number(bps) / 100)}</Digits>
    </span>
  )
}

export function PriceImpactWarning({ bps }: { readonly bps: bigint | undefined }) {
  if (bps === undefined || bps < PRICE_IMPACT_WARNING_BPS) return null
  return (
    <p className="rounded-input border border-down/50 bg-down/10 px-3 py-2 text-13 text-text">
      This trade is large for this market: it moves the price against you by{' '}
      <span translate="no">{formatPercent(Number(bps) / 100)}</span>.
    </p>
  )
}

export function GraduationNote() {
  return (
    <p className="rounded-input border border-gold/50 bg-gold/10 px-3 py-2 text-13 text-gold">
      This buy lifts the market cap to the migration threshold: the coin migrates with it.
    </p>
  )
}
