// Lists of coins, and the platform's figures.

import { collectionsQuerySchema, searchQuerySchema, statsSchema } from '@twinmint/sdk/api/coin/list-contract'
import { type Collection, collectionSchema } from '@twinmint/sdk/api/records/coin'
import { z } from 'zod'
import type { App } from '../http/calls.ts'
import { cursorText, decodeCursor, encodeCursor } from '../http/cursor.ts'
import type { Coins } from './coins.ts'
import { type CollectionSort, keyTypeOf } from './list-store.ts'

const TRENDING_MAX = 50
/** Among so many of the largest matches the best ones are looked for. */
const SEARCHED_MAX = 50
const ALL = { order: 'desc', state: 'all', creatorAddress: undefined, after: undefined } as const
const BOOSTED_MAX = 30
const collectionsSchema = z.array(collectionSchema)

/** The coins of the moment, the first first. */
export async function trendingCoins(coins: Pick<Coins, 'page'>, limit: number): Promise<Collection[]> {
  const rows = await coins.page({ ...ALL, sort: 'trending', limit, search: undefined })
  return rows.map(({ collection }) => collection)
}

export function listRoutes(app: App, { coins }: { readonly coins: Coins }): void {
  app.get(
    '/api/collections',
    {
      schema: {
        tags: ['Coins'],
        summary: 'Coins, searched, filtered and sorted',
        querystring: collectionsQuerySchema,
        response: { 200: collectionsSchema },
        isPaged: true,
      },
    },
    async ({ query }, reply) => {
      const rows = await coins.page({
        sort: query.sort,
        order: query.order,
        state: query.state,
        limit: query.limit,
        search: query.search?.trim() || undefined,
        creatorAddress: query.creator,
        after: query.cursor === undefined ? undefined : readCursor(query.cursor, query.sort),
        filters: query,
      })
      const last = rows.at(-1)
      if (last && rows.length === query.limit)
        void reply.header('x-next-cursor', encodeCursor([last.sortKey, last.collection.id]))
      return rows.map(({ collection }) => collection)
    },
  )

  // By the formula of docs/trending.md.
  app.get(
    '/api/collections/trending',
    {
      schema: {
        tags: ['Coins'],
        summary: 'What is trending, by the published formula',
        response: { 200: collectionsSchema },
      },
    },
    () => trendingCoins(coins, TRENDING_MAX),
  )

  app.get(
    '/api/collections/boosted',
    { schema: { tags: ['Coins'], summary: 'Coins in the banner', response: { 200: collectionsSchema } } },
    () => coins.boosted(BOOSTED_MAX),
  )

  app.get(
    '/api/search',
    {
      schema: {
        tags: ['Coins'],
        summary:
          'Coins by their or their collection’s name, symbol, or the beginning of an address; the best first',
        querystring: searchQuerySchema,
        response: { 200: collectionsSchema },
      },
    },
    async ({ query: { q, limit } }) => {
      const isAddressLike = /^[1-9A-HJ-NP-Za-km-z]{4,44}$/.test(q)
      const [named, addressed] = await Promise.all([
        coins.page({ ...ALL, sort: 'marketCap', limit: SEARCHED_MAX, search: q }),
        isAddressLike ? coins.byAddress(q, limit) : [],
      ])
      return bestMatches(q, [...named.map(({ collection }) => collection), ...addressed]).slice(0, limit)
    },
  )

  const stats = (summary: string) =>
    [{ schema: { tags: ['Site'], summary, response: { 200: statsSchema } } }, () => coins.stats()] as const
  app.get('/api/stats', ...stats('The platform in four figures'))
  app.get('/api/figures', ...stats('The figures of /api/stats, for pages: content blockers block that path'))
}

/** The symbol or one of the names itself, then what begins so, then the rest as it came; each coin once. */
function bestMatches(query: string, found: readonly Collection[]): Collection[] {
  const wanted = query.toLowerCase()
  const rank = ({ name, symbol, collectionName, mintAddress }: Collection) => {
    const texts = [symbol, name, collectionName].map((text) => text.toLowerCase())
    if (texts.includes(wanted) || mintAddress === query) return 0
    return texts.some((text) => text.startsWith(wanted)) ? 1 : 2
  }
  const unique = [...new Map(found.map((collection) => [collection.id, collection])).values()]
  return unique.sort((a, b) => rank(a) - rank(b))
}

/** A sort key is a time or a number as text, valid only for its own order. */
function readCursor(cursor: string, sort: CollectionSort): { key: string; id: string } {
  const [key, id] = decodeCursor(z.tuple([cursorText[keyTypeOf(sort)], cursorText.uuid]), cursor)
  return { key, id }
}
