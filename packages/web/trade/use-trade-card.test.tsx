// @vitest-environment happy-dom
// What the card holds while a trade is under way.

import type { ShownTrade, TradeSide } from '@twinmint/sdk/actions/trade/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { type TradeCard, useTradeCard } from './use-trade-card.ts'

const world = vi.hoisted(() => ({ onDone: (): void => undefined }))
vi.mock('../shared/queries.ts', () => ({ useSiteConfig: () => ({ data: undefined }) }))
vi.mock('../wallet/wallet.ts', () => ({ useWallet: () => ({ status: 'disconnected', wallets: [] }) }))
vi.mock('../wallet/balance.ts', () => ({ useHoldings: () => undefined }))
vi.mock('../wallet/fee/use-priority-fee.ts', () => ({ usePriorityFee: () => ({ lamports: 0n }) }))
vi.mock('@twinmint/sdk/core/curve', () => ({ curveStateOf: () => ({}) }))
vi.mock('@twinmint/sdk/actions/trade/rules', () => ({
  decideTrade: () => ({ kind: 'empty' }),
  typedAmount: () => undefined,
}))
vi.mock('./queries.ts', () => ({
  useTrade: () => ({
    start: (_shown: unknown, onDone: () => void) => (world.onDone = onDone),
    dismiss: () => undefined,
  }),
}))

afterEach(() => vi.unstubAllGlobals())

it('a trade that ends clears what was typed for it, and not what was typed for the other side meanwhile', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let card = {} as TradeCard
  function Card({ side }: { readonly side: TradeSide }) {
    const held = useTradeCard({
      collection: { id: 'c', guardBps: 0, createdAt: '2026-01-01T00:00:00.000Z' } as Collection,
      side,
      onSide: () => undefined,
    })
    useEffect(() => {
      card = held
    })
    return null
  }
  const root = createRoot(document.createElement('div'))
  const show = (side: TradeSide) => act(async () => root.render(<Card side={side} />))
  await show('BUY')
  for (const [typedFor, left] of [
    ['SELL', '7'],
    ['BUY', ''],
  ] as const) {
    await show('BUY')
    await act(async () => card.run({ side: 'BUY' } as ShownTrade))
    await show(typedFor)
    await act(async () => card.change({ amountText: '7' }))
    await act(async () => world.onDone())
    expect(card.amountText).toBe(left)
  }
  await act(async () => root.unmount())
})
