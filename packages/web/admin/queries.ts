// What the admin pages know and do. Nothing here is live: each list is read again when its page is opened.
import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReportDecided, ReportDecision, ReportsPage } from '@twinmint/sdk/api/community/contract'
import type {
  AdminCollection,
  AdminCollectionsPage,
  AuditPage,
  CollectionMarkFilter,
  LandingSwitchState,
  Marks,
  Reread,
  WaitlistPage,
} from '@twinmint/sdk/internal/api/admin/contract'
import type { AllSessionsPage } from '@twinmint/sdk/internal/api/session/contract'
import { ApiRequestError, apiDelete, apiPost, apiPut } from '../data/api.ts'
import { pagedOptions, usePaged } from '../data/paged.ts'
import { keyOf } from '../data/query-keys.ts'

const LANDING_SWITCH = keyOf('admin', 'landing')
const SESSIONS = keyOf('admin', 'sessions')

const listOptions = <Part extends { readonly nextCursor: string | null }>(path: string) =>
  pagedOptions<Part>(keyOf('admin', ...path.split('/')), `/api/admin/${path}`)

export const useWaitlist = () => usePaged(listOptions<WaitlistPage>('waitlist'), (page) => page.entries)

/** All of the waitlist, not only what is shown. */
export async function loadExport(format: 'csv' | 'usernames'): Promise<string> {
  const response = await fetch(`/api/admin/waitlist/export?format=${format}`, { credentials: 'include' })
  if (response.ok) return response.text()
  throw new ApiRequestError('The server refused it. Sign in again and try once more.', {
    status: response.status,
    code: 'http',
    title: 'Not exported',
    requestId: undefined,
  })
}

export const useLandingSwitch = () =>
  useQuery<LandingSwitchState>({ queryKey: LANDING_SWITCH, refetchOnMount: 'always' })

export function useSetLanding() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (landingEnabled: boolean) =>
      apiPut<LandingSwitchState>('/api/admin/landing', { landingEnabled }),
    onSuccess: (state) => client.setQueryData(LANDING_SWITCH, state),
  })
}

export function useAdminCollections(search: string, marked: CollectionMarkFilter) {
  const path = `collections?marked=${marked}&search=${encodeURIComponent(search)}`
  return usePaged(listOptions<AdminCollectionsPage>(path), (page) => page.collections)
}

const isCollections = ({ queryKey }: Pick<Query, 'queryKey'>) =>
  String(queryKey[2]).startsWith('collections?')

export function useMark() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...marks }: { readonly id: string } & Marks) =>
      apiPut<AdminCollection>(`/api/admin/collections/${id}`, marks),
    // The row stays where it is, also where it no longer fits the filter: what was done can be taken back.
    onSuccess: (marked) => {
      client.setQueriesData<{ readonly pages: readonly AdminCollectionsPage[] }>(
        { predicate: isCollections },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              collections: page.collections.map((each) => (each.id === marked.id ? marked : each)),
            })),
          },
      )
      // What is on its way may have been read before. Refetching alone leaves a list that never came as it is.
      const onTheirWay = client
        .getQueryCache()
        .findAll({ predicate: isCollections, fetchStatus: 'fetching' })
        .map(({ queryKey }) => queryKey)
      for (const queryKey of onTheirWay)
        void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey }))
    },
  })
}

/** The stream tells every open page of it. */
export const useReread = () =>
  useMutation({ mutationFn: (id: string) => apiPost<Reread>(`/api/admin/collections/${id}/reread`) })

export const useAllSessions = () =>
  usePaged(listOptions<AllSessionsPage>('sessions'), (page) => page.sessions)

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => apiDelete(`/api/admin/sessions/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  })
}

export const useAudit = () => usePaged(listOptions<AuditPage>('audit'), (page) => page.actions)

const REPORTS_KEY = keyOf('admin', 'reports')

/** What was reported, for moderators: open ones first, then the last reported first. */
export const useReports = () => usePaged(listOptions<ReportsPage>('reports'), (page) => page.reports)

/** Hides a reported message, lets it be, or shows it again. */
export function useReportDecision() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, action }: { readonly id: string } & ReportDecision) =>
      apiPost<ReportDecided>(`/api/admin/reports/${id}`, { action }),
    onSuccess: () => client.invalidateQueries({ queryKey: REPORTS_KEY }),
  })
}
