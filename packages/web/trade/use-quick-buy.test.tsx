// @vitest-environment happy-dom
// When a buy of one click begins, and when it must not; what it tells.

import { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { ShownTrade } from '@twinmint/sdk/actions/trade/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, shownToast } from '../ui/toasts/toast.ts'
import { type AskedTrade, endQuickTrade } from '../wallet/quick-trade/requests.ts'
import type { TradeStatus } from './queries.ts'
import { type Site, useQuickTradeRun } from './use-quick-buy.ts'

const world = vi.hoisted(() => ({
  address: 'me',
  impact: 'small',
  surchargeLamports: 0n,
  holdings: undefined as unknown,
  isPending: false,
  readAtMs: 0,
  refetch: vi.fn<() => void>(),
  decided: vi.fn<(input: { side: string }) => void>(),
  status: undefined as TradeStatus | undefined,
  keeps: undefined as ((ended: unknown) => boolean) | undefined,
  start: vi.fn<() => void>(),
  dismiss: vi.fn<() => void>(),
}))
vi.mock('../shared/coin-queries.ts', () => ({ useCollection: () => ({ data: undefined }) }))
vi.mock('../data/live.ts', () => ({ useLive: () => undefined }))
vi.mock('../wallet/wallet.ts', () => ({ useWallet: () => ({ address: world.address }) }))
vi.mock('../wallet/balance.ts', () => ({
  useHoldings: () => world.holdings,
  useWalletBalance: () => ({ isError: false, dataUpdatedAt: world.readAtMs, refetch: world.refetch }),
}))
vi.mock('../wallet/fee/use-priority-fee.ts', () => ({
  usePriorityFee: () => ({ lamports: 0n, isPending: world.isPending }),
}))
vi.mock('../wallet/quick-trade/requests.ts', () => ({
  endQuickTrade: vi.fn<() => void>(),
  onCancelQuickTrade: () => () => undefined,
}))
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
vi.mock('@twinmint/sdk/actions/trade/rules', async (original) => ({
  ...(await original<typeof import('@twinmint/sdk/actions/trade/rules')>()),
  decideTrade: (input: { side: string }) => {
    world.decided(input)
    const paid = { inLamports: 1_000n, surchargeLamports: world.surchargeLamports }
    return { kind: 'quote', quote: { side: input.side, impactLevel: world.impact, ...paid } }
  },
}))
vi.mock('@twinmint/sdk/core/curve', async (original) => ({
  ...(await original<typeof import('@twinmint/sdk/core/curve')>()),
  curveStateOf: () => ({}),
}))

const collection = {
  id: 'c',
  symbol: 'QUICK',
  guardBps: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
} as Collection
const site = { paused: false } as Site
const buy: AskedTrade = { collection, side: 'BUY', amountText: '1', askedAtMs: 0, walletAddress: 'me' }
let root: Root
let run: ReturnType<typeof useQuickTradeRun>

function Run({ asked = buy }: { readonly asked?: AskedTrade }) {
  const ran = useQuickTradeRun(asked, site)
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
  dismissToast(shownToast.get()?.id ?? 0)
  Object.assign(world, { address: 'me', impact: 'small', surchargeLamports: 0n })
  Object.assign(world, { holdings: undefined, isPending: false, readAtMs: 0, status: undefined })
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
    expect(endQuickTrade).toHaveBeenCalledExactlyOnceWith('c')
    await know()
    expect(world.start).not.toHaveBeenCalled()
  })
  it('is over too when the page slept, and its timer with it', async () => {
    await show()
    vi.setSystemTime(60_000)
    await know()
    expect(world.start).not.toHaveBeenCalled()
    expect(endQuickTrade).toHaveBeenCalledExactlyOnceWith('c')
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
    expect(endQuickTrade).toHaveBeenCalledExactlyOnceWith('c')
  })
  it('is none of the wallet that was connected meanwhile', async () => {
    await show()
    world.address = 'another'
    await know()
    expect(world.start).not.toHaveBeenCalled()
    expect(shownToast.get()).toMatchObject({
      title: 'QUICK was not bought',
      description: 'Another wallet is connected now. No money moved.',
    })
    expect(endQuickTrade).toHaveBeenCalledExactlyOnceWith('c')
  })
  it('that asks about its price asks another wallet no more', async () => {
    world.impact = 'high'
    await know()
    expect(run.stage).toBe('asking about the price')
    world.address = 'another'
    await show()
    expect(endQuickTrade).toHaveBeenCalledExactlyOnceWith('c')
    expect(world.start).not.toHaveBeenCalled()
  })
  it.each([
    [10n, 'trading', 1],
    [11n, 'asking about the surcharge', 0],
  ] as const)('of 1,000 with a surcharge of %s is %s first', async (surchargeLamports, stage, started) => {
    world.surchargeLamports = surchargeLamports
    await know()
    expect(run.stage).toBe(stage)
    expect(world.start).toHaveBeenCalledTimes(started)
  })
  it('asks about a price, not about a surcharge that there is not', async () => {
    world.impact = 'high'
    await know()
    expect(run.stage).toBe('asking about the price')
  })
  it('is not tried again with another wallet', async () => {
    await know()
    expect(world.start).toHaveBeenCalledOnce()
    world.address = 'another'
    await show()
    // What runs goes on.
    expect(endQuickTrade).not.toHaveBeenCalled()
    await act(async () => run.start({ side: 'BUY' } as ShownTrade))
    expect(world.start).toHaveBeenCalledOnce()
    expect(endQuickTrade).toHaveBeenCalledExactlyOnceWith('c')
  })
  it('whose code does not come is told once, and over', async () => {
    await know()
    const status = failed(new SigningFailure('prepare', 'No answer.', { code: 'notLoaded' }))
    expect(world.keeps?.(status)).toBe(true)
    world.status = status
    await show()
    expect(shownToast.get()).toMatchObject({ description: 'No answer. No money moved.' })
    expect(world.dismiss).toHaveBeenCalledOnce()
    expect(endQuickTrade).toHaveBeenCalledExactlyOnceWith('c')
  })
})

