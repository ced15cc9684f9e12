// The coins that this browser's person watches: kept in the browser, the same in all its tabs.

import { WATCHLIST_MAX } from '@twinmint/sdk/api/watchlist/rules'
import { useSyncExternalStore } from 'react'
import { keptText } from '../../data/browser-storage.ts'
import { createListeners } from '../../ui/store.ts'

const KEY = 'twinmint.watchlist'
const kept = keptText(KEY)
const keptSince = keptText('twinmint.watchlist.since')

const NONE: readonly string[] = []
/** What is watched here, the latest first; undefined until it was read. */
let watched: readonly string[] | undefined
const listeners = createListeners(followOtherTabs)

/** Ids as they are stored; whatever else lies there counts for nothing. */
function readIds(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return NONE
    const ids = value.filter((id): id is string => typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id))
    return [...new Set(ids)].slice(0, WATCHLIST_MAX)
  } catch {
    return NONE
  }
}

export function watchedIds(): readonly string[] {
  return (watched ??= readIds(kept.read()))
}

/** False for one more than there may be, which is not taken: nothing else is let go for it. */
export function setWatched(id: string, isWatched: boolean): boolean {
  const others = watchedIds().filter((each) => each !== id)
  if (isWatched && others.length >= WATCHLIST_MAX) return false
  unsaved.begin()
  replaceWatched(isWatched ? [id, ...others] : others)
  changes.tell()
  return true
}

/** Changes that the wallet's own list does not have yet, whether or not anybody who saves them is there. */
export const unsaved = {
  begin(): void {
    if (unsaved.since() === undefined) keptSince.write(JSON.stringify(watchedIds()))
  },
  /** The list as it was before the first of them; undefined where all is saved. */
  since(): readonly string[] | undefined {
    const text = keptSince.read()
    return text === null ? undefined : readIds(text)
  },
  end(): void {
    keptSince.write(null)
  },
}

/** The whole list, as it is kept elsewhere. */
export function replaceWatched(ids: readonly string[]): void {
  if (ids.join() === watchedIds().join()) return
  change(ids)
  kept.write(JSON.stringify(ids))
}

const changes = createListeners()
/** Calls `listener` when somebody puts a coin on the list or takes one off, on this page. Returns how to stop. */
export const onWatchedChange = changes.subscribe

function change(ids: readonly string[]): void {
  watched = ids
  listeners.tell()
}

/** Another tab wrote; a key of null is a storage that was emptied. */
function onStorage(event: StorageEvent): void {
  if (event.key === KEY || event.key === null) change(readIds(event.newValue))
}

function followOtherTabs(): () => void {
  addEventListener('storage', onStorage)
  return () => {
    removeEventListener('storage', onStorage)
    // Nobody hears of other tabs now: it is read again when somebody looks.
    watched = undefined
  }
}

/** The ids of the watched coins, the latest first. */
export function useWatched(): readonly string[] {
  return useSyncExternalStore(listeners.subscribe, watchedIds, () => NONE)
}

export function useIsWatched(id: string): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => watchedIds().includes(id),
    () => false,
  )
}
