// Draws a page's first screen where there is no browser: the same components, of what the page itself would read first. Built for the
// server by rolldown.config.ts, and run by packages/server/documents/screen-worker.ts, which answers what is fetched here.
import { QueryClient } from '@tanstack/react-query'
import { type FoundPage, findPage, type PageModule } from '@twinmint/sdk/internal/api/platform/pages'
import type { FirstData } from '@twinmint/sdk/internal/api/records/first-data'
import { renderToReadableStream } from 'react-dom/server'
import { chainNowMs } from '../data/chain-time.ts'
import { firstDataOf } from '../data/initial-data.ts'
import { queryClient, SITE_KEY } from '../data/query-client.ts'
import { boostedOptions, trendingOptions } from '../markets/discover/queries.ts'
import { marketsOptions } from '../markets/queries.ts'
import { marketsViewOf } from '../markets/rules.ts'
import { galleryCollectionsOptions, nftOptions } from '../nfts/gallery/queries.ts'
import { collectionOptions } from '../shared/coin-queries.ts'
import { beginTakingOver } from '../ui/hydration/hydration.ts'
import { LeftOut } from '../ui/lazy.tsx'
import { takeDrawnMarks } from '../ui/media.ts'
import { bringPage } from './router.tsx'
import { Site } from './Site.tsx'

export interface RenderedScreen {
  /** The inside of the page's root. */
  readonly html: string
  /** Attributes of the document's root, which its styles ask for. */
  readonly marks: readonly string[]
  readonly first: FirstData
}

type Reading = (client: QueryClient, told: FoundPage['told']) => readonly Promise<unknown>[]

/** What is read for the pages that are drawn (`isDrawn` in sdk/api/platform/pages.ts), beside what every page reads. */
const READINGS: Partial<Record<PageModule, Reading>> = {
  'web/pages/HomePage.tsx': (client) => [
    client.fetchQuery(boostedOptions),
    client.fetchQuery(trendingOptions),
  ],
  'web/pages/CoinPage.tsx': (client, { id = '' }) => [client.fetchQuery(collectionOptions(id))],
  'web/markets/MarketsPage.tsx': (client) => [
    client.fetchInfiniteQuery(marketsOptions(marketsViewOf(new URLSearchParams()))),
  ],
  'web/nfts/gallery/GalleryPage.tsx': (client) => [client.fetchInfiniteQuery(galleryCollectionsOptions(''))],
  'web/pages/NftPage.tsx': (client, { id = '', edition = '' }) => [
    client.fetchQuery(nftOptions(id, Number(edition))),
  ],
}

/** Rejects where anything that it needs is refused or fails, but for what is left to the page. */
export async function renderScreen(path: string): Promise<RenderedScreen> {
  const found = findPage(path)
  if (found === undefined) throw new Error(`${path} is no page`)
  const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() })
  const readings = READINGS[found.page.module]?.(client, found.told) ?? []
  await Promise.all([bringPage(path), client.fetchQuery({ queryKey: SITE_KEY }), ...readings])
  // The chain's, as the answers say it.
  const atMs = chainNowMs() ?? Date.now()
  const first = firstDataOf(client, path, atMs)
  const drawn = await alone(() => draw(path, client, atMs))
  client.clear()
  return { ...drawn, first }
}

let last: Promise<unknown> = Promise.resolve()

/** One drawing after another: what the page keeps outside of React is there once. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

/** What React puts before the drawing for a document's head, which has its own (server/documents/heads.ts, server/documents/pages.ts). */
const FOR_THE_HEAD = /^(?:<title>[^<]*<\/title>|<link [^>]*>|<meta [^>]*>)+/

async function draw(
  path: string,
  client: QueryClient,
  atMs: number,
): Promise<Pick<RenderedScreen, 'html' | 'marks'>> {
  beginTakingOver(atMs)
  let failure: unknown
  const stream = await renderToReadableStream(<Site client={client} drawnPath={path} />, {
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
  const marks = takeDrawnMarks()
  if (failure !== undefined) throw failure
  return { html: html.replace(FOR_THE_HEAD, ''), marks }
}
