// Activity: every trade of the coin, newest first, as it happens.
import { ArrowDownRight, ArrowDownToLine, ArrowUpFromLine, ArrowUpRight, ExternalLink } from 'lucide-react'
import { Link } from 'wouter'
import { useBotAddresses } from '../discover/queries.ts'
import { Coins, Price, RelativeTime, Sol } from '../ui/amounts.tsx'
import { BotChip } from '../ui/BotChip.tsx'
import { Button } from '../ui/Button.tsx'
import { shortAddress } from '../ui/format.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { errorMessage } from '../wire/api.ts'
import type { Collection, Trade } from './contract.ts'
import { useTrades } from './queries.ts'
import { TabMessage } from './TabMessage.tsx'

export default function ActivityTab({
  collection,
  explorerTransactionUrl,
}: {
  readonly collection: Collection
  readonly explorerTransactionUrl: string | null
}) {
  const { trades, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useTrades(collection.id)
  const bots = useBotAddresses()
  if (isPending) return <TableSkeleton label="Loading activity" />
  if (isError && trades.length === 0)
    return (
      <TabMessage title="Failed to load activity" onRetry={() => void refetch()}>
        {errorMessage(error, 'The server did not say why.')}
      </TabMessage>
    )
  if (trades.length === 0)
    return (
      <TabMessage title="No trades yet">
        The first buy starts the curve: {collection.symbol} is at its launch price.
      </TabMessage>
    )
  return (
    <>
      <table className="w-full text-13">
        <caption className="sr-only">Trades of {collection.name}, newest first</caption>
        <thead className="text-12 text-faint">
          <tr className="border-b border-line text-left">
            <Head>Type</Head>
            <Head end>SOL</Head>
            <Head end>{collection.symbol}</Head>
            <Head end wide>
              Price
            </Head>
            <Head end wide>
              Trader
            </Head>
            <Head end>Age</Head>
            {explorerTransactionUrl !== null && <Head end>Tx</Head>}
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <TradeRow
              key={trade.id}
              trade={trade}
              isBot={bots.has(trade.traderAddress)}
              creatorAddress={collection.creatorAddress}
              explorerTransactionUrl={explorerTransactionUrl}
            />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <div className="flex justify-center p-4">
          <Button variant="secondary" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load More
          </Button>
        </div>
      )}
    </>
  )
}

const KINDS = {
  BUY: { text: 'Buy', tone: 'text-up', Icon: ArrowUpRight },
  SELL: { text: 'Sell', tone: 'text-down', Icon: ArrowDownRight },
  SWAP_TO_NFT: { text: 'Captured', tone: 'text-violet', Icon: ArrowDownToLine },
  SWAP_TO_TOKEN: { text: 'Released', tone: 'text-violet', Icon: ArrowUpFromLine },
} as const

function TradeRow({
  trade,
  isBot,
  creatorAddress,
  explorerTransactionUrl,
}: {
  readonly trade: Trade
  readonly isBot: boolean
  readonly creatorAddress: string
  readonly explorerTransactionUrl: string | null
}) {
  const { text, tone, Icon } = KINDS[trade.type]
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-raised">
      <td className="h-11 pl-4">
        <span className={`inline-flex items-center gap-1 font-medium ${tone}`}>
          <Icon size={14} aria-hidden="true" />
          {text}
          {trade.nftTokenId !== null && (
            <Link
              href={`/nft/${trade.collectionId}/${trade.nftTokenId}`}
              className="figures inline-flex h-11 items-center underline decoration-current/40 underline-offset-4 transition-colors hover:decoration-current"
            >
              #{trade.nftTokenId}
            </Link>
          )}
          {/* A phone has no room for the trader, but says what it is. */}
          {isBot && <BotChip className="ml-1 sm:hidden" />}
        </span>
      </td>
      <td className="px-2 text-right">
        {trade.nftTokenId === null ? (
          <Sol lamports={trade.lamports} unit={false} />
        ) : (
          <span title="A swap moves no SOL" className="text-faint">
            –
          </span>
        )}
      </td>
      <td className="px-2 text-right">
        <Coins baseUnits={trade.baseUnits} />
      </td>
      <td className="hidden px-2 text-right text-muted sm:table-cell">
        <Price sol={trade.price} unit={false} />
      </td>
      <td className="hidden px-2 text-right sm:table-cell">
        <span className="figures" title={trade.traderAddress}>
          {shortAddress(trade.traderAddress)}
        </span>
        {trade.traderAddress === creatorAddress && (
          <span className="ml-1.5 text-12 text-violet">creator</span>
        )}
        {isBot && <BotChip className="ml-1.5" />}
      </td>
      <td className="pr-4 pl-2 text-right text-muted">
        <RelativeTime iso={trade.createdAt} />
      </td>
      {explorerTransactionUrl !== null && (
        <td className="pr-2 text-right">
          <a
            href={explorerTransactionUrl.replace('{signature}', trade.txSignature)}
            target="_blank"
            rel="noreferrer"
            aria-label="Open the transaction in the explorer"
            className="inline-flex size-7 items-center justify-center rounded-input text-faint transition-colors hover:text-text pointer-coarse:size-11"
          >
            <ExternalLink size={14} aria-hidden="true" />
          </a>
        </td>
      )}
    </tr>
  )
}

function Head({
  end = false,
  wide = false,
  children,
}: {
  readonly end?: boolean
  /** Not on a phone. */
  readonly wide?: boolean
  readonly children: React.ReactNode
}) {
  return (
    <th
      scope="col"
      className={`h-9 px-2 font-medium first:pl-4 last:pr-4 ${end ? 'text-right' : ''} ${wide ? 'hidden sm:table-cell' : ''}`}
    >
      {children}
    </th>
  )
}

export function TableSkeleton({ label }: { readonly label: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-4 p-4">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="flex justify-between gap-4">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="hidden h-5 w-20 sm:block" />
          <Skeleton className="h-5 w-10" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
