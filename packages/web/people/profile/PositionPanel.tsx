// What the connected wallet has of a coin and its result in one line of the card; behind it what that has cost and all else,
// first in, first out (docs/positions.md). The value follows the price as it moves; the rest is read again when the wallet did something.

import type { Position } from '@twinmint/sdk/api/positions/contract'
import { allBaseUnits, resultAt } from '@twinmint/sdk/api/positions/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useSearchParams } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { HistoryMark, HistorySince } from '../../shared/history/HistorySince.tsx'
import { historySinceText } from '../../shared/history/words.ts'
import { useSiteConfig } from '../../shared/queries.ts'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { Coins, Digits, Price } from '../../ui/amounts.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatCoins } from '../../ui/format.ts'
import { Line, Lines, Nothing } from '../../ui/Lines.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { SendButton } from '../../wallet/send/SendButton.tsx'
import { useWallet } from '../../wallet/wallet.ts'
import { usePosition } from './position-queries.ts'
import { SolAndDollars, SolResult } from './SolResult.tsx'

const ResultDialog = lazyPart(() => import('./ResultDialog.tsx'))

interface PositionPanelProps {
  readonly collection: Collection
  /** It leads elsewhere on the page. */
  readonly onLeave: () => void
}

export default function PositionPanel(props: PositionPanelProps) {
  const { status, address } = useWallet()
  return (
    <section aria-label="Your position" className="border-t border-line pt-1 text-13">
      {status === 'connected' && address !== undefined ? (
        <WalletPosition {...props} walletAddress={address} />
      ) : (
        <p className={LINE}>
          <span>Your position</span>
          <span className="text-right text-12">Connect your wallet to see it</span>
        </p>
      )}
    </section>
  )
}

/** One line of the card; pressed, it shows all that is known of the position. */
const LINE = 'flex min-h-8 w-full items-center justify-between gap-3 text-muted pointer-coarse:min-h-11'

interface WalletPositionProps extends PositionPanelProps {
  readonly walletAddress: string
}

function WalletPosition({ collection, walletAddress, onLeave }: WalletPositionProps) {
  const query = usePosition(collection.id, walletAddress)
  const { data, isPending, isError, error } = query
  if (isPending)
    return (
      <SkeletonGroup label="Loading your position" className={LINE}>
        Your position
        <Skeleton className="h-5 w-32" />
      </SkeletonGroup>
    )
  if (isError && data === undefined)
    return (
      <div className="flex items-center justify-between gap-3 py-1">
        <p role="alert" className="text-12 text-muted">
          Failed to load your position. {errorMessage(error, 'The server did not say why.')}
        </p>
        <RetryButton query={query} size="sm" />
      </div>
    )
  const isEmpty = data.tradeCount === 0 && data.baseUnits === '0' && data.nftCount === 0
  if (isEmpty)
    return (
      <p className={LINE} title="What you buy, sell and swap is added up here.">
        <span>Your position</span>
        <span className="min-w-0 text-right text-12">
          You have no{' '}
          <span translate="no" className="inline-block max-w-24 truncate align-bottom">
            {collection.symbol}
          </span>
        </span>
      </p>
    )
  return <PositionFigures position={data} collection={collection} onLeave={onLeave} />
}

