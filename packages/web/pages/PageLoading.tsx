// What stands where a page will be.

import { useConnection } from '../data/connection.ts'
import { Spinner } from '../ui/Logo.tsx'

/** Its code (web/ui/lazy.tsx) and data (web/data/api.ts) load when the network is back. */
export function PageLoading() {
  const connection = useConnection()
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 px-4 text-center text-violet">
      <Spinner size={40} label="Loading" />
      {connection !== 'there' && (
        <p className="text-14 text-muted">
          {connection === 'offline' ? 'You are offline.' : 'The server can’t be reached.'} This page opens as
          soon as the connection is back.
        </p>
      )}
    </div>
  )
}
