// Parts that several dialogs of the market are made of: which NFT, a price, an expiry, and lines of figures.

import type { MarketQuote } from '@twinmint/sdk/actions/nft-market/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { typedSol } from '@twinmint/sdk/core/input-amount'
import { type Lamports, lamports } from '@twinmint/sdk/core/money'
import { type ReactNode, useState } from 'react'
import { chainSeconds } from '../../../data/chain-time.ts'
import { premiumText } from '../../../shared/nft-price.ts'
import { Sol } from '../../../ui/amounts.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { formatMinute } from '../../../ui/format.ts'
import { Line, Lines, Nothing } from '../../../ui/Lines.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { RarityChip } from '../../../ui/RarityChip.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { submitOnEnter, TextInput } from '../../../ui/TextInput.tsx'
import { endsAtSeconds, type HoldsFor, holdsForChoices, holdsForOf } from './expiry.ts'
import { readPrice } from './list-prices.ts'

export function NftLine({ nft, children }: { readonly nft: Nft; readonly children?: ReactNode }) {
  return (
    <div className="flex items-center gap-3 rounded-input border border-line bg-ink p-3">
      <Picture
        src={nft.thumbnailUrl ?? nft.imageUrl}
        name={nft.collectionName}
        symbol={nft.symbol}
        size={56}
        className="size-14 shrink-0 rounded-input"
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="flex max-w-full gap-1.5 text-14 font-semibold">
          <span className="truncate">{nft.collectionName}</span>
          <span translate="no" className="figures shrink-0">
            #{nft.tokenId}
          </span>
        </p>
        <RarityChip rarity={nft.rarity} reason={nft.rarityReason} />
        {children}
      </div>
    </div>
  )
}

/** A price as it is typed: its lamports, or why there are none. */
export function usePriceText(first?: string) {
  const [text, setText] = useState(() => (first === undefined ? '' : typedSol(lamports(BigInt(first)))))
  return { text, setText, ...readPrice(text) }
}

/** Under the field stands how the price compares with the swap; a press fills in what the coins bring. */
export function PriceField({
  label,
  price,
  coinsLamports,
  isDisabled,
}: {
  readonly label: string
  readonly price: ReturnType<typeof usePriceText>
  readonly coinsLamports: bigint
  readonly isDisabled: boolean
}) {
  const { text, setText, priceLamports, error } = price
  return (
    <Field
      label={label}
      aside={
        <span className="inline-flex items-center gap-1">
          coins bring <Sol lamports={coinsLamports.toString()} className="text-muted" />
          <Button
            size="sm"
            variant="ghost"
            className="-my-2 px-2!"
            disabled={isDisabled}
            onClick={() => setText(typedSol(coinsLamports as Lamports))}
          >
            Use
          </Button>
        </span>
      }
      error={error}
      hint={
        error === undefined && (
          <span className="block min-h-4">
            {priceLamports !== undefined && premiumText(priceLamports, coinsLamports)}
          </span>
        )
      }
    >
      <TextInput
        figures
        inputMode="decimal"
        placeholder="0.0"
        maxLength={40}
        suffix="SOL"
        disabled={isDisabled}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={submitOnEnter}
      />
    </Field>
  )
}

/** How long it holds, from this second on by the chain's clock; `kept` is the end of what is listed already. */
export function useExpiry(kept?: string) {
  const [chosen, setHoldsFor] = useState<HoldsFor>()
  const nowSeconds = chainSeconds()
  const keptSeconds = kept === undefined ? undefined : BigInt(Math.floor(Date.parse(kept) / 1_000))
  const choices = holdsForChoices(keptSeconds, nowSeconds)
  const holdsFor = holdsForOf(chosen, choices)
  return {
    choices,
    holdsFor,
    setHoldsFor,
    expiresAtSeconds: endsAtSeconds(holdsFor, keptSeconds, nowSeconds),
  }
}

export function ExpiryField({
  expiry: { choices, holdsFor, setHoldsFor, expiresAtSeconds },
  isDisabled,
}: {
  readonly expiry: ReturnType<typeof useExpiry>
  readonly isDisabled: boolean
}) {
  return (
    <div className="flex flex-col gap-2">
      <p aria-hidden="true" className="text-13 font-medium">
        For
      </p>
      <Segmented
        label="How long it holds"
        segments={choices.map((value) => ({
          value,
          label: value === 'kept' ? 'As it is' : value === '1' ? '1 day' : `${value} days`,
        }))}
        value={holdsFor}
        onChange={setHoldsFor}
        tone="raised"
        disabled={isDisabled}
      />
      <p className="text-12 text-muted">until {formatMinute(Number(expiresAtSeconds) * 1_000)}</p>
    </div>
  )
}

/** A box of lines, each a figure of the quote. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return (
    <div aria-live="polite" className="rounded-input border border-line bg-ink p-3">
      <Lines>{children}</Lines>
    </div>
  )
}

/** A figure of the quote; a dash while there is none. */
export function SolLine({
  term,
  lamports: amount,
  strong,
}: {
  readonly term: ReactNode
  readonly lamports: bigint | undefined
  readonly strong?: boolean
}) {
  return (
    <Line term={term} {...(strong && { strong })}>
      {amount === undefined ? <Nothing /> : <Sol lamports={amount.toString()} />}
    </Line>
  )
}

/** What creator and platform get of a sale. `isIncluded`: the price above them is the buyer's, who pays no more for them. */
export function FeeLines({
  quote,
  isIncluded = false,
  collection: { royaltyBps, marketFeeBps },
}: {
  readonly quote: MarketQuote | undefined
  readonly isIncluded?: boolean
  readonly collection: Pick<Collection, 'royaltyBps' | 'marketFeeBps'>
}) {
  return (
    <>
      <SolLine
        term={
          <span title="The creator’s, of what is paid above the value of the coins alone.">
            {isIncluded ? 'includes royalty' : 'Royalty'} ({royaltyBps / 100}% of the part above its coins)
          </span>
        }
        lamports={quote?.royaltyLamports}
      />
      <SolLine
        term={`${isIncluded ? 'includes platform fee' : 'Platform fee'} (${marketFeeBps / 100}%)`}
        lamports={quote?.platformFeeLamports}
      />
    </>
  )
}

/** Rents and network fees, those that come back apart. */
export function CostLines({
  quote,
  rentNote,
}: {
  readonly quote: MarketQuote | undefined
  /** When the rent comes back to who pays it. */
  readonly rentNote?: string
}) {
  const isSeveral = quote !== undefined && quote.transactionCount > 1
  return (
    <>
      {(quote === undefined || quote.rentLamports > 0n) && (
        <SolLine
          term={
            <span title="Solana’s deposit for accounts that are made.">
              Account rent{rentNote !== undefined && `: ${rentNote}`}
            </span>
          }
          lamports={quote?.rentLamports}
        />
      )}
      {quote !== undefined && quote.rentBackLamports > 0n && (
        <SolLine term="Rent that comes back" lamports={quote.rentBackLamports} />
      )}
      <SolLine
        term={isSeveral ? `Network fee, ${quote.transactionCount} transactions` : 'Network fee'}
        lamports={quote?.networkFeeLamports}
      />
    </>
  )
}
