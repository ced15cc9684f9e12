// The state of the server, asked for again and again while somebody looks.
import { useQuery } from '@tanstack/react-query'
import type { Status } from '@twinmint/sdk/internal/api/platform/status-contract'
import { keyOf } from '../data/query-keys.ts'

const EVERY_MS = 5_000

export function useStatus() {
  return useQuery<Status>({ queryKey: keyOf('status'), refetchInterval: EVERY_MS })
}
