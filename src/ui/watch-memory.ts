// The coins that this browser's person watches: kept in the browser, the same in all its tabs.
import { useSyncExternalStore } from 'react'
import { WATCHLIST_MAX } from '../core/watchlist.ts'

const KEY = 'twinmint.watchlist'
const UNSAVED_KEY = 'twinmint.watchlist.since'

const NONE: readonly string[] = []
/** What is watched here, the latest first; undefined until it was read. */
let watched: readonly string[] | undefined
/** Blocked storage: what is watched lasts as long as the page. */
let isBlocked = false
const listeners = new Set<() => void>()

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

function readStorage(): readonly string[] {
  try {
    return readIds(localStorage.getItem(KEY))
  } catch {
    isBlocked = true
    return NONE
  }
}

export function watchedIds(): readonly string[] {
  return (watched ??= readStorage())
}

/** False for one more than there may be, which is not taken: nothing else is let go for it. */
export function setWatched(id: string, isWatched: boolean): boolean {
  const others = watchedIds().filter((each) => each !== id)
  if (isWatched && others.length >= WATCHLIST_MAX) return false
  unsaved.begin()
  replaceWatched(isWatched ? [id, ...others] : others)
  for (const listener of changeListeners) listener()
  return true
}

/** Without storage. */
let unsavedSince: string | null = null
/** Changes that the wallet's own list does not have yet, whether or not anybody who saves them is there. */
export const unsaved = {
  begin(): void {
    if (unsaved.since() !== undefined) return
    unsavedSince = JSON.stringify(watchedIds())
    store(UNSAVED_KEY, unsavedSince)
  },
  /** The list as it was before the first of them; undefined where all is saved. */
  since(): readonly string[] | undefined {
    let text = unsavedSince
    try {
      text = localStorage.getItem(UNSAVED_KEY)
    } catch {
      isBlocked = true
    }
    return text === null ? undefined : readIds(text)
  },
  end(): void {
    unsavedSince = null
    store(UNSAVED_KEY, null)
  },
}

function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    isBlocked = true
  }
}

/** The whole list, as it is kept elsewhere. */
export function replaceWatched(ids: readonly string[]): void {
  if (ids.join() === watchedIds().join()) return
  change(ids)
  store(KEY, JSON.stringify(watched))
}

const changeListeners = new Set<() => void>()
/** Calls `listener` when somebody puts a coin on the list or takes one off, on this page. Returns how to stop. */
export function onWatchedChange(listener: () => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

function change(ids: readonly string[]): void {
  watched = ids
  for (const listener of listeners) listener()
}

/** Another tab wrote; a key of null is a storage that was emptied. */
function onStorage(event: StorageEvent): void {
  if (event.key === KEY || event.key === null) change(readIds(event.newValue))
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', onStorage)
    // Nobody hears of other tabs now: it is read again when somebody looks.
    if (!isBlocked) watched = undefined
  }
}

/** The ids of the watched coins, the latest first. */
export function useWatched(): readonly string[] {
  return useSyncExternalStore(subscribe, watchedIds)
}

export function useIsWatched(id: string): boolean {
  return useSyncExternalStore(subscribe, () => watchedIds().includes(id))
}
