// The button that buys with one click, for a card or a row that is a link itself; and the one that sets its amounts. Both
// are small: what buys and what asks is loaded when it is needed.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { Zap } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/Logo.tsx'
import {
  askQuickTrade,
  cancelQuickTrade,
  openQuickSetting,
  useIsQuickTradeResting,
  useQuickBuy,
  useQuickTrade,
} from './requests.ts'

/** Nothing until the trader has set amounts. It never follows the link around it or below it. */
export function QuickBuyButton({
  collection,
  className,
}: {
  readonly collection: ListedCoin
  readonly className?: string
}) {
  const setting = useQuickBuy()
  const underWay = useQuickTrade(collection.id)
  const isRunning = underWay?.side === 'BUY'
  const isResting = useIsQuickTradeResting(collection.id) || underWay?.side === 'SELL'
  if (setting === undefined) return null
  const { chosen } = setting
  return (
    <button
      type="button"
      // Not disabled while it runs: a disabled button loses the focus.
      aria-disabled={isResting || undefined}
      aria-busy={isRunning || undefined}
      aria-label={
        isRunning ? `Cancel buying ${collection.symbol}` : `Buy ${collection.symbol} for ${chosen} SOL`
      }
      onClick={(event) => {
        event.preventDefault()
        event.stopPropagation()
        // The second click of a double click neither buys again nor cancels.
        if (event.detail >= 2) return
        if (isRunning) cancelQuickTrade(collection.id)
        else askQuickTrade({ collection, side: 'BUY', amountText: chosen })
      }}
      // Nor is a key that is held.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
      }}
      className={classNames(
        'relative z-10 inline-flex h-8 min-w-19 shrink-0 items-center justify-center gap-1 rounded-full border border-up/60 bg-ink px-2.5 text-12 font-semibold whitespace-nowrap text-up transition-colors select-none',
        // The room of a finger, without moving what stands beside it.
        'pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-1.5',
        isResting ? 'opacity-50' : 'hover:bg-up hover:text-ink',
        className,
      )}
    >
      {isRunning ? <Spinner size={12} /> : <Zap size={12} aria-hidden="true" />}
      {isRunning ? (
        'Cancel'
      ) : (
        <span translate="no" className="figures max-w-20 truncate">
          {chosen}
        </span>
      )}
    </button>
  )
}

/** Says what a click spends, and opens the dialog that sets it. */
export function QuickBuySetting({ className }: { readonly className?: string }) {
  const setting = useQuickBuy()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={openQuickSetting}
      className={classNames(
        'inline-flex h-9 shrink-0 items-center gap-1.5 rounded-full border px-3 text-13 font-medium whitespace-nowrap transition-colors pointer-coarse:h-11',
        setting === undefined
          ? 'border-line text-muted hover:border-faint hover:text-text'
          : 'border-up/60 text-text hover:border-up',
        className,
      )}
    >
      <Zap size={14} aria-hidden="true" className="text-up" />
      Quick buy
      <span translate="no" className="figures text-muted">
        {setting === undefined ? (
          'off'
        ) : (
          <>
            {setting.chosen}
            <span className="max-sm:hidden"> SOL</span>
          </>
        )}
      </span>
    </button>
  )
}
