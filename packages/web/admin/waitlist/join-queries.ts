// Whether a username has joined, and joining.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Availability, Joined } from '@twinmint/sdk/internal/api/waitlist/contract'
import { apiPost } from '../../data/api.ts'
import { keyOf } from '../../data/query-keys.ts'

const checkKey = (username: string) => keyOf('waitlist', 'check', username)

export function useAvailability(username: string | undefined) {
  return useQuery<Availability>({
    queryKey: checkKey(username ?? ''),
    enabled: username !== undefined,
    gcTime: 0, // somebody else may join in the meantime
  })
}

export function useJoin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (username: string) => apiPost<Joined>('/api/waitlist', { username }),
    onSuccess: ({ username }) => client.removeQueries({ queryKey: checkKey(username) }),
  })
}
