// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { WatchlistChange } from '@twinmint/sdk/api/watchlist/contract'
import { mergeWatchlists, WATCHLIST_MAX } from '@twinmint/sdk/api/watchlist/rules'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../../tests/eventually.ts'
import { queryClient } from '../../data/query-client.ts'
import { dismissToast, shownToast } from '../../ui/toasts/toast.ts'
import { SyncOf } from './WatchSync.tsx'
import { replaceWatched, unsaved, watchedIds } from './watchlist-storage.ts'

const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `00000000-0000-8000-8000-${String(from + at).padStart(12, '0')}`)
/** What the server has of the wallet. */
let stored: readonly string[]
let unmount: () => Promise<void>

/** Signs in where this browser watches `here`; resolves when the server was told. */
async function signIn(here: readonly string[]): Promise<void> {
  replaceWatched(here)
  const told = vi.fn<(change: WatchlistChange) => void>()
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method === 'PUT') {
      const change = JSON.parse(init.body as string) as WatchlistChange
      stored = mergeWatchlists(change.collectionIds, change.since ?? stored, stored)
      told(change)
    }
    return Response.json({ collectionIds: stored })
  })
  const root = createRoot(document.createElement('div'))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <SyncOf walletAddress="of nobody" />
      </QueryClientProvider>,
    ),
  )
  await eventually(() => expect(told).toHaveBeenCalled())
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  unsaved.end()
})
afterEach(async () => {
  await unmount()
  dismissToast(shownToast.get()?.id ?? 0)
  queryClient.clear()
  replaceWatched([])
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('signing in with 70 stars here and 70 there keeps all of them, here and there', async () => {
  stored = ids(100, 70)
  await signIn(ids(0, 70))
  const all = [...ids(0, 70), ...ids(100, 70)]
  expect([...stored].sort()).toEqual(all)
  expect([...watchedIds()].sort()).toEqual(all)
})

it('signing in with more than there may be together takes none off that the wallet has', async () => {
  stored = ids(1_000, WATCHLIST_MAX - 10)
  await signIn(ids(0, 70))
  expect(stored).toEqual(expect.arrayContaining(ids(1_000, WATCHLIST_MAX - 10)))
  expect(stored).toHaveLength(WATCHLIST_MAX)
  expect([...watchedIds()].sort()).toEqual([...stored].sort())
  expect(shownToast.get()?.description).toContain('60 of this browser’s did not fit')
})