function PositionFigures({
  position,
  collection,
  onLeave,
}: PositionPanelProps & { readonly position: Position }) {
  const [isOpen, setOpen] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const id = useId()
  const { data: config } = useSiteConfig()
  const [, setParams] = useSearchParams()
  const solUsd = config?.solUsd
  const now = resultAt(position, collection)
  const { historySince } = collection
  const showTrades = () => {
    onLeave()
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const name of ['kind', 'min']) next.delete(name)
        next.set('wallet', position.walletAddress)
        return next
      },
      { replace: true },
    )
    document.getElementById('trades')?.scrollIntoView()
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        title="What you have, and your result if you sold all of it now"
        onClick={() => setOpen(!isOpen)}
        className={`${LINE} rounded-small transition-colors hover:text-text`}
      >
        <span>
          Your position
          {historySince !== null && <HistoryMark text={historySinceText(historySince)} />}
        </span>
        <span className="inline-flex min-w-0 items-center gap-2 text-text">
          <Coins baseUnits={allBaseUnits(position).toString()} />
          <SolResult lamports={now.resultLamports.toString()} solUsd={undefined} />
          <ChevronDown
            size={14}
            aria-hidden="true"
            className={`shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="pt-2">
        <Lines>
          <Line term="Coins">
            <Coins baseUnits={position.baseUnits} symbol={collection.symbol} />
          </Line>
          <Line term="NFTs">
            <Digits>{position.nftCount}</Digits>
          </Line>
          <Line term="Average cost">
            {position.averageCost === null ? <Nothing /> : <Price sol={position.averageCost} />}
          </Line>
          <Line term={collection.guardBps > 0 ? 'Cost, with any surcharge' : 'Cost'}>
            <SolAndDollars lamports={position.costLamports} solUsd={solUsd} />
          </Line>
          <WorthLines now={now} solUsd={solUsd} />
          <ResultLines position={position} unrealisedLamports={now.unrealisedLamports} solUsd={solUsd} />
        </Lines>
        <Transfers position={position} collection={collection} solUsd={solUsd} />
        <HistorySince since={collection.historySince} className="mt-1">
          Trades before that are in no cost and in no result.
        </HistorySince>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={showTrades}>
            Your activity
          </Button>
          {position.tradeCount > 0 && (
            <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setSharing(true)}>
              Share the result
            </Button>
          )}
          {position.baseUnits !== '0' && (
            <SendButton collectionId={collection.id} edition={undefined} what={collection.symbol} size="sm" />
          )}
        </div>
        {isSharing && (
          <Suspense>
            <ResultDialog collection={collection} position={position} onClose={() => setSharing(false)} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** Proceeds of selling everything now, and coins times price, which no sell can reach. */
function WorthLines({
  now,
  solUsd,
}: {
  readonly now: ReturnType<typeof resultAt>
  readonly solUsd: number | undefined
}) {
  return (
    <>
      <Line
        term={
          <span title="What one sell of all of it brings, after the fee; NFTs are released first.">
            Selling all now brings
          </span>
        }
        strong
      >
        <SolAndDollars lamports={now.worthLamports.toString()} solUsd={solUsd} />
      </Line>
      <Line
        term={<span title="Coins times price. A sell moves the price, so it brings less.">At the price</span>}
      >
        <SolAndDollars lamports={now.valueLamports.toString()} solUsd={solUsd} />
      </Line>
    </>
  )
}

/** What is made already and what would be; what NFTs brought beyond their coins is in neither. */
function ResultLines({
  position,
  unrealisedLamports,
  solUsd,
}: {
  readonly position: Position
  readonly unrealisedLamports: bigint
  readonly solUsd: number | undefined
}) {
  return (
    <>
      <Line term="Unrealised result">
        {position.knownBaseUnits === '0' ? (
          <Nothing />
        ) : (
          <SolResult lamports={unrealisedLamports.toString()} solUsd={solUsd} />
        )}
      </Line>
      <Line term="Realised result">
        <SolResult lamports={position.realisedLamports} solUsd={solUsd} />
      </Line>
      {position.nftRealisedLamports !== '0' && (
        <Line term="NFTs, beyond their coins">
          <SolResult lamports={position.nftRealisedLamports} solUsd={solUsd} />
        </Line>
      )}
      {position.nftPremiumLamports !== '0' && (
        <Line term="Paid beyond coins, still held">
          <SolAndDollars lamports={position.nftPremiumLamports} solUsd={solUsd} />
        </Line>
      )}
    </>
  )
}

/** What came or went without a trade has no price, and is in no result. */
function Transfers({
  position,
  collection: { symbol, historySince },
  solUsd,
}: {
  readonly position: Position
  readonly collection: Collection
  readonly solUsd: number | undefined
}) {
  const moved = BigInt(position.transferredBaseUnits)
  const nfts = (count: number) => `${count} ${count === 1 ? 'NFT' : 'NFTs'}`
  const came = [
    ...(moved > 0n ? [`${formatCoins(moved.toString())} ${symbol}`] : []),
    ...(position.nftsSentIn > 0 ? [nfts(position.nftsSentIn)] : []),
  ]
  const went = [
    ...(moved < 0n ? [`${formatCoins((0n - moved).toString())} ${symbol}`] : []),
    ...(position.nftsSentOut > 0 ? [nfts(position.nftsSentOut)] : []),
  ]
  if (came.length === 0 && went.length === 0 && position.unpricedLamports === '0') return null
  return (
    <div className="flex flex-col gap-1 text-12 text-muted">
      {came.length > 0 && (
        <p>
          {came.join(' and ')} came by transfer
          {historySince !== null && ', or before the history here begins'}: no cost is known.
        </p>
      )}
      {went.length > 0 && (
        <p>
          {went.join(' and ')} went by transfer
          {historySince !== null && ', or before the history here begins'}: no result is counted.
        </p>
      )}
      {position.unpricedLamports !== '0' && (
        <p>
          Sold of what {historySince === null ? 'was sent to you' : 'has no known cost'}:{' '}
          <SolAndDollars lamports={position.unpricedLamports} solUsd={solUsd} />, in no result.
        </p>
      )}
    </div>
  )
}
