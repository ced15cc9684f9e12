// Keeps the watchlist of this browser and the one of the signed-in wallet the same. The first time a browser signs in, and
// after a change that was not saved, the two are put together; else the wallet's is the one that counts.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Watchlist, WatchlistChange } from '@twinmint/sdk/api/watchlist/contract'
import { mergeWatchlists, WATCHLIST_MAX } from '@twinmint/sdk/api/watchlist/rules'
import { useEffect, useRef } from 'react'
import { apiGet, apiPut } from '../../data/api.ts'
import { keptText } from '../../data/browser-storage.ts'
import { keyOf } from '../../data/query-keys.ts'
import { showToast } from '../../ui/toasts/toast.ts'
import { useSession } from './queries.ts'
import { onWatchedChange, replaceWatched, unsaved, watchedIds } from './watchlist-storage.ts'

const PATH = '/api/user/watchlist'
const SAVE_AFTER_MS = 400

/** Whose list this browser has, as it was saved. */
const synced = keptText('twinmint.watchlist.of')

export function WatchSync() {
  const { walletAddress } = useSession()
  return walletAddress === undefined ? null : <SyncOf key={walletAddress} walletAddress={walletAddress} />
}

/** This browser's list and the wallet's; says so where they do not fit into one. */
function putTogether(stored: readonly string[]): void {
  const merged = mergeWatchlists(watchedIds(), [], stored)
  const lost = watchedIds().filter((id) => !merged.includes(id)).length
  if (lost > 0)
    showToast({
      title: 'Watchlist Full',
      description: `A watchlist holds ${WATCHLIST_MAX} coins: ${lost} of this browser’s did not fit.`,
      tone: 'destructive',
    })
  replaceWatched(merged.slice(0, WATCHLIST_MAX))
}

export function SyncOf({ walletAddress }: { readonly walletAddress: string }) {
  const client = useQueryClient()
  /** Changes of this page. */
  const changeCount = useRef(0)
  const { data } = useQuery({
    queryKey: keyOf('watchlist-of', walletAddress),
    queryFn: ({ signal }) => apiGet<Watchlist>(PATH, { signal }),
    // Another browser may have changed it.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const isRead = data !== undefined

  useEffect(() => {
    if (!isRead) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = async () => {
      const changes = changeCount.current
      // Told as a change of the list that was changed, so that it undoes nothing that another browser did since.
      const known = client.getQueryData<Watchlist>(keyOf('watchlist-of', walletAddress))?.collectionIds
      const since = synced.read() === walletAddress ? (unsaved.since() ?? known) : known
      // As much of it as this browser has: what is beyond that was not taken off here.
      const change: WatchlistChange = {
        collectionIds: [...watchedIds()],
        since: since?.slice(0, WATCHLIST_MAX),
      }
      try {
        const saved = await apiPut<Watchlist>(PATH, change)
        if (changeCount.current !== changes) return // another save is on its way
        unsaved.end()
        synced.write(walletAddress)
        client.setQueryData(keyOf('watchlist-of', walletAddress), saved)
      } catch (error) {
        // It is still kept in this browser, and goes with the next change or visit.
        console.error('The watchlist was not saved', error)
      }
    }
    const changed = () => {
      changeCount.current += 1
      clearTimeout(timer)
      timer = setTimeout(() => void save(), SAVE_AFTER_MS)
    }
    const stop = onWatchedChange(changed)
    // What was changed before anybody was here to save it, or before this wallet signed in here.
    if (synced.read() !== walletAddress || unsaved.since() !== undefined) changed()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isRead, client, walletAddress])

  useEffect(() => {
    if (data === undefined) return
    if (synced.read() !== walletAddress) putTogether(data.collectionIds)
    // What the server says is older than what is not saved yet.
    else if (unsaved.since() === undefined) replaceWatched(data.collectionIds.slice(0, WATCHLIST_MAX))
  }, [data, walletAddress])
  return null
}
