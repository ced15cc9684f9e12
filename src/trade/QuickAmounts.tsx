// The trader's fixed amounts of SOL by the field of a buy: each fills it in, and the card shows at once what it would bring.
import { SlidersHorizontal } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { openQuickSetting, useQuickAmounts } from '../wallet/quick/quick-buy.ts'

export function QuickAmounts({ onChoose }: { readonly onChoose: (amountText: string) => void }) {
  const amounts = useQuickAmounts()
  return (
    <div role="group" aria-label="Amounts in SOL" className="flex gap-2">
      {amounts.map((amount) => (
        <Button
          key={amount}
          variant="secondary"
          size="sm"
          aria-label={`${amount} SOL`}
          className="figures min-w-0 flex-1 px-1!"
          onClick={() => onChoose(amount)}
        >
          <span className="truncate">{amount}</span>
        </Button>
      ))}
      <Button
        variant="ghost"
        size="sm"
        aria-label="Set these amounts"
        aria-haspopup="dialog"
        className="w-8 shrink-0 px-0! pointer-coarse:w-11"
        onClick={openQuickSetting}
      >
        <SlidersHorizontal size={14} aria-hidden="true" />
      </Button>
    </div>
  )
}
