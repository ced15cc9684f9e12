// What is to be read of a coin, in tabs: the first is what is shown first, the others come when they are chosen.
import { type ComponentType, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { useSiteConfig } from '../discover/queries.ts'
import { later } from '../ui/later.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import type { Collection } from './contract.ts'
import { InfoTab } from './InfoTab.tsx'

const ActivityTab = later(() => import('./ActivityTab.tsx'))
const HoldersTab = later(() => import('./HoldersTab.tsx'))

const TABS = ['info', 'activity', 'holders', 'comments'] as const
type Tab = (typeof TABS)[number]

/** The address names the tab, so that it can be linked and reloaded. */
function tabOf(params: URLSearchParams, hasComments: boolean): Tab {
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'info'
  return tab === 'comments' && !hasComments ? 'info' : tab
}

function withTab(before: URLSearchParams, tab: Tab): URLSearchParams {
  const next = new URLSearchParams(before)
  if (tab === 'info') next.delete('tab')
  else next.set('tab', tab)
  return next
}

export function CollectionTabs({
  collection,
  CommentsTab,
}: {
  readonly collection: Collection
  readonly CommentsTab: ComponentType<{ readonly collection: Collection }> | undefined
}) {
  const { data: config } = useSiteConfig()
  const [params, setParams] = useSearchParams()
  return (
    <section
      id="details"
      aria-label="Details"
      className="min-w-0 scroll-mt-20 rounded-panel border border-line bg-panel"
    >
      <Tabs
        label="About this collection"
        value={tabOf(params, CommentsTab !== undefined)}
        onChange={(id) => setParams((before) => withTab(before, id), { replace: true })}
        items={[
          { id: 'info', label: 'Coin Info', content: <InfoTab collection={collection} config={config} /> },
          {
            id: 'activity',
            label: 'Activity',
            content: (
              <Suspense fallback={<TabLoading />}>
                <ActivityTab
                  collection={collection}
                  explorerTransactionUrl={config?.explorerTransactionUrl ?? null}
                />
              </Suspense>
            ),
          },
          {
            id: 'holders',
            label: 'Top Holders',
            content: (
              <Suspense fallback={<TabLoading />}>
                <HoldersTab collection={collection} explorerAddressUrl={config?.explorerAddressUrl ?? null} />
              </Suspense>
            ),
          },
          ...(CommentsTab === undefined
            ? []
            : [
                {
                  id: 'comments' as const,
                  label: <CommentsLabel count={collection.commentCount} />,
                  content: (
                    <Suspense fallback={<TabLoading />}>
                      <CommentsTab collection={collection} />
                    </Suspense>
                  ),
                },
              ]),
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