describe('a sell of one click', () => {
  const sell = (percent: 25 | 50 | 100, askedAtMs = 0): AskedTrade => ({
    collection,
    side: 'SELL',
    percent,
    askedAtMs,
    walletAddress: 'me',
  })
  const showSell = (asked: AskedTrade) => act(async () => root.render(<Run key="sell" asked={asked} />))
  const hold = (units: bigint, readAtMs: number) =>
    Object.assign(world, { holdings: { lamports: lamports(1n), baseUnits: baseUnits(units) }, readAtMs })

  it('waits for what the chain says after the click, not for what was known before', async () => {
    hold(4_000_000n, 0)
    await showSell(sell(50))
    expect(world.refetch).toHaveBeenCalledOnce()
    expect(world.start).not.toHaveBeenCalled()
    hold(2_000_000n, 5)
    await showSell(sell(50))
    expect(world.start).toHaveBeenCalledOnce()
    expect(world.decided).toHaveBeenLastCalledWith(
      expect.objectContaining({ side: 'SELL', amount: { kind: 'amount', units: 1_000_000n } }),
    )
  })
  it.each([
    [25, 10_000_003n, 2_500_000n],
    [50, 3n, 1n],
    [100, 10_000_003n, 10_000_003n],
  ] as const)('sells %s %% of the base units, rounded down', async (percent, held, units) => {
    hold(held, 5)
    await showSell(sell(percent))
    const amount = { kind: 'amount', units }
    expect(world.decided).toHaveBeenLastCalledWith(expect.objectContaining({ amount }))
  })
  it('says that nothing was sold', async () => {
    await showSell(sell(25))
    await pass(10_000)
    expect(shownToast.get()).toMatchObject({ title: 'QUICK was not sold' })
    expect(endQuickTrade).toHaveBeenCalledExactlyOnceWith('c')
  })
})
