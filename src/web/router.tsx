// Paths to pages. Every page is a chunk of its own, asked for as soon as the address is known.
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Route, Switch } from 'wouter'
import { Spinner } from '../ui/Logo.tsx'
import { bring as bringCode } from '../ui/later.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** A page and the bringing of its code. What has been brought is drawn at once, without the pause that a fallback makes. */
function page<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  let brought: ComponentType<Props> | undefined
  const bring = async () => {
    const module = await bringCode(load)
    brought = module.default
    return module
  }
  const Later = lazy(bring)
  function Page(props: Props) {
    // Chosen once: another component would lose the page's state.
    const [Chosen] = useState<ComponentType<Props>>(() => brought ?? Later)
    return <Chosen {...props} />
  }
  return { bring, Page }
}

const home = page(() => import('./HomePage.tsx'))
const launch = page(() => import('../launch/LaunchPage.tsx'))
const coin = page(() => import('./CoinPage.tsx'))
const markets = page(() => import('../markets/MarketsPage.tsx'))
const analytics = page(() => import('../markets/AnalyticsPage.tsx'))
const gallery = page(() => import('../gallery/GalleryPage.tsx'))
const nft = page(() => import('../gallery/NftPage.tsx'))
const docs = page(() => import('../docs/DocsPage.tsx'))
const legal = page(() => import('../docs/LegalPage.tsx'))
const status = page(() => import('../status/StatusPage.tsx'))
const transaction = page(() => import('../transaction/TransactionPage.tsx'))
const profile = page(() => import('./ProfilePage.tsx'))
const admin = page(() => import('./AdminDoor.tsx'))

const PAGES: readonly (readonly [path: RegExp, page: { readonly bring: () => Promise<unknown> }])[] = [
  [/^\/$/, home],
  [/^\/(hybrid-)?launch$/, launch],
  [/^\/trade\/?$/, markets],
  [/^\/trade\//, coin],
  [/^\/analytics\/?$/, analytics],
  [/^\/gallery$/, gallery],
  [/^\/nft\//, nft],
  [/^\/tx\//, transaction],
  [/^\/docs(\/|$)/, docs],
  [/^\/(terms|privacy|cookies)\/?$/, legal],
  [/^\/status\/?$/, status],
  [/^\/profile\//, profile],
]

/** Brings the page of a path. A failure shows when the page is drawn; this is only the head start. */
export async function bringPage(path: string): Promise<void> {
  const found = PAGES.find(([known]) => known.test(path))
  await found?.[1].bring().catch(() => undefined)
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
          <home.Page />
        </Route>
        <Route path="/launch">
          <launch.Page key="launch" variant="launch" />
        </Route>
        <Route path="/hybrid-launch">
          <launch.Page key="hybrid" variant="hybrid" />
        </Route>
        <Route path="/trade">
          <markets.Page />
        </Route>
        <Route path="/analytics">
          <analytics.Page />
        </Route>
        <Route path="/trade/:id">{({ id }) => <coin.Page key={id} id={id} />}</Route>
        <Route path="/gallery">
          <gallery.Page />
        </Route>
        <Route path="/nft/:collection/:edition">
          {({ collection, edition }) => <nft.Page collectionId={collection} edition={edition} />}
        </Route>
        <Route path="/tx/:signature">{({ signature }) => <transaction.Page signature={signature} />}</Route>
        <Route path={/^\/docs(\/.*)?$/}>
          <docs.Page />
        </Route>
        <Route path={/^\/(terms|privacy|cookies)\/?$/}>
          <legal.Page />
        </Route>
        <Route path="/status">
          <status.Page />
        </Route>
        <Route path="/profile/:wallet">
          {({ wallet }) => <profile.Page key={wallet} address={wallet} />}
        </Route>
        <Route path="/admin/:tab?">{({ tab }) => <admin.Page tab={tab} />}</Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </Suspense>
  )
}
