// What the holders of the program's keys did, as the page reads it.
import { useQuery } from '@tanstack/react-query'
import type { KeyEvents } from '@twinmint/sdk/api/records/keys'
import { apiGet } from '../data/api.ts'
import { keyOf } from '../data/query-keys.ts'

/** The latest, newest first. */
const LATEST = 30

export function useKeyEvents() {
  return useQuery({
    queryKey: keyOf('keys', 'events'),
    queryFn: ({ signal }) => apiGet<KeyEvents>(`/api/keys/events?limit=${LATEST}`, { signal }),
    refetchOnMount: 'always',
  })
}
