// The page of `/embed/{id}` begins here: one coin's chart for other people's pages.
// The same in both documents, so that they share one file of styles.
import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import '@fontsource/unbounded/600.css'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { EMBED } from '@twinmint/sdk/internal/api/platform/pages'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { EmbedChart } from '../coin/history/EmbedChart.tsx'
import { chainNowMs } from '../data/chain-time.ts'
import { queryClient } from '../data/query-client.ts'
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx'
import { drawByClock } from '../ui/hydration/hydration.ts'
import { endureTranslation } from '../ui/hydration/translated.ts'

drawByClock(chainNowMs)
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
endureTranslation()
const id = decodeURIComponent(EMBED.path.exec(location.pathname)?.groups?.['id'] ?? '')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary resetKey="">
        <EmbedChart id={id} />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
)
