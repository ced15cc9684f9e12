// Coins for NFTs: how many, or which ones of the escrow.

import { countText, type WantedSwap } from '@twinmint/sdk/actions/swap/quote-changes'
import { COINS_PER_NFT, customCount, SWAP_COUNT_MAX } from '@twinmint/sdk/actions/swap/rules'
import { NFT_BASE_UNITS } from '@twinmint/sdk/core/curve'
import { useState } from 'react'
import { Digits } from '../../ui/amounts.tsx'
import { Field } from '../../ui/Field.tsx'
import { groupThousands } from '../../ui/format.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { stepOnArrows, submitOnEnter, TextInput } from '../../ui/TextInput.tsx'
import type { ToastMessage } from '../../ui/toasts/toast.ts'
import { useReadQuote } from '../../wallet/quote/read-quote.ts'
import { CheaperListing } from './CheaperListing.tsx'
import { ChosenNfts } from './ChosenNfts.tsx'
import { MintChoice } from './MintChoice.tsx'
import { SwapForm } from './SwapForm.tsx'
import type { SwapContext } from './swap-context.ts'
import { INVALID_AMOUNT, SELECT_COUNT } from './swap-texts.ts'

export interface CaptureFormProps {
  readonly context: SwapContext
  /** Numbers out of the escrow. */
  readonly chosen: readonly number[]
  readonly onChosen: (chosen: readonly number[]) => void
  readonly onBrowse: () => void
}

const COUNTS = [
  { value: '1', label: '1' },
  { value: '2', label: '2' },
  { value: '3', label: '3' },
  { value: 'custom', label: 'Custom' },
] as const
type CountChoice = (typeof COUNTS)[number]['value']

export function CaptureForm({ context, chosen, onChosen, onBrowse }: CaptureFormProps) {
  const [picked, setPicked] = useState<CountChoice>()
  const [coinsText, setCoinsText] = useState('')
  const [mintNew, setMintNew] = useState(false)
  const { id, symbol } = context.collection
  const custom = customCount(coinsText, symbol)
  const readQuote = useReadQuote(id)
  const isChosen = chosen.length > 0
  const hasCoins = context.holdings !== undefined && context.holdings.baseUnits >= NFT_BASE_UNITS
  const count =
    picked === 'custom'
      ? custom.kind === 'count'
        ? custom.count
        : 0
      : picked === undefined
        ? 0
        : Number(picked)
  const wanted: WantedSwap = isChosen
    ? { kind: 'capture', chosen, count: chosen.length }
    : { kind: 'capture', chosen: undefined, count, mintNew }
  const problem = isChosen ? undefined : countProblem(picked, count)
  return (
    <SwapForm
      context={context}
      wanted={wanted}
      problem={problem}
      label={wanted.count > 1 ? `Capture ${countText(wanted.count)}` : 'Capture NFT'}
      onSwapped={() => {
        setPicked(undefined)
        setCoinsText('')
      }}
    >
      {!isChosen && (
        <div className="flex flex-col gap-2">
          <p aria-hidden="true" className="flex items-baseline justify-between gap-3 text-13 font-medium">
            How many NFTs
            <span className="text-12 font-normal text-faint">
              <Digits>1M</Digits> <span translate="no">{symbol}</span> each
            </span>
          </p>
          <Segmented label="How many NFTs" segments={COUNTS} value={picked} onChange={setPicked} />
        </div>
      )}
      {!isChosen && picked === 'custom' && (
        <Field
          label="Amount in tokens"
          error={
            coinsText === '' || custom.kind === 'count'
              ? undefined
              : (custom.question ?? INVALID_AMOUNT.description)
          }
          hint={
            custom.kind === 'count' ? (
              <>
                Makes <span className="text-text">{countText(custom.count)}</span>
                {custom.count > SWAP_COUNT_MAX && `; ${SWAP_COUNT_MAX} at most`}
              </>
            ) : (
              `${groupThousands(String(COINS_PER_NFT))} make one NFT`
            )
          }
        >
          <TextInput
            onFocus={readQuote}
            figures
            inputMode="decimal"
            maxLength={40}
            placeholder={String(COINS_PER_NFT)}
            value={coinsText}
            onChange={(event) => setCoinsText(event.target.value)}
            onKeyDown={(event) => {
              submitOnEnter(event)
              stepOnArrows(event, { min: COINS_PER_NFT, step: COINS_PER_NFT }, setCoinsText)
            }}
            suffix={
              <span translate="no" className="inline-block max-w-12 truncate align-bottom">
                {symbol}
              </span>
            }
          />
        </Field>
      )}
      {/* Who has the coins pays nothing but the rent for one. */}
      {!isChosen && !hasCoins && <CheaperListing context={context} />}
      <MintChoice context={context} wanted={wanted} onMintNew={setMintNew} />
      <ChosenNfts
        collection={context.collection}
        chosen={chosen}
        countMax={SWAP_COUNT_MAX}
        onChosen={onChosen}
        onBrowse={onBrowse}
      />
    </SwapForm>
  )
}

function countProblem(picked: CountChoice | undefined, count: number): ToastMessage | undefined {
  if (picked === undefined) return SELECT_COUNT
  return picked === 'custom' && count === 0 ? INVALID_AMOUNT : undefined
}
