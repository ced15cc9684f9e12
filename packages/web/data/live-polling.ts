// Reads what is on the screen again every few seconds while the live stream is lost, so that figures move without it.
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Store } from '../ui/store.ts'
import { ApiRequestError } from './api.ts'
import { connection } from './connection.ts'
import type { LiveStatus } from './live-stream.ts'

const ROUND_MS = 5_000
/** After a refusal a page waits longer: everybody behind its address shares one limit. */
const ROUND_MS_MAX = 60_000
/** 144 calls a minute of the 1,200 that an address has (docs/operations.md). The rest is read in the next round. */
const READ_MAX = 12
/** A paged list costs one call per page. */
const PAGES_MAX = 2

export function pollWhileBehind(client: QueryClient, status: Store<LiveStatus>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let roundMs = ROUND_MS
  let read: readonly Query[] = []
  const round = () => {
    roundMs = read.some(isRefused) ? Math.min(2 * roundMs, ROUND_MS_MAX) : ROUND_MS
    read = document.hidden || connection.get() !== 'there' ? [] : dueQueries(client)
    for (const { queryKey } of read)
      void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
    timer = setTimeout(round, roundMs)
  }
  status.subscribe(() => {
    clearTimeout(timer)
    read = []
    if (status.get() === 'behind') round()
  })
}

/** Idle queries of the screen, oldest first. */
const dueQueries = (client: QueryClient): readonly Query[] =>
  client
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'idle', predicate: isPolled })
    .sort((a, b) => readAtMs(a) - readAtMs(b))
    .slice(0, READ_MAX)

const isPolled = ({ queryKey: [api], state: { data } }: Query): boolean =>
  api === 'api' && pageCountOf(data) <= PAGES_MAX

function pageCountOf(data: unknown): number {
  const { pages } = Object(data) as { readonly pages?: unknown }
  return Array.isArray(pages) ? pages.length : 1
}

const readAtMs = ({ state }: Query): number => Math.max(state.dataUpdatedAt, state.errorUpdatedAt)

const isRefused = ({ state: { error } }: Query): boolean =>
  error instanceof ApiRequestError && error.code === 'rateLimited'
