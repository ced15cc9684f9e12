// @vitest-environment happy-dom
// A trade of one click whose code does not come, as after a deployment.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { dismissToast, shownToast } from '../ui/toasts/toast.ts'
import { askQuickTrade, isQuickTrading, REST_MS } from '../wallet/quick-trade/requests.ts'
import { QuickTradeHost } from './QuickTradeHost.tsx'

// A worker keeps what it has loaded: what was made with other mocks is not of use here, nor this with others.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('../trade/QuickBuyHost.tsx', () => {
  throw new Error('gone')
})
vi.mock('../wallet/wallet.ts', () => ({
  walletStore: { state: { status: 'connected', address: 'me' } },
  useWallet: () => ({ status: 'connected', address: 'me' }),
}))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null)))
})
afterEach(() => vi.unstubAllGlobals())

it('is over, and says so; and so is the next one', async () => {
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<QuickTradeHost site={undefined} />))
  for (const [side, title] of [
    ['BUY', 'FROG was not bought'],
    ['SELL', 'FROG was not sold'],
  ] as const) {
    const collection = { id: 'c', symbol: 'FROG' } as Collection
    await act(async () =>
      askQuickTrade(
        side === 'BUY' ? { collection, side, amountText: '1' } : { collection, side, percent: 50 },
      ),
    )
    await eventually(() => expect(shownToast.get()).toMatchObject({ title, open: true }))
    expect(shownToast.get()?.description).toContain('This part of the page did not load. Reload the page.')
    expect(isQuickTrading('c')).toBe(false)
    dismissToast(shownToast.get()?.id ?? 0)
    // Between two of the same coin.
    await new Promise((rested) => setTimeout(rested, REST_MS + 50))
  }
  await act(async () => root.unmount())
})
