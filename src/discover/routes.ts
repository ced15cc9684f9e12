// Lists of coins, the platform's figures, and what the page must know of this server.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Collection } from '../collection/contract.ts'
import { lamports, solText } from '../core/money.ts'
import type { Database } from '../database/database.ts'
import { decodeCursor, encodeCursor } from '../wire/cursor.ts'
import { parse } from '../wire/http.ts'
import { rememberFor } from '../wire/remember.ts'
import {
  type Analytics,
  analyticsQuerySchema,
  type CollectionsQuery,
  collectionsQuerySchema,
  type SiteConfig,
  type Stats,
  searchQuerySchema,
} from './contract.ts'
import { countTraders, loadPlatformBuckets } from './store.ts'

/** The index as lists see it; the server hands it in. */
export interface DiscoverDeps {
  readonly db: Database
  readonly lists: {
    page(query: {
      readonly sort: CollectionsQuery['sort']
      readonly order: CollectionsQuery['order']
      readonly state: CollectionsQuery['state']
      readonly limit: number
      readonly search: string | undefined
      readonly creatorAddress: string | undefined
      readonly after: { readonly key: string; readonly id: string } | undefined
    }): Promise<{ readonly collection: Collection; readonly sortKey: string }[]>
    /** Whose mint's or creator's address begins so. */
    byAddress(beginning: string, limit: number): Promise<Collection[]>
    boosted(limit: number): Promise<Collection[]>
    stats(): Promise<Stats>
  }
  readonly siteConfig: () => Promise<SiteConfig>
}

const TRENDING_MAX = 50
/** Among so many of the largest matches the best ones are looked for. */
const SEARCHED_MAX = 50
const ANALYTICS_MS = 10_000
const ALL = { order: 'desc', state: 'all', creatorAddress: undefined, after: undefined } as const
const BOOSTED_MAX = 30

/** The coins of the moment, the first first. */
export async function trendingCoins(
  lists: Pick<DiscoverDeps['lists'], 'page'>,
  limit: number,
): Promise<Collection[]> {
  const rows = await lists.page({ ...ALL, sort: 'trending', limit, search: undefined })
  return rows.map(({ collection }) => collection)
}

export function discoverRoutes(app: FastifyInstance, { db, lists, siteConfig }: DiscoverDeps): void {
  const analyticsOf = (range: Analytics['range']) =>
    rememberFor(ANALYTICS_MS, () => loadAnalytics(db, range, Date.now()))
  const analytics = { '24h': analyticsOf('24h'), '7d': analyticsOf('7d'), '30d': analyticsOf('30d') }
  app.get('/api/config', () => siteConfig())
  app.get('/api/stats', () => lists.stats())
  app.get('/api/collections/boosted', () => lists.boosted(BOOSTED_MAX))

  // By the formula of docs/trending.md.
  app.get('/api/collections/trending', () => trendingCoins(lists, TRENDING_MAX))

  app.get('/api/search', async (request) => {
    const { q, limit } = parse(searchQuerySchema, request.query)
    const isAddressLike = /^[1-9A-HJ-NP-Za-km-z]{4,44}$/.test(q)
    const [named, addressed] = await Promise.all([
      lists.page({ ...ALL, sort: 'marketCap', limit: SEARCHED_MAX, search: q }),
      isAddressLike ? lists.byAddress(q, limit) : [],
    ])
    return bestMatches(q, [...named.map(({ collection }) => collection), ...addressed]).slice(0, limit)
  })

  app.get('/api/analytics', (request) => {
    const { range } = parse(analyticsQuerySchema, request.query)
    return analytics[range]()
  })

  app.get('/api/collections', async (request, reply) => {
    const query = parse(collectionsQuerySchema, request.query)
    const rows = await lists.page({
      sort: query.sort,
      order: query.order,
      state: query.state,
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

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const RANGE_BUCKETS = {
  '24h': { count: 24, bucketSeconds: HOUR_SECONDS },
  '7d': { count: 7, bucketSeconds: DAY_SECONDS },
  '30d': { count: 30, bucketSeconds: DAY_SECONDS },
} as const

/** The platform over a range, the bucket of now included and quiet ones filled with zeros. */
async function loadAnalytics(db: Database, range: Analytics['range'], nowMs: number): Promise<Analytics> {
  const { count, bucketSeconds } = RANGE_BUCKETS[range]
  const nowSeconds = Math.floor(nowMs / 1_000)
  const last = nowSeconds - (nowSeconds % bucketSeconds)
  const sinceSeconds = last - (count - 1) * bucketSeconds
  const [rows, traders] = await Promise.all([
    loadPlatformBuckets(db, { sinceSeconds, bucketSeconds }),
    countTraders(db, sinceSeconds),
  ])
  const byTime = new Map(rows.map((row) => [row.time, row]))
  const sol = (lamportsText: string) => solText(lamports(BigInt(lamportsText)))
  const buckets = Array.from({ length: count }, (_, at) => {
    const time = sinceSeconds + at * bucketSeconds
    const row = byTime.get(time)
    return {
      time,
      launches: row?.launches ?? 0,
      graduations: row?.graduations ?? 0,
      trades: row?.trades ?? 0,
      swaps: row?.swaps ?? 0,
      traders: row?.traders ?? 0,
      volume: sol(row?.volumeLamports ?? '0'),
      fees: sol(row?.feeLamports ?? '0'),
    }
  })
  const sum = (field: 'launches' | 'graduations' | 'trades' | 'swaps') =>
    buckets.reduce((total, bucket) => total + bucket[field], 0)
  const sumSol = (field: 'volumeLamports' | 'feeLamports') =>
    sol(rows.reduce((total, row) => total + BigInt(row[field]), 0n).toString())
  return {
    range,
    bucketSeconds,
    buckets,
    totals: {
      launches: sum('launches'),
      graduations: sum('graduations'),
      trades: sum('trades'),
      swaps: sum('swaps'),
      traders,
      volume: sumSol('volumeLamports'),
      fees: sumSol('feeLamports'),
    },
  }
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
