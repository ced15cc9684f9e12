// GIGA TRENDING: the three coins of the moment on a ring that turns by click, wheel, drag, swipe and arrow keys. What a
// gesture means is decided in ring.ts.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { topPerformerId } from '@twinmint/sdk/api/records/top-performer'
import { RING_PICTURE_SIZES } from '@twinmint/sdk/internal/api/home/first-lists'
import { BadgeCheck, ChevronLeft, ChevronRight, Crown, Flame, MessageSquare } from 'lucide-react'
import { type CSSProperties, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { GraduatedMark } from '../../shared/GraduatedMark.tsx'
import { Digits, Flash, Money, Percent, Price } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/Picture.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useTrending } from './list-queries.ts'
import {
  cardAngles,
  decideWheel,
  dragStep,
  isLocked,
  keepPlaces,
  keyStep,
  passed,
  RING_AT_REST,
  type RingStep,
  ringPlace,
  stepTo,
} from './ring.ts'

const RING_MAX = 3

export function TrendingRing() {
  const { data, isPending } = useTrending()
  if (data === undefined) return isPending ? <RingSkeleton /> : null
  if (data.length === 0) return null
  return <Ring collections={data.slice(0, RING_MAX)} topId={topPerformerId(data)} />
}

function Ring({
  collections,
  topId,
}: {
  readonly collections: readonly ListedCoin[]
  readonly topId: string | undefined
}) {
  const places = useKeptPlaces(collections)
  const count = places.length
  const { turns, move, section } = useTurns(count)
  const drag = useDrag(move)
  const centre = ringPlace(turns, 0, count)
  useFocusFollows(section, centre)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of what has the focus inside
    <section
      ref={section}
      aria-roledescription="carousel"
      aria-labelledby="trending-title"
      onKeyDown={(event) => {
        const step = keyStep(event.key)
        if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        move(step)
      }}
      className="min-w-0"
    >
      <RingTitle />
      <div
        {...drag}
        className={classNames(
          'carousel-stage -mx-4 select-none md:-mx-6 lg:mx-0',
          count > 1 && 'cursor-grab active:cursor-grabbing',
        )}
      >
        <div className={classNames('carousel-ring', count === 2 && '-translate-x-[12%]')}>
          {places.map((collection, index) => (
            <RingCard
              key={collection.id}
              collection={collection}
              isTop={collection.id === topId}
              label={`${index + 1} of ${count}`}
              {...cardAngles(index, turns, count)}
              onPick={() => move(stepTo(ringPlace(index, turns, count), count))}
            />
          ))}
        </div>
      </div>
      {count > 1 && (
        <div className="mt-1 flex items-center justify-center">
          <Turn label="Previous coin" onClick={() => move(-1)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </Turn>
          {places.map(({ id, name }, index) => (
            <button
              key={id}
              type="button"
              aria-label={`Show ${name}`}
              aria-current={index === centre || undefined}
              onClick={() => move(stepTo(ringPlace(index, turns, count), count))}
              className="group flex size-8 items-center justify-center rounded-full pointer-coarse:size-11"
            >
              <span className="size-2 rounded-full bg-line transition-colors group-hover:bg-faint group-aria-[current]:bg-violet" />
            </button>
          ))}
          <Turn label="Next coin" onClick={() => move(1)}>
            <ChevronRight size={20} aria-hidden="true" />
          </Turn>
        </div>
      )}
      <p role="status" className="sr-only">
        {count > 1 && `${places[centre]?.name}, ${centre + 1} of ${count}`}
      </p>
    </section>
  )
}

function RingTitle() {
  return (
    <h2
      id="trending-title"
      className="flex items-center justify-center gap-2 font-display text-16 font-semibold tracking-tight md:text-20"
    >
      <Flame size={20} aria-hidden="true" className="text-gold" />
      GIGA TRENDING
    </h2>
  )
}

function Turn({
  label,
  onClick,
  children,
}: {
  readonly label: string
  readonly onClick: () => void
  readonly children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="flex size-9 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text pointer-coarse:size-11"
    >
      {children}
    </button>
  )
}

/** The coins in their places: the list may change its order, but the one in the centre does not go away by itself. */
function useKeptPlaces(collections: readonly ListedCoin[]): readonly ListedCoin[] {
  const now = collections.map(({ id }) => id)
  const [before, setBefore] = useState<readonly string[]>(now)
  const kept = keepPlaces(before, now)
  if (kept.join() !== before.join()) setBefore(kept)
  const byId = new Map(collections.map((each) => [each.id, each]))
  return kept.flatMap((id) => byId.get(id) ?? [])
}

