// What is to be read of a coin, in tabs: the first is what is shown first, the others come when they are chosen.
import { type ComponentType, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { useSiteConfig } from '../site/queries.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import type { Collection } from '../wire/records/coin.ts'
import { InfoTab } from './InfoTab.tsx'

/** What other capabilities show in tabs of their own; each may be lazy. */
export interface TabParts {
  /** Within Coin Info. */
  readonly XrayPanel: ComponentType<{ readonly collection: Collection }>
  readonly ActivityTab: ComponentType<{ readonly collection: Collection }>
  readonly HoldersTab: ComponentType<{ readonly collection: Collection }>
  readonly CommentsTab: ComponentType<{ readonly collection: Collection }>
}

const TABS = ['info', 'activity', 'holders', 'comments'] as const
type Tab = (typeof TABS)[number]

/** The address names the tab, so that it can be linked and reloaded. */
function tabOf(params: URLSearchParams): Tab {
  return TABS.find((each) => each === params.get('tab')) ?? 'info'
}

function withTab(before: URLSearchParams, tab: Tab): URLSearchParams {
  const next = new URLSearchParams(before)
  if (tab === 'info') next.delete('tab')
  else next.set('tab', tab)
  return next
}

export function CollectionTabs({
  collection,
  parts: { XrayPanel, ActivityTab, HoldersTab, CommentsTab },
}: {
  readonly collection: Collection
  readonly parts: TabParts
}) {
  const { data: config } = useSiteConfig()
  const [params, setParams] = useSearchParams()
  const inTab = (Part: ComponentType<{ readonly collection: Collection }>) => (
    <Suspense fallback={<TabLoading />}>
      <Part collection={collection} />
    </Suspense>
  )
  return (
    <section
      id="details"
      aria-label="Details"
      className="min-w-0 scroll-mt-20 rounded-panel border border-line bg-panel"
    >
      <Tabs
        label="About this collection"
        value={tabOf(params)}
        onChange={(id) => setParams((before) => withTab(before, id), { replace: true })}
        items={[
          {
            id: 'info',
            label: 'Coin Info',
            content: <InfoTab collection={collection} config={config} XrayPanel={XrayPanel} />,
          },
          { id: 'activity', label: 'Activity', content: inTab(ActivityTab) },
          { id: 'holders', label: 'Top Holders', content: inTab(HoldersTab) },
          {
            id: 'comments',
            label: <CommentsLabel count={collection.commentCount} />,
            content: inTab(CommentsTab),
          },
        ]}
      />
    </section>
  )
}

function CommentsLabel({ count }: { readonly count: number }) {
  return (
    <>
      Comments
      {count > 0 && <span className="figures text-12 text-faint"> {count}</span>}
    </>
  )
}

function TabLoading() {
  return <Skeleton className="m-4 h-60" />
}
