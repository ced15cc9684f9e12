// A trade that moves the price very far is asked about once more, in place of the button. Loaded when it is needed.
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { BPS_ONE, divideFloor } from '../core/money.ts'
import { Sol } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { formatPercent } from '../ui/format.ts'
import type { TradeQuote } from './rules.ts'

export default function ImpactQuestion({
  quote,
  symbol,
  onYes,
  onNo,
}: {
  readonly quote: TradeQuote
  readonly symbol: string
  readonly onYes: () => void
  readonly onNo: () => void
}) {
  const { side, priceImpactBps } = quote
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone: the focus goes to what came in its place.
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-label="High price impact"
      aria-describedby="impact-question"
      tabIndex={-1}
      className="flex scroll-my-20 flex-col gap-3 rounded-input border border-down/50 bg-down/10 p-3 text-13 outline-none"
    >
      <p id="impact-question" className="flex gap-2">
        <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-down" />
        <span>
          This trade moves the price against you by{' '}
          <span className="font-semibold">{formatPercent(Number(priceImpactBps) / 100)}</span>: about{' '}
          <Sol lamports={lostToImpact(quote).toString()} /> of its worth before the trade. Smaller trades move
          it less.
        </span>
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button variant={side === 'BUY' ? 'buy' : 'sell'} onClick={onYes}>
          {side === 'BUY' ? 'Buy' : 'Sell'} anyway
        </Button>
        <Button variant="secondary" aria-label={`Do not trade ${symbol}`} onClick={onNo}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** Lamports between the price before the trade and the price of it, rounded down. */
function lostToImpact({ side, amountIn, amountOut, feeLamports, priceImpactBps }: TradeQuote): bigint {
  if (side === 'BUY') return divideFloor(amountIn * priceImpactBps, BPS_ONE)
  const left = BPS_ONE - priceImpactBps
  return left === 0n ? 0n : divideFloor((amountOut + feeLamports) * priceImpactBps, left)
}
