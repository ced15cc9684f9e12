// A send from its fields to its button, and what came of it.

import { decideAmount, type ShownSend } from '@twinmint/sdk/actions/send/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { lacksSol } from '@twinmint/sdk/core/rent'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { type FormEvent, useId, useRef } from 'react'
import { ShortAddress } from '../../shared/ShortAddress.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatCoins } from '../../ui/format.ts'
import { Line, Nothing } from '../../ui/Lines.tsx'
import { usePlayMoney } from '../../wallet/balance.ts'
import { CardEnd } from '../../wallet/CardEnd.tsx'
import { PriorityFeeRow } from '../../wallet/fee/PriorityFeeRow.tsx'
import { PlayMoneyButton } from '../../wallet/PlayMoneyButton.tsx'
import type { FlowHandle } from '../../wallet/use-flow.ts'
import type { Sent } from './flow.ts'
import { sentText } from './queries.ts'
import { AmountField, Costs, NftLine, Recipient, UnreadBalance } from './SendFields.tsx'
import { SendNotice } from './SendNotice.tsx'
import { problemOf, useSendForm } from './use-send-form.ts'

export interface SendFormProps {
  readonly collection: Collection
  readonly edition: number | undefined
  readonly walletAddress: string
  readonly site: SiteConfig | undefined
  readonly send: FlowHandle<ShownSend, void, Sent>
  readonly onDone: () => void
}

export function SendForm(props: SendFormProps) {
  const { collection, edition, site, send, onDone } = props
  const form = useSendForm(props)
  const element = useRef<HTMLFormElement>(null)
  const hintId = useId()
  const playMoney = usePlayMoney()
  const { decision } = form
  const quote = decision?.kind === 'quote' ? decision.quote : undefined
  // Another one before anybody knows of the first might be the second.
  const isUnknown = send.status?.phase === 'failed' && send.status.failure.moved === 'unknown'
  const problem = problemOf(form, edition)
  const isReady = quote !== undefined && problem === undefined && !isUnknown
  const start = (shown: ShownSend) => {
    element.current?.focus({ preventScroll: true })
    send.start(shown, onDone)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !send.isRunning) start(quote)
  }
  const amount = edition === undefined ? decideAmount(form.amount) : undefined
  const units = amount?.kind === 'amount' ? amount.units : undefined
  return (
    <form
      ref={(own) => {
        element.current = own
        return send.card(own)
      }}
      tabIndex={-1}
      noValidate
      onSubmit={onSubmit}
      className="flex flex-col gap-4 outline-none"
    >
      {edition === undefined ? (
        <AmountField form={form} collection={collection} site={site} isDisabled={send.isRunning} />
      ) : (
        <NftLine collection={collection} edition={edition} />
      )}
      <p className="-mt-2 flex items-center justify-between text-12 text-muted">
        The coin’s address <ShortAddress address={collection.mintAddress} />
      </p>
      <Recipient form={form} isDisabled={send.isRunning} />
      <PriorityFeeRow fee={form.priority} />
      <Costs
        form={form}
        received={
          edition === undefined && (
            <Line term="They receive" strong>
              {units === undefined ? (
                <Nothing />
              ) : (
                <span className="wrap-anywhere">{sentText(collection, { edition, units })}</span>
              )}
            </Line>
          )
        }
      />
      <UnreadBalance form={form} />
      {decision?.kind === 'refused' && lacksSol(decision.code) && <PlayMoneyButton offer={playMoney} />}
      <CardEnd
        button={
          <Button
            type="submit"
            size="lg"
            className="w-full"
            disabled={!isReady}
            pending={send.isRunning}
            aria-describedby={hintId}
          >
            {send.isRunning ? (
              'Processing...'
            ) : edition !== undefined ? (
              `Send #${edition}`
            ) : (
              <span className="truncate">
                Send {units !== undefined && `${formatCoins(units.toString())} `}
                <span translate="no">{collection.symbol}</span>
              </span>
            )}
          </Button>
        }
        said={
          send.status && (
            <SendNotice
              status={send.status}
              collection={collection}
              transactionUrl={site?.explorerTransactionUrl ?? null}
              onStart={start}
              onCheck={(shown) => send.checkAgain(shown, onDone)}
              onDismiss={send.dismiss}
            />
          )
        }
        hintId={hintId}
        hint={problem}
        isRefused={decision?.kind === 'refused' && decision.code !== 'amountZero'}
      />
    </form>
  )
}
