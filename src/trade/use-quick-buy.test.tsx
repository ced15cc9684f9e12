// @vitest-environment happy-dom
// When a buy of one click begins, and when it must not; what it tells.
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lamports } from '../core/money.ts'
import { dismissToast, shownToast } from '../ui/toast.ts'
import { SigningFailure } from '../wallet/flow.ts'
import { endQuickBuy } from '../wallet/quick/quick-buy.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { TradeStatus } from './queries.ts'
import type { ShownTrade } from './rules.ts'
import { type Site, useQuickBuyRun } from './use-quick-buy.ts'

const world = vi.hoisted(() => ({
  holdings: undefined as unknown,
  isPending: false,
  status: undefined as TradeStatus | undefined,
  keeps: undefined as ((ended: unknown) => boolean) | undefined,
  start: vi.fn<() => void>(),
  dismiss: vi.fn<() => void>(),
}))
vi.mock('../index/queries.ts', () => ({ useCollection: () => ({ data: undefined }) }))
vi.mock('../wire/live.ts', () => ({ useLive: () => undefined }))
vi.mock('../wallet/wallet.ts', () => ({ useWallet: () => ({ address: 'me' }) }))
vi.mock('../wallet/balance.ts', () => ({
  useHoldings: () => world.holdings,
  useWalletBalance: () => ({ isError: false }),
}))
vi.mock('../wallet/fee/use-priority-fee.ts', () => ({
  usePriorityFee: () => ({ lamports: 0n, isPending: world.isPending }),
}))
vi.mock('../wallet/quick/quick-buy.ts', () => ({ endQuickBuy: vi.fn<() => void>() }))
vi.mock('./queries.ts', () => ({
  useTrade: (_coin: unknown, _site: unknown, { keeps }: { readonly keeps: typeof world.keeps }) => {
    world.keeps = keeps
    return {
      status: world.status,
      isRunning: world.status?.phase === 'running',
      start: world.start,
      dismiss: world.dismiss,
    }
  },
}))
vi.mock('./rules.ts', () => ({
  decideTrade: () => ({ kind: 'quote', quote: { side: 'BUY', priceImpactBps: 1n } }),
  impactLevel: () => 'small',
}))
vi.mock('../core/curve.ts', () => ({ curveStateOf: () => ({}) }))

const collection = { id: 'c', symbol: 'QUICK' } as Collection
const site = { paused: false } as Site
const buy = { collection, amountText: '1', askedAtMs: 0 }
let root: Root
let run: ReturnType<typeof useQuickBuyRun>

function Run() {
  const ran = useQuickBuyRun(buy, site)
  useEffect(() => {
    run = ran
  })
  return null
}
const show = () => act(async () => root.render(<Run key="one" />))
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
const know = () => {
  world.holdings = { lamports: lamports(1n) }
  return show()
}
const failed = (failure: SigningFailure): TradeStatus => ({
  phase: 'failed',
  shown: { side: 'BUY' } as ShownTrade,
  failure,
})

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: 0 })
  Object.assign(world, { holdings: undefined, isPending: false, status: undefined })
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  dismissToast(shownToast.get()?.id ?? 0)
  vi.useRealTimers()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

describe('a buy of one click', () => {
  it('begins as soon as the balance is known', async () => {
    await show()
    await pass(9_000)
    expect(world.start).not.toHaveBeenCalled()
    await know()
    expect(world.start).toHaveBeenCalledOnce()
    await pass(9_000)
    expect(shownToast.get()?.open).not.toBe(true)
  })
  it('is over where the server answers too late', async () => {
    await show()
    await pass(10_000)
    expect(shownToast.get()).toMatchObject({
      title: 'QUICK was not bought',
      description: 'The server did not answer in time. No money moved.',
    })
    expect(endQuickBuy).toHaveBeenCalledExactlyOnceWith('c')
    await know()
    expect(world.start).not.toHaveBeenCalled()
  })
  it('is over too when the page slept, and its timer with it', async () => {
    await show()
    vi.setSystemTime(60_000)
    await know()
    expect(world.start).not.toHaveBeenCalled()
    expect(endQuickBuy).toHaveBeenCalledExactlyOnceWith('c')
  })
  it('waits for what others pay, and not for long', async () => {
    world.isPending = true
    await know()
    await pass(1_900)
    expect(world.start).not.toHaveBeenCalled()
    await pass(100)
    expect(world.start).toHaveBeenCalledOnce()
  })
  it('shows one of which nobody knows, and leaves it to its card', async () => {
    world.status = failed(new SigningFailure('send', 'No answer', { moved: 'unknown' }))
    await know()
    expect(run.stage).toBe('trading')
    run.leave()
    expect(world.start).not.toHaveBeenCalled()
    expect(world.dismiss).not.toHaveBeenCalled()
    expect(endQuickBuy).toHaveBeenCalledExactlyOnceWith('c')
  })
  it('whose code does not come is told once, and over', async () => {
    await know()
    const status = failed(new SigningFailure('prepare', 'No answer.', { code: 'notLoaded' }))
    expect(world.keeps?.(status)).toBe(true)
    world.status = status
    await show()
    expect(shownToast.get()).toMatchObject({ description: 'No answer. No money moved.' })
    expect(world.dismiss).toHaveBeenCalledOnce()
    expect(endQuickBuy).toHaveBeenCalledExactlyOnceWith('c')
  })
})
