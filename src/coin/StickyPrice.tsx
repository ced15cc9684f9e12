// On a phone the price goes on being seen while the page is scrolled: a line below the page's head, once the coin's own
// head is gone. A repetition for the eye, so nothing for screen readers.
import { type RefObject, useEffect, useState } from 'react'
import { Money, Percent, Price } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { Picture } from '../ui/Picture.tsx'
import type { Collection } from '../wire/records/coin.ts'

export function StickyPrice({
  collection,
  below,
}: {
  readonly collection: Collection
  /** What must be out of sight. */
  readonly below: RefObject<HTMLElement | null>
}) {
  const isShown = useIsAbove(below)
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'pointer-events-none fixed inset-x-0 top-(--under-header) z-10 flex h-11 items-center gap-2 border-b border-line bg-ink px-4 text-13 transition-[translate,visibility] md:hidden',
        !isShown && 'invisible -translate-y-full',
      )}
    >
      <Picture
        src={collection.thumbnailUrl}
        name={collection.name}
        symbol={collection.symbol}
        size={24}
        alt=""
        className="size-6 shrink-0 rounded-small"
      />
      <span className="min-w-0 truncate font-semibold">{collection.symbol}</span>
      <Price sol={collection.currentPrice} className="ml-auto" />
      <Percent value={collection.change24hPercent} change />
      <Money usd={collection.marketCap} className={collection.isGraduated ? 'text-gold' : 'text-violet'} />
    </div>
  )
}

/** The page's head covers so much of the top. */
const HEAD_PX = 64

/** Whether the element has been scrolled away above. */
function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return
    const observer = new IntersectionObserver(
      ([entry]) =>
        setAbove(
          entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.bottom <= HEAD_PX + 1,
        ),
      { rootMargin: `-${HEAD_PX}px 0px 0px 0px` },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return isAbove
}
