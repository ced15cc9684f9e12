// What a dialog of the market says of its latest attempt: where it is, why it did not go through, or that nobody knows yet;
// and the receipt of one that did.

import {
  type AskedMarket,
  type MarketAction,
  marketEnd,
  restOfMarket,
} from '@twinmint/sdk/actions/nft-market/quote-changes'
import type { MarketSteps } from '@twinmint/sdk/actions/nft-market/verify'
import type { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { ExecutedMarket } from '@twinmint/sdk/api/nft-market/action-contract'
import { numbersText } from '@twinmint/sdk/core/figures'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSiteConfig } from '../../../shared/queries.ts'
import { Sol } from '../../../ui/amounts.tsx'
import { FlowNotice, type NoticeWords, TransactionLine } from '../../../wallet/FlowNotice.tsx'
import { isRetryable, saidOf } from '../../../wallet/flow-texts.ts'
import { marketDoneToast, marketFailureText } from '../action-texts.ts'
import type { MarketStatus, NftMarketActionState } from '../use-market.ts'

interface NftMarketNoticeProps {
  readonly status: MarketStatus
  readonly action: NftMarketActionState
  readonly transactionUrl: string | null
}

export function NftMarketNotice({ status, action, transactionUrl }: NftMarketNoticeProps) {
  return (
    <FlowNotice
      status={status}
      words={wordsOf(action)}
      transactionUrl={transactionUrl}
      onDismiss={action.dismiss}
    />
  )
}

function wordsOf(action: NftMarketActionState): NoticeWords<AskedMarket, MarketSteps, ExecutedMarket> {
  const { checkAgain, start, submit, decide } = action
  /** At the figures of this moment. */
  const again = (action: MarketAction) => {
    const { asked, refusal } = decide(action)
    if (asked !== undefined && refusal === undefined) start(asked)
  }
  return {
    declineLabel: 'Cancel',
    // The receipt takes the whole dialog.
    receipt: () => undefined,
    moved: (offered, shown) => ({
      action: { label: 'Go on all the same', act: () => start(offered) },
      body:
        offered.action.kind === 'accept' && offered.quote.sellerLamports < shown.quote.lamportsBound ? (
          <p>
            The sale brings less than was shown: <Sol lamports={offered.quote.sellerLamports.toString()} />{' '}
            instead of at least <Sol lamports={shown.quote.lamportsBound.toString()} />. Nothing was signed.
          </p>
        ) : (
          <p>
            Rents and fees are more than was shown: <Sol lamports={costsOf(offered)} /> instead of{' '}
            <Sol lamports={costsOf(shown)} />. Nothing was signed.
          </p>
        ),
    }),
    partly: (outcome, stopped, { action }) => {
      const { done, uncertain, notDone } = marketEnd(outcome)
      const rest = restOfMarket(action, notDone)
      return {
        action: rest && {
          label: notDone.length === 1 ? 'Try the other one' : `Try the other ${notDone.length}`,
          act: () => again(rest),
        },
        body: (
          <>
            <p>Done: {numbersText(done)}.</p>
            {uncertain.length > 0 && <p>Not known yet: {numbersText(uncertain)}.</p>}
            {notDone.length > 0 && <p>Not done: {numbersText(notDone)}.</p>}
            <p>{saidOf(stopped).sentence}</p>
          </>
        ),
      }
    },
    failed: (failure, shown) => {
      const body = <p>{marketFailureText(shown, failure)}</p>
      if (failure.moved === 'unknown')
        return {
          action: { label: 'Check again', act: () => checkAgain() },
          body: (
            <>
              {body}
              <p>Checking again never does it twice.</p>
            </>
          ),
        }
      // With the dialog's current values: the price may have been changed since.
      return isRetryable(failure) || isUnsent(failure)
        ? { body, action: { label: 'Try again', act: () => submit() } }
        : { body }
    },
  }
}

/** No answer came to what asks for a transaction, and nothing was sent. */
const isUnsent = ({ code, moved }: SigningFailure): boolean => moved === 'nothing' && code === undefined

const costsOf = ({ quote }: AskedMarket): string => {
  const costs = quote.rentLamports + quote.networkFeeLamports - quote.rentBackLamports
  return (costs > 0n ? costs : 0n).toString()
}

/** What was done, in place of the fields; the focus goes to it. */
export function Receipt({
  ended: { outcome, shown },
  card,
  children,
}: {
  readonly ended: MarketStatus & { readonly phase: 'done' }
  readonly card: NftMarketActionState['card']
  /** Where to go from here. */
  readonly children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const { data: site } = useSiteConfig()
  const { title, description, signature } = marketDoneToast(shown, outcome)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={(own) => {
        box.current = own
        return card(own)
      }}
      tabIndex={-1}
      className="flex flex-col gap-4 outline-none"
    >
      <div role="status" className="rounded-input border border-up/50 bg-up/10 p-4">
        <p className="flex items-center gap-2 text-16 font-semibold">
          <Check size={20} aria-hidden="true" className="shrink-0 text-up" />
          {title}
        </p>
        <p className="mt-1 text-14">{description}</p>
        {signature !== undefined && (
          <div className="mt-2">
            <TransactionLine signature={signature} transactionUrl={site?.explorerTransactionUrl ?? null} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2 *:flex-1">{children}</div>
    </div>
  )
}
