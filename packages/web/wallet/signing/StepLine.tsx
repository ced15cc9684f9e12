// The current step while something is signed and sent, with a button that cancels.

import { isLastSent } from '@twinmint/sdk/actions/signing/flow'
import { STEP_TEXTS } from '../flow-texts.ts'
import type { FlowStatus } from '../use-flow.ts'

type Running = Extract<FlowStatus<unknown, unknown, unknown>, { readonly phase: 'running' }>

/** Renders nothing unless a flow runs. */
export function StepLine({ status }: { readonly status: FlowStatus<unknown, unknown, unknown> | undefined }) {
  if (status?.phase !== 'running') return null
  return (
    <div className="mt-2 flex items-center justify-between gap-2 text-12">
      <p role="status" className="text-muted">
        {STEP_TEXTS[status.step.name]}
      </p>
      <CancelButton status={status} />
    </div>
  )
}

/** Renders nothing once everything is sent. On press, focus moves to the card or dialog, because the button disappears. */
export function CancelButton({ status: { step, cancel } }: { readonly status: Running }) {
  if (cancel === undefined || isLastSent(step)) return null
  return (
    <button
      type="button"
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[tabindex="-1"], dialog')?.focus({ preventScroll: true })
        cancel()
      }}
      className="inline-flex h-7 shrink-0 items-center rounded-full px-2 text-12 font-semibold text-muted underline underline-offset-2 hover:text-text pointer-coarse:h-11"
    >
      {step.name === 'sending' ? 'Stop sending' : 'Cancel'}
    </button>
  )
}
