// The page begins here.
// The same in both documents, so that they share one file of styles.
import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import '@fontsource/unbounded/600.css'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { prefetchHome } from '../discover/queries.ts'
import { ErrorBoundary } from '../site/ErrorBoundary.tsx'
import { prefetchSite } from '../site/queries.ts'
import { watchConnection } from '../wire/connection.ts'
import { queryClient } from '../wire/query-client.ts'
import { LandingGate } from './LandingGate.tsx'
import { bringPage, Pages } from './router.tsx'
import { Shell } from './Shell.tsx'

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

function Site() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary resetKey="">
          <LandingGate>
            <Shell>
              <Pages />
            </Shell>
          </LandingGate>
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>
  )
}

watchConnection()
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
// Not awaited at the top: pages import what this file's chunk has, and would wait for it. A transition, for its drawing
// makes room for whatever else the browser has to do.
void bringFirst().then(() => startTransition(() => createRoot(root).render(<Site />)))
