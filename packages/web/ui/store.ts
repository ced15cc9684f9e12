// What lives outside of React and is listened to there: `useSyncExternalStore(store.subscribe, store.get, store.first)`.
export interface Listeners {
  /** Calls `listener` whenever there is news, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  readonly tell: () => void
}

/** `whileHeard` begins with the first listener, and what it returns is called after the last. */
export function createListeners(whileHeard?: () => () => void): Listeners {
  const listeners = new Set<() => void>()
  let end: (() => void) | undefined
  return {
    subscribe: (listener) => {
      if (listeners.size === 0) end = whileHeard?.()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end?.()
      }
    },
    tell: () => {
      for (const listener of listeners) listener()
    },
  }
}

export interface Store<T> {
  readonly get: () => T
  /** What it was at first, and is in what the server draws. */
  readonly first: () => T
  /** Tells the listeners, unless it is what it was. */
  readonly set: (next: T) => void
  readonly subscribe: Listeners['subscribe']
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const { subscribe, tell } = createListeners()
  return {
    get: () => value,
    first: () => first,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      tell()
    },
    subscribe,
  }
}
