// Beside the address of a wallet that this server itself trades with.
import { Bot } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'

const MEANING = 'A demo bot: this server itself trades with this wallet'

export function BotChip({
  isShort = false,
  className,
}: {
  /** The word only where its container has the room. */
  readonly isShort?: boolean
  readonly className?: string
}) {
  return (
    <span
      title={MEANING}
      className={classNames(
        'inline-flex items-center gap-1 rounded-full border border-line px-1.5 py-px align-middle text-12 whitespace-nowrap text-muted',
        className,
      )}
    >
      <Bot size={12} aria-hidden="true" />
      <span aria-hidden="true" className={isShort ? 'sr-only @xl:not-sr-only' : undefined}>
        bot
      </span>
      <span className="sr-only">{MEANING}</span>
    </span>
  )
}
