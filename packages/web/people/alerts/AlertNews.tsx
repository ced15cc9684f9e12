// The bell of the page's head, with how much is unread; and a toast for what fires while the page is open. Loaded with the
// first connection.

import type { Notification } from '@twinmint/sdk/api/alerts/contract'
import { notificationText } from '@twinmint/sdk/api/alerts/rules'
import { Bell } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { showToast } from '../../ui/toasts/toast.ts'
import { useSession } from '../session/queries.ts'
import { useLiveNotifications, useNotifications } from './queries.ts'

export const ALERTS_PATH = '/portfolio?tab=alerts'

export function AlertNews() {
  const { walletAddress } = useSession()
  usePushOfWallet(walletAddress)
  return walletAddress === undefined ? null : <NewsOf key={walletAddress} wallet={walletAddress} />
}

/** Whoever signs out here, or changes the wallet, is not told in this browser any more. */
function usePushOfWallet(walletAddress: string | undefined): void {
  const before = useRef(walletAddress)
  useEffect(() => {
    const left = before.current
    before.current = walletAddress
    if (left === undefined || left === walletAddress) return
    void import('./push-switch.ts')
      .then(({ unsubscribeHere }) => unsubscribeHere())
      .catch((error: unknown) => console.error('Notifications of the wallet before go on', error))
  }, [walletAddress])
}

function NewsOf({ wallet }: { readonly wallet: string }) {
  const { data } = useNotifications(wallet)
  useLiveNotifications(wallet)
  /** When the latest that was seen fired; undefined until the list was read once. */
  const seenAt = useRef<string>(undefined)
  useEffect(() => {
    if (data === undefined) return
    const before = seenAt.current
    const [latest] = data.notifications
    seenAt.current = latest?.createdAt ?? before ?? ''
    if (before === undefined) return
    const fresh = data.notifications.filter(({ createdAt, isRead }) => createdAt > before && !isRead)
    const [first] = fresh
    if (first === undefined) return
    const { title, body, path } = notificationText(first)
    const more = fresh.length - 1
    showToast({
      title,
      description: more === 0 ? body : `${body} And ${more} more.`,
      tone: 'success',
      action: more === 0 ? { label: openLabel(first), href: path } : { label: 'See all', href: ALERTS_PATH },
    })
  }, [data])
  const unread = data?.unreadCount ?? 0
  return (
    <Link
      href={ALERTS_PATH}
      aria-label={unread === 0 ? 'Alerts' : `Alerts, ${unread} unread`}
      title="Alerts"
      className="relative hidden size-11 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text lg:flex"
    >
      <Bell size={20} aria-hidden="true" />
      {unread > 0 && <UnreadCount count={unread} className="absolute top-1 right-0.5" />}
    </Link>
  )
}

/** Where its words lead. */
const openLabel = ({ kind, nft }: Notification): string =>
  nft === null ? 'Open the coin' : kind === 'offer' ? 'See the offer' : 'Open the NFT'

/** Beside "Alerts" in the wallet's menu. */
export function UnreadBadge() {
  const { walletAddress } = useSession()
  return walletAddress === undefined ? null : <BadgeOf wallet={walletAddress} />
}

function BadgeOf({ wallet }: { readonly wallet: string }) {
  const count = useNotifications(wallet).data?.unreadCount ?? 0
  return count === 0 ? null : (
    <>
      <UnreadCount count={count} className="ml-auto" />
      <span className="sr-only">unread</span>
    </>
  )
}

function UnreadCount({ count, className }: { readonly count: number; readonly className: string }) {
  return (
    <span
      className={`figures flex h-4 min-w-4 items-center justify-center rounded-full bg-violet px-1 text-12/4 font-semibold text-ink ${className}`}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
