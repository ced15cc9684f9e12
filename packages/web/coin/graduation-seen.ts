// Of which migrated coins the reader was told, kept in this browser.
import { keptText } from '../data/browser-storage.ts'

const TOLD_MAX = 200
const kept = keptText('twinmint.told-of-migration')

const read = (): readonly string[] => (kept.read() ?? '').split(',').filter((id) => id !== '')

export const wasTold = (collectionId: string): boolean => read().includes(collectionId)

/** The oldest are forgotten: of those it is told once more. */
export function noteTold(collectionId: string): void {
  kept.write([...read().filter((id) => id !== collectionId), collectionId].slice(-TOLD_MAX).join(','))
}
