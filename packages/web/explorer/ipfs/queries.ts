// Where a coin's picture and texts lie, asked when Coin Info is open.
import { useQuery } from '@tanstack/react-query'
import type { Content } from '@twinmint/sdk/api/content/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { apiGet } from '../../data/api.ts'
import { keyOf } from '../../data/query-keys.ts'

/** While a pinning service is at it. */
const PIN_LOOK_MS = 20_000

export function useCoinContent({ id, folderCid }: Pick<Collection, 'id' | 'folderCid'>) {
  return useQuery({
    queryKey: keyOf('collections', id, 'content'),
    queryFn: ({ signal }) =>
      apiGet<Content>(`/api/collections/${encodeURIComponent(id)}/content`, { signal }),
    enabled: folderCid !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.pin?.state === 'queued' || data?.pin?.state === 'pinning' ? PIN_LOOK_MS : false,
  })
}
