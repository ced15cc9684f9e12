// Comments and chat messages that somebody reported, and what to do about them.

import type { ReportDecision, ReportedMessage } from '@twinmint/sdk/api/community/contract'
import { Flag } from 'lucide-react'
import { Link } from 'wouter'
import { errorMessage } from '../data/api.ts'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { Digits, RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { groupThousands } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { PagedList } from './PagedList.tsx'
import { useReportDecision, useReports } from './queries.ts'

export function ReportsTab() {
  const reports = useReports()
  const openCount = reports.pages[0]?.openCount
  return (
    <section aria-labelledby="reports-title">
      <h1 id="reports-title" className="font-display text-20 font-semibold md:text-28">
        Reports
      </h1>
      <p className="mt-1 text-14 text-muted">
        <Digits>{openCount === undefined ? '–' : groupThousands(openCount)}</Digits> waiting for a decision
      </p>
      <div className="mt-6">
        <PagedList
          pages={reports}
          loadingText="Loading reports..."
          errorTitle="Error loading reports"
          empty={
            <Message
              icon={<Flag size={32} aria-hidden="true" className="text-faint" />}
              title="Nothing was reported"
            >
              Comments and chat messages that somebody reports appear here.
            </Message>
          }
          className="flex flex-col gap-3"
          skeletonClassName="h-32 rounded-panel"
        >
          {(report) => <ReportCard key={report.id} report={report} />}
        </PagedList>
      </div>
    </section>
  )
}

function ReportCard({ report }: { readonly report: ReportedMessage }) {
  const { id, kind, collection, username, walletAddress, message, timestamp, state, isOpen, reports } = report
  const decide = useReportDecision()
  const run = (action: ReportDecision['action']) =>
    decide.mutate(
      { id, action },
      {
        onError: (error) =>
          showToast({
            title: 'Nothing was changed',
            description: errorMessage(error, 'The server did not answer.'),
            tone: 'destructive',
          }),
      },
    )
  return (
    <li className="rounded-panel border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
        <span className="font-medium text-text">{username}</span>
        <ShortAddress address={walletAddress} label="author" />
        {kind === 'chat' || collection === null ? (
          <span>in the chat</span>
        ) : (
          <span>
            on{' '}
            <Link href={`/trade/${collection.id}`} className="text-text underline underline-offset-4">
              {collection.name}
            </Link>
          </span>
        )}
        <RelativeTime iso={timestamp} ago />
      </div>
      <p className="mt-2 text-14 whitespace-pre-wrap">
        {state === 'deleted' ? <i className="text-faint">Its author has deleted it.</i> : message}
      </p>
      <ul className="mt-3 flex flex-col gap-1 border-l-2 border-line pl-3 text-13 text-muted">
        {reports.map(({ walletAddress: reporter, reason, timestamp: at }) => (
          <li key={reporter} className="flex flex-wrap items-center gap-x-2">
            <Flag size={14} aria-hidden="true" className="text-gold" />
            <span className="text-text">{reason === '' ? 'No reason given' : reason}</span>
            <ShortAddress address={reporter} label="reporter" />
            <RelativeTime iso={at} ago />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {state === 'shown' && (
          <Button size="sm" variant="danger" disabled={decide.isPending} onClick={() => run('hide')}>
            Hide the message
          </Button>
        )}
        {state === 'hidden' && (
          <Button size="sm" variant="secondary" disabled={decide.isPending} onClick={() => run('restore')}>
            Show it again
          </Button>
        )}
        {isOpen && state === 'shown' && (
          <Button size="sm" variant="secondary" disabled={decide.isPending} onClick={() => run('dismiss')}>
            Leave it
          </Button>
        )}
        <Standing report={report} />
      </div>
    </li>
  )
}

function Standing({ report: { state, isOpen, decidedAt } }: { readonly report: ReportedMessage }) {
  if (isOpen) return <span className="text-13 text-gold">Open</span>
  return (
    <span className="text-13 text-muted">
      {state === 'hidden' ? 'Hidden' : state === 'deleted' ? 'Deleted' : 'Left as it is'}
      {decidedAt !== null && (
        <>
          {' '}
          <RelativeTime iso={decidedAt} ago />
        </>
      )}
    </span>
  )
}
