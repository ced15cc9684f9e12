// Trading on a phone, within thumb reach: a bar at the bottom, and the sheet that it opens.
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

export type Sheet = 'BUY' | 'SELL' | 'SWAP'

/** On a phone trading is within thumb reach: a bar at the bottom that opens the cards as a sheet. */
export function PhoneTradeBar({ onOpen }: { readonly onOpen: (sheet: Sheet) => void }) {
  return (
    <div className="sticky bottom-0 z-30 -mx-4 border-t border-line bg-ink/95 px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:hidden">
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
  sheet,
  symbol,
  onClose,
  children,
}: {
  readonly sheet: Sheet | undefined
  readonly symbol: string
  readonly onClose: () => void
  readonly children: React.ReactNode
}) {
  return (
    <Dialog
      open={sheet !== undefined}
      onClose={onClose}
      title={sheet === 'SWAP' ? `Swap ${symbol} and NFTs` : `Trade ${symbol}`}
      className="mb-0! w-screen! max-w-none! rounded-b-none! max-h-[92dvh]!"
    >
      {children}
    </Dialog>
  )
}
