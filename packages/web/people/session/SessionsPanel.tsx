// Where a wallet is signed in: each session with its device, to be ended one by one.

import type { Session } from '@twinmint/sdk/internal/api/session/contract'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { errorMessage } from '../../data/api.ts'
import { RelativeTime } from '../../ui/amounts.tsx'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { showToast } from '../../ui/toasts/toast.ts'
import { useEndSession, useMySessions, useSession, useSignIn } from './queries.ts'

export function SessionsPanel() {
  const { walletAddress } = useSession()
  const sessions = useMySessions()
  const { signIn, isPending } = useSignIn()
  if (walletAddress === undefined)
    return (
      <Message
        icon={<MonitorSmartphone size={32} aria-hidden="true" className="text-violet" />}
        title="Not signed in"
        action={
          <Button pending={isPending} onClick={() => void signIn()}>
            Sign in
          </Button>
        }
      >
        Sign in with your wallet to see where else it is signed in. The signature costs nothing and moves
        nothing.
      </Message>
    )
  return (
    <ul aria-label="Sessions" className="divide-y divide-line/60 rounded-panel border border-line bg-panel">
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} />
      ))}
    </ul>
  )
}

function SessionItem({ session }: { readonly session: Session['sessions'][number] }) {
  const { mutate, isPending } = useEndSession()
  const { id, device, isThis } = session
  const end = () =>
    mutate(isThis ? undefined : id, {
      onSuccess: () =>
        showToast({
          title: isThis ? 'Signed out' : 'Session ended',
          description: isThis ? 'This browser is signed out.' : `${device} is signed out.`,
          tone: 'success',
        }),
      onError: (error) =>
        showToast({
          title: 'The session goes on',
          description: errorMessage(error, 'The server did not answer.'),
          tone: 'destructive',
        }),
    })
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-13">
      <MonitorSmartphone size={20} aria-hidden="true" className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium">
          {device}
          {isThis && (
            <span className="rounded-full border border-up/50 px-2 py-0.5 text-12 text-up">This browser</span>
          )}
        </p>
        <p className="text-12 text-muted">
          Signed in <RelativeTime iso={session.createdAt} ago />, last seen{' '}
          <RelativeTime iso={session.lastSeenAt} ago />
        </p>
      </div>
      <Button
        variant={isThis ? 'secondary' : 'danger'}
        size="sm"
        pending={isPending}
        aria-label={isThis ? 'Sign out here' : `Revoke ${device}`}
        onClick={end}
      >
        <LogOut size={14} aria-hidden="true" />
        {isThis ? 'Sign out' : 'Revoke'}
      </Button>
    </li>
  )
}
