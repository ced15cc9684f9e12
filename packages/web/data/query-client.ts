// The query cache with the defaults of the specification: nothing refetches by itself, nothing is stale, nothing is
// retried; the live stream keeps it true. What is done while the connection is away is api.ts's. A key whose query
// has no function of its own is the path's segments.
import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiRequestError, apiGet } from './api.ts'
import { keyOf } from './query-keys.ts'
import { shareEqual } from './share-equal.ts'

/** `/api/collections/{id}` for `keyOf('collections', id)`; each segment is a path segment, a query string only in the last. */
export function pathOfKey(key: QueryKey): string {
  return `/${key.map(String).join('/')}`
}

/** Who is signed in; see packages/web/people/session/queries.ts. */
export const SESSION_KEY = keyOf('session')
/** What every page knows of its server, the terms of launches among it; see packages/web/shared/queries.ts. */
export const SITE_KEY = keyOf('config')

/** The session ended elsewhere, or the landing went up: asked again, so that the page shows what is. */
export function noteFailure(error: unknown): void {
  if (error instanceof ApiRequestError && error.code === 'notSignedIn')
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY, exact: true })
  if (error instanceof ApiRequestError && error.code === 'notOpen')
    void queryClient.invalidateQueries({ queryKey: keyOf('landing') })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      console.error(pathOfKey(query.queryKey), error)
      noteFailure(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      console.error(error)
      noteFailure(error)
    },
  }),
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => apiGet<unknown>(pathOfKey(queryKey), { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      retry: false,
      networkMode: 'always',
      structuralSharing: shareEqual,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
