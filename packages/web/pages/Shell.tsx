// Around every page: ticker, header, footer, messages, the list of wallets; and what a change of page needs.

import { type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { useConnection } from '../data/connection.ts'
import { endFirstData } from '../data/initial-data.ts'
import { useLiveStatus } from '../data/live.ts'
import type { LiveStatus } from '../data/live-stream.ts'
import { BoostedTicker } from '../markets/discover/BoostedTicker.tsx'
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx'
import { useSiteConfig } from '../shared/queries.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { useRootMark } from '../ui/media.ts'
import { Toaster } from '../ui/toasts/Toaster.tsx'
import { useFirstFunds } from '../wallet/balance.ts'
import { walletQuestion } from '../wallet/signing/question.ts'
import { configureWallets, useWallet } from '../wallet/wallet.ts'
import { Header } from './Header.tsx'
import { LaunchNews } from './LaunchNews.tsx'
import { NftMarketHost } from './NftMarketHost.tsx'
import { QuickTradeHost } from './QuickTradeHost.tsx'
import { SendHost } from './SendHost.tsx'

const Footer = lazyPart(() => import('./Footer.tsx'))
const WalletQuestion = lazyPart(() => import('../wallet/signing/WalletQuestion.tsx'))
const WalletModal = lazyPart(() => import('../wallet/WalletModal.tsx'))

export function Shell({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const { data: site } = useSiteConfig()
  const { isModalOpen } = useWallet()
  const question = useSyncExternalStore(walletQuestion.subscribe, walletQuestion.get, walletQuestion.first)
  useEffect(() => {
    if (site === undefined) return undefined
    // After the page has been drawn: what it loads is for later.
    const timer = setTimeout(() => configureWallets(site))
    return () => clearTimeout(timer)
  }, [site])
  useNewPage(path, main)
  useFirstFunds(site?.demoMode === true)

  return (
    <>
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
        className="sr-only z-50 rounded-full bg-violet font-semibold text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      {path === '/' && <BoostedTicker />}
      <Header />
      <ConnectionLine />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto min-h-dvh max-w-(--page-width) px-4 outline-none md:px-6"
      >
        <ErrorBoundary resetKey={path}>{children}</ErrorBoundary>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      {isModalOpen && (
        <Suspense>
          <WalletModal />
        </Suspense>
      )}
      {question && (
        <Suspense>
          <WalletQuestion question={question} />
        </Suspense>
      )}
      <LaunchNews path={path} />
      <QuickTradeHost site={site} />
      <SendHost />
      <NftMarketHost />
      <Toaster />
    </>
  )
}

/** A quiet line while figures may be old. */
function ConnectionLine() {
  const connection = useConnection()
  const live = useLiveStatus()
  const text = connection === 'there' ? NOT_LIVE[live] : NOT_THERE[connection]
  useRootMark('data-connection-line', text !== undefined)
  return (
    // Above the page and in none of its room, so that nothing moves under a pointer.
    <div role="status" className="pointer-events-none sticky top-(--page-head) z-30 h-0">
      {text !== undefined && (
        <p className="border-b border-line bg-raised px-4 py-1 text-center text-12 text-pretty text-muted">
          {text}
        </p>
      )}
    </div>
  )
}

const NOT_LIVE: { readonly [status in LiveStatus]?: string } = {
  behind: 'Live updates are interrupted: figures refresh every few seconds.',
  late: 'Live updates were interrupted: figures refresh in a moment.',
}

const NOT_THERE = {
  offline: 'You are offline: figures may be old.',
  away: 'The server can’t be reached: figures may be old.',
}

/** Following a link begins the new page at its top and tells screen readers of it; going back keeps the place. */
function useNewPage(path: string, main: { readonly current: HTMLElement | null }) {
  const shownPath = useRef(path)
  const wentBack = useRef(false)
  useEffect(() => {
    const onPopState = () => {
      wentBack.current = true
    }
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [])
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    endFirstData()
    if (!wentBack.current) scrollTo(0, 0)
    wentBack.current = false
    main.current?.focus({ preventScroll: true })
  }, [path, main])
}
