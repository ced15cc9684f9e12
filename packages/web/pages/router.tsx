// Draws the page of the address. Every page is a chunk of its own, asked for as soon as the address is known.

import { type FoundPage, findPage, type PageModule } from '@twinmint/sdk/internal/api/platform/pages'
import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { connection } from '../data/connection.ts'
import type { LaunchVariant } from '../launch/launch-texts.ts'
import { useEndOfTakingOver } from '../ui/hydration/hydration.ts'
import { bring as bringCode, bringOrSay } from '../ui/lazy.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageLoading } from './PageLoading.tsx'

type Told = FoundPage['told']

interface View {
  readonly bring: () => Promise<unknown>
  readonly draw: (told: Told) => ReactElement
}

/**
 * A page and the bringing of its code. What has been brought is drawn at once, without the pause that a fallback makes.
 * `propsOf` makes its properties of what its path says; another key is another page, which keeps nothing of the one before.
 */
function page<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  propsOf: (told: Told) => Props,
  keyOf?: (told: Told) => string | undefined,
): View {
  let brought: ComponentType<Props> | undefined
  const bring = async () => {
    const module = await bringCode(load)
    brought = module.default
    return module
  }
  const Later = lazy(() => bringOrSay(() => orReload(bring)))
  function Page(props: Props) {
    // Chosen once: another component would lose the page's state.
    const [Chosen] = useState<ComponentType<Props>>(() => brought ?? Later)
    return <Chosen {...props} />
  }
  return { bring, draw: (told) => <Page key={keyOf?.(told)} {...propsOf(told)} /> }
}

/**
 * Browsers do not retry a module whose preload failed until the document is reloaded. The page reloads if the module is still missing
 * when the connection is back.
 */
async function orReload<Loaded>(bring: () => Promise<Loaded>): Promise<Loaded> {
  let wasAway = connection.get() !== 'there'
  const stop = connection.subscribe(() => {
    wasAway ||= connection.get() !== 'there'
  })
  try {
    return await bring()
  } catch (error) {
    if (!wasAway) throw error
    location.reload()
    return new Promise(() => undefined)
  } finally {
    stop()
  }
}

const none = () => ({})

const VIEWS: Readonly<Record<PageModule, View>> = {
  'web/pages/HomePage.tsx': page(() => import('./HomePage.tsx'), none),
  'web/launch/LaunchPage.tsx': page(
    () => import('../launch/LaunchPage.tsx'),
    ({ hybrid }): { readonly variant: LaunchVariant } => ({
      variant: hybrid === undefined ? 'launch' : 'hybrid',
    }),
    ({ hybrid }) => hybrid,
  ),
  'web/pages/CoinPage.tsx': page(
    () => import('./CoinPage.tsx'),
    ({ id = '' }) => ({ id }),
    ({ id }) => id,
  ),
  'web/markets/MarketsPage.tsx': page(() => import('../markets/MarketsPage.tsx'), none),
  'web/markets/AnalyticsPage.tsx': page(() => import('../markets/AnalyticsPage.tsx'), none),
  'web/nfts/gallery/GalleryPage.tsx': page(() => import('../nfts/gallery/GalleryPage.tsx'), none),
  'web/pages/NftPage.tsx': page(
    () => import('./NftPage.tsx'),
    ({ id = '', edition = '' }) => ({ collectionId: id, edition }),
  ),
  'web/docs/DocsPage.tsx': page(() => import('../docs/DocsPage.tsx'), none),
  'web/docs/LegalPage.tsx': page(() => import('../docs/LegalPage.tsx'), none),
  'web/pages/StatusPage.tsx': page(() => import('./StatusPage.tsx'), none),
  'web/explorer/TransactionPage.tsx': page(
    () => import('../explorer/TransactionPage.tsx'),
    ({ signature = '' }) => ({ signature }),
  ),
  'web/pages/ProfilePage.tsx': page(
    () => import('./ProfilePage.tsx'),
    ({ address = '' }) => ({ address }),
    ({ address }) => address,
  ),
  'web/pages/PortfolioPage.tsx': page(() => import('./PortfolioPage.tsx'), none),
  'web/pages/ResultPage.tsx': page(
    () => import('./ResultPage.tsx'),
    ({ id = '', wallet = '' }) => ({ id, wallet }),
    ({ id, wallet }) => `${id} ${wallet}`,
  ),
  'web/pages/AdminDoor.tsx': page(
    () => import('./AdminDoor.tsx'),
    ({ tab }) => ({ tab }),
  ),
}

/** Also with capitals, which the server takes for another path. */
const findView = (path: string) => {
  const found = findPage(path, 'i')
  return found && { view: VIEWS[found.page.module], told: found.told }
}

/** Brings the page of a path. A failure shows when the page is drawn; this is only the head start. */
export async function bringPage(path: string): Promise<void> {
  await findView(path)
    ?.view.bring()
    .catch(() => undefined)
}

/** React takes over what is around a `Suspense` before what is in it. */
function TakenOver() {
  useEndOfTakingOver()
  return null
}

export function Pages() {
  const [path] = useLocation()
  const found = findView(path)
  return (
    <Suspense fallback={<PageLoading />}>
      {found === undefined ? <NotFoundPage /> : found.view.draw(found.told)}
      <TakenOver />
    </Suspense>
  )
}
