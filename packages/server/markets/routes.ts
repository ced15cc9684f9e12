// The platform in figures.

import { type Analytics, analyticsQuerySchema, analyticsSchema } from '@twinmint/sdk/api/markets/contract'
import { lamports, solText } from '@twinmint/sdk/core/money'
import type { Database } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { rememberFor } from '../http/remember.ts'
import { countTraders, loadPlatformBuckets } from '../index/figures-store.ts'

const ANALYTICS_MS = 10_000

export function marketsRoutes(app: App, { db }: { readonly db: Database }): void {
  const analyticsOf = (range: Analytics['range']) =>
    rememberFor(ANALYTICS_MS, () => loadAnalytics(db, range, Date.now()))
  const analytics = { '24h': analyticsOf('24h'), '7d': analyticsOf('7d'), '30d': analyticsOf('30d') }
  app.get(
    '/api/markets/figures',
    {
      schema: {
        tags: ['Site'],
        summary: 'The platform over time',
        querystring: analyticsQuerySchema,
        response: { 200: analyticsSchema },
      },
    },
    ({ query }) => analytics[query.range](),
  )
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
      nftSales: row?.nftSales ?? 0,
      nftVolume: sol(row?.nftSalesLamports ?? '0'),
      nftFees: sol(row?.nftFeeLamports ?? '0'),
    }
  })
  const sum = (field: 'launches' | 'graduations' | 'trades' | 'swaps' | 'nftSales') =>
    buckets.reduce((total, bucket) => total + bucket[field], 0)
  const sumSol = (field: 'volumeLamports' | 'feeLamports' | 'nftSalesLamports' | 'nftFeeLamports') =>
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
      nftSales: sum('nftSales'),
      nftVolume: sumSol('nftSalesLamports'),
      nftFees: sumSol('nftFeeLamports'),
    },
  }
}
