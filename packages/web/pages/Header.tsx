// The head of every page: on a desk in one line, on a phone with a menu that slides out.
import { CircleHelp, Menu } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { HeaderSearch } from '../markets/discover/HeaderSearch.tsx'
import { useGraduation, useSiteConfig } from '../shared/queries.ts'
import { Sol } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { Logo } from '../ui/Logo.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { useWalletBalance } from '../wallet/balance.ts'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { DemoMark, demoSentence } from './DemoMark.tsx'

const loadMenu = () => import('./MobileMenu.tsx')
const loadHelp = () => import('../launch/HowItWorks.tsx')
const MobileMenu = lazyPart(loadMenu)
const HowItWorks = lazyPart(loadHelp)
const Person = lazyPart(() => import('./Person.tsx'))
const PersonMenu = lazyPart(() => import('./PersonMenu.tsx'))
/** A head start when a finger or a pointer comes near; a failure shows when it is opened. */
const soon = (load: () => Promise<unknown>) => () => void load().catch(() => undefined)

export function Header() {
  const { data: site } = useSiteConfig()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isProfileOpen, setProfileOpen] = useState(false)
  const isPerson = useWasConnected()
  const graduation = useGraduation()
  const sentence =
    site?.demoMode === true ? demoSentence(site.faucetLamports, site.demoMarket !== null) : undefined
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ink">
      <div className="mx-auto flex h-16 max-w-[100rem] items-center gap-3 px-4 md:px-6">
        <Link href="/" aria-label="Twinmint, home" className="flex h-11 items-center">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden md:block lg:ml-4">
          <NavLink href="/launch">Launch</NavLink>
          <NavLink href="/trade">Markets</NavLink>
          <NavLink href="/gallery">Gallery</NavLink>
          <NavLink href="/analytics">Analytics</NavLink>
          <NavLink href="/docs">Docs</NavLink>
          {/* Where it has no room it is in the wallet's menu. */}
          {isPerson && (
            <NavLink href="/portfolio" className="max-[77.5rem]:hidden">
              My trading
            </NavLink>
          )}
        </nav>
        <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-2 lg:gap-3">
          <HeaderSearch />
          {sentence !== undefined && (
            <span className="hidden md:block">
              <DemoMark sentence={sentence} />
            </span>
          )}
          <span className="hidden md:block">
            <Tooltip text="How Twinmint works">
              <button
                type="button"
                aria-label="How Twinmint works"
                onPointerEnter={soon(loadHelp)}
                onClick={() => setHelpOpen(true)}
                className={ICON_BUTTON}
              >
                <CircleHelp size={20} aria-hidden="true" />
              </button>
            </Tooltip>
          </span>
          {isPerson && (
            <Suspense>
              <Person
                isOpen={isProfileOpen}
                onOpen={() => setProfileOpen(true)}
                onClose={() => setProfileOpen(false)}
              />
            </Suspense>
          )}
          <WalletButton
            variant="secondary"
            className="max-[25rem]:px-3 xl:min-w-54"
            menuTop={<WalletBalance />}
            menuItems={
              <Suspense>
                <PersonMenu onOpen={() => setProfileOpen(true)} />
              </Suspense>
            }
          />
          <button
            type="button"
            aria-label="Menu"
            onPointerDown={soon(loadMenu)}
            onClick={() => setMenuOpen(true)}
            className={classNames(ICON_BUTTON, '-mr-2 md:hidden')}
          >
            <Menu size={22} aria-hidden="true" />
          </button>
        </div>
      </div>
      {isMenuOpen && (
        <Suspense>
          <MobileMenu
            demoSentence={sentence}
            onClose={() => setMenuOpen(false)}
            onHelp={() => {
              setMenuOpen(false)
              setHelpOpen(true)
            }}
          />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <HowItWorks open onClose={() => setHelpOpen(false)} graduation={graduation} />
        </Suspense>
      )}
    </header>
  )
}

/** True from the first connection on: what signs out must outlive the wallet. */
function useWasConnected(): boolean {
  const { status } = useWallet()
  const [wasConnected, setWasConnected] = useState(false)
  if (status === 'connected' && !wasConnected) setWasConnected(true)
  return wasConnected
}

const ICON_BUTTON =
  'flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text'

function NavLink({
  href,
  className,
  children,
}: {
  readonly href: string
  readonly className?: string
  readonly children: ReactNode
}) {
  const [here] = useLocation()
  return (
    <Link
      href={href}
      aria-current={here === href ? 'page' : undefined}
      className={classNames(
        'inline-flex h-11 items-center rounded-full px-1.5 text-14 font-medium whitespace-nowrap text-muted lg:px-3 transition-colors hover:text-text aria-[current=page]:text-text',
        className,
      )}
    >
      {children}
    </Link>
  )
}

function WalletBalance() {
  const { address } = useWallet()
  const { data } = useWalletBalance(address)
  return (
    <p className="mt-0.5 text-16 font-semibold">
      {data === undefined ? '–' : <Sol lamports={data.lamports} />}
    </p>
  )
}
