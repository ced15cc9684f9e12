// One comment with its answers: who wrote it, its text, and what can be done with it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Comment, Reply } from '@twinmint/sdk/api/records/message'
import { CornerDownRight, Pencil, Pin, PinOff } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useSession } from '../people/session/queries.ts'
import { RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { isFocusLost } from '../ui/Dialog.tsx'
import { AuthorName, AuthorPicture, MessageText } from './Author.tsx'
import { Composer } from './Composer.tsx'
import { MessageActions } from './MessageActions.tsx'
import { usePin, useUnpin } from './pinned-queries.ts'
import { useEarlierReplies, usePostComment } from './queries.ts'

export function CommentItem({
  comment,
  collection,
  takesFocus,
  onMove,
}: {
  readonly comment: Comment
  readonly collection: Collection
  /** Its button moved it here, and went: the focus comes along. */
  readonly takesFocus: boolean
  /** It was told to move to the top of the page, or back to its place in the list. */
  readonly onMove: (commentId: string) => void
}) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (takesFocus && isFocusLost()) item.current?.focus()
  }, [takesFocus])
  const { walletAddress: ownAddress } = useSession()
  const [isAnswering, setAnswering] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const answerButton = useRef<HTMLButtonElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const { mutateAsync } = usePostComment(collection.id)
  const stopAnswering = () => {
    setAnswering(false)
    answerButton.current?.focus()
  }
  const stopEditing = () => {
    setEditing(false)
    editButton.current?.focus()
  }
  const isOwn = comment.walletAddress === ownAddress && ownAddress === collection.creatorAddress
  return (
    <li ref={item} tabIndex={-1} className="py-3 first:pt-0 last:pb-0">
      <Said
        message={comment}
        collection={collection}
        noun="comment"
        note={comment.editedAt !== null && <span className="text-12 text-faint">edited</span>}
        editor={
          isEditing && <PinnedEditor comment={comment} collectionId={collection.id} onEnd={stopEditing} />
        }
      >
        {comment.state === 'shown' && (
          <div className="-ml-2 flex flex-wrap">
            <TextButton
              button={answerButton}
              icon={<CornerDownRight size={14} aria-hidden="true" />}
              isExpanded={isAnswering}
              onClick={() => setAnswering(!isAnswering)}
            >
              Reply
            </TextButton>
            {isOwn && (
              <PinControls
                comment={comment}
                collectionId={collection.id}
                editButton={editButton}
                isEditing={isEditing}
                onEdit={() => setEditing(!isEditing)}
                onMove={onMove}
              />
            )}
          </div>
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

/** What the coin's creator can do with one of their own. */
function PinControls({
  comment,
  collectionId,
  editButton,
  isEditing,
  onEdit,
  onMove,
}: {
  readonly comment: Comment
  readonly collectionId: string
  readonly editButton: RefObject<HTMLButtonElement | null>
  readonly isEditing: boolean
  readonly onEdit: () => void
  readonly onMove: (commentId: string) => void
}) {
  const pin = usePin(collectionId)
  const unpin = useUnpin(collectionId)
  if (comment.pinnedAt === null)
    return (
      <TextButton
        icon={<Pin size={14} aria-hidden="true" />}
        disabled={pin.isPending}
        onClick={() => {
          onMove(comment.id)
          pin.mutate({ messageId: comment.id })
        }}
      >
        Pin
      </TextButton>
    )
  return (
    <>
      <TextButton
        button={editButton}
        icon={<Pencil size={14} aria-hidden="true" />}
        isExpanded={isEditing}
        onClick={onEdit}
      >
        Edit
      </TextButton>
      <TextButton
        icon={<PinOff size={14} aria-hidden="true" />}
        disabled={unpin.isPending}
        onClick={() => {
          onMove(comment.id)
          unpin.mutate()
        }}
      >
        Unpin
      </TextButton>
    </>
  )
}

function PinnedEditor({
  comment,
  collectionId,
  onEnd,
}: {
  readonly comment: Comment
  readonly collectionId: string
  readonly onEnd: () => void
}) {
  const { mutateAsync } = usePin(collectionId)
  return (
    <Composer
      label="Your pinned comment"
      placeholder="What should be read first?"
      sendText="Save"
      signInText="Sign in to edit"
      text={comment.message}
      takesFocus
      onSend={async (message) => {
        await mutateAsync({ messageId: comment.id, message })
        onEnd()
      }}
      onCancel={onEnd}
    />
  )
}

function TextButton({
  button,
  icon,
  isExpanded,
  disabled = false,
  onClick,
  children,
}: {
  readonly button?: RefObject<HTMLButtonElement | null>
  readonly icon: ReactNode
  /** Of a button that opens something under it. */
  readonly isExpanded?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: string
}) {
  return (
    <button
      ref={button}
      type="button"
      aria-expanded={isExpanded}
      // One that is truly disabled loses the focus.
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onClick()
      }}
      className="inline-flex h-8 items-center gap-1.5 rounded-full px-2 text-12 font-medium text-muted transition-colors hover:bg-raised hover:text-text pointer-coarse:h-11"
    >
      {icon}
      {children}
    </button>
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
  note,
  editor,
  children,
}: {
  readonly message: Reply
  readonly collection: Collection
  readonly noun: 'comment' | 'reply'
  /** After the time. */
  readonly note?: ReactNode
  /** In place of the text. */
  readonly editor?: ReactNode
  readonly children?: ReactNode
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
            {note}
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
        {editor || <MessageText>{message.message}</MessageText>}
        {children}
      </div>
    </article>
  )
}
