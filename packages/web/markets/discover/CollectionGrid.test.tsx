// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CollectionGrid } from './CollectionGrid.tsx'
import type { Density } from './density.ts'
import { trendingOptions } from './queries.ts'

const coin = (id: string) =>
  ({
    id,
    name: `Frog ${id}`,
    symbol: 'FROG',
    imageUrl: null,
    thumbnailUrl: null,
    creatorAddress: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    marketCap: '1.00',
    marketCapLamports: '1',
    currentPrice: '0.1',
    tradingVolume: '0',
    change24hPercent: 1,
    bondingProgress: 1,
    sparkline: [1, 2],
    warnings: [],
    links: {},
    createdAt: '2026-11-21T00:00:00.000Z',
  }) as unknown as Collection

let box: HTMLElement
let root: Root
const client = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, queryFn: async () => [] } },
})
client.setQueryData(trendingOptions.queryKey, [])

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json([]))
  vi.useFakeTimers()
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  // What waits to be asked for is asked for: the next test finds nothing waiting.
  await vi.runOnlyPendingTimersAsync()
  box.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (ids: string, listKey = 'list', density: Density = 'compact') =>
  act(async () => {
    root.render(
      <QueryClientProvider client={client}>
        <CollectionGrid density={density} collections={ids.split('').map(coin)} listKey={listKey} />
      </QueryClientProvider>,
    )
  })
const shown = () => [...box.querySelectorAll('h3')].map(({ textContent }) => textContent.slice(-1)).join('')
const after = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const list = () => box.querySelector('ul') as HTMLElement
const touch = (type: string) => act(async () => void list().dispatchEvent(new Event(type, { bubbles: true })))

it('stands still under a finger, and newcomers wait behind; then it takes its order again', async () => {
  await show('abc')
  await after(5_000)
  await touch('touchstart')
  await show('cdab')
  await after(10_000)
  expect(shown()).toBe('abcd')
  await touch('touchend')
  await after(1_000)
  expect(shown()).toBe('abcd')
  await after(1_000)
  await after(0)
  expect(shown()).toBe('cdab')
})

it('changes its order every few seconds at most', async () => {
  await show('abc')
  await after(5_000)
  await show('bac')
  await after(0)
  expect(shown()).toBe('bac')
  await show('cba')
  await after(2_000)
  expect(shown()).toBe('bac')
  await after(1_500)
  expect(shown()).toBe('cba')
})

it('shows another list in its own order at once', async () => {
  await show('abc')
  await touch('touchstart')
  await show('cab', 'other')
  expect(shown()).toBe('cab')
})

it('draws the cards as large as is wanted, each with who launched it', async () => {
  await show('a')
  expect(box.textContent).not.toContain('Vol')
  await show('a', 'list', 'large')
  await act(async () => void (await import('./CollectionCard.tsx')))
  await after(0)
  expect(box.textContent).toContain('Vol')
  expect(box.querySelector('article')?.textContent).toContain('by 9xQe…VFin')
})
