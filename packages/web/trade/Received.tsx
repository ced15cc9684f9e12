// What a trade brings: coins of a buy, SOL of a sell.

import type { TradeAmounts } from '@twinmint/sdk/actions/trade/rules'
import { Coins, Sol } from '../ui/amounts.tsx'
import { Nothing } from '../ui/Lines.tsx'

export function Received({
  of: trade,
  at,
  symbol,
}: {
  readonly of: TradeAmounts | undefined
  /** At the price of this moment, or at the least. */
  readonly at: 'about' | 'least'
  readonly symbol: string
}) {
  if (trade === undefined) return <Nothing />
  if (trade.side === 'BUY') {
    const units = at === 'about' ? trade.outBaseUnits : trade.outBaseUnitsMin
    return <Coins baseUnits={units.toString()} symbol={symbol} />
  }
  return <Sol lamports={(at === 'about' ? trade.outLamports : trade.outLamportsMin).toString()} />
}
