// Trading where no card fits beside the chart, within thumb reach: a bar at the bottom, and the sheet that it opens, in which
// the price and its course stay in view.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'
import { PriceNow } from './CoinStrip.tsx'
import type { CardTab } from './MarketCard.tsx'

export function TradeBar({ onOpen }: { readonly onOpen: (tab: CardTab) => void }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 border-t border-line bg-ink/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-6 md:px-6 min-[62.5rem]:hidden">
      <div className="grid grid-cols-3 gap-3">
        <Button variant="buy" size="lg" onClick={() => onOpen('BUY')}>
          Buy
        </Button>
        <Button variant="sell" size="lg" onClick={() => onOpen('SELL')}>
          Sell
        </Button>
        <Button size="lg" onClick={() => onOpen('SWAP')}>
          Swap
        </Button>
      </div>
    </div>
  )
}

export function TradeSheet({
  open,
  collection,
  solUsd,
  onClose,
  children,
}: {
  readonly open: boolean
  readonly collection: Collection
  readonly solUsd: number | undefined
  readonly onClose: () => void
  readonly children: React.ReactNode
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <>
          <span className="sr-only">
            Trade <span translate="no">{collection.symbol}</span>
          </span>
          {/* For the eye: the card says its figures in words. */}
          <span aria-hidden="true" className="flex items-center gap-4 font-normal">
            <PriceNow collection={collection} solUsd={solUsd} />
            <Sparkline values={collection.sparkline} className="w-32" />
          </span>
        </>
      }
      className="mb-0! h-[min(calc(var(--seen)*0.92),50rem)] max-h-[min(calc(var(--seen)*0.92),50rem)]! w-screen! max-w-none! rounded-b-none! md:max-w-xl!"
    >
      {children}
    </Dialog>
  )
}
