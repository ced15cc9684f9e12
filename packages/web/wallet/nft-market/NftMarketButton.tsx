// Opens a dialog of the market for NFTs.
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { type AskedDeal, askDeal } from './requests.ts'

interface DealButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className' | 'children'> {
  readonly deal: AskedDeal
  /** For whoever hears the button alone: "Frogs #7". It follows the button's words. */
  readonly what?: string
}

export function DealButton({ deal, what, children, ...rest }: DealButtonProps) {
  return (
    <Button {...rest} aria-haspopup="dialog" onClick={() => askDeal(deal)}>
      {children}
      {what !== undefined && (
        <span translate="no" className="sr-only">
          {' '}
          {what}
        </span>
      )}
    </Button>
  )
}
