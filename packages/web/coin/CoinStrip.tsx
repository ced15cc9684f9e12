// The strip at the top of a coin's page, which stays while the page is scrolled: who the coin is, its figures, and what can be
// done with it. On a phone the figures are a line of their own, which scrolls away.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { guardOf, guardSecondsLeft, guardTimeText } from '@twinmint/sdk/core/surcharge'
import { ArrowLeft, BadgeCheck, Bell, Crown, EyeOff, Sparkles } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { WatchStar } from '../people/session/WatchStar.tsx'
import { GuardChip } from '../shared/GuardChip.tsx'
import { useGuardSecond } from '../shared/guard-clock.ts'
import { HistoryMark } from '../shared/history/HistorySince.tsx'
import { isDayCut } from '../shared/history/words.ts'
import { Digits, Flash, Money, Percent, Price, PriceInDollars, RelativeTime } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { groupThousands } from '../ui/format.ts'
import { nowMs } from '../ui/hydration/hydration.ts'
import { useIsWide } from '../ui/media.ts'
import { Picture } from '../ui/Picture.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { CoinActions } from './CoinActions.tsx'
import { graduationFigures, graduationWords, liquiditySolText } from './figures.ts'

export interface CoinStripProps {
  readonly collection: Collection
  readonly isTopPerformer: boolean
  /** Undefined while the rate is not known. */
  readonly solUsd: number | undefined
  readonly explorerAddressUrl: string | null
  readonly AlertDialog: ComponentType<{ readonly collection: Collection; readonly onClose: () => void }>
}

/** So wide that it reaches the page's edges. */
export const STRIP =
  'sticky top-(--under-header) z-20 -mx-4 flex h-16 items-center gap-2 border-b border-line bg-ink px-4 md:-mx-6 md:gap-4 md:px-6'

