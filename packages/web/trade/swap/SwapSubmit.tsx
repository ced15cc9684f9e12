// The button that swaps: what it does, or waits for.

import type { Step } from '@twinmint/sdk/actions/signing/flow'
import type { SwapKind } from '@twinmint/sdk/actions/swap/rules'
import { Button, type ButtonVariant } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Logo.tsx'
import { WalletButton } from '../../wallet/WalletButton.tsx'
import type { SwapStatus } from './queries.ts'

export function SwapSubmit({
  kind,
  label,
  variant,
  isConnected,
  isWaiting,
  status,
  isUnready,
  describedBy,
}: {
  readonly kind: SwapKind
  readonly label: string
  readonly variant?: ButtonVariant
  readonly isConnected: boolean
  /** It was submitted while the wallet reconnects. */
  readonly isWaiting: boolean
  readonly status: SwapStatus | undefined
  /** It can't be done, as what it is described by says. */
  readonly isUnready: boolean
  readonly describedBy: string
}) {
  if (!isConnected)
    return (
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" variant={variant} className="min-w-0 px-2! text-14!" disabled>
          {label}
        </Button>
        <WalletButton size="lg" className="px-2! text-14!" isConnecting={isWaiting} />
      </div>
    )
  const running = status?.phase === 'running' ? status : undefined
  const isOwn = running?.shown.kind === kind
  return (
    // Never disabled, which would drop the keyboard's focus.
    <Button
      type="submit"
      size="lg"
      variant={variant}
      className="w-full"
      unready={isUnready || running !== undefined}
      aria-busy={isOwn || undefined}
      aria-describedby={isUnready ? describedBy : undefined}
    >
      {isOwn && <Spinner size={16} />}
      {running === undefined ? label : isOwn ? stepText(running.step) : 'Another swap is under way'}
    </Button>
  )
}

function stepText(step: Step<unknown, unknown>): string {
  switch (step.name) {
    case 'preparing':
      return step.because ? 'Creating Another...' : 'Creating Transaction...'
    case 'signing':
      return step.because ? 'Sign Once More...' : 'Signing...'
    case 'sending':
      return step.of > 1 ? `Sending ${step.at} of ${step.of}...` : 'Sending...'
  }
}
