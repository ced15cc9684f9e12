// Launches as the page follows them: the flow, its progress, and one that was left in the middle.

import { useQuery } from '@tanstack/react-query'
import type { Outcome, SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { LaunchProgress } from '@twinmint/sdk/api/launch/contract'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { useState } from 'react'
import { apiPost, isAbort } from '../data/api.ts'
import { SITE_KEY } from '../data/query-client.ts'
import { isTakingOver } from '../ui/hydration/hydration.ts'
import { type FlowTexts, useFlow } from '../wallet/use-flow.ts'
import type { Launched, LaunchListener, LaunchOrder } from './flow.ts'
import { forgetSent, type SentLaunch, sentLaunch } from './launch-storage.ts'
import { LAUNCH_TEXTS, type LaunchVariant, launchedText, launchFailedToast } from './launch-texts.ts'
import type { LaunchView } from './ProgressDialog.tsx'

const NOTHING_DONE: LaunchView = {
  sent: undefined,
  cost: undefined,
  shown: undefined,
  step: 1,
  metadata: { created: 0, total: 1000 },
  progress: 0,
}

/** Tells the server of a wallet that is about to launch: its coin's address is found while the form is filled in. */
export function useExpectedLaunch(creatorAddress: string | undefined): void {
  useQuery({
    queryKey: ['launch', 'expected', creatorAddress],
    queryFn: () => apiPost('/api/collections/expect-launch', { creatorAddress }).then(() => null),
    enabled: creatorAddress !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

const loadFlow = () => import('./flow.ts')
/** The dialog, which comes with the flow: when a wallet is connected. */
export const loadProgress = () => import('./ProgressDialog.tsx')

export function useLaunch(variant: LaunchVariant, site: SiteConfig | undefined) {
  const [view, setView] = useState(NOTHING_DONE)
  const [unfinished, setUnfinished] = useState(() => (isTakingOver() ? undefined : sentLaunch()))
  const [cancelling, setCancelling] = useState<AbortController>()
  const listener: LaunchListener = {
    onSent: (sent) => setView((before) => ({ ...before, sent })),
    onPrepared: (shown) => setView({ ...NOTHING_DONE, cost: shown.cost, shown }),
    onCost: (cost) => setView({ ...NOTHING_DONE, cost }),
    onProgress: (event) => setView((before) => advance(before, event)),
    onUnfinished: setUnfinished,
  }
  const { status, isRunning, start, checkAgain } = useFlow({
    site,
    load: async () => {
      const [{ launchFlow }] = await Promise.all([loadFlow(), loadProgress()])
      return launchFlow(listener)
    },
    ...launchTexts(variant),
  })
  type OnDone = (outcome: Outcome<void, Launched>) => void
  return {
    isRunning,
    isDone: status?.phase === 'done',
    /** The launch that was tried last was refused since the terms are others by now; nothing was paid. */
    haveTermsChanged: status?.phase === 'failed' && areTermsOld(status.failure),
    step: status?.phase === 'running' ? status.step.name : undefined,
    view,
    unfinished,
    start: (order: Omit<LaunchOrder, 'signal'>, onDone: OnDone) => {
      const controller = new AbortController()
      setCancelling(controller)
      setView(NOTHING_DONE)
      start({ ...order, signal: controller.signal }, onDone)
    },
    /** Until it is sent. */
    cancel: () => {
      if (status?.phase === 'running' && status.step.name === 'signing') status.cancel?.()
      else cancelling?.abort()
    },
    /** Goes on with what was signed before. */
    goOn: (launch: SentLaunch, onDone: OnDone) =>
      checkAgain(launch, onDone, async () => ({
        said: undefined,
        answers: [await (await loadFlow()).resumeLaunch(launch, listener)],
        stopped: undefined,
      })),
    forget: () => {
      forgetSent()
      setUnfinished(undefined)
    },
  }
}

const launchTexts = (variant: LaunchVariant): FlowTexts<LaunchOrder | SentLaunch, void, Launched> => ({
  connect: 'Please connect your Phantom wallet to launch',
  done: ({ answers }) => ({
    title: LAUNCH_TEXTS[variant].successTitle,
    description: answers[0] && launchedText(variant, answers[0].collection.name, answers[0].devBuySolText),
    tone: 'success',
  }),
  failed: (failure) => {
    // Nobody knows yet whether it failed: the notice says so. The form says what the terms are now. And who ended it knows.
    if (sentLaunch() !== undefined || areTermsOld(failure) || isAbort(failure.cause)) return undefined
    return launchFailedToast(variant, failure)
  },
  keeps: (ended) => ended.phase === 'done' || (ended.phase === 'failed' && areTermsOld(ended.failure)),
  stale: (ended) =>
    ended.phase === 'done'
      ? [
          {
            predicate: ({ queryKey: [, kind] }) =>
              typeof kind === 'string' && /^collections(\?|$)/.test(kind),
          },
        ]
      : ended.phase === 'failed' && areTermsOld(ended.failure)
        ? [{ queryKey: SITE_KEY }]
        : [],
})

const areTermsOld = ({ code }: SigningFailure): boolean => code === 'termsChanged'

/** The view after a report; what is done never becomes undone, whatever order reports come in. */
export function advance(view: LaunchView, event: LaunchProgress): LaunchView {
  switch (event.type) {
    case 'step':
      return event.step > view.step ? { ...view, step: event.step } : view
    case 'nft_progress':
      return {
        ...view,
        metadata: { created: Math.max(view.metadata.created, event.created), total: event.total },
      }
    case 'progress':
      return { ...view, progress: Math.max(view.progress, Math.min(100, event.progress)) }
    case 'done':
      return { ...view, step: 5, progress: 100 }
    case 'failed':
      return view
  }
}
