// The chat: one room for everybody who is on the home page. Older messages come while one scrolls up; who reads those is
// not pulled down by new ones.

import type { ChatMessage } from '@twinmint/sdk/api/records/message'
import { ArrowDown, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorMessage } from '../data/api.ts'
import { useSession } from '../people/session/queries.ts'
import { RetryButton } from '../shared/RetryButton.tsx'
import { RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useIsWide } from '../ui/media.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { AuthorName, AuthorPicture, MessageText } from './Author.tsx'
import { Composer } from './Composer.tsx'
import { MessageActions } from './MessageActions.tsx'
import { useChat, useSendChat } from './queries.ts'

export default function ChatPanel({ onClose }: { readonly onClose: () => void }) {
  const isWide = useIsWide()
  return isWide ? (
    <SidePanel onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title="Chat" shape="screen">
      <Room />
    </Dialog>
  )
}

function SidePanel({ onClose }: { readonly onClose: () => void }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc of whatever has the focus inside
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Chat"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      className="fixed right-6 bottom-0 z-20 flex h-[calc(100dvh-8.75rem)] max-h-[51.25rem] w-[21.25rem] animate-slide-in flex-col rounded-t-panel border border-b-0 border-line bg-panel shadow-[0_0_32px_var(--color-ink)] outline-none"
    >
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4">
        <h2 className="text-16 font-semibold">Chat</h2>
        <button
          type="button"
          aria-label="Close the chat"
          onClick={onClose}
          className="flex size-10 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text pointer-coarse:size-11"
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      <Room />
    </aside>
  )
}

function Room() {
  const chat = useChat()
  const { mutateAsync } = useSendChat()
  const { log, onScroll, below, toBottom } = useScroll(chat.messages, () => {
    if (chat.hasNextPage && !chat.isFetching) void chat.fetchNextPage()
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={log}
          role="log"
          aria-label="Messages"
          aria-busy={chat.isFetchingNextPage || undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
          tabIndex={0}
          onScroll={onScroll}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-4 py-3 [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          <div className="mt-auto" />
          <Messages chat={chat} />
        </div>
        {below > 0 && (
          <Button
            size="sm"
            onClick={toBottom}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-[0_2px_12px_var(--color-ink)]"
          >
            <ArrowDown size={14} aria-hidden="true" />
            {below === 1 ? '1 new message' : `${below} new messages`}
          </Button>
        )}
      </div>
      <div className="border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Composer
          label="Message"
          placeholder="Say something"
          sendText="Send"
          signInText="Sign in to chat"
          onSend={async (text) => {
            await mutateAsync(text)
            toBottom()
          }}
        />
      </div>
    </div>
  )
}

function Messages({ chat }: { readonly chat: ReturnType<typeof useChat> }) {
  const { messages, welcome, isPending, isError, error, isFetchingNextPage } = chat
  if (isPending) return <ChatSkeleton />
  if (isError && messages.length === 0 && welcome.length === 0)
    return (
      <div className="flex flex-col items-center gap-3 py-8 text-center">
        <p className="text-14 text-muted">
          Failed to load the chat. {errorMessage(error, 'The server did not say why.')}
        </p>
        <RetryButton query={chat} />
      </div>
    )
  return (
    <>
      {welcome.map((message) => (
        <Line key={message.id} message={message} />
      ))}
      {isFetchingNextPage && <Skeleton className="mb-3 h-10 w-full shrink-0" />}
      {isError && (
        <p role="alert" className="pb-2 text-center text-12 text-down">
          Earlier messages could not be loaded. Scroll up to try again.
        </p>
      )}
      {messages.map((message) => (
        <Line key={message.id} message={message} />
      ))}
    </>
  )
}

function Line({ message }: { readonly message: ChatMessage }) {
  const { walletAddress: ownAddress } = useSession()
  return (
    <article className="flex gap-2.5 py-2">
      <AuthorPicture author={message} className="mt-0.5 size-7" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-13">
            <AuthorName author={message} ownAddress={ownAddress} />
            {!message.isSystem && <RelativeTime iso={message.timestamp} className="text-12 text-faint" />}
          </div>
          <span className="-my-2">
            <MessageActions
              place={{ id: message.id, collectionId: undefined }}
              walletAddress={message.walletAddress}
              noun="message"
              username={message.username}
            />
          </span>
        </div>
        <MessageText>{message.message}</MessageText>
      </div>
    </article>
  )
}

/** So near to the end one reads along; so near to the begin one wants what is before. */
const NEAR_PX = 60

/** Keeps the end in view while somebody reads along, and the place while somebody reads earlier messages. */
function useScroll(messages: readonly ChatMessage[], loadEarlier: () => void) {
  const log = useRef<HTMLDivElement>(null)
  const place = useRef({ isAtEnd: true, height: 0, top: 0, firstId: '' })
  const [seenId, setSeenId] = useState('')
  const firstId = messages[0]?.id ?? ''
  const lastId = messages.at(-1)?.id ?? ''

  useLayoutEffect(() => {
    const element = log.current
    if (element === null) return
    const before = place.current
    if (before.isAtEnd) element.scrollTo({ top: element.scrollHeight })
    else if (firstId < before.firstId)
      element.scrollTo({ top: before.top + element.scrollHeight - before.height })
    place.current = {
      isAtEnd: before.isAtEnd,
      height: element.scrollHeight,
      top: element.scrollTop,
      firstId,
    }
  })
  useEffect(() => {
    if (place.current.isAtEnd) setSeenId(lastId)
  }, [lastId])

  return {
    log,
    onScroll: () => {
      const element = log.current
      if (element === null) return
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX
      place.current = { ...place.current, isAtEnd, height: element.scrollHeight, top: element.scrollTop }
      if (isAtEnd) setSeenId(lastId)
      if (element.scrollTop < NEAR_PX) loadEarlier()
    },
    below: messages.filter(({ id }) => id > seenId).length,
    toBottom: () => {
      place.current = { ...place.current, isAtEnd: true }
      log.current?.scrollTo({ top: log.current.scrollHeight })
      setSeenId(lastId)
    },
  }
}

function ChatSkeleton() {
  return (
    <SkeletonGroup label="Loading the chat" className="flex flex-col gap-4">
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="flex gap-2.5">
          <Skeleton className="size-7 shrink-0 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-5 w-4/5" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
