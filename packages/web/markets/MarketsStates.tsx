// What stands in the place of the list of markets, and at its end: loading, failed, none, all.

import { SOL_HAS_STAYED } from '@twinmint/sdk/core/sustained'
import { Flag, GraduationCap, SearchX, Sprout } from 'lucide-react'
import { Link } from 'wouter'
import { errorMessage } from '../data/api.ts'
import { LoadFailure } from '../shared/LoadFailure.tsx'
import { useGraduation } from '../shared/queries.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { formatMoney, formatSol } from '../ui/format.ts'
import { Spinner } from '../ui/Logo.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { LIST_ROW_HEIGHT } from './MarketsList.tsx'
import { TABLE_ROW_HEIGHT } from './MarketsTable.tsx'
import type { useMarkets } from './queries.ts'
import { type MarketsView, withTab } from './rules.ts'

type List = ReturnType<typeof useMarkets>

const NO_REASON = 'The server did not say why.'

export function MarketsSkeleton() {
  return (
    <SkeletonGroup label="Loading markets">
      <div className="flex h-9 items-center">
        <Skeleton className="h-3 w-16" />
      </div>
      <div className="hidden rounded-panel border border-line bg-panel md:block">
        <div className="h-11 border-b border-line" />
        {Array.from({ length: 12 }, (_, at) => (
          <div
            key={at}
            className="flex items-center gap-3 border-b border-line/60 px-4"
            style={{ height: `${TABLE_ROW_HEIGHT}rem` }}
          >
            <Skeleton className="size-10 rounded-input" />
            <Skeleton className="h-4 w-32" />
            <span className="ml-auto flex gap-8">
              {Array.from({ length: 11 }, (_unused, figure) => (
                <span key={figure} className={figure < 5 ? undefined : 'hidden xl:block'}>
                  <Skeleton className="h-4 w-16" />
                </span>
              ))}
            </span>
          </div>
        ))}
      </div>
      <div className="md:hidden">
        {Array.from({ length: 6 }, (_, at) => (
          <div
            key={at}
            className="flex gap-3 border-b border-line/60 py-3"
            style={{ height: `${LIST_ROW_HEIGHT}rem` }}
          >
            <Skeleton className="size-11 rounded-input" />
            <span className="flex flex-1 flex-col justify-between">
              <Skeleton className="h-9 w-full" />
              <Skeleton className="h-1.5 w-full" />
              <Skeleton className="h-4 w-2/3" />
            </span>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}

export function MarketsFailed({ list }: { readonly list: List }) {
  return (
    <div className="pt-4">
      <LoadFailure title="The markets could not be loaded" query={list} />
    </div>
  )
}

/** Why a tab is empty, and what to do about it. */
export function NoMarkets({
  view,
  onGo,
  onClear,
}: {
  readonly view: MarketsView
  readonly onGo: (view: MarketsView) => void
  readonly onClear: () => void
}) {
  const graduation = useGraduation()
  const threshold =
    graduation === undefined
      ? 'the migration threshold'
      : `${formatSol(graduation.lamports)} SOL (${formatMoney(graduation.usd)})`
  const all = (
    <Button key="all" variant="secondary" onClick={() => onGo(withTab(view, 'all'))}>
      See all markets
    </Button>
  )
  const launch = (
    <Link key="launch" href="/launch" className={buttonClass()}>
      Launch
    </Link>
  )
  const texts = {
    new: {
      icon: <Sprout size={32} aria-hidden="true" className="text-violet" />,
      title: 'Nothing new today',
      text: 'No coin was launched in the last 24 hours. Yours could be the one that stands here.',
      action: [launch, all],
    },
    graduating: {
      icon: <Flag size={32} aria-hidden="true" className="text-violet" />,
      title: 'None is close to graduation',
      text: `A coin stands here once it stays at 80% of its way to a market cap of ${threshold}, or more.`,
      action: [all],
    },
    graduated: {
      icon: <GraduationCap size={32} aria-hidden="true" className="text-gold" />,
      title: 'None has graduated yet',
      text: `A coin graduates when its market cap reaches ${threshold}, and stands here once ${SOL_HAS_STAYED}. See who is nearest.`,
      action: [
        <Button
          key="nearest"
          variant="secondary"
          onClick={() => onGo({ ...withTab(view, 'all'), sort: 'progress', order: 'desc' })}
        >
          See who is nearest
        </Button>,
      ],
    },
    all: {
      icon: <Sprout size={32} aria-hidden="true" className="text-violet" />,
      title: 'No market yet',
      text: 'Nothing has been launched. One picture makes a coin, its market and its 1,000 NFTs.',
      action: [launch],
    },
  }
  const { icon, title, text, action } = texts[view.tab]
  if (view.search === '')
    return (
      <div className="pt-4">
        <Message icon={icon} title={title} action={action}>
          {text}
        </Message>
      </div>
    )
  return (
    <div className="pt-4">
      <Message
        icon={<SearchX size={32} aria-hidden="true" className="text-muted" />}
        title="No market found"
        action={
          <>
            <Button variant="secondary" onClick={onClear}>
              Clear search
            </Button>
            {view.tab !== 'all' && (
              <Button variant="secondary" onClick={() => onGo(withTab(view, 'all'))}>
                Search all markets
              </Button>
            )}
          </>
        }
      >
        No results for “{view.search}”
      </Message>
    </div>
  )
}

/** The last row: more is coming, could not come, or this is all. */
export function ListEnd({ list }: { readonly list: List }) {
  if (list.isFetchNextPageError)
    return (
      <div role="alert" className="flex flex-col items-center gap-2 py-6 text-center text-13 text-down">
        {errorMessage(list.error, NO_REASON)}
        <Button
          variant="secondary"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Retry
        </Button>
      </div>
    )
  return (
    <p
      role="status"
      className="flex h-16 items-center justify-center gap-2 text-12 text-faint pointer-coarse:h-20"
    >
      {list.hasNextPage ? (
        <>
          <Spinner size={16} />
          Loading more…
        </>
      ) : (
        'These are all.'
      )}
    </p>
  )
}
