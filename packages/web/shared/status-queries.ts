// What the server says of itself: its state, asked for again and again while somebody looks, and the API's document.
import { useQuery } from '@tanstack/react-query'
import type { Status } from '@twinmint/sdk/internal/api/platform/status-contract'
import { keyOf } from '../data/query-keys.ts'

const EVERY_MS = 5_000

export function useStatus() {
  return useQuery<Status>({ queryKey: keyOf('status'), refetchInterval: EVERY_MS })
}

/** OpenAPI, of which a page reads what it shows. */
export const useApiDocument = <Document>() => useQuery<Document>({ queryKey: keyOf('docs') })
