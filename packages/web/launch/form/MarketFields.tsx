// What of the launch form makes the market: how deep it opens, the guard, the creator's own first buy, the boost. Below what is
// seen first, and loaded after it.

import {
  choicesOf,
  type DevBuyQuote,
  firstBuyerGain,
  firstSolGuarded,
  openingsOf,
  quoteDevBuy,
} from '@twinmint/sdk/actions/launch/choices'
import { devBuySentence } from '@twinmint/sdk/actions/launch/rules'
import { readSol, typedPlain } from '@twinmint/sdk/core/input-amount'
import { divideCeil, type Lamports, lamports, solText } from '@twinmint/sdk/core/money'
import { solTenthsText, supplyPercentText } from '@twinmint/sdk/core/opening'
import type { Terms } from '@twinmint/sdk/program/terms'
import { type ReactNode, useState } from 'react'
import { Coins, Sol } from '../../ui/amounts.tsx'
import { Field } from '../../ui/Field.tsx'
import { stepOnArrows, submitOnEnter, TextInput } from '../../ui/TextInput.tsx'
import { CheckBox } from './CheckBox.tsx'
import { GuardChoice } from './GuardChoice.tsx'
import { OpeningChoice } from './OpeningChoice.tsx'
import type { LaunchFieldsProps } from './values.ts'

export interface MarketFieldsProps extends LaunchFieldsProps {
  /** Undefined until the chain's terms are known. */
  readonly terms: Terms | undefined
  readonly devBuyLamports: Lamports
  readonly boostPriceText: string
  /** What minting an NFT costs beside its coins, as the texts are now. */
  readonly mintingLamports: Lamports
}

export default function MarketFields({
  values,
  errorOf,
  onChange,
  onLeave,
  terms,
  devBuyLamports,
  boostPriceText,
  mintingLamports,
}: MarketFieldsProps) {
  const graduation = terms?.graduationMarketCapLamports
  const openings = openingsOf(graduation)
  const choices = choicesOf(values, graduation)
  const { openingReserveLamports: opening } = choices
  return (
    <>
      <OpeningChoice
        openings={openings}
        chosen={opening}
        graduation={graduation}
        error={errorOf('openingReserveLamports')}
        onChoose={(chosen) => onChange({ openingReserveLamports: chosen.toString() })}
      >
        {terms !== undefined && <FirstBuyer terms={terms} openings={openings} />}
        <p className="mt-1">
          Minting an NFT costs about <span translate="no">{solText(thousandths(mintingLamports))}</span> SOL
          beside its coins.
        </p>
      </OpeningChoice>
      <GuardChoice
        checked={values.guard}
        opening={opening}
        firstSolText={terms && supplyPercentText(firstSolGuarded(terms, opening))}
        error={errorOf('guard')}
        onChange={(guard) => onChange({ guard })}
      />
      <DevBuyField
        plainText={values.devBuyAmount}
        onPlainText={(devBuyAmount) => onChange({ devBuyAmount })}
        onLeave={() => onLeave('devBuyAmount')}
        error={errorOf('devBuyAmount')}
      >
        {terms !== undefined && devBuyLamports > 0n && (
          <DevBuy quote={quoteDevBuy(terms, choices, devBuyLamports)} />
        )}
      </DevBuyField>
      <CheckBox
        checked={values.boostLaunch}
        label={`Boost your launch: ${boostPriceText} SOL`}
        onChange={(boostLaunch) => onChange({ boostLaunch })}
      >
        Adds your project to the boost banner at the top of the home page for 24 hours
      </CheckBox>
    </>
  )
}

/** The form refuses text that is not an amount, or that has several meanings. */
const NO_AMOUNT = '?'

/** Keeps the text as typed. The form's value is plain decimal text. */
function DevBuyField({
  plainText,
  onPlainText,
  onLeave,
  error,
  children,
}: {
  readonly plainText: string
  readonly onPlainText: (plainText: string) => void
  readonly onLeave: () => void
  readonly error: string | undefined
  readonly children: ReactNode
}) {
  const [typed, setTyped] = useState(() => (plainText === NO_AMOUNT ? '' : typedPlain(plainText)))
  const read = readSol(typed.trim() === '' ? '0' : typed)
  const change = (text: string) => {
    setTyped(text)
    const next = readSol(text.trim() === '' ? '0' : text)
    onPlainText(next.kind === 'amount' ? solText(next.units) : NO_AMOUNT)
  }
  return (
    <Field
      label="Dev Buy"
      hint={<>SOL amount to buy immediately after launch{children}</>}
      error={error === undefined || read.kind === 'amount' ? error : devBuySentence(read)}
      aside="Optional"
    >
      <TextInput
        onKeyDown={(event) => {
          submitOnEnter(event)
          stepOnArrows(event, { min: 0, step: 0.1 }, change)
        }}
        figures
        inputMode="decimal"
        maxLength={40}
        value={typed}
        onChange={(event) => change(event.target.value)}
        onBlur={onLeave}
        suffix="SOL"
      />
    </Field>
  )
}

/** Rounded up: of what is an estimate. */
const thousandths = (amount: Lamports): Lamports => lamports(divideCeil(amount, 1_000_000n) * 1_000_000n)

/** What a deep opening is for. */
function FirstBuyer({ terms, openings }: { readonly terms: Terms; readonly openings: readonly Lamports[] }) {
  const gains = openings.map(
    (opening) =>
      `${solTenthsText(firstBuyerGain(terms, opening))} SOL at an opening of ${solText(opening)} SOL`,
  )
  return (
    <p>
      Without a guard, whoever buys for 1 SOL first and sells after ten others have bought for 1 SOL each
      gains {gains.join(', ')}.
    </p>
  )
}

/** What the creator's own first buy gives; nobody can trade before it. */
function DevBuy({ quote }: { readonly quote: DevBuyQuote }) {
  if (quote.kind === 'refused')
    return <span className="mt-1 block text-down">So much cannot be bought at once.</span>
  return (
    <span className="mt-1 block">
      It gives <Coins baseUnits={quote.baseUnitsOut.toString()} /> coins,{' '}
      {supplyPercentText(quote.baseUnitsOut)}% of the supply.
      {quote.surchargeLamports > 0n && (
        <span className="mt-1 block text-gold">
          <Sol lamports={quote.surchargeLamports.toString()} /> of it is surcharge, locked for ever: a dev buy
          is free of it up to <Sol lamports={quote.exemptLamportsMax.toString()} />.
        </span>
      )}
    </span>
  )
}
