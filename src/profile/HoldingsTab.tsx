// What a wallet holds: coins and the NFTs of the same picture, by what they are worth, then SOL.
import { Wallet } from 'lucide-react'
import { Link } from 'wouter'
import { useSiteConfig } from '../site/queries.ts'
import { Coins, Money, Percent, Sol } from '../ui/amounts.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { errorMessage } from '../wire/api.ts'
import type { Holding, Portfolio } from './contract.ts'
import { shareOf, usdOf } from './figures.ts'
import { usePortfolio } from './user-queries.ts'

export default function HoldingsTab({
  address,
  isOwn,
}: {
  readonly address: string
  readonly isOwn: boolean
}) {
  const { data, error, isPending, isFetching, refetch } = usePortfolio(address)
  const { data: site } = useSiteConfig()
  if (isPending) return <HoldingsSkeleton />
  if (data === undefined)
    return (
      <Message
        icon={<Wallet size={32} aria-hidden="true" className="text-down" />}
        title="The holdings could not be loaded"
        action={
          <Button variant="secondary" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {errorMessage(error, 'The server did not answer.')}
      </Message>
    )
  const table = <HoldingsTable portfolio={data} solUsd={site?.solUsd} />
  if (data.holdings.length > 0) return table
  return (
    <div className="flex flex-col gap-4">
      {data.lamports !== '0' && table}
      <Message
        icon={<Wallet size={32} aria-hidden="true" className="text-violet" />}
        title={isOwn ? 'You hold no coins yet' : 'No coins yet'}
        action={
          <Link href="/trade" className={buttonClass('primary')}>
            Browse markets
          </Link>
        }
      >
        {isOwn
          ? 'What you buy, launch or capture stands here with what it is worth.'
          : 'This wallet holds no coins and no NFTs of Twinmint.'}
      </Message>
    </div>
  )
}

function HoldingsTable({
  portfolio,
  solUsd,
}: {
  readonly portfolio: Portfolio
  readonly solUsd: number | undefined
}) {
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-panel">
      <table className="w-full table-fixed text-13">
        <caption className="sr-only">Coins and NFTs by what they are worth, and SOL</caption>
        <thead className="text-12 text-faint">
          <tr className="border-b border-line text-left">
            <th scope="col" className="h-9 pl-4 font-medium sm:w-[34%]">
              Coin
            </th>
            <th scope="col" className="hidden px-2 text-right font-medium sm:table-cell">
              Coins
            </th>
            <th scope="col" className="hidden px-2 text-right font-medium sm:table-cell">
              NFTs
            </th>
            <th scope="col" className="w-[38%] pr-4 pl-2 text-right font-medium sm:w-auto">
              Value
            </th>
            <th scope="col" className="hidden w-24 pr-4 pl-2 text-right font-medium md:table-cell">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {portfolio.holdings.map((holding) => (
            <HoldingRow
              key={holding.collection.id}
              holding={holding}
              totalLamports={portfolio.totalLamports}
              solUsd={solUsd}
            />
          ))}
          <SolRow portfolio={portfolio} solUsd={solUsd} />
        </tbody>
      </table>
      <p className="border-t border-line px-4 py-3 text-12 text-faint">
        At the price of this moment; selling much at once brings less. An NFT counts as 1,000,000 coins.
        {portfolio.isPartial && ' Only the latest 200 coins and 500 NFTs are counted.'}
      </p>
    </div>
  )
}

/** What is not in coins; with it the rows come to what it is all worth. */
function SolRow({
  portfolio: { lamports, totalLamports },
  solUsd,
}: {
  readonly portfolio: Portfolio
  readonly solUsd: number | undefined
}) {
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-raised">
      <td className="py-2 pl-4">
        <span className="flex items-center gap-3 text-14 font-semibold">
          <Wallet
            aria-hidden="true"
            className="size-10 shrink-0 rounded-input border border-line bg-ink p-2.5 text-violet"
          />
          SOL
        </span>
      </td>
      <td className="hidden px-2 text-right text-faint sm:table-cell">–</td>
      <td className="hidden px-2 text-right text-faint sm:table-cell">–</td>
      <ValueCells worth={BigInt(lamports)} totalLamports={totalLamports} solUsd={solUsd} />
    </tr>
  )
}

function ValueCells({
  worth,
  totalLamports,
  solUsd,
}: {
  readonly worth: bigint
  readonly totalLamports: string
  readonly solUsd: number | undefined
}) {
  return (
    <>
      <td className="pr-4 pl-2 text-right">
        <Sol lamports={worth.toString()} className="block font-medium" />
        {solUsd !== undefined && (
          <Money usd={usdOf(worth.toString(), solUsd)} className="text-12 text-muted" />
        )}
      </td>
      <td className="hidden pr-4 pl-2 text-right text-muted md:table-cell">
        <Percent value={shareOf(worth, totalLamports)} />
      </td>
    </>
  )
}

function HoldingRow({
  holding: { collection, baseUnits, nftCount, coinLamports, nftLamports },
  totalLamports,
  solUsd,
}: {
  readonly holding: Holding
  readonly totalLamports: string
  readonly solUsd: number | undefined
}) {
  const { id, name, symbol, thumbnailUrl, imageUrl } = collection
  const worth = BigInt(coinLamports) + BigInt(nftLamports)
  const nfts =
    nftCount === 0 ? (
      <span className="text-faint">–</span>
    ) : (
      <Link
        href={`/trade/${id}?nfts=minted#nfts`}
        className="figures underline decoration-line underline-offset-4 hover:decoration-current"
      >
        {nftCount}
        <span className="sm:hidden"> NFT{nftCount === 1 ? '' : 's'}</span>
      </Link>
    )
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-raised">
      <td className="py-2 pl-4">
        <span className="flex min-w-0 items-center gap-3">
          <Picture
            src={thumbnailUrl ?? imageUrl}
            name={name}
            symbol={symbol}
            size={40}
            lazy
            className="size-10 shrink-0 rounded-input"
          />
          <span className="min-w-0">
            <Link href={`/trade/${id}`} className="block truncate text-14 font-semibold hover:underline">
              {name}
            </Link>
            <span className="figures flex flex-wrap gap-x-2 text-12 text-muted sm:hidden">
              <Coins baseUnits={baseUnits} symbol={symbol} />
              {nftCount > 0 && nfts}
            </span>
            <span className="figures hidden truncate text-12 text-muted sm:block">{symbol}</span>
          </span>
        </span>
      </td>
      <td className="hidden px-2 text-right sm:table-cell">
        <Coins baseUnits={baseUnits} />
      </td>
      <td className="hidden px-2 text-right sm:table-cell">{nfts}</td>
      <ValueCells worth={worth} totalLamports={totalLamports} solUsd={solUsd} />
    </tr>
  )
}

function HoldingsSkeleton() {
  return (
    <SkeletonGroup
      label="Loading holdings"
      className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-4"
    >
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-input" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
