// The picture of the wallet's own profile as this browser saw it last: the header shows it without asking the server on every
// page.
import { useSyncExternalStore } from 'react'

const KEY = 'twinmint.face'
const listeners = new Set<() => void>()
let latest: string | null | undefined

function read(): string | null {
  try {
    return (latest ??= localStorage.getItem(KEY))
  } catch {
    return latest ?? null
  }
}

export function rememberFace(address: string, thumbnailUrl: string | null): void {
  latest = JSON.stringify([address, thumbnailUrl])
  try {
    localStorage.setItem(KEY, latest)
  } catch {
    // Blocked storage: it lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useFace(address: string): string | null {
  const text = useSyncExternalStore(subscribe, read)
  try {
    const [of, url] = JSON.parse(text ?? '[]') as unknown[]
    return of === address && typeof url === 'string' && /^\/api\/images\/[\w-]+\.webp$/.test(url) ? url : null
  } catch {
    return null
  }
}
