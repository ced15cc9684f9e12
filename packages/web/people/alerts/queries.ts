// The page's alerts and notifications: keys, reads, and what changes them. All are of the wallet that is signed in.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Alert, Alerts, NewAlert, Notifications } from '@twinmint/sdk/api/alerts/contract'
import { topicOfAlerts } from '@twinmint/sdk/api/records/topics'
import { apiDelete, apiGet, apiPost, errorMessage } from '../../data/api.ts'
import { useRefreshOn } from '../../data/live-data.ts'
import { keyOf } from '../../data/query-keys.ts'
import { showToast } from '../../ui/toasts/toast.ts'

/** The alerts of the signed-in wallet that wait. */
export function useAlerts(wallet: string) {
  return useQuery({
    queryKey: keyOf('alerts-of', wallet),
    queryFn: ({ signal }) => apiGet<Alerts>('/api/user/alerts', { signal }),
  })
}

export function useAddAlert(wallet: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (alert: NewAlert) => apiPost<Alert>('/api/user/alerts', alert),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('alerts-of', wallet) }),
  })
}

const notDone = (title: string) => (error: unknown) =>
  showToast({ title, description: errorMessage(error, 'The server did not answer.'), tone: 'destructive' })

export function useRemoveAlert(wallet: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => apiDelete(`/api/user/alerts/${id}`),
    onError: notDone('The alert was not deleted'),
    // Also where it was not there any more: it fired meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('alerts-of', wallet) }),
  })
}

export function useNotifications(wallet: string) {
  return useQuery({
    queryKey: keyOf('notifications-of', wallet),
    queryFn: ({ signal }) => apiGet<Notifications>('/api/user/notifications', { signal }),
  })
}

/** Mounted once: what fires is read as it does, and the alerts that are gone with it. */
export function useLiveNotifications(wallet: string): void {
  useRefreshOn(topicOfAlerts(wallet), [keyOf('notifications-of', wallet), keyOf('alerts-of', wallet)])
}

/** Marks this one and all before it as read. */
export function useMarkRead(wallet: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => apiPost<void>('/api/user/notifications/read', { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('notifications-of', wallet) }),
  })
}

export function useClearNotifications(wallet: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => apiDelete('/api/user/notifications'),
    onError: notDone('The list was not cleared'),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('notifications-of', wallet) }),
  })
}
