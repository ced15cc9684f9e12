// Usual amounts by the amount's field: the trader's own in SOL, and shares of the balance. Each fills it in, and the card
// shows at once what it would bring.

import { shareOfBalance, type TraderHoldings, type TradeSide } from '@twinmint/sdk/actions/trade/rules'
import { typedCoins, typedPlain, typedSol } from '@twinmint/sdk/core/input-amount'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { SlidersHorizontal } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { openQuickSetting, useQuickAmounts } from '../wallet/quick-trade/requests.ts'

const SHARES = { BUY: [25, 50, 100], SELL: [10, 25, 50, 75, 100] } as const
const BUTTON = 'figures min-w-0 flex-auto rounded-input! px-1!'

export function QuickAmounts({
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
  const amounts = useQuickAmounts()
  return (
    <div role="group" aria-label="Usual amounts" className="flex gap-1">
      {side === 'BUY' &&
        amounts.map((amount) => (
          <Button
            key={amount}
            variant="secondary"
            size="sm"
            aria-label={`${amount} SOL`}
            title={`${amount} SOL`}
            className={BUTTON}
            onClick={() => onChoose(typedPlain(amount))}
          >
            <span translate="no" className="truncate">
              {amount}
            </span>
          </Button>
        ))}
      {SHARES[side].map((percent) => {
        const share = shareOfBalance(side, percent, holdings, priorityFeeLamports)
        return (
          <Button
            key={percent}
            variant="secondary"
            size="sm"
            className={BUTTON}
            disabled={share === 0n || !isKnown}
            onClick={() =>
              onChoose(side === 'BUY' ? typedSol(lamports(share)) : typedCoins(baseUnits(share)))
            }
          >
            {percent === 100 ? 'Max' : <span translate="no">{percent}%</span>}
          </Button>
        )
      })}
      {side === 'BUY' && (
        <Button
          variant="ghost"
          size="sm"
          aria-label="Set these amounts"
          aria-haspopup="dialog"
          className="w-7 shrink-0 px-0! pointer-coarse:w-9"
          onClick={openQuickSetting}
        >
          <SlidersHorizontal size={14} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}