export function CoinStrip({
  collection,
  isTopPerformer,
  solUsd,
  explorerAddressUrl,
  AlertDialog,
}: CoinStripProps) {
  const isWide = useIsWide()
  const [isAlertOpen, setAlertOpen] = useState(false)
  return (
    <>
      <header className={STRIP}>
        <Link
          href="/"
          aria-label="Back to Home"
          title="Back to Home"
          className="-mr-1 -ml-3 flex h-11 w-8 max-[24.9375rem]:hidden shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:text-text md:-mr-3 md:-ml-4"
        >
          <ArrowLeft size={16} aria-hidden="true" />
        </Link>
        <PictureButton collection={collection} isTopPerformer={isTopPerformer} />
        <div className="min-w-12 max-md:flex-1 md:max-w-72">
          <h1 title={collection.name} className="truncate text-16/5 font-semibold">
            {collection.name}
          </h1>
          <div className="flex h-5 min-w-0 items-center gap-1.5">
            <span translate="no" className="figures min-w-0 truncate text-12 text-muted">
              {collection.symbol}
            </span>
            <WatchStar
              id={collection.id}
              name={collection.name}
              className="-mx-3 -my-3 [&>span]:border-0 [&>span]:bg-transparent"
            />
            {isWide !== false && <AlertBell name={collection.name} onOpen={() => setAlertOpen(true)} />}
            {/* Marks that do not fit wrap to a hidden line, so that they never cover the price or cut the symbol. */}
            <span className="flex h-5 min-w-0 flex-[1_1_0] flex-wrap items-center gap-1.5 gap-y-2 overflow-hidden">
              <Marks collection={collection} isTopPerformer={isTopPerformer} />
              {isWide === true && (
                <GuardChip collection={collection} isShort className="shrink-0 leading-4" />
              )}
            </span>
          </div>
        </div>
        <PriceNow collection={collection} solUsd={solUsd} className="shrink-0 max-md:text-right" />
        {isWide !== false && (
          <Facts collection={collection} className="hidden shrink-0 gap-4 md:flex xl:gap-6" />
        )}
        <CoinActions
          collection={collection}
          explorerAddressUrl={explorerAddressUrl}
          onAlert={isWide === true ? undefined : () => setAlertOpen(true)}
        />
        <ProgressBar
          percent={graduationFigures(collection).percent}
          label="Market cap against the migration threshold"
          className="absolute inset-x-0 -bottom-px h-[3px]! rounded-none!"
        />
      </header>
      {isWide !== true && (
        <Facts
          collection={collection}
          className="no-scrollbar -mx-4 flex justify-between gap-3 overflow-x-auto px-4 pt-2 md:hidden"
        />
      )}
      {isAlertOpen && (
        <Suspense>
          <AlertDialog collection={collection} onClose={() => setAlertOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Beside the star, and as large. */
function AlertBell({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`Alerts for ${name}`}
      title="Set an alert"
      onClick={onOpen}
      className="-my-3 -mr-3 -ml-2 hidden size-11 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:text-text md:flex"
    >
      <Bell size={16} aria-hidden="true" />
    </button>
  )
}

/** The price of now with its change; in dollars where their rate is known. */
export function PriceNow({
  collection: { currentPrice, change24hPercent },
  solUsd,
  className,
}: {
  readonly collection: Collection
  readonly solUsd: number | undefined
  readonly className?: string
}) {
  const style = 'text-16/5 font-semibold md:text-20/6'
  return (
    <div className={className}>
      <Flash value={currentPrice} className="block">
        {solUsd === undefined ? (
          <Price sol={currentPrice} className={style} />
        ) : (
          <PriceInDollars sol={currentPrice} solUsd={solUsd} className={style} />
        )}
      </Flash>
      <span className="block text-12 whitespace-nowrap">
        <Percent value={change24hPercent} change />
        <span className="ml-1.5 text-faint max-[25rem]:sr-only">24h</span>
      </span>
    </div>
  )
}

function Facts({ collection, className }: { readonly collection: Collection; readonly className: string }) {
  const { percent } = graduationFigures(collection)
  return (
    <dl className={className}>
      <Fact term="Market cap">
        <Flash value={collection.marketCap}>
          <Money
            usd={collection.marketCap}
            className={collection.isGraduated ? 'text-gold' : 'text-violet'}
          />
        </Flash>
      </Fact>
      <Fact term="Liquidity" title="SOL that the market holds, and pays to whoever sells">
        <Price sol={liquiditySolText(collection)} />
      </Fact>
      <Fact term="Volume 24h" className="md:max-[74.9375rem]:hidden">
        <Price sol={collection.tradingVolume} />
        {isDayCut(collection, nowMs()) && (
          <HistoryMark text="Since this server’s history of the coin begins" />
        )}
      </Fact>
      <Fact term="Holders">
        <Digits>{groupThousands(String(collection.holderCount))}</Digits>
        {collection.historySince !== null && (
          <HistoryMark text="Of those who have traded since this server’s history of the coin begins" />
        )}
      </Fact>
      <Fact term="Age" className="md:max-[74.9375rem]:hidden">
        <RelativeTime iso={collection.createdAt} />
      </Fact>
      <GuardLeft collection={collection} />
      <Fact term="Graduation" className="max-md:hidden min-[62.5rem]:max-[71.1875rem]:hidden">
        <Percent value={percent} />
      </Fact>
    </dl>
  )
}

/** On a phone, whose strip has no room for the chip: while it runs, and at the end so that nothing moves when it goes. */
function GuardLeft({ collection }: { readonly collection: Collection }) {
  const second = useGuardSecond(collection)
  if (second === undefined) return null
  return (
    <Fact
      term="Guard"
      title="Buys pay a surcharge, locked for ever, until it ends"
      className="order-last md:hidden"
    >
      <span translate="no" className="figures text-gold">
        {guardTimeText(guardSecondsLeft(guardOf(collection), second))}
      </span>
    </Fact>
  )
}

function Fact({
  term,
  title,
  className,
  children,
}: {
  readonly term: string
  readonly title?: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div title={title} className={classNames('shrink-0 whitespace-nowrap', className)}>
      <dt className="text-12 text-faint">{term}</dt>
      <dd className="text-12 md:text-13">{children}</dd>
    </div>
  )
}

/** What is particular to this coin, each as a small sign with its words. */
function Marks({
  collection,
  isTopPerformer,
}: {
  readonly collection: Collection
  readonly isTopPerformer: boolean
}) {
  const { isVerified, isHidden } = collection
  const graduation = graduationWords(collection)
  return (
    <>
      {isVerified && <Mark icon={<BadgeCheck size={16} />} text="Verified" className="text-violet" />}
      {isTopPerformer && <Mark icon={<Crown size={14} />} text="Top performer" className="text-gold" />}
      {graduation !== undefined && (
        <span
          title={graduation.sentence}
          className="inline-flex shrink-0 items-center gap-1 text-12/4 font-medium text-gold xl:rounded-full xl:border xl:border-gold/50 xl:px-1.5"
        >
          <Sparkles size={14} aria-hidden="true" className="shrink-0 xl:hidden" />
          <span className="max-xl:sr-only">{graduation.word}</span>
          <span translate="no" className="figures whitespace-nowrap">
            {graduation.sol}
            <span className="sr-only"> in the pool</span>
          </span>
        </span>
      )}
      {isHidden && <Mark icon={<EyeOff size={14} />} text="Hidden by a moderator" className="text-faint" />}
    </>
  )
}

function Mark({
  icon,
  text,
  className,
}: {
  readonly icon: ReactNode
  readonly text: string
  readonly className: string
}) {
  return (
    <span title={text} className={classNames('shrink-0', className)}>
      <span aria-hidden="true">{icon}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

function PictureButton({
  collection,
  isTopPerformer,
}: {
  readonly collection: Collection
  readonly isTopPerformer: boolean
}) {
  const [open, setOpen] = useState(false)
  const picture = (
    <Picture
      src={collection.imageUrl}
      name={collection.name}
      symbol={collection.symbol}
      size={44}
      alt={collection.name}
      className={classNames('size-11 rounded-input border', isTopPerformer ? 'border-gold' : 'border-line')}
    />
  )
  if (collection.imageUrl === null) return <div className="shrink-0">{picture}</div>
  return (
    <>
      <button
        type="button"
        aria-label={`Show the picture of ${collection.name} large`}
        onClick={() => setOpen(true)}
        className="shrink-0 rounded-input transition-transform hover:scale-[1.04]"
      >
        {picture}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={collection.name} className="max-w-2xl!">
        <Picture
          src={collection.imageUrl}
          name={collection.name}
          symbol={collection.symbol}
          size={1024}
          sizes="100vw"
          alt={collection.name}
          className="mx-auto max-h-[calc(100dvh-10rem)] w-full rounded-input object-contain!"
        />
      </Dialog>
    </>
  )
}
