// The page begins here.
import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import '@fontsource-variable/unbounded'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prefetchHome } from '../discover/queries.ts'
import { queryClient } from '../wire/query-client.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LandingGate } from './LandingGate.tsx'
import { Pages, preloadPath } from './router.tsx'
import { Shell } from './Shell.tsx'

// Nothing of the site is for whoever the server shows the landing to.
if (document.documentElement.dataset['landing'] === undefined) {
  preloadPath(location.pathname)
  if (location.pathname === '/' && location.search === '') prefetchHome(queryClient)
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
createRoot(root).render(
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
  </StrictMode>,
)
