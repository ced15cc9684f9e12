// That a launch was signed and sent, in this browser until it is known what became of it: no more than every page can ask at
// once. launch-storage.ts reads what it is.
import { keptText } from '../data/browser-storage.ts'

const NAME = 'twinmint.launch'

export const sentText = keptText(NAME)

/** Whether there is one whose end nobody was told of. */
export const hasSentLaunch = (): boolean => sentText.read() !== null

/** Accessing them throws where storage is blocked. */
function locksHere(): LockManager | undefined {
  try {
    return (navigator as Partial<Navigator>).locks
  } catch {
    return undefined
  }
}

/**
 * Runs `act` while no other page of this browser sends a launch, or asks what became of one, and keeps them from it; with
 * `waits: false` at once in any case. Rejects when `signal` ends the waiting.
 */
export async function whileSending<T>(
  act: () => Promise<T>,
  { waits, signal }: { readonly waits: boolean; readonly signal?: AbortSignal },
): Promise<T> {
  // Only where the connection is secure.
  const locks = locksHere()
  if (locks === undefined) return act()
  const options = waits ? { ...(signal && { signal }) } : { ifAvailable: true }
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return act()
  }
  try {
    return await locks.request(NAME, options, begin)
  } catch (error) {
    // Where storage is blocked, so are locks.
    if (hasBegun || !(error instanceof DOMException && error.name === 'SecurityError')) throw error
    return act()
  }
}
