// What a trade would do, line by line, before it is signed.
import { TriangleAlert } from 'lucide-react'
import { Coins, Sol } from '../ui/amounts.tsx'
import { formatPercent } from '../ui/format.ts'
import { PRICE_IMPACT_WARNING_BPS, type TradeQuote, type TradeSide } from './rules.ts'

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
  const highImpact = quote !== undefined && quote.priceImpactBps >= PRICE_IMPACT_WARNING_BPS
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <dl className="flex flex-col gap-2 text-13">
        <Line term="You pay">{paid(quote?.amountIn)}</Line>
        <Line term="You receive (estimate)" strong>
          {received(quote?.amountOut)}
        </Line>
        <Line term={`At least, at ${slippageText}% slippage`}>{received(quote?.amountOutMin)}</Line>
        <Line term={buys ? 'Fee (none on buys)' : 'Fee, taken from the above'}>
          {sol(quote?.feeLamports)}
        </Line>
        <Line term="Price impact">
          {quote === undefined ? (
            <Nothing />
          ) : (
            <span
              className={highImpact ? 'inline-flex items-center gap-1 font-semibold text-down' : 'figures'}
            >
              {highImpact && <TriangleAlert size={14} aria-label="High" />}
              <span className="figures">{formatPercent(Number(quote.priceImpactBps) / 100)}</span>
            </span>
          )}
        </Line>
        <Line
          term={quote !== undefined && quote.rentLamports > 0n ? 'Network fee + account rent' : 'Network fee'}
        >
          {quote === undefined ? <Nothing /> : sol(quote.networkFeeLamports + quote.rentLamports)}
        </Line>
      </dl>
      {highImpact && (
        <p className="rounded-input border border-down/50 bg-down/10 px-3 py-2 text-13 text-text">
          This trade is large for this market: it moves the price against you by{' '}
          {formatPercent(Number(quote.priceImpactBps) / 100)}.
        </p>
      )}
      {quote?.graduates === true && (
        <p className="rounded-input border border-gold/50 bg-gold/10 px-3 py-2 text-13 text-gold">
          This buy lifts the market cap to the migration threshold: the coin migrates with it.
        </p>
      )}
    </div>
  )
}

function Nothing() {
  return <span className="text-faint">–</span>
}

function Line({
  term,
  strong = false,
  children,
}: {
  readonly term: string
  readonly strong?: boolean
  readonly children: React.ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className={strong ? 'text-14 font-semibold' : undefined}>{children}</dd>
    </div>
  )
}
