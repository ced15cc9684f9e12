// "Notify this browser": whether it is told while no page of the site is open, how it stands, and a notification to try it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushTest } from '@twinmint/sdk/api/alerts/contract'
import { BellOff, BellRing } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { apiPost, errorMessage } from '../../data/api.ts'
import { keyOf } from '../../data/query-keys.ts'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type PushState, readPushState, subscribeHere, turnOffHere } from './push-switch.ts'

const WORDS: Record<PushState['kind'], string> = {
  insecure: 'Browsers allow notifications over https alone. Your alerts show on the page and in this list.',
  unsupported:
    'This browser has no notifications for pages. On an iPhone or iPad, try another device. Your alerts show on the page and in this list.',
  denied:
    'This browser was told not to show notifications of this site. Allow them in its settings for this site (the icon beside the address), then come back.',
  off: 'Off. Alerts show on the page and in this list; turn this on to hear of them when no page is open.',
  on: 'On. Alerts show in this browser, also while no page of the site is open. Signing out here turns it off.',
}

export function PushSwitch({ wallet }: { readonly wallet: string }) {
  const client = useQueryClient()
  const queryKey = keyOf('push-of', wallet)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readPushState(signal),
    // It may have been changed in the browser's settings.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const { data: state, error } = query
  useOnPermission(() => void query.refetch())
  const change = useMutation({
    mutationFn: (from: PushState) =>
      from.kind === 'on'
        ? turnOffHere(from.id)
        : from.kind === 'off'
          ? subscribeHere(from.publicKey)
          : Promise.resolve(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const trial = useMutation({
    mutationFn: (id: string) => apiPost<PushTest>(`/api/user/push/${id}/test`, {}),
  })

  if (state === undefined)
    return error === null ? (
      <Skeleton className="h-20 w-full rounded-panel!" />
    ) : (
      <Box isOn={false} words={errorMessage(error, 'The server did not answer.')}>
        <RetryButton query={query} />
      </Box>
    )
  const canChange = state.kind === 'on' || state.kind === 'off'
  return (
    <Box isOn={state.kind === 'on'} words={WORDS[state.kind]} said={saidOf(change.error, trial)}>
      {state.kind === 'on' && (
        <Button variant="secondary" pending={trial.isPending} onClick={() => trial.mutate(state.id)}>
          Send a test
        </Button>
      )}
      {canChange && (
        <button
          type="button"
          role="switch"
          aria-checked={state.kind === 'on'}
          aria-label="Notify this browser"
          aria-busy={change.isPending || undefined}
          disabled={change.isPending}
          onClick={() => {
            trial.reset()
            change.mutate(state)
          }}
          className="group flex h-11 w-14 shrink-0 items-center"
        >
          <span className="flex h-7 w-full items-center rounded-full border border-line bg-raised p-0.5 transition-colors group-hover:border-faint group-disabled:opacity-60 group-aria-checked:border-violet group-aria-checked:bg-violet">
            <span className="size-5.5 rounded-full bg-muted transition-transform group-aria-checked:translate-x-7 group-aria-checked:bg-ink" />
          </span>
        </button>
      )}
    </Box>
  )
}

function saidOf(
  failure: unknown,
  trial: { readonly error: unknown; readonly data: PushTest | undefined },
): { readonly text: string; readonly isGood: boolean } | undefined {
  if (failure !== null) return { text: errorMessage(failure, 'That did not work.'), isGood: false }
  if (trial.error !== null)
    return { text: errorMessage(trial.error, 'The server did not answer.'), isGood: false }
  if (trial.data === undefined) return undefined
  return trial.data.isSent
    ? {
        text: 'Sent. If nothing appears in a few seconds, look at your system’s settings for notifications.',
        isGood: true,
      }
    : { text: trial.data.reason ?? 'It was not sent.', isGood: false }
}

function Box({
  isOn,
  words,
  said,
  children,
}: {
  readonly isOn: boolean
  readonly words: string
  readonly said?: { readonly text: string; readonly isGood: boolean } | undefined
  readonly children: ReactNode
}) {
  const Icon = isOn ? BellRing : BellOff
  return (
    <section
      aria-label="Notifications in this browser"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-panel border border-line bg-panel p-4"
    >
      <Icon size={20} aria-hidden="true" className={isOn ? 'text-violet' : 'text-faint'} />
      <div className="min-w-0 flex-[1_1_16.25rem]">
        <h2 className="text-14 font-semibold">Notify this browser</h2>
        <p className="mt-0.5 text-13 text-pretty text-muted">{words}</p>
        <p role="status" className="text-12 font-medium">
          {said !== undefined && (
            <span className={`mt-1 block ${said.isGood ? 'text-up' : 'text-down'}`}>{said.text}</span>
          )}
        </p>
      </div>
      {children}
    </section>
  )
}

/** Calls `onChange` when whoever uses the browser allows notifications, or forbids them. */
function useOnPermission(onChange: () => void): void {
  useEffect(() => {
    let status: PermissionStatus | undefined
    let isOver = false
    const listen = async () => {
      const found = await navigator.permissions?.query({ name: 'notifications' })
      if (isOver || found === undefined) return
      status = found
      status.addEventListener('change', onChange)
    }
    // Where a browser does not tell of it, coming back to the page looks again.
    listen().catch(() => undefined)
    return () => {
      isOver = true
      status?.removeEventListener('change', onChange)
    }
  })
}