/** Turns so far, and the one way to add to them. The wheel is heard here: React's own listener could not stop the page. */
function useTurns(count: number) {
  const section = useRef<HTMLElement>(null)
  const state = useRef(RING_AT_REST)
  const [turns, setTurns] = useState(0)
  const move = (step: RingStep) => {
    const nowMs = performance.now()
    if (step === 0 || count < 2 || isLocked(state.current, nowMs)) return
    state.current = { ...state.current, lastMoveMs: nowMs, wheelRun: 0 }
    setTurns((before) => before + step)
  }
  useEffect(() => {
    const element = section.current
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const wheel = {
        deltaX: event.deltaX * line,
        deltaY: event.deltaY * line,
        isFree: event.cancelable && !event.ctrlKey,
      }
      const decision = decideWheel(state.current, wheel, performance.now(), count)
      state.current = decision.state
      if (decision.takes) event.preventDefault()
      if (decision.step !== 0) setTurns((before) => before + decision.step)
    }
    const onWheelElsewhere = (event: WheelEvent) => {
      if (event.target instanceof Node && element.contains(event.target)) return
      state.current = passed(state.current, 1, performance.now())
    }
    const onLeave = () => {
      state.current = { ...state.current, wheelRun: 0 }
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('pointerleave', onLeave)
    document.addEventListener('wheel', onWheelElsewhere, { passive: true })
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('pointerleave', onLeave)
      document.removeEventListener('wheel', onWheelElsewhere)
    }
  }, [count])
  return { turns, move, section }
}

/** Further than a hand trembles: from here on it is no click. */
const TREMBLE_PX = 8
const LEAN_DEGREES_PER_PX = 0.2

