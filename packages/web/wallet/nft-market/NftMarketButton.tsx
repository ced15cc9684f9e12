// Opens a dialog of the market for NFTs.
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { type NftMarketRequest, openNftMarketDialog } from './requests.ts'

interface NftMarketButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className' | 'children'> {
  readonly request: NftMarketRequest
  /** For whoever hears the button alone: "Frogs #7". It follows the button's words. */
  readonly what?: string
}

export function NftMarketButton({ request, what, children, ...rest }: NftMarketButtonProps) {
  return (
    <Button {...rest} aria-haspopup="dialog" onClick={() => openNftMarketDialog(request)}>
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
