// What is asked for NFTs that are listed at once: one price for all, or one for each of them.

import type { Lamports } from '@twinmint/sdk/core/money'
import { useState } from 'react'
import { premiumText } from '../../../shared/nft-price.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { submitOnEnter, TextInput } from '../../../ui/TextInput.tsx'
import { PriceField, usePriceText } from './DialogFields.tsx'
import { readPrice, readPrices } from './list-prices.ts'

type Way = 'all' | 'each'

export function useListPrices(chosen: readonly number[]) {
  const all = usePriceText()
  const [way, setWay] = useState<Way>('all')
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({})
  // Also of one that is left of several: what was typed for it holds.
  const isEach = way === 'each' && chosen.length > 0
  // What was asked of all is what each begins with.
  const textOf = (tokenId: number) => (isEach ? (texts[tokenId] ?? all.text) : all.text)
  const { nfts, missing } = readPrices(chosen, textOf)
  return {
    all,
    way,
    setWay,
    isEach,
    nfts,
    textOf,
    setText: (tokenId: number, text: string) => setTexts((before) => ({ ...before, [tokenId]: text })),
    missing: isEach
      ? missing
      : (all.error ?? (all.priceLamports === undefined ? 'Enter what you ask for it.' : undefined)),
  }
}

export function ListPrices({
  prices,
  coinsLamports,
  isDisabled,
}: {
  readonly prices: ReturnType<typeof useListPrices>
  readonly coinsLamports: Lamports
  readonly isDisabled: boolean
}) {
  const { all, way, setWay, isEach, nfts } = prices
  const isSeveral = nfts.length > 1
  const tokenIds = nfts.map(({ edition }) => edition).toSorted((one, other) => one - other)
  return (
    <div className="flex flex-col gap-3">
      {isSeveral && (
        <Segmented<Way>
          label="Prices"
          segments={[
            { value: 'all', label: 'One price for all' },
            { value: 'each', label: 'A price for each' },
          ]}
          value={way}
          onChange={setWay}
          tone="raised"
          disabled={isDisabled}
        />
      )}
      {isEach ? (
        <ul
          aria-label="Price of each"
          className="flex flex-col divide-y divide-line rounded-input border border-line"
        >
          {tokenIds.map((tokenId) => (
            <li key={tokenId}>
              <PriceOfOne
                edition={tokenId}
                text={prices.textOf(tokenId)}
                onText={(text) => prices.setText(tokenId, text)}
                coinsLamports={coinsLamports}
                isDisabled={isDisabled}
              />
            </li>
          ))}
        </ul>
      ) : (
        <PriceField
          label={isSeveral ? 'Price of each' : 'Price'}
          price={all}
          coinsLamports={coinsLamports}
          isDisabled={isDisabled}
        />
      )}
    </div>
  )
}

function PriceOfOne({
  edition,
  text,
  onText,
  coinsLamports,
  isDisabled,
}: {
  readonly edition: number
  readonly text: string
  readonly onText: (text: string) => void
  readonly coinsLamports: Lamports
  readonly isDisabled: boolean
}) {
  const { priceLamports, error } = readPrice(text)
  return (
    <div className="grid min-h-16 grid-cols-[minmax(0,1fr)_10.5rem] items-center gap-3 py-2 pr-2 pl-3">
      <span className="flex min-w-0 flex-col">
        <span translate="no" className="figures text-14 font-semibold">
          #{edition}
        </span>
        <span className={error === undefined ? 'text-12 text-muted' : 'text-12 font-medium text-down'}>
          {error ?? (priceLamports === undefined ? '' : premiumText(priceLamports, coinsLamports))}
        </span>
      </span>
      <TextInput
        aria-label={`Price of #${edition}`}
        aria-invalid={error === undefined ? undefined : true}
        figures
        inputMode="decimal"
        placeholder="0.0"
        maxLength={40}
        suffix="SOL"
        disabled={isDisabled}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={submitOnEnter}
      />
    </div>
  )
}
