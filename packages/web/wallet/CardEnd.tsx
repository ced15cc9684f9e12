// How every card that signs something ends: its button, and under it a kept place where what came of it is said, so that
// neither moves. Where the card scrolls, the button stays in view at its lower edge.
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/** As high as what is mostly said. */
export const SAID_PLACE = 'min-h-17 pointer-coarse:min-h-20'

export function CardEnd({
  button,
  said,
  hintId,
  hint = 'Nothing moves before your wallet has asked you to sign.',
  isRefused = false,
  isPinned = false,
}: {
  readonly button: ReactNode
  /** What came of the latest one; undefined or null where there is nothing to say. */
  readonly said: ReactNode
  readonly hintId?: string
  /** In its place until then. */
  readonly hint?: string | undefined
  /** The hint says why it can't be done. */
  readonly isRefused?: boolean
  /** In a dialog: the message sticks to the lower edge with the button; on a low screen only the button does. */
  readonly isPinned?: boolean
}) {
  // Stands always, so that what comes is heard.
  const place = (
    <div aria-live="polite">
      {said ?? (
        <p
          id={hintId}
          className={classNames(
            SAID_PLACE,
            'flex items-center justify-center rounded-input border border-dashed border-line px-3 py-1 text-center text-12 text-balance',
            isRefused ? 'font-medium text-down' : 'text-faint',
          )}
        >
          {hint}
        </p>
      )}
    </div>
  )
  if (isPinned)
    return (
      <div className="sticky -bottom-5 z-10 -mt-1 -mb-5 flex flex-col gap-2 bg-panel pt-1 pb-5 [@media(max-height:37.4375rem)]:contents">
        <div className="sticky bottom-0 z-10 bg-panel">{button}</div>
        {place}
      </div>
    )
  return (
    <>
      <div className="sticky bottom-0 z-10 -my-1 bg-panel py-1">{button}</div>
      {place}
    </>
  )
}
