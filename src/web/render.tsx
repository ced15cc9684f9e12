// Draws a page's first screen where there is no browser: the same components, of nothing but the answers that it is given. Built
// for the server by rolldown.config.ts, run by src/server/screen-worker.ts, one drawing at a time.
import { QueryClient } from '@tanstack/react-query'
import { renderToReadableStream } from 'react-dom/server'
import { LeftOut } from '../ui/later.tsx'
import { beginTakingOver } from '../ui/taking-over.ts'
import { fillWithFirstData } from '../wire/first-data.ts'
import { queryClient } from '../wire/query-client.ts'
import type { FirstData } from '../wire/records/first-data.ts'
import { bringPage } from './router.tsx'
import { Site } from './Site.tsx'

/** What React puts before the drawing for a document's head, which has its own (server/heads.ts, server/pages.ts). */
const FOR_THE_HEAD = /^(?:<title>[^<]*<\/title>|<link [^>]*>|<meta [^>]*>)+/

/** The inside of the page's root. Rejects where any component fails, but for what is left to the page. */
export async function renderScreen(path: string, first: FirstData): Promise<string> {
  const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() })
  fillWithFirstData(client, first)
  beginTakingOver(first.atMs)
  await bringPage(path)
  let failure: unknown
  const stream = await renderToReadableStream(<Site client={client} serverPath={path} />, {
    // Else what is long is put into its place by a script, which the page's policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      if (error instanceof LeftOut) return LeftOut.digest
      failure ??= error
      return undefined
    },
  })
  await stream.allReady
  const html = await new Response(stream).text()
  client.clear()
  if (failure !== undefined) throw failure
  return html.replace(FOR_THE_HEAD, '')
}
