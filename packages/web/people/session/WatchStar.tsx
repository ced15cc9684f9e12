// The star that puts a coin on the watchlist and takes it off.

import { WATCHLIST_MAX } from '@twinmint/sdk/api/watchlist/rules'
import { Star } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import { showToast } from '../../ui/toasts/toast.ts'
import { setWatched, useIsWatched } from './watchlist-storage.ts'

const FULL = {
  title: 'Watchlist Full',
  description: `A watchlist holds ${WATCHLIST_MAX} coins. Take one off first.`,
  tone: 'destructive',
} as const

export function WatchStar({
  id,
  name,
  className,
}: {
  readonly id: string
  /** The coin's, for those who do not see where the star is. */
  readonly name: string
  readonly className?: string
}) {
  const isWatched = useIsWatched(id)
  return (
    <button
      type="button"
      aria-pressed={isWatched}
      aria-label={`Watch ${name}`}
      title={isWatched ? 'On your watchlist' : 'Add to your watchlist'}
      onClick={() => {
        if (!setWatched(id, !isWatched)) showToast(FULL)
      }}
      className={classNames(
        'group/star flex size-11 shrink-0 items-center justify-center rounded-full',
        className,
      )}
    >
      {/* Larger for a finger than for the eye. */}
      <span
        className={classNames(
          'flex size-8 items-center justify-center rounded-full border border-line bg-ink transition-colors group-hover/star:border-faint',
          isWatched ? 'text-gold' : 'text-muted group-hover/star:text-text',
        )}
      >
        <Star size={16} aria-hidden="true" className={isWatched ? 'fill-current' : undefined} />
      </span>
    </button>
  )
}
