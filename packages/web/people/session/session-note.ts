// Tells the other tabs of this browser that the session has changed, so that they read it again.
import type { QueryClient } from '@tanstack/react-query'
import { keptText } from '../../data/browser-storage.ts'
import { SESSION_KEY } from '../../data/query-client.ts'

const sessionNote = keptText('twinmint.session')

/** Called after the server's answer, because the other tabs then ask the server. */
export function tellOtherTabs(): void {
  // Browsers report a text only where it differs from the one before, which a session that expired would have left.
  sessionNote.write('changed')
  sessionNote.write(null)
}

/** Called before anything asks for the session: a change between the answer and a later call would be missed. */
export function followOtherTabs(client: QueryClient): void {
  sessionNote.onOtherTab(() => readAgain(client))
}

/**
 * Invalidating alone joins a first request that is under way, whose answer may be older than the change. A request that is cancelled
 * silently hands its callers the answer of the next.
 */
function readAgain(client: QueryClient): void {
  const session = { queryKey: SESSION_KEY, exact: true } as const
  if (client.getQueryState(SESSION_KEY) === undefined) return
  void client.cancelQueries(session, { silent: true, revert: false })
  void client.invalidateQueries({ ...session, refetchType: 'none' })
  // The query cache reports a failure (web/data/query-client.ts).
  client.fetchQuery({ queryKey: SESSION_KEY }).catch(() => undefined)
}
