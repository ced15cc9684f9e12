// The pieces of the trade card that take and show amounts: side, shares of the balance, worth.
import { baseUnits, coinText, lamports, solText } from '../core/money.ts'
import { Coins, Sol } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
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
  if (quote === undefined || solUsd === undefined) return <span />
  const usd = formatMoney(Number(solText(lamportsOf(quote))) * solUsd)
  return <span className="figures text-13 text-muted">≈ {usd}</span>
}

const SHARES = [
  [25, '25%'],
  [50, '50%'],
  [100, 'Max'],
] as const

export function Shares({
  side,
  holdings,
  priorityFeeLamports,
  isKnown,
  onChoose,
}: {
  readonly side: TradeSide
  readonly holdings: TraderHoldings | undefined
  readonly priorityFeeLamports: bigint
  readonly isKnown: boolean
  readonly onChoose: (amountText: string) => void
}) {
  return (
    <div className="grid grid-cols-3 gap-2">
      {SHARES.map(([percent, label]) => {
        const share = shareOfBalance(side, percent, holdings, priorityFeeLamports)
        return (
          <Button
            key={label}
            variant="secondary"
            size="sm"
            disabled={share === 0n || !isKnown}
            onClick={() => onChoose(side === 'BUY' ? solText(lamports(share)) : coinText(baseUnits(share)))}
          >
            {label}
          </Button>
        )
      })}
    </div>
  )
}

export function SideToggle({
  side,
  onChange,
  disabled,
}: {
  readonly side: TradeSide
  readonly onChange: (side: TradeSide) => void
  readonly disabled: boolean
}) {
  return (
    <div role="group" aria-label="Buy or sell" className="grid grid-cols-2 gap-1 rounded-full bg-ink p-1">
      {(['BUY', 'SELL'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={side === each}
          disabled={disabled}
          onClick={() => onChange(each)}
          className={classNames(
            'h-10 rounded-full text-14 font-semibold transition-colors pointer-coarse:h-11',
            side !== each && 'text-muted hover:text-text',
            side === each && (each === 'BUY' ? 'bg-up text-ink' : 'bg-down text-ink'),
          )}
        >
          {each === 'BUY' ? 'Buy' : 'Sell'}
        </button>
      ))}
    </div>
  )
}

export function Balance({
  side,
  holdings,
  symbol,
}: {
  readonly side: TradeSide
  readonly holdings: TraderHoldings | undefined
  readonly symbol: string
}) {
  if (holdings === undefined) return null
  return (
    <>
      Balance{' '}
      <span className="text-muted">
        {side === 'BUY' ? (
          <Sol lamports={holdings.lamports.toString()} />
        ) : (
          <Coins baseUnits={holdings.baseUnits.toString()} symbol={symbol} />
        )}
      </span>
    </>
  )
}
