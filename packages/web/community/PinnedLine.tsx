// What the coin's creator has pinned, in a line, or two of a longer one, that lead to it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Pin } from 'lucide-react'
import { RelativeTime } from '../ui/amounts.tsx'
import { usePinned } from './pinned-queries.ts'

export default function PinnedLine({
  collection,
  onOpen,
}: {
  readonly collection: Collection
  readonly onOpen: () => void
}) {
  const pinned = usePinned(collection.id)
  if (!pinned) return null
  return (
    <button
      type="button"
      title={pinned.message}
      onClick={onOpen}
      className="flex min-h-9 w-full items-center gap-2 rounded-input border border-violet-dim px-3 text-left text-13 transition-colors hover:bg-raised pointer-coarse:min-h-11"
    >
      <Pin size={14} aria-hidden="true" className="shrink-0 text-violet" />
      <span className="line-clamp-2 min-w-0 flex-1 py-1.5 wrap-anywhere">
        <span className="mr-2 font-semibold text-violet">Creator</span>
        <bdi>{pinned.message}</bdi>
      </span>
      <RelativeTime iso={pinned.editedAt ?? pinned.timestamp} className="shrink-0 text-12 text-faint" />
    </button>
  )
}
