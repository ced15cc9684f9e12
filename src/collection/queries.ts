// One coin's page and its data: keys, reads, live updates into the cache, and the boost.
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { base64OfBytes, bytesOfBase64 } from '../chain/program/signable.ts'
import type { PreparedTransaction } from '../trade/contract.ts'
import { useClockText } from '../ui/amounts.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { ApiRequestError, apiGet, apiPost } from '../wire/api.ts'
import { onLiveEvent } from '../wire/live.ts'
import { verifyBoost } from './boost-check.ts'
import { bucketOf, fillGaps, INTERVAL_SECONDS, joinPages, mergeTrade } from './chart-series.ts'
import type {
  Candle,
  ChartData,
  Collection,
  Holder,
  LiveEvent,
  Timeframe,
  Trade,
  TradesPage,
} from './contract.ts'

const collectionKey = (id: string) => ['api', 'collections', id]
const chartKey = (id: string, interval: Timeframe) => ['api', 'chart-data', id, interval]
const tradesKey = (id: string) => ['api', 'trades-of', id]
const holdersKey = (id: string) => ['api', 'holders-of', id]

/** By id or by mint address. */
export function useCollection(id: string) {
  return useQuery({
    queryKey: collectionKey(id),
    queryFn: ({ signal }) => apiGet<Collection>(`/api/collections/${encodeURIComponent(id)}`, { signal }),
    refetchOnMount: 'always',
  })
}

export function isNotFound(error: Error): boolean {
  return error instanceof ApiRequestError && (error.status === 404 || error.code === 'invalidAddress')
}

/** True for the coin with the highest market cap of the trending ones. */
export function useIsTopPerformer(mintAddress: string): boolean {
  const { data } = useQuery<readonly Collection[]>({ queryKey: ['api', 'collections', 'trending'] })
  return useMemo(() => {
    const top = (data ?? []).reduce<Collection | undefined>(
      (best, each) =>
        best === undefined || BigInt(each.marketCapLamports) > BigInt(best.marketCapLamports) ? each : best,
      undefined,
    )
    return top?.mintAddress === mintAddress
  }, [data, mintAddress])
}

// The first page is what the specification asks for; the older ones are larger, since somebody wants to see them.
const CHART_FIRST_CANDLES = 24
const CHART_OLDER_CANDLES = 300

type ChartPages = InfiniteData<ChartData, number | null>

/** Candles of an interval, oldest first, quiet buckets filled, the last one living. */
export function useChart(collection: Collection, interval: Timeframe) {
  const { id, mintAddress, initialPrice } = collection
  const query = useInfiniteQuery({
    queryKey: chartKey(id, interval),
    queryFn: ({ pageParam, signal }) => {
      const page =
        pageParam === null
          ? `limit=${CHART_FIRST_CANDLES}`
          : `limit=${CHART_OLDER_CANDLES}&before=${pageParam}`
      return apiGet<ChartData>(`/api/chart-data/${id}?timeframe=${interval}&${page}`, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: (oldest) => oldest.nextBefore,
    refetchOnMount: 'always',
  })
  useLiveCandles(id, interval, Number(initialPrice))

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
    loadOlder,
    retry: () => void query.refetch(),
  }
}

/** Folds live trades into the cached chart. */
function useLiveCandles(id: string, interval: Timeframe, launchPrice: number) {
  const client = useQueryClient()
  useEffect(
    () =>
      onLiveEvent<LiveEvent>((event) => {
        if (event.type !== 'trade' || event.trade.collectionId !== id) return
        const { trade } = event
        // Swaps of coins for NFTs move no price.
        if (trade.type !== 'BUY' && trade.type !== 'SELL') return
        client.setQueryData<ChartPages>(chartKey(id, interval), (data) => {
          const [latest, ...older] = data?.pages ?? []
          // The candles that were read may hold the trade already.
          if (!data || !latest || trade.sequence <= latest.sequence) return data
          const chartData = mergeTrade(latest.chartData, trade, INTERVAL_SECONDS[interval], launchPrice)
          if (chartData === latest.chartData) return data
          return {
            ...data,
            pages: [{ ...latest, sequence: trade.sequence, chartData: [...chartData] }, ...older],
          }
        })
      }),
    [client, id, interval, launchPrice],
  )
}

type TradePages = InfiniteData<TradesPage, number | null>

/** The trades of a coin, newest first, live. */
export function useTrades(collectionId: string) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: tradesKey(collectionId),
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? '' : `&cursor=${pageParam}`
      return apiGet<TradesPage>(`/api/collections/${collectionId}/trades?limit=50${cursor}`, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  })
  useEffect(
    () =>
      onLiveEvent<LiveEvent>((event) => {
        if (event.type === 'trade' && event.trade.collectionId === collectionId) addTrade(client, event.trade)
      }),
    [client, collectionId],
  )
  const trades = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.trades), [query.data])
  return { ...query, trades }
}

/** Puts a trade at the head of the cached list, once. */
function addTrade(client: QueryClient, trade: Trade): void {
  client.setQueryData<TradePages>(tradesKey(trade.collectionId), (data) => {
    const [latest, ...older] = data?.pages ?? []
    if (!data || !latest || data.pages.some((page) => page.trades.some(({ id }) => id === trade.id)))
      return data
    return { ...data, pages: [{ ...latest, trades: [trade, ...latest.trades] }, ...older] }
  })
}

/** The largest holders; read again after trades, at most every few seconds. */
export function useHolders(collectionId: string) {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLiveEvent<LiveEvent>((event) => {
      if (event.type !== 'trade' || event.trade.collectionId !== collectionId) return
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: holdersKey(collectionId) })
      }, HOLDERS_AT_MOST_EVERY_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, collectionId])
  return useQuery({
    queryKey: holdersKey(collectionId),
    queryFn: ({ signal }) =>
      apiGet<{ readonly holders: readonly Holder[] }>(`/api/collections/${collectionId}/holders?limit=20`, {
        signal,
      }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
}
const HOLDERS_AT_MOST_EVERY_MS = 3_000

/** Boosts the coin: prepared, compared, signed, sent. The answer or the live stream brings the new state. */
export function useBoost(collection: Collection, programAddress: string | undefined) {
  const client = useQueryClient()
  const { address, signTransaction } = useWallet()
  return useMutation({
    mutationFn: async () => {
      if (address === undefined) throw new Error('Please connect your Phantom wallet to boost')
      if (programAddress === undefined) throw new Error('The server has not said which network it is on yet.')
      const path = `/api/collections/${collection.id}/boost`
      const prepared = await apiPost<PreparedTransaction>(`${path}/create-transaction`, {
        walletAddress: address,
      })
      const expected = { programAddress, walletAddress: address, marketAddress: collection.marketAddress }
      const wire = bytesOfBase64(prepared.transaction)
      verifyBoost(wire, expected)
      const signed = await signTransaction(wire)
      verifyBoost(signed, expected)
      return apiPost<{ readonly collection: Collection }>(path, {
        walletAddress: address,
        signedTransaction: base64OfBytes(signed),
      })
    },
    onSuccess: ({ collection: after }) => {
      for (const key of [after.id, after.mintAddress])
        client.setQueryData<Collection>(collectionKey(key), (before) =>
          before === undefined || before.sequence > after.sequence ? before : after,
        )
      return client.invalidateQueries({ queryKey: ['api', 'collections', 'boosted'] })
    },
  })
}
