// The pieces of the trade card that take and show amounts: usual ones, balance, worth.
import { baseUnits, coinText, lamports, solText } from '../core/money.ts'
import { Coins, Sol } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { formatMoney } from '../ui/format.ts'
import type { Collection } from '../wire/records/coin.ts'
import { lamportsOf, shareOfBalance, type TradeQuote, type TraderHoldings, type TradeSide } from './rules.ts'

/** After graduation the same card trades the coin's pool. */
export function PoolNote({
  collection: { reserveLamports, reserveBaseUnits, symbol },
}: {
  readonly collection: Collection
}) {
  return (
    <p className="text-12 text-muted">
      <span className="font-semibold text-gold">Open pool.</span> You trade with{' '}
      <Sol lamports={reserveLamports} className="text-text" /> and{' '}
      <Coins baseUnits={reserveBaseUnits} symbol={symbol} className="text-text" />, locked for ever.
    </p>
  )
}

/** What the SOL of the trade is in dollars. */
export function Worth({
  quote,
  solUsd,
}: {
  readonly quote: TradeQuote | undefined
  readonly solUsd: number | undefined
}) {
  if (quote === undefined || solUsd === undefined) return null
  const usd = formatMoney(Number(solText(lamportsOf(quote))) * solUsd)
  return <span className="figures mr-2 text-muted">≈ {usd}</span>
}

/** Amounts of SOL, and shares of the balance in percent. */
const QUICK = {
  BUY: { sols: ['0.1', '0.5'], shares: [25, 50, 100] },
  SELL: { sols: [], shares: [10, 25, 50, 75, 100] },
} as const

/** Usual amounts, one press each. */
export function QuickAmounts({
  side,
  holdings,
  isKnown,
  onChoose,
}: {
  readonly side: TradeSide
  readonly holdings: TraderHoldings | undefined
  readonly isKnown: boolean
  readonly onChoose: (amountText: string) => void
}) {
  const { sols, shares } = QUICK[side]
  const quick = (label: string, isDisabled: boolean, amountText: () => string) => (
    <Button
      key={label}
      variant="secondary"
      size="sm"
      className="figures min-w-0 rounded-input! px-0!"
      disabled={isDisabled}
      onClick={() => onChoose(amountText())}
    >
      {label}
    </Button>
  )
  return (
    <div role="group" aria-label="Usual amounts" className="grid grid-cols-5 gap-1.5">
      {sols.map((sol) => quick(sol, false, () => sol))}
      {shares.map((percent) => {
        const share = shareOfBalance(side, percent, holdings)
        return quick(percent === 100 ? 'Max' : `${percent}%`, share === 0n || !isKnown, () =>
          side === 'BUY' ? solText(lamports(share)) : coinText(baseUnits(share)),
        )
      })}
    </div>
  )
}

export function Balance({
  side,
  holdings,
}: {
  readonly side: TradeSide
  readonly holdings: TraderHoldings | undefined
}) {
  if (holdings === undefined) return null
  return (
    <>
      Balance{' '}
      <span className="text-muted">
        {side === 'BUY' ? (
          <Sol lamports={holdings.lamports.toString()} />
        ) : (
          <Coins baseUnits={holdings.baseUnits.toString()} />
        )}
      </span>
    </>
  )
}