/** A drag moves once, as soon as it has gone far enough; until then the ring gives a little. */
function useDrag(move: (step: RingStep) => void) {
  const drag = useRef<{ readonly id: number; readonly x: number; readonly y: number; isOver: boolean }>(
    undefined,
  )
  const wasDragged = useRef(false)
  const end = (event: PointerEvent<HTMLElement>) => {
    drag.current = undefined
    event.currentTarget.style.removeProperty('--drag')
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false
      if (event.button !== 0 || !event.isPrimary) return
      drag.current = { id: event.pointerId, x: event.clientX, y: event.clientY, isOver: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = drag
      if (current === undefined || current.isOver || event.pointerId !== current.id) return
      const deltaX = event.clientX - current.x
      if (Math.abs(deltaX) > TREMBLE_PX && !wasDragged.current) {
        wasDragged.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      const step = dragStep(deltaX, event.clientY - current.y)
      if (step === 0) {
        event.currentTarget.style.setProperty('--drag', String(deltaX * LEAN_DEGREES_PER_PX))
        return
      }
      current.isOver = true
      event.currentTarget.style.removeProperty('--drag')
      move(step)
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Links and pictures are not to be dragged to the desktop, and a drag that ends on a link does not open it.
    onDragStart: (event: React.DragEvent) => event.preventDefault(),
    onClickCapture: (event: React.MouseEvent) => {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** The card in the centre takes the focus over from the one that it follows: what is turned away is not there for keys. */
function useFocusFollows(section: { readonly current: HTMLElement | null }, centre: number): void {
  useLayoutEffect(() => {
    const links = [...(section.current?.querySelectorAll<HTMLElement>('.carousel-card a') ?? [])]
    if (links.some((link) => link === document.activeElement)) links[centre]?.focus({ preventScroll: true })
  }, [section, centre])
}

interface RingCardProps {
  readonly collection: ListedCoin
  readonly isTop: boolean
  /** "1 of 3". */
  readonly label: string
  readonly around: number
  readonly side: RingStep
  readonly onPick: () => void
}

function RingCard({ collection, isTop, label, around, side, onPick }: RingCardProps) {
  const { id, name, symbol, graduationStands, isVerified, bondingProgress, commentCount } = collection
  const isCentre = side === 0
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${label}: ${name}`}
      aria-hidden={!isCentre || undefined}
      data-centre={isCentre || undefined}
      style={{ '--around': around, '--side': side } as CSSProperties}
      className="group/card carousel-card relative min-h-40"
    >
      {isTop && (
        <Crown
          size={32}
          aria-hidden="true"
          className="absolute -top-5 left-1/2 z-10 -translate-x-1/2 fill-gold text-gold drop-shadow-[0_2px_0_var(--color-ink)]"
        />
      )}
      <div
        className={classNames(
          'relative flex h-full min-h-[inherit] overflow-hidden rounded-panel border bg-panel',
          isTop ? 'border-gold' : isCentre ? 'border-violet' : 'border-line',
        )}
      >
        <div className="relative aspect-square w-(--picture) shrink-0 self-center">
          <Picture
            name={name}
            symbol={symbol}
            src={collection.imageUrl}
            size={512}
            sizes={RING_PICTURE_SIZES}
            fetchPriority={isCentre ? 'high' : 'auto'}
            lazy={!isCentre}
            alt={`Picture of ${name}`}
            className="size-full transition-opacity group-not-data-centre/card:opacity-50 group-hover/card:opacity-100!"
          />
          {isTop && (
            <span className="absolute bottom-2 left-2 inline-flex items-center gap-1 rounded-full border border-gold/50 bg-ink px-2 py-0.5 text-12 font-medium text-gold">
              Top performer
            </span>
          )}
        </div>
        <div className="flex min-w-0 flex-1 flex-col justify-center p-3 sm:px-4">
          <h3 className="flex min-w-0 flex-wrap items-center gap-x-1 text-16 leading-snug font-semibold">
            <Link
              href={`/trade/${id}`}
              tabIndex={isCentre ? undefined : -1}
              onClick={(event) => {
                if (isCentre || event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                onPick()
              }}
              className="line-clamp-2 min-w-0 [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 after:z-1 after:rounded-panel focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-violet"
            >
              {name}
            </Link>
            {isVerified && <BadgeCheck size={16} aria-label="Verified" className="shrink-0 text-violet" />}
            <span translate="no" className="figures ml-auto shrink-0 pl-2 text-12 font-normal text-muted">
              {symbol}
            </span>
          </h3>
          <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-2">
            <span className="sr-only">Market cap</span>
            <span
              className={classNames('text-20 font-semibold', graduationStands ? 'text-gold' : 'text-violet')}
            >
              <Flash value={collection.marketCapLamports}>
                <Money usd={collection.marketCap} />
              </Flash>
            </span>
            <span className="text-13">
              <span className="sr-only">24 hour change</span>
              <Percent value={collection.change24hPercent} change />
            </span>
          </p>
          <p className="flex flex-wrap items-center justify-between gap-x-2 text-12 text-muted">
            <span className="sr-only">Price</span>
            <Flash value={collection.currentPrice}>
              <Price sol={collection.currentPrice} />
            </Flash>
            <GraduatedMark collection={collection} kind="line" />
            <span className="inline-flex items-center gap-1" title="Comments">
              <MessageSquare size={14} aria-hidden="true" />
              <Digits>{commentCount}</Digits>
              <span className="sr-only">{commentCount === 1 ? 'comment' : 'comments'}</span>
            </span>
          </p>
          <div className="mt-2 flex items-center gap-2">
            <ProgressBar percent={bondingProgress} className="flex-1" label={`Bonding progress of ${name}`} />
            <Percent value={bondingProgress} className="text-12 text-muted" />
          </div>
        </div>
      </div>
    </div>
  )
}

/** As high as the ring. */
function RingSkeleton() {
  return (
    <SkeletonGroup label="Loading the trending coins" className="min-w-0">
      <div aria-hidden="true">
        <RingTitle />
        <div className="carousel-stage -mx-4 md:-mx-6 lg:mx-0">
          <div className="carousel-ring">
            {[1, 0, 2].map((place) => (
              <div
                key={place}
                style={{ '--around': place * 120, '--side': [0, 1, -1][place] } as CSSProperties}
                className="carousel-card flex min-h-40 overflow-hidden rounded-panel border border-line bg-panel"
              >
                <Skeleton className="aspect-square w-(--picture) shrink-0 rounded-none!" />
                <div className="flex-1 p-3 sm:px-4">
                  <Skeleton className="h-5 w-3/4" />
                  <Skeleton className="mt-2 h-5 w-1/2" />
                </div>
              </div>
            ))}
          </div>
        </div>
        <div className="mt-1 h-9 pointer-coarse:h-11" />
      </div>
    </SkeletonGroup>
  )
}
