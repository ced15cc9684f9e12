// What every way to swap has under its own fields: the lines, the button, and what the button says when it can't.
import type { FormEvent, ReactNode } from 'react'
import { lacksSol } from '../core/rent.ts'
import { usePlayMoney } from '../profile/queries.ts'
import type { ButtonVariant } from '../ui/Button.tsx'
import { PlayMoneyButton } from '../ui/PlayMoneyButton.tsx'
import { showToast, type ToastMessage } from '../ui/toast.tsx'
import { walletStore } from '../wallet/wallet.ts'
import { SwapLines } from './SwapLines.tsx'
import { SwapSubmit } from './SwapSubmit.tsx'
import { type AskedSwap, decideSwap, type WantedSwap } from './shown.ts'
import type { SwapContext } from './swap-context.ts'
import { refusalToast, walletNotConnected } from './swap-texts.ts'

export function SwapForm({
  context,
  wanted,
  problem: ownProblem,
  label,
  variant,
  onSwapped,
  children,
}: {
  readonly context: SwapContext
  readonly wanted: WantedSwap
  /** What the form's own fields lack. */
  readonly problem: ToastMessage | undefined
  readonly label: string | ((asked: AskedSwap | undefined) => string)
  readonly variant?: ButtonVariant
  /** Something went through. */
  readonly onSwapped?: () => void
  readonly children: ReactNode
}) {
  const { collection, holdings, slippageText, isConnected, status } = context
  const playMoney = usePlayMoney()
  const { asked, refusal } =
    wanted.count > 0
      ? decideSwap(wanted, { collection, holdings, slippageText })
      : { asked: undefined, refusal: undefined }
  const problem = ownProblem ?? (refusal && refusalToast(refusal, holdings))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (status?.phase === 'running') return
    if (!isConnected) showToast(walletNotConnected(walletStore.state.wallets))
    else if (problem) showToast(problem)
    else if (asked) context.start(asked, onSwapped)
  }
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <fieldset disabled={status?.phase === 'running'} className="flex min-w-0 flex-col gap-4">
        <legend className="sr-only">What to swap</legend>
        {children}
      </fieldset>
      <SwapLines kind={wanted.kind} asked={asked} symbol={collection.symbol} slippageText={slippageText} />
      <SwapSubmit
        kind={wanted.kind}
        label={typeof label === 'string' ? label : label(asked)}
        {...(variant === undefined ? {} : { variant })}
        isConnected={isConnected}
        status={status}
        problem={problem}
      />
      {lacksSol(refusal?.code) && <PlayMoneyButton offer={playMoney} />}
    </form>
  )
}
