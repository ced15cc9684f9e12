// The pieces of the trade card that show amounts: what a trade is worth, the balance, the pool.

import {
  lamportsOf,
  type TradeQuote,
  type TraderHoldings,
  type TradeSide,
} from '@twinmint/sdk/actions/trade/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { solText } from '@twinmint/sdk/core/money'
import { Coins, Sol } from '../ui/amounts.tsx'
import { formatMoney } from '../ui/format.ts'

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
  return (
    <span translate="no" className="figures mr-2 text-muted">
      ≈ {usd}
    </span>
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
