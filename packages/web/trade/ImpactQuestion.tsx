// A trade that moves the price very far is asked about once more, in place of the button. Loaded when it is needed.

import type { TradeQuote } from '@twinmint/sdk/actions/trade/rules'
import { BPS_ONE, divideFloor } from '@twinmint/sdk/core/money'
import { Sol } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { formatPercent } from '../ui/format.ts'
import { Question } from '../ui/Question.tsx'

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
  return (
    <Question
      label="High price impact"
      actions={
        <>
          <Button variant={side === 'BUY' ? 'buy' : 'sell'} onClick={onYes}>
            {side === 'BUY' ? 'Buy' : 'Sell'} anyway
          </Button>
          <Button variant="secondary" aria-label={`Do not trade ${symbol}`} onClick={onNo}>
            Cancel
          </Button>
        </>
      }
    >
      This trade moves the price against you by{' '}
      <span className="font-semibold">{formatPercent(Number(priceImpactBps) / 100)}</span>: about{' '}
      <Sol lamports={lostToImpact(quote).toString()} /> of its worth before the trade. Smaller trades move it
      less.
    </Question>
  )
}

/** Lamports between the price before the trade and the price of it, rounded down. */
function lostToImpact(quote: TradeQuote): bigint {
  const { priceImpactBps, feeLamports, surchargeLamports } = quote
  if (quote.side === 'BUY')
    return divideFloor((quote.inLamports - surchargeLamports) * priceImpactBps, BPS_ONE)
  const left = BPS_ONE - priceImpactBps
  return left === 0n ? 0n : divideFloor((quote.outLamports + feeLamports) * priceImpactBps, left)
}
