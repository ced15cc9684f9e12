// Where the latest trade is, from the wallet to the chain, and what became of it: its transaction; a price that moved; one
// that expired; one of which nobody knows yet. Says whether anything moved, and offers the one thing to try.
import { Check, X } from 'lucide-react'
import { errorRecord } from '../core/errors.ts'
import { Coins, Sol } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatPercent } from '../ui/format.ts'
import { Spinner } from '../ui/Logo.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SignatureLink } from '../ui/TransactionLink.tsx'
import type { TradeStatus } from './queries.ts'
import { changeBps, decideAgain, type TradeQuote } from './rules.ts'
import type { ExecutedTrade, ShownQuote, TradeFailure, TradeProgress } from './run.ts'

export interface TradeNoticeProps {
  readonly status: TradeStatus
  /** What a trade is decided by at this moment. */
  readonly now: Parameters<typeof decideAgain>[1]
  readonly symbol: string
  /** With `{signature}` in it; null where nothing shows transactions. */
  readonly transactionUrl: string | null
  readonly onStart: (shown: ShownQuote) => void
  readonly onCheck: () => void
  readonly onDismiss: () => void
}

export default function TradeNotice(props: TradeNoticeProps) {
  const { status, symbol, transactionUrl, onStart, onDismiss } = props
  switch (status.phase) {
    case 'running':
      return <Progress progress={status.progress} transactionUrl={transactionUrl} />
    case 'done':
      return (
        <Receipt
          executed={status.executed}
          symbol={symbol}
          transactionUrl={transactionUrl}
          onDismiss={onDismiss}
        />
      )
    case 'moved':
      return (
        <Notice
          dismissLabel="Cancel"
          actionLabel="Trade at the new price"
          onAction={() => onStart(status.offered)}
          onDismiss={onDismiss}
        >
          <p>The price moved while you were deciding, and nothing was signed.</p>
          <Difference before={status.shown} now={status.offered} symbol={symbol} />
        </Notice>
      )
    case 'failed':
      return <Failed {...props} shown={status.shown} failure={status.failure} />
  }
}

const STEPS = [
  ['preparing', 'Prepare'],
  ['signing', 'Sign'],
  ['sending', 'Confirm'],
] as const

const NOW: Record<TradeProgress['step'], string> = {
  preparing: 'Preparing the transaction',
  signing: 'Confirm it in your wallet',
  sending: 'Sent: waiting for the network to confirm it',
}

function Progress({
  progress,
  transactionUrl,
}: {
  readonly progress: TradeProgress
  readonly transactionUrl: string | null
}) {
  const at = STEPS.findIndex(([step]) => step === progress.step)
  return (
    <div className="flex flex-col gap-2 rounded-input border border-line bg-ink p-3 text-13">
      <ol aria-hidden="true" className="grid grid-cols-3 gap-2">
        {STEPS.map(([step, label], index) => (
          <li key={step} className="flex flex-col gap-1.5">
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
        {NOW[progress.step]}
      </p>
      {progress.step === 'sending' && (
        <TransactionLine signature={progress.signature} transactionUrl={transactionUrl} />
      )}
    </div>
  )
}

function Receipt({
  executed: { trade, signature },
  symbol,
  transactionUrl,
  onDismiss,
}: {
  readonly executed: ExecutedTrade
  readonly symbol: string
  readonly transactionUrl: string | null
  readonly onDismiss: () => void
}) {
  const sol = <Sol lamports={trade.lamports} />
  const coins = <Coins baseUnits={trade.baseUnits} symbol={symbol} />
  return (
    <div className="flex flex-col gap-1 rounded-input border border-up/50 bg-up/10 p-3 text-13">
      <div className="flex items-start justify-between gap-2">
        <p role="status" className="flex gap-2">
          <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-up" />
          <span>
            <span className="font-semibold">Confirmed.</span>{' '}
            {trade.type === 'BUY' ? (
              <>
                You paid {sol} for {coins}.
              </>
            ) : (
              <>
                You sold {coins} for {sol}.
              </>
            )}
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

function TransactionLine({
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

const MOVED: Record<TradeFailure['moved'], string> = {
  nothing: 'No money moved.',
  fee: 'Only the network fee was charged.',
  unknown: 'It may still go through.',
}

function Failed({
  shown,
  failure,
  now,
  symbol,
  transactionUrl,
  onStart,
  onCheck,
  onDismiss,
}: TradeNoticeProps & { readonly shown: ShownQuote; readonly failure: TradeFailure }) {
  const { message, moved, code, signed } = failure
  const text = message === '' ? 'Failed to execute trade' : message
  const saysIt = text.includes('No money moved') || text.includes('Only the network fee')
  const told = saysIt ? text : `${text}${/[.!?]$/.test(text) ? '' : '.'} ${MOVED[moved]}`
  if (moved === 'unknown')
    return (
      <Notice dismissLabel="Cancel" actionLabel="Check again" onAction={onCheck} onDismiss={onDismiss}>
        <p>{told} Checking again never trades twice.</p>
        {signed !== undefined && (
          <TransactionLine signature={signed.signature} transactionUrl={transactionUrl} />
        )}
      </Notice>
    )
  if (code === undefined || !errorRecord[code].retryable)
    return (
      <Notice onDismiss={onDismiss}>
        <p>{told}</p>
      </Notice>
    )
  const again = decideAgain(shown, now)
  if (again.kind === 'refused') {
    const { sentence, remedy } = errorRecord[again.code]
    return (
      <Notice onDismiss={onDismiss}>
        <p>{told}</p>
        <p>
          It can’t be tried again as it was: {again.detail ?? sentence} {remedy}
        </p>
      </Notice>
    )
  }
  const { quote } = again
  return (
    <Notice
      dismissLabel="Cancel"
      actionLabel="Try again"
      onAction={() => onStart(quote)}
      onDismiss={onDismiss}
    >
      <p>{told}</p>
      <Difference before={shown} now={quote} symbol={symbol} />
    </Notice>
  )
}

/** What the trade would bring now, against what was shown before. */
function Difference({
  before,
  now,
  symbol,
}: {
  readonly before: ShownQuote
  readonly now: Pick<TradeQuote, 'side' | 'amountOut' | 'amountOutMin'>
  readonly symbol: string
}) {
  const amount = (value: bigint) =>
    now.side === 'BUY' ? (
      <Coins baseUnits={value.toString()} symbol={symbol} />
    ) : (
      <Sol lamports={value.toString()} />
    )
  const change = changeBps(before.amountOut, now.amountOut)
  return (
    <p>
      You would now receive about {amount(now.amountOut)} instead of {amount(before.amountOut)}
      {change === 0n ? (
        ', as before'
      ) : (
        <>
          {' '}
          (
          <span className={change < 0n ? 'text-down' : 'text-up'}>
            {formatPercent(Number(change) / 100, { signed: true })}
          </span>
          )
        </>
      )}
      , and at least {amount(now.amountOutMin)}.
    </p>
  )
}
