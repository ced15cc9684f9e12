// A coin's Launch X-ray as the page reads it: again after trades, gathered.
import { useQuery } from '@tanstack/react-query'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import type { Xray } from '@twinmint/sdk/api/xray/contract'
import { apiGet } from '../../data/api.ts'
import { useRefreshOn } from '../../data/live-data.ts'
import { keyOf } from '../../data/query-keys.ts'

export function useXray(collectionId: string) {
  const queryKey = keyOf('xray-of', collectionId)
  useRefreshOn(topicOfCoin(collectionId), [queryKey], {
    concerns: ({ type }) => type === 'trade',
    isGathered: true,
  })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => apiGet<Xray>(`/api/collections/${collectionId}/xray`, { signal }),
    refetchOnMount: 'always',
  })
}
