// Who has joined the waitlist, and all of it to take along.

import type { WaitlistEntry } from '@twinmint/sdk/internal/api/admin/contract'
import { exportName, formatSubmittedAt } from '@twinmint/sdk/internal/api/admin/rules'
import { Copy, Download, Users } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../data/api.ts'
import { Digits, writeToClipboard } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { groupThousands } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { PagedList } from './PagedList.tsx'
import { loadExport, useWaitlist } from './queries.ts'

export function WaitlistTab() {
  const pages = useWaitlist()
  const total = pages.pages[0]?.total
  return (
    <section aria-labelledby="waitlist-title">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 id="waitlist-title" className="font-display text-20 font-semibold md:text-28">
            Waitlist Submissions
          </h1>
          <p className="mt-1 text-14 text-muted">
            Total: <Digits>{total === undefined ? '–' : groupThousands(total)}</Digits> users
          </p>
        </div>
        <ExportOptions isEmpty={total === undefined || total === 0} />
      </div>
      <div className="mt-6">
        <PagedList
          pages={pages}
          loadingText="Loading waitlist..."
          errorTitle="Error loading waitlist"
          empty={
            <Message
              icon={<Users size={32} aria-hidden="true" className="text-faint" />}
              title="No waitlist submissions yet"
            >
              Entries will appear here when users join the waitlist
            </Message>
          }
          className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3"
          skeletonClassName="h-20 rounded-panel"
        >
          {(entry) => <EntryCard key={entry.id} entry={entry} />}
        </PagedList>
      </div>
    </section>
  )
}

function EntryCard({ entry: { username, submittedAt, ipAddress } }: { readonly entry: WaitlistEntry }) {
  return (
    <li className="flex min-w-0 items-center gap-3 rounded-panel border border-line bg-panel p-4">
      <span
        aria-hidden="true"
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-violet/15 text-16 font-semibold text-violet-bright"
      >
        {username.slice(0, 1).toUpperCase()}
      </span>
      <div className="min-w-0">
        <p className="truncate text-14 font-semibold" title={`@${username}`}>
          @{username}
        </p>
        <p className="text-12 text-muted">
          <time dateTime={submittedAt}>{formatSubmittedAt(submittedAt)}</time>
        </p>
        {ipAddress !== null && (
          <p translate="no" className="figures truncate text-12 text-faint">
            {ipAddress}
          </p>
        )}
      </div>
    </li>
  )
}

function ExportOptions({ isEmpty }: { readonly isEmpty: boolean }) {
  const [pending, setPending] = useState<'csv' | 'usernames'>()
  const run = async (format: 'csv' | 'usernames') => {
    setPending(format)
    try {
      const text = await loadExport(format)
      if (format === 'csv') saveFile(text)
      else if (await writeToClipboard(text.trimEnd()))
        showToast({ title: 'Copied!', description: 'Usernames copied to clipboard', tone: 'success' })
      else
        showToast({
          title: 'Not copied',
          description: 'Your browser keeps the clipboard closed. Take the CSV instead.',
          tone: 'destructive',
        })
    } catch (error) {
      showToast({
        title: 'Not exported',
        description: errorMessage(error, 'The server did not answer.'),
        tone: 'destructive',
      })
    } finally {
      setPending(undefined)
    }
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-13 font-medium text-muted">Export Options</legend>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          disabled={isEmpty}
          pending={pending === 'usernames'}
          onClick={() => void run('usernames')}
        >
          <Copy size={16} aria-hidden="true" />
          Copy Usernames
        </Button>
        <Button
          variant="secondary"
          disabled={isEmpty}
          pending={pending === 'csv'}
          onClick={() => void run('csv')}
        >
          <Download size={16} aria-hidden="true" />
          Export CSV
        </Button>
      </div>
    </fieldset>
  )
}

function saveFile(csv: string) {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = exportName(new Date())
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
