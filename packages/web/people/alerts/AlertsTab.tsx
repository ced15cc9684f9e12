// All alerts of the wallet, what fired, and whether this browser is told.

import type { Notification } from '@twinmint/sdk/api/alerts/contract'
import { FIRES_ONCE, notificationText } from '@twinmint/sdk/api/alerts/rules'
import { Bell, BellRing } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Loaded } from '../../shared/Loaded.tsx'
import { RelativeTime } from '../../ui/amounts.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { AlertList, LIST } from './AlertList.tsx'
import { AlertsOf } from './AlertsOf.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { useAlerts, useClearNotifications, useMarkRead, useNotifications } from './queries.ts'

export default function AlertsTab() {
  return (
    <AlertsOf>
      {(wallet) => (
        <div className="flex flex-col gap-6">
          <PushSwitch wallet={wallet} />
          <Fired key={wallet} wallet={wallet} />
          <Waiting wallet={wallet} />
        </div>
      )}
    </AlertsOf>
  )
}

function Section({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-3">
      <Skeleton className="h-14 w-full rounded-panel!" />
      <Skeleton className="h-14 w-full rounded-panel!" />
    </SkeletonGroup>
  )
}

const FAILURE = { failedTitle: 'The list could not be loaded', level: 'h3' } as const

function Waiting({ wallet }: { readonly wallet: string }) {
  return (
    <Section title="Waiting">
      <Loaded query={useAlerts(wallet)} skeleton={<ListSkeleton label="Loading alerts" />} {...FAILURE}>
        {({ alerts }) =>
          alerts.length === 0 ? (
            <Message
              icon={<Bell size={32} aria-hidden="true" className="text-violet" />}
              title="No alerts wait"
              level="h3"
              action={
                <Link href="/trade" className={buttonClass('primary')}>
                  Browse markets
                </Link>
              }
            >
              The bell on a coin’s page sets one: for a price, a market cap, or the graduation. Wallets that
              you follow with their bell on stand here too, when they trade.
            </Message>
          ) : (
            <>
              <AlertList wallet={wallet} alerts={alerts} showsCoin />
              <p className="text-12 text-faint">{FIRES_ONCE}</p>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

/** Ids of what was unread when it came into view: it stays marked until the list is left. */
function useUnreadHere(wallet: string, notifications: readonly Notification[] | undefined) {
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useMarkRead(wallet)
  const latest = notifications?.[0]?.id
  const ids = notifications?.filter(({ isRead }) => !isRead).map(({ id }) => id) ?? []
  const news = ids.filter((id) => !unread.has(id))
  if (news.length > 0) setUnread(new Set([...unread, ...news]))
  const hasNews = ids.length > 0
  useEffect(() => {
    if (hasNews && latest !== undefined) mutate(latest)
  }, [hasNews, latest, mutate])
  return unread
}

function Fired({ wallet }: { readonly wallet: string }) {
  const query = useNotifications(wallet)
  const clear = useClearNotifications(wallet)
  const unread = useUnreadHere(wallet, query.data?.notifications)
  return (
    <Section
      title="What fired"
      aside={
        query.data !== undefined &&
        query.data.notifications.length > 0 && (
          <Button variant="ghost" size="sm" pending={clear.isPending} onClick={() => clear.mutate()}>
            Clear
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<ListSkeleton label="Loading notifications" />} {...FAILURE}>
        {({ notifications }) =>
          notifications.length > 0 ? (
            <ul aria-label="Notifications" className={LIST}>
              {notifications.map((notification) => (
                <Item key={notification.id} notification={notification} isNew={unread.has(notification.id)} />
              ))}
            </ul>
          ) : (
            <Message
              icon={<BellRing size={32} aria-hidden="true" className="text-faint" />}
              title="Nothing yet"
              level="h3"
              isSmall
            >
              What your alerts find stands here, and what happens to your NFTs on their market: offers, sales.
              The last hundred of it.
            </Message>
          )
        }
      </Loaded>
    </Section>
  )
}

function Item({ notification, isNew }: { readonly notification: Notification; readonly isNew: boolean }) {
  const { name, symbol, thumbnailUrl, createdAt } = notification
  const { title, body, path } = notificationText(notification)
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-4 py-2 text-13 hover:bg-raised">
      <Picture
        src={thumbnailUrl}
        name={name}
        symbol={symbol}
        size={40}
        lazy
        className="size-10 shrink-0 rounded-input"
      />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <Link href={path} className="text-14 font-semibold after:absolute after:inset-0 after:z-1">
          {title}
        </Link>
        <p className="text-muted">{body}</p>
      </div>
      {isNew && (
        <span className="shrink-0 rounded-full border border-violet/50 px-2 py-0.5 text-12 text-violet">
          New
        </span>
      )}
      <span className="shrink-0 text-12 text-faint">
        <RelativeTime iso={createdAt} ago />
      </span>
    </li>
  )
}
