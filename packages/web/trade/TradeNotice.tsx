// What the trade card says of the latest trade: its transaction; a price that moved; one that expired; one of which nobody
// knows yet. Says whether anything moved, and offers the one thing to try.

import type { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import { decideAgain, outChangeBps, type ShownTrade } from '@twinmint/sdk/actions/trade/rules'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { surchargePaidText } from '@twinmint/sdk/core/surcharge'
import { Coins, Sol } from '../ui/amounts.tsx'
import { formatPercent, formatSol } from '../ui/format.ts'
import { FlowNotice, type NoticeWords, type Told, TransactionLine } from '../wallet/FlowNotice.tsx'
import { isRetryable } from '../wallet/flow-texts.ts'
import type { ExecutedTrade } from './flow.ts'
import type { TradeStatus } from './queries.ts'
import { Received } from './Received.tsx'
import { failureText, TRADE_FAILED_TITLE } from './words.ts'

export interface TradeNoticeProps {
  readonly status: TradeStatus
  /** What a trade is decided by at this moment. */
  readonly now: Parameters<typeof decideAgain>[1]
  readonly symbol: string
  /** With `{signature}` in it; null where nothing shows transactions. */
  readonly transactionUrl: string | null
  readonly onStart: (shown: ShownTrade) => void
  readonly onCheck: (shown: ShownTrade) => void
  readonly onDismiss: () => void
}

export default function TradeNotice(props: TradeNoticeProps) {
  const { status, transactionUrl, onDismiss } = props
  return (
    <FlowNotice
      status={status}
      words={wordsOf(props)}
      transactionUrl={transactionUrl}
      onDismiss={onDismiss}
    />
  )
}

const wordsOf = (props: TradeNoticeProps): NoticeWords<ShownTrade, void, ExecutedTrade> => ({
  declineLabel: 'Cancel',
  receipt: ({ answers: [executed] }) => executed && receiptOf(executed, props.symbol),
  moved: (offered, shown) => ({
    action: { label: 'Trade at the new price', act: () => props.onStart(offered) },
    body: (
      <>
        <p>The price moved while you were deciding, and nothing was signed.</p>
        <Difference before={shown} now={offered} symbol={props.symbol} />
      </>
    ),
  }),
  failed: (failure, shown) => {
    const { body, action } = failed(failure, shown, props)
    return {
      action,
      body: (
        <>
          <p className="font-semibold">{TRADE_FAILED_TITLE}</p>
          {body}
        </>
      ),
    }
  },
})

function receiptOf({ trade, signature }: ExecutedTrade, symbol: string) {
  const sol = <Sol lamports={trade.lamports} />
  const coins = <Coins baseUnits={trade.baseUnits} symbol={symbol} />
  const body =
    trade.type === 'BUY' ? (
      <>
        You paid {sol} for {coins}.
        {BigInt(trade.surchargeLamports) > 0n && ` ${surchargePaidText(formatSol(trade.surchargeLamports))}.`}
      </>
    ) : (
      <>
        You sold {coins} for {sol}.
      </>
    )
  return { title: `${trade.type} Successful!`, body, signature }
}

function failed(
  failure: SigningFailure,
  shown: ShownTrade,
  { now, symbol, transactionUrl, onStart, onCheck }: TradeNoticeProps,
): Told {
  const { moved, signature } = failure
  const told = failureText(failure)
  if (moved === 'unknown')
    return {
      action: { label: 'Check again', act: () => onCheck(shown) },
      body: (
        <>
          <p>{told} Checking again never trades twice.</p>
          {signature !== undefined && (
            <TransactionLine signature={signature} transactionUrl={transactionUrl} />
          )}
        </>
      ),
    }
  if (!isRetryable(failure)) return { body: <p>{told}</p> }
  const again = decideAgain(shown, now)
  if (again.kind === 'refused') {
    const { sentence, remedy } = errorRecord[again.code]
    return {
      body: (
        <>
          <p>{told}</p>
          <p>
            It can’t be tried again as it was: {again.detail ?? sentence} {remedy}
          </p>
        </>
      ),
    }
  }
  const { quote } = again
  return {
    action: { label: 'Try again', act: () => onStart(quote) },
    body: (
      <>
        <p>{told}</p>
        <Difference before={shown} now={quote} symbol={symbol} />
      </>
    ),
  }
}

/** What the trade would bring now, against what was shown before. */
function Difference({
  before,
  now,
  symbol,
}: {
  readonly before: ShownTrade
  readonly now: ShownTrade
  readonly symbol: string
}) {
  const change = outChangeBps(before, now)
  return (
    <p>
      You would now receive about <Received of={now} at="about" symbol={symbol} /> instead of{' '}
      <Received of={before} at="about" symbol={symbol} />
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
      , and at least <Received of={now} at="least" symbol={symbol} />.
    </p>
  )
}
