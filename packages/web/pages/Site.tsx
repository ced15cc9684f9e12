// The whole site, as the page and the server draw it.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { Router } from 'wouter'
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx'
import { LandingGate } from './LandingGate.tsx'
import { Pages } from './router.tsx'
import { Shell } from './Shell.tsx'

export interface SiteProps {
  readonly client: QueryClient
  /** What the server draws, and the page takes over, whatever its address is by then; without a query string. */
  readonly drawnPath?: string
}

export function Site({ client, drawnPath }: SiteProps) {
  return (
    <StrictMode>
      <Router {...(drawnPath === undefined ? {} : { ssrPath: drawnPath, ssrSearch: '' })}>
        <QueryClientProvider client={client}>
          <ErrorBoundary resetKey="">
            <LandingGate>
              <Shell>
                <Pages />
              </Shell>
            </LandingGate>
          </ErrorBoundary>
        </QueryClientProvider>
      </Router>
    </StrictMode>
  )
}
