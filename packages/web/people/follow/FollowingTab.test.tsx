// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../../tests/eventually.ts'
import { queryClient, SESSION_KEY } from '../../data/query-client.ts'
import FollowingTab from './FollowingTab.tsx'

const ME = 'Me11111111111111111111111111111111111111111'
const [BOB, EVE] = [
  'Bob1111111111111111111111111111111111111111',
  'Eve1111111111111111111111111111111111111111',
]
const wallet = vi.hoisted(() => ({
  state: { status: 'connected', address: undefined as string | undefined, wallets: [] },
}))
vi.mock('../../wallet/wallet.ts', () => ({
  useWallet: () => wallet.state,
  walletStore: wallet,
  openWalletModal: () => {},
}))
vi.mock('../../data/live.ts', () => ({ useLiveEvent: () => {} }))
let unmount = async () => {}

const trade = {
  id: 't1',
  collectionId: 'c1',
  traderAddress: BOB,
  type: 'BUY',
  lamports: '1000000000',
  baseUnits: '5000000',
  price: '0.001',
  nftTokenId: null,
  txSignature: 'signature',
  sequence: 1,
  createdAt: '2026-01-02T00:00:00.000Z',
}
async function answer(path: string): Promise<Response> {
  if (path === '/api/user/following') {
    const createdAt = '2026-01-01T00:00:00.000Z'
    return Response.json({
      following: [BOB, EVE].map((walletAddress) => ({ walletAddress, notify: false, createdAt })),
    })
  }
  if (path === '/api/user/following/latest')
    return Response.json({ error: 'Error', message: 'No.', code: 'internal' }, { status: 500 })
  if (path.startsWith('/api/user/following/trades'))
    return Response.json({
      trades: [trade],
      activity: [],
      collections: [{ id: 'c1', name: 'Frog Coin', symbol: 'FROG', thumbnailUrl: null }],
      nextCursor: null,
    })
  return Response.json(path.startsWith('/api/config') ? {} : [])
}

async function show(): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <FollowingTab />
      </QueryClientProvider>,
    ),
  )
}
const said = () => document.body.textContent
const session = (walletAddress: string | null) =>
  queryClient.setQueryData(SESSION_KEY, { walletAddress, isAdmin: false, sessions: [] })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', answer)
  vi.spyOn(console, 'error').mockReturnValue()
  wallet.state = { status: 'connected', address: ME, wallets: [] }
})
afterEach(async () => {
  await unmount()
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('where the last trades could not be read, those of the feed stand there, and of others that they are not known', async () => {
  session(ME)
  await show()
  const rows = () =>
    [...document.querySelectorAll('[aria-label="Wallets that you follow"] li')].map((row) => row.textContent)
  await eventually(() => expect(rows()[0]).toContain('Frog Coin'))
  await eventually(() => expect(rows()[1]).toContain('Its last trade could not be loaded'))
  expect(rows()[0]).toContain('Bought')
})

it('asks to connect, waits while a wallet connects, and asks to sign in then', async () => {
  session(null)
  wallet.state = { status: 'connecting', address: undefined, wallets: [] }
  await show()
  expect(document.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Loading trades')
  await unmount()
  wallet.state = { status: 'disconnected', address: undefined, wallets: [] }
  await show()
  expect(said()).toContain('Connect your wallet')
  await unmount()
  wallet.state = { status: 'connected', address: ME, wallets: [] }
  await show()
  expect(said()).toContain('Sign in to follow wallets')
})
