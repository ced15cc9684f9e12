// Whom the connected wallet follows, and what they do: one list of all their trades and swaps, as they happen.

import type { Follow } from '@twinmint/sdk/api/follows/contract'
import { FOLLOWED_MAX } from '@twinmint/sdk/api/follows/rules'
import { UserPlus, Users } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { Paged } from '../../shared/Loaded.tsx'
import { LoadFailure } from '../../shared/LoadFailure.tsx'
import { useBotAddresses, useSiteConfig } from '../../shared/queries.ts'
import { Digits } from '../../ui/amounts.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeleton.tsx'
import { QuickBuySetting } from '../../wallet/quick-trade/QuickBuyButton.tsx'
import { useFollowed, useFollowing } from '../session/follow-queries.ts'
import { SignedIn } from '../session/SignedIn.tsx'
import { FeedRow, MarketFeedRow } from './FeedRow.tsx'
import { FollowedList } from './FollowedList.tsx'
import { isOfMarket, useFeed, useLatestTrades } from './queries.ts'
import { lastTradeOf } from './rules.ts'

/** What is said of a wallet whose last trade is not there. */
const WITHOUT_ONE = {
  pending: undefined,
  known: 'No trades yet',
  failed: 'Its last trade could not be loaded',
} as const

export default function FollowingTab() {
  return (
    <SignedIn
      icon={<Users size={32} aria-hidden="true" className="text-violet" />}
      title="Sign in to follow wallets"
      note="Whom you follow is kept with your wallet, and shown to nobody else."
      loading={<FeedSkeleton />}
    >
      {(wallet) => <FollowedOf key={wallet} wallet={wallet} />}
    </SignedIn>
  )
}

const FeedSkeleton = () => <RowsSkeleton label="Loading trades" />

function FollowedOf({ wallet }: { readonly wallet: string }) {
  const list = useFollowing()
  if (list.isKnown) return <Followed follower={wallet} following={list.following} version={list.version} />
  if (list.error === null || list.isFetching) return <FeedSkeleton />
  return <LoadFailure title="Whom you follow could not be loaded" query={list} />
}

/** As they were followed, with those that were let go since this was opened. */
function useRows(following: readonly Follow[]) {
  const [seen, setSeen] = useState<readonly string[]>(() => following.map((each) => each.walletAddress))
  const now = useMemo(() => new Set(following.map((each) => each.walletAddress)), [following])
  const added = [...now].filter((each) => !seen.includes(each))
  if (added.length > 0) setSeen([...added, ...seen])
  return [...added, ...seen].map((walletAddress) => ({ walletAddress, isFollowed: now.has(walletAddress) }))
}

function Followed({
  follower,
  following,
  version,
}: {
  readonly follower: string
  readonly following: readonly Follow[]
  readonly version: string | undefined
}) {
  const rows = useRows(following)
  const bots = useBotAddresses()
  const feed = useFeed(follower, version)
  const latest = useLatestTrades(follower, version)
  const lastTrades = useMemo(
    () =>
      lastTradeOf(
        feed.items.flatMap((entry) => (isOfMarket(entry) ? [] : [entry])),
        latest.trades,
      ),
    [feed.items, latest.trades],
  )
  if (rows.length === 0) return <NobodyYet />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Panel
        title="Wallets"
        flush
        className="lg:order-last"
        aside={
          <span className="text-12 text-muted">
            <Digits>
              {following.length} of {FOLLOWED_MAX}
            </Digits>
          </span>
        }
      >
        {/* Reached by the keyboard through its buttons. */}
        <div className="max-h-50 overflow-y-auto lg:max-h-150">
          <FollowedList
            rows={rows}
            lastTrades={lastTrades}
            withoutOne={WITHOUT_ONE[latest.state]}
            bots={bots}
          />
        </div>
      </Panel>
      <Panel title="Their trades" flush aside={<QuickBuySetting />}>
        <FeedList feed={feed} bots={bots} isOfNobody={following.length === 0} />
      </Panel>
    </div>
  )
}

function FeedList({
  feed,
  bots,
  isOfNobody,
}: {
  readonly feed: ReturnType<typeof useFeed>
  readonly bots: ReadonlySet<string>
  readonly isOfNobody: boolean
}) {
  const { data: site } = useSiteConfig()
  const followed = useFollowed()
  const transactionUrl = site?.explorerTransactionUrl ?? null
  if (isOfNobody) return <Line>You follow nobody now.</Line>
  return (
    <Paged
      list={feed}
      skeleton={<RowsSkeleton label="Loading trades" className="" />}
      failedTitle="The trades could not be loaded"
      empty={<Line>None of them has traded yet. What they do stands here at once.</Line>}
      endText={`${feed.items.length} shown`}
      endClassName="-mt-2 pb-4"
    >
      {(entries) => (
        <ul
          aria-label="Trades of followed wallets, newest first"
          className="@container divide-y divide-line/60"
        >
          {entries.map((entry) =>
            isOfMarket(entry) ? (
              <MarketFeedRow
                key={entry.id}
                entry={entry}
                followed={followed}
                bots={bots}
                transactionUrl={transactionUrl}
              />
            ) : (
              <FeedRow
                key={entry.id}
                trade={entry}
                collection={feed.coins.get(entry.collectionId)}
                isBot={bots.has(entry.traderAddress)}
                solUsd={site?.solUsd}
                transactionUrl={transactionUrl}
              />
            ),
          )}
        </ul>
      )}
    </Paged>
  )
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <p className="p-4 text-13 text-muted">{children}</p>
)

function NobodyYet() {
  return (
    <Message
      icon={<UserPlus size={32} aria-hidden="true" className="text-violet" />}
      title="You follow nobody yet"
      action={
        <Link href="/trade" className={buttonClass('primary')}>
          Browse markets
        </Link>
      }
    >
      Open a coin, choose a wallet among its live trades or Top Holders, and press Follow. Its trades of all
      coins stand here as they happen.
    </Message>
  )
}
