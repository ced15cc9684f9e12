// Paths to pages. Every page is a chunk of its own, asked for as soon as the address is known.
import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { Spinner } from '../ui/Logo.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const loadHome = () => import('./HomePage.tsx')
const loadLaunch = () => import('../launch/LaunchPage.tsx')
const loadTrade = () => import('./CoinPage.tsx')
const loadMarkets = () => import('../markets/MarketsPage.tsx')
const loadAnalytics = () => import('../markets/AnalyticsPage.tsx')
const loadGallery = () => import('../gallery/GalleryPage.tsx')
const loadNft = () => import('../gallery/NftPage.tsx')
const loadDocs = () => import('../docs/DocsPage.tsx')
const loadLegal = () => import('../docs/LegalPage.tsx')
const loadStatus = () => import('../status/StatusPage.tsx')
const loadTransaction = () => import('../transaction/TransactionPage.tsx')
const loadProfile = () => import('./ProfilePage.tsx')

const AdminDoor = lazy(() => import('./AdminDoor.tsx'))
const HomePage = lazy(loadHome)
const LaunchPage = lazy(loadLaunch)
const TradePage = lazy(loadTrade)
const MarketsPage = lazy(loadMarkets)
const AnalyticsPage = lazy(loadAnalytics)
const GalleryPage = lazy(loadGallery)
const NftPage = lazy(loadNft)
const DocsPage = lazy(loadDocs)
const LegalPage = lazy(loadLegal)
const StatusPage = lazy(loadStatus)
const TransactionPage = lazy(loadTransaction)
const ProfilePage = lazy(loadProfile)

const PAGES: readonly (readonly [path: RegExp, load: () => Promise<unknown>])[] = [
  [/^\/$/, loadHome],
  [/^\/(hybrid-)?launch$/, loadLaunch],
  [/^\/trade\/?$/, loadMarkets],
  [/^\/trade\//, loadTrade],
  [/^\/analytics\/?$/, loadAnalytics],
  [/^\/gallery$/, loadGallery],
  [/^\/nft\//, loadNft],
  [/^\/tx\//, loadTransaction],
  [/^\/docs(\/|$)/, loadDocs],
  [/^\/(terms|privacy|cookies)\/?$/, loadLegal],
  [/^\/status\/?$/, loadStatus],
  [/^\/profile\//, loadProfile],
]

/** Begins to fetch the page of a path before it is drawn. */
export function preloadPath(path: string): void {
  const page = PAGES.find(([known]) => known.test(path))
  // A failure shows when the page is drawn; this is only the head start.
  page?.[1]().catch(() => undefined)
}

export function PageLoading() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center text-violet">
      <Spinner size={40} label="Loading" />
    </div>
  )
}

export function Pages() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Switch>
        <Route path="/">
          <HomePage />
        </Route>
        <Route path="/launch">
          <LaunchPage key="launch" variant="launch" />
        </Route>
        <Route path="/hybrid-launch">
          <LaunchPage key="hybrid" variant="hybrid" />
        </Route>
        <Route path="/trade">
          <MarketsPage />
        </Route>
        <Route path="/analytics">
          <AnalyticsPage />
        </Route>
        <Route path="/trade/:id">{({ id }) => <TradePage key={id} id={id} />}</Route>
        <Route path="/gallery">
          <GalleryPage />
        </Route>
        <Route path="/nft/:collection/:edition">
          {({ collection, edition }) => <NftPage collectionId={collection} edition={edition} />}
        </Route>
        <Route path="/tx/:signature">{({ signature }) => <TransactionPage signature={signature} />}</Route>
        <Route path={/^\/docs(\/.*)?$/}>
          <DocsPage />
        </Route>
        <Route path={/^\/(terms|privacy|cookies)\/?$/}>
          <LegalPage />
        </Route>
        <Route path="/status">
          <StatusPage />
        </Route>
        <Route path="/profile/:wallet">{({ wallet }) => <ProfilePage key={wallet} address={wallet} />}</Route>
        <Route path="/admin/:tab?">{({ tab }) => <AdminDoor tab={tab} />}</Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </Suspense>
  )
}
