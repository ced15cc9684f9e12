// Where the latest flow of a card is, from the wallet to the chain, and what became of it, until it is dismissed. What is
// particular to a flow comes as NoticeWords.

import type { Outcome, SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { SignatureLink } from '../shared/TransactionLink.tsx'
import { classNames } from '../ui/class-names.ts'
import { Spinner } from '../ui/Logo.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SAID_PLACE } from './CardEnd.tsx'
import { AGAIN_TEXTS, STEP_TEXTS, saidOf } from './flow-texts.ts'
import { CancelButton } from './signing/StepLine.tsx'
import type { FlowStatus } from './use-flow.ts'

/** What came of it, and the one thing to try. */
export interface Told {
  readonly body: ReactNode
  readonly action?: { readonly label: string; readonly act: () => void } | undefined
}

export interface NoticeWords<Shown, Said, Answer> {
  /** Of the button beside the one that tries again; "Dismiss" otherwise. */
  readonly declineLabel?: string
  readonly moved: (offered: Shown, shown: Shown) => Told
  readonly failed: (failure: SigningFailure, shown: Shown) => Told
  /** Of a part that went through; a flow of one transaction has none. */
  readonly partly?: (outcome: Outcome<Said, Answer>, stopped: SigningFailure, shown: Shown) => Told
  /** Shows the steps while it runs and this when it went through; otherwise the button and a toast say so. */
  readonly receipt?: (
    outcome: Outcome<Said, Answer>,
  ) => { readonly title: string; readonly body: ReactNode; readonly signature: string } | undefined
}

interface FlowNoticeProps<Shown, Said, Answer> {
  readonly status: FlowStatus<Shown, Said, Answer>
  readonly words: NoticeWords<Shown, Said, Answer>
  /** With `{signature}` in it; null where nothing shows transactions. */
  readonly transactionUrl: string | null
  readonly onDismiss: () => void
}

export function FlowNotice<Shown, Said, Answer>(props: FlowNoticeProps<Shown, Said, Answer>) {
  const { status, words, transactionUrl, onDismiss } = props
  if (status.phase === 'running')
    return words.receipt === undefined ? null : <Steps status={status} transactionUrl={transactionUrl} />
  if (status.phase === 'done' && status.outcome.stopped === undefined) {
    const receipt = words.receipt?.(status.outcome)
    return receipt === undefined ? null : (
      <Receipt {...receipt} transactionUrl={transactionUrl} onDismiss={onDismiss} />
    )
  }
  const { body, action } = toldOf(status, words)
  return (
    <Notice
      {...(action && { actionLabel: action.label, onAction: action.act })}
      dismissLabel={(action && words.declineLabel) ?? 'Dismiss'}
      onDismiss={onDismiss}
    >
      {body}
    </Notice>
  )
}

function toldOf<Shown, Said, Answer>(
  status: FlowStatus<Shown, Said, Answer> & { readonly phase: 'moved' | 'failed' | 'done' },
  words: NoticeWords<Shown, Said, Answer>,
): Told {
  if (status.phase === 'moved') return words.moved(status.offered, status.shown)
  // The user who cancelled needs no explanation.
  if (status.phase === 'failed' && status.failure.code === 'cancelled')
    return { body: status.failure.message }
  if (status.phase === 'failed') return words.failed(status.failure, status.shown)
  const { stopped } = status.outcome
  return (stopped && words.partly?.(status.outcome, stopped, status.shown)) ?? { body: null }
}

const STEPS = ['preparing', 'signing', 'sending'] as const

const SAID = 'rounded-input border px-3 py-1.5 text-12'

function Steps({
  status,
  transactionUrl,
}: {
  readonly status: Extract<FlowStatus<unknown, unknown, unknown>, { readonly phase: 'running' }>
  readonly transactionUrl: string | null
}) {
  const { step } = status
  const at = STEPS.indexOf(step.name)
  return (
    <div className={classNames(SAID, SAID_PLACE, 'flex flex-col justify-center gap-1 border-line bg-ink')}>
      <div aria-hidden="true" className="grid grid-cols-3 gap-2">
        {STEPS.map((name, index) => (
          <span
            key={name}
            className={classNames(
              'h-1 rounded-full',
              index < at ? 'bg-up' : index === at ? 'bg-violet' : 'bg-line',
            )}
          />
        ))}
      </div>
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="flex items-center gap-2">
          <Spinner size={16} className="text-violet" />
          {step.name !== 'sending' && step.because ? AGAIN_TEXTS[step.name] : STEP_TEXTS[step.name]}
        </p>
        <CancelButton status={status} />
      </div>
      {step.name !== 'sending' && step.because && (
        <p className="text-muted">{saidOf(step.because).sentence}</p>
      )}
      {step.name === 'sending' && step.signature !== '' && (
        <TransactionLine signature={step.signature} transactionUrl={transactionUrl} />
      )}
    </div>
  )
}

function Receipt({
  title,
  body,
  signature,
  transactionUrl,
  onDismiss,
}: {
  readonly title: string
  readonly body: ReactNode
  readonly signature: string
  readonly transactionUrl: string | null
  readonly onDismiss: () => void
}) {
  const receipt = useRef<HTMLDivElement>(null)
  // In a long card it may stand below what is seen.
  useEffect(() => {
    receipt.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={receipt}
      className={classNames(SAID, SAID_PLACE, 'flex flex-col justify-center border-up/50 bg-up/10')}
    >
      <div className="flex items-start justify-between gap-2">
        <p role="status" className="flex gap-2">
          <Check size={16} aria-hidden="true" className="shrink-0 text-up" />
          <span>
            <span className="font-semibold">{title}</span> {body}
          </span>
        </p>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="-mt-1.5 -mr-2.5 inline-flex size-7 shrink-0 items-center justify-center rounded-input text-muted hover:text-text pointer-coarse:-mb-4 pointer-coarse:size-11"
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <TransactionLine signature={signature} transactionUrl={transactionUrl} />
    </div>
  )
}

export function TransactionLine({
  signature,
  transactionUrl,
}: {
  readonly signature: string
  readonly transactionUrl: string | null
}) {
  return (
    <p className="-my-1 flex flex-wrap items-center gap-x-1 text-12 text-muted">
      Transaction <SignatureLink signature={signature} explorerUrl={transactionUrl} />
    </p>
  )
}
