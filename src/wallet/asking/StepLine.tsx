// What is waited for while something is signed and sent, with a way to cancel it.

import { isLastSent } from '../flow.ts'
import { STEP_TEXTS } from '../flow-texts.ts'
import type { FlowStatus } from '../use-flow.ts'

type Running = Extract<FlowStatus<unknown, unknown, unknown>, { readonly phase: 'running' }>

/** Nothing where nothing runs. Its place grows by a line then. */
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

/** Nothing once all of it was sent. The focus stays in the card or dialog, which it would leave with the button. */
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
      {step.name === 'sending' ? 'Send no more' : 'Cancel'}
    </button>
  )
}
