// The end of a list that goes on: a button that keeps the focus while it loads, says when it failed, and hands the focus
// to the last word when there is no more.
import { useEffect, useRef } from 'react'
import { buttonClass } from './Button.tsx'
import { isFocusLost } from './Dialog.tsx'
import { Spinner } from './Logo.tsx'

export function LoadMore({
  shownText,
  hasMore,
  pending,
  error,
  onLoad,
}: {
  /** "48 NFTs shown", told to screen readers when it changes. */
  readonly shownText: string
  readonly hasMore: boolean
  readonly pending: boolean
  /** Why the last attempt failed. */
  readonly error: string | undefined
  readonly onLoad: () => void
}) {
  const last = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hasMore || !hadFocus.current) return
    hadFocus.current = false
    if (isFocusLost()) last.current?.focus({ preventScroll: true })
  }, [hasMore])
  return (
    <div className="mt-6 flex flex-col items-center gap-2">
      {error !== undefined && (
        <p role="alert" className="text-center text-13 text-down">
          {error}
        </p>
      )}
      {hasMore && (
        // Not disabled while it loads: a disabled button loses the focus.
        <button
          type="button"
          aria-disabled={pending || undefined}
          aria-busy={pending || undefined}
          onFocus={() => {
            hadFocus.current = true
          }}
          onBlur={(event) => {
            // Taken off the page it has nowhere to hand the focus, and that is the case this is for.
            if (event.relatedTarget !== null) hadFocus.current = false
          }}
          onClick={() => {
            if (!pending) onLoad()
          }}
          className={buttonClass('secondary', 'md', 'min-w-40')}
        >
          {pending && <Spinner size={16} />}
          {pending ? 'Loading…' : error === undefined ? 'Load More' : 'Retry'}
        </button>
      )}
      <p ref={last} tabIndex={-1} role="status" className="text-12 text-faint outline-none">
        {shownText}
      </p>
    </div>
  )
}

/** The room that it takes where a list goes on. */
export function LoadMoreSkeleton() {
  return <div aria-hidden="true" className="h-22 pointer-coarse:h-23" />
}
