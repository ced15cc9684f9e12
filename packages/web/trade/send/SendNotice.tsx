// What the dialog says of the latest send: where it is, why it did not go through, or that nobody knows yet.

import type { ShownSend } from '@twinmint/sdk/actions/send/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Digits, Sol } from '../../ui/amounts.tsx'
import { FlowNotice, type NoticeWords, TransactionLine } from '../../wallet/FlowNotice.tsx'
import { isRetryable, saidOf } from '../../wallet/flow-texts.ts'
import type { Sent } from './flow.ts'
import { SEND_FAILED, type SendStatus, sentText } from './queries.ts'
import { WholeAddress } from './RecipientField.tsx'

interface SendNoticeProps {
  readonly status: SendStatus
  readonly collection: Collection
  readonly transactionUrl: string | null
  readonly onStart: (shown: ShownSend) => void
  readonly onCheck: (shown: ShownSend) => void
  readonly onDismiss: () => void
}

export function SendNotice(props: SendNoticeProps) {
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

const MOVED = {
  nothing: 'Nothing was sent.',
  fee: 'Only the network fee was charged.',
  unknown: 'It may still go through.',
} as const

const wordsOf = ({
  collection,
  transactionUrl,
  onStart,
  onCheck,
}: SendNoticeProps): NoticeWords<ShownSend, void, Sent> => ({
  declineLabel: 'Cancel',
  // The dialog closes with it, and a toast says so.
  receipt: () => undefined,
  moved: (offered) => ({
    action: { label: 'Send all the same', act: () => onStart(offered) },
    body: (
      <p>
        The receiver’s account was closed meanwhile. Making it again costs{' '}
        <Sol lamports={offered.rentLamports.toString()} />. Nothing was signed.
      </p>
    ),
  }),
  failed: (failure, shown) => {
    const { sentence, remedy } = saidOf(failure)
    const told = sentence || `${SEND_FAILED}.`
    const body = (
      <>
        <p>
          {told}
          {/[.!?]$/.test(told) ? '' : '.'} {remedy} {told.includes('Nothing was') ? '' : MOVED[failure.moved]}
        </p>
        <p className="text-12 break-all text-muted">
          {sentText(collection, shown)} to{' '}
          <Digits>
            <WholeAddress address={shown.recipientAddress} />
          </Digits>
        </p>
      </>
    )
    if (failure.moved === 'unknown')
      return {
        action: { label: 'Check again', act: () => onCheck(shown) },
        body: (
          <>
            {body}
            <p>Checking again never sends twice.</p>
            {failure.signature !== undefined && (
              <TransactionLine signature={failure.signature} transactionUrl={transactionUrl} />
            )}
          </>
        ),
      }
    return isRetryable(failure)
      ? { body, action: { label: 'Try again', act: () => onStart(shown) } }
      : { body }
  },
})
