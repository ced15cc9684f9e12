// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePriorityFee } from './use-priority-fee.ts'

const wallet = vi.hoisted(() => ({ status: 'connected' }))
vi.mock('../wallet.ts', () => ({ useWallet: () => wallet }))

let root: Root
let answer: Promise<unknown>
let succeed: (fees: unknown) => void
let fail: (error: Error) => void
let asked: number
let shown: ReturnType<typeof usePriorityFee>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  root = createRoot(document.createElement('div'))
  wallet.status = 'connected'
  asked = 0
  answer = new Promise((resolve, reject) => {
    succeed = resolve
    fail = reject
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Reader({ network }: Pick<SiteConfig, 'network'>) {
  const fee = usePriorityFee({ network }, 'c-1', 'trade')
  useEffect(() => {
    shown = fee
  })
  return null
}

async function show(network: SiteConfig['network']): Promise<void> {
  const queryFn = () => (asked++ === 0 ? answer : new Promise(() => {}))
  const client = new QueryClient({ defaultOptions: { queries: { queryFn, retry: false } } })
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Reader network={network} />
      </QueryClientProvider>,
    ),
  )
}
const settle = () => act(async () => vi.advanceTimersByTimeAsync(10))

it('is pending until the first answer is there, and has its levels then', async () => {
  await show('devnet')
  expect(shown.isPending).toBe(true)
  const levels = { normal: '7', fast: '8', turbo: '9' }
  succeed({ trade: levels, swap: levels })
  await settle()
  expect(shown).toMatchObject({ isPending: false, levels: { normal: 7n, fast: 8n, turbo: 9n } })
})

it('is not pending after an answer that failed, nor while it is asked for again', async () => {
  await show('devnet')
  fail(new Error('429'))
  await settle()
  expect(shown.isPending).toBe(false)
  await act(async () => vi.advanceTimersByTimeAsync(20_000))
  expect([asked, shown.isPending]).toEqual([2, false])
})

it('is never pending where nothing is asked', async () => {
  await show('embedded')
  expect(shown.isPending).toBe(false)
  wallet.status = 'disconnected'
  await show('devnet')
  expect([asked, shown.isPending]).toEqual([0, false])
})
