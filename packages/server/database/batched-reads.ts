// Reads of one kind, many of which come at the same moment, as few statements: each costs both threads more than what it reads.
import type { Database } from './database.ts'

/**
 * Looks up one of many by its key. `load` is called with all keys that were asked for while it ran for others, or until the
 * database was free, each once. What it fails with, all of them fail with: a key that a stranger may choose is to be parsed before.
 */
export function gather<Found>(
  db: Pick<Database, 'free'>,
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let waiting = new Set<string>()
  let loading: Promise<ReadonlyMap<string, Found>> = Promise.resolve(new Map())
  const loadWaiting = async () => {
    await db.free()
    const keys = [...waiting]
    waiting = new Set()
    return load(keys)
  }
  return async (key) => {
    if (waiting.size === 0) loading = loading.then(loadWaiting, loadWaiting)
    waiting.add(key)
    return (await loading).get(key)
  }
}
