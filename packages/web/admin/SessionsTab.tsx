// Who is signed in where; any session can be ended.
import { MonitorSmartphone } from 'lucide-react'
import { errorMessage } from '../data/api.ts'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { PagedList } from './PagedList.tsx'
import { useAllSessions, useEndSession } from './queries.ts'

export function SessionsTab() {
  const pages = useAllSessions()
  const end = useEndSession()
  return (
    <section aria-labelledby="sessions-title">
      <h1 id="sessions-title" className="font-display text-20 font-semibold md:text-28">
        Sessions
      </h1>
      <p className="mt-2 max-w-2xl text-14 text-pretty text-muted">
        Whoever's session is ended is signed out at once, and can sign in again.
      </p>
      <div className="mt-4">
        <PagedList
          pages={pages}
          loadingText="Loading sessions..."
          errorTitle="Error loading sessions"
          empty={
            <Message
              icon={<MonitorSmartphone size={32} aria-hidden="true" className="text-faint" />}
              title="Nobody is signed in"
            >
              Sessions appear here when somebody signs in.
            </Message>
          }
          className="flex flex-col gap-2"
          skeletonClassName="h-18 rounded-panel"
        >
          {({ id, walletAddress, device, isAdmin, isThis, createdAt, lastSeenAt }) => (
            <li
              key={id}
              className="flex min-w-0 flex-wrap items-center justify-between gap-3 rounded-panel border border-line bg-panel p-3"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 text-14 font-medium">
                  {walletAddress === null ? (
                    'Admin link'
                  ) : (
                    <ShortAddress address={walletAddress} label="wallet" />
                  )}
                  {isAdmin && (
                    <span className="rounded-full border border-violet px-2 text-12 text-violet-bright">
                      Admin
                    </span>
                  )}
                </p>
                <p className="text-12 text-muted">
                  {device} · seen <RelativeTime iso={lastSeenAt} ago /> · began{' '}
                  <RelativeTime iso={createdAt} ago />
                </p>
              </div>
              {isThis ? (
                <span className="text-13 text-muted">This one</span>
              ) : (
                <Button
                  size="sm"
                  variant="danger"
                  disabled={end.isPending}
                  onClick={() =>
                    end.mutate(id, {
                      onError: (error) =>
                        showToast({
                          title: 'Not ended',
                          description: errorMessage(error, 'The server did not answer.'),
                          tone: 'destructive',
                        }),
                    })
                  }
                >
                  End session
                </Button>
              )}
            </li>
          )}
        </PagedList>
      </div>
    </section>
  )
}
