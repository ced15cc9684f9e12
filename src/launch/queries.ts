// Launches as the page follows them: the flow, its progress, and one that was left in the middle.
import { useState } from 'react'
import type { SiteConfig } from '../site/contract.ts'
import type { Outcome } from '../wallet/flow.ts'
import { type FlowTexts, useFlow } from '../wallet/use-flow.ts'
import type { LaunchProgress, PreparedLaunch } from './contract.ts'
import type { Launched, LaunchListener, LaunchOrder } from './flow.ts'
import { LAUNCH_TEXTS, type LaunchVariant, launchedText } from './launch-texts.ts'
import { forgetSent, type SentLaunch, sentLaunch } from './memory.ts'

/** What the dialog shows: first the wait for the wallet with the exact cost, then the steps that are done. */
export interface LaunchView {
  readonly cost: PreparedLaunch['estimatedFees'] | undefined
  /** The step being worked on, 1 to 4; 5 when all are done. */
  readonly step: 1 | 2 | 3 | 4 | 5
  readonly metadata: { readonly created: number; readonly total: number }
  /** 0 to 100; only ever what the server reported. */
  readonly progress: number
}

const NOTHING_DONE: LaunchView = {
  cost: undefined,
  step: 1,
  metadata: { created: 0, total: 1000 },
  progress: 0,
}

const loadFlow = () => import('./flow.ts')

export function useLaunch(variant: LaunchVariant, site: SiteConfig | undefined) {
  const [view, setView] = useState(NOTHING_DONE)
  const [unfinished, setUnfinished] = useState(sentLaunch)
  const listener: LaunchListener = {
    onCost: (cost) => setView({ ...NOTHING_DONE, cost }),
    onProgress: (event) => setView((before) => advance(before, event)),
    onUnfinished: setUnfinished,
  }
  const { status, isRunning, start, checkAgain } = useFlow({
    site,
    load: async () => (await loadFlow()).launchFlow(listener),
    ...launchTexts(variant),
  })
  type OnDone = (outcome: Outcome<void, Launched>) => void
  return {
    isRunning,
    isDone: status?.phase === 'done',
    step: status?.phase === 'running' ? status.step.name : undefined,
    view,
    unfinished,
    start: (order: LaunchOrder, onDone: OnDone) => start(order, onDone),
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
  failed: ({ code, message }) => {
    // Nobody knows yet whether it failed: the notice says so.
    if (sentLaunch() !== undefined) return undefined
    const isRejected = code === 'rejected'
    return {
      title: isRejected ? 'Signature Required' : 'Launch Failed',
      description: isRejected
        ? LAUNCH_TEXTS[variant].signatureRequired
        : message || 'Failed to launch collection',
      tone: 'destructive',
    }
  },
  keeps: ({ phase }) => phase === 'done',
  stale: ({ phase }) =>
    phase === 'done'
      ? [
          {
            predicate: ({ queryKey: [, kind] }) =>
              typeof kind === 'string' && /^collections(\?|$)/.test(kind),
          },
        ]
      : [],
})

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
