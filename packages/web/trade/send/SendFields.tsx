// The fields of a send, and what it costs.

import { accountCost, decideAmount, shareOfHeld } from '@twinmint/sdk/actions/send/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { typedCoins } from '@twinmint/sdk/core/input-amount'
import { baseUnits, divideFloor, lamports, solText } from '@twinmint/sdk/core/money'
import { NETWORK_FEE } from '@twinmint/sdk/core/rent'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import type { ReactNode } from 'react'
import { errorMessage } from '../../data/api.ts'
import { Coins, Sol } from '../../ui/amounts.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Line, Lines, Nothing } from '../../ui/Lines.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { submitOnEnter, TextInput } from '../../ui/TextInput.tsx'
import { ChosenRecipient, RecipientField, UnusedAddress } from './RecipientField.tsx'
import { refusalText, type SendFields } from './use-send-form.ts'

interface PartProps {
  readonly form: SendFields
  readonly isDisabled: boolean
}

const SHARES = [25, 50, 100] as const

export function AmountField({
  form,
  collection,
  site,
  isDisabled,
}: PartProps & { readonly collection: Collection; readonly site: SiteConfig | undefined }) {
  const { amountText, setAmountText, holdings } = form
  const amount = decideAmount(form.amount)
  const units = amount.kind === 'amount' ? amount.units : undefined
  const isTooMuch = units !== undefined && holdings !== undefined && units > holdings.units
  const error =
    amountText.trim() === ''
      ? undefined
      : amount.kind === 'refused'
        ? refusalText(amount)
        : isTooMuch
          ? refusalText({ kind: 'refused', code: 'insufficientBaseUnits' })
          : undefined
  const { reserveLamports, reserveBaseUnits, symbol } = collection
  const worth =
    units === undefined || isTooMuch
      ? undefined
      : lamports(divideFloor(units * BigInt(reserveLamports), BigInt(reserveBaseUnits)))
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={`Amount in ${symbol}`}
        aside={
          <>
            {worth !== undefined && site !== undefined && (
              <span translate="no" className="figures mr-2 text-muted">
                ≈ {formatMoney(Number(solText(worth)) * site.solUsd)}
              </span>
            )}
            {holdings !== undefined && (
              <>
                Balance <Coins baseUnits={holdings.units.toString()} className="text-muted" />
              </>
            )}
          </>
        }
        error={error}
      >
        <TextInput
          figures
          inputMode="decimal"
          placeholder="0.0"
          maxLength={40}
          disabled={isDisabled}
          value={amountText}
          onChange={(event) => setAmountText(event.target.value)}
          onKeyDown={submitOnEnter}
        />
      </Field>
      <div role="group" aria-label="Shares of the balance" className="flex gap-1">
        {SHARES.map((percent) => {
          const share = holdings === undefined ? 0n : shareOfHeld(holdings.units, percent)
          return (
            <Button
              key={percent}
              variant="secondary"
              size="sm"
              className="figures flex-1 rounded-input!"
              disabled={share === 0n || isDisabled}
              onClick={() => setAmountText(typedCoins(baseUnits(share)))}
            >
              {percent === 100 ? 'Max' : `${percent}%`}
            </Button>
          )
        })}
      </div>
    </div>
  )
}

export function NftLine({
  collection,
  edition,
}: {
  readonly collection: Collection
  readonly edition: number
}) {
  const { thumbnailUrl, imageUrl, collectionName, symbol } = collection
  return (
    <div className="flex items-center gap-3 rounded-input border border-line bg-ink p-3">
      <Picture
        src={thumbnailUrl ?? imageUrl}
        name={collectionName}
        symbol={symbol}
        size={56}
        className="size-14 shrink-0 rounded-input"
      />
      <p className="min-w-0 text-14">
        <span className="flex gap-1.5 font-semibold">
          <span className="truncate">{collectionName}</span>
          <span translate="no" className="figures shrink-0">
            #{edition}
          </span>
        </span>
        <span className="text-13 text-muted">
          Whoever receives it can give it back for 1,000,000 <span translate="no">{symbol}</span>, as you can
          now.
        </span>
      </p>
    </div>
  )
}

export function Recipient({ form, isDisabled }: PartProps) {
  const { address, recipient } = form
  if (address === undefined)
    return (
      <RecipientField
        text={form.recipientText}
        onText={form.setRecipientText}
        isFocused={form.wasChosen}
        onChoose={form.choose}
      />
    )
  return (
    <ChosenRecipient key={address} address={address} isDisabled={isDisabled} onChange={form.change}>
      {form.refusedAddress !== undefined ? (
        <p role="alert" className="text-13 font-medium text-down">
          {refusalText({ kind: 'refused', code: form.refusedAddress })}
        </p>
      ) : recipient.isError ? (
        <Unanswered text={errorMessage(recipient.error, 'The server did not answer.')} query={recipient} />
      ) : recipient.data === undefined ? (
        <p role="status" className="text-12 text-muted">
          Looking at the address…
        </p>
      ) : (
        form.isUnused && (
          <UnusedAddress isAccepted={form.isAccepted} isDisabled={isDisabled} onAccept={form.accept} />
        )
      )}
    </ChosenRecipient>
  )
}

/** Nothing is sent before it is known what the wallet has. */
export function UnreadBalance({ form: { balance, holdings } }: { readonly form: SendFields }) {
  if (holdings !== undefined || !balance.isError) return null
  return (
    <Unanswered
      text={`The wallet’s balance could not be read. ${errorMessage(balance.error, '')}`.trim()}
      query={balance}
    />
  )
}

function Unanswered({
  text,
  query,
}: {
  readonly text: string
  readonly query: Pick<SendFields['balance'], 'isFetching'> & { readonly refetch: () => unknown }
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="alert" className="text-13 font-medium text-down">
        {text}
      </p>
      <Button variant="secondary" size="sm" pending={query.isFetching} onClick={() => void query.refetch()}>
        Look again
      </Button>
    </div>
  )
}

/** What arrives, exactly, and all that the sender pays in SOL; the receiver's account apart, since few expect it. */
export function Costs({
  form: { recipient, priority },
  received,
}: {
  readonly form: SendFields
  /** The line that says so; an NFT stands above already. */
  readonly received: ReactNode
}) {
  const rent = recipient.data && accountCost(recipient.data.createsAccount)
  const fee = NETWORK_FEE + priority.lamports
  return (
    <div className="rounded-input border border-line bg-ink p-3">
      <Lines>
        {received}
        <Line
          term={
            <span title="An account of its own holds what a wallet has of a coin. Its rent stays in it, and its owner gets it back by closing it.">
              The receiver’s account
            </span>
          }
        >
          {rent === undefined ? (
            <Nothing />
          ) : rent === 0n ? (
            'is there already'
          ) : (
            <Sol lamports={rent.toString()} />
          )}
        </Line>
        <Line term="Network fee">
          <Sol lamports={fee.toString()} />
        </Line>
        <Line term="You pay" strong>
          {rent === undefined ? <Nothing /> : <Sol lamports={(rent + fee).toString()} />}
        </Line>
      </Lines>
    </div>
  )
}
