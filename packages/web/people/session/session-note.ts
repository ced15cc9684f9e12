// Tells the other tabs of this browser that the session has changed, so that they read it again.
import { keptText } from '../../data/browser-storage.ts'

export const sessionNote = keptText('twinmint.session')
