// Comments of a coin: newest first, with answers one level deep, as they are written.
import { CornerDownRight, MessageSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSession } from '../session/queries.ts'
import { RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { countText } from '../ui/format.ts'
import { LoadMore } from '../ui/LoadMore.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { errorMessage } from '../wire/api.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { Comment, Reply } from '../wire/records/message.ts'
import { AuthorName, AuthorPicture, MessageText } from './Author.tsx'
import { Composer } from './Composer.tsx'
import { MessageActions } from './MessageActions.tsx'
import { useComments, useEarlierReplies, usePostComment } from './queries.ts'

export default function CommentsTab({ collection }: { readonly collection: Collection }) {
  const { mutateAsync } = usePostComment(collection.id)
  return (
    <div className="flex flex-col gap-4 p-4">
      <Composer
        label={`Comment on ${collection.name}`}
        placeholder={`What do you think of ${collection.symbol}?`}
        sendText="Comment"
        signInText="Sign in to comment"
        onSend={(message) => mutateAsync({ message })}
      />
      <CommentList collection={collection} />
    </div>
  )
}

function CommentList({ collection }: { readonly collection: Collection }) {
  const { comments, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useComments(collection.id)
  if (isPending) return <CommentsSkeleton />
  if (isError && comments.length === 0)
    return (
      <Message
        isSmall
        icon={<MessageSquare size={32} aria-hidden="true" className="text-faint" />}
        title="Failed to load comments"
        level="h3"
        action={
          <Button variant="secondary" onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {errorMessage(error, 'The server did not say why.')}
      </Message>
    )
  if (comments.length === 0)
    return (
      <Message
        isSmall
        icon={<MessageSquare size={32} aria-hidden="true" className="text-faint" />}
        title="No comments yet"
        level="h3"
      >
        Be the first to say something about {collection.symbol}.
      </Message>
    )
  return (
    <>
      <ul aria-label="Comments" className="flex flex-col divide-y divide-line/60">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} collection={collection} />
        ))}
      </ul>
      {(hasNextPage || comments.length > 30) && (
        <LoadMore
          shownText={`${countText(comments.length, 'comment')} shown`}
          hasMore={hasNextPage}
          pending={isFetchingNextPage}
          error={isError ? errorMessage(error, 'More comments could not be loaded.') : undefined}
          onLoad={() => void fetchNextPage()}
        />
      )}
    </>
  )
}

function CommentItem({
  comment,
  collection,
}: {
  readonly comment: Comment
  readonly collection: Collection
}) {
  const [isAnswering, setAnswering] = useState(false)
  const answerButton = useRef<HTMLButtonElement>(null)
  const { mutateAsync } = usePostComment(collection.id)
  const stopAnswering = () => {
    setAnswering(false)
    answerButton.current?.focus()
  }
  return (
    <li className="py-3 first:pt-0">
      <Said message={comment} collection={collection} noun="comment">
        {comment.state === 'shown' && (
          <button
            ref={answerButton}
            type="button"
            aria-expanded={isAnswering}
            onClick={() => setAnswering(!isAnswering)}
            className="-ml-2 inline-flex h-8 items-center gap-1.5 rounded-full px-2 text-12 font-medium text-muted transition-colors hover:bg-raised hover:text-text pointer-coarse:h-11"
          >
            <CornerDownRight size={14} aria-hidden="true" />
            Reply
          </button>
        )}
      </Said>
      {isAnswering && (
        <div className="mt-2 ml-11">
          <Composer
            label={`Reply to ${comment.username}`}
            placeholder={`Reply to ${comment.username}`}
            sendText="Reply"
            signInText="Sign in to reply"
            takesFocus
            onSend={async (message) => {
              await mutateAsync({ message, parentId: comment.id })
              stopAnswering()
            }}
            onCancel={stopAnswering}
          />
        </div>
      )}
      {comment.replyCount > 0 && <Replies comment={comment} collection={collection} />}
    </li>
  )
}

function Replies({ comment, collection }: { readonly comment: Comment; readonly collection: Collection }) {
  const { replies, replyCount } = comment
  const { mutate, isPending, isError } = useEarlierReplies(collection.id)
  const earlier = replyCount - replies.length
  return (
    <div className="mt-2 ml-4 border-l border-line pl-4 sm:ml-11">
      {earlier > 0 && (
        <Button
          variant="ghost"
          size="sm"
          pending={isPending}
          className="-ml-3"
          onClick={() => mutate({ commentId: comment.id, before: replies[0]?.id ?? null })}
        >
          {isError
            ? 'Not loaded. Try again'
            : `Show ${earlier} earlier ${earlier === 1 ? 'reply' : 'replies'}`}
        </Button>
      )}
      <ul aria-label={`Replies to ${comment.username === '' ? 'this comment' : comment.username}`}>
        {replies.map((reply) => (
          <li key={reply.id} className="py-1.5">
            <Said message={reply} collection={collection} noun="reply" />
          </li>
        ))}
      </ul>
    </div>
  )
}

const GONE = { shown: undefined, hidden: 'Hidden by a moderator', deleted: 'Deleted by its author' } as const

function Said({
  message,
  collection,
  noun,
  children,
}: {
  readonly message: Reply
  readonly collection: Collection
  readonly noun: 'comment' | 'reply'
  readonly children?: React.ReactNode
}) {
  const { walletAddress: ownAddress } = useSession()
  const gone = GONE[message.state]
  if (gone !== undefined) return <p className="py-1 text-14 text-faint italic">{gone}</p>
  return (
    <article className="flex gap-3">
      <AuthorPicture author={message} className="mt-0.5 size-8" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5 text-13">
            <AuthorName author={message} creatorAddress={collection.creatorAddress} ownAddress={ownAddress} />
            <RelativeTime iso={message.timestamp} className="text-12 text-faint" />
          </div>
          <span className="-my-2">
            <MessageActions
              place={{ id: message.id, collectionId: collection.id }}
              walletAddress={message.walletAddress}
              noun={noun}
              username={message.username}
            />
          </span>
        </div>
        <MessageText>{message.message}</MessageText>
        {children}
      </div>
    </article>
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
