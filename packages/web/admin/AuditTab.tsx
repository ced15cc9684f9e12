// What admins did: who, when, what, before and after.

import type { AuditEntry } from '@twinmint/sdk/internal/api/admin/contract'
import { ScrollText } from 'lucide-react'
import { RelativeTime } from '../ui/amounts.tsx'
import { shortAddress } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { PagedList } from './PagedList.tsx'
import { useAudit } from './queries.ts'

const WORDS: Readonly<Record<string, string>> = {
  'admin.enter': 'came in by the link',
  'waitlist.export': 'exported the waitlist',
  'landing.set': 'set the landing',
  'collection.mark': 'marked a coin',
  'collection.reread': 'had a coin read again',
  'report.hide': 'hid a message',
  'report.dismiss': 'left a message as it is',
  'report.restore': 'showed a message again',
  'session.end': 'ended a session',
}

export function AuditTab() {
  return (
    <section aria-labelledby="audit-title">
      <h1 id="audit-title" className="font-display text-20 font-semibold md:text-28">
        Log
      </h1>
      <p className="mt-2 text-14 text-muted">Everything that admins did. Nothing here is ever changed.</p>
      <div className="mt-4">
        <PagedList
          pages={useAudit()}
          loadingText="Loading the log..."
          errorTitle="Error loading the log"
          empty={
            <Message
              icon={<ScrollText size={32} aria-hidden="true" className="text-faint" />}
              title="Nothing was done yet"
            >
              What admins change appears here.
            </Message>
          }
          className="flex flex-col gap-2"
          skeletonClassName="h-16 rounded-panel"
        >
          {(entry) => <Entry key={entry.id} entry={entry} />}
        </PagedList>
      </div>
    </section>
  )
}

function Entry({
  entry: { actor, action, subject, before, after, createdAt },
}: {
  readonly entry: AuditEntry
}) {
  const changes = changesOf(before, after)
  return (
    <li className="rounded-panel border border-line bg-panel p-3">
      <p className="flex flex-wrap items-baseline gap-x-2 text-14">
        <span translate="no" className="font-medium" title={actor}>
          {shortAddress(actor)}
        </span>
        <span>{WORDS[action] ?? action}</span>
        <RelativeTime iso={createdAt} ago className="ml-auto text-12 text-muted" />
      </p>
      <p translate="no" className="figures mt-1 text-12 break-all text-muted">
        {subject}
      </p>
      {changes !== '' && <p className="mt-1 text-12 break-words text-muted">{changes}</p>}
    </li>
  )
}

/** "isHidden: false → true"; what stayed is left out. */
function changesOf(before: unknown, after: unknown): string {
  const fieldsOf = (value: unknown) =>
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => old[field] !== now[field])
    .map((field) =>
      field in old && field in now
        ? `${field}: ${String(old[field])} → ${String(now[field])}`
        : `${field}: ${String(old[field] ?? now[field])}`,
    )
    .join(', ')
}
