// The picture of the wallet's own profile as this browser saw it last: the header shows it without asking the server on every
// page.
import { useSyncExternalStore } from 'react'
import { keptText } from '../../data/browser-storage.ts'
import { createStore } from '../../ui/store.ts'

const kept = keptText('twinmint.face')
const latest = createStore(kept.read())

export function rememberFace(address: string, thumbnailUrl: string | null): void {
  kept.write(JSON.stringify([address, thumbnailUrl]))
  latest.set(kept.read())
}

export function useFace(address: string): string | null {
  const text = useSyncExternalStore(latest.subscribe, latest.get)
  try {
    const [of, url] = JSON.parse(text ?? '[]') as unknown[]
    return of === address && typeof url === 'string' && /^\/api\/images\/[\w-]+\.webp$/.test(url) ? url : null
  } catch {
    return null
  }
}
