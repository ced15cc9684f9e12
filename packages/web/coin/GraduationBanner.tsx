// A coin that has migrated, told once: whoever has seen it finds the facts in Coin Info. Loaded where it is needed.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Sparkles, X } from 'lucide-react'
import { Link } from 'wouter'
import { RelativeTime, Sol } from '../ui/amounts.tsx'
import { notCountedText } from './figures.ts'

export default function GraduationBanner({
  collection: { graduatedAt, graduationSignature, graduationStands, graduationStandsAt, realLamports },
  onDismiss,
}: {
  readonly collection: Collection
  readonly onDismiss: () => void
}) {
  return (
    <section
      role="status"
      aria-label="Migrated"
      className="flex min-h-13 animate-rise items-center gap-3 rounded-panel border border-gold/50 bg-gold/10 py-1 pr-1 pl-3 text-13"
    >
      <Sparkles size={20} aria-hidden="true" className="shrink-0 text-gold" />
      <p className="min-w-0 flex-1 text-muted">
        <span className="font-semibold text-gold">This token has migrated.</span> Its curve became an open
        pool
        {graduatedAt !== null && (
          <>
            {' '}
            {graduationSignature === null ? (
              <RelativeTime iso={graduatedAt} ago className="text-text" />
            ) : (
              <Link
                href={`/tx/${graduationSignature}`}
                className="text-text underline decoration-line underline-offset-4 hover:decoration-text"
              >
                <RelativeTime iso={graduatedAt} ago />
              </Link>
            )}
          </>
        )}
        ; <Sol lamports={realLamports} className="text-text" /> are in it now.
        <span className="max-md:hidden">
          {' '}
          {notCountedText({ graduationStands, graduationStandsAt }) ?? 'You trade as before.'}
        </span>
      </p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-text pointer-coarse:size-11"
      >
        <X size={16} aria-hidden="true" />
      </button>
    </section>
  )
}
