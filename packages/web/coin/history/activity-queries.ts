// The page's activity and holders of a coin: read in pages, and kept true by what the live stream tells.
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ActivityPage, Holders } from '@twinmint/sdk/api/history/activity-contract'
import { addActivity } from '@twinmint/sdk/api/history/rules'
import { activityOfTrade } from '@twinmint/sdk/api/records/activity'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import type { Activity } from '@twinmint/sdk/api/records/trade'
import { useMemo } from 'react'
import { apiGet } from '../../data/api.ts'
import { useLiveData, useRefreshOn } from '../../data/live-data.ts'
import { keyOf } from '../../data/query-keys.ts'
import { useFollowed, useFollowing } from '../../people/session/follow-queries.ts'
import { type ActivityFilters, activityQuery, belongs } from './activity-filters.ts'

const PAGE_LENGTH = 50
/** A list that nobody has continued is cut to a page again when news has made it so long. */
const LIVE_LENGTH_MAX = 150
/** A filter that finds little may answer empty pages: so many are read on before the reader is asked. */
const EMPTY_PAGES_MAX = 20

type ActivityPages = InfiniteData<ActivityPage, number | null>

/** A coin's activity by these filters, newest first, live. */
export function useActivity(collectionId: string, filters: ActivityFilters) {
  const asked = activityQuery(filters)
  const { version } = useFollowing()
  const followed = useFollowed()
  // Of other wallets it is another list.
  const queryKey = keyOf('activity-of', collectionId, asked, filters.isFollowing ? version : undefined)
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      let cursor = pageParam
      for (let read = 1; ; read++) {
        const at = cursor === null ? '' : `&cursor=${cursor}`
        const page = await apiGet<ActivityPage>(
          `/api/collections/${collectionId}/activity?limit=${PAGE_LENGTH}&${asked}${at}`,
          { signal },
        )
        if (page.activity.length > 0 || page.nextCursor === null || read >= EMPTY_PAGES_MAX) return page
        cursor = page.nextCursor
      }
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  })
  useLiveData<ActivityPages>(topicOfCoin(collectionId), queryKey, (data, event) => {
    const news = newsOf(event)
    return news !== undefined && belongs(news, filters, followed) ? withNews(data, news) : data
  })
  const activity = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.activity), [query.data])
  return { ...query, activity }
}

function newsOf(event: LiveEvent): Activity | undefined {
  if (event.type === 'trade') return activityOfTrade(event.trade)
  return event.type === 'activity' ? event.activity : undefined
}

/** Puts it at its place in the first page, unless one of the pages has it. */
function withNews(data: ActivityPages, news: Activity): ActivityPages {
  const [latest, ...older] = data.pages
  if (!latest || older.some((page) => page.activity.some(({ id }) => id === news.id))) return data
  const activity = addActivity(latest.activity, news)
  if (activity === latest.activity) return data
  const page =
    older.length === 0 && activity.length > LIVE_LENGTH_MAX ? cut(activity) : { ...latest, activity }
  return { ...data, pages: [{ ...page, activity: [...page.activity] }, ...older] }
}

/** The first page alone; what it leaves is read again by its cursor. A graduation stays with its buy. */
function cut(activity: readonly Activity[]): {
  readonly activity: readonly Activity[]
  readonly nextCursor: number | null
} {
  const kept = activity.slice(0, PAGE_LENGTH)
  if (kept.at(-1)?.kind === 'GRADUATION') kept.pop()
  return { activity: kept, nextCursor: kept.at(-1)?.sequence ?? null }
}

/** The largest holders; read again after trades. */
export function useHolders(collectionId: string, limit: number) {
  const key = keyOf('holders-of', collectionId)
  useRefreshOn(topicOfCoin(collectionId), [key], {
    concerns: ({ type }) => type === 'trade',
    isGathered: true,
  })
  return useQuery({
    queryKey: [...key, limit],
    queryFn: ({ signal }) =>
      apiGet<Holders>(`/api/collections/${collectionId}/holders?limit=${limit}`, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
}
