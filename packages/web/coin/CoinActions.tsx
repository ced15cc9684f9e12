// What can be done with a coin beside trading it: sharing, boosting; and behind one button its addresses and links. Where there is no room
// for the first two, they stand behind that button too. The dialogs are loaded when somebody wants them.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Bell, Ellipsis, Rocket, Share2 } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { CoinLinks } from '../shared/links/CoinLinks.tsx'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { RelativeTime, useClockText } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { hoursLeft } from '../ui/format.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { useIsDesk } from '../ui/media.ts'

const ShareDialog = lazyPart(() => import('./ShareDialog.tsx'))
const loadBoost = () => import('./BoostDialog.tsx')
const BoostDialog = lazyPart(loadBoost)
/** A head start when a finger or a pointer comes near; a failure shows when it is opened. */
const soon = () => void loadBoost().catch(() => undefined)

export function CoinActions({
  collection,
  explorerAddressUrl,
  onAlert,
}: {
  readonly collection: Collection
  readonly explorerAddressUrl: string | null
  /** Undefined where the strip has room for its bell. */
  readonly onAlert: (() => void) | undefined
}) {
  const isDesk = useIsDesk()
  const [dialog, setDialog] = useState<'share' | 'boost'>()
  const menu = useRef<HTMLDivElement>(null)
  const open = (which: 'share' | 'boost') => {
    // Whoever came by the menu comes back to its button: a dialog gives the focus back to where it was.
    if (isDesk !== true) menu.current?.hidePopover()
    setDialog(which)
  }
  const left = useClockText((nowMs) => String(hoursLeft(collection.boostedUntil, nowMs)))
  const boosted = left !== '0'
  const buttons = (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => open('share')}>
        <Share2 size={16} aria-hidden="true" />
        Share
      </Button>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        className={boosted ? 'border-gold/50! text-gold!' : undefined}
        onPointerEnter={soon}
        onFocus={soon}
        onClick={() => open('boost')}
      >
        <Rocket size={16} aria-hidden="true" />
        {boosted ? `Boosted (${left} h left)` : 'Boost'}
      </Button>
    </>
  )
  const close = () => setDialog(undefined)
  return (
    <div className="ml-auto flex items-center gap-2 md:flex-1">
      {/* What the figures and buttons leave: the signs are there where all of them have room. */}
      <div className="@container -mr-2 min-w-0 flex-1 max-md:hidden">
        <CoinLinks
          collection={collection}
          kind="signs"
          className="justify-end pr-2 @max-[5rem]:hidden pointer-coarse:@max-[6.5rem]:hidden"
        />
      </div>
      <More name={collection.name} menu={menu}>
        {isDesk !== true && (
          <div className="mb-2 grid gap-2 min-[62.5rem]:hidden">
            {buttons}
            {onAlert !== undefined && (
              <Button
                variant="secondary"
                aria-haspopup="dialog"
                onClick={() => {
                  menu.current?.hidePopover()
                  onAlert()
                }}
              >
                <Bell size={16} aria-hidden="true" />
                Alerts
              </Button>
            )}
          </div>
        )}
        <CoinLinks
          collection={collection}
          kind="words"
          className="mb-2"
          onAsk={() => menu.current?.hidePopover()}
        />
        <Addresses collection={collection} explorerAddressUrl={explorerAddressUrl} />
      </More>
      {isDesk !== false && <div className="hidden items-center gap-2 min-[62.5rem]:flex">{buttons}</div>}
      {dialog !== undefined && (
        <Suspense>
          {dialog === 'share' ? (
            <ShareDialog collection={collection} onClose={close} />
          ) : (
            <BoostDialog collection={collection} boosted={boosted} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}

function Addresses({
  collection,
  explorerAddressUrl,
}: {
  readonly collection: Collection
  readonly explorerAddressUrl: string | null
}) {
  return (
    <dl className="text-13 text-muted">
      <Row term="Contract">
        <ShortAddress address={collection.mintAddress} explorerUrl={explorerAddressUrl} />
      </Row>
      <Row term="Creator">
        <ShortAddress
          address={collection.creatorAddress}
          variant="6-4"
          label="creator"
          isPerson
          explorerUrl={explorerAddressUrl}
        />
      </Row>
      <Row term="Market">
        <ShortAddress address={collection.marketAddress} label="market" explorerUrl={explorerAddressUrl} />
      </Row>
      <Row term="Launched">
        <RelativeTime iso={collection.createdAt} ago className="text-text" />
      </Row>
    </dl>
  )
}

/** A button and what it opens, in the top layer: Esc and a press beside it close it. */
function More({
  name,
  menu,
  children,
}: {
  readonly name: string
  readonly menu: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`More of ${name}`}
        className="flex size-10 shrink-0 items-center justify-center rounded-full border border-line bg-raised text-text transition-colors hover:border-faint pointer-coarse:size-11"
      >
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label={`Addresses of ${name}, its links, and what can be done`}
        onBeforeToggle={(event) => {
          const at = button.current?.getBoundingClientRect()
          if (event.newState !== 'open' || at === undefined) return
          event.currentTarget.style.top = `${at.bottom + 8}px`
          event.currentTarget.style.right = `${document.documentElement.clientWidth - at.right}px`
        }}
        className="fixed inset-auto m-0 w-76 max-w-[calc(100vw-2rem)] rounded-panel border border-line bg-raised p-3 text-text"
      >
        {children}
      </div>
    </>
  )
}

function Row({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3">
      <dt>{term}</dt>
      <dd className="text-text">{children}</dd>
    </div>
  )
}
