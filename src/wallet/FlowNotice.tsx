// Where the latest flow of a card is, from the wallet to the chain, and what became of it, until it is dismissed. What is
// particular to a flow comes as NoticeWords.
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { SignatureLink } from '../site/TransactionLink.tsx'
import { classNames } from '../ui/class-names.ts'
import { Spinner } from '../ui/Logo.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Outcome, SigningFailure, Step } from './flow.ts'
import { STEP_TEXTS } from './flow-texts.ts'
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
  ) => { readonly body: ReactNode; readonly signature: string } | undefined
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
    return words.receipt === undefined ? null : <Steps step={status.step} transactionUrl={transactionUrl} />
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
  if (status.phase === 'failed') return words.failed(status.failure, status.shown)
  const { stopped } = status.outcome
  return (stopped && words.partly?.(status.outcome, stopped, status.shown)) ?? { body: null }
}

const STEPS = [
  ['preparing', 'Prepare'],
  ['signing', 'Sign'],
  ['sending', 'Confirm'],
] as const

function Steps({
  step,
  transactionUrl,
}: {
  readonly step: Step<unknown, unknown>
  readonly transactionUrl: string | null
}) {
  const at = STEPS.findIndex(([name]) => name === step.name)
  return (
    <div className="flex flex-col gap-2 rounded-input border border-line bg-ink p-3 text-13">
      <ol aria-hidden="true" className="grid grid-cols-3 gap-2">
        {STEPS.map(([name, label], index) => (
          <li key={name} className="flex flex-col gap-1.5">
            <span
              className={classNames(
                'h-1 rounded-full',
                index < at ? 'bg-up' : index === at ? 'bg-violet' : 'bg-line',
              )}
            />
            <span className={classNames('text-12', index > at ? 'text-faint' : 'text-text')}>{label}</span>
          </li>
        ))}
      </ol>
      <p role="status" className="flex items-center gap-2">
        <Spinner size={16} className="text-violet" />
        {STEP_TEXTS[step.name]}
      </p>
      {step.name === 'sending' && (
        <TransactionLine signature={step.signature} transactionUrl={transactionUrl} />
      )}
    </div>
  )
}

function Receipt({
  body,
  signature,
  transactionUrl,
  onDismiss,
}: {
  readonly body: ReactNode
  readonly signature: string
  readonly transactionUrl: string | null
  readonly onDismiss: () => void
}) {
  return (
    <div className="flex flex-col gap-1 rounded-input border border-up/50 bg-up/10 p-3 text-13">
      <div className="flex items-start justify-between gap-2">
        <p role="status" className="flex gap-2">
          <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-up" />
          <span>
            <span className="font-semibold">Confirmed.</span> {body}
          </span>
        </p>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="-m-1 inline-flex size-7 shrink-0 items-center justify-center rounded-input text-muted hover:text-text pointer-coarse:-m-3 pointer-coarse:size-11"
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
    <p className="flex flex-wrap items-center gap-x-1 text-12 text-muted">
      Transaction <SignatureLink signature={signature} explorerUrl={transactionUrl} />
    </p>
  )
}
