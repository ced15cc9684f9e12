// The card of a coin's page: Buy, Sell and Swap as its tabs, and under them what the wallet has of the coin.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'

export type CardTab = 'BUY' | 'SELL' | 'SWAP'

export interface TradeCardProps {
  readonly collection: Collection
  readonly side: 'BUY' | 'SELL'
  readonly onSide: (side: 'BUY' | 'SELL') => void
}

export function MarketCard({
  collection,
  tab,
  onTab,
  TradeCard,
  swap,
  position,
}: {
  readonly collection: Collection
  readonly tab: CardTab
  readonly onTab: (tab: CardTab) => void
  readonly TradeCard: ComponentType<TradeCardProps>
  readonly swap: ReactNode
  readonly position: ReactNode
}) {
  // One form for both, so that an amount that is turned around stays.
  const trade = (
    <Suspense fallback={<Skeleton className="h-112 w-full" />}>
      <TradeCard collection={collection} side={tab === 'SELL' ? 'SELL' : 'BUY'} onSide={onTab} />
    </Suspense>
  )
  return (
    <div className="flex flex-col gap-2.5">
      <Tabs<CardTab>
        label="Buy, sell or swap"
        look="pills"
        value={tab}
        onChange={onTab}
        className="[&>[role=tabpanel]]:mt-2.5"
        items={[
          { id: 'BUY', label: 'Buy', tone: 'up', content: trade },
          { id: 'SELL', label: 'Sell', tone: 'down', content: trade },
          { id: 'SWAP', label: 'Swap', tone: 'violet', content: swap },
        ]}
      />
      <Suspense fallback={<Skeleton className="h-9 w-full" />}>{position}</Suspense>
    </div>
  )
}
