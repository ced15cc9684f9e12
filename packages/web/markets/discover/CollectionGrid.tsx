// The coins side by side. They stand still while somebody is at them; their figures go on.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { topPerformerId } from '@twinmint/sdk/api/records/top-performer'
import { type ComponentType, Suspense, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { holdOrder, useOrderTaken, usePause } from '../../ui/steady.ts'
import { useGlide } from './animate-moves.ts'
import { CompactCard, CompactCardSkeleton } from './CompactCard.tsx'
import { type CollectionCardProps, CollectionCardSkeleton } from './card-parts.tsx'
import type { Density } from './density.ts'
import { useTrending } from './list-queries.ts'

const GRIDS: Record<Density, string> = {
  large: 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4 xl:grid-cols-5',
  compact: 'grid grid-cols-1 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] lg:gap-3',
}
const CARDS: Record<Density, ComponentType<CollectionCardProps>> = {
  large: lazyPart(() => import('./CollectionCard.tsx')),
  compact: CompactCard,
}

const idsOf = (collections: readonly ListedCoin[]) => collections.map(({ id }) => id)

interface GridProps {
  readonly density: Density
  readonly collections: readonly ListedCoin[]
  /** Another one is another list, shown in its own order at once. */
  readonly listKey: string
}

export function CollectionGrid(props: GridProps) {
  return (
    <Suspense fallback={<GridSkeleton density={props.density} />}>
      <Grid key={props.density} {...props} />
    </Suspense>
  )
}

function Grid({ density, collections, listKey }: GridProps) {
  const { data: trending } = useTrending()
  const topId = trending && topPerformerId(trending)
  const Card = CARDS[density]
  const pause = usePause()
  const ordered = useHeldOrder(collections, listKey, pause.reason !== undefined)
  const list = useRef<HTMLUListElement>(null)
  useGlide(list, idsOf(ordered))
  return (
    <ul ref={list} className={GRIDS[density]} {...pause.handlers}>
      {ordered.map((collection) => (
        <li key={collection.id} data-id={collection.id} className="flex min-w-0 flex-col [&>*]:flex-1">
          <Card collection={collection} isTop={collection.id === topId} />
        </li>
      ))}
    </ul>
  )
}

/** The coins in an order that is taken anew every few seconds at most, and never while paused. */
function useHeldOrder(
  collections: readonly ListedCoin[],
  listKey: string,
  isPaused: boolean,
): readonly ListedCoin[] {
  const [held, setHeld] = useState({ listKey, ids: idsOf(collections) })
  const take = () => setHeld({ listKey, ids: idsOf(collections) })
  if (held.listKey !== listKey) take()
  const ordered = held.listKey === listKey ? holdOrder(collections, held.ids) : collections
  const isDue = !isPaused && idsOf(ordered).join() !== idsOf(collections).join()
  useOrderTaken(isDue, listKey, take)
  return ordered
}

export function GridSkeleton({ density }: { readonly density: Density }) {
  const [Card, count] = density === 'large' ? [CollectionCardSkeleton, 10] : [CompactCardSkeleton, 21]
  return (
    <SkeletonGroup label="Loading collections" className={classNames(GRIDS[density])}>
      {Array.from({ length: count }, (_, at) => (
        <Card key={at} />
      ))}
    </SkeletonGroup>
  )
}
