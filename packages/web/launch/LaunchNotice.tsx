// A launch that was signed in a window that is gone: whether it went through, told once, on any page. What this browser
// remembers says only what to ask for; the server says what became of it.
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { Spinner } from '../ui/Logo.tsx'
import { type Fate, fateOf } from './flow.ts'
import {
  forgetForm,
  forgetSent,
  rememberedForm,
  restoreForm,
  type SentLaunch,
  sentLaunch,
} from './launch-storage.ts'
import { whileSending } from './sent-launch.ts'

/** Between two questions while nobody knows. */
const AGAIN_MS_MIN = 5_000
const AGAIN_MS_MAX = 60_000

interface News {
  readonly launch: SentLaunch
  readonly fate: Fate
}

export default function LaunchNotice({ path }: { readonly path: string }) {
  const [news, setNews] = useState<News>()
  const [quietId, setQuietId] = useState<string>()
  useEffect(() => {
    const page = new AbortController()
    void followSent(setNews, page.signal)
    // Another page of this browser was told.
    addEventListener('storage', () => sentLaunch() ?? setNews(withoutUnknown), { signal: page.signal })
    return () => page.abort()
  }, [path])
  if (news === undefined) return null
  const { launch, fate } = news
  const dismiss = () => setNews(undefined)
  if (fate.kind === 'launched') {
    const { id, name } = fate.collection
    return (
      <Card tone="up" title={`Launched: ${name}`} onDismiss={dismiss}>
        It went through while its window was closed.
        <Action href={`/trade/${id}`} onClick={dismiss}>
          Open it
        </Action>
      </Card>
    )
  }
  const { name } = launch.collectionData
  if (fate.kind === 'failed')
    return (
      <Card tone="down" title={`Not launched: ${name}`} onDismiss={dismiss}>
        {fate.message}
        <Action
          href="/launch"
          onClick={() => {
            restoreForm(launch)
            dismiss()
          }}
        >
          Try again
        </Action>
      </Card>
    )
  if (quietId === launch.launchId) return null
  return (
    <Card tone="open" title={`Signed: ${name}`} onDismiss={() => setQuietId(launch.launchId)}>
      Nobody knows yet whether it went through. This page goes on asking; launching again would pay again.
    </Card>
  )
}

/** Somebody knows by now what became of it. */
const withoutUnknown = (news: News | undefined): News | undefined =>
  news?.fate.kind === 'unknown' ? undefined : news

type Tell = (next: News | typeof withoutUnknown) => void

/** Asks until it is known what became of the launch that is remembered, and forgets it as it is told. */
async function followSent(tell: Tell, page: AbortSignal): Promise<void> {
  for (let waitMs = AGAIN_MS_MIN; !page.aborted; waitMs = Math.min(2 * waitMs, AGAIN_MS_MAX)) {
    const isOpen = await whileSending(() => askOnce(tell, page), { waits: true, signal: page }).catch(
      () => false,
    )
    if (!isOpen) return
    await new Promise((again) => setTimeout(again, waitMs))
  }
}

/** Answers whether nobody knows yet. */
async function askOnce(tell: Tell, page: AbortSignal): Promise<boolean> {
  // Another page may have been told meanwhile.
  const launch = sentLaunch()
  if (launch === undefined) {
    tell(withoutUnknown)
    return false
  }
  const fate = await fateOf(launch)
  // A page that was left tells nobody: the next one asks again.
  if (page.aborted) return false
  tell({ launch, fate })
  if (fate.kind === 'unknown') return true
  forgetSent()
  if (fate.kind === 'launched' && rememberedForm()?.name.trim() === fate.collection.name) forgetForm()
  return false
}

const TONES = { up: 'border-up/50', down: 'border-down/60', open: 'border-gold/50' }
const ICONS = {
  up: <CircleCheck size={20} aria-hidden="true" className="mt-px shrink-0 text-up" />,
  down: <CircleAlert size={20} aria-hidden="true" className="mt-px shrink-0 text-down" />,
  open: <Spinner size={20} className="mt-px shrink-0 text-gold" />,
}

/** Over the page, so that nothing moves: on a phone at the top, since buttons that act are at its bottom. */
function Card({
  tone,
  title,
  onDismiss,
  children,
}: {
  readonly tone: keyof typeof TONES
  readonly title: string
  readonly onDismiss: () => void
  readonly children: ReactNode
}) {
  return (
    <section
      aria-label="Your launch"
      className="pointer-events-none fixed top-0 left-0 z-40 w-full max-w-[26.25rem] p-4 md:top-auto md:bottom-0"
    >
      <div
        role={tone === 'down' ? 'alert' : 'status'}
        className={classNames(
          'pointer-events-auto flex animate-slide-in items-start gap-3 rounded-panel border bg-raised p-4 pr-2 text-text',
          TONES[tone],
        )}
      >
        {ICONS[tone]}
        <div className="min-w-0 flex-1">
          <p dir="auto" className="text-14 font-semibold wrap-anywhere">
            {title}
          </p>
          <div className="mt-0.5 text-13 text-muted">{children}</div>
        </div>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="-my-1.5 flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-line hover:text-text pointer-coarse:size-11"
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
    </section>
  )
}

function Action({
  href,
  onClick,
  children,
}: {
  readonly href: string
  readonly onClick: () => void
  readonly children: string
}) {
  return (
    <Link
      href={href}
      onClick={onClick}
      className="mt-2 flex min-h-6 w-fit items-center text-13 font-semibold text-violet underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  )
}
