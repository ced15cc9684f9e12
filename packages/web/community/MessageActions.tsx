// What can be done about a text: its author deletes it, everybody else reports it, a moderator hides it.
import { EyeOff, Flag, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { errorMessage } from '../data/api.ts'
import { useSession, useSignIn } from '../people/session/queries.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { type MessagePlace, useHideMessage } from './queries.ts'

const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'))
const DeleteDialog = lazyPart(() => import('./DeleteDialog.tsx'))

export interface MessageActionsProps {
  readonly place: MessagePlace
  readonly walletAddress: string | null
  /** "comment", "answer", "message". */
  readonly noun: string
  /** Whose it is, for the names of the buttons. */
  readonly username: string
}

export function MessageActions({ place, walletAddress, noun, username }: MessageActionsProps) {
  const session = useSession()
  const { signIn, isPending } = useSignIn()
  const [dialog, setDialog] = useState<'report' | 'delete'>()
  const close = () => setDialog(undefined)
  const report = async () => {
    if (session.walletAddress !== undefined || (await signIn())) setDialog('report')
  }
  if (walletAddress === null) return null
  const isOwn = walletAddress === session.walletAddress
  return (
    <span className="inline-flex items-center">
      {isOwn ? (
        <IconButton label={`Delete your ${noun}`} onClick={() => setDialog('delete')}>
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      ) : (
        <IconButton
          label={`Report the ${noun} of ${username}`}
          disabled={isPending}
          onClick={() => void report()}
        >
          <Flag size={14} aria-hidden="true" />
        </IconButton>
      )}
      {session.isAdmin && !isOwn && <HideButton id={place.id} noun={noun} username={username} />}
      {dialog !== undefined && (
        <Suspense>
          {dialog === 'report' ? (
            <ReportDialog place={place} noun={noun} onClose={close} />
          ) : (
            <DeleteDialog place={place} noun={noun} onClose={close} />
          )}
        </Suspense>
      )}
    </span>
  )
}

function HideButton({
  id,
  noun,
  username,
}: {
  readonly id: string
  readonly noun: string
  readonly username: string
}) {
  const { mutate, isPending } = useHideMessage()
  const hide = () =>
    mutate(id, {
      onSuccess: () =>
        showToast({ title: 'Hidden', description: `Nobody sees the ${noun} any more.`, tone: 'success' }),
      onError: (error) =>
        showToast({
          title: 'Not hidden',
          description: errorMessage(error, 'Try again.'),
          tone: 'destructive',
        }),
    })
  return (
    <IconButton label={`Hide the ${noun} of ${username} as a moderator`} disabled={isPending} onClick={hide}>
      <EyeOff size={14} aria-hidden="true" />
    </IconButton>
  )
}

function IconButton({
  label,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="inline-flex size-8 items-center justify-center rounded-full text-faint transition-colors hover:bg-raised hover:text-text pointer-coarse:size-11"
    >
      {children}
    </button>
  )
}
