// What the connected wallet has of a coin, what that has cost, and its result, first in, first out (docs/positions.md). The
// value follows the price as it moves; the rest is read again when the wallet did something.
import { useSearchParams } from 'wouter'
import { useSiteConfig } from '../site/queries.ts'
import { Coins, Price } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { formatCoins } from '../ui/format.ts'
import { Line, Lines, Nothing } from '../ui/Lines.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { errorMessage } from '../wire/api.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { Position } from './position-contract.ts'
import { usePosition } from './position-queries.ts'
import { allBaseUnits, valueLamports } from './position-rules.ts'
import { SolAndDollars, SolResult } from './SolResult.tsx'

export default function PositionPanel({ collection }: { readonly collection: Collection }) {
  const { status, address } = useWallet()
  return (
    <Panel title="Your position" className="flex flex-col">
      {status === 'connected' && address !== undefined ? (
        <WalletPosition collection={collection} walletAddress={address} />
      ) : (
        <p className="text-14 text-muted">
          Connect your wallet to see what you hold of {collection.symbol}, what it cost you, and your result.
        </p>
      )}
    </Panel>
  )
}

function WalletPosition({
  collection,
  walletAddress,
}: {
  readonly collection: Collection
  readonly walletAddress: string
}) {
  const { data, isPending, isError, error, refetch } = usePosition(collection.id, walletAddress)
  if (isPending) return <PositionSkeleton />
  if (isError && data === undefined)
    return (
      <div className="flex min-h-64 flex-col items-start gap-3">
        <p role="alert" className="text-14 text-muted">
          Failed to load your position. {errorMessage(error, 'The server did not say why.')}
        </p>
        <Button variant="secondary" size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    )
  const isEmpty = data.tradeCount === 0 && data.baseUnits === '0' && data.nftCount === 0
  if (isEmpty)
    return (
      <p className="min-h-64 text-14 text-muted">
        You have no {collection.symbol} and never traded it. What you buy, sell and swap is added up here.
      </p>
    )
  return <PositionFigures position={data} collection={collection} />
}

function PositionFigures({
  position,
  collection,
}: {
  readonly position: Position
  readonly collection: Collection
}) {
  const { data: config } = useSiteConfig()
  const [, setParams] = useSearchParams()
  const solUsd = config?.solUsd
  const value = valueLamports(allBaseUnits(position), collection)
  const known = BigInt(position.knownBaseUnits)
  const unrealised = valueLamports(known, collection) - BigInt(position.costLamports)
  const showActivity = () => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const name of ['kind', 'min']) next.delete(name)
        next.set('tab', 'activity')
        next.set('wallet', position.walletAddress)
        return next
      },
      { replace: true },
    )
    document.getElementById('details')?.scrollIntoView()
  }
  return (
    <div className="flex min-h-64 flex-col gap-3">
      <Lines>
        <Line term="Coins">
          <Coins baseUnits={position.baseUnits} symbol={collection.symbol} />
        </Line>
        <Line term="NFTs">
          <span className="figures">{position.nftCount}</span>
        </Line>
        <Line term="Average cost">
          {position.averageCost === null ? <Nothing /> : <Price sol={position.averageCost} />}
        </Line>
        <Line term="Cost">
          <SolAndDollars lamports={position.costLamports} solUsd={solUsd} />
        </Line>
        <Line term="Value">
          <SolAndDollars lamports={value.toString()} solUsd={solUsd} />
        </Line>
        <Line term="Unrealised result">
          {known === 0n ? <Nothing /> : <SolResult lamports={unrealised.toString()} solUsd={solUsd} />}
        </Line>
        <Line term="Realised result">
          <SolResult lamports={position.realisedLamports} solUsd={solUsd} />
        </Line>
      </Lines>
      <Transfers position={position} symbol={collection.symbol} solUsd={solUsd} />
      <div className="mt-auto">
        <Button variant="secondary" size="sm" onClick={showActivity}>
          Your activity
        </Button>
      </div>
    </div>
  )
}

/** What came or went without a trade has no price, and is in no result. */
function Transfers({
  position,
  symbol,
  solUsd,
}: {
  readonly position: Position
  readonly symbol: string
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
      {came.length > 0 && <p>{came.join(' and ')} came by transfer: no cost is known.</p>}
      {went.length > 0 && <p>{went.join(' and ')} went by transfer: no result is counted.</p>}
      {position.unpricedLamports !== '0' && (
        <p>
          Sold of what was sent to you: <SolAndDollars lamports={position.unpricedLamports} solUsd={solUsd} />
          , in no result.
        </p>
      )}
    </div>
  )
}

function PositionSkeleton() {
  return (
    <SkeletonGroup label="Loading your position" className="flex min-h-64 flex-col gap-2">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
        <div key={row} className="flex justify-between gap-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-28" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
