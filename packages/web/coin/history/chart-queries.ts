// The chart's data: candles that load backwards and live on, and the marks of the trades of two wallets.
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Timeframe } from '@twinmint/sdk/api/coin/contract'
import type { Candle, ChartData, Marks } from '@twinmint/sdk/api/history/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { isBeyond } from '@twinmint/sdk/api/records/newer'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import { guardEndsAtSeconds, guardOf } from '@twinmint/sdk/core/surcharge'
import { useCallback, useMemo } from 'react'
import { apiGet } from '../../data/api.ts'
import { useLiveData } from '../../data/live-data.ts'
import { keyOf } from '../../data/query-keys.ts'
import { useGuardSecond } from '../../shared/guard-clock.ts'
import { useClockText } from '../../ui/amounts.tsx'
import { type ChartMark, chartMarks, type MarkChoice, withBoost, withMark } from './chart-marks.ts'
import { bucketOf, cutLive, fillGaps, INTERVAL_SECONDS, joinPages, mergeTrade } from './chart-series.ts'

const marksKey = (id: string, walletAddress: string | undefined) => keyOf('marks-of', id, walletAddress ?? '')

// The first page fills the first view, and the averages in it; the older ones are larger, since somebody wants to see them.
const FIRST_CANDLES = 150
const OLDER_CANDLES = 300

type ChartPages = InfiniteData<ChartData, number | null>

/** Candles of an interval, oldest first, quiet buckets filled, the last one living. */
export function useChart(collection: Collection, interval: Timeframe) {
  const { id, mintAddress, initialPrice } = collection
  const query = useInfiniteQuery({
    queryKey: keyOf('chart-data', id, interval),
    queryFn: ({ pageParam, signal }) => {
      const page =
        pageParam === null ? `limit=${FIRST_CANDLES}` : `limit=${OLDER_CANDLES}&before=${pageParam}`
      return apiGet<ChartData>(`/api/chart-data/${id}?timeframe=${interval}&${page}`, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: (oldest) => oldest.nextBefore,
    refetchOnMount: 'always',
  })
  useLiveData<ChartPages>(topicOfCoin(id), keyOf('chart-data', id, interval), (data, event) =>
    withTrade(data, event, interval, Number(initialPrice)),
  )

  const pages = query.data?.pages
  // The bucket of now opens by the clock, trades or not.
  const bucketNow = useClockText((nowMs) => String(bucketOf(nowMs / 1000, INTERVAL_SECONDS[interval])))
  const candles = useMemo<readonly Candle[]>(() => {
    const traded = (pages ?? []).reduce<readonly Candle[]>(
      (newer, page) => joinPages(page.chartData, newer),
      [],
    )
    return fillGaps(traded, INTERVAL_SECONDS[interval], Number(bucketNow))
  }, [pages, interval, bucketNow])

  const { fetchNextPage, hasNextPage, isFetching } = query
  const loadOlder = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching])

  return {
    candles,
    /** Which coin and interval the candles are of: a change means another picture, not a longer one. */
    seriesKey: `${mintAddress}:${interval}`,
    isPending: query.isPending,
    // An error of an older page leaves the newer ones on screen.
    isError: query.isError && pages === undefined,
    isLoadingOlder: query.isFetchingNextPage,
    hasOlder: hasNextPage,
    loadOlder,
    retry: () => void query.refetch(),
  }
}

/** The candles with a live trade in them. */
function withTrade(data: ChartPages, event: LiveEvent, interval: Timeframe, launchPrice: number): ChartPages {
  // Swaps of coins for NFTs move no price.
  if (event.type !== 'trade' || (event.trade.type !== 'BUY' && event.trade.type !== 'SELL')) return data
  const { trade } = event
  const [latest, ...older] = data.pages
  // The candles that were read may hold the trade already.
  if (!latest || !isBeyond(trade, latest)) return data
  const chartData = mergeTrade(latest.chartData, trade, INTERVAL_SECONDS[interval], launchPrice)
  if (chartData === latest.chartData) return data
  const page = { ...latest, sequence: trade.sequence, chartData: [...chartData] }
  return { ...data, pages: [older.length === 0 ? cutLive(page) : page, ...older] }
}

/**
 * The marks to draw on these candles: the wallet's own trades, the creator's, boosts and the graduation, live. Where `wallet` is
 * undefined the graduation alone.
 */
export function useMarks(
  collection: Collection,
  wallet: { readonly address: string | undefined } | undefined,
  choice: Omit<MarkChoice, 'isCreator'>,
  shown: { readonly candles: readonly Candle[]; readonly intervalSeconds: number },
): readonly ChartMark[] {
  const { id, creatorAddress, graduatedAt } = collection
  const guardEndedAt = useGuardEnd(collection)
  const walletAddress = wallet?.address
  const queryKey = marksKey(id, walletAddress)
  const { data } = useQuery({
    enabled: wallet !== undefined,
    queryKey,
    queryFn: ({ signal }) => {
      const whose = walletAddress === undefined ? '' : `?wallet=${walletAddress}`
      return apiGet<Marks>(`/api/collections/${id}/marks${whose}`, { signal })
    },
    refetchOnMount: 'always',
  })
  useLiveData<Marks>(topicOfCoin(id), queryKey, (marks, event) =>
    event.type === 'trade'
      ? withMark(marks, event.trade, { creatorAddress, walletAddress })
      : event.type === 'activity'
        ? withBoost(marks, event.activity)
        : marks,
  )
  const { mine, creators, events } = choice
  const { candles, intervalSeconds } = shown
  return useMemo(
    () =>
      chartMarks(
        { marks: data, graduatedAt, guardEndedAt },
        { mine, creators, events, isCreator: walletAddress === creatorAddress },
        candles,
        intervalSeconds,
      ),
    [
      data,
      graduatedAt,
      guardEndedAt,
      mine,
      creators,
      events,
      walletAddress,
      creatorAddress,
      candles,
      intervalSeconds,
    ],
  )
}

/** When the coin's launch guard ended; null where it has none, or it runs. */
function useGuardEnd(collection: Collection): string | null {
  const runs = useGuardSecond(collection) !== undefined
  const endsAt = guardEndsAtSeconds(guardOf(collection))
  return runs || endsAt === undefined ? null : new Date(Number(endsAt) * 1_000).toISOString()
}
