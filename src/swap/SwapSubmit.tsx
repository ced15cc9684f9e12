// The button that swaps: what it waits for, or why it can't be pressed yet.
import { useId } from 'react'
import { Button, type ButtonVariant } from '../ui/Button.tsx'
import { Spinner } from '../ui/Logo.tsx'
import type { ToastMessage } from '../ui/toast.ts'
import type { Step } from '../wallet/flow.ts'
import { WalletButton } from '../wallet/WalletButton.tsx'
import type { SwapStatus } from './queries.ts'
import type { SwapKind } from './rules.ts'
import { NO_NFT_SELECTED, NO_NFT_TO_SELL, SELECT_COUNT } from './swap-texts.ts'

export function SwapSubmit({
  kind,
  label,
  variant,
  isConnected,
  status,
  problem,
}: {
  readonly kind: SwapKind
  readonly label: string
  readonly variant?: ButtonVariant
  readonly isConnected: boolean
  readonly status: SwapStatus | undefined
  /** Why it can't be done. */
  readonly problem: ToastMessage | undefined
}) {
  const id = useId()
  if (!isConnected)
    return (
      <div className="flex flex-col gap-2">
        <Button size="lg" variant={variant} className="w-full" disabled>
          {label}
        </Button>
        <WalletButton size="lg" className="w-full" />
      </div>
    )
  const running = status?.phase === 'running' ? status : undefined
  const isOwn = running?.shown.kind === kind
  const isGuidance = [SELECT_COUNT, NO_NFT_SELECTED, NO_NFT_TO_SELL].includes(problem ?? SELECT_COUNT)
  return (
    <div className="flex flex-col gap-2">
      {/* Never disabled, which would drop the keyboard's focus. */}
      <Button
        type="submit"
        size="lg"
        variant={variant}
        className="w-full"
        unready={problem !== undefined || running !== undefined}
        aria-busy={isOwn || undefined}
        aria-describedby={problem === undefined ? undefined : id}
      >
        {isOwn && <Spinner size={16} />}
        {running === undefined ? label : isOwn ? stepText(running.step) : 'Another swap is under way'}
      </Button>
      {problem !== undefined && running === undefined && (
        <p id={id} className={isGuidance ? 'text-12 text-muted' : 'text-12 font-medium text-down'}>
          {problem.description}
        </p>
      )}
    </div>
  )
}

function stepText(step: Step<unknown, unknown>): string {
  switch (step.name) {
    case 'preparing':
      return 'Creating Transaction...'
    case 'signing':
      return 'Signing...'
    case 'sending':
      return step.of > 1 ? `Sending ${step.at} of ${step.of}...` : 'Sending...'
  }
}
