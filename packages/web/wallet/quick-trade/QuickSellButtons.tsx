// Sells a quarter, half or all of a coin with one click, in a row of one's own. Small, as the button that buys is: what sells
// and what asks is loaded with the first click.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { X } from 'lucide-react'
import { Digits } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import {
  askQuickTrade,
  cancelQuickTrade,
  SOLD_PERCENTS,
  type SoldPercent,
  useIsQuickTradeResting,
  useQuickTrade,
} from './requests.ts'

const nameOf = (percent: SoldPercent): string => (percent === 100 ? 'all' : `${percent}%`)

/** `isEmpty`: there are no coins to sell, only NFTs. */
export function QuickSellButtons({
  collection,
  isEmpty,
  className,
}: {
  readonly collection: Collection
  readonly isEmpty: boolean
  readonly className?: string
}) {
  const underWay = useQuickTrade(collection.id)
  const isResting = useIsQuickTradeResting(collection.id)
  const running = underWay?.side === 'SELL' ? underWay.percent : undefined
  const isOff = isEmpty || underWay !== undefined || isResting
  return (
    <fieldset className={classNames('flex gap-1', className)}>
      <legend className="sr-only">
        Sell <span translate="no">{collection.symbol}</span>
      </legend>
      {SOLD_PERCENTS.map((percent) => (
        <button
          key={percent}
          type="button"
          // Not disabled while it runs: a disabled button loses the focus.
          aria-disabled={(isOff && running !== percent) || undefined}
          aria-busy={running === percent || undefined}
          aria-label={
            running === percent
              ? `Cancel selling ${nameOf(percent)} of ${collection.symbol}`
              : `Sell ${nameOf(percent)} of ${collection.symbol}`
          }
          title={isEmpty ? 'There are no coins to sell: give an NFT back first.' : undefined}
          onClick={(event) => {
            // The second click of a double click neither sells again nor cancels.
            if (event.detail >= 2) return
            if (running === percent) cancelQuickTrade(collection.id)
            else if (!isOff) askQuickTrade({ collection, side: 'SELL', percent })
          }}
          // Nor is a key that is held.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.repeat) event.preventDefault()
          }}
          className={classNames(
            'inline-flex h-8 min-w-11 items-center justify-center rounded-full border border-down/60 bg-ink px-2 text-12 font-semibold text-down transition-colors select-none pointer-coarse:h-11',
            isOff && running !== percent ? 'opacity-50' : 'hover:bg-down hover:text-ink',
          )}
        >
          {running === percent ? (
            <X size={14} aria-hidden="true" className="animate-pulse" />
          ) : (
            <Digits>{percent === 100 ? 'All' : `${percent}%`}</Digits>
          )}
        </button>
      ))}
    </fieldset>
  )
}
