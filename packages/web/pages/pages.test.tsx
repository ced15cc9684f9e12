// @vitest-environment happy-dom
// What pages say of themselves in words and while they wait; whole stories are tests/journeys'.
import { QueryClientProvider } from '@tanstack/react-query'
import type { Position } from '@twinmint/sdk/api/positions/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { queryClient } from '../data/query-client.ts'
import PortfolioPage from './PortfolioPage.tsx'
import ResultPage from './ResultPage.tsx'

const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const wallet = vi.hoisted(() => ({ state: { status: 'connecting', address: undefined, wallets: [] } }))
vi.mock('../wallet/wallet.ts', () => ({
  useWallet: () => wallet.state,
  walletStore: wallet,
  openWalletModal: () => {},
}))
vi.mock('../data/live.ts', () => ({ useLiveEvent: () => {}, useLiveStatus: () => 'live' }))
let unmount = async () => {}

const coin = { id: 'c1', name: 'Frog', symbol: 'FROG' } as Collection
const position = {
  collectionId: 'c1',
  walletAddress: WALLET,
  sequence: 4,
  tradeCount: 2,
  resultLamports: '-1500000000',
  resultPercent: -12.5,
  transferredBaseUnits: '0',
  nftsSentOut: 0,
} as Position
let answered: Position

async function show(page: ReactNode): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () => root.render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>))
}
const said = () => document.body.textContent ?? ''
const showResult = async (search: string) => {
  history.replaceState(null, '', `/result/c1/${WALLET}${search}`)
  await show(<ResultPage id="c1" wallet={WALLET} />)
  await eventually(() => expect(document.querySelector('img')).not.toBeNull())
  return document.querySelector('img')?.alt
}

beforeEach(() => {
  answered = position
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('/position/') ? answered : path.includes('/collections/') ? coin : []),
  )
})
afterEach(async () => {
  await unmount()
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('a shared result is text as well as a picture', async () => {
  expect(await showResult('')).toBe('Card: result in FROG: −12.5%, −1.5 SOL')
  expect(said()).toContain('−12.5%')
  expect(said()).toMatch(/−1\.5\s?SOL/)
})

it('amounts that were hidden are in no text', async () => {
  expect(await showResult('?amounts=hidden')).toBe('Card: result in FROG: −12.5%')
  expect(said()).toContain('−12.5%')
  expect(said()).not.toContain('1.5 SOL')
})

it('a result of which coins were sent away has no percent', async () => {
  answered = { ...position, transferredBaseUnits: '-5000000' }
  expect(await showResult('')).not.toContain('%')
  expect(said()).not.toContain('%')
  expect(said()).toContain('5 coins sent away, not counted')
})

it('My trading waits for a wallet that connects by itself, and asks for one where none does', async () => {
  await show(<PortfolioPage />)
  expect(document.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Connecting your wallet')
  expect(said()).not.toContain('Connect your wallet')
  await unmount()
  wallet.state = { status: 'disconnected', address: undefined, wallets: [] }
  await show(<PortfolioPage />)
  expect(said()).toContain('Connect your wallet')
})
