// Whom the signed-in wallet follows, as the page knows it. What changes that is follow-change.ts, which lists do not load.
import { useQuery } from '@tanstack/react-query'
import type { Follow, Following } from '@twinmint/sdk/api/follows/contract'
import { topicOfFollowing } from '@twinmint/sdk/api/records/topics'
import { useMemo } from 'react'
import { apiGet } from '../../data/api.ts'
import { useLiveEvent } from '../../data/live.ts'
import { keyOf } from '../../data/query-keys.ts'
import { useSession } from './queries.ts'

export const FOLLOWING_PATH = '/api/user/following'
/** When a wallet was followed that the server has not answered for yet. */
export const NOT_YET = ''

const NOBODY: readonly Follow[] = []

/** Whom the signed-in wallet follows, the latest first. Nobody, and not known, for visitors. */
export function useFollowing() {
  const { walletAddress } = useSession()
  const query = useQuery({
    queryKey: keyOf('following-of', walletAddress ?? ''),
    enabled: walletAddress !== undefined,
    queryFn: ({ signal }) => apiGet<Following>(FOLLOWING_PATH, { signal }),
    // Another browser may have changed it.
    refetchOnWindowFocus: 'always',
  })
  const following = query.data?.following ?? NOBODY
  const version = useMemo(() => versionOf(walletAddress, following), [walletAddress, following])
  const { error, isFetching, refetch } = query
  return { walletAddress, isKnown: query.data !== undefined, following, version, error, isFetching, refetch }
}

/** Another one whenever the server's list is another one; what the server has not answered for is not in it. */
function versionOf(follower: string | undefined, following: readonly Follow[]): string | undefined {
  const stored = following.filter(({ createdAt }) => createdAt !== NOT_YET)
  if (follower === undefined || stored.length === 0) return undefined
  const latest = Math.max(...stored.map(({ createdAt }) => Date.parse(createdAt)))
  return `${follower.slice(0, 8)}.${stored.length}.${latest}`
}

/** The addresses alone. */
export function useFollowed(): ReadonlySet<string> {
  const { following } = useFollowing()
  return useMemo(() => new Set(following.map(({ walletAddress }) => walletAddress)), [following])
}

/** Hears of each trade, swap or payment of a followed wallet while mounted. */
export function useFollowedNews(hear: () => void): void {
  const { version } = useFollowing()
  const followed = useFollowed()
  useLiveEvent(version === undefined ? undefined : topicOfFollowing(version), (event) => {
    if (event.type === 'wallet' && followed.has(event.walletAddress)) hear()
  })
}
