// The admin pages: one heading, one row of tabs, and below it what the address names.
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { keyOf } from '../data/query-keys.ts'
import { useLanding } from '../shared/landing-queries.ts'
import { classNames } from '../ui/class-names.ts'
import { AuditTab } from './AuditTab.tsx'
import { CollectionsTab } from './CollectionsTab.tsx'
import { LandingTab } from './LandingTab.tsx'
import { ReportsTab } from './ReportsTab.tsx'
import { SessionsTab } from './SessionsTab.tsx'
import { WaitlistTab } from './WaitlistTab.tsx'

const TABS: readonly { readonly id: string; readonly label: string; readonly Tab: ComponentType }[] = [
  { id: 'waitlist', label: 'Waitlist', Tab: WaitlistTab },
  { id: 'landing', label: 'Landing', Tab: LandingTab },
  { id: 'collections', label: 'Collections', Tab: CollectionsTab },
  { id: 'reports', label: 'Reports', Tab: ReportsTab },
  { id: 'sessions', label: 'Sessions', Tab: SessionsTab },
  { id: 'audit', label: 'Log', Tab: AuditTab },
]

/** So much of the tab before stays in sight. */
const TAB_BEFORE = 48

export default function AdminPage({ tab }: { readonly tab: string }) {
  const client = useQueryClient()
  const { landingEnabled, mayEnter } = useLanding()
  // Whoever has just become an admin may leave these pages at once.
  useEffect(() => {
    if (!mayEnter) void client.invalidateQueries({ queryKey: keyOf('landing') })
  }, [mayEnter, client])
  // On a phone the row is wider than the screen.
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(`[href$="/${tab}"]`)
    if (chosen) row.current?.scrollTo({ left: chosen.offsetLeft - TAB_BEFORE })
  }, [tab])
  const current = TABS.find(({ id }) => id === tab)
  if (current === undefined) return null
  return (
    <div className="py-6">
      <title>{`${current.label} · Admin · Twinmint`}</title>
      <nav
        ref={row}
        aria-label="Admin"
        className="no-scrollbar relative -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4"
      >
        {TABS.map(({ id, label }) => (
          <Link
            key={id}
            href={`/admin/${id}`}
            aria-current={id === tab ? 'page' : undefined}
            className={classNames(
              '-mb-px inline-flex h-11 shrink-0 items-center border-b-2 px-3 text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
              id === tab ? 'border-violet text-text' : 'border-transparent text-muted hover:text-text',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {landingEnabled && (
        <p className="mt-4 rounded-input border border-gold/50 bg-gold/10 px-3 py-2 text-13 text-gold">
          The landing is up: everybody but admins sees the waitlist instead of the site.
        </p>
      )}
      <div className="mt-6">
        <current.Tab />
      </div>
    </div>
  )
}
