// Bytes that are asked for again and again, kept up to so many in all, and so long where that is said: what was not used for
// longest goes first.

export interface ByteCache {
  get(key: string): Uint8Array | undefined
  /** What alone is larger than the whole is not kept. */
  set(key: string, bytes: Uint8Array): void
  delete(key: string): void
}

/**
 * `bytesMax`: how many bytes are kept in all, without what a map and its keys take. `age`: what is known for longer by the clock that
 * is given is let go.
 */
export function openByteCache(
  bytesMax: number,
  age?: { readonly msMax: number; readonly nowMs: () => number },
): ByteCache {
  const kept = new Map<string, { readonly bytes: Uint8Array; readonly untilMs: number }>()
  let keptBytes = 0
  const remove = (key: string) => {
    keptBytes -= kept.get(key)?.bytes.length ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const known = kept.get(key)
      if (known === undefined) return undefined
      if (age !== undefined && age.nowMs() >= known.untilMs) {
        remove(key)
        return undefined
      }
      kept.delete(key)
      kept.set(key, known)
      return known.bytes
    },
    set(key, bytes) {
      remove(key)
      if (bytes.length > bytesMax) return
      kept.set(key, { bytes, untilMs: age === undefined ? 0 : age.nowMs() + age.msMax })
      keptBytes += bytes.length
      for (const oldest of kept.keys()) {
        if (keptBytes <= bytesMax) break
        remove(oldest)
      }
    },
    delete: remove,
  }
}
