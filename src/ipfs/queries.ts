// Where a coin's picture and texts lie, asked when Coin Info is open.
import { useQuery } from '@tanstack/react-query'
import { apiGet } from '../wire/api.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { Content } from './contract.ts'

/** While a pinning service is at it. */
const PIN_LOOK_MS = 20_000

export function useCoinContent({ id, folderCid }: Pick<Collection, 'id' | 'folderCid'>) {
  return useQuery({
    queryKey: ['api', 'collections', id, 'content'],
    queryFn: ({ signal }) =>
      apiGet<Content>(`/api/collections/${encodeURIComponent(id)}/content`, { signal }),
    enabled: folderCid !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.pin?.state === 'queued' || data?.pin?.state === 'pinning' ? PIN_LOOK_MS : false,
  })
}
