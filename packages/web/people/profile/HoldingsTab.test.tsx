// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { Holding, Portfolio } from '@twinmint/sdk/api/people/contract'
import type { Position } from '@twinmint/sdk/api/positions/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../../tests/eventually.ts'
import { queryClient } from '../../data/query-client.ts'
import HoldingsTab from './HoldingsTab.tsx'
import { PortfolioTotals } from './PortfolioTotals.tsx'

const ME = 'Me11111111111111111111111111111111111111111'
let unmount = async () => {}

/** Of a coin at a lamport a base unit. */
function holdingOf(symbol: string, baseUnits: string, tradeCount: number): Holding {
  const collection = {
    id: symbol,
    name: symbol,
    symbol,
    imageUrl: null,
    thumbnailUrl: null,
    reserveLamports: '1000000000000000000',
    reserveBaseUnits: '1000000000000000000',
    sellFeeBps: 0,
    sequence: 1,
  } as Collection
  const position = {
    collectionId: symbol,
    walletAddress: ME,
    tradeCount,
    baseUnits,
    nftCount: 0,
    knownBaseUnits: '0',
    costLamports: '0',
    averageCost: null,
    realisedLamports: '0',
    boughtLamports: '0',
  } as Position
  return { collection, baseUnits, nftCount: 0, coinLamports: '0', nftLamports: '0', position }
}

const portfolioOf = (holdings: readonly Holding[]): Portfolio => ({
  walletAddress: ME,
  lamports: '5',
  lockedLamports: '0',
  holdings: [...holdings],
  totalLamports: '0',
  boughtLamports: '0',
  soldLamports: '0',
  realisedLamports: '0',
  nftRealisedLamports: '0',
  resultLamports: '0',
  isPartial: false,
})

async function show(holdings: readonly Holding[], { at = '', width = 1_280 } = {}): Promise<void> {
  history.replaceState(null, '', `/portfolio${at}`)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= 16 * Number(/[\d.]+/.exec(query)?.[0]),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const portfolio = portfolioOf(holdings)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.startsWith('/api/user/portfolio') ? portfolio : {}),
  )
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <HoldingsTab address={ME} isOwn />
      </QueryClientProvider>,
    ),
  )
  await eventually(() => expect(document.querySelector('table')).not.toBeNull())
}
const box = () => document.querySelector<HTMLInputElement>('input[type=checkbox]')
const said = () => document.body.textContent
const labels = (begin: string) =>
  [...document.querySelectorAll(`button[aria-label^="${begin}"]`)].map((each) =>
    each.getAttribute('aria-label'),
  )

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(async () => {
  await unmount()
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('one coin that is hidden as dust is shown again', async () => {
  await show([holdingOf('DUST', '999999', 1)], { at: '?dust=hidden' })
  expect(said()).toContain('Hide dust (1 below 0.001 SOL)')
  expect(said()).not.toContain('By worth')
  expect(said()).not.toContain('Sell DUST')
  await act(async () => box()?.click())
  expect(said()).toContain('Sell DUST')
  expect(location.search).toBe('')
})

it('two coins are sorted; without dust there is nothing to hide', async () => {
  await show([holdingOf('ONE', '1000001', 1), holdingOf('TWO', '2000000', 1)])
  expect(said()).toContain('By worth')
  expect(box()).toBeNull()
})

it('a holding and the total are worth what selling brings, not coins times price', async () => {
  const holding = holdingOf('THIN', '1000000000', 1)
  // Selling as many coins as the market holds brings half of its SOL; they are 1 SOL at the price.
  const thin = { reserveLamports: '1000000000', reserveBaseUnits: '1000000000' }
  const collection = { ...holding.collection, ...thin }
  await show([{ ...holding, collection }])
  const row = document.querySelector('tbody tr')?.textContent
  expect(row).toContain('0.5 SOL')
  expect(row).not.toContain('1 SOL')
  const portfolio = portfolioOf([{ ...holding, collection }])
  const totals = renderToStaticMarkup(<PortfolioTotals portfolio={portfolio} solUsd={undefined} />)
  expect(totals.replace(/<[^>]*>/g, '')).toContain('Worth if sold, with SOL0.5')
})

it('a result is shared where there is one', async () => {
  await show([holdingOf('SENT', '1000000', 0), holdingOf('TRADED', '2000000', 3)])
  expect(labels('Share the result')).toEqual(['Share the result of TRADED'])
})

it('below 1,000 px what sells stands in a row of its own', async () => {
  await show([holdingOf('ONE', '1000001', 1)], { width: 999 })
  expect(document.querySelectorAll('thead th')).toHaveLength(2)
  await unmount()
  document.body.replaceChildren()
  await show([holdingOf('ONE', '1000001', 1)], { width: 1_000 })
  expect(document.querySelectorAll('thead th')).toHaveLength(6)
})

it('to somebody who sold all it does not say “yet”', async () => {
  await show([])
  expect(document.querySelector('h2')?.textContent).toBe('You hold no coins')
})
