// Where a coin is found elsewhere, as it was launched with: signs on cards and in the strip, words where there is room. Whoever
// follows one is told first where it leads.
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { type MouseEvent, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { LINK_SIGNS } from './icons.tsx'
import { isKnownSite, LEAVES, type Way, wayOf } from './leaving.ts'

export interface CoinLinksProps {
  readonly collection: Pick<Collection, 'name' | 'links'>
  /** Signs alone, as on a card, or with words. */
  readonly kind: 'signs' | 'words'
  readonly className?: string
  /** Somebody is about to be asked whether to follow one: a menu with the links closes. */
  readonly onAsk?: (() => void) | undefined
}

const LeaveDialog = lazyPart(() => import('./LeaveDialog.tsx'))

const KINDS = ['website', 'x', 'telegram'] as const

const LOOKS = {
  // With the room of a finger, without moving what stands beside it.
  signs:
    'relative flex size-6 items-center justify-center rounded-full transition-colors hover:bg-raised hover:text-text pointer-coarse:w-8 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5',
  words:
    'inline-flex min-h-8 max-w-full min-w-0 items-center gap-2 rounded-input border border-line bg-raised px-3 py-1 text-13 text-text transition-colors hover:border-faint pointer-coarse:min-h-11',
}

export default function LinkList({ collection: { name, links }, kind, className, onAsk }: CoinLinksProps) {
  const [leaving, setLeaving] = useState<Way>()
  const ways = KINDS.flatMap((place) => {
    const way = wayOf(links[place])
    return way === undefined ? [] : [{ place, way }]
  })
  if (ways.length === 0) return null
  const ask = (event: MouseEvent, way: Way) => {
    // The middle button opens a tab as well; the right one only its menu.
    if (event.button > 1 || isKnownSite(way.host)) return
    event.preventDefault()
    // First, so that the focus goes back to the menu's button when the dialog closes.
    onAsk?.()
    setLeaving(way)
  }
  return (
    <>
      <ul
        aria-label={`Links of ${name}`}
        className={classNames(kind === 'signs' ? 'flex text-muted' : 'flex flex-wrap gap-2', className)}
      >
        {ways.map(({ place, way }) => {
          const { name: sign, Icon } = LINK_SIGNS[place]
          const words = wordsOf(way, place)
          return (
            <li key={place} className="flex min-w-0">
              <a
                {...LEAVES}
                href={way.href}
                title={`${sign}: ${words}`}
                aria-label={`${sign} of ${name}${kind === 'words' ? `: ${words}` : ''}`}
                onClick={(event) => ask(event, way)}
                onAuxClick={(event) => ask(event, way)}
                className={LOOKS[kind]}
              >
                <Icon size={kind === 'signs' ? 14 : 16} className="shrink-0" />
                {kind === 'words' && (
                  <span className="min-w-0 break-all [font-variant-ligatures:none]">{words}</span>
                )}
              </a>
            </li>
          )
        })}
      </ul>
      {leaving !== undefined &&
        // Outside of what holds the links: in a menu that is closed nothing is drawn.
        createPortal(
          <Suspense>
            <LeaveDialog way={leaving} coinName={name} onClose={() => setLeaving(undefined)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

/** The host of a website, the name of an account. */
const wordsOf = ({ host, rest }: Way, place: (typeof KINDS)[number]): string =>
  place === 'website' ? host : `@${rest.slice(1)}`
