// A text that this browser keeps from visit to visit. Storage that is blocked throws already when it is named, and a full one
// when it is written: then the text lasts as long as the page, and everything else works.
export interface KeptText {
  readonly read: () => string | null
  /** Null takes it away. */
  readonly write: (text: string | null) => void
  /**
   * Calls `hear` when another tab wrote it, or emptied the storage, until what is returned is called. Where storage is blocked, only
   * when another tab took it away: what each tab keeps there is its own.
   */
  readonly onOtherTab: (hear: () => void) => () => void
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `storage` may be the tab's: `() => sessionStorage`. */
export function keptText(key: string, storage: () => TextStorage = () => localStorage): KeptText {
  /** What could not be written. */
  let instead: string | null | undefined
  /** To the other tabs, where storage is blocked. */
  let channel: BroadcastChannel | undefined
  return {
    read: () => {
      if (instead !== undefined) return instead
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    write: (text) => {
      instead = undefined
      try {
        if (text === null) storage().removeItem(key)
        else storage().setItem(key, text)
      } catch {
        instead = text
        if (text === null) channel?.postMessage(null)
      }
    },
    onOtherTab: (hear) => {
      channel = isBlocked(storage) ? openChannel(key) : undefined
      channel?.addEventListener('message', () => {
        instead = null
        hear()
      })
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) hear()
      }
      // Missing when the server renders.
      globalThis.addEventListener?.('storage', onStorage)
      return () => {
        removeEventListener('storage', onStorage)
        channel?.close()
        channel = undefined
      }
    },
  }
}

function isBlocked(storage: () => TextStorage): boolean {
  try {
    storage()
    return false
  } catch {
    return true
  }
}

/** Undefined when the server renders, which has no storage either, and where the browser blocks channels too. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return typeof document === 'undefined' ? undefined : new BroadcastChannel(name)
  } catch {
    return undefined
  }
}

/** What another version of this page has left there, without these texts, is of no use. */
export function readKept<T extends object>(kept: KeptText, texts: readonly (keyof T)[]): T | undefined {
  try {
    const value = JSON.parse(kept.read() ?? 'null') as T | null
    return value !== null && texts.every((text) => typeof value[text] === 'string') ? value : undefined
  } catch {
    return undefined
  }
}
