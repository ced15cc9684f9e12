// What a trade would do, line by line, before it is signed.
import { Coins, Sol } from '../ui/amounts.tsx'
import { GraduationNote, Line, Lines, Nothing, PriceImpact, PriceImpactWarning } from '../ui/Lines.tsx'
import type { TradeQuote, TradeSide } from './rules.ts'

export interface QuoteLinesProps {
  readonly quote: TradeQuote | undefined
  readonly side: TradeSide
  readonly symbol: string
  readonly slippageText: string
}

export function QuoteLines({ quote, side, symbol, slippageText }: QuoteLinesProps) {
  const buys = side === 'BUY'
  const sol = (amount: bigint | undefined) =>
    amount === undefined ? <Nothing /> : <Sol lamports={amount.toString()} />
  const coins = (amount: bigint | undefined) =>
    amount === undefined ? <Nothing /> : <Coins baseUnits={amount.toString()} symbol={symbol} />
  const paid = buys ? sol : coins
  const received = buys ? coins : sol
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <Lines>
        <Line term="You pay">{paid(quote?.amountIn)}</Line>
        <Line term="You receive (estimate)" strong>
          {received(quote?.amountOut)}
        </Line>
        <Line term={`At least, at ${slippageText}% slippage`}>{received(quote?.amountOutMin)}</Line>
        <Line term={buys ? 'Fee (none on buys)' : 'Fee, taken from the above'}>
          {sol(quote?.feeLamports)}
        </Line>
        <Line term="Price impact">
          <PriceImpact bps={quote?.priceImpactBps} />
        </Line>
        <Line
          term={quote !== undefined && quote.rentLamports > 0n ? 'Network fee + account rent' : 'Network fee'}
        >
          {quote === undefined ? <Nothing /> : sol(quote.networkFeeLamports + quote.rentLamports)}
        </Line>
      </Lines>
      <PriceImpactWarning bps={quote?.priceImpactBps} />
      {quote?.graduates === true && <GraduationNote />}
    </div>
  )
}
