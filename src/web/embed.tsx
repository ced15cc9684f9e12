// The page of `/embed/{id}` begins here: one coin's chart for other people's pages.
// The same in both documents, so that they share one file of styles.
import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import '@fontsource/unbounded/600.css'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { EmbedChart } from '../history/EmbedChart.tsx'
import { ErrorBoundary } from '../site/ErrorBoundary.tsx'
import { EMBED } from '../site/pages.ts'
import { drawByClock } from '../ui/first/taking-over.ts'
import { endureTranslation } from '../ui/first/translated.ts'
import { chainNowMs } from '../wire/chain-time.ts'
import { queryClient } from '../wire/query-client.ts'

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
