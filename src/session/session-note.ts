// Who is signed in, for the other tabs of this browser: their answer of the server is old when it changes.
import { keptText } from '../wire/kept.ts'

export const sessionNote = keptText('twinmint.session')
