// NFTs for SOL: their coins bought from the curve and swapped in one go, or swapped back and sold.

import {
  type AskedSwap,
  countText,
  decideSwap,
  type WantedSwap,
} from '@twinmint/sdk/actions/swap/quote-changes'
import { NFT_TRADE_COUNT_MAX } from '@twinmint/sdk/actions/swap/rules'
import { floorLamports } from '@twinmint/sdk/core/curve'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { type ReactNode, useState } from 'react'
import { Sol } from '../../ui/amounts.tsx'
import { formatSol } from '../../ui/format.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { type CaptureFormProps } from './CaptureForm.tsx'
import { CheaperListing } from './CheaperListing.tsx'
import { ChosenNfts } from './ChosenNfts.tsx'
import { MintChoice } from './MintChoice.tsx'
import { heldOf, OwnNfts, type ReleaseFormProps } from './ReleaseForm.tsx'
import { SwapForm } from './SwapForm.tsx'
import { NO_NFT_TO_SELL, refusalToast } from './swap-texts.ts'

const COUNTS = Array.from({ length: NFT_TRADE_COUNT_MAX }, (_, at) => String(at + 1)).map((value) => ({
  value,
  label: value,
}))

export function BuyForm({ context, chosen, onChosen, onBrowse }: CaptureFormProps) {
  const [count, setCount] = useState('1')
  const [mintNew, setMintNew] = useState(false)
  const { collection, isPaused } = context
  const isChosen = chosen.length > 0
  const wanted: WantedSwap = isChosen
    ? { kind: 'buy', chosen, count: chosen.length }
    : { kind: 'buy', chosen: undefined, count: Number(count), mintNew }
  return (
    <SwapForm
      context={context}
      wanted={wanted}
      problem={isPaused ? refusalToast({ code: 'paused' }, undefined) : undefined}
      variant="buy"
      label={(asked) => `Buy ${countText(wanted.count)}${priceText(asked)}`}
    >
      <Prices context={context} />
      {!isChosen && (
        <div className="flex flex-col gap-2">
          <p aria-hidden="true" className="text-13 font-medium">
            How many NFTs
          </p>
          <Segmented label="How many NFTs to buy" segments={COUNTS} value={count} onChange={setCount} />
        </div>
      )}
      {!isChosen && <CheaperListing context={context} />}
      <MintChoice context={context} wanted={wanted} onMintNew={setMintNew} />
      <ChosenNfts
        collection={collection}
        chosen={chosen}
        countMax={NFT_TRADE_COUNT_MAX}
        onChosen={onChosen}
        onBrowse={onBrowse}
      />
    </SwapForm>
  )
}

export function SellForm({ context, chosen, onChosen, onGet }: ReleaseFormProps) {
  const held = heldOf(context, chosen)
  return (
    <SwapForm
      context={context}
      wanted={{ kind: 'sell', chosen: held, count: held.length }}
      problem={held.length === 0 ? NO_NFT_TO_SELL : undefined}
      variant="sell"
      label={(asked) =>
        held.length === 0 ? 'Sell NFT' : `Sell ${countText(held.length)}${priceText(asked)}`
      }
    >
      <Prices context={context} />
      <OwnNfts
        context={context}
        chosen={held}
        onChosen={onChosen}
        countMax={NFT_TRADE_COUNT_MAX}
        getLabel="Buy one for SOL"
        onGet={onGet}
      />
    </SwapForm>
  )
}

const priceText = (asked: AskedSwap | undefined): string =>
  asked === undefined ? '' : ` for ${formatSol(asked.quote.lamports.toString())} SOL`

/** What one NFT costs and brings at this moment, beside what its coins are worth. */
function Prices({ context: { collection, moment } }: Pick<CaptureFormProps, 'context'>) {
  const now = { collection, holdings: undefined, slippageText: '5', moment }
  const one = (kind: 'buy' | 'sell') =>
    decideSwap({ kind, chosen: undefined, count: 1 }, now).asked?.quote.lamports
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-input border border-line bg-line text-center">
      <Price term="Buy now">{one('buy')}</Price>
      <Price term="Instant sell">{one('sell')}</Price>
      <Price term="Floor">{floorLamports(collection)}</Price>
    </dl>
  )
}

function Price({ term, children }: { readonly term: ReactNode; readonly children: bigint | undefined }) {
  return (
    <div className="bg-panel px-1 py-2">
      <dt className="text-12 text-muted">{term}</dt>
      <dd className="text-13 font-semibold">
        {children === undefined ? (
          <span title={errorRecord.amountTooSmall.title} className="text-faint">
            –
          </span>
        ) : (
          <>
            <Sol lamports={children.toString()} unit={false} />
            <span className="block text-12 font-normal text-faint">SOL</span>
          </>
        )}
      </dd>
    </div>
  )
}
