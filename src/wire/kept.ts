// A text that this browser keeps from visit to visit. Storage that is blocked throws already when it is named, and a full one
// when it is written: then the text lasts as long as the page, and everything else works.
export interface KeptText {
  readonly read: () => string | null
  /** Null takes it away. */
  readonly write: (text: string | null) => void
  /** Calls `hear` when another tab wrote it, or emptied the storage, until what is returned is called. */
  readonly onOtherTab: (hear: () => void) => () => void
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `storage` may be the tab's: `() => sessionStorage`. */
export function keptText(key: string, storage: () => TextStorage = () => localStorage): KeptText {
  /** What could not be written. */
  let instead: string | null | undefined
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
      }
    },
    onOtherTab: (hear) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) hear()
      }
      // Where the server draws there is none.
      globalThis.addEventListener?.('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
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
