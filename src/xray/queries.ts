// A coin's Launch X-ray as the page reads it: again after trades, gathered.
import { useQuery } from '@tanstack/react-query'
import { apiGet } from '../wire/api.ts'
import { useRefreshOn } from '../wire/live-data.ts'
import { topicOfCoin } from '../wire/records/topics.ts'
import type { Xray } from './contract.ts'

export function useXray(collectionId: string) {
  const queryKey = ['api', 'xray-of', collectionId]
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
