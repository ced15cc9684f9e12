// The menu that slides out on phones.
import {
  BookOpen,
  ChartCandlestick,
  ChartNoAxesColumn,
  CircleHelp,
  House,
  Images,
  Rocket,
  WalletCards,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Dialog } from '../ui/Dialog.tsx'
import { SocialLinks } from './SocialLinks.tsx'

const ITEM =
  'flex h-12 items-center gap-3 rounded-input px-3 text-16 font-medium text-text transition-colors hover:bg-raised aria-[current=page]:text-violet'

export default function MobileMenu({
  demoSentence,
  onClose,
  onHelp,
}: {
  /** What Demo Mode means; undefined outside of it. */
  readonly demoSentence: string | undefined
  readonly onClose: () => void
  readonly onHelp: () => void
}) {
  return (
    <Dialog open onClose={onClose} title="Menu" shape="sheet">
      <nav aria-label="Main" className="flex flex-col gap-1">
        <MenuLink href="/" icon={<House size={20} aria-hidden="true" />} onFollow={onClose}>
          Home
        </MenuLink>
        <MenuLink href="/launch" icon={<Rocket size={20} aria-hidden="true" />} onFollow={onClose}>
          Launch
        </MenuLink>
        <MenuLink href="/trade" icon={<ChartCandlestick size={20} aria-hidden="true" />} onFollow={onClose}>
          Markets
        </MenuLink>
        <MenuLink href="/portfolio" icon={<WalletCards size={20} aria-hidden="true" />} onFollow={onClose}>
          My trading
        </MenuLink>
        <MenuLink href="/gallery" icon={<Images size={20} aria-hidden="true" />} onFollow={onClose}>
          Gallery
        </MenuLink>
        <MenuLink
          href="/analytics"
          icon={<ChartNoAxesColumn size={20} aria-hidden="true" />}
          onFollow={onClose}
        >
          Analytics
        </MenuLink>
        <MenuLink href="/docs" icon={<BookOpen size={20} aria-hidden="true" />} onFollow={onClose}>
          Docs
        </MenuLink>
        <button type="button" onClick={onHelp} className={ITEM}>
          <CircleHelp size={20} aria-hidden="true" />
          How Twinmint works
        </button>
      </nav>
      <SocialLinks className="mt-4" />
      {demoSentence !== undefined && (
        <div className="mt-6 rounded-input border border-gold/40 px-3 py-2.5">
          <p className="text-13 font-semibold text-gold">Demo Mode</p>
          <p className="mt-0.5 text-13 text-muted">{demoSentence}</p>
        </div>
      )}
    </Dialog>
  )
}

function MenuLink({
  href,
  icon,
  onFollow,
  children,
}: {
  readonly href: string
  readonly icon: ReactNode
  readonly onFollow: () => void
  readonly children: ReactNode
}) {
  const [here] = useLocation()
  return (
    <Link href={href} onClick={onFollow} aria-current={here === href ? 'page' : undefined} className={ITEM}>
      {icon}
      {children}
    </Link>
  )
}
