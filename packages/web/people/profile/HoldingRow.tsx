// One coin that a wallet holds: what it is worth, what it cost and made, and on one's own rows what sells it.

import type { ShownHolding } from '@twinmint/sdk/api/positions/holdings-rules'
import { Share2 } from 'lucide-react'
import { Link } from 'wouter'
import { HistoryMark } from '../../shared/history/HistorySince.tsx'
import { historySinceText } from '../../shared/history/words.ts'
import { Coins, Money, Percent, Price, Sol } from '../../ui/amounts.tsx'
import { Nothing } from '../../ui/Lines.tsx'
import { QuickSellButtons } from '../../wallet/quick-trade/QuickSellButtons.tsx'
import { SendButton } from '../../wallet/send/SendButton.tsx'
import { CoinCell } from './CoinCell.tsx'
import { usdOf } from './figures.ts'
import { SolResult } from './SolResult.tsx'

interface HoldingRowProps {
  readonly holding: ShownHolding
  readonly isOwn: boolean
  readonly isWide: boolean
  readonly solUsd: number | undefined
  readonly onShare: () => void
}

export function HoldingRow(props: HoldingRowProps) {
  const { holding, isOwn, isWide, solUsd } = props
  const { collection, baseUnits, nftCount, position, now } = holding
  const worth = now.worthLamports.toString()
  const nfts = nftCount > 0 && <NftsLink {...props} />
  const tone = 'border-b border-line/60 last:border-0 hover:bg-raised'
  if (!isWide)
    return (
      <>
        <tr className={isOwn ? undefined : tone}>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell's component is its text */}
          <td className="py-2 pl-4">
            <CoinCell collection={collection}>
              <span className="flex flex-wrap gap-x-2">
                <Coins baseUnits={baseUnits} symbol={collection.symbol} />
                {nfts}
              </span>
            </CoinCell>
          </td>
          <td className="py-2 pr-4 pl-2 text-right">
            <Sol lamports={worth} className="block font-medium" />
            <ResultOf holding={holding} />
          </td>
        </tr>
        {isOwn && (
          <tr className="border-b border-line/60 last:border-0">
            <td colSpan={2} className="px-4 pb-3">
              <Actions {...props} />
            </td>
          </tr>
        )}
      </>
    )
  return (
    <tr className={tone}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell's component is its text */}
      <td className="py-2 pl-4">
        <CoinCell collection={collection}>
          <span translate="no" className="figures block truncate">
            {collection.symbol}
          </span>
        </CoinCell>
      </td>
      <td className="px-2 text-right">
        <Coins baseUnits={baseUnits} className="block" />
        {nfts && <span className="text-12 text-muted">{nfts}</span>}
      </td>
      <td className="px-2 text-right text-muted">
        {position.averageCost === null ? <Nothing /> : <Price sol={position.averageCost} unit={false} />}
      </td>
      <td className="px-2 text-right">
        <Sol lamports={worth} className="block font-medium" />
        {solUsd !== undefined && <Money usd={usdOf(worth, solUsd)} className="text-12 text-muted" />}
      </td>
      <td className="pr-4 pl-2 text-right">
        <ResultOf holding={holding} />
      </td>
      {isOwn && (
        <td className="w-66 pr-4 pl-2">
          <Actions {...props} />
        </td>
      )}
    </tr>
  )
}

/** To where one's own can be swapped back or sold. */
function NftsLink({ holding: { collection, nftCount }, isOwn }: HoldingRowProps) {
  return (
    <Link
      href={`/trade/${collection.id}?nfts=${isOwn ? 'mine' : 'minted'}#nfts`}
      title={isOwn ? 'Swap them back, or sell them' : undefined}
      translate="no"
      className="figures underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {nftCount} {nftCount === 1 ? 'NFT' : 'NFTs'}
    </Link>
  )
}

/** Realised and unrealised together; none where nothing was ever paid or sold. */
function ResultOf({ holding: { collection, position, now } }: Pick<HoldingRowProps, 'holding'>) {
  if (position.boughtLamports === '0' && position.realisedLamports === '0') return <Nothing />
  return (
    <span
      title="If all of it were sold now: realised and unrealised, and that in percent of all that was paid for the coin"
      className="inline-flex flex-col items-end"
    >
      <span>
        <SolResult lamports={now.resultLamports.toString()} solUsd={undefined} />
        {collection.historySince !== null && <HistoryMark text={historySinceText(collection.historySince)} />}
      </span>
      {now.resultPercent !== null && <Percent value={now.resultPercent} change className="text-12" />}
    </span>
  )
}

function Actions({ holding: { collection, baseUnits, position }, onShare }: HoldingRowProps) {
  return (
    <span className="flex items-center gap-1 min-[62.5rem]:justify-end">
      <QuickSellButtons collection={collection} isEmpty={baseUnits === '0'} />
      {baseUnits !== '0' && (
        <SendButton collectionId={collection.id} edition={undefined} what={collection.symbol} isSmall />
      )}
      {position.tradeCount > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`Share the result of ${collection.symbol}`}
          title="Share the result"
          onClick={onShare}
          className="inline-flex size-8 items-center justify-center rounded-full text-muted transition-colors hover:bg-line hover:text-text pointer-coarse:size-11"
        >
          <Share2 size={16} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
