// What there is before the opening: the logo under the stars, and the waitlist.

import type { LandingStatus } from '@twinmint/sdk/internal/api/platform/landing-contract'
import { FileText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Mark } from '../../ui/Logo.tsx'
import { JoinForm } from './JoinForm.tsx'
import { startParticles, startStars } from './starfield.ts'

export default function LandingPage({ status }: { readonly status: LandingStatus }) {
  const stars = useRef<HTMLDivElement>(null)
  useEffect(() => (stars.current === null ? undefined : startStars(stars.current)), [])
  useEffect(() => {
    // The place that is kept for a scroll bar has the document's own colour.
    const { style } = document.documentElement
    style.backgroundColor = '#000'
    return () => {
      style.backgroundColor = ''
    }
  }, [])
  return (
    <div className="relative flex min-h-dvh flex-col items-center overflow-x-clip bg-[#000] px-4 text-center">
      <title>Twinmint · Join the waitlist</title>
      <div
        ref={stars}
        aria-hidden="true"
        data-testid="stars"
        className="pointer-events-none fixed inset-0 contain-strict"
      />
      <main className="relative flex w-full max-w-md flex-1 flex-col items-center justify-center py-12">
        <SparklingLogo />
        <JoinForm followUrl={status.followUrl} />
      </main>
      <nav
        aria-label="More"
        className="relative flex flex-wrap items-center justify-center gap-x-6 pb-[max(1rem,env(safe-area-inset-bottom))] text-14"
      >
        {status.deckUrl !== null && (
          <a
            href={status.deckUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex h-11 items-center gap-2 text-muted underline-offset-4 transition-colors hover:text-text hover:underline"
          >
            <FileText size={16} aria-hidden="true" />
            Presentation deck
          </a>
        )}
        {/* The docs open with the rest of the site. */}
        <button type="button" disabled className="h-11 text-faint">
          Docs (Coming Soon)
        </button>
      </nav>
    </div>
  )
}

const TAP_MS = 1_500

/** Purple particles fly out while a pointer or the focus is on it, and for a moment after a tap. */
function SparklingLogo() {
  const layer = useRef<HTMLSpanElement>(null)
  const stop = useRef<(() => void) | undefined>(undefined)
  const tapTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sparkle = () => {
    clearTimeout(tapTimer.current)
    if (layer.current !== null) stop.current ??= startParticles(layer.current)
  }
  const rest = () => {
    clearTimeout(tapTimer.current)
    stop.current?.()
    stop.current = undefined
  }
  useEffect(() => rest, [])
  return (
    <h1 className="relative">
      <span
        ref={layer}
        aria-hidden="true"
        data-testid="particles"
        className="pointer-events-none absolute top-14 left-1/2"
      />
      <button
        type="button"
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse') sparkle()
        }}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') rest()
        }}
        onFocus={sparkle}
        onBlur={rest}
        onPointerDown={({ pointerType }) => {
          if (pointerType === 'mouse') return
          sparkle()
          tapTimer.current = setTimeout(rest, TAP_MS)
        }}
        className="relative flex flex-col items-center gap-5 rounded-panel p-2"
      >
        <Mark size={112} className="text-violet" />
        <span className="font-display text-28 font-semibold tracking-tight md:text-40">Twinmint</span>
      </button>
    </h1>
  )
}
