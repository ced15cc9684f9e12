// A wallet's position and a coin's creator as the page has them, live.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Creator, Position } from '@twinmint/sdk/api/positions/contract'
import { topicOfCoin, topicOfWallet } from '@twinmint/sdk/api/records/topics'
import { apiGet } from '../../data/api.ts'
import { useRefreshOn } from '../../data/live-data.ts'
import { keyOf } from '../../data/query-keys.ts'

/** What a wallet holds may also change without a trade that this server sees. */
const REFRESH_MS = 30_000

/** A wallet's position in a coin; read again when the wallet did something. */
export function usePosition(collectionId: string, walletAddress: string) {
  const queryKey = keyOf('position-of', collectionId, walletAddress)
  useRefreshOn(topicOfWallet(walletAddress), [queryKey])
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      apiGet<Position>(`/api/collections/${collectionId}/position/${walletAddress}`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  })
}

/** A coin's creator; read again when the creator traded, claimed or launched. */
export function useCreator(collectionId: string) {
  const queryKey = keyOf('creator-of', collectionId)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => apiGet<Creator>(`/api/collections/${collectionId}/creator`, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const creatorAddress = query.data?.creatorAddress
  useRefreshOn(creatorAddress === undefined ? undefined : topicOfWallet(creatorAddress), [queryKey])
  // Who receives its fees, and what they drew: no event of their own tells it.
  useRefreshOn(query.data?.feeShares ? topicOfCoin(collectionId) : undefined, [queryKey], {
    isGathered: true,
  })
  return query
}
