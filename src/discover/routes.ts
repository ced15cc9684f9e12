// Lists of coins, the platform's figures, and what the page must know of this server.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Collection } from '../collection/contract.ts'
import { decodeCursor, encodeCursor } from '../wire/cursor.ts'
import { parse } from '../wire/http.ts'
import { type CollectionsQuery, collectionsQuerySchema, type SiteConfig, type Stats } from './contract.ts'

/** The index as lists see it; the server hands it in. */
export interface DiscoverDeps {
  readonly lists: {
    page(query: {
      readonly sort: CollectionsQuery['sort']
      readonly limit: number
      readonly search: string | undefined
      readonly creatorAddress: string | undefined
      readonly after: { readonly key: string; readonly id: string } | undefined
    }): Promise<{ readonly collection: Collection; readonly sortKey: string }[]>
    boosted(limit: number): Promise<Collection[]>
    stats(): Promise<Stats>
  }
  readonly siteConfig: () => Promise<SiteConfig>
}

const TRENDING_MAX = 50
const BOOSTED_MAX = 30

export function discoverRoutes(app: FastifyInstance, { lists, siteConfig }: DiscoverDeps): void {
  app.get('/api/config', () => siteConfig())
  app.get('/api/landing/status', async () => ({ landingEnabled: false }))
  app.get('/api/stats', () => lists.stats())
  app.get('/api/collections/boosted', () => lists.boosted(BOOSTED_MAX))

  // By volume of the last 24 hours; coins without any follow by their last trade.
  app.get('/api/collections/trending', async () => {
    const rows = await lists.page({
      sort: 'volume',
      limit: TRENDING_MAX,
      search: undefined,
      creatorAddress: undefined,
      after: undefined,
    })
    return rows.map(({ collection }) => collection)
  })

  app.get('/api/collections', async (request, reply) => {
    const query = parse(collectionsQuerySchema, request.query)
    const rows = await lists.page({
      sort: query.sort,
      limit: query.limit,
      search: query.search?.trim() || undefined,
      creatorAddress: query.creator,
      after: query.cursor === undefined ? undefined : readCursor(query.cursor),
    })
    const last = rows.at(-1)
    if (last && rows.length === query.limit)
      void reply.header('x-next-cursor', encodeCursor([last.sortKey, last.collection.id]))
    return rows.map(({ collection }) => collection)
  })

  app.get<{ Params: { text: string } }>('/api/placeholder-image/:text', async ({ params }, reply) => {
    void reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400')
    return placeholderSvg(params.text)
  })
}

/** Key and id go into SQL as parameters; the key is a time or a number as text. */
const cursorSchema = z.tuple([z.string().regex(/^[0-9A-Za-z:.+ -]{1,40}$/), z.uuid()])

function readCursor(cursor: string): { key: string; id: string } {
  const [key, id] = decodeCursor(cursorSchema, cursor)
  return { key, id }
}

/** A square with the first letter, in a colour that belongs to the text. */
function placeholderSvg(text: string): string {
  const letter = Array.from(text.trim().toUpperCase())[0] ?? '?'
  const safe = letter.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  const hue = Array.from(text).reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360,
    7,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" fill="hsl(${hue} 40% 22%)"/><text x="64" y="66" fill="hsl(${hue} 80% 82%)" font-family="sans-serif" font-size="64" font-weight="700" text-anchor="middle" dominant-baseline="central">${safe}</text></svg>`
}
