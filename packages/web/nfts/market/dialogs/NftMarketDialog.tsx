// What every dialog of the market has around its own fields: title, the button with what came of it under it, the receipt.

import { lacksSol } from '@twinmint/sdk/core/rent'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useSiteConfig } from '../../../shared/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { usePlayMoney } from '../../../wallet/balance.ts'
import { CardEnd } from '../../../wallet/CardEnd.tsx'
import { PriorityFeeRow } from '../../../wallet/fee/PriorityFeeRow.tsx'
import { type NftMarketRequest, openNftMarketDialog } from '../../../wallet/nft-market/requests.ts'
import { PlayMoneyButton } from '../../../wallet/PlayMoneyButton.tsx'
import { WalletButton } from '../../../wallet/WalletButton.tsx'
import { marketRefusalText } from '../action-texts.ts'
import type { NftMarketActionState } from '../use-market.ts'
import { NftMarketNotice, Receipt } from './NftMarketNotice.tsx'

interface NftMarketDialogProps {
  readonly title: string
  readonly description: ReactNode
  readonly action: NftMarketActionState
  readonly onClose: () => void
  /** What the button says. */
  readonly label: ReactNode
  /** What is missing still: said in place of what the rules refuse. */
  readonly missing?: string | undefined
  /** To be answered before the button does anything: something became worse while the dialog was open. */
  readonly question?:
    | { readonly body: ReactNode; readonly label: string; readonly act: () => void }
    | undefined
  /** Beside the receipt: the way back from what was done, or on from it. */
  readonly next?: { readonly label: string; readonly request: NftMarketRequest } | undefined
  readonly children: ReactNode
}

export function NftMarketDialog(props: NftMarketDialogProps) {
  const { title, description, action, onClose, next } = props
  const ended = action.status
  const isDone = ended?.phase === 'done' && ended.outcome.stopped === undefined
  const close = () => {
    // One of which nobody knows is told of until somebody does; all else was read.
    const isUnknown = ended?.phase === 'failed' && ended.failure.moved === 'unknown'
    if (!isUnknown) action.dismiss()
    onClose()
  }
  return (
    <Dialog open onClose={close} dismissable={!action.isRunning} title={title} description={description}>
      {isDone ? (
        <Receipt ended={ended} card={action.card}>
          <Button size="lg" onClick={close}>
            Done
          </Button>
          {next && (
            <Button
              size="lg"
              variant="secondary"
              onClick={() => {
                action.dismiss()
                openNftMarketDialog(next.request)
              }}
            >
              {next.label}
            </Button>
          )}
        </Receipt>
      ) : action.isConnected ? (
        <NftMarketForm {...props} onClose={close} />
      ) : (
        <div className="flex flex-col gap-4">
          {props.children}
          <div className="sticky bottom-0 z-10 -my-1 bg-panel py-1">
            <WalletButton size="lg" className="w-full" />
          </div>
        </div>
      )}
    </Dialog>
  )
}

function NftMarketForm({ action, label, missing, question, onClose, children }: NftMarketDialogProps) {
  const { data: site } = useSiteConfig()
  const playMoney = usePlayMoney()
  const hintId = useId()
  const { quote, refusal, holdings, priority, status, isRunning, card } = action
  // Another one before anybody knows of the first might be the second.
  const isUnknown = status?.phase === 'failed' && status.failure.moved === 'unknown'
  const problem =
    missing ??
    (refusal !== undefined
      ? marketRefusalText(refusal)
      : holdings === undefined
        ? 'Looking at what the wallet holds…'
        : priority.isPending
          ? 'Looking at what others pay to be first…'
          : undefined)
  // What was tried before the question is no answer to it.
  const asks = isUnknown || isRunning ? undefined : question
  const isReady = quote !== undefined && problem === undefined && question === undefined && !isUnknown
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isRunning) action.submit()
  }
  return (
    <form ref={card} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {/* What is reached by keyboard comes above what is pinned. */}
      <div className="contents [&_:is(a,button,input)]:scroll-mb-44">
        {children}
        <PriorityFeeRow fee={priority} />
        {missing === undefined && lacksSol(refusal?.code) && <PlayMoneyButton offer={playMoney} />}
      </div>
      <CardEnd
        button={
          <Button
            type="submit"
            size="lg"
            className="w-full"
            disabled={!isReady}
            pending={isRunning}
            aria-describedby={hintId}
          >
            {isRunning ? 'Processing...' : <span className="truncate">{label}</span>}
          </Button>
        }
        said={
          asks ? (
            <Notice actionLabel={asks.label} onAction={asks.act} dismissLabel="Close" onDismiss={onClose}>
              {asks.body}
            </Notice>
          ) : (
            status && (
              <NftMarketNotice
                status={status}
                action={action}
                transactionUrl={site?.explorerTransactionUrl ?? null}
              />
            )
          )
        }
        hintId={hintId}
        hint={problem}
        isPinned
        isRefused={missing === undefined && refusal !== undefined}
      />
    </form>
  )
}
