// The chat's place on the home page: a handle at the lower right that counts what was said meanwhile, and what it opens: a
// panel beside the page, or a screen of its own on a phone. The room itself is loaded when it is opened.
import { MessageSquare } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLive, useLiveEvent } from '../data/live.ts'
import { useSession } from '../people/session/queries.ts'
import { lazyPart } from '../ui/lazy.tsx'

const loadPanel = () => import('./ChatPanel.tsx')
const ChatPanel = lazyPart(loadPanel)
const COUNTED_MAX = 99

export default function ChatDock({
  isOpen,
  onOpen,
}: {
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}) {
  useLive('chat')
  const [wasOpen, setWasOpen] = useState(false)
  if (!isOpen) return <Handle takesFocus={wasOpen} onOpen={() => onOpen(true)} />
  return (
    <Suspense>
      <ChatPanel
        onClose={() => {
          setWasOpen(true)
          onOpen(false)
        }}
      />
    </Suspense>
  )
}

/** It is there while the chat is closed, and counts what is said in that time. */
function Handle({ takesFocus, onOpen }: { readonly takesFocus: boolean; readonly onOpen: () => void }) {
  const unread = useUnread()
  const handle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) handle.current?.focus()
  }, [takesFocus])
  const count = unread > COUNTED_MAX ? `${COUNTED_MAX}+` : String(unread)
  return (
    <button
      ref={handle}
      type="button"
      onPointerEnter={() => void loadPanel().catch(() => undefined)}
      onClick={onOpen}
      className="fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-20 inline-flex h-12 items-center gap-2 rounded-full border border-line bg-raised px-4 text-14 font-semibold shadow-[0_4px_24px_var(--color-ink)] transition-colors hover:border-faint md:right-6"
    >
      <MessageSquare size={18} aria-hidden="true" className="text-violet" />
      Chat
      {unread > 0 && (
        <span
          translate="no"
          className="figures rounded-full bg-violet px-2 py-0.5 text-12 font-semibold text-ink"
        >
          {count}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </button>
  )
}

/** How many messages of others came. */
function useUnread(): number {
  const { walletAddress } = useSession()
  const [unread, setUnread] = useState<readonly string[]>([])
  useLiveEvent('chat', (event) => {
    if (event.type === 'chatGone') setUnread((before) => before.filter((id) => id !== event.id))
    if (event.type !== 'chat' || event.message.walletAddress === walletAddress) return
    const { id } = event.message
    setUnread((before) => (before.includes(id) || before.length > COUNTED_MAX ? before : [...before, id]))
  })
  return unread.length
}
