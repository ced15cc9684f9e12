// Opens the dialog that sends coins or an NFT to another wallet. For what the connected wallet holds.
import { Send } from 'lucide-react'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { type AskedSend, askSend } from './requests.ts'

interface SendButtonProps extends AskedSend, Pick<ButtonProps, 'size' | 'className'> {
  /** What it sends, for whoever hears the button alone: a coin's symbol, an NFT's name. */
  readonly what: string
  /** Nothing but the icon is drawn. */
  readonly isSmall?: boolean
}

export function SendButton({
  collectionId,
  edition,
  what,
  isSmall = false,
  size,
  className,
}: SendButtonProps) {
  return (
    <Button
      variant={isSmall ? 'ghost' : 'secondary'}
      size={size}
      aria-label={`Send ${what}`}
      aria-haspopup="dialog"
      title={`Send ${what} to another wallet`}
      className={isSmall ? `w-8 shrink-0 px-0! pointer-coarse:w-11 ${className ?? ''}` : className}
      onClick={() => askSend({ collectionId, edition })}
    >
      <Send size={isSmall ? 16 : 14} aria-hidden="true" />
      {!isSmall && 'Send'}
    </Button>
  )
}
