// Asks before a buy of one click pays more surcharge than little: the click itself said only how much is spent.

import { surchargeBps, type TradeQuote } from '@twinmint/sdk/actions/trade/rules'
import { surchargePercentText, surchargeSentence } from '@twinmint/sdk/core/surcharge'
import { Button } from '../ui/Button.tsx'
import { formatPercent } from '../ui/format.ts'
import { Question } from '../ui/Question.tsx'

export function SurchargeQuestion({
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
  const bps = surchargeBps(quote)
  return (
    <Question
      label="The launch guard runs"
      actions={
        <>
          <Button variant="buy" onClick={onYes}>
            {bps > 0n ? 'Buy anyway' : 'Buy'}
          </Button>
          <Button variant="secondary" aria-label={`Do not buy ${symbol}`} onClick={onNo}>
            Cancel
          </Button>
        </>
      }
    >
      {bps > 0n
        ? surchargeSentence(surchargePercentText(bps))
        : 'The launch guard has ended: this buy pays no surcharge.'}
      {quote.impactLevel !== 'small' &&
        ` Beside it this buy moves the price against you by ${formatPercent(Number(quote.priceImpactBps) / 100)}.`}
    </Question>
  )
}
