// What every way to swap has under its own fields: the lines, the button, and what the button says when it can't.

import {
  type AskedSwap,
  decideSwap,
  rareGiven,
  type WantedSwap,
} from '@twinmint/sdk/actions/swap/quote-changes'
import { lacksSol } from '@twinmint/sdk/core/rent'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { ButtonVariant } from '../../ui/Button.tsx'
import { showToast, type ToastMessage } from '../../ui/toasts/toast.ts'
import { usePlayMoney } from '../../wallet/balance.ts'
import { CardEnd } from '../../wallet/CardEnd.tsx'
import { useSubmitOnceConnected } from '../../wallet/connecting/submit-once-connected.ts'
import { PriorityFeeRow } from '../../wallet/fee/PriorityFeeRow.tsx'
import { GuardPlace } from '../../wallet/GuardPlace.tsx'
import { PlayMoneyButton } from '../../wallet/PlayMoneyButton.tsx'
import { RareQuestion } from './RareQuestion.tsx'
import { SwapLines } from './SwapLines.tsx'
import { SwapSubmit } from './SwapSubmit.tsx'
import type { SwapContext } from './swap-context.ts'
import {
  NO_NFT_SELECTED,
  NO_NFT_TO_SELL,
  refusalToast,
  SELECT_COUNT,
  walletNotConnected,
} from './swap-texts.ts'

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
  const { collection, holdings, slippageText, priority, isConnected, status } = context
  const playMoney = usePlayMoney()
  const now = { ...context, priorityFeeLamports: priority.lamports }
  const { asked, refusal } =
    wanted.count > 0 ? decideSwap(wanted, now) : { asked: undefined, refusal: undefined }
  const problem = ownProblem ?? (refusal && refusalToast(refusal, holdings))
  const rare = rareGiven(wanted)
  const given = wanted.chosen?.join() ?? ''
  // Of other NFTs than those that were asked about it is asked anew.
  const [askedAbout, setAskedAbout] = useState<string>()
  const isAsking =
    rare.length > 0 &&
    askedAbout === given &&
    status?.phase !== 'running' &&
    asked !== undefined &&
    problem === undefined
  const form = useRef<HTMLFormElement>(null)
  const hintId = useId()
  /** The buttons of the question leave with it; the focus stays in the form. */
  const answer = (isYes: boolean) => {
    form.current?.focus({ preventScroll: true })
    setAskedAbout(undefined)
    if (isYes && asked) context.start(asked, onSwapped)
  }
  const submit = () => {
    if (status?.phase === 'running') return
    if (problem) showToast(problem)
    else if (asked && rare.length > 0) setAskedAbout(given)
    else if (asked) context.start(asked, onSwapped)
  }
  const text = `${wanted.kind} ${wanted.count} ${given}`
  const { isWaiting, onSubmit } = useSubmitOnceConnected(text, submit, walletNotConnected)
  return (
    <form
      ref={(element) => {
        form.current = element
        return context.card(element)
      }}
      tabIndex={-1}
      onSubmit={onSubmit}
      noValidate
      className="flex flex-col gap-3 outline-none"
    >
      <fieldset disabled={status?.phase === 'running'} className="flex min-w-0 flex-col gap-3">
        <legend className="sr-only">What to swap</legend>
        {children}
        <PriorityFeeRow fee={priority} />
      </fieldset>
      {wanted.kind === 'buy' && <Surcharge context={context} asked={asked} />}
      <SwapLines kind={wanted.kind} asked={asked} symbol={collection.symbol} slippageText={slippageText} />
      {lacksSol(refusal?.code) && <PlayMoneyButton offer={playMoney} />}
      <CardEnd
        button={
          isAsking ? (
            <RareQuestion
              rare={rare}
              isSale={wanted.kind === 'sell'}
              onYes={() => answer(true)}
              onNo={() => answer(false)}
            />
          ) : (
            <SwapSubmit
              kind={wanted.kind}
              label={typeof label === 'string' ? label : label(asked)}
              {...(variant === undefined ? {} : { variant })}
              isConnected={isConnected}
              isWaiting={isWaiting}
              status={status}
              isUnready={problem !== undefined}
              describedBy={hintId}
            />
          )
        }
        said={context.said}
        hintId={hintId}
        hint={isConnected ? problem?.description : undefined}
        isRefused={isConnected && problem !== undefined && !GUIDANCE.includes(problem)}
      />
    </form>
  )
}

/** What is only missing yet. */
const GUIDANCE: readonly ToastMessage[] = [SELECT_COUNT, NO_NFT_SELECTED, NO_NFT_TO_SELL]

/** What the launch guard takes of a buy for SOL. */
function Surcharge({
  context: { collection, moment },
  asked,
}: {
  readonly context: SwapContext
  readonly asked: AskedSwap | undefined
}) {
  const surchargeLamports = asked?.quote.surchargeLamports
  return (
    <GuardPlace
      coin={collection}
      surchargeLamports={surchargeLamports}
      isExempt={moment.isExempt === true && surchargeLamports === 0n}
    />
  )
}
