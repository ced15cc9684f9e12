// What the holders of the program's keys did lately, from the index, each with its transaction.

import type { KeyEvent } from '@twinmint/sdk/api/records/keys'
import { useState } from 'react'
import { errorMessage } from '../data/api.ts'
import { RetryButton } from '../shared/RetryButton.tsx'
import { RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { keyEventText } from './keys-log.ts'
import { useKeyEvents } from './keys-queries.ts'

const FIRST = 5

/** `transactionUrl` has `{signature}` in it; undefined until it is known. */
export function KeysLog({ transactionUrl }: { readonly transactionUrl: string | undefined }) {
  const query = useKeyEvents()
  const { data, error } = query
  const [isAll, setIsAll] = useState(false)
  const events = data?.events ?? []
  const shown = isAll ? events : events.slice(0, FIRST)
  return (
    <section aria-label="What the keys did" className="mt-4 border-t border-line/60 pt-3">
      <h3 className="text-14 font-semibold">What the keys did</h3>
      {data === undefined && error !== null ? (
        <div role="alert" className="mt-2 flex flex-wrap items-center justify-between gap-3 text-13">
          <p className="text-muted">
            The log can’t be read. {errorMessage(error, 'The server did not say why.')}
          </p>
          <RetryButton query={query} size="sm" />
        </div>
      ) : data === undefined ? (
        <SkeletonGroup label="Reading what the keys did" className="mt-2">
          <Skeleton className="h-12" />
        </SkeletonGroup>
      ) : events.length === 0 ? (
        <p className="mt-2 text-13 text-muted">Nothing yet.</p>
      ) : (
        <ol className="mt-1">
          {shown.map((event) => (
            <Act key={event.sequence} event={event} transactionUrl={transactionUrl} />
          ))}
        </ol>
      )}
      {!isAll && events.length > FIRST && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setIsAll(true)}>
          Show {events.length - FIRST} more
        </Button>
      )}
    </section>
  )
}

function Act({
  event,
  transactionUrl,
}: {
  readonly event: KeyEvent
  readonly transactionUrl: string | undefined
}) {
  const text = keyEventText(event)
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line/60 py-2 text-13 last:border-0">
      <span className="min-w-0">{text}</span>
      <span className="flex shrink-0 items-center gap-2 text-muted">
        <RelativeTime iso={event.createdAt} ago />
        {transactionUrl !== undefined && (
          <a
            href={transactionUrl.replace('{signature}', event.txSignature)}
            aria-label={`Open the transaction: ${text}`}
            className="-m-3 p-3 text-violet-bright underline underline-offset-2"
          >
            tx
          </a>
        )}
      </span>
    </li>
  )
}
