// The launch page: one form behind two routes, each with its own words.
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useIsTakenOver } from '../ui/hydration/hydration.ts'
import { LaunchForm } from './LaunchForm.tsx'
import { hasRemembered } from './launch-storage.ts'
import { LAUNCH_TEXTS, type LaunchVariant } from './launch-texts.ts'

export default function LaunchPage({ variant }: { readonly variant: LaunchVariant }) {
  // The server draws an empty form. What this browser remembers comes in another one, once the page has taken over.
  const isTakenOver = useIsTakenOver()
  const [isRemembered] = useState(hasRemembered)
  const { title, subtitle } = LAUNCH_TEXTS[variant]
  return (
    <div className="mx-auto w-full max-w-[72.5rem] py-3 md:py-5">
      <title>{`${title} · Twinmint`}</title>
      <Link
        href="/"
        className="-ml-2 inline-flex h-11 items-center gap-2 rounded-full px-2 text-14 text-muted transition-colors hover:text-text md:h-8"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to Home
      </Link>
      <h1 className="mt-4 font-display text-28 font-semibold md:text-40">{title}</h1>
      <p className="mt-3 max-w-2xl text-16 text-muted">{subtitle}</p>
      <LaunchForm key={isTakenOver && isRemembered ? 'remembered' : 'new'} variant={variant} />
    </div>
  )
}
