// The whole site, as the page and the server draw it.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { Router } from 'wouter'
import { ErrorBoundary } from '../site/ErrorBoundary.tsx'
import { LandingGate } from './LandingGate.tsx'
import { Pages } from './router.tsx'
import { Shell } from './Shell.tsx'

export interface SiteProps {
  readonly client: QueryClient
  /** Where the address cannot be asked for; without a query string. */
  readonly serverPath?: string
}

export function Site({ client, serverPath }: SiteProps) {
  return (
    <StrictMode>
      <Router {...(serverPath === undefined ? {} : { ssrPath: serverPath, ssrSearch: '' })}>
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
