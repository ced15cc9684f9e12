// In Demo Mode the way on when the play money is gone: a button that gives more.
import { FlaskConical } from 'lucide-react'
import { Button } from '../ui/Button.tsx'

export interface PlayMoney {
  /** What the button says. */
  readonly text: string
  readonly isPending: boolean
  readonly onGet: () => void
}

/** Nothing where there is none to get. */
export function PlayMoneyButton({ offer }: { readonly offer: PlayMoney | undefined }) {
  if (offer === undefined) return null
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
