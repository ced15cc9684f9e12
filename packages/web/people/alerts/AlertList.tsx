// Alerts that wait, each with what it waits for and the button that deletes it.

import type { Alert } from '@twinmint/sdk/api/alerts/contract'
import { alertText } from '@twinmint/sdk/api/alerts/rules'
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { RelativeTime } from '../../ui/amounts.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useRemoveAlert } from './queries.ts'

export const LIST = 'divide-y divide-line/60 rounded-panel border border-line bg-panel'

export function AlertList({
  wallet,
  alerts,
  showsCoin,
}: {
  readonly wallet: string
  readonly alerts: readonly Alert[]
  /** Of several coins. */
  readonly showsCoin: boolean
}) {
  const { mutate, isPending, variables } = useRemoveAlert(wallet)
  return (
    <ul aria-label="Alerts" className={LIST}>
      {alerts.map((alert) => (
        <li key={alert.id} className="flex min-h-14 items-center gap-3 py-1.5 pr-2 pl-4 text-13">
          {showsCoin && (
            <Picture
              src={alert.thumbnailUrl}
              name={alert.name}
              symbol={alert.symbol}
              size={40}
              lazy
              className="size-10 shrink-0 rounded-input"
            />
          )}
          <div className="min-w-0 flex-1">
            {showsCoin && (
              <Link
                href={`/trade/${alert.collectionId}`}
                className="block truncate text-14 font-semibold hover:underline"
              >
                {alert.name}
              </Link>
            )}
            <p className={showsCoin ? 'text-muted' : 'text-14 font-medium'}>{alertText(alert)}</p>
          </div>
          <span className="shrink-0 text-12 text-faint">
            <RelativeTime iso={alert.createdAt} ago />
          </span>
          <button
            type="button"
            aria-label={`Delete: ${alert.symbol}, ${alertText(alert)}`}
            disabled={isPending && variables === alert.id}
            onClick={() => mutate(alert.id)}
            className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text disabled:text-faint"
          >
            <X size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
