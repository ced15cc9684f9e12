// One coin as every page about it reads it; the live stream keeps it true. Knows no wallet.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { ApiRequestError, apiGet } from '../data/api.ts'
import { refetchUnlessFirst } from '../data/initial-data.ts'
import { keyOf } from '../data/query-keys.ts'

/** By id or by mint address. */
export const collectionOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('collections', id),
    queryFn: ({ signal }) => apiGet<Collection>(`/api/collections/${encodeURIComponent(id)}`, { signal }),
    refetchOnMount: refetchUnlessFirst,
  })

export const useCollection = (id: string) => useQuery(collectionOptions(id))

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiRequestError && (error.status === 404 || error.code === 'invalidAddress')
}
