// What a wallet did: its trades and swaps of all coins, newest first.
import { ArrowDownRight, ArrowDownToLine, ArrowUpFromLine, ArrowUpRight, History } from 'lucide-react'
import { Link } from 'wouter'
import { Coins, RelativeTime, Sol } from '../ui/amounts.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { countText } from '../ui/format.ts'
import { LoadMore } from '../ui/LoadMore.tsx'
import { Message } from '../ui/Message.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { errorMessage } from '../wire/api.ts'
import type { UserTrade } from './contract.ts'
import { useUserTrades } from './user-queries.ts'

export default function TradesTab({ address, isOwn }: { readonly address: string; readonly isOwn: boolean }) {
  const list = useUserTrades(address)
  const { trades, error, isPending, isFetching, refetch } = list
  if (isPending) return <TradesSkeleton />
  if (list.data === undefined)
    return (
      <Message
        icon={<History size={32} aria-hidden="true" className="text-down" />}
        title="The activity could not be loaded"
        action={
          <Button variant="secondary" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {errorMessage(error, 'The server did not answer.')}
      </Message>
    )
  if (trades.length === 0)
    return (
      <Message
        icon={<History size={32} aria-hidden="true" className="text-violet" />}
        title="No trades yet"
        action={
          <Link href="/trade" className={buttonClass('primary')}>
            Browse markets
          </Link>
        }
      >
        {isOwn ? 'Your buys, sells and swaps stand here.' : 'This wallet has not traded on Twinmint.'}
      </Message>
    )
  return (
    <>
      <ul
        aria-label="Trades, newest first"
        className="divide-y divide-line/60 rounded-panel border border-line bg-panel"
      >
        {trades.map((trade) => (
          <TradeItem key={trade.id} trade={trade} />
        ))}
      </ul>
      <LoadMore
        shownText={`${countText(trades.length, 'trade')} shown`}
        hasMore={list.hasNextPage}
        pending={list.isFetchingNextPage}
        error={error === null ? undefined : errorMessage(error, 'The server did not answer.')}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  )
}

const KINDS = {
  BUY: { text: 'Bought', tone: 'text-up', Icon: ArrowUpRight },
  SELL: { text: 'Sold', tone: 'text-down', Icon: ArrowDownRight },
  SWAP_TO_NFT: { text: 'Captured', tone: 'text-violet', Icon: ArrowDownToLine },
  SWAP_TO_TOKEN: { text: 'Released', tone: 'text-violet', Icon: ArrowUpFromLine },
} as const

function TradeItem({ trade }: { readonly trade: UserTrade }) {
  const { text, tone, Icon } = KINDS[trade.type]
  const { coin, collectionId, nftTokenId } = trade
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-13">
      <Picture
        src={coin.thumbnailUrl}
        name={coin.name}
        symbol={coin.symbol}
        size={40}
        lazy
        className="size-10 shrink-0 rounded-input"
      />
      <div className="min-w-0 flex-1">
        <Link
          href={nftTokenId === null ? `/trade/${collectionId}` : `/nft/${collectionId}/${nftTokenId}`}
          className="flex gap-1.5 text-14 font-semibold hover:underline"
        >
          <span className="truncate">{coin.name}</span>
          {nftTokenId !== null && <span className="figures shrink-0">#{nftTokenId}</span>}
        </Link>
        <span className={`inline-flex items-center gap-1 font-medium ${tone}`}>
          <Icon size={14} aria-hidden="true" />
          {text}
        </span>
      </div>
      <div className="text-right">
        {nftTokenId === null ? (
          <Sol lamports={trade.lamports} className="block font-medium" />
        ) : (
          <span className="block font-medium">1 NFT</span>
        )}
        <Coins baseUnits={trade.baseUnits} symbol={coin.symbol} className="text-12 text-muted" />
      </div>
      <RelativeTime iso={trade.createdAt} className="w-10 shrink-0 text-right text-12 text-faint" />
    </li>
  )
}

function TradesSkeleton() {
  return (
    <SkeletonGroup
      label="Loading activity"
      className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-4"
    >
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-input" />
          <Skeleton className="h-8 flex-1" />
          <Skeleton className="h-8 w-20" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
