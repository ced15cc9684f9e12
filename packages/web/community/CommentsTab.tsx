// Comments of a coin: newest first, with answers one level deep, as they are written.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { MessageSquare, Pin } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '../people/session/queries.ts'
import { Paged } from '../shared/Loaded.tsx'
import { isFocusLost } from '../ui/Dialog.tsx'
import { countText } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { CommentItem } from './CommentItem.tsx'
import { Composer } from './Composer.tsx'
import { usePinned } from './pinned-queries.ts'
import { useComments, usePostComment } from './queries.ts'

export default function CommentsTab({ collection }: { readonly collection: Collection }) {
  const { mutateAsync } = usePostComment(collection.id)
  const { walletAddress } = useSession()
  const pinned = usePinned(collection.id)
  const pinnedId = pinned?.id
  const [movedId, setMovedId] = useState<string>()
  const composer = useRef<HTMLDivElement>(null)
  const moved = useEffectEvent(() => {
    if (movedId === undefined) return
    // What was unpinned may be older than all that the list shows.
    if (pinnedId === undefined && isFocusLost()) composer.current?.querySelector('textarea')?.focus()
    setMovedId(undefined)
  })
  useEffect(() => queueMicrotask(moved), [pinnedId])
  return (
    <div className="flex flex-col gap-4 p-4">
      <div ref={composer}>
        <Composer
          label={`Comment on ${collection.name}`}
          placeholder={`What do you think of ${collection.symbol}?`}
          sendText="Comment"
          signInText="Sign in to comment"
          onSend={(message) => mutateAsync({ message })}
        />
      </div>
      {pinned ? (
        <section aria-label="Pinned by the creator" className="rounded-input border border-violet-dim p-3">
          <p className="mb-2 flex items-center gap-1.5 text-12 font-medium text-violet">
            <Pin size={12} aria-hidden="true" />
            Pinned by the creator
          </p>
          <ul aria-label="Pinned">
            <CommentItem
              key={pinned.id}
              comment={pinned}
              collection={collection}
              takesFocus={pinned.id === movedId}
              onMove={setMovedId}
            />
          </ul>
        </section>
      ) : (
        pinned === null &&
        walletAddress === collection.creatorAddress && (
          <p className="-mt-2 text-12 text-muted">
            You launched this coin: pin one of your comments, and everybody reads it first, here and in Coin
            Info.
          </p>
        )
      )}
      <CommentList collection={collection} pinnedId={pinnedId} movedId={movedId} onMove={setMovedId} />
    </div>
  )
}

function CommentList({
  collection,
  pinnedId,
  movedId,
  onMove,
}: {
  readonly collection: Collection
  /** Stands above the list already. */
  readonly pinnedId: string | undefined
  readonly movedId: string | undefined
  readonly onMove: (commentId: string) => void
}) {
  const list = useComments(collection.id)
  const items = list.items.filter(({ id }) => id !== pinnedId)
  return (
    <Paged
      list={{ ...list, items }}
      skeleton={<CommentsSkeleton />}
      failedTitle="Failed to load comments"
      level="h3"
      isSmall
      empty={
        pinnedId === undefined && (
          <Message
            isSmall
            icon={<MessageSquare size={32} aria-hidden="true" className="text-faint" />}
            title="No comments yet"
            level="h3"
          >
            Be the first to say something about <span translate="no">{collection.symbol}</span>.
          </Message>
        )
      }
      endText={
        list.hasNextPage || items.length > 30 ? `${countText(items.length, 'comment')} shown` : undefined
      }
    >
      {(comments) => (
        <ul aria-label="Comments" className="flex flex-col divide-y divide-line/60">
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              collection={collection}
              takesFocus={comment.id === movedId}
              onMove={onMove}
            />
          ))}
        </ul>
      )}
    </Paged>
  )
}

function CommentsSkeleton() {
  return (
    <SkeletonGroup label="Loading comments" className="flex flex-col gap-5">
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-8 shrink-0 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-20" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
