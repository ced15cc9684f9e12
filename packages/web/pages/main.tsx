// The page begins here.
// The same in both documents, so that they share one file of styles.
import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import '@fontsource/unbounded/600.css'
import './styles.css'
import type { FirstData } from '@twinmint/sdk/internal/api/records/first-data'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { chainNowMs, noteChainTime } from '../data/chain-time.ts'
import { watchConnection } from '../data/connection.ts'
import { fillWithFirstData, readFirstData } from '../data/initial-data.ts'
import { queryClient } from '../data/query-client.ts'
import { prefetchHome } from '../markets/discover/queries.ts'
import { followOtherTabs } from '../people/session/session-note.ts'
import { prefetchSite } from '../shared/queries.ts'
import { noteEarly } from '../ui/hydration/early-events.ts'
import { beginTakingOver, drawByClock } from '../ui/hydration/hydration.ts'
import { endureTranslation, keepAsDrawn } from '../ui/hydration/translated.ts'
import { LeftOut } from '../ui/lazy.tsx'
import { bringPage } from './router.tsx'
import { Site } from './Site.tsx'

/** Longer than that nobody looks at an empty page; what is still missing then shows as on its way. */
const FIRST_WAIT_MS = 1_000

/**
 * Brings what the first page needs, so that it is drawn once and whole. Nothing of the site is for whoever the server shows
 * the landing to.
 */
async function bringFirst(): Promise<void> {
  if (document.documentElement.dataset['landing'] !== undefined) return
  const isHome = location.pathname === '/' && location.search === ''
  await Promise.race([
    Promise.all([
      bringPage(location.pathname),
      prefetchSite(queryClient),
      isHome ? prefetchHome(queryClient) : undefined,
    ]),
    new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS)),
  ])
}

/** React tells what it had to draw anew; what the server left out is not news. */
function noteRecovered(error: unknown): void {
  if ((error as { readonly digest?: unknown }).digest !== LeftOut.digest) reportError(error)
}

/** As packages/web/pages/start.ts leaves it. */
type StartScript = HTMLElement & { readonly changes?: readonly MutationRecord[] }

/** Takes over what the server drew. */
async function takeOver(root: HTMLElement, first: FirstData): Promise<void> {
  fillWithFirstData(queryClient, first)
  await bringPage(first.path)
  noteChainTime(String(first.atMs))
  beginTakingOver(first.atMs, noteEarly(root))
  // React makes the document's title its own, and takes it away with the page that has one: one stays for those that have none.
  const title = document.querySelector('title')
  if (title !== null) document.head.append(title.cloneNode(true))
  const start: StartScript | null = document.getElementById('start')
  keepAsDrawn(root, start?.changes ?? [])
  startTransition(
    () =>
      void hydrateRoot(root, <Site client={queryClient} drawnPath={first.path} />, {
        onRecoverableError: noteRecovered,
      }),
  )
}

async function draw(root: HTMLElement): Promise<void> {
  await bringFirst()
  startTransition(() => createRoot(root).render(<Site client={queryClient} />))
}

endureTranslation()
watchConnection()
followOtherTabs(queryClient)
drawByClock(chainNowMs)
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
const first = readFirstData()
// Not awaited at the top: pages import what this file's chunk has, and would wait for it. A transition, for its drawing
// makes room for whatever else the browser has to do.
void (first === undefined ? draw(root) : takeOver(root, first))
