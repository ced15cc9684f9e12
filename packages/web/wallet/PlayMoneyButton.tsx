// Shown in Demo Mode where SOL is missing: a button that requests play money, or a note that the wallet already received it.
import { FlaskConical } from 'lucide-react'
import { Button } from '../ui/Button.tsx'

/** The faucet's offer to the wallet, which it makes once. */
export type PlayMoney =
  | {
      readonly kind: 'open'
      /** What the button says. */
      readonly text: string
      readonly isPending: boolean
      readonly onGet: () => void
    }
  | { readonly kind: 'given' }

/** Nothing where there is no faucet. */
export function PlayMoneyButton({ offer }: { readonly offer: PlayMoney | undefined }) {
  if (offer === undefined) return null
  if (offer.kind === 'given')
    return (
      <p className="text-12 text-muted">
        This wallet has already received its play money. Sell coins for more SOL, or connect another wallet.
      </p>
    )
  return (
    <Button
      size="sm"
      variant="secondary"
      className="self-start"
      pending={offer.isPending}
      onClick={offer.onGet}
    >
      <FlaskConical size={14} aria-hidden="true" className="text-gold" />
      {offer.text}
    </Button>
  )
}
