// Paths to pages. Every page is a chunk of its own, asked for as soon as the address is known.
import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { Spinner } from '../ui/Logo.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const loadHome = () => import('./HomePage.tsx')
const loadLaunch = () => import('../launch/LaunchPage.tsx')
const loadTrade = () => import('./CoinPage.tsx')

const HomePage = lazy(loadHome)
const LaunchPage = lazy(loadLaunch)
const TradePage = lazy(loadTrade)

/** Begins to fetch the page of a path before it is drawn. */
export function preloadPath(path: string): void {
  const load =
    path === '/'
      ? loadHome
      : /^\/(hybrid-)?launch$/.test(path)
        ? loadLaunch
        : path.startsWith('/trade/')
          ? loadTrade
          : undefined
  // A failure shows when the page is drawn; this is only the head start.
  load?.().catch(() => undefined)
}

function PageLoading() {
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
        <Route path="/trade/:id">{({ id }) => <TradePage key={id} id={id} />}</Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </Suspense>
  )
}
